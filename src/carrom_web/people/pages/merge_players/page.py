"""Before two players are merged: both, and a choice of which to keep. The list of players takes the answer.

Template `people/pages/merge_players/page.html` gets:
    club     {name, slug}
    players  list of two: {id, name, others, email, born, is_named, has_account, rows}; rows: what points to them
    nav      "umpire"

`?a=…&b=…`, or `?player=…&player=…`; 303 to the list unless these are two.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.permissions import ClubMember
from carrom_web.clubs.rights import Action
from carrom_web.core.pages import Route
from carrom_web.people import selectors
from carrom_web.people.pages.club_players.page import player_rows

ROUTE = Route(
    "clubs/<slug:slug>/players/merge/",
    name="club-players-merge",
    audience=ClubMember(Action.ORGANISE, Action.SEE_PERSONS, every=True),
)


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show both."""
    club, asked = clubs.club_named(slug), request.GET
    ids = asked.getlist("player") or [asked.get("a", ""), asked.get("b", "")]
    try:
        players = [selectors.player_in(club.pk, one) for one in ids]
    except selectors.UnknownPlayerError:
        players = []
    if len({one.pk for one in players}) != 2:
        return HttpResponse(status=303, headers={"Location": reverse("club-players", args=[slug])})
    rows = zip(player_rows(players), players, strict=True)
    context = {
        "nav": "umpire",
        "club": {"name": club.name, "slug": club.slug},
        "players": [row | {"rows": selectors.references(one)} for row, one in rows],
    }
    return render(request, "people/pages/merge_players/page.html", context)
