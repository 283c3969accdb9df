"""Periodic tasks: one server runs them, another takes over, a signal hastens them, an error stops nothing."""

import asyncio
import logging
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.dispatch import Signal
from django.utils import timezone
from django_tasks import task

from carrom.errors import NotAllowedError
from carrom_web.config import scheduler
from carrom_web.config.models import SchedulerLease
from carrom_web.config.scheduler import Lease, Scheduler
from carrom_web.core.tasks import SCHEDULE, PeriodicTask

pytestmark = pytest.mark.django_db(transaction=True)
SOON, NEVER = timedelta(milliseconds=10), timedelta(hours=1)
RUNS: list[str] = []
called = Signal()


@pytest.fixture(autouse=True)
def nothing_has_run() -> None:
    RUNS.clear()


@task()
def count() -> None:
    RUNS.append("count")


@task()
def fail() -> None:
    RUNS.append("fail")
    raise ZeroDivisionError("on purpose")


@task()
def refuse() -> None:
    RUNS.append("refuse")
    raise NotAllowedError()


@task()
async def count_in_the_loop() -> None:
    asyncio.get_running_loop()
    RUNS.append("in the loop")


def due(one: object, *, every: timedelta = SOON, **more: object) -> dict[str, PeriodicTask]:
    return {"it": PeriodicTask(task=one, every=every, **more)}  # type: ignore[arg-type]


@asynccontextmanager
async def running(*schedulers: Scheduler) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(one.run()) for one in schedulers]
    try:
        yield
    finally:
        for one in tasks:
            one.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_so():  # noqa: ASYNC110  # a list that another task fills
            await asyncio.sleep(0.01)


def held_by(owner: str, *, seconds: float = 60) -> None:
    SchedulerLease.objects.create(pk=1, owner=owner, until=timezone.now() + timedelta(seconds=seconds))


def test_what_the_apps_declare_is_on_the_schedule():
    known = {name.removeprefix("carrom_web."): one.every.total_seconds() for name, one in SCHEDULE.items()}

    assert known == {
        "competitions.sol_history.tasks.delete_uploads": 3600,
        "accounts.tasks.delete_ended_sessions": 86_400,
        "api.tasks.forget_webhook_messages": 3600,
        "api.tasks.send_webhooks": 10,
        "outbox.tasks.delete_old_email_files": 43_200,
        "people.tasks.delete_what_has_served": 86_400,
        "push.tasks.deliver_notifications": 5,
        "matches.tasks.notify_players_by_correspondence": 30,
        "matches.tasks.answer_clocks": 0.5,
        "matches.tasks.forget_challenges": 15,
        "matches.tasks.end_abandoned_matches": 300,
        "matches.tasks.follow_matches_that_are_over": 60,
        "matches.tasks.follow_hands": 60,
        "competitions.tasks.send_reminders": 600,
        "competitions.events.tasks.close_entries": 30,
        "competitions.events.tasks.lapse_challenges": 30,
        "competitions.events.tasks.confirm_reports": 30,
        "competitions.events.tasks.end_no_shows": 10,
        "competitions.events.tasks.take_results": 5,
        "competitions.arenas.tasks.run_arenas": 2,
        "competitions.arenas.tasks.take_arena_results": 5,
        "competitions.match_leagues.tasks.take_results": 5,
        "competitions.ratings.tasks.recalculate": 15,
        "competitions.solo_leagues.tasks.take_sets": 5,
    }


def test_one_of_two_servers_holds_the_lease_until_it_lets_go():
    one, other = Lease(), Lease(pid=os.getppid())

    assert (one.take(), other.take(), one.take()) == (True, False, True)
    one.release()
    assert not one.is_held and other.take() and not one.take()


def test_the_lease_of_a_server_that_says_nothing_any_more_runs_out():
    held_by("elsewhere 1 abc", seconds=-1)

    assert Lease().take()


def test_the_lease_of_a_server_elsewhere_is_respected_as_long_as_it_runs():
    held_by("elsewhere 1 abc")

    assert not Lease().take()


def test_a_server_that_was_killed_and_starts_again_goes_on_at_once():
    child = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    held_by(Lease(pid=int(child.stdout)).owner)

    assert Lease().take()


def test_a_container_that_starts_again_has_the_process_number_of_the_one_that_was_killed():
    held_by(Lease(host="box", pid=os.getpid()).owner)

    assert Lease(host="box", pid=os.getpid()).take()


def test_a_server_of_this_machine_that_lives_keeps_its_lease():
    held_by(Lease(pid=os.getppid()).owner)

    assert not Lease().take()


async def test_of_two_servers_one_runs_what_is_due_and_the_other_takes_over():
    mine, others = Lease(), Lease(pid=os.getppid())
    one, other = Scheduler(due(count), mine), Scheduler(due(fail), others)

    async with running(one):
        await until(lambda: "count" in RUNS)
        async with running(other):
            await until(lambda: RUNS.count("count") > 5)
            assert "fail" not in RUNS
    RUNS.clear()
    async with running(other):
        await until(lambda: "fail" in RUNS)
    assert "count" not in RUNS


async def test_a_signal_hastens_a_task_in_the_process_that_sent_it_no_matter_who_holds_the_lease():
    await sync_to_async(held_by)("elsewhere 1 abc")

    async with running(Scheduler(due(count, every=NEVER, after=called))):
        await asyncio.sleep(0.1)
        assert RUNS == []
        called.send(sender=None)
        await until(lambda: RUNS == ["count"])
    called.send(sender=None)  # nobody listens any more
    assert RUNS == ["count"]


async def test_what_each_server_does_itself_needs_no_lease():
    await sync_to_async(held_by)("elsewhere 1 abc")

    async with running(Scheduler(due(count_in_the_loop, in_every_process=True))):
        await until(lambda: len(RUNS) > 1)


@pytest.mark.parametrize(("one", "level"), [(fail, logging.ERROR), (refuse, logging.WARNING)])
async def test_a_task_that_fails_is_logged_and_tried_again(caplog: pytest.LogCaptureFixture, one: object, level: int):
    async with running(Scheduler(due(one))):
        await until(lambda: len(RUNS) > 2)

    assert {record.levelno for record in caplog.records if record.name == scheduler.__name__} == {level}


async def test_a_database_that_is_away_for_a_while_stops_nothing(monkeypatch: pytest.MonkeyPatch):
    lease = Lease()
    take = lease.take
    answers = iter([OSError("away"), OSError("away")])

    def sometimes() -> bool:
        error = next(answers, None)
        if error is not None:
            raise error
        return take()

    monkeypatch.setattr(lease, "take", sometimes)
    monkeypatch.setattr(scheduler, "RENEW_EVERY_S", 0.01)
    async with running(Scheduler(due(count), lease)):
        await until(lambda: "count" in RUNS)
