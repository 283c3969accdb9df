"""Another match of the same players, wanted by one of them (POST); JSON, no template (docs/wire.md).

Gives {wanted, next}: the sides that want it, and the address of the next match once there is one. Else {code, text}:
404 no such match, 409 not one's own, not over, or part of an event.
"""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_POST

from carrom.errors import NotAllowedError
from carrom_web.accounts.permissions import KNOWN_GUEST
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized
from carrom_web.matches import rematches, selectors

ROUTE = Route("matches/<uuid:match_id>/rematch/", name="rematch", audience=KNOWN_GUEST)


@require_POST
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Want another match."""
    try:
        return JsonResponse(rematches.ask_for(match_id, guest_id_of(request)))
    except selectors.UnknownMatchError:
        raise Http404 from None
    except NotAllowedError as error:
        return JsonResponse({"code": error.code, "text": localized(error)}, status=409)
