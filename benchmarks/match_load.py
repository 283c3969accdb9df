"""Many live matches: from a stroke to its event at players and spectators, the server's processor and memory.

    carrom bench match_load                          150 matches of two, a stroke every 4 s each, 1,000 spectators
    carrom bench match_load_scaled                   the same on two processes, with PostgreSQL and Redis
    CARROM_LOAD_MATCHES=20 carrom bench match_load   fewer

Players and spectators are programs on the same machine and share its processor with the server; what the server alone
takes is read from the system.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from benchmarks._guests import Guest, Match, Timed
from benchmarks._two_processes import cpu_of
from benchmarks.event_load import allow_many_sockets
from benchmarks.web import children, resident_mb
from carrom.cli.benchmarks.figures import Figure, percentile
from tests.support.browser.live_server import LiveServer

MATCHES = int(os.environ.get("CARROM_LOAD_MATCHES", "150"))
SPECTATORS = MATCHES * 20 // 3
EVERY = 4.0  # seconds between two strokes of a match
STROKES = 10  # of each match
AT_ONCE = 20  # matches that begin, sockets that open, at the same time


class WatchedMatch(Match):
    """A match that says when its last stroke was sent, for those who watch it."""

    sent = 0.0
    counts_from = float("inf")  # strokes sent before it warm up

    async def _answer(self, view: dict[str, Any], version: int, timed: Timed | None) -> tuple[dict[str, Any], int]:
        now = time.perf_counter()
        self.sent = now if timed is not None and now > self.counts_from else 0.0
        return await super()._answer(view, version, timed if self.sent else None)


@dataclass(frozen=True, slots=True)
class Load:
    """What is under load: where each process of the site answers, and what all of them have taken by now."""

    urls: Sequence[str]
    cpu: Callable[[], Mapping[str, float]]  # seconds of processor, by what has used them
    memory: Callable[[], float]  # MB


def measure() -> Iterator[Figure]:
    """Start the site on new data, seat everybody, let all play at once."""
    allow_many_sockets()
    with tempfile.TemporaryDirectory(prefix="carrom-bench-") as folder:
        live = LiveServer(Path(folder))
        try:
            live.start()
            assert live.process is not None
            pid = live.process.pid
            yield from under(
                Load(
                    urls=[live.url],
                    cpu=lambda: {"the server": cpu_of(pid)},
                    memory=lambda: resident_mb(pid) + sum(resident_mb(one) for one in children(pid)),
                )
            )
        finally:
            live.stop()


def under(load: Load) -> list[Figure]:
    """Seat everybody, the two players of a match on different processes, and let all play at once."""
    urls, tables = load.urls, list[WatchedMatch]()
    for number in range(MATCHES):
        table = WatchedMatch(urls[number % len(urls)], seed=number)
        table.guests[1].site = urls[(number + 1) % len(urls)]
        tables.append(table)
    print(f"{MATCHES} matches are made", file=sys.stderr)
    return asyncio.run(_played(load, tables))


async def _played(load: Load, tables: list[WatchedMatch]) -> list[Figure]:
    timed, seen = Timed(), list[float]()
    strangers = [
        Guest(load.urls[number % len(load.urls)], f"127.0.{100 + number // 250}.{1 + number % 250}")
        for number in range(SPECTATORS)
    ]
    places = asyncio.Semaphore(AT_ONCE)

    async def come_in(stranger: Guest, table: WatchedMatch) -> ClientConnection:
        async with places:
            return await stranger.open_socket(table.path)

    watching = [tables[number % len(tables)] for number in range(SPECTATORS)]
    sockets = await asyncio.gather(*(come_in(one, table) for one, table in zip(strangers, watching, strict=True)))
    print(f"{len(sockets)} spectators are there", file=sys.stderr)
    listeners = [
        asyncio.create_task(_watch(socket, table, seen)) for socket, table in zip(sockets, watching, strict=True)
    ]
    begin = time.perf_counter() + 5
    for table in tables:
        table.counts_from = begin + EVERY
    playing = [
        asyncio.create_task(table.play(timed, strokes=STROKES, every=EVERY, begin=begin + EVERY * number / len(tables)))
        for number, table in enumerate(tables)
    ]
    await asyncio.sleep(begin + EVERY - time.perf_counter())  # the first round warms up
    before, started = load.cpu(), time.perf_counter()
    await asyncio.sleep(EVERY * (STROKES - 3))
    after, took = load.cpu(), time.perf_counter() - started
    held = load.memory()
    await asyncio.gather(*playing)
    for task in listeners:
        task.cancel()
    await asyncio.gather(*(socket.close() for socket in sockets))
    note = f"{len(tables)} matches, {len(sockets)} spectators, {len(timed.own)} strokes, {len(seen)} seen"
    figures = []
    for who, values in (("the other player", timed.other), ("spectators", seen)):
        for share, should_be in ((0.5, None), (0.99, 150.0)):
            name = f"stroke to {who}, p{share * 100:.0f}"
            value = percentile(values, share) * 1000
            figures.append(Figure(name=name, value=value, unit="ms", should_be=should_be, note=note))
    for what, spent in after.items():
        should_be = 1.2 if what == "the server" else None
        value = (spent - before[what]) / took
        figures.append(Figure(name=f"processor of {what}", value=value, unit="cores", should_be=should_be))
    memory_at_most = 450 if len(load.urls) == 1 else None
    figures.append(Figure(name="memory of the server", value=held, unit="MB", should_be=memory_at_most))
    return figures


async def _watch(socket: ClientConnection, table: WatchedMatch, seen: list[float]) -> None:
    try:
        async for text in socket:
            arrived = time.perf_counter()
            if table.sent and '"kind":"event"' in str(text)[:400]:
                seen.append(arrived - table.sent)
    except ConnectionClosed:
        return
