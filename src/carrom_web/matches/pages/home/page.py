"""The start page: play, and go on with what waits.

Template `matches/pages/home/page.html` gets:
    go_on   list of cards, the last played first, at most 3; each has
            url      address of the match
            title    "Asha and Steady (computer)"
            format   "Best of three games"
            score    "Game 1, board 3, 12 to 5"
            turn     "Asha plays", the sentence of what is awaited
    has_matches  whether somebody has a list of own matches to look at
    levels  list of {value, title}: the computers, the weakest first
    nav     "home"
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import selectors, wire
from carrom_web.matches.forms import level_choices

ROUTE = Route("", name="home", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the start page."""
    guest_id = guest_id_of(request)
    waiting = selectors.unfinished_matches(guest_id) if guest_id else []
    context = {
        "nav": "home",
        "go_on": [wire.card(loaded) for loaded in waiting],
        "has_matches": guest_id is not None and selectors.has_matches(guest_id),
        "levels": [{"value": value, "title": title} for value, title in level_choices()],
    }
    return render(request, "matches/pages/home/page.html", context)
