"""Who may open each socket, as `test_permissions.py` asks it of the addresses, with the same table."""

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.urls import path

from carrom_web.competitions.events.models import Event
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.solo_leagues.models import Season
from carrom_web.core.sockets import NOTHING_THERE
from carrom_web.matches.consumers import NothingHere
from tests.support.web.audiences import ADMITTED, sockets, weakest
from tests.support.web.one_of_everything import Scene, new_scene


@pytest.fixture
def scene() -> Scene:
    return new_scene()


@pytest.mark.django_db(transaction=True)
async def test_every_socket_lets_in_whom_the_table_says_and_nobody_else(scene: Scene):
    """A visitor, the owner, and where not all are let in, the weakest who are; everybody asks each audience in
    `test_permissions.py`. First all is announced, then all is a draft.
    """
    faults = await faults_of_sockets(scene, drafts=False)
    for model in (Event, League, Season):
        await model.objects.aupdate(state=model.State.DRAFT)
    faults += await faults_of_sockets(scene, drafts=True)

    assert not faults, "\n".join(faults)


async def faults_of_sockets(scene: Scene, *, drafts: bool) -> list[str]:
    """The sockets that are served to somebody else than the table says, or not to them."""
    faults = []
    for route in sockets():
        written = route.path.removeprefix("ws/")
        [url] = await database_sync_to_async(scene.addresses)(written, path(written, NothingHere.as_asgi()))
        audience = str(route.audience)
        never = drafts and "draft" in audience and not audience.startswith("arena")  # it has none
        for role in ("visitor", "owner", *(others if (others := weakest(audience)) != weakest("anyone") else ())):
            may = role in ADMITTED[audience] and not never
            if await socket_opens(f"/ws{url}", scene.cookies[role]) is not may:
                faults.append(f"{role}, {'a draft' if drafts else 'announced'}: {url} ({route.audience})")
    return faults


async def socket_opens(url: str, cookies: dict[str, str]) -> bool:
    """Whether a socket is served, or closed because nothing is there."""
    from carrom_web.config.asgi import application

    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    headers = [(b"host", b"127.0.0.1:8000"), (b"origin", b"http://127.0.0.1:8000"), (b"cookie", cookie.encode())]
    socket = WebsocketCommunicator(application, url, headers)
    assert (await socket.connect(timeout=60))[0]
    first = await socket.receive_output(timeout=60)
    refused = first == {"type": "websocket.close", "code": NOTHING_THERE}
    await socket.disconnect(timeout=60)
    return not refused
