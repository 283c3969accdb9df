"""The spread of a hand."""

import math
import random

import numpy as np
import pytest

from carrom.bots.noise import AIM_SIGMA, PLACE_SIGMA, SPEED_SIGMA, Noise, generator, normal
from carrom.terms import Stroke

MEANT = Stroke(0.05, 0.3, 2.0)


def test_a_machine_strikes_what_it_means():
    assert Noise(0.0).executed(MEANT, random.Random(1)) == MEANT


def test_the_spread_of_a_strong_player_is_a_quarter_degree_half_a_millimetre_and_six_in_a_hundred():
    rng = random.Random(2)

    made = [Noise(1.0).executed(MEANT, rng) for _ in range(20_000)]

    assert np.std([stroke.angle for stroke in made]) == pytest.approx(math.radians(0.25), rel=0.03)
    assert np.std([stroke.offset for stroke in made]) == pytest.approx(0.0005, rel=0.03)
    assert np.std([stroke.speed for stroke in made]) == pytest.approx(0.06 * MEANT.speed, rel=0.03)
    assert np.mean([stroke.angle for stroke in made]) == pytest.approx(MEANT.angle, abs=1e-3)


def test_one_magnitude_scales_all_of_it():
    once = Noise(1.0).executed(MEANT, random.Random(3))
    thrice = Noise(3.0).executed(MEANT, random.Random(3))

    assert thrice.angle - MEANT.angle == pytest.approx(3 * (once.angle - MEANT.angle))
    assert thrice.offset - MEANT.offset == pytest.approx(3 * (once.offset - MEANT.offset))
    assert thrice.speed - MEANT.speed == pytest.approx(3 * (once.speed - MEANT.speed))


def test_imagined_strokes_are_spread_as_the_hand_spreads_them():
    noise = Noise(1.5)
    strokes = np.array([[0.0, 0.1, 1.0], [0.1, -0.4, 3.0]])
    draws = np.array([[1.0, 0.0, 0.0], [0.0, -2.0, 0.0], [0.0, 0.0, 0.5]])

    spread = noise.spread(strokes, draws)

    assert spread.shape == (2, 3, 3)
    assert spread[1, 0] == pytest.approx([0.1 + 1.5 * PLACE_SIGMA, -0.4, 3.0])
    assert spread[1, 1] == pytest.approx([0.1, -0.4 - 3.0 * AIM_SIGMA, 3.0])
    assert spread[0, 2] == pytest.approx([0.0, 0.1, 1.0 + 0.75 * SPEED_SIGMA])


def test_no_hand_is_so_shaky_that_it_strikes_backwards_in_time():
    spread = Noise(50.0).spread(np.array([[0.0, 0.0, 2.0]]), np.array([[0.0, 0.0, -3.0]]))

    assert spread[0, 0, 2] == 0.0


def test_the_generator_gives_normal_numbers():
    rng = random.Random(5)

    numbers = [normal(rng) for _ in range(20_000)]

    assert np.mean(numbers) == pytest.approx(0.0, abs=0.03)
    assert np.std(numbers) == pytest.approx(1.0, abs=0.03)


def test_a_stream_of_numbers_depends_on_its_seed_alone():
    assert generator(random.Random(7)).random() == generator(random.Random(7)).random()
    assert generator(random.Random(7)).random() != generator(random.Random(8)).random()
