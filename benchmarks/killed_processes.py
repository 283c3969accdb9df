"""Strokes while one of two server processes is killed every 20 s, with PostgreSQL and Redis: none lost, none doubled.

    carrom bench killed_processes                           40 matches of two, two minutes, as fast as they are answered
    CARROM_LOAD_SECONDS=600 carrom bench killed_processes   longer

At the end each acknowledged stroke must be stored once, under the number that was said.
"""

import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from benchmarks._guests import Match
from benchmarks._steady_players import Acknowledged, Page, play
from benchmarks._two_processes import Server, Site, cannot_run, two_processes
from benchmarks.event_load import allow_many_sockets
from carrom.cli.benchmarks.figures import Figure, percentile

MATCHES = int(os.environ.get("CARROM_LOAD_MATCHES", "40"))
SECONDS = float(os.environ.get("CARROM_LOAD_SECONDS", "120"))
KILL_EVERY = 20.0  # seconds
DOWN = 3.0  # seconds for which a killed process stays away


async def kill_in_turn(servers: Sequence[Server], until: float) -> int:
    """Kill one process after the other, and start each again; give how many were killed."""
    killed, due = 0, time.perf_counter() + KILL_EVERY
    while due < until:
        await asyncio.sleep(due - time.perf_counter())
        server = servers[killed % len(servers)]
        await asyncio.to_thread(server.kill)
        killed += 1
        await asyncio.sleep(DOWN)
        await asyncio.to_thread(server.start)
        due = max(due + KILL_EVERY, time.perf_counter())
    return killed


async def played(site: Site, tables: Sequence[Match]) -> tuple[Acknowledged, int, int]:
    """Play and kill; what was acknowledged, how many were killed, how often a page lost its socket."""
    acknowledged, until = Acknowledged(), time.perf_counter() + SECONDS
    urls, pages = [server.url for server in site.servers], list[Page]()
    killing = asyncio.create_task(kill_in_turn(site.servers, until))
    await asyncio.gather(
        *(play(table, urls, acknowledged, lambda: time.perf_counter() >= until, pages) for table in tables)
    )
    return acknowledged, await killing, sum(page.lost for page in pages)


def measure() -> Iterator[Figure]:
    """Start everything on new data, seat everybody, play and kill, and compare with the database."""
    if cannot_run():
        return
    allow_many_sockets()
    with two_processes() as site:
        tables = [Match(site.servers[number % 2].url, seed=number) for number in range(MATCHES)]
        print(f"{MATCHES} matches are made", file=sys.stderr)
        before, started = [server.cpu() for server in site.servers], time.perf_counter()
        acknowledged, killed, lost_sockets = asyncio.run(played(site, tables))
        took = time.perf_counter() - started
        cpu = sum(server.cpu() for server in site.servers) - sum(before)
        stored: dict[str, list[tuple[int, str]]] = json.loads(site.run("benchmarks._stored_entries").splitlines()[-1])
    faults = compared(acknowledged, stored)
    answers = sum(map(len, acknowledged.numbers.values()))
    note = f"{MATCHES} matches, {killed} kills, {lost_sockets} sockets lost, {answers} answers"
    if acknowledged.refused:
        note += f", refused: {dict(acknowledged.refused)}"
    yield Figure(name="acknowledged and not stored", value=faults["lost"], unit="", should_be=0, note=note)
    yield Figure(name="stored twice, or under another number", value=faults["doubled"], unit="", should_be=0)
    yield Figure(name="matches with a gap in their numbers", value=faults["gaps"], unit="", should_be=0)
    yield Figure(name="strokes", value=acknowledged.strokes / took, unit="1/s", better="more")
    yield Figure(
        name="strokes for a core of the servers",
        value=acknowledged.strokes / cpu,
        unit="1/s",
        should_be=80,
        better="more",
        note="starts after kills included",
    )
    for share in (0.5, 0.99):
        value = percentile(acknowledged.took, share) * 1000
        yield Figure(name=f"answer, p{share * 100:.0f}", value=value, unit="ms")


def compared(acknowledged: Acknowledged, stored: dict[str, list[tuple[int, str]]]) -> dict[str, int]:
    """Count what the database has otherwise than was acknowledged."""
    faults = Counter[str]()
    for match, numbers in acknowledged.numbers.items():
        entries = stored.get(match, [])
        times, at = Counter(name for _number, name in entries), {name: number for number, name in entries}
        for name, number in numbers.items():
            faults["lost"] += not times[name]
            faults["doubled"] += times[name] > 1 or at.get(name, number) != number
        faults["gaps"] += [number for number, _name in entries] != list(range(len(entries)))
    return {name: faults[name] for name in ("lost", "doubled", "gaps")}
