"""Strokes on a graphics card against the processor's threads of the same machine, and whether their bits are equal."""

import os
import time
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from carrom.cli.benchmarks.figures import Figure
from carrom.cli.benchmarks.strokes import midgame, opening_breaks
from carrom.errors import CarromError
from carrom.messages import sentence
from carrom.physics.batch import StrokeResults
from carrom.physics.graphics_card import graphics_card
from carrom.physics.simulate import _layouts, simulate_layouts
from carrom.terms import Seat

COUNT = 1 << 18  # strokes
ROUNDS = 3


def measure() -> Iterator[Figure]:
    """Strokes a second, by the clock, copies to the card and back included: the best of some rounds."""
    try:
        card = graphics_card()
    except CarromError as error:
        print(f"not measured: {sentence(error)}")
        return
    threads = os.cpu_count() or 1
    for coins in (4, 8, 12, 18):
        position, strokes = midgame(coins, COUNT)
        yield _both(f"{coins} coins", card.name, threads, _layouts([position], Seat.SOUTH), strokes)
    racks, straight = opening_breaks(COUNT // 16)
    yield _both("opening break", card.name, threads, _layouts(racks, Seat.SOUTH), straight)


def _both(what: str, card: str, threads: int, layouts: NDArray[np.float64], strokes: NDArray[np.float64]) -> Figure:
    on_processor, by_threads = _timed(lambda: simulate_layouts(layouts, strokes, threads=threads))
    on_card, by_card = _timed(lambda: simulate_layouts(layouts, strokes, backend="cuda"))
    equal = on_processor.layouts.tobytes() == on_card.layouts.tobytes()
    note = f"{by_threads / by_card:.1f} times {threads} threads, bits {'equal' if equal else 'DIFFER'}"
    return Figure(name=f"{what}, {card}", value=len(on_card) / by_card, unit="/s", better="more", note=note)


def _timed(work: Callable[[], StrokeResults]) -> tuple[StrokeResults, float]:
    result, best = work(), float("inf")
    for _ in range(ROUNDS):
        started = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - started)
    return result, best
