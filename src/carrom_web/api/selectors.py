"""Queries about tokens and webhooks. Reads, never writes."""

import base64
import hashlib
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.crypto import salted_hmac

from carrom_web.api.models import Token, Webhook
from carrom_web.core.hooks import registry


def digest_of(text: str) -> str:
    """Return the digest of a token. Its text is random enough that nobody finds it by trying, so one round is safe."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


def token_of(text: str, now: datetime) -> Token | None:
    """Return the token of a text, with its guest; None: revoked, expired, never made, or its account is closed."""
    return token_of_digest(digest_of(text), now)


def token_of_digest(digest: str, now: datetime) -> Token | None:
    """Return the token with a digest, as `token_of` does."""
    valid = Q(expires_at=None) | Q(expires_at__gt=now)
    rows = Token.objects.filter(valid, digest=digest, guest__account__is_active=True)
    return rows.select_related("guest").first()


def is_banned(guest_id: UUID) -> bool:
    """Whether the programs of somebody are refused, as they are."""
    return any(registry.hook.is_banned(guest_id=guest_id))


def still_opens(token: Token, now: datetime) -> bool:
    """Whether a token that was valid still is, and its owner is not banned."""
    return token_of_digest(token.digest, now) is not None and not is_banned(token.guest_id)


def group_of(token_id: int) -> str:
    """The name of the group of all streams that were opened with a token."""
    return f"token.{token_id}"


def tokens_of(guest_id: UUID) -> QuerySet[Token]:
    """Return somebody's tokens, the newest first."""
    return Token.objects.filter(guest_id=guest_id).order_by("-made_at", "-pk")


def webhooks_of(guest_id: UUID) -> QuerySet[Webhook]:
    """Return somebody's webhooks, the oldest first."""
    return Webhook.objects.filter(guest_id=guest_id).order_by("made_at", "pk")


def signing_key(webhook_id: UUID) -> bytes:
    """Return the key that signs the messages of a webhook. It follows from the site's own key and is not stored."""
    return salted_hmac("carrom.webhook", webhook_id.hex, algorithm="sha256").digest()


def secret_of(webhook_id: UUID) -> str:
    """Return the key as its owner gets it."""
    return "whsec_" + base64.b64encode(signing_key(webhook_id)).decode()
