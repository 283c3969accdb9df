"""Sends the queued messages of webhooks, signed, with retries (Standard Webhooks 1.0).

A message is claimed by one server process for a minute, sent, and noted as sent. A process that is killed in between
leaves it to be sent again, with the same id: twice is better than never.
"""

import asyncio
import base64
import hashlib
import hmac
import json
import logging
from datetime import datetime, timedelta
from uuid import UUID

import httpcore
from channels.db import database_sync_to_async
from django.db.models import F, Q
from django.utils import timezone

from carrom_web.api.addresses import is_trusted
from carrom_web.api.models import Webhook, WebhookMessage
from carrom_web.api.selectors import is_banned, signing_key
from carrom_web.core.public_network import NoPublicAddressError, PublicNetwork

LEASE = timedelta(minutes=1)
FIRST_RETRY, LONGEST_RETRY = timedelta(seconds=30), timedelta(hours=6)
GIVE_UP_AFTER = timedelta(days=3)
MOST_FAILURES = 5  # messages given up one after another, then the webhook is switched off
AT_ONCE = 16
TIMEOUT_S = 5.0
TAKEN, GONE = range(200, 300), 410
BANNED = "banned"  # what is noted of messages that were still to be sent when their owner was banned
PRIVATE = "not on the public internet"  # what is noted of an address where nothing is sent
Status = WebhookMessage.Status

_log = logging.getLogger(__name__)


async def deliver_due() -> int:
    """Send what is due, some at once; return how many were delivered."""
    claimed = await database_sync_to_async(_claim)(timezone.now())
    if not claimed:
        return 0
    async with httpcore.AsyncConnectionPool(network_backend=PublicNetwork(is_trusted), retries=0) as pool:
        answers = await asyncio.gather(*(_send(pool, message) for message in claimed))
    await database_sync_to_async(_note)(list(zip(claimed, answers, strict=True)), timezone.now())
    return sum(not problem for problem, _status in answers)


def signature(webhook_id: UUID, message_id: str, moment: int, body: bytes) -> str:
    """Return the signature of a message, as its header has it."""
    signed = f"{message_id}.{moment}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(signing_key(webhook_id), signed, hashlib.sha256).digest()).decode()


def _claim(now: datetime) -> list[WebhookMessage]:
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    due = WebhookMessage.objects.filter(free, status=Status.QUEUED, due_at__lte=now, webhook__is_active=True)
    found = list(due.select_related("webhook").order_by("due_at", "made_at")[:AT_ONCE])
    banned = [one.pk for one in found if is_banned(one.webhook.guest_id)]
    due.filter(pk__in=banned).update(status=Status.FAILED, finished_at=now, last_error=BANNED)
    return [one for one in found if one.pk not in banned and due.filter(pk=one.pk).update(claimed_until=now + LEASE)]


async def _send(pool: httpcore.AsyncConnectionPool, message: WebhookMessage) -> tuple[str, int]:
    """Send one message; return what went wrong, or "", and the status of the answer, or 0. Its text is not read."""
    moment = int(timezone.now().timestamp())
    body = json.dumps({**message.content, "timestamp": message.made_at.isoformat()}, ensure_ascii=False).encode()
    headers: dict[bytes | str, bytes | str] = {
        "Content-Type": "application/json",
        "User-Agent": "carrom-webhooks",
        "webhook-id": str(message.pk),
        "webhook-timestamp": str(moment),
        "webhook-signature": signature(message.webhook_id, str(message.pk), moment, body),
    }
    try:
        async with asyncio.timeout(TIMEOUT_S):
            async with pool.stream("POST", message.webhook.url, headers=headers, content=body) as answer:
                status = answer.status
    except NoPublicAddressError:
        return PRIVATE, 0
    except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError, TimeoutError, OSError) as error:
        return type(error).__name__, 0
    return ("" if status in TAKEN else f"HTTP {status}"), status


def _note(ended: list[tuple[WebhookMessage, tuple[str, int]]], now: datetime) -> None:
    for message, (problem, status) in ended:
        rows, webhook = WebhookMessage.objects.filter(pk=message.pk), Webhook.objects.filter(pk=message.webhook_id)
        done = {"attempts": F("attempts") + 1, "claimed_until": None, "last_error": problem[:200]}
        if not problem:
            rows.update(status=Status.SENT, finished_at=now, **done)
            webhook.update(failures=0)
        elif status == GONE or now - message.made_at > GIVE_UP_AFTER:
            rows.update(status=Status.FAILED, finished_at=now, **done)
            webhook.update(failures=F("failures") + 1)
            switched_off = webhook.filter(failures__gte=1 if status == GONE else MOST_FAILURES).update(is_active=False)
            if switched_off:
                _log.info("webhook %s is switched off: %s", message.webhook_id, problem)
        else:
            pause = min(FIRST_RETRY * 2 ** min(message.attempts, 12), LONGEST_RETRY)
            rows.update(due_at=now + pause, **done)
