"""The places of a league or season that counts in a championship, as its app says them (core/hooks.py)."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.championships.repository import person_key, team_key
from carrom_web.competitions.championships.state import ChampionshipState, EntryResult
from carrom_web.core.hooks import CountedLeague, registry


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePlaces:
    """Results of a league or season for a championship.

    `names` are those that may be shown, by key; `pages` who has a page, with the root of a player, None of a team;
    `players` the root of everybody else than teams.
    """

    results: tuple[EntryResult, ...]
    names: Mapping[str, str]
    pages: Mapping[str, UUID | None]
    players: Mapping[str, UUID]
    is_over: bool
    url: str


def leagues_to_count(championship: Championship) -> list[tuple[str, str]]:
    """The leagues and seasons of the club that a championship can count, with their titles."""
    answers = registry.hook.championship_sources(club_id=championship.club_id)
    return [source for answer in answers for source in answer]


def league_of(championship: Championship, source: str) -> CountedLeague | None:
    """One of them, by its source; None: it is gone."""
    found: CountedLeague | None = registry.hook.championship_league(club_id=championship.club_id, source=source)
    return found


def league_places(championship: Championship, source: str, book: ChampionshipState) -> LeaguePlaces | None:
    """Its places by the keys of the championship; None: it is gone."""
    league = league_of(championship, source)
    if league is None:
        return None
    names: dict[str, str] = {}
    pages: dict[str, UUID | None] = {}
    players: dict[str, UUID] = {}
    results = []
    for one in league.placings:
        if one.team:  # a team is one by its name, no matter who plays for it
            people = [team_key(championship, one.team)]
            key = book.who(people[0])
            names[key], pages[key] = one.team, None
        else:
            people = [person_key(championship, person.player) for person in one.people]
            players |= {key: person.player for key, person in zip(people, one.people, strict=True)}
            for key, person in zip(map(book.who, people), one.people, strict=True):
                names[key] = person.name
                if person.is_named:
                    pages[key] = person.player
        results.append(
            EntryResult(people=tuple(people), team=one.team, place=one.place, points=one.points, won=one.won)
        )
    return LeaguePlaces(
        results=tuple(results), names=names, pages=pages, players=players, is_over=league.is_over, url=league.url
    )
