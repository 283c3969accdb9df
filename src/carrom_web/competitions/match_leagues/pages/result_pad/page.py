"""The result pad's requests for a match of a league: preview and store its result. Answers in JSON.

GET   ?way=winner&value=a   {says, notes: [{text, warn}]}, or {problem}
POST  way, value            stores it: {says}, or {problem} with status 409; the winner "none" takes it back
A form without scripts gets a redirect: to the fixture, or `back`.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.league.match_commands import reported_result
from carrom.tournament.teams import match_name
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.match_leagues import pad_sentences, repository, selectors
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.match_leagues.night_forms import returned, wants_json
from carrom_web.competitions.match_leagues.permissions import CAPTAIN_OR_OFFICIAL
from carrom_web.competitions.match_leagues.services import night, organising
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route(
    "leagues/matches/<slug:slug>/fixtures/<str:fixture>/pad/<int:number>/",
    name="match-fixture-pad",
    audience=CAPTAIN_OR_OFFICIAL,
)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str, fixture: str, number: int) -> HttpResponse:
    """Say what a result would decide; with POST store it. A result that is sent again changes nothing."""
    league = KIND.at(slug, guest_id_of(request))
    given: Any = request.POST if request.method == "POST" else request.GET
    name = match_name(fixture, number) if number else fixture
    try:
        decided = _decide(request, league, name, given.get("way", ""), given.get("value", ""))
    except CarromError as error:
        if request.method == "POST" and not wants_json(request):
            raise
        return JsonResponse({"problem": localized(error)}, status=409 if request.method == "POST" else 200)
    return (
        JsonResponse(decided) if request.method != "POST" or wants_json(request) else returned(request, slug, fixture)
    )


def _decide(request: HttpRequest, league: League, name: str, way: str, value: str) -> dict[str, Any]:
    guest_id, now = guest_id_of(request), timezone.now()
    seen = repository.seen(league)
    fixture, _slash, number = name.partition("/")
    team = None if selectors.may(league, guest_id, Action.DRAW) else selectors.team_of(league, guest_id)
    if (way, value) == ("winner", night.NO_RESULT):
        if request.method == "POST" and reported_result(seen.league, fixture, int(number or 0)) is not None:
            organising.clear_result(league, guest_id, name, now=now)
        return {}
    result = night.result_on_pad(seen, name, way, value)
    decided = pad_sentences.what_it_decides(seen, name, result, team=team)
    if request.method == "POST" and not night.is_repeat(seen, name, result):
        night.store(league, guest_id, team, name, result, now=now)
    return decided
