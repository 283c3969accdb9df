"""The answers of the outbox to hooks between apps (core/hooks.py)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress

from carrom_web.accounts.models import Account
from carrom_web.core.hooks import hookimpl
from carrom_web.outbox.erasure import delete_emails_to
from carrom_web.outbox.models import OutboxEmail


@hookimpl
def export_person(guest_id: UUID) -> Mapping[str, Any]:
    """The e-mails to their addresses: those that wait, failed, or were delivered within the last day."""
    rows = OutboxEmail.objects.filter(recipient__in=_addresses(guest_id)).order_by("pk")
    return {"emails": [dict(row) for row in rows.values("recipient", "status", "created_at", "content")]}


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Delete the e-mails to their addresses, last of all: other apps may have queued one while they erased."""
    delete_emails_to(_addresses(guest_id))


def _addresses(guest_id: UUID) -> set[str]:
    account = Account.objects.filter(guest_id=guest_id).first()
    if account is None:
        return set()
    known = EmailAddress.objects.filter(user=account).values_list("email", flat=True)
    return {address.lower() for address in (account.email, *known) if address}
