"""Line-ups for a tie of a league: one handed in by its captain, or by an official for them; or both by an official.

Template `competitions/match_leagues/pages/line_up/page.html` gets what `CompetitionKind.context` gives, and:
    forms       list of {team, form}: one `LineUpForm`, or both of a tie whose league has open line-ups; none once both
                closed ones are open
    against     the other side's name, where it is one
    tie         where it returns to
    is_in       whether one was handed in; shows: whether the form shows it (to the person who handed it in)
    is_closed   whether it stays closed until both are in
    until       the deadline by the league's clocks; None
    problem     a sentence about what was tried last
"""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.bracket_resolution import Meeting
from carrom.tournament.teams import LineUp
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events.line_up_form import LineUpForm
from carrom_web.competitions.events.services import line_ups
from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.models import League, Team
from carrom_web.competitions.match_leagues.night_forms import return_address, returned
from carrom_web.competitions.match_leagues.permissions import CAPTAIN_OR_OFFICIAL
from carrom_web.competitions.match_leagues.services import captains, night
from carrom_web.competitions.match_leagues.services.changes import NotCaptainError, check_may
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route(
    "leagues/matches/<slug:slug>/fixtures/<str:fixture>/line-up/",
    name="match-fixture-line-up",
    audience=CAPTAIN_OR_OFFICIAL,
)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str, fixture: str) -> HttpResponse:
    """Show the form; with POST hand the line-up in."""
    guest_id = guest_id_of(request)
    league = KIND.at(slug, guest_id)
    seen = repository.seen(league)
    meeting, contest = seen.league.meeting(fixture), seen.league.contest_of(fixture)
    own, keys = _sides(request, league, meeting)
    if contest.tie is None or not keys or not set(keys) <= set(meeting.keys):
        raise NotCaptainError("not-in-tie")
    of = captains.name_of(league)
    is_closed = seen.terms.line_ups != "open"
    is_open = is_closed and line_ups.are_open(contest, fixture, meeting.a, meeting.b)
    forms = {key: _form(request, seen, fixture, key, guest_id, prefixed=len(keys) > 1) for key in keys}
    problem, status = "", 200
    if request.method == "POST" and not is_open:
        if all([form.is_valid() for form in forms.values()]):
            try:
                _store(league, guest_id, own, fixture, {key: form.line_up() for key, form in forms.items()})
            except CarromError as error:
                problem, status = localized(error), 409
            else:
                return returned(request, slug, fixture)
        else:
            status = 422
    until = line_ups.deadline(of, fixture)
    context = KIND.context(request, seen.row, seen, here="") | {
        "forms": [] if is_open else [{"team": seen.name(key), "form": form} for key, form in forms.items()],
        "against": seen.name(meeting.b if meeting.a == keys[0] else meeting.a) if len(keys) == 1 else "",
        "tie": return_address(request, slug, fixture),
        "fixture": fixture,
        "is_in": len(keys) == 1 and keys[0] in line_ups.handed_in(of, contest, fixture),
        "shows": len(keys) == 1 and line_ups.own_line_up(of, fixture, keys[0], guest_id) is not None,
        "is_closed": is_closed,
        "until": until.astimezone(seen.terms.zone).replace(tzinfo=None) if until else None,
        "problem": problem,
    }
    return render(request, "competitions/match_leagues/pages/line_up/page.html", context, status=status)


def _sides(request: HttpRequest, league: League, meeting: Meeting) -> tuple[Team | None, list[str]]:
    """For whom it is: their own team, or the sides that an official asks for. Raises NotOfficialError."""
    guest_id = guest_id_of(request)
    asked = {"a": [meeting.a], "b": [meeting.b], "both": [meeting.a, meeting.b]}.get(request.GET.get("side", ""))
    if asked is not None:
        check_may(league, guest_id, Action.DRAW)
        return None, [key for key in asked if key]
    own = selectors.team_of(league, guest_id)
    return own, [own.key] if own is not None else []


def _form(
    request: HttpRequest, seen: repository.LeagueView, fixture: str, key: str, guest_id: UUID | None, *, prefixed: bool
) -> LineUpForm:
    contest = seen.league.contest_of(fixture)
    before = line_ups.own_line_up(captains.name_of(seen.row), fixture, key, guest_id)
    if seen.terms.line_ups == "open":
        before = before or line_ups.line_up_of(contest, fixture, key)
    names = {one.key: one.name for one in seen.teams[key].members.all()} if key in seen.teams else {}
    team = contest.entrant(key)
    more: dict[str, Any] = {"prefix": key} if prefixed else {}
    data = request.POST if request.method == "POST" else None
    terms = contest.tie
    if terms is None:
        raise NotCaptainError("not-in-tie")
    return LineUpForm(terms, team, [names.get(one, "?") for one in team.persons], data, before=before, **more)


def _store(league: League, guest_id: UUID | None, own: Team | None, fixture: str, named: dict[str, LineUp]) -> None:
    now = timezone.now()
    if own is None and repository.terms_of(league).line_ups == "open":
        night.name_line_ups(league, guest_id, fixture, named, now=now)
        return
    for key, line_up in named.items():
        captains.hand_in(league, key, fixture, line_up, guest_id=guest_id, team=own, now=now)
