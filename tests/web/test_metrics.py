"""What programs that watch a site ask: `/metrics` with its token, `/.well-known/security.txt`, the log as JSON."""

import asyncio
import json
import logging
import sys
from datetime import datetime, timedelta
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from carrom_web.config import health
from carrom_web.config.asgi import application
from carrom_web.config.environment import SettingError, log_format, metrics_token, security_contact
from carrom_web.config.log_lines import JsonLine
from carrom_web.config.scheduler import Scheduler
from carrom_web.core.tasks import SCHEDULE
from carrom_web.outbox.models import OutboxEmail
from tests.support.web.matches import make_guest, start_match

TOKEN = "a-token-of-twenty-signs-or-more"
Figures = dict[tuple[str, tuple[tuple[str, str], ...]], float]


@pytest.fixture
def token(settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    settings.METRICS_TOKEN = TOKEN
    monkeypatch.setattr(health, "_last", None)
    return TOKEN


def figures() -> Figures:
    answer = Client(HTTP_HOST="127.0.0.1:8000").get("/metrics", headers={"authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200 and answer["Content-Type"].startswith("text/plain; version=")
    lines = [line for line in answer.content.decode().splitlines() if "_bucket{" not in line]  # nobody looks at these
    families = list(text_string_to_metric_families("\n".join(lines) + "\n"))
    return {(one.name, tuple(sorted(one.labels.items()))): one.value for family in families for one in family.samples}


@pytest.mark.django_db
@pytest.mark.parametrize("sent", [{}, {"authorization": "Bearer no"}, {"authorization": TOKEN[:-1]}])
def test_without_the_token_nothing_is_there(sent: dict[str, str], token: str):
    assert Client(HTTP_HOST="127.0.0.1:8000").get("/metrics", headers=sent).status_code == 404


@pytest.mark.django_db
def test_a_site_without_a_token_gives_nobody_figures(settings: Any):
    settings.METRICS_TOKEN = ""

    for sent in ("", "Bearer ", f"Bearer {TOKEN}"):
        assert Client(HTTP_HOST="127.0.0.1:8000").get("/metrics", headers={"authorization": sent}).status_code == 404


@pytest.mark.django_db
def test_answers_are_counted_by_page_and_matches_and_emails_for_the_site(token: str):
    asked = ("carrom_answer_seconds_count", (("page", "healthz"), ("status", "2xx")))
    lost = ("carrom_answer_seconds_count", (("page", "none"), ("status", "4xx")))
    before = figures()
    Client(HTTP_HOST="127.0.0.1:8000").get("/healthz")
    Client(HTTP_HOST="127.0.0.1:8000").get("/no/such/page/of/Asha")
    start_match(make_guest())
    OutboxEmail.objects.create(recipient="asha@example.org", content={}, due_at=timezone.now() - timedelta(hours=1))

    after = figures()

    assert after[asked] == before.get(asked, 0) + 1
    assert after[lost] == before.get(lost, 0) + 1
    assert after["carrom_matches_active", ()] == before["carrom_matches_active", ()] + 1
    assert after["carrom_emails", (("state", "queued"),)] == 1
    assert 3_600 <= after["carrom_email_overdue_seconds", ()] < 3_700
    assert after["carrom_can_store", ()] == 1 and after["carrom_disk_free_bytes", ()] > 0
    assert not [labels for _name, labels in after if any("Asha" in value for _label, value in labels)]


@pytest.mark.django_db(transaction=True)
def test_open_sockets_and_their_messages_are_counted(token: str):
    async def follow_lobby() -> Figures:
        from asgiref.sync import sync_to_async

        socket = WebsocketCommunicator(
            application, "/ws/lobby/", headers=[(b"origin", b"http://127.0.0.1:8000"), (b"host", b"127.0.0.1:8000")]
        )
        assert (await socket.connect())[0]
        await socket.send_to(text_data="{}")
        await asyncio.sleep(0.2)
        open_now = await sync_to_async(figures)()
        await socket.disconnect()
        return open_now

    named = (("socket", "ws/lobby/"),)
    before = figures()

    open_now = asyncio.run(follow_lobby())

    assert open_now["carrom_sockets", named] == before.get(("carrom_sockets", named), 0) + 1
    counted = ("carrom_message_seconds_count", named)
    assert open_now[counted] == before.get(counted, 0) + 1
    assert figures()["carrom_sockets", named] == before.get(("carrom_sockets", named), 0)


@pytest.mark.django_db(transaction=True)
async def test_runs_of_periodic_tasks_are_counted(token: str):
    from asgiref.sync import sync_to_async

    task = next(one for one in SCHEDULE.values() if not asyncio.iscoroutinefunction(one.task.func))
    counted = ("carrom_task_runs_total", (("ended", "succeeded"), ("task", task.name)))
    before = (await sync_to_async(figures)()).get(counted, 0)

    await Scheduler()._run_once(task)

    after = await sync_to_async(figures)()
    assert after[counted] == before + 1
    last = after["carrom_task_last_success_timestamp_seconds", (("task", task.name),)]
    assert abs(last - datetime.now().timestamp()) < 60


@pytest.mark.django_db
def test_whom_to_tell_of_a_weakness(settings: Any):
    client = Client(HTTP_HOST="127.0.0.1:8000")
    settings.SECURITY_CONTACT = ""
    assert client.get("/.well-known/security.txt").status_code == 404

    settings.SECURITY_CONTACT = security_contact({"CARROM_SECURITY_CONTACT": "security@club.example"})
    answer = client.get("/.well-known/security.txt")

    lines = dict(line.split(": ", 1) for line in answer.content.decode().splitlines())
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert lines["Contact"] == "mailto:security@club.example"
    assert lines["Canonical"] == "http://127.0.0.1:8000/.well-known/security.txt"
    until = datetime.fromisoformat(lines["Expires"])
    assert timedelta(days=170) < until - timezone.now() < timedelta(days=366)


@pytest.mark.parametrize(
    ("read", "name", "wrong"),
    [
        (metrics_token, "CARROM_METRICS_TOKEN", "short"),
        (security_contact, "CARROM_SECURITY_CONTACT", "call us"),
        (security_contact, "CARROM_SECURITY_CONTACT", "http://club.example"),
        (security_contact, "CARROM_SECURITY_CONTACT", "a@b.example\nEvil: x"),
        (log_format, "CARROM_LOG_FORMAT", "xml"),
    ],
)
def test_settings_that_cannot_be_meant_stop_the_start(read: Any, name: str, wrong: str):
    with pytest.raises(SettingError):
        read({name: wrong})

    read({})


def test_a_line_of_the_log_as_json_has_the_traceback():
    try:
        raise ValueError("inside")
    except ValueError:
        record = logging.LogRecord("carrom_web.x", logging.ERROR, "f", 1, "It %s", ("broke\ntwice",), sys.exc_info())

    line = JsonLine().format(record)

    assert "\n" not in line
    found = json.loads(line)
    assert (found["level"], found["message"]) == ("error", "It broke\ntwice")
    assert "ValueError: inside" in found["traceback"] and datetime.fromisoformat(found["time"]).tzinfo


@pytest.mark.django_db
def test_refusals_and_wrong_passwords_are_logged_without_what_was_typed_or_asked(caplog: pytest.LogCaptureFixture):
    caplog.set_level("INFO")
    browser = Client()

    browser.post("/accounts/login/", {"login": "asha@example.org", "password": "planted horse"})
    browser.get("/registrations/planted-token/")
    browser.get("/moderation/")

    said = [record.getMessage() for record in caplog.records]
    assert "sign-in refused" in said
    assert any(one.startswith("refused: GET moderation, ") for one in said), said
    assert not any("planted" in one or "asha" in one for one in said)
