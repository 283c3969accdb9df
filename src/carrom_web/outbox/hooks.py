"""What the outbox answers to the hooks between apps (core/hooks.py)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from carrom_web.core.hooks import hookimpl
from carrom_web.outbox import privacy


@hookimpl
def export_person(guest_id: UUID) -> Mapping[str, Any]:
    """The e-mails to their addresses."""
    return {"emails": privacy.export(guest_id)}


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Delete the e-mails to their addresses, last of all: other apps may have queued one while they erased."""
    privacy.erase(guest_id)
