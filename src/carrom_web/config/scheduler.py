"""Runs the periodic tasks that the apps declare (`core/tasks.py`), for as long as the server runs.

Of all servers on one database one runs them: the one that holds the lease. It renews the lease every few seconds; when
it is stopped or killed, another takes over. A task that follows a signal also runs in the process that sent it,
whichever holds the lease, so that nobody waits for the next round.
"""

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import time
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from channels.db import database_sync_to_async
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.module_loading import import_string
from django_tasks.base import TaskResultStatus

from carrom.errors import CarromError
from carrom_web.config.models import SchedulerLease
from carrom_web.core.metrics import count_run
from carrom_web.core.tasks import SCHEDULE, PeriodicTask

LEASE = timedelta(seconds=15)
RENEW_EVERY_S = 5.0

_log = logging.getLogger(__name__)


class Lease:
    """The server that runs the periodic tasks: a row that names the owner, until a moment."""

    def __init__(self, host: str = "", pid: int = 0) -> None:
        self._host, self._pid = host or socket.gethostname(), pid or os.getpid()
        self.owner = f"{self._host[:60]} {self._pid} {secrets.token_hex(4)}"
        self._held_until = float("-inf")

    @property
    def is_held(self) -> bool:
        """Whether this process is the one."""
        return time.monotonic() < self._held_until

    def take(self) -> bool:
        """Take or renew it; False while another server holds it."""
        asked, now = time.monotonic(), timezone.now()
        rows = SchedulerLease.objects.filter(pk=1)
        row = rows.first()
        if row is None:
            with contextlib.suppress(IntegrityError), transaction.atomic():
                SchedulerLease.objects.create(pk=1, owner=self.owner, until=now + LEASE)
                self._held_until = asked + LEASE.total_seconds()
            return self.is_held
        free = Q(until__lte=now) | Q(owner=self.owner)
        if self._is_dead(row.owner):
            free |= Q(owner=row.owner)
        taken = rows.filter(free).update(owner=self.owner, until=now + LEASE)
        self._held_until = asked + LEASE.total_seconds() if taken else float("-inf")
        return self.is_held

    def release(self) -> None:
        """Let another server take over at once."""
        self._held_until = float("-inf")
        SchedulerLease.objects.filter(pk=1, owner=self.owner).update(until=timezone.now())

    def _is_dead(self, owner: str) -> bool:
        """Whether the owner was a process of this machine that is gone: its successor need not wait."""
        host, pid, _ = owner.rsplit(" ", 2)
        if host != self._host[:60] or not pid.isdecimal() or owner == self.owner:
            return False
        try:
            os.kill(int(pid), 0)
        except ProcessLookupError:
            return True
        except OSError:  # it is somebody else's
            return False
        return int(pid) == self._pid  # this process has the number now that the dead one had


class Scheduler:
    """Runs each task of a schedule: one run of it at a time, different tasks side by side."""

    def __init__(self, schedule: Mapping[str, PeriodicTask] | None = None, lease: Lease | None = None) -> None:
        self._schedule = SCHEDULE if schedule is None else schedule
        self._lease = lease or Lease()

    async def run(self) -> None:
        """Run them until cancelled; what was missed while no server ran is done at once."""
        await self._renew()
        repeated = [asyncio.create_task(self._repeat(one)) for one in self._schedule.values()]
        try:
            while True:
                await asyncio.sleep(RENEW_EVERY_S)
                await self._renew()
        finally:
            for one in repeated:
                one.cancel()
            await asyncio.gather(*repeated, return_exceptions=True)
            await database_sync_to_async(self._lease.release)()

    async def _renew(self) -> None:
        try:
            await database_sync_to_async(self._lease.take)()
        except Exception:  # the database may be away for a moment; the scheduler outlives that
            _log.exception("the lease of the scheduler could not be renewed; it tries again")

    async def _repeat(self, one: PeriodicTask) -> None:
        loop, called = asyncio.get_running_loop(), asyncio.Event()

        def call(**_: Any) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(called.set)

        if one.after is not None:
            one.after.connect(call, weak=False, dispatch_uid=(id(self), one.name))
        try:
            while True:
                is_called = called.is_set()
                called.clear()
                if is_called or one.in_every_process or self._lease.is_held:
                    await self._run_once(one)
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(called.wait(), one.every.total_seconds())
        finally:
            if one.after is not None:
                one.after.disconnect(dispatch_uid=(id(self), one.name))

    async def _run_once(self, one: PeriodicTask) -> None:
        try:
            if asyncio.iscoroutinefunction(one.task.func):
                await one.task.acall()  # in this process's own loop, whose sockets it tells
                count_run(one.name, succeeded=True)
                return
            result = await database_sync_to_async(one.task.enqueue)()
        except Exception:  # what one task runs into must not stop the others
            count_run(one.name, succeeded=False)
            _log.exception("%s failed; it is tried again", one.name)
            return
        count_run(one.name, succeeded=result.status != TaskResultStatus.FAILED)
        if result.status == TaskResultStatus.FAILED:
            error = result.errors[0]
            if issubclass(import_string(error.exception_class_path), CarromError):  # somebody wrote at the same time
                _log.warning("%s could not do something and tries again: %s", one.name, error.exception_class_path)
            else:
                _log.error("%s failed; it is tried again\n%s", one.name, error.traceback)


SCHEDULER = Scheduler()
