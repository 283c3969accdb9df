"""Match leagues for tests: a club with a league, teams with captains, everybody as a client of the site."""

import re
from dataclasses import dataclass
from dataclasses import replace as changed
from typing import Any
from uuid import UUID

from django.test import Client
from django.urls import reverse
from django.utils import timezone

from carrom.league.match_fixtures import Slot
from carrom.league.match_presets import PRESETS
from carrom.league.match_terms import MatchLeagueTerms, PlayOffTerms
from carrom.terms import Side
from carrom.tournament.bracket_resolution import State
from carrom.tournament.teams import LineUp
from carrom_web.accounts.models import Guest
from carrom_web.clubs import services as clubs
from carrom_web.clubs.rights import Role
from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.audit_labels import audit_rows
from carrom_web.competitions.match_leagues.models import Captain, League, Team
from carrom_web.competitions.match_leagues.services import captains, organising
from carrom_web.core.setting_fields import initial_values
from tests.support.web.clients import as_guest
from tests.support.web.stored_once import stored_once

CLUB_TEAMS = changed(PRESETS["club-teams"].terms, first_day="2031-09-01", time_zone="Europe/London")
MOVED = Slot(fixture="1.2", day="2031-09-03", time="20:00", venue="The other hall")
GAMES = ("25-10", "8-25", "25-24", "12-25", "25-3", "0-25", "25-17")
PLAYERS = changed(
    PRESETS["baca-league"].terms,
    title="Monday league",
    first_day="2031-09-01",
    least=2,
    ties=True,
    playoffs=PlayOffTerms(),
)
FOUR = {name: (f"{name} One", f"{name} Two", f"{name} Three") for name in ("Reds", "Blues", "Greens", "Golds")}
PEOPLE = {name: (name,) for name in ("Anu Nair", "Bela Rao", "Cyra Das")}


def league_form(terms: MatchLeagueTerms, **changes: str) -> dict[str, str | list[str]]:
    """The form of these terms as a browser sends it."""
    reported: dict[str, str | list[str]] = {}
    for name, value in initial_values(terms).items():
        if value is not None:
            reported[name] = value if isinstance(value, list) else str(value)
    return {**reported, **changes}


def club_owner(name: str = "Olive Owner") -> tuple[Guest, Client]:
    """The owner of a new club."""
    guest = Guest.objects.create(name=name)
    clubs.found_club(guest.pk, name=f"Club of {name}")
    return guest, as_guest(guest)


def team_form(name: str, *members: str, **more: str) -> dict[str, str]:
    """The form of a team."""
    given = {
        "name": name,
        "captain": members[0],
        "email": f"{name.split()[0].lower()}@example.org",
        "shows_names": "on",
    }
    given |= {f"member_{number}": member for number, member in enumerate(members)}
    return {**given, **more}


@dataclass
class LeagueInPlay:
    """A league that is being played: its organiser, and its teams' captains by name."""

    owner: Client
    slug: str
    captains: dict[str, Client]

    @property
    def league(self) -> League:
        return League.objects.get(slug=self.slug)

    @property
    def seen(self) -> repository.LeagueView:
        return repository.seen(self.league)

    def team(self, name: str) -> Team:
        return Team.objects.select_related("league").get(league__slug=self.slug, name=name)

    def page(self, name: str, *args: object) -> str:
        return reverse(name, args=[self.slug, *args])

    def captain_of(self, key: str) -> Client:
        return self.captains[Team.objects.get(league__slug=self.slug, key=key).name]

    def sides(self, fixture: str) -> tuple[str, str]:
        meeting = self.seen.league.meeting(fixture)
        return meeting.a or "", meeting.b or ""

    def organise(self, do: str, **more: str) -> int:
        return self.owner.post(self.page("match-league-organise"), {"do": do, **more}).status_code

    def undo(self, kind: AuditKind) -> int:
        """Undo what was done last of this kind."""
        return self.undo_line(self.line_of(kind))

    def undo_line(self, line: str) -> int:
        """Undo an entry of the log."""
        return self.owner.post(self.page("match-league-undo"), {"line": line, "back": "organise"}).status_code

    def line_of(self, kind: AuditKind) -> str:
        """What the organise page sends to undo what was done last of this kind."""
        rows = audit_rows(self.seen, sees_persons=True)
        return next(str(row["line"]) for row in rows if row["what"] == kind.label and row["line"])

    def at(self, fixture: str, who: Client, do: str, **more: str) -> int:
        return who.post(self.page("match-fixture", fixture), {"do": do, **more}).status_code


@stored_once
def announced_league(terms: MatchLeagueTerms, names: dict[str, tuple[str, ...]], *, drawn: bool = True) -> LeagueInPlay:
    """A league that is announced, entered and drawn, all by its pages."""
    _guest, owner = club_owner()
    made = owner.post(reverse("match-league-new"), league_form(terms))
    assert made.status_code == 303, re.findall(r'class="err">([^<]*)', made.content.decode())
    slug = made.headers["Location"].split("/")[3]
    playing = LeagueInPlay(owner, slug, {})
    assert playing.organise("announce") == 303
    for name, members in names.items():
        browser = Client()
        given = team_form(name, *members) if terms.kind == "teams" else team_form(members[0], *members)
        answer = browser.post(playing.page("match-league-enter"), given)
        assert answer.status_code == 303, re.findall(r'class="err">([^<]*)', answer.content.decode())
        playing.captains[name if terms.kind == "teams" else members[0]] = browser
    if drawn:
        assert playing.organise("draw") == 303
    return playing


def captain_link(team: Team) -> str:
    """A captain's link."""
    return reverse("match-league-own", args=[selectors.token_of(team)])


def device_count(team: Team) -> int:
    """How many devices act for a team."""
    return Captain.objects.filter(team=team).count()


@stored_once
def played_teams_league() -> LeagueInPlay:
    """A league of four teams, home and away with a play-off, from its announcement to its last result.

    A fixture is moved by agreement and reported by its captains, one is not played, a point is deducted.
    """
    names = ("Kolkata Strikers", "Bristol Blues", "Greens Wrocław", "Golds")
    playing = announced_league(CLUB_TEAMS, {name: tuple(f"{name} {number}" for number in "123") for name in names})
    now, league, owner = timezone.now(), playing.league, _owner_of(playing)
    home, away = (Team.objects.get(league=league, key=key) for key in playing.sides(MOVED.fixture))
    guests = [team.captains.get().guest_id for team in (home, away)]
    captains.propose(home, guests[0], MOVED, reason="The hall is taken", now=now)
    captains.answer(away, guests[1], MOVED.fixture, agrees=True, now=now)
    _line_ups(playing, MOVED.fixture)
    for number, line in enumerate(GAMES[:3], 1):
        captains.report(home, guests[0], f"{MOVED.fixture}/{number}", line, by_games=True, now=now)
        captains.confirm(away, guests[1], f"{MOVED.fixture}/{number}", agrees=True, now=now)
    organising.report_not_played(league, owner, "3.1", "no-show", Side.B, reason="Snow", now=now)
    organising.deduct(league, owner, away.key, 1, "No umpire sent", now=now)
    _play_ties(playing)
    organising.start_playoffs(league, owner, now=now)
    for _round in range(CLUB_TEAMS.playoffs.places - 1):
        _play_ties(playing)
    organising.set_state(playing.league, owner, League.State.CLOSED, now=now)
    return playing


def _owner_of(playing: LeagueInPlay) -> UUID:
    return playing.league.club.members.get(role=Role.OWNER).guest_id


def _line_ups(playing: LeagueInPlay, fixture: str) -> None:
    for key in playing.sides(fixture):
        one, two, three = (row.key for row in Team.objects.get(key=key).members.order_by("position"))
        line_up = LineUp(matches=((one,), (two,), (one, three)))
        captains.hand_in(
            playing.league, key, fixture, line_up, guest_id=_owner_of(playing), team=None, now=timezone.now()
        )


def _play_ties(playing: LeagueInPlay) -> None:
    """Line-ups and the matches of each tie that can be played now."""
    ready = [one.fixture.id for one in playing.seen.league.meetings if one.state is State.READY]
    for count, fixture in enumerate(ready):
        _line_ups(playing, fixture)
        for number in (1, 2, 3):
            line = GAMES[(count + number) % len(GAMES)]
            organising.record_result(
                playing.league, _owner_of(playing), f"{fixture}/{number}", line, by_games=True, now=timezone.now()
            )


def team_of(playing: Any, browser: Client) -> Team:
    """The team that somebody captains."""
    name = next(name for name, one in playing.captains.items() if one is browser)
    return playing.team(name)
