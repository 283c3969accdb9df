"""The strokes on which the kernel is held against other ways to the same rest, and how far apart they end."""

from dataclasses import replace

import numpy as np

from carrom.cli.benchmarks.strokes import MOST_LEVERAGE, Sample, comes_near_a_pocket, rests, worst
from carrom.physics.simulate import simulate, simulate_batch
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.terms import Stroke
from tests.support.physics import springs
from tests.support.physics.samples import midgame_strokes, scattered

FINE = replace(TOURNAMENT, spin_ratio=1e-3, slowing_part=0.05, tail_speed=0.003)  # the coupled slide in small pieces
WITHOUT_RUBBING = replace(TOURNAMENT, disc_friction=0.0, frame_friction=0.0)  # nothing ever spins
STIFF = (3e7, 3e8, 3e9)  # N/m

THRESHOLDS = (
    "spin_ratio",
    "slowing_part",
    "tail_speed",
    "rest_speed",
    "weak_speed",
    "contact_time",
    "elastic_speed",
    "tie_time",
)
HALVED = replace(TOURNAMENT, **{name: getattr(TOURNAMENT, name) / 2 for name in THRESHOLDS})


def well_conditioned(surface: Surface, count: int) -> list[Sample]:
    """Strokes of play whose end is well conditioned, as it is worked out here and nothing is picked by hand.

    At least two contacts, no disc near a pocket, and sensitivity within MOST_LEVERAGE: turned by 1e-6 rad (at the first
    contact a quarter to half a micrometre), no disc ends more than 1e-4 m elsewhere, nor falls.
    """
    rng = np.random.default_rng(8)
    found: list[Sample] = []
    while len(found) < count:
        position = scattered(rng, int(rng.integers(3, 10)))
        stroke = Stroke(*map(float, midgame_strokes(rng, position, 1)[0]))
        motion = simulate(position, stroke, surface=surface)
        if len(motion.event_table) < 2 or comes_near_a_pocket(motion):
            continue
        turned = simulate(position, replace(stroke, angle=stroke.angle + 1e-6), surface=surface)
        if turned.pocketed or worst(rests(motion), rests(turned)) > 1e-6 * MOST_LEVERAGE:
            continue
        found.append(Sample(position, stroke))
    return found


def apart_from_springs(samples: list[Sample], surface: Surface, stiffness: float) -> np.ndarray:
    """How far apart the worst disc of each stroke ends, in metres."""
    return np.array(
        [
            worst(
                rests(simulate(position, stroke, surface=surface)),
                springs.final_places(position, stroke, surface, stiffness),
            )
            for position, stroke in samples
        ]
    )


def with_other_pocketed(one: Surface, other: Surface, *, positions: int, strokes: int) -> tuple[float, np.ndarray]:
    """The share of mid-game strokes in which another set of discs falls, and how far apart pieces end that stay.

    Shapes: second result (pieces,), metres.
    """
    rng = np.random.default_rng(12)
    differing, apart = 0, []
    for _ in range(positions):
        position = scattered(rng, 8)
        table = midgame_strokes(rng, position, strokes)
        first, second = (simulate_batch(position, table, surface=surface, strict=False) for surface in (one, other))
        played = (first.status == 0) & (second.status == 0)
        fell = [np.isnan(batch.layouts[played, :, 0]) for batch in (first, second)]
        differing += int((fell[0] != fell[1]).any(axis=1).sum())
        moved = np.hypot(*np.moveaxis(first.layouts[played] - second.layouts[played], 2, 0))
        apart.append(moved[~np.isnan(moved)])
    return differing / (positions * strokes), np.concatenate(apart)
