"""Presence: who has a match open, in which tab a player plays, and that it is forgotten however a page ends."""

import asyncio
import contextlib
import json
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as django_settings

from carrom_web.matches.presence import LEASE_S, Presence, Tab
from tests.support.web.databases import redis
from tests.support.web.matches import ORIGIN, MatchSocket, cookie_of, start_match_for_two

PLAYER = (("a", 0),)


class Clock:
    """Time that passes only when the test says so."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        self.now += 0.001
        return self.now


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with redis(tmp_path_factory.mktemp("presence")) as server:
        yield server.url


@pytest.fixture(params=["memory", "redis"])
def processes(request: pytest.FixtureRequest, settings: Any) -> tuple[Presence, Presence, Clock]:
    """What two processes know by the same clock; where there is no Redis, there is one process."""
    clock = Clock()
    if request.param == "memory":
        one = Presence(clock=clock)
        return one, one, clock
    url = request.getfixturevalue("redis_url")
    layers = {"default": {**django_settings.CHANNEL_LAYERS["default"], "CONFIG": {"url": url}}}
    settings.CHANNEL_LAYERS = layers
    return Presence(clock=clock), Presence(clock=clock), clock


def tab(guest: uuid.UUID | None, *, page: str = "", watches: bool = False) -> Tab:
    return Tab(id=uuid.uuid4().hex, page=page, guest=guest, players=() if watches else PLAYER)


async def test_a_page_that_says_nothing_more_is_forgotten_and_the_next_one_plays(processes: Any) -> None:
    here, there, clock = processes
    match_id, guest = uuid.uuid4(), uuid.uuid4()
    _, present = await here.enter(match_id, tab(guest))
    await here.enter(match_id, tab(None, watches=True))
    assert (present.players(), (await there.look(match_id)).watchers) == ([("a", 0)], 1)

    clock.now += LEASE_S + 1

    present = await there.look(match_id)
    assert (present.players(), present.watchers) == ([], 0)
    later, present = await there.enter(match_id, tab(guest))
    assert present.plays(later)


async def test_a_page_that_says_that_it_is_here_stays(processes: Any) -> None:
    here, there, clock = processes
    match_id, guest = uuid.uuid4(), uuid.uuid4()
    first, _ = await here.enter(match_id, tab(guest))
    watcher, _ = await here.enter(match_id, tab(None, watches=True))

    for _ in range(5):
        clock.now += LEASE_S / 2
        await here.renew(match_id, first)
        await here.renew(match_id, watcher)

    second, present = await there.enter(match_id, tab(guest))
    assert present.plays(first) and not present.plays(second)
    assert present.watchers == 1


async def test_tabs_on_two_processes_agree_which_one_plays(processes: Any) -> None:
    here, there, _ = processes
    match_id, guest = uuid.uuid4(), uuid.uuid4()
    first, _ = await here.enter(match_id, tab(guest))
    second, present = await there.enter(match_id, tab(guest))
    assert [other.id for other in present.others_of(second)] == [first.id]

    second, present = await there.claim(match_id, second)
    for one in (present, await here.look(match_id)):
        assert one.plays(second) and not one.plays(first)
    present = await there.leave(match_id, second)
    assert present.plays(first)


async def test_a_page_that_comes_again_takes_its_own_place_and_no_other_tabs(processes: Any) -> None:
    here, there, _ = processes
    match_id, guest = uuid.uuid4(), uuid.uuid4()
    page, other = str(uuid.uuid4()), str(uuid.uuid4())
    former, _ = await here.enter(match_id, tab(guest, page=page))
    await here.enter(match_id, tab(guest, page=other))

    again, present = await there.enter(match_id, tab(guest, page=page))
    assert present.plays(again)
    assert len(present.tabs) == 2
    present = await here.leave(match_id, former)  # its socket is noticed to be dead at last
    assert present.plays(again)


async def test_a_page_that_followed_along_does_not_play_because_it_comes_again(processes: Any) -> None:
    here, there, _ = processes
    match_id, guest = uuid.uuid4(), uuid.uuid4()
    first, _ = await here.enter(match_id, tab(guest, page=str(uuid.uuid4())))
    follower = str(uuid.uuid4())
    await here.enter(match_id, tab(guest, page=follower))

    again, present = await there.enter(match_id, tab(guest, page=follower))

    assert present.plays(first) and not present.plays(again)


async def test_without_its_redis_a_process_knows_its_own_pages(settings: Any) -> None:
    layers = {"default": {"BACKEND": "", "CONFIG": {"url": "redis://127.0.0.1:1/0"}}}
    settings.CHANNEL_LAYERS = layers
    presence, match_id, guest = Presence(), uuid.uuid4(), uuid.uuid4()

    first, present = await presence.enter(match_id, tab(guest))
    second, _ = await presence.enter(match_id, tab(guest))

    assert present.plays(first)
    assert (await presence.leave(match_id, first)).plays(second)


async def broken_socket(match_id: uuid.UUID, guest: uuid.UUID, *, breaks_at: str) -> None:
    """A page that is gone when the server sends it a message of this kind: uvicorn raises, nobody says `disconnect`."""
    from carrom_web.config.asgi import application

    headers = [(b"host", b"127.0.0.1:8000"), (b"origin", ORIGIN), (b"cookie", cookie_of(guest).encode())]
    scope = {
        "type": "websocket",
        "path": f"/ws/matches/{match_id}/",
        "query_string": b"",
        "headers": headers,
        "subprotocols": [],
        "client": ["127.0.0.1", 1],
    }
    reported: list[dict[str, Any]] = [{"type": "websocket.connect"}]

    async def receive() -> dict[str, Any]:
        if not reported:
            await asyncio.Event().wait()  # nothing more is ever heard of it
        return reported.pop()

    async def send(message: dict[str, Any]) -> None:
        if "text" in message and json.loads(message["text"])["kind"] == breaks_at:
            raise OSError("the page is gone")

    with contextlib.suppress(OSError):
        await application(scope, receive, send)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("breaks_at", ["hello", "presence"])
async def test_a_page_that_is_gone_while_it_is_answered_is_not_present(breaks_at: str) -> None:
    match_id, first, second = await start_match_for_two()

    for _ in range(3):
        await asyncio.wait_for(broken_socket(match_id, first, breaks_at=breaks_at), timeout=60)

    async with MatchSocket(match_id, second) as tomasz:
        assert (await tomasz.get("presence"))["players"] == [["b", 0]]
        async with MatchSocket(match_id, first) as asha:
            assert asha.hello["playing"]
