"""What people answer to the hooks between apps (core/hooks.py)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from carrom_web.core.hooks import hookimpl
from carrom_web.people import privacy


@hookimpl
def export_person(guest_id: UUID) -> Mapping[str, Any]:
    """As whom clubs know them."""
    return {"players": privacy.export_guest(guest_id)}


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Delete every player that they claimed; the apps delete what points to these (`erase_players`)."""
    privacy.erase_guest(guest_id)
