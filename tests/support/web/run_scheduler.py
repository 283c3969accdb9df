"""Processes with the scheduler of a server each: they write every run of two tasks into a file, until they are stopped.

Run with `python -m tests.support.web.run_scheduler FILE COUNT`: it makes the tables of a PostgreSQL, prints the ids of
so many processes, which begin together, and ends after the last of them. They are forks of one that loaded the site.
"""

import asyncio
import os
import signal
import sys
import time
from datetime import timedelta

import django

django.setup()

from django.db import connection  # noqa: E402
from django_tasks import task  # noqa: E402

from carrom_web.config import scheduler  # noqa: E402
from carrom_web.config.scheduler import Scheduler  # noqa: E402
from carrom_web.config.setup import migrate  # noqa: E402
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


def fork(begin: float) -> int:
    """Give the id of a process that begins at a moment."""
    child = os.fork()
    if child == 0:
        try:
            time.sleep(max(0.0, begin - time.time()))
            asyncio.run(run())
        finally:
            os._exit(0)
    return child


def main() -> None:
    """Start them, and wait for their ends."""
    scheduler.RENEW_EVERY_S = 0.2
    migrate()
    connection.close()  # each has its own, and its own pool of them
    connection.close_pool()
    begin = time.time() + 0.2
    servers = [fork(begin) for _ in range(int(sys.argv[2]))]
    print(*servers, flush=True)
    for _ in servers:
        os.wait()


if __name__ == "__main__":
    main()
