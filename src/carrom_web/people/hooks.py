"""The answers of people to hooks between apps (core/hooks.py)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from carrom_web.core.hooks import hookimpl
from carrom_web.people import services
from carrom_web.people.models import Player
from carrom_web.people.retention import stored_until

OWN = ("name", "aliases", "email", "born", "consent", "consent_at", "made_at")


@hookimpl
def export_person(guest_id: UUID) -> Mapping[str, Any]:
    """As whom clubs know them."""
    rows = Player.objects.filter(root__branch__guest_id=guest_id).select_related("club", "root").distinct()
    return {
        "players": [
            {"club": row.club.slug, **{name: getattr(row, name) for name in OWN}, "stored_until": stored_until(row)}
            for row in rows.order_by("pk")
        ]
    }


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Delete every player that they claimed; the apps delete what points to these (`erase_players`)."""
    for player in Player.objects.filter(guest_id=guest_id):
        services.erase(player)
