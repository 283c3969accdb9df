"""What matches answer to the hooks between apps (core/hooks.py)."""

from uuid import UUID

from carrom_web.core.hooks import hookimpl
from carrom_web.matches import privacy


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Take their name out of every match that they played."""
    privacy.erase_person(guest_id)
