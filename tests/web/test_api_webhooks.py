"""Webhooks: what they hear of, how it is signed and tried again, and where nothing is sent."""

import base64
import hashlib
import hmac
import ipaddress
import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from carrom_web.accounts.models import Account
from carrom_web.api import delivery, happenings
from carrom_web.api.models import Webhook, WebhookMessage
from carrom_web.moderation import services as moderation
from carrom_web.moderation.models import Restriction
from tests.support.web.api import Program, new_account, new_bot
from tests.support.web.events import new_event
from tests.support.web.matches import start_match

pytestmark = pytest.mark.django_db(transaction=True)


class Receiver(HTTPServer):
    """An address on this machine that writes down what it is sent and answers with `status`."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.got: list[tuple[dict[str, str], bytes]] = []
        self.status = 200

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook?a=1"


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server: Any = self.server
        server.got.append((dict(self.headers), self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(server.status)
        if server.status == 302:
            self.send_header("Location", server.url)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_NETWORKS = [ipaddress.ip_network("127.0.0.0/8")]
    server = Receiver()
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def deliver() -> int:
    """Send what is due, as the server's task does."""
    return async_to_sync(delivery.deliver_due)()


def types_in(receiver: Receiver) -> list[str]:
    """The types of all messages, in order."""
    return [json.loads(body)["type"] for _headers, body in receiver.got]


def test_a_webhook_hears_of_ones_own_matches_each_thing_once(receiver: Receiver):
    guest, other = new_bot(), new_account()
    Program(guest).post("/webhooks", {"url": receiver.url})
    match_id = start_match(guest.pk, other.pk)
    start_match(other.pk, other.pk)
    for _ in range(3):
        happenings.notice(timezone.now())
    while deliver():
        pass
    stroke = {"kind": "concede", "id": str(uuid4()), "after": 0, "what": "match"}
    answer = Program(guest).ask("POST", f"/matches/{match_id}/requests", stroke)
    happenings.notice(timezone.now())
    deliver()

    assert answer.status_code == 200
    assert sorted(types_in(receiver)[:3]) == ["match.started", "match.turn", "webhook.made"]
    assert types_in(receiver)[3:] == ["match.over"]
    last = json.loads(receiver.got[-1][1])
    assert last["data"]["match"] == str(match_id) and last["data"]["sides"] == ["a"] and last["data"]["winner"] == "b"


def test_a_message_is_signed_by_the_secret_that_its_owner_has(receiver: Receiver):
    program = Program(new_account())
    made = program.post("/webhooks", {"url": receiver.url})
    deliver()
    headers, body = receiver.got[0]
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    key = base64.b64decode(made["secret"].removeprefix("whsec_"))
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()

    assert headers["webhook-signature"] == f"v1,{expected}"
    assert headers["Host"] == f"127.0.0.1:{receiver.server_port}"
    assert program.get("/webhooks")["webhooks"] == [made]


@pytest.mark.parametrize("status", [500, 302, 404])
def test_what_is_not_taken_is_sent_again_later_with_the_same_id(receiver: Receiver, status: int):
    program = Program(new_account())
    program.post("/webhooks", {"url": receiver.url})
    receiver.status = status
    deliver()
    deliver()
    first = WebhookMessage.objects.get()
    shown = program.get("/webhooks")["webhooks"][0]["last_error"]
    WebhookMessage.objects.update(due_at=timezone.now())
    receiver.status = 204
    deliver()

    assert (first.status, first.attempts, shown) == ("queued", 1, f"HTTP {status}")
    assert timedelta(seconds=20) < first.due_at - timezone.now() + timedelta(seconds=5) < timedelta(seconds=40)
    assert len(receiver.got) == 2 and receiver.got[0][0]["webhook-id"] == receiver.got[1][0]["webhook-id"]
    assert WebhookMessage.objects.get().status == "sent"


def test_an_address_that_never_answers_is_given_up_and_then_switched_off(receiver: Receiver):
    guest = new_account()
    made = Program(guest).post("/webhooks", {"url": receiver.url})
    receiver.status = 500
    webhook = Webhook.objects.get()
    happenings.queue(webhook, [(str(number), {"type": "test"}) for number in range(4)], timezone.now())
    WebhookMessage.objects.update(made_at=timezone.now() - timedelta(days=4))
    deliver()
    start_match(guest.pk, guest.pk)
    happenings.notice(timezone.now())

    assert set(WebhookMessage.objects.values_list("status", flat=True)) == {"failed"}
    assert not Webhook.objects.get(pk=made["id"]).is_active and WebhookMessage.objects.count() == 5


def test_who_answers_that_they_are_gone_hears_nothing_more(receiver: Receiver):
    Program(new_account()).post("/webhooks", {"url": receiver.url})
    receiver.status = 410
    deliver()

    assert not Webhook.objects.get().is_active and WebhookMessage.objects.get().status == "failed"


def test_a_webhook_hears_when_a_competition_changes(receiver: Receiver):
    event, program = new_event(), Program(new_account())
    program.post("/webhooks", {"url": receiver.url, "topic": f"events/{event.slug}"})
    unknown = program.ask("POST", "/webhooks", {"url": receiver.url, "topic": "events/no-such-event"})
    happenings.notice(timezone.now())
    event.version += 1
    event.save()
    happenings.notice(timezone.now())
    happenings.notice(timezone.now())
    deliver()

    assert (unknown.status_code, unknown.json()["code"]) == (422, "webhook")
    assert sorted(types_in(receiver)) == ["competition.changed", "webhook.made"]
    assert {json.loads(body).get("data", {}).get("slug") for _headers, body in receiver.got} >= {event.slug}


PRIVATE = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"),
    *("::1", "::", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::a00:1", "2002:7f00:1::", "ff02::1"),
)


@pytest.mark.parametrize("number", PRIVATE)
def test_no_webhook_is_made_for_an_address_that_is_not_of_the_public_internet(number: str):
    host = f"[{number}]" if ":" in number else number
    answer = Program(new_account()).ask("POST", "/webhooks", {"url": f"https://{host}/hook"})

    assert (answer.status_code, answer.json()["code"]) == (422, "webhook")
    assert number in answer.json()["text"] and not Webhook.objects.exists()


def test_a_name_that_leads_to_a_private_address_is_noted_as_such_and_nothing_is_sent(receiver: Receiver, settings: Any):
    Program(new_account()).post("/webhooks", {"url": receiver.url})
    Webhook.objects.update(url=receiver.url.replace("127.0.0.1", "localhost"))
    settings.WEBHOOK_NETWORKS = []
    deliver()

    assert receiver.got == [] and WebhookMessage.objects.get().last_error == delivery.PRIVATE


@pytest.mark.parametrize(
    "url",
    [
        *("ftp://example.org/", "https://", "https://user:secret@example.org/", "https://example.org:99999/", "x", ""),
        *(
            "https://exämple.org/",
            "https://example.org/ a",
            "https://localhost/",
            "http://printer.local/",
            "http://[1/",
        ),
    ],
)
def test_what_is_no_address_of_a_webhook_is_refused(url: str):
    answer = Program(new_account()).ask("POST", "/webhooks", {"url": url})

    assert (answer.status_code, answer.json()["code"]) == (422, "webhook")
    assert not Webhook.objects.exists()


def test_an_account_has_ten_webhooks_and_deletes_its_own_alone():
    program, other = Program(new_account()), Program(new_account("other@example.org"))
    made = [program.ask("POST", "/webhooks", {"url": f"https://example.org/{number}"}) for number in range(11)]
    first = made[0].json()["id"]

    assert [one.status_code for one in made] == [200] * 10 + [422]
    assert other.ask("DELETE", f"/webhooks/{first}").status_code == 404
    assert program.ask("DELETE", f"/webhooks/{first}").status_code == 204
    assert len(program.get("/webhooks")["webhooks"]) == 9


def test_the_webhooks_of_who_is_banned_send_nothing_and_what_they_missed_is_not_sent_later(receiver: Receiver):
    guest, other = new_bot(), new_account()
    Program(guest).post("/webhooks", {"url": receiver.url})  # a first message waits
    operator = Account.objects.create_user("operator@example.org", is_staff=True)
    ban = moderation.restrict(operator, guest, Restriction.Kind.BAN, why="Rule 3", days=7, now=timezone.now())
    start_match(guest.pk, other.pk)
    happenings.notice(timezone.now())
    assert deliver() == 0 and receiver.got == []
    assert list(WebhookMessage.objects.values_list("status", "last_error")) == [("failed", "banned")]

    moderation.lift(operator, ban, now=timezone.now())
    happenings.notice(timezone.now())
    assert deliver() == 0
    later = start_match(guest.pk, other.pk)
    happenings.notice(timezone.now())
    deliver()
    assert sorted(types_in(receiver)) == ["match.started", "match.turn"]
    assert {json.loads(body)["data"]["match"] for _headers, body in receiver.got} == {str(later)}
