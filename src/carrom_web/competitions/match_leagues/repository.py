"""A stored league: its folded log, with the names behind its keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _

from carrom import serialization
from carrom.laws.ruleset import Ruleset
from carrom.laws.values import with_values
from carrom.league.match_commands import Act
from carrom.league.match_commands import League as Folded
from carrom.league.match_record import LeagueFold
from carrom.league.match_terms import Ground, MatchLeagueTerms
from carrom.log import Log
from carrom.match.rules import LENGTHS, shipped
from carrom.tournament.entries import Entrant
from carrom_web.competitions.match_leagues.models import League, Team, TeamMember
from carrom_web.competitions.page_cache import PageFollowers
from carrom_web.competitions.repository import CompetitionStore


@dataclass(frozen=True, slots=True)
class LeagueView:
    """A league with its log, and the names of its teams and persons as they may be shown in public."""

    row: League
    log: Log[Folded, Act]
    teams: Mapping[str, Team]
    names: Mapping[str, str]
    people: Mapping[str, str]

    @property
    def league(self) -> Folded:
        """How it stands."""
        return self.log.state

    @property
    def terms(self) -> MatchLeagueTerms:
        """The announced terms."""
        return self.log.state.terms

    def name(self, key: str | None) -> str:
        """Return the public name of a team."""
        return self.names.get(key or "", key or "")

    def persons(self, keys: Sequence[str]) -> tuple[str, ...]:
        """Return the public names of these persons."""
        return tuple(self.people.get(key, _("(deleted)")) for key in keys)


@lru_cache(maxsize=64)
def _read_terms(text: str) -> MatchLeagueTerms:
    return serialization.read(MatchLeagueTerms, text)


def written(terms: MatchLeagueTerms) -> str:
    """Terms as the text that is stored."""
    return serialization.write(terms)


def terms_of(row: League) -> MatchLeagueTerms:
    """Return what a league announces."""
    return _read_terms(row.terms)


FOLLOWERS = PageFollowers("match-league")
STORE = CompetitionStore[League, Folded, Act](
    League, Act, fold=lambda row: LeagueFold(terms_of(row)), order=("-first_day", "-pk")
)


def seen(row: League) -> LeagueView:
    """Give a league as it stands."""
    log = STORE.read(row).log
    teams = {team.key: team for team in row.teams.prefetch_related("members")}
    people = {member.key: shown_person(member) for team in teams.values() for member in team.members.all()}
    return LeagueView(row, log, teams, {key: shown_team(team) for key, team in teams.items()}, people)


def shown_team(team: Team) -> str:
    """A team's name; of a single player or a pair their names as they may be shown."""
    if not team.name:
        return _("(deleted)")
    if team.shows_names or terms_of(team.league).kind == "teams":
        return team.name
    return " & ".join(_initials(part) for part in team.name.split(" & "))


def shown_person(member: TeamMember) -> str:
    """A person's name in public: whole with consent, else first letters."""
    if not member.name:
        return _("(deleted)")
    return member.name if member.shows_name else _initials(member.name)


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
    """Return the home of a team."""
    return Ground(venue=team.venue, matches=team.at_once, weekday=team.weekday, time=team.time)


def laws_of(terms: MatchLeagueTerms, length: str = "") -> Ruleset:
    """The laws of a league's matches, of their usual length or another."""
    return with_values(shipped()[terms.ruleset], dict(LENGTHS[length or terms.length]))
