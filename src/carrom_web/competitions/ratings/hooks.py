"""What rating lists answer to the hooks between apps (core/hooks.py)."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from carrom_web.competitions.ratings import presenters, privacy
from carrom_web.competitions.ratings.seeding import seed_sources as seed_sources
from carrom_web.competitions.ratings.seeding import seed_strengths as seed_strengths
from carrom_web.core.hooks import PlayerCompetition, hookimpl


@hookimpl
def export_person(guest_id: UUID) -> Mapping[str, Any]:
    """Under which name and in which lists they are rated."""
    return {"ratings": privacy.export_guest(guest_id)}


@hookimpl
def erase_players(player_ids: Sequence[UUID]) -> None:
    """Take the name of a person of a club from its lists."""
    privacy.erase_players(player_ids)


@hookimpl
def player_competitions(player_ids: Sequence[UUID]) -> list[PlayerCompetition]:
    """Their ratings."""
    return presenters.competitions_of_players(player_ids)
