"""Computers: what a stroke costs, strokes alone, boards between levels and against the reference."""

import random
import time
from collections.abc import Iterator
from itertools import pairwise

from carrom.bots.contest import arena, mean_interval, solo_boards
from carrom.bots.registry import find, names
from carrom.cli.benchmarks.figures import Figure, percentile
from carrom.match.awaiting import Decision
from carrom.play.scenes import NAMES, scene

BOARDS = 40
SOLO_BOARDS = 12  # a sample; `carrom solo strong --noise 1 --seed 2026 --boards 200` is the whole
SOLO_SEED = 2026
SOLO_AT_MOST = 18.0  # strokes a board
REFERENCE, REFERENCE_BOARDS = "greedy-h", 200
REFERENCE_STROKES = (22.6, 23.6)  # a board: what an independent player of the same kind needed with the same hand


def measure() -> Iterator[Figure]:
    """Processor time of a stroke in ms over the scenes, 19-coin solo, and each level against the one below it."""
    yield from _costs()
    yield from _alone()
    yield from _reference()
    yield from _against_the_reference()
    for weaker, stronger in pairwise(name for name in names() if name != "adaptive"):
        met = arena(stronger, weaker, boards=BOARDS)
        note = f"rating {met.rating:+.0f} ({met.rating_low:+.0f} to {met.rating_high:+.0f})"
        yield Figure(
            name=f"{stronger} beats {weaker}, boards of {BOARDS}",
            value=met.wins_a,
            unit="",
            should_be=24,
            better="more",
            note=note,
        )


def _reference() -> Iterator[Figure]:
    """How far the reference is from where it is held."""
    strokes = [board.strokes for board in solo_boards(REFERENCE, REFERENCE_BOARDS, seed=SOLO_SEED, noise=1.0)]
    mean, low, high = mean_interval(strokes)
    least, most = REFERENCE_STROKES
    yield Figure(
        name=f"{REFERENCE} alone at m = 1 outside {least} to {most}, strokes a board over {REFERENCE_BOARDS} boards",
        value=max(least - mean, mean - most, 0.0),
        unit="",
        should_be=0.0,
        note=f"{mean:.2f} ({low:.2f} to {high:.2f}), seed {SOLO_SEED}",
    )


def _against_the_reference() -> Iterator[Figure]:
    met = arena("strong", REFERENCE, boards=BOARDS, seed=SOLO_SEED, noise=1.0)
    note = f"points {met.points_a} : {met.points_b}, slams {met.slams_a} : {met.slams_b}, seed {SOLO_SEED}"
    name = f"strong beats {REFERENCE} at m = 1, boards of {BOARDS}"
    yield Figure(name=name, value=met.wins_a, unit="", should_be=0.6 * BOARDS, better="more", note=note)


def _costs() -> Iterator[Figure]:
    scenes = [scene(name) for name in NAMES]
    awaited = [state for state in scenes if state.match.awaiting.kind is Decision.STROKE]
    for name in names():
        times = []
        for seed in range(3):
            for state in awaited:
                began = time.process_time()
                find(name).answer(state, random.Random(seed))
                times.append((time.process_time() - began) * 1e3)
        yield Figure(name=f"{name}: a stroke, median", value=percentile(times, 0.5), unit="ms of processor")
        yield Figure(name=f"{name}: a stroke, longest", value=max(times), unit="ms of processor")


def _alone() -> Iterator[Figure]:
    began = time.process_time()
    strokes = [board.strokes for board in solo_boards("strong", SOLO_BOARDS, seed=SOLO_SEED, noise=1.0)]
    spent = time.process_time() - began
    mean, low, high = mean_interval(strokes)
    yield Figure(
        name=f"strong alone at m = 1, strokes a board, upper end of 95 % over {SOLO_BOARDS} boards",
        value=high,
        unit="",
        should_be=SOLO_AT_MOST,
        note=f"{mean:.1f} ({low:.1f} to {high:.1f}), seed {SOLO_SEED}; {spent / sum(strokes):.2f} s a stroke",
    )
