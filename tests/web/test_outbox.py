"""Queued e-mails: a request stores one and never waits; delivery retries, keeps to limits, and loses none."""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives, send_mail
from django.db import OperationalError, transaction
from django.test import Client
from django.utils import timezone

from carrom_web.outbox import backend, delivery
from carrom_web.outbox.models import OutboxEmail
from carrom_web.outbox.reporting import report
from tests.support.web.mail_server import MailServer, closed_port, mail_server, silent_server

pytestmark = pytest.mark.django_db
Status = OutboxEmail.Status


@pytest.fixture(autouse=True)
def queueing(settings: Any) -> None:
    """Queue as the site does: pytest-django puts Django's own backend for tests in its place."""
    settings.OUTBOX_EAGER = False
    settings.EMAIL_BACKEND = "carrom_web.outbox.backend.OutboxBackend"
    settings.OUTBOX_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST = "127.0.0.1"
    settings.EMAIL_TIMEOUT = 5


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    with mail_server() as (running, port):
        settings.EMAIL_PORT = port
        yield running


def queue(to: str = "asha@example.org", subject: str = "Hello") -> OutboxEmail:
    send_mail(subject, "text", "club@example.org", [to])
    return OutboxEmail.objects.latest("pk")


def make_due() -> None:
    OutboxEmail.objects.filter(status=Status.QUEUED).update(due_at=timezone.now())


def test_an_email_arrives_as_it_was_written_with_all_its_parts(server: MailServer):
    email = EmailMultiAlternatives(
        "Grüße, ஆஷா",
        "plain text",
        "club@example.org",
        ["Asha@example.org"],
        bcc=["desk@example.org"],
        reply_to=["owner@example.org"],
        headers={"Auto-Submitted": "auto-generated"},
    )
    email.attach_alternative("<p>html</p>", "text/html")
    email.attach("days.ics", "BEGIN:VCALENDAR", "text/calendar")
    assert email.send() == 1
    assert not server.received

    assert delivery.deliver_due().sent == 1

    (envelope,) = server.received
    assert envelope.rcpt_tos == ["Asha@example.org", "desk@example.org"]
    expected = email.message()
    text = envelope.content.decode()
    for header in ("Subject", "From", "To", "Reply-To", "Auto-Submitted"):
        assert f"{header}: {expected[header]}" in text
    assert "desk@example.org" not in text
    for part in ("plain text", "<p>html</p>", "days.ics", "text/calendar"):
        assert part in text


def test_what_was_delivered_keeps_no_content_and_goes_after_a_day(server: MailServer):
    row = queue()
    delivery.deliver_due()

    row.refresh_from_db()
    assert (row.status, row.content, row.attempts) == (Status.SENT, {}, 1)
    delivery.purge(timezone.now() + timedelta(hours=23))
    assert OutboxEmail.objects.exists()
    delivery.purge(timezone.now() + timedelta(hours=25))
    assert not OutboxEmail.objects.exists()


def test_an_email_is_queued_exactly_if_what_it_speaks_about_is_stored():
    with pytest.raises(RuntimeError), transaction.atomic():
        queue()
        raise RuntimeError

    assert not OutboxEmail.objects.exists()


def test_no_page_waits_for_a_mail_server_that_never_answers(settings: Any):
    with silent_server() as (port, held):
        settings.EMAIL_PORT = port
        settings.LETTERS_ARRIVE = True
        settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
        settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
        form = {"email": "asha@example.org", "password1": "one of many horses", "name": "Asha"}
        answer = Client(HTTP_HOST="127.0.0.1:8000").post("/accounts/signup/", form)

        assert answer["Location"] == "/accounts/confirm-email/"
        assert not held  # the request has not even spoken to it
        row = OutboxEmail.objects.get()
        assert row.recipient == "asha@example.org"
        assert re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", row.content["body"])


@pytest.mark.parametrize("kind", ["silent", "closed"])
def test_a_mail_server_that_is_down_costs_no_email_and_no_attempt(settings: Any, kind: str):
    settings.EMAIL_TIMEOUT = 0.2
    rows = [queue(), queue("binu@example.org")]
    with silent_server() as (silent, _):
        settings.EMAIL_PORT = silent if kind == "silent" else closed_port()
        with pytest.raises(delivery.TransportDownError):
            delivery.deliver_due()

    for row in rows:
        row.refresh_from_db()
        assert (row.status, row.attempts, row.claimed_until) == (Status.QUEUED, 0, None)
    with mail_server() as (running, settings.EMAIL_PORT):
        assert delivery.deliver_due().sent == 2
        assert running.recipients == ["asha@example.org", "binu@example.org"]


def test_an_email_that_is_refused_for_now_is_tried_again_later_and_later(server: MailServer):
    row = queue()
    pauses = []
    for _ in range(9):
        server.answers = ["451 try again later"]
        make_due()
        assert delivery.deliver_due().postponed == 1
        row.refresh_from_db()
        assert (row.status, "451" in row.last_error) == (Status.QUEUED, True)
        pauses.append(timedelta(seconds=round((row.due_at - timezone.now()).total_seconds())))

    assert delivery.deliver_due() == delivery.DeliveryReport()  # not due yet
    assert pauses == sorted(pauses)
    assert pauses[:3] == [delivery.FIRST_RETRY, 2 * delivery.FIRST_RETRY, 4 * delivery.FIRST_RETRY]
    assert pauses[-1] == delivery.LONGEST_RETRY
    make_due()
    assert delivery.deliver_due().sent == 1
    assert server.recipients == ["asha@example.org"]


def test_an_email_is_given_up_when_refused_for_good_and_does_not_hold_up_the_next(server: MailServer):
    server.refused = {"nobody@example.org"}
    lost, other = queue("nobody@example.org"), queue()

    done = delivery.deliver_due()

    assert (done.failed, done.sent) == (1, 1)
    lost.refresh_from_db()
    other.refresh_from_db()
    assert (lost.status, other.status) == (Status.FAILED, Status.SENT)
    assert "550" in lost.last_error and lost.content["subject"] == "Hello"  # the operator can read and retry it


def test_an_email_that_nobody_takes_for_days_is_given_up(server: MailServer):
    row = queue()
    OutboxEmail.objects.update(created_at=timezone.now() - delivery.GIVE_UP_AFTER - timedelta(minutes=1))
    server.answers = ["451 try again later"]

    assert delivery.deliver_due().failed == 1
    row.refresh_from_db()
    assert row.status == Status.FAILED


def test_one_recipient_gets_so_many_an_hour_and_the_rest_later(server: MailServer):
    for number in range(delivery.LIMIT + 2):
        queue(subject=f"number {number}")
    queue("binu@example.org")

    assert delivery.deliver_due().sent == delivery.LIMIT + 1
    assert server.recipients.count("binu@example.org") == 1
    waiting = OutboxEmail.objects.filter(status=Status.QUEUED)
    assert waiting.count() == 2
    assert all(row.due_at > timezone.now() + timedelta(minutes=50) for row in waiting)
    OutboxEmail.objects.filter(status=Status.SENT).update(finished_at=timezone.now() - delivery.LIMIT_SPAN)
    make_due()
    assert delivery.deliver_due().sent == 2


def test_who_was_killed_while_sending_leaves_the_email_to_be_sent_again_under_the_same_id(server: MailServer):
    row = queue()
    claimed = delivery._claim(timezone.now())
    assert claimed is not None and claimed.pk == row.pk
    assert delivery.deliver_due() == delivery.DeliveryReport()  # another process has it

    OutboxEmail.objects.update(claimed_until=timezone.now())
    assert delivery.deliver_due().sent == 1
    assert f"Message-ID: {row.content['headers']['Message-ID']}" in server.received[0].content.decode()


@pytest.mark.django_db(transaction=True)
def test_the_postman_delivers_what_is_queued_at_once_and_stops(server: MailServer):
    postman = delivery.Mailer()
    thread = threading.Thread(target=postman.deliver_until_stopped)
    thread.start()
    deadline = time.monotonic() + 60
    try:
        while time.monotonic() < deadline:
            with suppress(OperationalError):  # the tests' database in memory does not wait while a thread reads
                with transaction.atomic():
                    queue()
                break
        while not server.received and time.monotonic() < deadline:
            time.sleep(0.02)
        assert server.recipients == ["asha@example.org"]
    finally:
        postman._stops.set()
        delivery.WAKE.set()
        thread.join(20)
    assert not thread.is_alive()


def test_the_health_check_counts_what_waits_and_what_failed(server: MailServer):
    server.refused = {"nobody@example.org"}
    queue("nobody@example.org")
    delivery.deliver_due()
    queue()

    answer = Client(HTTP_HOST="127.0.0.1:8000").get("/healthz").json()["email"]

    assert answer == {"queued": 1, "failed": 1, "overdue_s": 0}


def write_greeting(name: str, numbers: list[int]) -> None:
    """A letter as an app has them."""
    if name == "nobody":
        raise OutboxEmail.DoesNotExist
    if name == "broken":
        raise ZeroDivisionError("a fault of the program")
    send_mail(f"Hello {name}", str(numbers), "club@example.org", [f"{name}@example.org"])


def test_a_letter_is_stored_with_what_it_speaks_about_and_written_afterwards(server: MailServer):
    with pytest.raises(RuntimeError), transaction.atomic():
        backend.queue(write_greeting, "eve", [1])
        raise RuntimeError
    backend.queue(write_greeting, "asha", [1, 2])
    assert OutboxEmail.objects.get().is_letter

    assert delivery.deliver_due().sent == 1

    assert server.recipients == ["asha@example.org"]
    assert "[1, 2]" in server.received[0].content.decode()
    assert not [row for row in OutboxEmail.objects.all() if row.is_letter]


def test_a_letter_about_what_is_gone_is_dropped_and_one_that_fails_is_tried_again(server: MailServer, capsys):
    backend.queue(write_greeting, "nobody", [])
    backend.queue(write_greeting, "broken", [])
    backend.queue(write_greeting, "asha", [])

    done = delivery.deliver_due()

    assert (done.sent, done.postponed) == (1, 1)
    (left,) = OutboxEmail.objects.exclude(status=Status.SENT)
    assert "a fault of the program" in left.last_error
    assert report(retry=False) == 0
    assert "write_greeting" in capsys.readouterr().out


def test_what_cannot_be_found_again_by_its_name_is_no_letter():
    with pytest.raises((ValueError, ImportError)):
        backend.queue(lambda: None)


def test_the_operator_sees_what_failed_and_queues_it_once_more(server: MailServer, capsys):
    assert report(retry=False) == 0
    server.refused = {"nobody@example.org"}
    queue("nobody@example.org", subject="Receipt 7")
    delivery.deliver_due()
    assert report(retry=False) == 1
    text = capsys.readouterr().out
    assert "No emails are waiting or have failed." in text
    assert all(part in text for part in ("nobody@example.org", "'Receipt 7'", "550", "failed"))

    assert report(retry=True) == 0
    server.refused = set()
    assert delivery.deliver_due().sent == 1


def test_without_a_recipient_nothing_is_queued():
    assert send_mail("Hello", "text", "club@example.org", []) == 0
    assert mail.get_connection().send_messages([]) == 0
    assert not OutboxEmail.objects.exists()
