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
from urllib.parse import urlsplit
from uuid import UUID

import httpx
from channels.db import database_sync_to_async
from django.db.models import F, Q
from django.utils import timezone

from carrom.errors import CarromError
from carrom_web.api.addresses import public_address_of
from carrom_web.api.models import Webhook, WebhookMessage
from carrom_web.api.selectors import signing_key

LEASE = timedelta(minutes=1)
FIRST_RETRY, LONGEST_RETRY = timedelta(seconds=30), timedelta(hours=6)
GIVE_UP_AFTER = timedelta(days=3)
MOST_FAILURES = 5  # messages given up one after another, then the webhook is switched off
AT_ONCE = 16
TIMEOUT_S = 5.0
GONE = 410
Status = WebhookMessage.Status

_log = logging.getLogger(__name__)


async def deliver_due() -> int:
    """Send what is due, some at once; return how many were delivered."""
    claimed = await database_sync_to_async(_claim)(timezone.now())
    if not claimed:
        return 0
    timeout, limits = httpx.Timeout(TIMEOUT_S), httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(timeout=timeout, limits=limits, trust_env=False, follow_redirects=False) as client:
        answers = await asyncio.gather(*(_send(client, message) for message in claimed))
    await database_sync_to_async(_note)(list(zip(claimed, answers, strict=True)), timezone.now())
    return sum(not problem for problem, _status in answers)


def signature(webhook_id: UUID, message_id: str, moment: int, body: bytes) -> str:
    """Return the signature of a message, as its header has it."""
    signed = f"{message_id}.{moment}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(signing_key(webhook_id), signed, hashlib.sha256).digest()).decode()


def _claim(now: datetime) -> list[WebhookMessage]:
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    due = WebhookMessage.objects.filter(free, status=Status.QUEUED, due_at__lte=now, webhook__is_active=True)
    found = due.select_related("webhook").order_by("due_at", "made_at")[:AT_ONCE]
    return [one for one in found if due.filter(pk=one.pk).update(claimed_until=now + LEASE)]


async def _send(client: httpx.AsyncClient, message: WebhookMessage) -> tuple[str, int]:
    """Send one message; return what went wrong, or "", and the status of the answer, or 0."""
    url, moment = message.webhook.url, int(timezone.now().timestamp())
    body = json.dumps({**message.content, "timestamp": message.made_at.isoformat()}, ensure_ascii=False).encode()
    parts = urlsplit(url)
    try:
        number = await public_address_of(url)
        host = f"[{number}]" if ":" in number else number
        target = parts._replace(netloc=f"{host}:{parts.port}" if parts.port else host, fragment="").geturl()
        headers = {
            "Host": parts.netloc,
            "Content-Type": "application/json",
            "User-Agent": "carrom-webhooks",
            "webhook-id": str(message.pk),
            "webhook-timestamp": str(moment),
            "webhook-signature": signature(message.webhook_id, str(message.pk), moment, body),
        }
        asked = client.build_request("POST", target, content=body, headers=headers)
        asked.extensions["sni_hostname"] = parts.hostname or ""
        answer = await client.send(asked, stream=True)  # what it says is not read
        await answer.aclose()
    except CarromError as error:
        return error.message_id, 0
    except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
        return type(error).__name__, 0
    return ("", answer.status_code) if answer.is_success else (f"HTTP {answer.status_code}", answer.status_code)


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
