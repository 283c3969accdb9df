"""The answers of seasons of 19-coin sets to hooks between apps (core/hooks.py)."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from carrom_web.competitions.solo_leagues import championship_places, privacy, selectors
from carrom_web.core.hooks import CountedLeague, ParentPage, PlayerCompetition, PlayerUse, hookimpl


@hookimpl
def parent_of_match(match_id: UUID) -> ParentPage | None:
    """The season whose set a match is."""
    return selectors.season_of_match(match_id)


@hookimpl
def club_of_match(match_id: UUID) -> int | None:
    """The club of the season whose set a match is."""
    return selectors.club_of_match(match_id)


@hookimpl
def championship_sources(club_id: int) -> list[tuple[str, str]]:
    """The divisions of a club's seasons that can count in a championship."""
    return championship_places.choices(club_id)


@hookimpl
def championship_league(club_id: int, source: str) -> CountedLeague | None:
    """A division with its places."""
    return championship_places.league(club_id, source)


@hookimpl
def export_person(guest_id: UUID) -> Mapping[str, Any]:
    """The seasons that they play in."""
    return {"solo_leagues": privacy.export_guest(guest_id)}


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Take their name from seasons, as a player and as who did something there."""
    privacy.erase_guest(guest_id)


@hookimpl
def erase_players(player_ids: Sequence[UUID]) -> None:
    """Take a person of a club from its seasons."""
    privacy.erase_players(player_ids)


@hookimpl
def player_competitions(player_ids: Sequence[UUID]) -> list[PlayerCompetition]:
    """The seasons that they play in."""
    return selectors.competitions_of_players(player_ids)


@hookimpl
def player_uses(player_ids: Sequence[UUID]) -> list[PlayerUse]:
    """The seasons that they play in."""
    return privacy.player_uses(player_ids)


@hookimpl
def end_storage(club_id: int, day: date, periods: Mapping[str, int]) -> Mapping[str, int]:
    """Addresses of witnesses."""
    return {"address_days": privacy.end_addresses(club_id, day, periods["address_days"])}
