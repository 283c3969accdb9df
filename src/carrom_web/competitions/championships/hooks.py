"""The answers of championships to hooks between apps (core/hooks.py)."""

from collections.abc import Sequence
from uuid import UUID

from carrom_web.competitions.championships import presenters
from carrom_web.core.hooks import PlayerCompetition, hookimpl


@hookimpl
def player_competitions(player_ids: Sequence[UUID]) -> list[PlayerCompetition]:
    """Their places in championships."""
    return presenters.competitions_of_players(player_ids)
