"""What championships keep of a person: his name as who did something. Who played is told by the events themselves."""

from uuid import UUID

from carrom_web.competitions.championships.models import AuditEntry


def erase_guest(guest_id: UUID) -> None:
    """Take a person's name from what he did."""
    AuditEntry.objects.filter(guest_id=guest_id).update(by="")
