"""Strokes simulated a second, what coins and events cost, one stroke from Python, and other engines beside it."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial

from carrom.cli.benchmarks.figures import Figure, best_of, short
from carrom.cli.benchmarks.peers import Peer, installed
from carrom.cli.benchmarks.strokes import Sample, for_every_engine, midgame, moved, opening_breaks, rests
from carrom.equipment.position import Position
from carrom.physics.simulate import simulate, simulate_batch
from carrom.terms import Stroke

TOGETHER = 20  # single strokes that are timed at once
COINS = (1, 2, 4, 8, 12, 18)
_FIRST = (
    "from carrom.physics.simulate import simulate; from carrom.equipment.position import Position;"
    "from carrom.terms import Stroke; simulate(Position(), Stroke(0.0, 0.0, 2.0))"
)
_HALF = """
import sys, time
from carrom.cli.benchmarks.strokes import midgame
from carrom.physics.simulate import simulate_batch
position, strokes = midgame(8, 10_000)
for line in sys.stdin:
    began = time.process_time()
    simulate_batch(position, strokes[::2])
    print(time.process_time() - began, flush=True)
"""


def measure(*, quick: bool = False) -> Iterator[Figure]:
    """Figures of one core unless said otherwise, each the best of many short runs; `quick`: of a few.

    Those of one core, the start of a process among them, count the time that is computed for us, so that other programs
    disturb them little. Two threads are timed on the wall, in turns with two processes that play half of the strokes
    each and share nothing: no program can have more of two cores than they.
    """
    times = 3 if quick else 40
    position, strokes = midgame(8, 2_000)
    racks, straight = opening_breaks(100)
    simulate_batch(position, strokes[:1])  # the kernel is loaded
    one = len(strokes) / _of_a_core(lambda: simulate_batch(position, strokes), times)
    broken = len(racks) / _of_a_core(lambda: simulate_batch(racks, straight), times)
    yield Figure(name="strokes, 8 coins, batch", value=one, unit="1/s", should_be=200_000, better="more")
    yield Figure(name="opening breaks, batch", value=broken, unit="1/s", should_be=10_000, better="more")
    yield from _two_threads(times)
    few = [(position, Stroke(*row)) for row in strokes[:200].tolist()]
    alone = _one_by_one(simulate, few, times)
    final = _one_by_one(lambda position, stroke: simulate(position, stroke).final, few, times)
    alone_break = _one_by_one(simulate, [(rack, Stroke(0.0, 0.0, 5.0)) for rack in racks[:60]], times)
    note = f"{1e6 * final:.1f} us if its final position is asked for too"
    yield Figure(name="stroke recorded, 8 coins", value=alone * 1e6, unit="us", should_be=8, note=note)
    yield Figure(name="opening break recorded", value=alone_break * 1e6, unit="us", should_be=200)
    if not quick:
        yield from _first_strokes()
    yield from _costs(1_000, times)
    events = simulate_batch(racks, straight).event_counts.mean()
    yield _cost("opening break", 1 / broken, events)
    samples, passes = (2, 1) if quick else (20, 3)
    for peer in installed():
        yield from _against(peer, one, samples, peer.steps[:1] if quick else peer.steps, passes)


def _of_a_core(work: Callable[[], object], times: int) -> float:
    """Seconds that one core computes."""
    return best_of(work, times=times, clock=time.thread_time)


def _one_by_one(
    work: Callable[[Position, Stroke], object], strokes: Sequence[tuple[Position, Stroke]], times: int
) -> float:
    """Seconds that a stroke takes, played by itself; some at a time, since few are disturbed by other programs."""
    parts = [strokes[k : k + TOGETHER] for k in range(0, len(strokes), TOGETHER)]
    return sum(_of_a_core(partial(_each, work, part), times) for part in parts) / len(strokes)


def _each(work: Callable[[Position, Stroke], object], strokes: Iterable[tuple[Position, Stroke]]) -> None:
    for position, stroke in strokes:
        work(position, stroke)


def _two_threads(times: int) -> Iterator[Figure]:
    """How two threads compare with two processes that play half each, by rounds of both on the same machine.

    Other programs disturb a round more than threads do, so medians count: of what the two take in the same round.
    """
    position, strokes = midgame(8, 10_000)
    run = partial(simulate_batch, position, strokes, threads=2)
    of_processes, computed = [], []
    with ExitStack() as stack:
        processes = [
            stack.enter_context(
                subprocess.Popen([sys.executable, "-c", _HALF], stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
            )
            for _ in range(2)
        ]
        _play_halves(processes)  # both are up
        for _ in range(2 * times):
            began, before = time.perf_counter(), time.process_time()
            run()
            taken, by_threads = time.perf_counter() - began, time.process_time() - before
            began = time.perf_counter()
            by_processes = _play_halves(processes)
            of_processes.append((time.perf_counter() - began) / taken)
            computed.append(by_threads / by_processes)
    more = statistics.median(computed) - 1
    yield Figure(
        name="two threads, of the speed of two processes",
        value=statistics.median(of_processes),
        unit="",
        should_be=0.95,
        better="more",
        note=f"they compute {100 * more:.1f} % more",
    )


def _play_halves(processes: Iterable[subprocess.Popen[bytes]]) -> float:
    """Have each play its half once, all at the same time; the seconds that they compute together."""
    for process in processes:
        assert process.stdin  # noqa: S101  # a pipe was asked for
        process.stdin.write(b"\n")
        process.stdin.flush()
    computed = 0.0
    for process in processes:
        assert process.stdout  # noqa: S101
        computed += float(process.stdout.readline())
    return computed


def _costs(count: int, times: int) -> Iterator[Figure]:
    """Cost of a stroke against the number of coins and of events, in batch."""
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


def _against(peer: Peer, ours: float, count: int, steps: tuple[float, ...], passes: int) -> Iterator[Figure]:
    """How fast another engine plays strokes at its best, how many times faster we do, how far it is off."""
    samples = for_every_engine(count, peer.surface)
    exact = [simulate(sample.position, sample.stroke, surface=peer.surface) for sample in samples]
    for step in steps:
        peer.play(samples[0], peer.surface, step)
        ends = [peer.play(sample, peer.surface, step) for sample in samples]
        rate = count / _of_a_core(partial(_play_all, peer, samples, step), passes)
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


def _play_all(peer: Peer, samples: Iterable[Sample], step: float) -> None:
    for sample in samples:
        peer.play(sample, peer.surface, step)


def _first_strokes() -> Iterator[Figure]:
    """Time from the start of a process to its first stroke.

    Python keeps its bytecode, as where the package is installed; the cost without a cache is reported beside it.
    """
    with tempfile.TemporaryDirectory() as folder:
        cached = {**os.environ, "PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": ""}
        unkept = _computed({**cached, "PYTHONDONTWRITEBYTECODE": "1"})
        first = _computed(cached)
        taken = min(_computed(cached) for _ in range(5))
    note = f"{unkept:.2f} s where Python keeps no bytecode; {first:.2f} s where it has not kept it yet"
    yield Figure(name="first stroke of a process", value=taken, unit="s", should_be=0.3, note=note)


def _computed(environment: dict[str, str]) -> float:
    """Seconds that a process computes until it has simulated a stroke and ended."""
    before = os.times()
    subprocess.run([sys.executable, "-c", _FIRST], env=environment, check=True)  # noqa: S603
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system
