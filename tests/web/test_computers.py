"""Computers on the site: they answer through the same action, in a process of their own, also after a kill."""

import asyncio
import os
import signal
from dataclasses import replace

import pytest
from channels.db import database_sync_to_async

from carrom.bots.protocol import BOT_ERROR
from carrom.bots.worker import Job, work
from carrom.match.entries import Player
from carrom.match.requests import MakeStroke
from carrom.play.game import new_head
from carrom.terms import Seat, Side
from carrom_web.matches import announcements, models, repository, selectors, services
from carrom_web.matches.bot_player import MOST_TRIES, BotPlayer
from carrom_web.matches.bot_processes import IDLE_S, Worker, WorkerDiedError, Workers
from tests.support.web.matches import STROKE, MatchSocket, make_guest, start_match

pytestmark = pytest.mark.django_db(transaction=True)


async def against(level: str = "easy", **options):
    guest = await database_sync_to_async(make_guest)()
    return await database_sync_to_async(start_match)(guest, level=level, **options), guest


def begin_of_computers(players):
    """A match of computers alone."""
    head = new_head(players=players, length="board", breaks=Side.A)
    return services.start_match(head, [repository.Player(each.side, 0, None, each.level) for each in players])


async def load(match_id):
    return await database_sync_to_async(selectors.load)(match_id)


@pytest.fixture
async def workers():
    made = Workers(1)
    yield made
    await made.stop()


async def play(player: BotPlayer) -> int:
    """Answer every decision that awaits a computer now, one of each match; give how many were answered."""
    return sum(await asyncio.gather(*await player.answer_all()))


async def test_a_computer_plays_when_it_is_to_play(workers):
    match_id, _ = await against(breaks=Side.B)
    player = BotPlayer(workers)

    answered = await play(player)

    assert answered == 1
    row = await database_sync_to_async(models.Entry.objects.get)(match_id=match_id, number=1)
    assert row.kind == "stroke"
    assert row.request_id == f"{match_id}.0"
    assert row.motion


async def test_a_match_that_waits_for_a_person_is_left_alone(workers):
    match_id, _ = await against(breaks=Side.A)

    assert await play(BotPlayer(workers)) == 0
    assert (await load(match_id)).state.version == 0


async def test_two_servers_that_answer_the_same_decision_make_one_answer(monkeypatch):
    match_id, _ = await against(breaks=Side.B)
    servers = Workers(1), Workers(1)
    both, think, answers = asyncio.Barrier(2), Worker.think, []

    async def think_together(self, job):
        await both.wait()
        answers.append(await think(self, job))
        return answers[-1]

    monkeypatch.setattr(Worker, "think", think_together)
    try:
        await asyncio.gather(*(BotPlayer(one).answer_one(match_id) for one in servers))
    finally:
        for one in servers:
            await one.stop()

    assert answers[0] == answers[1]
    assert (await load(match_id)).state.version == 1


async def test_a_computer_goes_on_until_a_person_is_asked_and_answers_the_toss(workers):
    match_id, guest = await against(breaks="toss")
    player = BotPlayer(workers)
    async with MatchSocket(match_id, guest) as page:
        await page.ask("toss", 0)
        for _ in range(12):
            if not await play(player):
                break

    state = (await load(match_id)).state
    assert state.match.awaiting.kind in ("choice", "stroke", "placing")
    assert Seat(state.match.awaiting.seats[0]) in (await load(match_id)).seats_of(guest)


async def test_a_computer_answers_an_offer(workers):
    match_id, guest = await against(breaks=Side.A, take_back="agreed")
    async with MatchSocket(match_id, guest) as page:
        await page.ask("stroke", 0, **STROKE)
        state = (await load(match_id)).state
        offered = await page.ask("offer", state.version, what="replay")
        assert offered["kind"] == "done"
    await BotPlayer(workers).answer_one(match_id)

    state = (await load(match_id)).state
    assert state.match.offers == ()


async def first_process(workers: Workers) -> int:
    """The one process, once it runs."""
    async with workers.turn():
        (pid,) = workers.pids
    return pid


def job(state, key: str = "k", level: str = "easy", budget: int | None = None) -> Job:
    return Job(key=key, state=state, level=level, seed=key, seat=state.match.awaiting.seats[0], budget=budget)


async def test_a_process_that_died_is_replaced_and_the_match_goes_on(workers):
    match_id, _ = await against(breaks=Side.B)
    first = await first_process(workers)
    os.kill(first, signal.SIGKILL)

    answered = await BotPlayer(workers).answer_one(match_id)

    assert answered
    assert workers.pids not in ((), (first,))
    assert (await load(match_id)).state.version == 1


async def test_a_process_killed_over_a_decision_is_replaced_and_the_decision_is_taken_as_it_would_have_been(workers):
    match_id, _ = await against("strong", breaks=Side.B)
    state = (await load(match_id)).state
    asked = job(state, level="strong")
    first = await first_process(workers)
    async with workers.turn() as think:
        thinking = asyncio.create_task(think(asked))
        await asyncio.sleep(0.05)
        os.kill(first, signal.SIGKILL)
        done = await thinking
        again = await think(asked)

    assert done.request is not None and done == again
    assert workers.pids not in ((), (first,))


async def test_a_worker_that_hangs_is_ended(monkeypatch):
    import carrom_web.matches.bot_processes as thinking

    match_id, _ = await against(breaks=Side.B)
    state = (await load(match_id)).state
    worker = Worker()
    await worker.start()
    os.kill(worker.pid, signal.SIGSTOP)
    monkeypatch.setattr(thinking, "PATIENCE_S", 0.2)

    with pytest.raises(WorkerDiedError):
        await worker.think(job(state))

    assert worker.pid is None


async def test_a_decision_that_breaks_its_computer_is_given_up_and_others_go_on(workers, monkeypatch):
    broken, _ = await against(breaks=Side.B)
    good, _ = await against(breaks=Side.B)
    player = BotPlayer(workers)
    think = Worker.think

    async def think_of_good_ones(self, job):
        if job.key.startswith(str(broken)):
            raise WorkerDiedError("it broke")
        return await think(self, job)

    monkeypatch.setattr(Worker, "think", think_of_good_ones)
    for _ in range(MOST_TRIES + 3):
        await play(player)

    assert (await load(broken)).state.version == 0
    assert (await load(good)).state.version >= 1
    assert player._failed[broken, 0] == MOST_TRIES


async def test_a_computer_with_a_bug_ends_no_process_and_the_next_job_is_answered(caplog):
    match_id, _ = await against(breaks=Side.B)
    state = (await load(match_id)).state

    broken, good = work([replace(job(state), seat="nowhere"), job(state)])

    assert (broken.request, broken.code) == (None, BOT_ERROR)
    assert isinstance(good.request, MakeStroke)
    assert "Traceback" in caplog.text


async def test_nobody_who_plays_no_computer_gets_a_process_and_those_who_begin_with_one_get_one_at_once(workers):
    player = BotPlayer(workers)
    guest = await database_sync_to_async(make_guest)()
    person = await database_sync_to_async(start_match)(guest, level="")
    player._stored(person)
    await player._wake_workers()
    asleep = workers.starts

    match_id, _ = await against(breaks=Side.A)
    player._stored(match_id)
    await player._wake_workers()
    await first_process(workers)

    assert asleep == 0
    assert workers.starts == 1


async def test_as_many_processes_run_as_there_is_to_decide_and_no_more_than_allowed():
    match_id, _ = await against("strong", breaks=Side.B)
    state = (await load(match_id)).state
    now = [0.0]
    workers = Workers(2, clock=lambda: now[0])

    async def think(key: str):
        async with workers.turn() as ask:
            return await ask(job(state, key))

    try:
        await think("alone")
        alone = len(workers.pids)
        await asyncio.gather(*(think(f"{number}") for number in range(5)))
        await workers.start_all()
        together = len(workers.pids)
        now[0] = IDLE_S - 1
        await think("later")
        now[0] = IDLE_S + 1
        await workers.end_idle()
        used_lately = len(workers.pids)
        now[0] = 3 * IDLE_S
        await workers.end_idle()

        assert (alone, together, used_lately, len(workers.pids)) == (1, 2, 1, 0)
        assert workers.starts == 2
        assert isinstance((await think("again")).request, MakeStroke)
    finally:
        await workers.stop()


async def test_those_who_ask_again_wait_behind_those_who_wait(workers):
    match_id, _ = await against(breaks=Side.B)
    state = (await load(match_id)).state
    order = []

    async def think(name: str, times: int) -> None:
        for _ in range(times):
            async with workers.turn() as ask:
                order.append(name)
                await ask(job(state, name))

    await asyncio.gather(think("greedy", 3), think("second", 1), think("third", 1))

    assert order == ["greedy", "second", "third", "greedy", "greedy"]


async def test_no_match_is_asked_a_second_time_before_every_other_was_asked_once(workers):
    """A match of computers alone never waits for anybody; it must not keep the others waiting."""
    computers = [Player(side=side, name="C", kind="computer", level="easy") for side in Side]
    greedy = await database_sync_to_async(begin_of_computers)(computers)
    others = [(await against(breaks=Side.B))[0] for _ in range(3)]
    player, order = BotPlayer(workers), []
    think = Worker.think

    async def noted(self, job):
        order.append(job.key.split(".")[0])
        return await think(self, job)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Worker, "think", noted)
        announcements.something_stored.connect(player._stored, dispatch_uid="test-player")
        tasks = await player.answer_all()
        while not all(str(match_id) in order for match_id in others) or order.count(str(greedy)) < 3:
            tasks += await player.answer_all()
            await asyncio.sleep(0.01)
        await asyncio.gather(*tasks)
    announcements.something_stored.disconnect(dispatch_uid="test-player")

    first_round = order[:4]
    assert sorted(first_round) == sorted(map(str, [greedy, *others]))


async def test_the_answer_to_a_decision_is_the_same_no_matter_who_thinks_and_whatever_else_there_is_to_do():
    match_id, _ = await against("strong", breaks=Side.B)
    state = (await load(match_id)).state
    workers = Workers(2)

    async def think(key: str):
        async with workers.turn() as ask:
            return await ask(job(state, key, "strong", budget=300))

    try:
        alone = await think("a")
        crowded = await asyncio.gather(*(think(key) for key in "bacad"))
    finally:
        await workers.stop()

    assert isinstance(alone.request, MakeStroke)
    assert [crowded[1], crowded[3]] == [alone, alone]
    assert crowded[0].request != alone.request


async def test_the_worker_ends_when_its_server_is_gone():
    import subprocess
    import sys

    program = subprocess.Popen(
        [sys.executable, "-m", "carrom_web.matches.bot_worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert program.stdout.read(1) == b"!"

    program.stdin.close()

    assert program.wait(10) == 0


async def test_the_worker_needs_no_django():
    import subprocess
    import sys

    program = "import carrom_web.matches.bot_worker, sys; print('django' in sys.modules)"

    out = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert out.stdout.strip() == "False"
