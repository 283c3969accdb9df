"""The score of a match on a transparent page, to be laid over the picture of a stream (OBS: a browser source).

Query, each with its default first; what is not known is as if it were not there:
    corner  bottom-left, bottom, bottom-right, top-left, top, top-right
    size    100 (50 to 300 per cent; 100 is meant for 1920 x 1080)
    queen   1, or 0: who has or must cover her is not shown
    coins   1, or 0: coins that are up are not shown
    ruling  0, or 1: the last ruling stands below
    swap    0, or 1: the other side first

Template `matches/pages/overlay/page.html` gets `title`, `socket_path`, `view`, `entries` as the page of the large view
has them, and `corner`, `size` ("1.25"), `switches` ({queen, coins, ruling, swap}: "1" or "0").
"""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import cards, selectors, wire

ROUTE = Route("matches/<uuid:match_id>/overlay/", name="overlay", audience=ANYONE)
CORNERS = ("bottom-left", "bottom", "bottom-right", "top-left", "top", "top-right")
LEAST, MOST = 50, 300  # per cent
SWITCHES = {"queen": "1", "coins": "1", "ruling": "0", "swap": "0"}
NEWEST = 10  # entries


@require_safe
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the score and nothing else."""
    try:
        loaded = selectors.load(match_id)
    except selectors.UnknownMatchError:
        raise Http404 from None
    context = {
        "title": cards.title(loaded),
        "socket_path": f"/ws/matches/{match_id}/",
        "corner": _one_of(request.GET, "corner", CORNERS),
        "size": f"{_size(request.GET.get('size', '')) / 100:.2f}",
        "switches": {
            name: _one_of(request.GET, name, (usual, "0" if usual == "1" else "1")) for name, usual in SWITCHES.items()
        },
        "view": wire.view(loaded),
        "entries": wire.entries_json(selectors.last_entries(match_id, loaded.state, most=NEWEST)),
    }
    return render(request, "matches/pages/overlay/page.html", context)


def _one_of(query: QueryDict, name: str, known: tuple[str, ...]) -> str:
    """Return the choice in the query, if it is known; else the first."""
    said = query.get(name, "")
    return said if said in known else known[0]


def _size(said: str) -> int:
    """Per cent, within what can be read and fits."""
    return min(max(int(said), LEAST), MOST) if said.isascii() and said.isdigit() and len(said) < 5 else 100
