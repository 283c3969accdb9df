"""An email, or a letter that becomes one, as a row: what to send, to whom, when to try next, and how it ended."""

from base64 import b64decode, b64encode
from typing import Any

from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import models
from django.db.models import Q


class OutboxEmail(models.Model):
    """One email. Its content is emptied once it is delivered; the row stays for a day, for the limit a recipient."""

    class Status(models.TextChoices):
        QUEUED = "queued"
        SENT = "sent"
        FAILED = "failed"  # refused for good, or not delivered in days

    recipient = models.CharField(
        max_length=320
    )  # the first one, in lower case: whom the limit counts; empty for a letter
    content = models.JSONField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.QUEUED)
    created_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField()  # no attempt before
    claimed_until = models.DateTimeField(null=True)  # another process delivers it until then
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.CharField(max_length=300, blank=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], condition=Q(status="queued"), name="outbox_queued"),
            models.Index(fields=["recipient", "finished_at"], name="outbox_recipient"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} to {self.recipient}: {self.status}"

    @property
    def is_letter(self) -> bool:
        """Whether this is still to be written (`outbox.letters.queue`)."""
        return "letter" in self.content


def content_of(email: EmailMessage) -> dict[str, Any]:
    """An email as plain values; `email_from` makes it again."""
    return {
        "subject": str(email.subject),
        "body": str(email.body),
        "subtype": email.content_subtype,
        "from": email.from_email,
        "to": email.to,
        "cc": email.cc,
        "bcc": email.bcc,
        "reply_to": email.reply_to,
        "headers": {name: str(value) for name, value in email.extra_headers.items()},
        "alternatives": [list(one) for one in getattr(email, "alternatives", [])],
        "attachments": [_attachment(one) for one in email.attachments],
    }


def email_from(content: dict[str, Any]) -> EmailMultiAlternatives:
    """The email that `content_of` made plain."""
    email = EmailMultiAlternatives(
        subject=content["subject"],
        body=content["body"],
        from_email=content["from"],
        to=content["to"],
        cc=content["cc"],
        bcc=content["bcc"],
        reply_to=content["reply_to"],
        headers=content["headers"],
    )
    email.content_subtype = content["subtype"]
    for text, mimetype in content["alternatives"]:
        email.attach_alternative(text, mimetype)
    for name, data, mimetype in content["attachments"]:
        email.attach(name, b64decode(data), mimetype)
    return email


def _attachment(attachment: Any) -> list[str | None]:
    """Name, bytes in base64, type. Raises TypeError for a ready-made MIME part, which nothing here attaches."""
    if not isinstance(attachment, tuple):
        raise TypeError("attach a file by name, content and type: a MIME object cannot be queued")
    name, data, mimetype = attachment
    raw = data.encode() if isinstance(data, str) else data
    return [name, b64encode(raw).decode("ascii"), mimetype]
