"""Strokes simulated a second, what coins and events cost, one stroke from Python, and other engines beside it."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial

from carrom.cli.measuring.figures import Figure, best_of, short
from carrom.cli.measuring.peers import Peer, installed
from carrom.cli.measuring.strokes import for_every_engine, midgame, moved, opening_breaks, rests
from carrom.physics.simulate import simulate, simulate_batch
from carrom.terms import Stroke

COINS = (1, 2, 4, 8, 12, 18)
_FIRST = (
    "from carrom.physics.simulate import simulate; from carrom.equipment.position import Position;"
    "from carrom.terms import Stroke; simulate(Position(), Stroke(0.0, 0.0, 2.0))"
)


def measure(*, quick: bool = False) -> Iterator[Figure]:
    """Figures of one core unless said otherwise, each the best of many short runs; `quick`: of a few.

    Those of one core count the time that the core computes for us, so that other programs disturb them little; two
    threads and the start of a process are timed on the wall.
    """
    times = 5 if quick else 40
    position, strokes = midgame(8, 2_000)
    racks, straight = opening_breaks(100)
    simulate_batch(position, strokes[:1])  # the kernel is loaded
    one = len(strokes) / _of_a_core(lambda: simulate_batch(position, strokes), times)
    broken = len(racks) / _of_a_core(lambda: simulate_batch(racks, straight), times)
    yield Figure(name="strokes, 8 coins, batch", value=one, unit="1/s", should_be=200_000, better="more")
    yield Figure(name="opening breaks, batch", value=broken, unit="1/s", should_be=10_000, better="more")
    yield Figure(name="two threads against one", value=_two_threads(times), unit="times", should_be=1.8, better="more")
    few = [Stroke(*row) for row in strokes[:200].tolist()]
    alone = _of_a_core(lambda: [simulate(position, stroke) for stroke in few], times) / len(few)
    breaks = [(rack, Stroke(0.0, 0.0, 5.0)) for rack in racks[:50]]
    alone_break = _of_a_core(lambda: [simulate(*each) for each in breaks], times) / len(breaks)
    yield Figure(name="stroke recorded, 8 coins", value=alone * 1e6, unit="us", should_be=20)
    yield Figure(name="opening break recorded", value=alone_break * 1e6, unit="us", should_be=200)
    if not quick:
        cold, cached = _first_strokes()
        yield Figure(name="first stroke of a process, cold", value=cold, unit="s", should_be=8)
        yield Figure(name="first stroke of a process, cached", value=cached, unit="s", should_be=0.7)
    yield from _costs(1_000, times)
    events = simulate_batch(racks, straight).event_counts.mean()
    yield _cost("opening break", 1 / broken, events)
    samples = 2 if quick else 20
    for peer in installed():
        yield from _against(peer, one, samples, peer.steps[:1] if quick else peer.steps)


def _of_a_core(work: Callable[[], object], times: int) -> float:
    """Seconds that one core computes."""
    return best_of(work, times=times, clock=time.thread_time)


def _two_threads(times: int) -> float:
    """How many times faster two threads are than one; runs of both alternate, so that both meet the same machine."""
    position, strokes = midgame(8, 10_000)
    taken = {1: float("inf"), 2: float("inf")}
    for _ in range(times):
        for threads, before in taken.items():
            run = partial(simulate_batch, position, strokes, threads=threads)
            taken[threads] = min(before, best_of(run, times=1))
    return taken[1] / taken[2]


def _costs(count: int, times: int) -> Iterator[Figure]:
    """What a stroke costs against the number of coins and of events, in batch."""
    for coins in COINS:
        position, strokes = midgame(coins, count)
        batch = simulate_batch(position, strokes)
        taken = _of_a_core(partial(simulate_batch, position, strokes), times) / count
        yield _cost(f"{coins} coins" if coins > 1 else "1 coin", taken, batch.event_counts.mean())


def _cost(name: str, seconds: float, events: float) -> Figure:
    a_piece = 1e6 * seconds / events
    return Figure(
        name=f"cost, {name}", value=1e6 * seconds, unit="us", note=f"{events:.1f} events, {a_piece:.2f} us each"
    )


def _against(peer: Peer, ours: float, count: int, steps: tuple[float, ...]) -> Iterator[Figure]:
    """How fast another engine plays strokes, how many times faster we do, how far it is off."""
    samples = for_every_engine(count, peer.surface)
    exact = [simulate(sample.position, sample.stroke, surface=peer.surface) for sample in samples]
    for step in steps:
        peer.play(samples[0], peer.surface, step)
        start = time.thread_time()
        ends = [peer.play(sample, peer.surface, step) for sample in samples]
        rate = count / (time.thread_time() - start)
        off = [d for motion, end in zip(exact, ends, strict=True) for d in moved(rests(motion), end, motion)]
        note = (
            f"we are {short(ours / rate)} times as fast; it is off by {1000 * statistics.median(off):.2g} mm (median)"
        )
        yield Figure(
            name=f"{peer.name} at {1000 * step:g} ms, 8 coins, no spin",
            value=rate,
            unit="1/s",
            note=f"{note}; {peer.note}" if peer.note else note,
        )


def _first_strokes() -> tuple[float, float]:
    """Seconds from the start of a process to its first stroke: nothing cached, and the best of three cached."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        taken = []
        for _ in range(4):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", _FIRST], env=environment, check=True)  # noqa: S603
            taken.append(time.perf_counter() - start)
    return taken[0], min(taken[1:])
