"""An engine that takes longer than anybody waits: computers and clocks begin when it is there."""

import asyncio
from collections.abc import Callable

import pytest

from carrom_web.matches import engine
from carrom_web.matches.bot_player import BotPlayer
from carrom_web.matches.clock_keeper import ClockKeeper
from carrom_web.matches.engine import ENGINE, EngineState

pytestmark = pytest.mark.django_db(transaction=True)
WAIT = 0.02  # s: how long a stroke waits for the engine


class Worker:
    """Says whether it was started."""

    pid = None
    starts = 0

    async def start(self) -> None:
        self.starts += 1

    async def stop(self) -> None:
        pass


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The engine is being made; called, it is ready."""
    done = asyncio.Event()
    monkeypatch.setattr(engine, "LONGEST_WAIT", WAIT)
    monkeypatch.setattr(ENGINE, "_done", done)
    monkeypatch.setattr(ENGINE, "state", EngineState.GETTING_READY)

    def ready() -> None:
        ENGINE.state = EngineState.READY
        done.set()

    return ready


async def test_computers_begin_when_the_engine_is_ready_however_late(late: Callable[[], None]):
    worker = Worker()
    running = asyncio.create_task(BotPlayer(worker).run())  # type: ignore[arg-type]
    await asyncio.sleep(5 * WAIT)
    before = worker.starts

    late()
    while not worker.starts:
        assert not running.done()
        await asyncio.sleep(WAIT)

    assert before == 0
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
