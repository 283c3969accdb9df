"""A process with the scheduler of a server: writes each run of two tasks into a file, until it is stopped.

Run with `python -m tests.support.web.run_scheduler FILE MOMENT`: several begin together at that moment.
"""

import asyncio
import os
import signal
import sys
import time
from datetime import timedelta

import django

django.setup()

from django_tasks import task  # noqa: E402

from carrom_web.config import scheduler  # noqa: E402
from carrom_web.config.scheduler import Scheduler  # noqa: E402
from carrom_web.core.tasks import PeriodicTask  # noqa: E402

RUNS = sys.argv[1] if len(sys.argv) > 1 else ""
OFTEN, HOURLY = timedelta(milliseconds=50), timedelta(hours=1)


def _note(name: str) -> None:
    with open(RUNS, "a", encoding="ascii") as file:
        file.write(f"{name} {os.getpid()}\n")


@task()
def often() -> None:
    """Due all the time."""
    _note("often")


@task()
def hourly() -> None:
    """Due when the servers start, and then not for an hour."""
    _note("hourly")


async def run() -> None:
    """Run what is due until somebody stops the process."""
    schedule = {
        "often": PeriodicTask(task=often, every=OFTEN),
        "hourly": PeriodicTask(task=hourly, every=HOURLY),
    }
    running = asyncio.create_task(Scheduler(schedule).run())
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    await asyncio.wait([running])


def main() -> None:
    """Begin at the moment that all begin."""
    scheduler.RENEW_EVERY_S = 0.2
    time.sleep(max(0.0, float(sys.argv[2]) - time.time()))
    asyncio.run(run())


if __name__ == "__main__":
    main()
