"""Django's email backend of this site: a request stores an email, and never waits for a mail server.

It is stored in the transaction that is open, so an e-mail exists exactly if what it speaks about was saved. `queue`
stores which one is to be written, and about what: it is written and sent after the commit, and sees everything as it is
then. Closing an event of 500 entries so costs 500 rows, and not four seconds in which nobody else can write.
"""

from collections.abc import Callable, Sequence
from email.utils import make_msgid
from typing import Any
from uuid import UUID

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.utils import DNS_NAME
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from carrom_web.outbox import delivery
from carrom_web.outbox.models import OutboxEmail, content_of


class OutboxBackend(BaseEmailBackend):
    """Queues emails; `delivery` sends them through the backend that `OUTBOX_TRANSPORT` names."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Queue the emails that have a recipient; return how many."""
        rows = [_row(email) for email in email_messages if email.recipients()]
        OutboxEmail.objects.bulk_create(rows)
        if rows:
            transaction.on_commit(delivery.wake)
        return len(rows)


def _row(email: EmailMessage) -> OutboxEmail:
    content = content_of(email)
    # Fixed here, so that an email that is sent twice, after a crash between sending and noting it, is recognised.
    content["headers"].setdefault("Message-ID", make_msgid(domain=str(DNS_NAME)))
    return OutboxEmail(recipient=email.recipients()[0].lower(), content=content, due_at=timezone.now())


def queue(letter: Callable[..., None], *arguments: Any) -> None:
    """Store that a letter is to be written with these arguments: ids, numbers, texts, lists of them.

    Raises:
        ValueError: it cannot be found again by its name.
    """
    name = f"{letter.__module__}.{letter.__qualname__}"
    if import_string(name) is not letter:
        raise ValueError(f"{name} is another function: a letter is a function of a module")
    content = {"letter": name, "arguments": [str(one) if isinstance(one, UUID) else one for one in arguments]}
    OutboxEmail.objects.create(recipient="", content=content, due_at=timezone.now())
    transaction.on_commit(delivery.wake)
