"""Making and revoking tokens, bots, webhooks."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from carrom_web.accounts.models import Guest
from carrom_web.accounts.services import become_bot, tidy_name
from carrom_web.api import selectors
from carrom_web.api.addresses import check_url
from carrom_web.api.errors import BotError, NewTokenError, WebhookError
from carrom_web.api.models import NAME_LENGTH, Scope, Token, Webhook
from carrom_web.core.sockets import end_after_commit
from carrom_web.matches.models import RatedResult

MOST_TOKENS, MOST_WEBHOOKS = 20, 10  # of one account
BEGINS = 12  # characters of a token that its owner sees again
NOTED_EVERY = timedelta(hours=1)


def make_token(
    guest: Guest, *, name: str, scopes: Collection[str], now: datetime, days: int | None
) -> tuple[Token, str]:
    """Store a token and return it with its text, which nobody can read again.

    Raises:
        NewTokenError: there are too many; it has no scope; only bots play.
    """
    wanted = [scope.value for scope in Scope if scope.value in scopes]
    if not wanted:
        raise NewTokenError("scopes")
    if Scope.PLAY in wanted and not guest.is_bot:
        raise NewTokenError("bot")
    text = f"carrom_{secrets.token_urlsafe(32)}"
    with transaction.atomic():
        Guest.objects.select_for_update().get(pk=guest.pk)
        if selectors.tokens_of(guest.pk).count() >= MOST_TOKENS:
            raise NewTokenError("many", most=MOST_TOKENS)
        token = Token.objects.create(
            guest=guest,
            name=tidy_name(name, NAME_LENGTH) or text[:BEGINS],
            digest=selectors.digest_of(text),
            begins=text[:BEGINS],
            scopes=" ".join(wanted),
            expires_at=None if days is None else now + timedelta(days=days),
        )
    return token, text


def revoke_token(guest_id: UUID, number: int) -> None:
    """Delete one of somebody's tokens and end its streams; another's stays."""
    with transaction.atomic():
        gone, _rows = Token.objects.filter(guest_id=guest_id, pk=number).delete()
        if gone:
            end_after_commit([selectors.group_of(number)])


def note_use(token: Token, now: datetime) -> None:
    """Note that a token was used, once an hour."""
    if token.used_at is None or now - token.used_at > NOTED_EVERY:
        Token.objects.filter(pk=token.pk).update(used_at=now)


def turn_into_bot(guest: Guest) -> None:
    """Make an account a bot's, for good. Raises BotError: a person has played rated matches with it."""
    if RatedResult.objects.filter(guest=guest).exists():
        raise BotError("rated")
    become_bot(guest)


def make_webhook(guest: Guest, *, url: str, kind: str, slug: str, seen: str, now: datetime) -> Webhook:
    """Store a webhook. It hears nothing of what happened before.

    Raises:
        WebhookError: the address is none that is written to; there are too many.
    """
    check_url(url)
    with transaction.atomic():
        Guest.objects.select_for_update().get(pk=guest.pk)
        if selectors.webhooks_of(guest.pk).count() >= MOST_WEBHOOKS:
            raise WebhookError("many", most=MOST_WEBHOOKS)
        return Webhook.objects.create(guest=guest, url=url, kind=kind, slug=slug, seen=seen, seen_at=now)


def delete_webhook(guest_id: UUID, webhook_id: UUID) -> bool:
    """Delete one of somebody's webhooks with its messages; return whether there was one."""
    gone, _rows = Webhook.objects.filter(guest_id=guest_id, pk=webhook_id).delete()
    return bool(gone)
