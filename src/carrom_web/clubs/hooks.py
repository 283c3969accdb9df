"""The answers of clubs to hooks between apps (core/hooks.py)."""

from uuid import UUID

from carrom_web.clubs import services
from carrom_web.core.hooks import hookimpl


@hookimpl
def check_erasure(guest_id: UUID) -> None:
    """No club with other members may be left without an owner."""
    services.check_leaves_no_club(guest_id)


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Delete the clubs to which they belong alone."""
    services.erase_person(guest_id)
