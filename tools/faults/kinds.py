"""The faults, by name: each happens, lasts for a while, and ends with a site that is well again."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import cast

from tools.faults.sites import FailingSite, OneProcess, TwoProcesses

Fault = Callable[[FailingSite, random.Random], Awaitable[None]]
SHORT, LONG = 0.5, 3.0  # seconds that a fault lasts


async def _last(rng: random.Random) -> None:
    await asyncio.sleep(rng.uniform(SHORT, LONG))


async def server_killed(site: FailingSite, rng: random.Random) -> None:
    """A server process is killed, and started again a little later."""
    number = rng.randrange(2)
    await asyncio.to_thread(site.kill, number)
    await _last(rng)
    await asyncio.to_thread(site.start, number)


async def workers_killed(site: FailingSite, rng: random.Random) -> None:
    """The processes in which computers think are killed."""
    site.kill_workers()
    await _last(rng)


async def clock_moved(site: FailingSite, rng: random.Random) -> None:
    """The clock of the machine goes forward or back by up to two hours, and then is right again."""
    site.move_clock(rng.uniform(-7200, 7200))
    await _last(rng)
    site.move_clock(0)


async def memory_limited(site: FailingSite, rng: random.Random) -> None:
    """No process gets any more memory; one that ends of it is started again."""
    with site.little_memory():
        await _last(rng)
    await asyncio.sleep(SHORT)
    await asyncio.to_thread(site.start_what_ended)


async def power_cut(site: FailingSite, rng: random.Random) -> None:
    """Everything ends, and what was not synced is gone."""
    await asyncio.to_thread(site.cut_power)


async def disk_full(site: FailingSite, rng: random.Random) -> None:
    """The disk takes no more bytes."""
    with site.disk.fails("full"):
        await _last(rng)
    await asyncio.to_thread(site.start_what_ended)


async def folder_read_only(site: FailingSite, rng: random.Random) -> None:
    """The database's folder cannot be written."""
    with site.disk.fails("read-only"):
        await _last(rng)
    await asyncio.to_thread(site.start_what_ended)


async def database_locked(site: FailingSite, rng: random.Random) -> None:
    """Another program writes to the database for longer than anybody should."""
    one = cast(OneProcess, site)
    with one.lock_database():
        await _last(rng)


async def database_killed(site: FailingSite, rng: random.Random) -> None:
    """PostgreSQL is killed with all its processes, and started again."""
    two = cast(TwoProcesses, site)
    await asyncio.to_thread(two.database.kill)
    await _last(rng)
    await asyncio.to_thread(two.database.start)


async def redis_killed(site: FailingSite, rng: random.Random) -> None:
    """Redis is killed, and started again."""
    two = cast(TwoProcesses, site)
    await asyncio.to_thread(two.redis.kill)
    await _last(rng)
    await asyncio.to_thread(two.redis.start)


def _by_name(*faults: Fault) -> dict[str, Fault]:
    return {str(getattr(one, "__name__")): one for one in faults}  # noqa: B009  # a Callable need not have one


EVERYWHERE = _by_name(
    server_killed, workers_killed, clock_moved, memory_limited, power_cut, disk_full, folder_read_only
)
WITH_SQLITE = EVERYWHERE | _by_name(database_locked)
WITH_POSTGRESQL = EVERYWHERE | _by_name(database_killed, redis_killed)
