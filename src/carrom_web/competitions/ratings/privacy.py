"""Export and erasure of a person's data in rating lists. Their results stay without a name: they count for others."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from carrom_web.competitions.ratings import selectors
from carrom_web.competitions.ratings.models import Participant


def export_guest(guest_id: UUID) -> list[dict[str, Any]]:
    """Under which name and in which lists somebody is rated."""
    rows = selectors.rows_of(guest_id).select_related("rating_list").order_by("pk")
    return [{"list": row.rating_list.slug, "name": row.name, "key": row.key} for row in rows]


def erase_players(player_ids: Sequence[UUID]) -> None:
    """Take a person's name from all lists."""
    Participant.objects.filter(player__in=player_ids).update(name="", forgotten=True)
