"""A team of a league, for everybody: where it stands, who plays for it, all its fixtures with results.

Template `competitions/match_leagues/pages/team/page.html` gets what `CompetitionKind.context` gives, and:
    name, club, ground   texts
    standing   a line of the table; None before the fixtures
    members    list of {name, url, played, won}
    parts      `presenters.in_one` of its fixtures
    follow     `CompetitionKind.follow`
    calendar   the address of its fixtures for a calendar
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom.terms import Side
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events.services.line_ups import are_open, line_up_of
from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.forms import WEEKDAYS
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.models import Team
from carrom_web.competitions.match_leagues.presenters import (
    fixture_row,
    in_one,
    sorted_by_day,
    table_rows,
)
from carrom_web.core.pages import Route

ROUTE = Route("leagues/matches/<slug:slug>/teams/<str:key>/", name="match-league-team", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show it."""
    league = KIND.at(slug, guest_id_of(request))
    seen = repository.seen(league)
    team = league.teams.filter(key=key).first()
    if team is None:
        raise selectors.UnknownTeamError("address")
    sheets = selectors.sheets_in(league)
    mine = [one for one in sorted_by_day(seen, seen.league.meetings) if key in one.keys]
    tables = [
        {"pool": table.pool, "rows": [row for row in table_rows(seen, table) if row["key"] == key], "more": False}
        for table in (seen.league.tables if seen.league.is_drawn else ())
        if any(row.key == key for row in table.rows)
    ]
    ground = [team.venue, str(WEEKDAYS[team.weekday]) if team.weekday is not None else "", team.time]
    context = KIND.context(request, seen.row, seen, here="") | {
        "team": team,
        "name": seen.name(key),
        "club": team.club_name,
        "ground": ", ".join(part for part in ground if part),
        "tables": tables,
        "members": _members(seen, team),
        "parts": in_one(fixture_row(seen, one, sheets.get(one.fixture.id)) for one in mine),
        "follow": KIND.follow(request, league, seen, key),
        "calendar": reverse("match-league-calendar", args=[slug]) + f"?team={key}",
    }
    return render(request, "competitions/match_leagues/pages/team/page.html", context)


def _members(seen: repository.LeagueView, team: Team) -> list[dict[str, Any]]:
    """The roster, with what each has played and won in ties whose line-ups are open."""
    played: dict[str, list[bool]] = {}
    for meeting in seen.league.meetings:
        fixture = meeting.fixture.id
        contest = seen.league.contest_of(fixture)
        line_up = line_up_of(contest, fixture, team.key)
        if line_up is None or not are_open(contest, fixture, meeting.a, meeting.b):
            continue
        side = Side.A if meeting.a == team.key else Side.B
        for tie_match in contest.tie_matches:
            if tie_match.result.fixture == fixture and tie_match.result.pair == {meeting.a, meeting.b}:
                result = tie_match.result if tie_match.result.a == meeting.a else tie_match.result.turned()
                for person in line_up.matches[tie_match.number - 1]:
                    played.setdefault(person, []).append(result.winner is side)
    return [
        {
            "name": repository.shown_person(member),
            "url": reverse("club-player", args=[seen.row.club.slug, member.person.root_id])
            if member.shows_name and member.name
            else "",
            "left": not member.active,
            "played": len(played.get(member.key, [])),
            "won": sum(played.get(member.key, [])),
        }
        for member in sorted(team.members.all(), key=lambda one: (not one.active, one.position))
        if member.active or member.key in played
    ]
