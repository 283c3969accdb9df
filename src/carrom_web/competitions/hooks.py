"""The answers of competitions of every kind to hooks between apps (core/hooks.py)."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from carrom_web.competitions import services
from carrom_web.competitions.kinds import kinds
from carrom_web.competitions.models import Follow
from carrom_web.core.hooks import hookimpl
from carrom_web.people.selectors import claimed_rows


@hookimpl
def export_person(guest_id: UUID) -> Mapping[str, Any]:
    """The competitions that somebody takes part in, and under which name; whom they follow."""
    own = claimed_rows(guest_id)
    taken_part: dict[str, Any] = {
        kind.model._meta.app_label: [
            {"competition": row.competition.slug, "key": row.key, "name": row.name}
            for row in kind.participants.objects.filter(own).select_related("competition").order_by("pk")
        ]
        for kind in kinds()
        if kind.participants is not None
    }
    return taken_part | {"followed players": _followed(guest_id)}


def _followed(guest_id: UUID) -> list[dict[str, Any]]:
    """Whom somebody follows: where, the name as it is public there, since when."""
    own = {kind.model: kind for kind in kinds()}
    found = []
    for follow in Follow.objects.filter(guest_id=guest_id).order_by("pk").prefetch_related("subject"):
        row: Any = follow.subject
        kind = own[type(row)]
        view = kind.view(row)
        seen = kind.followed(row, view, [kind.who(view, follow.key)]) if kind.followed is not None else []
        name = seen[0].name if seen else ""
        found.append({"competition": row.slug, "player": name, "since": follow.since})
    return found


@hookimpl
def erase_players(player_ids: Sequence[UUID]) -> None:
    """Take the name of a person of a club from its competitions."""
    for kind in kinds():
        if kind.participants is not None:
            services.erase_participants(kind.participants, player_ids)
