"""Deliver queued emails: one thread a server process, with retries and a limit a recipient.

An email is claimed by one process for some minutes, sent, and noted as sent. A process that is killed in between
leaves it to be sent again: twice is better than never, and the second copy has the same Message-ID. A mail server that
cannot be reached costs no email an attempt; they wait until it answers.
"""

import asyncio
import logging
import smtplib
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.module_loading import import_string

from carrom_web.outbox.models import OutboxEmail, email_from

LEASE = timedelta(minutes=5)
FIRST_RETRY = timedelta(seconds=30)  # doubled with each attempt
LONGEST_RETRY = timedelta(hours=1)
GIVE_UP_AFTER = timedelta(days=5)  # as mail servers do (RFC 5321, 4.5.4.1)
LIMIT = 30  # emails to one recipient an hour; what is above waits
LIMIT_SPAN = timedelta(hours=1)
KEEP_SENT = timedelta(days=1)
KEEP_FAILED = timedelta(days=30)
LOOK_EVERY_S = 5.0
LONGEST_PAUSE_S = 300.0
STOP_S = 2.0

Status = OutboxEmail.Status
WAKE = threading.Event()  # set when something was queued in this process
_log = logging.getLogger(__name__)


class TransportDownError(Exception):
    """The mail server does not answer, or not to us."""


@dataclass(slots=True)
class DeliveryReport:
    """The report of one round."""

    sent: int = 0
    postponed: int = 0
    failed: int = 0


def wake() -> None:
    """Have what was queued delivered now; with `OUTBOX_EAGER`, as in tests, before this returns."""
    if settings.OUTBOX_EAGER:
        deliver_due()
    else:
        WAKE.set()


def deliver_due() -> DeliveryReport:
    """Write and send what is due, until nothing is.

    Raises:
        TransportDownError: the mail server cannot be reached; what was claimed is free again.
    """
    done = DeliveryReport()
    transport: BaseEmailBackend | None = None
    try:
        while (email := _claim(timezone.now())) is not None:
            if email.is_letter:
                _write(email, done)
                continue
            if transport is None:
                transport = _open(email)
            try:
                transport.send_messages([email_from(email.content)])
            except smtplib.SMTPServerDisconnected as error:
                _retry_later(email, error, done)
                _close(transport)
                transport = None
            except Exception as error:
                _note_error(email, error, done)
            else:
                _finish(email, Status.SENT)
                done.sent += 1
    finally:
        if transport is not None:
            _close(transport)
    return done


def purge(now: datetime) -> None:
    """Delete the rows of emails that were delivered a day ago, or failed a month ago."""
    sent = Q(status=Status.SENT, finished_at__lt=now - KEEP_SENT)
    failed = Q(status=Status.FAILED, finished_at__lt=now - KEEP_FAILED)
    OutboxEmail.objects.filter(sent | failed).delete()


def state() -> dict[str, int]:
    """How many emails wait and failed, and for how many seconds the oldest has been due."""
    now = timezone.now()
    due = OutboxEmail.objects.filter(status=Status.QUEUED).order_by("due_at").values_list("due_at", flat=True).first()
    return {
        "queued": OutboxEmail.objects.filter(status=Status.QUEUED).count(),
        "failed": OutboxEmail.objects.filter(status=Status.FAILED).count(),
        "overdue_s": max(0, int((now - due).total_seconds())) if due else 0,
    }


def _claim(now: datetime) -> OutboxEmail | None:
    """Take the next due email, postponing those above a recipient's limit."""
    free = Q(claimed_until=None) | Q(claimed_until__lte=now)
    due = OutboxEmail.objects.filter(free, status=Status.QUEUED, due_at__lte=now)
    while (email := due.order_by("due_at", "pk").first()) is not None:
        allowed_at = now if email.is_letter else _allowed_at(email.recipient, now)
        if allowed_at > now:
            due.filter(pk=email.pk).update(due_at=allowed_at)
        elif due.filter(pk=email.pk).update(claimed_until=now + LEASE):
            return email
    return None


def _allowed_at(recipient: str, now: datetime) -> datetime:
    """When the next email may go to a recipient."""
    lately = OutboxEmail.objects.filter(recipient=recipient, status=Status.SENT, finished_at__gt=now - LIMIT_SPAN)
    times = list(lately.order_by("-finished_at").values_list("finished_at", flat=True)[:LIMIT])
    return now if len(times) < LIMIT or times[-1] is None else times[-1] + LIMIT_SPAN


def _write(row: OutboxEmail, done: DeliveryReport) -> None:
    """Write a letter that a request has asked for: it becomes an email of its own."""
    try:
        with transaction.atomic():
            import_string(row.content["letter"])(*row.content["arguments"])
            row.delete()
    except ObjectDoesNotExist:
        _log.info("letter %s is not written: what it speaks about is gone", row.content["letter"])
        OutboxEmail.objects.filter(pk=row.pk).delete()
    except Exception as error:
        _log.exception("letter %s could not be written", row.content["letter"])
        is_too_old = timezone.now() - row.created_at > GIVE_UP_AFTER
        if is_too_old:
            _finish(row, Status.FAILED, error)
            done.failed += 1
        else:
            _retry_later(row, error, done)


def _open(email: OutboxEmail) -> BaseEmailBackend:
    """Connect to the mail server, giving a claimed email back if that fails. Raises TransportDownError."""
    try:
        transport: BaseEmailBackend = get_connection(settings.OUTBOX_TRANSPORT, fail_silently=False)
        transport.open()
    except OSError as error:  # the network and all of smtplib's errors
        OutboxEmail.objects.filter(pk=email.pk).update(claimed_until=None, last_error=_short(error))
        raise TransportDownError(str(error)) from error
    return transport


def _close(transport: BaseEmailBackend) -> None:
    try:
        transport.close()
    except OSError as error:
        _log.info("the mail server did not say goodbye: %s", error)


def _note_error(email: OutboxEmail, error: Exception, done: DeliveryReport) -> None:
    """Retry what may succeed later; give up what the server, or the email itself, rules out."""
    too_old = timezone.now() - email.created_at > GIVE_UP_AFTER
    if too_old or _is_final(error):
        _log.error("e-mail %s was not delivered and will not be tried again: %s", email.pk, _short(error))
        _finish(email, Status.FAILED, error)
        done.failed += 1
    else:
        _retry_later(email, error, done)


def _is_final(error: Exception) -> bool:
    """Whether another attempt would end the same way."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    if isinstance(error, smtplib.SMTPSenderRefused):
        return False  # the site's own address is refused: the operator mends that
    if isinstance(error, smtplib.SMTPResponseException):
        return error.smtp_code >= 500
    return not isinstance(error, OSError)


def _retry_later(email: OutboxEmail, error: Exception, done: DeliveryReport) -> None:
    pause = min(FIRST_RETRY * 2 ** min(email.attempts, 10), LONGEST_RETRY)
    OutboxEmail.objects.filter(pk=email.pk).update(
        attempts=F("attempts") + 1, due_at=timezone.now() + pause, claimed_until=None, last_error=_short(error)
    )
    _log.warning("e-mail %s was not delivered, next attempt in %s: %s", email.pk, pause, _short(error))
    done.postponed += 1


def _finish(email: OutboxEmail, status: str, error: Exception | None = None) -> None:
    """Note how it ended. What was delivered keeps no content."""
    changed: dict[str, Any] = {"content": {}} if status == Status.SENT else {}
    OutboxEmail.objects.filter(pk=email.pk).update(
        status=status,
        attempts=F("attempts") + 1,
        finished_at=timezone.now(),
        claimed_until=None,
        last_error=_short(error) if error else "",
        **changed,
    )


def _short(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:300]


class Mailer:
    """Delivers in a thread of its own as long as the server runs: a mail server that hangs holds up nothing else."""

    def __init__(self) -> None:
        self._stops = threading.Event()

    async def run(self) -> None:
        """Deliver until cancelled."""
        thread = threading.Thread(target=self.deliver_until_stopped, name="outbox", daemon=True)
        thread.start()
        try:
            await asyncio.Event().wait()
        finally:
            self._stops.set()
            WAKE.set()
            await asyncio.to_thread(thread.join, STOP_S)  # an email that is on its way arrives, and once

    def deliver_until_stopped(self) -> None:
        """Look when something was queued here, and every few seconds for what others queued or is due again."""
        pause = LOOK_EVERY_S
        while not self._stops.is_set():
            WAKE.clear()
            try:
                deliver_due()
                purge(timezone.now())
                pause = LOOK_EVERY_S
            except TransportDownError as error:
                _log.error("the mail server cannot be reached, e-mails wait; next attempt in %.0f s: %s", pause, error)
                self._stops.wait(pause)
                pause = min(pause * 2, LONGEST_PAUSE_S)
                continue
            except Exception:
                _log.exception("the delivery of e-mails stumbled; it goes on")
            finally:
                connection.close()
            WAKE.wait(LOOK_EVERY_S)


POSTMAN = Mailer()
