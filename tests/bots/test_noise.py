"""The spread of a hand."""

import math
import random

import numpy as np
import pytest

from carrom.bots.noise import (
    AIM_SIGMA,
    PLACE_SIGMA,
    SPEED_SIGMA,
    TAIL_FACTOR,
    TAIL_SHARE,
    Noise,
    draws,
    generator,
    normal,
)
from carrom.terms import Stroke

MEANT = Stroke(0.05, 0.3, 2.0)


def test_a_machine_strikes_what_it_means():
    assert Noise(0.0).executed(MEANT, random.Random(1)) == MEANT


def test_the_spread_of_a_strong_player_is_a_quarter_degree_half_a_millimetre_and_six_in_a_hundred():
    rng = random.Random(2)

    made = [Noise(1.0).executed(MEANT, rng) for _ in range(20_000)]

    # of a normal spread 68.3 % lie within one sigma; slips, three times as wide, take a little of that
    within = (1.0 - TAIL_SHARE) * 0.6827 + TAIL_SHARE * 0.2611
    aims = np.array([stroke.angle - MEANT.angle for stroke in made])
    places = np.array([stroke.offset - MEANT.offset for stroke in made])
    speeds = np.array([stroke.speed / MEANT.speed - 1.0 for stroke in made])
    assert np.mean(np.abs(aims) < math.radians(0.25)) == pytest.approx(within, abs=0.012)
    assert np.mean(np.abs(places) < 0.0005) == pytest.approx(within, abs=0.012)
    assert np.mean(np.abs(speeds) < 0.06) == pytest.approx(within, abs=0.012)
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


def test_a_stroke_in_thirty_slips_and_is_imagined_to():
    rng = random.Random(4)

    made = [Noise(1.0).executed(MEANT, rng) for _ in range(20_000)]
    imagined = draws(np.random.default_rng(4), 20_000)

    far = TAIL_SHARE * 2.0 * (1.0 - 0.5 * (1.0 + math.erf(4.0 / TAIL_FACTOR / math.sqrt(2.0))))  # beyond four sigmas
    aims = np.array([stroke.angle - MEANT.angle for stroke in made]) / AIM_SIGMA
    assert np.mean(np.abs(aims) > 4.0) == pytest.approx(far, rel=0.25)
    assert np.mean(np.abs(imagined) > 4.0) == pytest.approx(far, rel=0.2)
    assert imagined.mean(axis=0) == pytest.approx([0.0, 0.0, 0.0], abs=1e-12)


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
