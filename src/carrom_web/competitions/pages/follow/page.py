"""Follow somebody in a competition, or no more (POST with do=follow or do=unfollow); back to their page."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions import following
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.competitions.kinds import CompetitionKind
from carrom_web.core.pages import Route


def route(kind: CompetitionKind[Any, Any]) -> Route | None:
    """The address at which somebody of a kind is followed."""
    if kind.followed is None:
        return None
    return Route(f"{kind.path}<slug:slug>/follow/<str:key>/", name=f"{kind.prefix}-follow", audience=kind.viewer)


@require_POST
def page(request: HttpRequest, slug: str, key: str, *, kind: CompetitionKind[Any, Any]) -> HttpResponse:
    """Do it: on all devices of an account, or on this device."""
    row = kind.at(slug, guest_id_of(request))
    view = kind.view(row)
    key = kind.who(view, key)
    found = kind.followed(row, view, [key]) if kind.followed is not None else []
    if not found:
        raise Http404
    answer = HttpResponse(status=303, headers={"Location": found[0].url})
    asked = request.POST.get("do", "follow")
    if asked not in ("follow", "unfollow"):
        raise CompetitionChangeError("unknown-request")
    follows = asked == "follow"
    keys = [key] if follows else kind.keys_followed_as(request, row, view, key)
    following.change(request, row, keys, answer, follows=follows, now=timezone.now())
    return answer
