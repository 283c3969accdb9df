"""Periodic work: declared in an app's `tasks.py` with Django's Tasks interface and an interval.

Each such function finds what is due by itself and does it in transactions that fail if somebody else was first, so that
running it late, again, or on two servers at once changes nothing. The server's scheduler runs them
(`config/scheduler.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.dispatch import Signal
from django_tasks.base import Task

AnyTask = Task[[], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodicTask:
    """A task and when it is due: every so often on one server, and soon after a signal in the process that sent it."""

    task: AnyTask
    every: timedelta
    after: Signal | None = None
    in_every_process: bool = False

    @property
    def name(self) -> str:
        """The path of its function."""
        return self.task.module_path


SCHEDULE: dict[str, PeriodicTask] = {}
"""The declared tasks, by name."""


def periodic(
    *, every: timedelta, after: Signal | None = None, in_every_process: bool = False
) -> Callable[[AnyTask], AnyTask]:
    """Declare that a task is due every so often. `in_every_process`: on each server, as it cannot wait for another."""

    def declared(task: AnyTask) -> AnyTask:
        one = PeriodicTask(task=task, every=every, after=after, in_every_process=in_every_process)
        SCHEDULE[one.name] = one
        return task

    return declared
