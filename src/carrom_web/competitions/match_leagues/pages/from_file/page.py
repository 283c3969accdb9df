"""Import of a whole match league from its file: a preview first, stored on confirmation.

Template `competitions/match_leagues/pages/from_file/page.html` gets:
    clubs, chosen   whose league it may be, and is
    looked    what the file holds: {title, kind, teams, players, results, fixtures, state}; none before a file came
    faults    list of {where, code, text}: everything that is wrong
    carried   the file, packed, for the form that stores it; empty with faults
    problem   a sentence about what was tried last
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.bracket_resolution import State
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.permissions import ORGANISER_OF_ANY_CLUB
from carrom_web.clubs.selectors import clubs_to_organise
from carrom_web.competitions.match_leagues import league_file
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.league_file import LeagueFilePreview
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized

ROUTE = Route("leagues/matches/new/file/", name="match-league-from-file", audience=ANYONE, post=ORGANISER_OF_ANY_CLUB)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest) -> HttpResponse:
    """Ask for the file; with it show what it holds; then store it."""
    guest_id = guest_id_of(request)
    clubs = clubs_to_organise(guest_id)
    given = request.POST if request.method == "POST" else request.GET
    chosen = next((club for club in clubs if club.slug == given.get("club", "")), clubs[0] if clubs else None)
    context: dict[str, Any] = {"nav": "leagues", "clubs": clubs, "chosen": chosen}
    if request.method != "POST" or chosen is None:
        return render(request, "competitions/match_leagues/pages/from_file/page.html", context)
    status = 200
    try:
        if request.POST.get("do") == "store":
            data = league_file.brought(request.POST.get("file", ""))
            league = league_file.store(chosen, guest_id, data, now=timezone.now())
            where = reverse("match-league-organise", args=[league.slug])
            return HttpResponse(status=303, headers={"Location": where})
        file = request.FILES.get("league")
        if file is None:
            raise league_file.LeagueFileError("no-file")
        if (file.size or 0) > league_file.MOST_BYTES:
            raise league_file.LeagueFileError("too-large", most=league_file.MOST_BYTES // 1_000_000)
        data = file.read()
        looked = league_file.look(data)
        faults = [{"where": one.where, "code": one.error.code, "text": localized(one.error)} for one in looked.faults]
        context |= {"faults": faults, "looked": _words(looked)}
        if looked.faults:
            status = 422
        else:
            context["carried"] = league_file.carried(data)
    except CarromError as error:
        context["problem"], status = localized(error), 422
    return render(request, "competitions/match_leagues/pages/from_file/page.html", context, status=status)


def _words(looked: LeagueFilePreview) -> dict[str, Any] | None:
    """Describe the content of the file in numbers."""
    if looked.record is None or looked.league is None:
        return None
    teams = looked.content.get("teams")
    met = looked.league.meetings
    return {
        "title": looked.record.terms.title,
        "teams": [one["name"] for one in teams if isinstance(one, dict) and isinstance(one.get("name"), str)]
        if isinstance(teams, list)
        else [],
        "fixtures": len(met),
        "results": sum(one.state is State.DECIDED for one in met),
        "lines": len(looked.record.entries),
    }
