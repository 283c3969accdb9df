"""Django's e-mail backend of this site: a request stores an e-mail, and never waits for a mail server.

It is stored in the transaction that is open, so an e-mail exists exactly if what it speaks about was saved.
"""

from collections.abc import Sequence
from email.utils import make_msgid

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.utils import DNS_NAME
from django.db import transaction
from django.utils import timezone

from carrom_web.outbox import delivery
from carrom_web.outbox.models import OutboxEmail, content_of


class OutboxBackend(BaseEmailBackend):
    """Queues e-mails; `delivery` sends them through the backend that `OUTBOX_TRANSPORT` names."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Queue the e-mails that have a recipient; give how many."""
        rows = [_row(email) for email in email_messages if email.recipients()]
        OutboxEmail.objects.bulk_create(rows)
        if rows:
            transaction.on_commit(delivery.wake)
        return len(rows)


def _row(email: EmailMessage) -> OutboxEmail:
    content = content_of(email)
    # Fixed here, so that an e-mail that is sent twice, after a crash between sending and noting it, is recognised.
    content["headers"].setdefault("Message-ID", make_msgid(domain=str(DNS_NAME)))
    return OutboxEmail(recipient=email.recipients()[0].lower(), content=content, due_at=timezone.now())
