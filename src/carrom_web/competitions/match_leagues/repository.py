"""The record of a league as it is stored, folded, with the names that belong to its keys."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from carrom.errors import NotAllowedError
from carrom.laws.ruleset import Ruleset
from carrom.laws.values import with_values
from carrom.league import match_record as records
from carrom.league.match_commands import League as Folded
from carrom.league.match_record import LeagueRecord
from carrom.league.match_terms import Ground, MatchLeagueTerms
from carrom.match.lengths import LENGTHS
from carrom.match.rules import shipped
from carrom.tournament.entries import Entrant
from carrom_web.competitions.match_leagues.models import League, Team


class StaleLeagueError(NotAllowedError):
    """Somebody else has changed the league meanwhile."""

    code = "stale-league"


@dataclass(frozen=True, slots=True)
class LeagueView:
    """A league with its record folded, and the names of its teams and persons as they may be shown in public."""

    row: League
    record: LeagueRecord
    league: Folded
    teams: Mapping[str, Team]
    people: Mapping[str, str]

    @property
    def terms(self) -> MatchLeagueTerms:
        """What was announced."""
        return self.record.terms

    def name(self, key: str | None) -> str:
        """What a team is called in public."""
        team = self.teams.get(key or "")
        return shown_team(team) if team else key or ""

    def persons(self, keys: Sequence[str]) -> tuple[str, ...]:
        """Who these persons are, as they may be named in public."""
        return tuple(self.people.get(key, _("(deleted)")) for key in keys)


@lru_cache(maxsize=64)
def _read(text: str) -> tuple[LeagueRecord, Folded]:
    record = records.read(json.loads(text))
    return record, records.league_of(record)


def written(record: LeagueRecord) -> str:
    """The record as the text that is stored."""
    return json.dumps(records.write(record), ensure_ascii=False, separators=(",", ":"))


def terms_of(row: League) -> MatchLeagueTerms:
    """Give what a league announces."""
    return _read(row.record)[0].terms


def seen(row: League) -> LeagueView:
    """Give a league as it stands."""
    record, league = _read(row.record)
    teams = {team.key: team for team in row.teams.prefetch_related("members")}
    people = {member.key: shown_person(team, member.name) for team in teams.values() for member in team.members.all()}
    return LeagueView(row, record, league, teams, people)


def store(row: League, record: LeagueRecord, **more: object) -> None:
    """Store a record that nobody has written since it was read. Raises StaleLeagueError: nothing was stored."""
    rows = League.objects.filter(pk=row.pk, version=row.version)
    if not rows.update(record=written(record), version=row.version + 1, **more):
        raise StaleLeagueError()
    row.refresh_from_db()


def shown_team(team: Team) -> str:
    """A team's name; of a single player or a pair their names as they may be shown."""
    if not team.name:
        return _("(deleted)")
    if team.shows_names or terms_of(team.league).kind == "teams":
        return team.name
    return " & ".join(_initials(part) for part in team.name.split(" & "))


def shown_person(team: Team, name: str) -> str:
    """A person's name in public: whole where the team agrees, else first letters."""
    if not name:
        return _("(deleted)")
    return name if team.shows_names else _initials(name)


def _initials(name: str) -> str:
    return " ".join(f"{word[0].upper()}." for word in name.split())


def entrant_of(team: Team) -> Entrant:
    """A team as the record knows it: keys, club and strength, no names."""
    members = [one for one in sorted(team.members.all(), key=lambda one: one.position) if one.active]
    ratings = [one.rating for one in members if one.rating is not None]
    return Entrant(
        key=team.key,
        club=team.club_name,
        rating=sum(ratings) / len(ratings) if ratings else None,
        players=tuple(one.key for one in members),
    )


def ground_of(team: Team) -> Ground:
    """Where a team is at home."""
    return Ground(venue=team.venue, matches=team.at_once, weekday=team.weekday, time=team.time)


def laws_of(terms: MatchLeagueTerms, length: str = "") -> Ruleset:
    """The laws of a league's matches, of their usual length or another."""
    return with_values(shipped()[terms.ruleset], dict(LENGTHS[length or terms.length]))
