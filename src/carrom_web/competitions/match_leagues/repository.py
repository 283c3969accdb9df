"""A stored league: its folded log, with the names behind its keys."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

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
from carrom_web.core.addresses import Addresses


@dataclass(frozen=True)
class LeagueView:
    """A league with its log, and the names of its teams and persons as they may be shown in public.

    Args:
        names, clubs: of teams, by their keys.
        people: names of persons by their keys.
        addresses: of its pages that differ in their last part.
    """

    row: League
    log: Log[Folded, Act]
    names: Mapping[str, str]
    clubs: Mapping[str, str]
    people: Mapping[str, str]
    addresses: Addresses

    @cached_property
    def teams(self) -> Mapping[str, Team]:
        """The teams by their keys, with their members: all that is stored of them, where names do not do."""
        return {team.key: team for team in self.row.teams.prefetch_related("members").order_by("pk")}

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
    people: dict[str, str] = {}
    nameless: set[int] = set()  # teams in which somebody who plays is not named in public
    members = TeamMember.objects.filter(team__league=row).order_by("pk")
    for team, key, name, shows_name, active in members.values_list(
        "team_id", "key", "name", "person__root__shows_name", "active"
    ):
        people[key] = _person_label(name, shows_name=shows_name)
        if active and not shows_name:
            nameless.add(team)
    names, in_clubs = {}, {}
    are_teams = terms_of(row).kind == "teams"
    for pk, key, name, club in row.teams.order_by("pk").values_list("pk", "key", "name", "club_name"):
        names[key] = _team_label(name, shows_names=are_teams or pk not in nameless)
        in_clubs[key] = club
    return LeagueView(row, log, names, in_clubs, people, Addresses(row.slug))


def shown_team(team: Team) -> str:
    """A team's name; of a single player or a pair their names as they may be shown."""
    return _team_label(team.name, shows_names=team.shows_names or terms_of(team.league).kind == "teams")


def _team_label(name: str, *, shows_names: bool) -> str:
    if not name:
        return _("(deleted)")
    return name if shows_names else " & ".join(_initials(part) for part in name.split(" & "))


def shown_person(member: TeamMember) -> str:
    """A person's name in public: whole with consent, else first letters."""
    return _person_label(member.name, shows_name=member.shows_name)


def _person_label(name: str, *, shows_name: bool) -> str:
    if not name:
        return _("(deleted)")
    return name if shows_name else _initials(name)


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
