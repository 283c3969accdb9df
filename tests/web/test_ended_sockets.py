"""A sign-out reaches sockets that are open: list of devices, password, deleted account, ban."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.utils import timezone

from carrom_web.accounts import privacy, sign_ins
from carrom_web.accounts.models import Account, Guest, SignIn
from carrom_web.core import sockets
from carrom_web.moderation import services
from carrom_web.moderation.models import Restriction
from tests.support.web.matches import MatchSocket, cookie_of, new_id, start_match

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD, OTHER = "correct horse battery", "another horse battery"
NEW_PASSWORD = {"oldpassword": PASSWORD, "password1": OTHER, "password2": OTHER}


@pytest.fixture(autouse=True)
def quick(settings: Any):
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    cache.clear()


def account_on_three_devices() -> tuple[Account, list[Client]]:
    account = Account.objects.create_user("asha@example.org", PASSWORD)
    Guest.objects.filter(pk=account.guest_id).update(name="Asha")
    devices = [Client(), Client(), Client()]
    for device in devices:
        device.force_login(account, backend="allauth.account.auth_backends.AuthenticationBackend")
    return account, devices


def socket_of(cookie: str, path: str) -> WebsocketCommunicator:
    from carrom_web.config.asgi import application

    origin = b"http://127.0.0.1:8000"
    headers = [(b"host", b"127.0.0.1:8000"), (b"origin", origin), (b"cookie", cookie.encode())]
    return WebsocketCommunicator(application, path, headers)


def session_of(device: Client) -> str:
    return f"carrom_session={device.cookies['carrom_session'].value}"


async def closed_with(socket: WebsocketCommunicator) -> int:
    """The code with which the site closes a socket; what it says before is passed over."""
    while True:
        message = await socket.receive_output(timeout=60)
        if message["type"] == "websocket.close":
            return int(message["code"])


async def is_open(socket: WebsocketCommunicator) -> bool:
    """Whether the site does not close a socket, whatever else it says."""
    while not await socket.receive_nothing(timeout=0.1):
        if (await socket.receive_output())["type"] == "websocket.close":
            return False
    return True


def end_second(account: Account, devices: list[Client]) -> None:
    row = SignIn.objects.order_by("pk")[1]
    devices[0].post("/accounts/devices/", {"do": "end", "device": row.pk})


def end_others(account: Account, devices: list[Client]) -> None:
    devices[0].post("/accounts/devices/", {"do": "end_others"})


def change_password(account: Account, devices: list[Client]) -> None:
    assert devices[0].post("/accounts/password/change/", NEW_PASSWORD).status_code == 302


def sign_out_second(account: Account, devices: list[Client]) -> None:
    devices[1].post("/accounts/logout/")


def erase(account: Account, devices: list[Client]) -> None:
    privacy.erase(account.guest)


def ban(account: Account, devices: list[Client]) -> None:
    judge = Account.objects.create_user("judge@example.org", PASSWORD, is_staff=True)
    services.restrict(judge, account.guest, Restriction.Kind.BAN, why="Rule 3", now=timezone.now())


@pytest.mark.parametrize(
    ("act", "remaining"),
    [
        (end_second, [True, False, True]),
        (end_others, [True, False, False]),
        (change_password, [True, False, False]),
        (sign_out_second, [True, False, True]),
        (erase, [False, False, False]),
        (ban, [False, False, False]),
    ],
)
async def test_what_signs_a_device_out_closes_its_open_sockets_and_no_other(
    act: Callable[[Account, list[Client]], None], remaining: list[bool]
):
    account, devices = await database_sync_to_async(account_on_three_devices)()
    stranger = await database_sync_to_async(Guest.objects.create)(name="Stranger")
    mine = [socket_of(session_of(device), "/ws/lobby/") for device in devices]
    others = [socket_of(cookie_of(stranger.pk), "/ws/lobby/"), socket_of("", "/ws/lobby/")]
    for socket in (*mine, *others):
        assert (await socket.connect(timeout=60))[0]

    await database_sync_to_async(act)(account, devices)

    for socket, remains in zip(mine, remaining, strict=True):
        if not remains:
            assert await closed_with(socket) == sockets.SIGNED_OUT == 4401
        else:
            assert await is_open(socket)
    for socket in others:
        assert await is_open(socket)
    for socket in (*mine, *others):
        await socket.disconnect(timeout=60)


async def test_a_changed_password_does_not_hide_the_device_s_own_sockets_from_a_later_sign_out():
    account, devices = await database_sync_to_async(account_on_three_devices)()
    socket = socket_of(session_of(devices[0]), "/ws/lobby/")
    await socket.connect(timeout=60)
    await database_sync_to_async(change_password)(account, devices)  # its session has another key since
    assert await is_open(socket)

    await database_sync_to_async(sign_ins.end_all)(account)

    assert await closed_with(socket) == 4401
    await socket.disconnect(timeout=60)


async def test_a_player_who_is_banned_gives_no_further_answer_on_the_open_page():
    judge = await database_sync_to_async(Account.objects.create_user)("judge@example.org", PASSWORD, is_staff=True)
    guest = await database_sync_to_async(Guest.objects.create)(name="Asha")
    match_id = await database_sync_to_async(start_match)(guest.pk)

    async with MatchSocket(match_id, guest.pk) as page:
        await database_sync_to_async(services.restrict)(
            judge, guest, Restriction.Kind.BAN, why="Rule 3", now=timezone.now()
        )
        assert await closed_with(page.socket) == 4401
        await page.say("concede", id=new_id(), after=0, what="match")
        while not await page.socket.receive_nothing(timeout=0.2):
            said = await page.socket.receive_output()
            assert '"done"' not in said.get("text", ""), said

    async with MatchSocket(match_id, guest.pk) as again:
        assert again.hello["seats"] == [] and again.hello["version"] == 0


async def test_a_sign_out_between_the_handshake_and_its_group_is_noticed(monkeypatch: pytest.MonkeyPatch):
    account, devices = await database_sync_to_async(account_on_three_devices)()
    joined = sockets.BaseConsumer._is_as_it_was

    async def signed_out_before(consumer: sockets.BaseConsumer) -> bool:
        await database_sync_to_async(sign_ins.end_all)(account)
        return await joined(consumer)

    monkeypatch.setattr(sockets.BaseConsumer, "_is_as_it_was", signed_out_before)
    socket = socket_of(session_of(devices[0]), "/ws/lobby/")
    await socket.connect(timeout=60)
    assert await closed_with(socket) == 4401
    await socket.disconnect(timeout=60)


async def test_after_redis_was_lost_a_socket_looks_whether_it_is_still_signed_in():
    account, devices = await database_sync_to_async(account_on_three_devices)()
    ended, still_open = (socket_of(session_of(device), "/ws/lobby/") for device in devices[:2])
    for socket in (ended, still_open):
        await socket.connect(timeout=60)

    def sign_out_unheard() -> None:
        request = RequestFactory().get("/")
        request.session = devices[0].session
        request.session.flush()

    await database_sync_to_async(sign_out_unheard)()
    await _tell_missed(f"person.{account.guest_id.hex}")

    assert await closed_with(ended) == 4401
    assert await closed_with(still_open) == sockets.COME_AGAIN
    for socket in (ended, still_open):
        await socket.disconnect(timeout=60)


async def _tell_missed(group: str) -> None:
    layer = sockets.get_channel_layer()
    send: Callable[..., Awaitable[None]] = layer.group_send
    await send(group, {"type": "missed"})
