"""The kernel against springs and dashpots in small steps: two ways that share nothing come to the same rest."""

import math
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

from carrom.equipment import measurements as m
from carrom.equipment.position import Position
from carrom.physics.motion import Motion
from carrom.physics.simulate import simulate
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.terms import Stroke
from physics import paths
from physics.oracles import springs
from physics.samples import midgame_strokes, scattered

STROKES = 40
FINE = replace(TOURNAMENT, spin_ratio=1e-3, slowing_part=0.05, tail_speed=0.002)  # the coupled slide in small pieces
WITHOUT_RUBBING = replace(TOURNAMENT, disc_friction=0.0, frame_friction=0.0)  # nothing ever spins
STIFF = (3e7, 3e8, 3e9)  # N/m
MOST_LEVERAGE = 100.0  # metres that the worst disc moves a radian of the stroke: 1.7 mm a thousandth of a degree


class Sample(NamedTuple):
    position: Position
    stroke: Stroke


def rests(motion: Motion) -> dict[int, tuple[float, float]]:
    return {int(row[0]): (row[paths.X], row[paths.Y]) for row in motion.segments}


def worst(one: dict[int, tuple[float, float]], other: dict[int, tuple[float, float]]) -> float:
    return max(math.dist(one[number], other[number]) for number in one)


def comes_near_a_pocket(motion: Motion) -> bool:
    times = np.linspace(0, motion.duration, 200)
    distances = np.hypot(*np.moveaxis(np.abs(paths.places(motion, times)) - m.POCKET_CENTRE, 2, 0))
    return bool(motion.pocketed) or bool((distances < m.POCKET_RADIUS + 0.015).any())


def well_conditioned(surface: Surface) -> list[Sample]:
    """Strokes of play with at least two contacts, whose end a tiny change of the angle moves little."""
    rng = np.random.default_rng(8)
    found: list[Sample] = []
    while len(found) < STROKES:
        position = scattered(rng, int(rng.integers(3, 10)))
        stroke = Stroke(*map(float, midgame_strokes(rng, position, 1)[0]))
        motion = simulate(position, stroke, surface=surface)
        if len(motion.event_table) < 2 or comes_near_a_pocket(motion):
            continue
        turned = simulate(position, replace(stroke, angle=stroke.angle + 1e-6), surface=surface)
        if turned.pocketed or worst(rests(motion), rests(turned)) / 1e-6 > MOST_LEVERAGE:
            continue
        found.append(Sample(position, stroke))
    return found


def differences(samples: list[Sample], surface: Surface, stiffness: float) -> np.ndarray:
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


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    return well_conditioned(FINE)


def test_the_worst_disc_agrees_to_two_millimetres(samples: list[Sample]):
    apart = differences(samples, FINE, STIFF[-1])

    assert apart.max() < 2e-3
    assert np.median(apart) < 2e-4


def test_it_agrees_better_the_stiffer_the_springs_are(samples: list[Sample]):
    soft, middle, stiff = (np.sort(differences(samples, FINE, stiffness)) for stiffness in STIFF)

    assert np.median(soft) > np.median(middle) > np.median(stiff)
    assert np.median(soft) > 2 * np.median(stiff)
    assert soft[-4] > middle[-4] > stiff[-4]


def test_larger_pieces_of_the_coupled_slide_cost_little(samples: list[Sample]):
    apart = differences(samples, TOURNAMENT, STIFF[-1])

    assert np.median(apart) < 2.5e-3


def test_discs_that_do_not_rub_agree_too():
    apart = differences(well_conditioned(WITHOUT_RUBBING), WITHOUT_RUBBING, STIFF[-1])

    assert apart.max() < 2e-3
    assert np.median(apart) < 2e-4
