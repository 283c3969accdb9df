"""A team's line-up for a tie of a league, handed in blind by its captain, or by an official for them.

Template `competitions/match_leagues/pages/line_up/page.html` gets what `CompetitionKind.context` gives, and:
    team, against   names; tie: address of the fixture
    form            `LineUpForm`; None once both are open
    is_in           whether one was handed in; shows: whether the form shows it (to the person who handed it in)
    until           the deadline by the league's clocks; None
    problem         a sentence about what was tried last
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events.line_up_form import LineUpForm
from carrom_web.competitions.events.services import line_ups
from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.permissions import CAPTAIN_OR_OFFICIAL
from carrom_web.competitions.match_leagues.services import captains
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
    meeting = seen.league.meeting(fixture)
    contest = seen.league.contest_of(fixture)
    asked = request.GET.get("side", "")
    own = selectors.team_of(league, guest_id)
    if asked in ("a", "b"):
        check_may(league, guest_id, Action.DRAW)
        own, key = None, (meeting.a if asked == "a" else meeting.b) or ""
    else:
        key = own.key if own else ""
    if contest.tie is None or key not in meeting.keys:
        raise NotCaptainError("not-in-tie")
    of = captains.name_of(league)
    is_open = line_ups.are_open(contest, fixture, meeting.a, meeting.b)
    before = line_ups.own_line_up(of, fixture, key, guest_id)
    team = contest.entrant(key)
    names = {one.key: one.name for one in seen.teams[key].members.all()}
    data = request.POST if request.method == "POST" else None
    form = LineUpForm(contest.tie, team, [names.get(one, "?") for one in team.persons], data, before=before)
    problem, status = "", 200
    if request.method == "POST" and not is_open:
        if form.is_valid():
            try:
                captains.hand_in(league, key, fixture, form.line_up(), guest_id=guest_id, team=own, now=timezone.now())
            except CarromError as error:
                problem, status = localized(error), 409
            else:
                where = reverse("match-fixture", args=[slug, fixture])
                return HttpResponse(status=303, headers={"Location": where})
        else:
            status = 422
    until = line_ups.deadline(of, fixture)
    context = KIND.context(request, seen.row, seen, here="") | {
        "team": seen.name(key),
        "against": seen.name(meeting.b if meeting.a == key else meeting.a),
        "tie": reverse("match-fixture", args=[slug, fixture]),
        "fixture": fixture,
        "form": None if is_open else form,
        "is_in": key in line_ups.handed_in(of, contest, fixture),
        "shows": before is not None,
        "until": until.astimezone(seen.terms.zone).replace(tzinfo=None) if until else None,
        "problem": problem,
    }
    return render(request, "competitions/match_leagues/pages/line_up/page.html", context, status=status)
