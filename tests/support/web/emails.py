"""What somebody gets by e-mail for what is done inside: nothing of before, delivered at the end."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core import mail
from django.core.mail import EmailMessage

from carrom_web.outbox import delivery


@contextmanager
def collected_emails() -> Iterator[list[EmailMessage]]:
    """Deliver what was queued before and put it away; give the list that fills when the block ends."""
    delivery.deliver_due()
    mail.outbox.clear()
    yield mail.outbox
    delivery.deliver_due()
