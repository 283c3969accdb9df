"""Sends notifications to push services: side by side, with short waits, so that one that hangs holds up no other.

A notification is claimed by one process, sent, and deleted. One that a killed process had claimed is sent again; its
tag makes the second take the place of the first. A device that its push service does not know any more is deleted.
"""

import asyncio
import json
import logging
import time
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import parseaddr
from enum import Enum, auto
from hashlib import sha256

import httpcore
from channels.db import database_sync_to_async
from django.conf import settings
from django.db.models import F, Q
from django.utils import timezone

from carrom_web.core.public_network import PublicNetwork
from carrom_web.push import encryption
from carrom_web.push.addresses import is_trusted, origin_of
from carrom_web.push.models import Device, Notification

LEASE = timedelta(minutes=1)
A_ROUND = 50  # notifications
AT_ONCE = 4  # to one push service
WAIT_S = 5.0  # for one push service to take one
FIRST_RETRY, LONGEST_RETRY = timedelta(seconds=15), timedelta(hours=1)
MOST_FAILURES, GIVE_UP_AFTER = 30, timedelta(days=7)  # a device that fails as often, and for as long, is given up
SIGNED_FOR_S = 12 * 3600
_log = logging.getLogger(__name__)


class Outcome(Enum):
    """How an attempt ended."""

    TAKEN = auto()
    GONE = auto()  # the browser has unsubscribed, or subscribed for another key of the site
    REFUSED = auto()  # this notification, for good
    LATER = auto()
    NOT_TRIED = auto()  # its push service has just failed


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt: its outcome, when to try again at the earliest, and what was wrong."""

    notification: Notification
    outcome: Outcome
    retry_after: timedelta | None = None
    error: str = ""


async def deliver_due() -> int:
    """Send what is due, until nothing is; return how many were taken."""
    taken = 0
    async with httpcore.AsyncConnectionPool(network_backend=PublicNetwork(is_trusted), retries=0) as pool:
        while claimed := await database_sync_to_async(_claim)(timezone.now()):
            attempts = await _send_all(pool, claimed)
            await database_sync_to_async(_note)(attempts, timezone.now())
            taken += sum(one.outcome is Outcome.TAKEN for one in attempts)
    return taken


def _claim(now: datetime) -> list[Notification]:
    """Take the next that are due; those that are too old go."""
    Notification.objects.filter(expires_at__lte=now).delete()
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    due = Notification.objects.filter(free, due_at__lte=now)
    found = due.select_related("device").order_by("due_at", "pk")[:A_ROUND]
    return [one for one in found if due.filter(pk=one.pk).update(claimed_until=now + LEASE)]


async def _send_all(pool: httpcore.AsyncConnectionPool, claimed: Iterable[Notification]) -> list[Attempt]:
    """Send them; when a push service hangs or fails, the others that go there wait for a later round."""
    turns: dict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(AT_ONCE))
    failing: set[str] = set()

    async def send_in_turn(one: Notification) -> Attempt:
        origin = origin_of(one.device.endpoint)
        async with turns[origin]:
            if origin in failing:
                return Attempt(one, Outcome.NOT_TRIED, error="its push service does not answer")
            attempt = await _send(pool, one, origin)
        if attempt.outcome is Outcome.LATER:
            failing.add(origin)
        return attempt

    return await asyncio.gather(*map(send_in_turn, claimed))


async def _send(pool: httpcore.AsyncConnectionPool, one: Notification, origin: str) -> Attempt:
    device = one.device
    if device.site_key != encryption.public_site_key(settings.SECRET_KEY):
        return Attempt(one, Outcome.GONE, error="it was switched on for another key of this site")
    content = json.dumps(one.content, ensure_ascii=False).encode()
    headers: dict[bytes | str, bytes | str] = {
        "Authorization": _authorization(origin),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(max(0, int((one.expires_at - timezone.now()).total_seconds()))),
        "Topic": sha256(one.tag.encode()).hexdigest()[:32],  # RFC 8030: the newest of a topic waits for the browser
        "Urgency": "high" if one.is_urgent else "normal",
    }
    body = encryption.encrypt(content, device.public_key, device.secret)
    try:
        async with asyncio.timeout(WAIT_S):
            async with pool.stream("POST", device.endpoint, headers=headers, content=body) as answer:
                return _attempt(one, answer.status, _header(answer, b"retry-after"))
    except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError, TimeoutError, OSError) as error:
        return Attempt(one, Outcome.LATER, error=f"{type(error).__name__}: {error}")


def _attempt(one: Notification, status: int, retry_after: str) -> Attempt:
    if 200 <= status < 300:
        return Attempt(one, Outcome.TAKEN)
    if status in (404, 410):
        return Attempt(one, Outcome.GONE, error=f"status {status}")
    if status == 429 or status >= 500:
        seconds = int(retry_after) if retry_after.isascii() and retry_after.isdigit() and len(retry_after) < 8 else 0
        wait = min(timedelta(seconds=seconds), LONGEST_RETRY) if seconds else None
        return Attempt(one, Outcome.LATER, wait, f"status {status}")
    return Attempt(one, Outcome.REFUSED, error=f"status {status}")


def _header(answer: httpcore.Response, name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in answer.headers if key.lower() == name), "")


def _authorization(origin: str) -> str:
    expires = int(time.time()) + SIGNED_FOR_S
    return encryption.authorization(settings.SECRET_KEY, audience=origin, subject=subject(), expires=expires)


def subject() -> str:
    """How a push service reaches the operator: as the settings say, or by the sender of the site's emails."""
    contact: str = settings.SECURITY_CONTACT
    if contact.startswith(("mailto:", "https:")):
        return contact
    site: str = settings.SITE_URL
    return site if site.startswith("https:") else f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}"


def _note(attempts: Iterable[Attempt], now: datetime) -> None:
    """Store how attempts ended."""
    for one in attempts:
        row, devices = one.notification, Device.objects.filter(pk=one.notification.device_id)
        if one.outcome is Outcome.GONE:
            _log.info("device %s gets no notifications any more: %s", row.device_id, one.error)
            devices.delete()
        elif one.outcome in (Outcome.LATER, Outcome.NOT_TRIED):
            pause = one.retry_after or min(FIRST_RETRY * 2 ** min(row.attempts, 10), LONGEST_RETRY)
            tried = int(one.outcome is Outcome.LATER)
            Notification.objects.filter(pk=row.pk).update(
                attempts=F("attempts") + tried, due_at=now + pause, claimed_until=None, last_error=one.error[:300]
            )
            devices.update(failures=F("failures") + tried)
            never_taken = Q(taken_at__lt=now - GIVE_UP_AFTER) | Q(taken_at=None, made_at__lt=now - GIVE_UP_AFTER)
            devices.filter(never_taken, failures__gte=MOST_FAILURES).delete()
            _log.warning("notification %s was not taken, next attempt in %s: %s", row.pk, pause, one.error)
        else:
            Notification.objects.filter(pk=row.pk).delete()
            if one.outcome is Outcome.TAKEN:
                devices.update(failures=0, taken_at=now)
            else:
                _log.error("notification %s was refused: %s", row.pk, one.error)
