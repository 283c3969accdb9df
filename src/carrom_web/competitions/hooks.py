"""What competitions of every kind answer to the hooks between apps (core/hooks.py)."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from carrom_web.competitions import services
from carrom_web.competitions.kinds import kinds
from carrom_web.core.hooks import hookimpl
from carrom_web.people.selectors import claimed_rows


@hookimpl
def export_person(guest_id: UUID) -> Mapping[str, Any]:
    """The competitions that somebody takes part in, and under which name."""
    return {
        kind.model._meta.app_label: [
            {"competition": row.competition.slug, "key": row.key, "name": row.name}
            for row in kind.participants.objects.filter(claimed_rows(guest_id)).order_by("pk")
        ]
        for kind in kinds()
        if kind.participants is not None
    }


@hookimpl
def erase_players(player_ids: Sequence[UUID]) -> None:
    """Take the name of a person of a club from its competitions."""
    for kind in kinds():
        if kind.participants is not None:
            services.erase_participants(kind.participants, player_ids)
