"""The answers of rating lists to hooks between apps (core/hooks.py)."""

from collections.abc import Sequence
from uuid import UUID

from carrom_web.competitions.ratings import presenters
from carrom_web.competitions.ratings.models import Participant
from carrom_web.competitions.ratings.seeding import seed_sources as seed_sources
from carrom_web.competitions.ratings.seeding import seed_strengths as seed_strengths
from carrom_web.core.hooks import PlayerCompetition, hookimpl


@hookimpl
def erase_players(player_ids: Sequence[UUID]) -> None:
    """No source names a person again whom the base erased. Their results stay, since they count for others."""
    Participant.objects.filter(person__in=player_ids).update(forgotten=True)


@hookimpl
def player_competitions(player_ids: Sequence[UUID]) -> list[PlayerCompetition]:
    """Their ratings."""
    return presenters.competitions_of_players(player_ids)
