"""A captain's own page, by the link of their team: open tasks, roster and home, withdrawing.

Opening the link and confirming lets a device act for the team from then on.

Template `competitions/match_leagues/pages/own/page.html` gets what `CompetitionKind.context` gives, and:
    team, link   the team; the link itself, to pass it on
    is_captain   whether this device acts for the team
    waits        list of {url, what}: what waits for the captain
    parts        the fixtures to come
    members      the active players of a team: list of {name, field (its id), link}, each link to their own page
    form, errors, problem   the roster (`EntryForm`)
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.bracket_resolution import State
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import guest_for, remember, tidy_name
from carrom_web.competitions.errors import CompetitionChangeError
from carrom_web.competitions.events.services import line_ups
from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.forms import EntryForm
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.models import Captain, Team
from carrom_web.competitions.match_leagues.permissions import TEAM_LINK_HOLDER
from carrom_web.competitions.match_leagues.presenters import (
    fixture_row,
    in_one,
    site_of,
    sorted_by_day,
)
from carrom_web.competitions.match_leagues.services import captains, registration
from carrom_web.core.form_errors import error_list
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("leagues/own/<str:token>/", name="match-league-own", audience=TEAM_LINK_HOLDER)
SOON = 12


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show it; with POST act for the team from here, store the roster, or withdraw."""
    team = selectors.team_with_token(token)
    now, asked, problem = timezone.now(), request.POST.get("do", ""), ""
    terms = repository.terms_of(team.league)
    form = EntryForm(request.POST if asked == "roster" else None, terms=terms, team=team)
    if request.method == "POST":
        guest = guest_for(request, name=team.captain)
        try:
            if asked not in ("captain", "letters", "withdraw", "roster"):
                raise CompetitionChangeError("unknown-request")
            registration.become_captain(team, guest.pk, now=now)
            if asked == "letters":
                team.choose_letters(request.POST)
            elif asked == "withdraw":
                reason = tidy_name(request.POST.get("reason", ""), 200)
                registration.leave(team, guest.pk, reason=reason, now=now)
            elif asked == "roster" and form.is_valid():
                entry = form.entry(language=get_language() or "en", site=site_of(request))
                registration.change_team(team, guest.pk, entry, now=now)
        except CarromError as error:
            problem = localized(error)
        if not problem and not (asked == "roster" and form.errors):
            return remember(HttpResponse(status=303, headers={"Location": request.path}), guest, request)
        team.refresh_from_db()
    context = _context(request, team, token) | {"form": form, "errors": error_list(form), "problem": problem}
    status = 422 if form.errors else 409 if problem else 200
    return render(request, "competitions/match_leagues/pages/own/page.html", context, status=status)


def _context(request: HttpRequest, team: Team, token: str) -> dict[str, Any]:
    seen = repository.seen(team.league)
    entrants = {one.key: one for one in seen.league.season.entrants}
    sheets = selectors.sheets_in(team.league)
    mine = [one for one in sorted_by_day(seen, seen.league.meetings) if team.key in one.keys]
    coming = [one for one in mine if one.state is State.READY][:SOON]
    guest_id = guest_id_of(request)
    return KIND.context(request, seen.row, seen, here="match-league-own") | {
        "team": team,
        "link": request.build_absolute_uri(reverse("match-league-own", args=[token])),
        "is_captain": guest_id is not None and Captain.objects.filter(team=team, guest_id=guest_id).exists(),
        "is_in": team.key in entrants and entrants[team.key].left is None,
        "waits": _waits(seen, team),
        "members": _members(request, team),
        "parts": in_one(fixture_row(seen, one, sheets.get(one.fixture.id)) for one in coming),
    }


def _members(request: HttpRequest, team: Team) -> list[dict[str, str]]:
    """Return the links of the players; somebody who has entered alone has their own by email."""
    rows = [one for one in team.members.filter(active=True).exclude(name="").order_by("position")]
    return [
        {
            "name": one.name,
            "field": f"member-{one.position}",
            "link": request.build_absolute_uri(reverse("match-league-member", args=[selectors.member_token(one)])),
        }
        for one in rows
        if len(rows) > 1
    ]


def _waits(seen: repository.LeagueView, team: Team) -> list[dict[str, str]]:
    """Return the captain's open questions: days to answer, results to confirm, line-ups to hand in for the next tie."""
    found = []

    def add(fixture: str, what: str) -> None:
        meeting = seen.league.meeting(fixture)
        other = seen.name(meeting.b if meeting.a == team.key else meeting.a)
        url = reverse("match-fixture", args=[team.league.slug, fixture])
        found.append({"url": url, "what": what % {"other": other}})

    for fixture, asked in seen.league.proposals.items():
        if asked.by != team.key and team.key in seen.league.meeting(fixture).keys:
            add(fixture, _("%(other)s would like to play on another day: agree or decline"))
    for (fixture, _number), report in seen.league.reported.items():
        if report.by != team.key and not report.disputed_by and team.key in seen.league.meeting(fixture).keys:
            add(fixture, _("%(other)s has reported a result: confirm or dispute it"))
    coming = [
        one
        for one in sorted_by_day(seen, seen.league.meetings)
        if team.key in one.keys and one.state is State.READY and seen.league.contest_of(one.fixture.id).tie
    ]
    for one in coming[:1]:
        contest = seen.league.contest_of(one.fixture.id)
        if team.key not in line_ups.handed_in(captains.name_of(team.league), contest, one.fixture.id):
            add(one.fixture.id, _("Hand in your line-up against %(other)s"))
    return found
