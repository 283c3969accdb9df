"""Report or block another player of one's match (POST); no template.

POST `player=SIDE NUMBER`, `reason` (empty: no report) and `block=1`; leads back to the match (303). Refused by an error
page: 404 no such match, 409 not one's own match, or nobody whom one could report, 429 too many.
"""

import time
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from carrom.errors import NotAllowedError
from carrom_web.accounts.permissions import KNOWN_GUEST
from carrom_web.accounts.selectors import guest_of
from carrom_web.core.error_page import error_page
from carrom_web.core.pages import Route
from carrom_web.core.rate_limits import RateLimit
from carrom_web.core.translation import localized
from carrom_web.matches import models, selectors, talk

ROUTE = Route("matches/<uuid:match_id>/report/", name="report", audience=KNOWN_GUEST)
REPORTS = RateLimit(burst=10, per_second=0.02)  # of one guest


@require_POST
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Store a report, a block, or both."""
    guest = guest_of(request)
    side, _space, number = request.POST.get("player", "").partition(" ")
    place = (side, int(number) if number.isdigit() else -1)
    try:
        loaded = selectors.load(match_id)
        if guest is None or not REPORTS.allows(guest.pk, time.monotonic()):
            raise talk.TalkError("too-many")
        if request.POST.get("reason", "") in models.Report.Reason.values:
            talk.report(loaded, guest, place, request.POST["reason"])
        if "block" in request.POST:
            talk.block(loaded, guest, place)
    except selectors.UnknownMatchError:
        raise Http404 from None
    except NotAllowedError as error:
        return error_page(
            request,
            status=429 if isinstance(error, talk.TalkError) else 409,
            code=error.code,
            title=_("Not reported"),
            what=localized(error),
            safe=_("Nothing was stored."),
            todo=_("Go back to the match, then try again."),
        )
    return HttpResponse(status=303, headers={"Location": reverse("match", args=[match_id])})
