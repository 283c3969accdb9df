"""All matches of the reader, the latest first: to find, review or continue.

Template `matches/pages/history/page.html` gets:
    matches   list of {url, title, ruleset, format, score, turn, is_over, result, has_strokes, review_url, sheet_url,
              at, opponent (empty: both sides are the reader's, or there is one only), outcome (won, lost, level, "")}
    shows     "all", "over" or "open"
    page, pages, total
    nav       "play"

GET `?shows=over|open&page=2`. A page beyond the last one is the last one.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import cards, selectors

ROUTE = Route("matches/", name="history", audience=ANYONE)
SHOWS = {"all": None, "over": True, "open": False}


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show one page of them."""
    guest_id = guest_id_of(request)
    shows = request.GET.get("shows", "all")
    shows = shows if shows in SHOWS else "all"
    own = selectors.OwnMatches([], 1, 1, 0)
    if guest_id is not None:
        own = selectors.own_matches(guest_id, page=request.GET.get("page"), over=SHOWS[shows])
    review, matches = reverse("analysis"), []
    for loaded, at in own.matches:
        assert guest_id is not None  # noqa: S101
        links = {
            "review_url": f"{review}?match={loaded.match_id}",
            "sheet_url": reverse("score-sheet", args=[loaded.match_id]),
        }
        matches.append({**cards.own_card(loaded, guest_id), **links, "at": at})
    context = {
        "nav": "play",
        "matches": matches,
        "shows": shows,
        "page": own.page,
        "pages": own.pages,
        "total": own.total,
    }
    return render(request, "matches/pages/history/page.html", context)
