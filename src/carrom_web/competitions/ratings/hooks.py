"""The answers of rating lists to hooks between apps (core/hooks.py)."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from carrom_web.competitions.ratings import presenters, selectors
from carrom_web.competitions.ratings.models import Participant
from carrom_web.competitions.ratings.seeding import seed_sources as seed_sources
from carrom_web.competitions.ratings.seeding import seed_strengths as seed_strengths
from carrom_web.core.hooks import PlayerCompetition, hookimpl


@hookimpl
def export_person(guest_id: UUID) -> Mapping[str, Any]:
    """Under which name and in which lists they are rated."""
    rows = selectors.rows_of(guest_id).select_related("rating_list").order_by("pk")
    return {"ratings": [{"list": row.rating_list.slug, "name": row.name, "key": row.key} for row in rows]}


@hookimpl
def erase_players(player_ids: Sequence[UUID]) -> None:
    """Take the name of a person of a club from its lists. Their results stay, as of nobody: others met them."""
    Participant.objects.filter(player__in=player_ids).update(name="", forgotten=True)


@hookimpl
def player_competitions(player_ids: Sequence[UUID]) -> list[PlayerCompetition]:
    """Their ratings."""
    return presenters.competitions_of_players(player_ids)
