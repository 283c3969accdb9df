"""From a stroke's angle to a velocity, by + - * / alone."""

import math

import numpy as np

from carrom.equipment.position import Position
from carrom.physics.simulate import simulate
from carrom.terms import Stroke
from tests.support.physics import inside


def test_sine_and_cosine_are_those_of_the_library():
    rng = np.random.default_rng(1)
    near = [k * math.pi / 4 + d for k in range(-8, 9) for d in (0.0, 1e-16, -1e-16, 1e-9, -1e-9, 1e-4)]
    angles = np.concatenate((rng.uniform(-2 * math.pi, 2 * math.pi, 50_000), rng.normal(0, 1e-3, 1_000), near))
    values = inside.sine_cosine(angles)
    for angle, (sine, cosine) in zip(angles.tolist(), values.tolist(), strict=True):
        assert abs(sine - math.sin(angle)) <= 1.2 * math.ulp(math.sin(angle)) + 1e-32
        assert abs(cosine - math.cos(angle)) <= 1.2 * math.ulp(math.cos(angle)) + 1e-32
        assert abs(sine - math.sin(angle)) < 1e-15
        assert abs(cosine - math.cos(angle)) < 1e-15


def test_they_are_odd_and_even_to_the_bit():
    angles = np.random.default_rng(2).uniform(0, 2 * math.pi, 20_000)
    one, other = inside.sine_cosine(angles), inside.sine_cosine(-angles)

    assert (one[:, 0] == -other[:, 0]).all()
    assert (one[:, 1] == other[:, 1]).all()


def test_left_is_positive_and_straight_ahead_is_exact():
    ahead = simulate(Position(), Stroke(0.0, 0.0, 1.5)).segments[0]
    left = simulate(Position(), Stroke(0.0, 0.3, 1.5)).segments[0]

    assert (ahead[2], ahead[4], ahead[5]) == (0.0, 0.0, 1.5)
    assert math.copysign(1, ahead[4]) == 1
    assert left[4] == -1.5 * math.sin(0.3)
    assert left[5] == 1.5 * math.cos(0.3)
