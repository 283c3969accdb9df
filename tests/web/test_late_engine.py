"""An engine that takes longer than anybody waits: computers and clocks begin when it is there."""

import asyncio
from collections.abc import Callable
from typing import NoReturn

import pytest
from channels.db import database_sync_to_async

from carrom_web.matches.bot_player import BotPlayer
from carrom_web.matches.bot_processes import Workers
from carrom_web.matches.clock_keeper import ClockKeeper
from carrom_web.matches.engine import ENGINE, Compiled, EngineState
from carrom_web.matches.models import Entry
from tests.support.web.matches import STROKE, MatchSocket, new_id, start_match_for_two

pytestmark = pytest.mark.django_db(transaction=True)
WAIT = 0.02  # s


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """The engine is being made; called, it is ready."""
    monkeypatch.setattr(ENGINE, "change", asyncio.Event())
    monkeypatch.setattr(ENGINE, "state", EngineState.GETTING_READY)
    return lambda: ENGINE.become(EngineState.READY)


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
    running = asyncio.create_task(keeper.look())
    await asyncio.sleep(5 * WAIT)
    before = len(looked)

    late()
    await running

    assert before == 0 and looked == [EngineState.READY]


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


@pytest.mark.usefixtures("kernel")
async def test_a_stroke_whose_page_lost_its_connection_while_the_engine_was_made_is_played_once(
    late: Callable[[], None],
):
    match_id, first, second = await start_match_for_two()
    stroke = {"id": new_id(), "after": 0, **STROKE}
    async with MatchSocket(match_id, second) as tomasz:
        async with MatchSocket(match_id, first) as asha:
            await asha.say("stroke", **stroke)
            await asha.get("engine")
        async with MatchSocket(match_id, first) as asha:  # it comes back, and asks again under the same id
            await asha.say("stroke", **stroke)
            assert asha.hello["version"] == 0
            assert (await asha.get("engine"))["state"] == "getting-ready"

            late()
            assert (await asha.get("engine"))["state"] == "ready"
            assert await asha.answered() == {"kind": "done", "id": stroke["id"], "number": 1}
        assert (await tomasz.get("event"))["number"] == 1

    stored = Entry.objects.filter(match_id=match_id, number__gt=0)
    assert await database_sync_to_async(stored.count)() == 1


@pytest.mark.usefixtures("kernel")
async def test_a_page_is_told_how_far_the_engine_has_come(late: Callable[[], None]):
    match_id, first, _ = await start_match_for_two()
    async with MatchSocket(match_id, first) as asha:
        assert await asha.get("engine") == {"kind": "engine", "state": "getting-ready"}
        for functions in (1, 2):
            ENGINE.become(EngineState.GETTING_READY, Compiled(functions, 2))
            assert await asha.get("engine") == {
                "kind": "engine",
                "state": "getting-ready",
                "compiled": functions,
                "of": 2,
            }
        late()
        assert await asha.get("engine") == {"kind": "engine", "state": "ready"}
