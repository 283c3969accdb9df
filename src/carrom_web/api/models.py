"""Tokens of programs that ask in somebody's name, and webhooks with the messages that they are sent."""

import uuid
from collections.abc import Collection

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from carrom_web.accounts.models import Guest

NAME_LENGTH = 40
URL_LENGTH = 300


class Scope(models.TextChoices):
    """Rights of a token. Everything that everybody may see needs no token."""

    READ = "read", _("Read your account and list your matches")
    PLAY = "play", _("Play: start matches, make strokes, offer and accept challenges (bots only)")
    RECORDS = "records", _("Import records of matches")
    WEBHOOKS = "webhooks", _("Make and delete webhooks")


class Token(models.Model):
    """A personal token. The text is shown once; a digest of it is stored."""

    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=NAME_LENGTH)
    digest = models.CharField(max_length=64, unique=True)
    begins = models.CharField(max_length=16)  # of the text, so that its owner knows which one this is
    scopes = models.CharField(max_length=100)  # with spaces between
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField(null=True)  # to the hour

    def __str__(self) -> str:
        return str(self.pk)

    @property
    def scope_set(self) -> Collection[str]:
        """Its scopes."""
        return frozenset(self.scopes.split())

    @property
    def labels(self) -> list[str]:
        """Its scopes in words."""
        return [str(scope.label) for scope in Scope if scope.value in self.scope_set]


class Webhook(models.Model):
    """An address that hears what happens: in the owner's matches, or in one competition that everybody may see."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=URL_LENGTH)
    kind = models.CharField(max_length=40, blank=True)  # of the competition, as `CompetitionKind.key`; empty: matches
    slug = models.CharField(max_length=80, blank=True)
    seen = models.CharField(max_length=80, blank=True)  # the stamp of the competition that was reported last
    seen_at = models.DateTimeField()  # until when matches were looked at
    failures = models.PositiveIntegerField(default=0)  # messages given up, one after another
    is_active = models.BooleanField(default=True)
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return str(self.id)

    @property
    def topic(self) -> str:
        """The topic: "matches", or kind and slug of a competition."""
        return f"{self.kind}/{self.slug}" if self.kind else "matches"


class WebhookMessage(models.Model):
    """One message to a webhook: what to send, when to try next, and how it ended."""

    class Status(models.TextChoices):
        QUEUED = "queued"
        SENT = "sent"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="messages")
    key = models.CharField(max_length=120)  # what it is about; the same is sent once
    content = models.JSONField()
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.QUEUED)
    made_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField()
    claimed_until = models.DateTimeField(null=True)
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.CharField(max_length=200, blank=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["webhook", "key"], name="one_message_a_happening")]
        indexes = [models.Index(fields=["due_at"], condition=Q(status="queued"), name="webhook_message_queued")]

    def __str__(self) -> str:
        return f"{self.pk} {self.status}"
