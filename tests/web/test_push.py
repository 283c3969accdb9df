"""Notifications by web push: encrypted and signed by the RFCs, sent through faults, never to private addresses."""

import asyncio
import socket
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import httpcore
import pytest
from asgiref.sync import async_to_sync
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.utils import timezone
from django.utils.translation import get_language

from carrom_web.accounts import privacy
from carrom_web.accounts.models import Account, Guest
from carrom_web.config import environment
from carrom_web.core.browsers import label_of
from carrom_web.core.public_network import PublicNetwork, is_public
from carrom_web.push import delivery, encryption, services
from carrom_web.push.addresses import check_endpoint, is_trusted
from carrom_web.push.delivery import deliver_due
from carrom_web.push.errors import PushError
from carrom_web.push.models import Device, Notification
from carrom_web.push.services import Text, notify
from tests.support.web.push_service import Browser, PushService, push_service, unb64

pytestmark = pytest.mark.django_db(transaction=True)  # delivery reads what was committed
ANDROID = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    with push_service() as running:
        settings.PUSH_ORIGINS = frozenset({running.origin})
        yield running


@pytest.fixture
def guest() -> Guest:
    return Guest.objects.create(name="Asha")


def switched_on(client: Client, browser: Browser, **more: str) -> Any:
    return client.post("/notifications/", {"do": "on", **browser.fields}, headers={"User-Agent": ANDROID}, **more)


def tell(*guests: Guest, tag: str = "match", title: str = "Your turn", lifetime: timedelta = timedelta(hours=1)) -> int:
    return notify(
        [one.pk for one in guests], lambda: Text(title, "Against Tomasz", "/matches/1/"), tag=tag, lifetime=lifetime
    )


def deliver() -> int:
    return async_to_sync(deliver_due)()


def make_due() -> None:
    Notification.objects.update(due_at=timezone.now())


def test_content_is_encrypted_as_in_the_example_of_rfc_8291():
    own = ec.derive_private_key(
        int.from_bytes(unb64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), encryption.CURVE
    )
    body = encryption.encrypt(
        b"When I grow up, I want to be a watermelon",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
        salt=unb64("DGv6ra1nlYgDCS1FRnbzlw"),
        own_key=own,
    )

    assert encryption.encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru"
        "3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_one_tap_makes_a_device_that_reads_what_it_is_sent(service: PushService):
    client, browser = Client(), service.browser()

    answer = switched_on(client, browser)
    assert answer.status_code == 200 and answer.json() == {}
    device = Device.objects.get()
    assert device.label == "Firefox, Android" and device.guest.devices.count() == 1
    assert client.post("/notifications/", {"do": "is-on", "endpoint": browser.endpoint}).json() == {"on": True}
    assert Client().post("/notifications/", {"do": "is-on", "endpoint": browser.endpoint}).json() == {"on": False}

    assert tell(device.guest) == 1 and deliver() == 1
    (got,) = service.received
    assert browser.read(got.body) == {
        "title": "Your turn",
        "body": "Against Tomasz",
        "url": "/matches/1/",
        "tag": "match",
    }
    assert 3500 < int(got.headers["ttl"]) <= 3600 and got.headers["content-encoding"] == "aes128gcm"
    assert got.claims()["aud"] == service.origin and got.claims()["exp"] < time.time() + 86_400
    assert not Notification.objects.exists() and Device.objects.get().taken_at is not None


def test_devices_are_listed_and_removed_by_their_owner_alone(service: PushService):
    client, other = Client(), Client()
    switched_on(client, service.browser("a"))
    switched_on(client, service.browser("b"))
    switched_on(other, service.browser("c"))
    page = client.get("/notifications/").content.decode()
    assert page.count("Firefox, Android") == 2
    foreign = Device.objects.get(endpoint__endswith="/c")

    client.post("/notifications/", {"do": "off", "device": foreign.pk})
    assert Device.objects.filter(pk=foreign.pk).exists()
    client.post("/notifications/", {"do": "off", "device": Device.objects.get(endpoint__endswith="/a").pk})
    client.post("/notifications/", {"do": "off", "endpoint": service.browser("b").endpoint})
    client.post("/notifications/", {"do": "off", "device": "9" * 40})
    assert Device.objects.get() == foreign
    assert "No device gets notifications yet" in client.get("/notifications/").content.decode()


def test_a_browser_in_other_hands_gets_nothing_more_of_who_had_it(service: PushService, guest: Guest):
    first, second = Client(), Client()
    switched_on(first, service.browser())
    before = Device.objects.get().guest
    tell(before)

    switched_on(second, service.browser())

    assert Device.objects.get().guest != before and not Notification.objects.exists()
    assert tell(before) == 0


def test_signing_out_takes_the_device_along(service: PushService):
    account = Account.objects.create_user("asha@example.org", "correct horse battery")
    here, there = Client(), Client()
    for client, name in ((here, "here"), (there, "there")):
        client.force_login(account, backend="allauth.account.auth_backends.AuthenticationBackend")
        switched_on(client, service.browser(name))
    assert account.guest.devices.count() == 2

    here.post("/accounts/logout/")

    assert Device.objects.get().endpoint.endswith("/there")


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_deleted(service: PushService, status: int):
    client = Client()
    switched_on(client, service.browser())
    service.faults = [(status, {})]
    tell(Device.objects.get().guest)

    assert deliver() == 0
    assert not Device.objects.exists() and not Notification.objects.exists()


@pytest.mark.parametrize(
    ("fault", "seconds"), [((429, {"Retry-After": "120"}), 120), ((500, {}), 15), ((503, {"Retry-After": "soon"}), 15)]
)
def test_what_a_service_cannot_take_now_arrives_later_and_once(service: PushService, fault: Any, seconds: int):
    switched_on(Client(), service.browser())
    service.faults = [fault]
    tell(Device.objects.get().guest)

    assert deliver() == 0
    row = Notification.objects.get()
    assert row.attempts == 1 and "status" in row.last_error
    assert abs((row.due_at - timezone.now()).total_seconds() - seconds) < 5
    assert deliver() == 0 and len(service.received) == 1

    make_due()
    assert deliver() == 1 and deliver() == 0
    assert len(service.received) == 2 and Device.objects.get().failures == 0


def test_what_a_service_refuses_is_dropped_and_the_device_stays(service: PushService):
    switched_on(Client(), service.browser())
    service.faults = [(400, {}), (403, {})]
    for tag in ("a", "b"):
        tell(Device.objects.get().guest, tag=tag)

    assert deliver() == 0
    assert not Notification.objects.exists() and Device.objects.count() == 1


def test_a_service_that_hangs_holds_up_no_other(service: PushService, settings: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(delivery, "WAIT_S", 0.5)
    with push_service() as other:
        settings.PUSH_ORIGINS = frozenset({service.origin, other.origin})
        clients = [Client() for _ in range(8)]
        for number, client in enumerate(clients):
            switched_on(client, (other if number == 7 else service).browser(str(number)))
        service.faults = ["hang"] * 7
        tell(*Guest.objects.all())
        started = time.monotonic()

        assert deliver() == 1 and time.monotonic() - started < 10
        assert len(other.received) == 1 and len(service.received) == delivery.AT_ONCE
    assert Notification.objects.count() == 7 and Notification.objects.filter(claimed_until=None).count() == 7


def test_nobody_is_notified_of_what_is_past_and_only_the_newest_of_a_matter_is_sent(service: PushService):
    browser = service.browser()
    switched_on(Client(), browser)
    owner = Device.objects.get().guest
    tell(owner, tag="old", lifetime=timedelta(seconds=-1))
    tell(owner, title="First")
    tell(owner, title="Second")

    assert deliver() == 1
    assert [browser.read(one.body)["title"] for one in service.received] == ["Second"]


def test_a_killed_server_loses_none(service: PushService):
    switched_on(Client(), service.browser())
    tell(Device.objects.get().guest)
    assert len(delivery._claim(timezone.now())) == 1  # and then the process is gone
    assert deliver() == 0

    Notification.objects.update(claimed_until=timezone.now())
    assert deliver() == 1


def test_another_key_of_the_site_ends_its_devices(service: PushService, settings: Any):
    switched_on(Client(), service.browser())
    tell(Device.objects.get().guest)
    settings.SECRET_KEY = "another" * 10

    assert deliver() == 0
    assert not Device.objects.exists() and not service.received


def test_a_guest_has_ten_devices_at_most_and_twenty_notifications_wait_for_one(service: PushService):
    client = Client()
    for number in range(12):
        switched_on(client, service.browser(str(number)))
    assert Device.objects.count() == services.MOST_DEVICES
    assert not Device.objects.filter(endpoint__endswith="/0").exists()
    owner = Device.objects.all()[0].guest

    for number in range(services.MOST_WAITING + 5):
        tell(owner, tag=str(number))
    assert Notification.objects.count() == services.MOST_DEVICES * services.MOST_WAITING


def test_texts_are_in_the_language_of_the_device(service: PushService, settings: Any, guest: Guest):
    for language in ("en", "de"):
        browser = service.browser(language)
        fields = browser.fields
        services.switch_on(guest, browser.endpoint, fields["key"], fields["secret"], language=language)

    notify([guest.pk], lambda: Text(str(get_language()), "", "/"), tag="x", lifetime=timedelta(hours=1))

    assert {row.device.language: row.content["title"] for row in Notification.objects.all()} == {"en": "en", "de": "de"}


@pytest.mark.parametrize(
    "endpoint",
    [
        "",
        "http://push.example.org/1",
        "https://localhost/1",
        "https://site.localhost/1",
        "https://printer.local/1",
        "https://db.internal/1",
        "https://127.0.0.1/1",
        "https://127.1/1",
        "https://2130706433/1",
        "https://[::1]/1",
        "https://8.8.8.8/1",
        "https://push.example.org:8443/1",
        "https://user@push.example.org/1",
        "https://push.example.org/a b",
        "https://push.example.org/\n",
        "https://[bad/1",
        "https://push.example.org:99999/1",
        "file:///etc/passwd",
        "https://push.example.org/" + "x" * 2000,
    ],
)
def test_an_address_that_is_no_public_push_service_is_refused_and_makes_nobody(endpoint: str):
    with pytest.raises(PushError):
        check_endpoint(endpoint)
    browser = Browser(endpoint)

    answer = switched_on(Client(), browser)

    assert answer.status_code == 409 and "cannot reach safely" in answer.json()["problem"]
    assert not Guest.objects.exists() and not Device.objects.exists()


def test_keys_that_encrypt_nothing_are_refused():
    browser = Browser("https://push.example.org/1")
    for key, secret in (("", ""), ("AAAA", browser.fields["secret"]), (browser.fields["key"], "AAAA"), ("ä", "ä")):
        answer = Client().post(
            "/notifications/", {"do": "on", "endpoint": browser.endpoint, "key": key, "secret": secret}
        )
        assert answer.status_code == 409 and "keys" in answer.json()["problem"]
    assert not Device.objects.exists()


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("8.8.8.8", True),
        ("2a00:1450:4001::1", True),
        ("::ffff:8.8.8.8", True),
        ("10.0.0.1", False),
        ("100.64.0.1", False),
        ("127.0.0.1", False),
        ("169.254.169.254", False),
        ("192.168.1.1", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_private_addresses_are_known(address: str, public: bool):
    assert is_public(address) is public


def test_a_name_that_leads_to_this_machine_when_something_is_sent_gets_nothing(
    service: PushService, settings: Any, monkeypatch: pytest.MonkeyPatch, guest: Guest
):
    """The name was fine when it was checked: it leads elsewhere now."""
    port = int(service.origin.rpartition(":")[2])

    async def resolved(_self: Any, host: str, _port: int, **_more: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", port))]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", resolved)

    async def connect() -> None:
        await PublicNetwork(is_trusted).connect_tcp("push.example.org", port, timeout=2)

    with pytest.raises(httpcore.ConnectError, match="no public address"):
        async_to_sync(connect)()
    settings.PUSH_ORIGINS = frozenset()
    fields = Browser("https://push.example.org/1").fields
    services.switch_on(guest, fields["endpoint"], fields["key"], fields["secret"], language="en")
    tell(guest)

    assert deliver() == 0
    assert not service.received and "no public address" in Notification.objects.get().last_error


def test_switching_on_very_often_is_refused(service: PushService):
    client = Client()
    answers = [switched_on(client, service.browser()) for _ in range(25)]

    assert answers[0].status_code == 200 and answers[-1].status_code == 409
    assert "Wait a minute" in answers[-1].json()["problem"]


def test_trusted_push_services_are_origins():
    assert environment.push_origins({"CARROM_PUSH_ORIGINS": "https://a.example, http://10.0.0.5:81"}) == {
        "https://a.example",
        "http://10.0.0.5:81",
    }
    for bad in ("a.example", "https://a.example/path", "ftp://a.example"):
        with pytest.raises(environment.SettingError):
            environment.push_origins({"CARROM_PUSH_ORIGINS": bad})


def test_own_data_has_the_devices_and_deleting_oneself_deletes_them(service: PushService):
    client = Client()
    switched_on(client, service.browser())
    assert service.origin in client.get("/accounts/data/").content.decode()

    privacy.erase(Device.objects.get().guest)
    assert not Device.objects.exists()


def test_the_worker_may_be_cached_by_no_one_and_serves_its_folder():
    answer = Client().get("/notifications/worker.js")

    assert answer["Content-Type"].startswith("text/javascript") and answer["Cache-Control"] == "no-cache"
    assert "showNotification" in answer.content.decode()


def test_browsers_have_names_that_people_know():
    assert label_of(ANDROID) == "Firefox, Android"
    assert (
        label_of("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0")
        == "Edge, Windows"
    )
    assert (
        label_of("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1") == "Safari, iPhone"
    )
    assert label_of("curl/8") == ""


def test_the_operator_of_the_site_can_be_reached(settings: Any):
    settings.SECURITY_CONTACT, settings.SITE_URL = "", ""
    settings.DEFAULT_FROM_EMAIL = "Carrom <post@carrom.example>"
    assert delivery.subject() == "mailto:post@carrom.example"
    settings.SITE_URL = "https://carrom.example"
    assert delivery.subject() == "https://carrom.example"
    settings.SECURITY_CONTACT = "mailto:safe@carrom.example"
    assert delivery.subject() == "mailto:safe@carrom.example"
