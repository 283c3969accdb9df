"""Begins the sheet of a fixture of a league, or of a match of its tie, kept by an umpire of the club or a captain.

Template `leagues/pages/keep/page.html` gets what `showing.head` gives, and a, b (who plays), name, tie (address).
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.tournament.teams import match_name
from carrom_web.accounts.actions import guest_for, remember
from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Audience, Route
from carrom_web.leagues import queries, state_store
from carrom_web.leagues.actions import keeping
from carrom_web.leagues.actions.acting import NotCaptainError
from carrom_web.leagues.models import KeptMatch
from carrom_web.leagues.showing import head, told_kindly

ROUTE = Route(
    "leagues/matches/<slug:slug>/fixtures/<str:fixture>/keep/<int:number>/",
    name="match-fixture-keep",
    audience=Audience.UMPIRE,
)


@require_http_methods(["GET", "HEAD", "POST"])
@told_kindly
def page(request: HttpRequest, slug: str, fixture: str, number: int) -> HttpResponse:
    """Ask; with POST begin the sheet and go there."""
    guest_id = guest_id_of(request)
    league = queries.league_at(slug, guest_id)
    name = match_name(fixture, number) if number else fixture
    if not keeping.may_keep(league, guest_id, fixture):
        raise NotCaptainError("The umpires of the club and the two captains keep this match.")
    kept = KeptMatch.objects.filter(league=league, fixture=name, ended_at=None).first()
    if kept is not None:
        return HttpResponse(status=302, headers={"Location": reverse("sheet", args=[kept.match_id])})
    if request.method == "POST":
        guest = guest_for(request)
        match_id = keeping.begin_sheet(league, guest.pk, name, now=timezone.now())
        where = {"Location": reverse("sheet", args=[match_id])}
        return remember(HttpResponse(status=303, headers=where), guest, request)
    seen = state_store.seen(league)
    a, b = keeping.players(seen, name)
    context = head(request, seen, here="") | {
        "a": " & ".join(a),
        "b": " & ".join(b),
        "name": name,
        "tie": reverse("match-fixture", args=[slug, fixture]),
    }
    return render(request, "leagues/pages/keep/page.html", context)
