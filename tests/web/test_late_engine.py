"""An engine that takes longer than anybody waits: computers and clocks begin when it is there."""

import asyncio
from collections.abc import Callable
from typing import NoReturn

import pytest

from carrom_web.matches.bot_player import BotPlayer
from carrom_web.matches.clock_keeper import ClockKeeper
from carrom_web.matches.engine import ENGINE, EngineState
from carrom_web.matches.thinking import Workers

pytestmark = pytest.mark.django_db(transaction=True)
WAIT = 0.02  # s


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The engine is being made; called, it is ready."""
    done = asyncio.Event()
    monkeypatch.setattr(ENGINE, "_done", done)
    monkeypatch.setattr(ENGINE, "state", EngineState.GETTING_READY)

    def ready() -> None:
        ENGINE.state = EngineState.READY
        done.set()

    return ready


async def test_computers_begin_when_the_engine_is_ready_however_late(
    late: Callable[[], None], monkeypatch: pytest.MonkeyPatch
):
    player, looked = BotPlayer(Workers(1)), asyncio.Event()

    async def look() -> list[asyncio.Task[bool]]:
        looked.set()
        return []

    monkeypatch.setattr(player, "answer_all", look)
    running = asyncio.create_task(player.run())
    await asyncio.sleep(5 * WAIT)
    before = looked.is_set()

    late()
    await asyncio.wait_for(looked.wait(), 60)

    assert not before
    assert player.workers.pids == ()  # nobody plays a computer
    running.cancel()


async def test_no_clock_runs_out_before_the_engine_is_ready(late: Callable[[], None], monkeypatch: pytest.MonkeyPatch):
    looked = []
    keeper = ClockKeeper()

    async def look() -> int:
        looked.append(ENGINE.state)
        return 0

    monkeypatch.setattr(keeper, "answer_all", look)
    running = asyncio.create_task(keeper.run())
    await asyncio.sleep(5 * WAIT)
    before = len(looked)

    late()
    while not looked:
        assert not running.done()
        await asyncio.sleep(WAIT)

    assert before == 0 and looked[0] is EngineState.READY
    running.cancel()


async def test_a_stroke_waits_for_the_engine_as_long_as_it_takes(
    late: Callable[[], None], monkeypatch: pytest.MonkeyPatch
):
    """On a slow machine compiling took longer than a minute, and the first stroke was refused."""

    def over_at_once(*_: object) -> NoReturn:
        raise TimeoutError

    monkeypatch.setattr(asyncio, "wait_for", over_at_once)  # whatever limit there is has passed
    waiting = asyncio.create_task(ENGINE.wait())
    await asyncio.sleep(5 * WAIT)
    before = waiting.done()

    late()
    await waiting

    assert not before
