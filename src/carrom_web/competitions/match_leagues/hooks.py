"""The answers of match leagues, and the index of all leagues, to hooks between apps (core/hooks.py)."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from carrom_web.competitions.match_leagues import championship_places, index, privacy, selectors
from carrom_web.competitions.match_leagues import rated_results as results
from carrom_web.core.hooks import (
    ClubSection,
    CountedLeague,
    ParentPage,
    PlayedMatch,
    PlayerCompetition,
    PlayerUse,
    hookimpl,
)


@hookimpl
def parent_of_match(match_id: UUID) -> ParentPage | None:
    """The league for whose fixture a match has its sheet."""
    return selectors.league_of_match(match_id)


@hookimpl
def club_of_match(match_id: UUID) -> int | None:
    """The club of that league."""
    return selectors.club_of_match(match_id)


@hookimpl
def club_section(club_id: int, guest_id: UUID | None) -> ClubSection:
    """The leagues of a club, of every kind."""
    return index.club_section(club_id, guest_id)


@hookimpl
def rating_sources(club_id: int) -> list[tuple[str, str]]:
    """The leagues of a club that can be rated."""
    return results.choices(club_id)


@hookimpl
def rated_results(source: str) -> list[PlayedMatch] | None:
    """The matches played in a league."""
    return results.results(source) if results.is_own(source) else None


@hookimpl
def rated_version(source: str) -> int | None:
    """The version of a league."""
    return results.version(source) if results.is_own(source) else None


@hookimpl
def championship_sources(club_id: int) -> list[tuple[str, str]]:
    """The match leagues of a club that can count in a championship."""
    return championship_places.choices(club_id)


@hookimpl
def championship_league(club_id: int, source: str) -> CountedLeague | None:
    """A match league with its places."""
    return championship_places.league(club_id, source)


@hookimpl
def export_person(guest_id: UUID) -> Mapping[str, Any]:
    """The teams for which they act."""
    return {"match_leagues": privacy.export_guest(guest_id)}


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Take their name from leagues."""
    privacy.erase_guest(guest_id)


@hookimpl
def erase_players(player_ids: Sequence[UUID]) -> None:
    """Take a person of a club from its rosters."""
    privacy.erase_players(player_ids)


@hookimpl
def player_matches(player_ids: Sequence[UUID]) -> list[PlayedMatch]:
    """Their matches in leagues."""
    return results.matches_of_players(player_ids)


@hookimpl
def player_competitions(player_ids: Sequence[UUID]) -> list[PlayerCompetition]:
    """The leagues that they play in."""
    return results.competitions_of_players(player_ids)


@hookimpl
def player_uses(player_ids: Sequence[UUID]) -> list[PlayerUse]:
    """The leagues in which they play or lead a team."""
    return privacy.player_uses(player_ids)
