"""Strokes on positions as they occur in play: how often coins touch, what that costs, how exact it is."""

import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from carrom.cli.benchmarks.figures import Figure, best_of
from carrom.cli.benchmarks.in_play import TOUCHING, nearest_pair, played
from carrom.cli.benchmarks.strokes import Sample, comes_near_a_pocket, midgame, opening_breaks, rests, worst
from carrom.physics.simulate import simulate, simulate_batch
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.terms import Stroke

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))  # the oracles live with the tests
from tests.support.physics import springs
from tests.support.physics.samples import midgame_strokes

BOARDS = 20
AIMED = 2_000  # strokes roughly aimed at coins of the positions that are played
AGAINST_SPRINGS = 60
RIGID = replace(TOURNAMENT, contact_stiffness=0.0)


def measure() -> Iterator[Figure]:
    """Of boards from a fixed seed, opening breaks left out: coins that touch apart from those that do not."""
    strokes = [sample for board in played(BOARDS) for sample in board[1:]]
    touching = [sample for sample in strokes if nearest_pair(sample.position) < TOUCHING]
    share = 100 * len(touching) / len(strokes)
    note = f"of {len(strokes)} on {BOARDS} boards, half of them nineteen coins alone"
    yield Figure(name="positions with a gap below 0.1 mm", value=share, unit="%", note=note)
    eight = [sample for sample in strokes if 7 <= len(sample.position.pieces) <= 9]
    position, table = midgame(8, AIMED)
    yield from _cost("8 coins that lie apart", [Sample(position, Stroke(*row)) for row in table.tolist()], 1.5)
    yield from _cost("7 to 9 coins in play", aimed(eight, AIMED), 1.5)
    yield from _cost("in play, touching", aimed(touching, AIMED), 1.5)
    racks, straight = opening_breaks(100)
    breaks = [Sample(rack, Stroke(*row)) for rack, row in zip(racks, straight.tolist(), strict=True)]
    yield from _cost("opening breaks", breaks, None)
    for name, chosen in (("touching", touching), ("apart", [one for one in strokes if one not in touching])):
        yield from _errors(name, aimed(chosen, 20 * AGAINST_SPRINGS))


def aimed(samples: Sequence[Sample], count: int) -> list[Sample]:
    """So many strokes roughly towards coins of these positions."""
    rng = np.random.default_rng(4)
    found = []
    for k in rng.integers(len(samples), size=count).tolist():
        position = samples[k].position
        found.append(Sample(position, Stroke(*midgame_strokes(rng, position, 1)[0].tolist())))
    return found


def _cost(name: str, samples: Sequence[Sample], should_be: float | None) -> Iterator[Figure]:
    """A stroke's time with springs where discs touch against that of single impacts; the two alternate in one run."""
    positions = [sample.position for sample in samples]
    table = [(sample.stroke.offset, sample.stroke.angle, sample.stroke.speed) for sample in samples]
    taken = dict.fromkeys((TOURNAMENT, RIGID), float("inf"))
    for _ in range(15):
        for surface in taken:
            run = partial(simulate_batch, positions, table, surface=surface, strict=False)
            taken[surface] = min(taken[surface], best_of(run, times=1, clock=time.thread_time))
    both = [1e6 * taken[surface] / len(samples) for surface in (TOURNAMENT, RIGID)]
    yield Figure(
        name=f"cost against single impacts, {name}",
        value=both[0] / both[1],
        unit="times",
        should_be=should_be,
        note=f"{both[0]:.2f} us against {both[1]:.2f} us a stroke",
    )


def _errors(name: str, samples: Sequence[Sample]) -> Iterator[Figure]:
    """How far the worst disc ends from where springs in small steps bring it; strokes that come near no pocket."""
    chosen = []
    for sample in samples:
        batch = simulate_batch(sample.position, [sample.stroke], strict=False)
        if batch.status[0] or len(chosen) == AGAINST_SPRINGS:
            continue
        motion = simulate(*sample)
        if len(motion.event_table) > 1 and not comes_near_a_pocket(motion):
            chosen.append(sample)
    exact = [springs.final_places(*sample, TOURNAMENT, TOURNAMENT.contact_stiffness) for sample in chosen]
    for says, surface in (("as played", TOURNAMENT), ("single impacts", RIGID)):
        yield _apart(f"{name}, {says}", chosen, exact, surface)


def _apart(
    name: str, samples: Sequence[Sample], exact: Sequence[dict[int, tuple[float, float]]], surface: Surface
) -> Figure:
    ends = [rests(simulate(*sample, surface=surface)) for sample in samples]
    off = 1000 * np.array([worst(end, right) for end, right in zip(ends, exact, strict=True)])
    note = f"median of {len(off)} strokes; 75 % within {np.quantile(off, 0.75):.2g}, 90 % {np.quantile(off, 0.9):.2g}"
    return Figure(name=f"off from springs in small steps, {name}", value=float(np.median(off)), unit="mm", note=note)
