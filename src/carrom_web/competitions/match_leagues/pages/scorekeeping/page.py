"""Starts the sheet of a fixture of a league, or of a match of its tie, for an umpire of the club or a captain.

Template `competitions/match_leagues/pages/scorekeeping/page.html` gets what `CompetitionKind.context` gives, and a, b
(who plays), name, tie (address).
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.tournament.teams import match_name
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.models import SheetMatch
from carrom_web.competitions.match_leagues.permissions import SCOREKEEPER
from carrom_web.competitions.match_leagues.services import scorekeeping
from carrom_web.core.pages import Route

ROUTE = Route(
    "leagues/matches/<slug:slug>/fixtures/<str:fixture>/keep/<int:number>/",
    name="match-fixture-keep",
    audience=SCOREKEEPER,
)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str, fixture: str, number: int) -> HttpResponse:
    """Ask; with POST begin the sheet and go there."""
    league = KIND.at(slug, guest_id_of(request))
    name = match_name(fixture, number) if number else fixture
    sheet = SheetMatch.objects.filter(league=league, fixture=name, ended_at=None).first()
    if sheet is not None:
        route = "match" if sheet.is_online else "sheet"
        return HttpResponse(status=302, headers={"Location": reverse(route, args=[sheet.match_id])})
    if request.method == "POST":
        guest = guest_for(request)
        match_id = scorekeeping.start_sheet(league, guest.pk, name, now=timezone.now())
        where = {"Location": reverse("sheet", args=[match_id])}
        return remember(HttpResponse(status=303, headers=where), guest, request)
    seen = repository.seen(league)
    a, b = scorekeeping.players(seen, name)
    context = KIND.context(request, seen.row, seen, here="") | {
        "a": " & ".join(a),
        "b": " & ".join(b),
        "name": name,
        "tie": reverse("match-fixture", args=[slug, fixture]),
    }
    return render(request, "competitions/match_leagues/pages/scorekeeping/page.html", context)
