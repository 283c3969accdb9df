"""A person's e-mails: those that wait, failed, or were delivered within the last day."""

from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress

from carrom_web.accounts.models import Account
from carrom_web.outbox.models import OutboxEmail


def export(guest_id: UUID) -> list[dict[str, Any]]:
    """The e-mails to a person's addresses, as plain values."""
    rows = OutboxEmail.objects.filter(recipient__in=_addresses(guest_id)).order_by("pk")
    return [dict(row) for row in rows.values("recipient", "status", "created_at", "content")]


def erase(guest_id: UUID) -> None:
    """Delete the e-mails to a person's addresses; those that wait are not sent any more."""
    OutboxEmail.objects.filter(recipient__in=_addresses(guest_id)).delete()


def _addresses(guest_id: UUID) -> set[str]:
    account = Account.objects.filter(guest_id=guest_id).first()
    if account is None:
        return set()
    known = EmailAddress.objects.filter(user=account).values_list("email", flat=True)
    return {address.lower() for address in (account.email, *known) if address}
