"""A club's whole history as a file for SoL: `history.sol`, or `history.sol.gz`."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from carrom.tournament.sol_file import write_sol
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.permissions import ClubMember
from carrom_web.clubs.rights import Action
from carrom_web.competitions.sol_history.exporting import history_for_sol
from carrom_web.core.pages import Route

ROUTE = Route("clubs/<slug:slug>/sol/<str:name>", name="club-sol-file", audience=ClubMember(Action.ORGANISE))
NAMES = ("history.sol", "history.sol.gz")


@require_safe
def page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Write it."""
    club = clubs.club_named(slug)
    if name not in NAMES:
        raise Http404
    compressed = name.endswith(".gz")
    content = write_sol(history_for_sol(club, now=timezone.now()), compressed=compressed)
    kind = "application/gzip" if compressed else "application/yaml"
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{slug}-{name}"'}
    )
