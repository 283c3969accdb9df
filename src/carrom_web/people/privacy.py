"""What clubs know of a person, given to them and deleted."""

from typing import Any
from uuid import UUID

from carrom_web.people import services
from carrom_web.people.models import Player

OWN = ("name", "aliases", "email", "born", "consent", "consent_at", "made_at")


def export_guest(guest_id: UUID) -> list[dict[str, Any]]:
    """All players that somebody claimed, and those merged with them."""
    rows = Player.objects.filter(root__branch__guest_id=guest_id).select_related("club").distinct().order_by("pk")
    return [{"club": row.club.slug, **{name: getattr(row, name) for name in OWN}} for row in rows]


def erase_guest(guest_id: UUID) -> None:
    """Delete a person from all clubs that know them."""
    for player in Player.objects.filter(guest_id=guest_id):
        services.erase(player)
