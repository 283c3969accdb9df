"""Adding to the audit log."""

from datetime import datetime
from typing import Any
from uuid import UUID

from carrom_web.accounts.models import Guest
from carrom_web.audit.models import AuditedModel, AuditEntry
from carrom_web.core.rows import only_row


def name_of(guest_id: UUID | None) -> str:
    """Return the present name of a guest; empty for nobody."""
    return only_row(Guest.objects.filter(pk=guest_id).values_list("name", flat=True)) or "" if guest_id else ""


def record_audit(
    subject: AuditedModel,
    kind: str,
    *,
    at: datetime,
    guest_id: UUID | None = None,
    by: str | None = None,
    role: AuditEntry.Role = AuditEntry.Role.ORGANISER,
    reason: str = "",
    undoes: AuditEntry | None = None,
    **detail: Any,
) -> AuditEntry:
    """Add an entry to the audit log of a subject and give it.

    Args:
        by: the name to write down; that of the guest if it is not given.
        detail: what `kind` needs to be described, as JSON.
    """
    return AuditEntry.objects.create(
        subject=subject,
        kind=kind,
        at=at,
        guest_id=guest_id,
        by=name_of(guest_id) if by is None else by,
        role=role,
        reason=reason,
        undoes=undoes,
        detail=detail,
    )
