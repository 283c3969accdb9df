"""A hand is estimated from strokes: of computers, whose hand is known."""

import random
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from carrom.bots.coach import advise
from carrom.bots.contest import play_board
from carrom.bots.noise import Noise
from carrom.bots.own_hand import CHOICES, MAGNITUDES, MODEL_ERROR, SECTOR, STEP, estimate, likelihoods
from carrom.bots.registry import find
from carrom.bots.worker import FEWEST_STROKES
from carrom.play.record import Record
from carrom.terms import Stroke
from tests.support.bots import situations
from tests.support.thorough import one_of

BOARDS = {0.5: one_of(5, 7), 1.0: 7, 2.0: one_of(5, 7)}  # fewer have too few strokes; of 1.0 more is asked
THOUGHT = one_of(250, 600)  # strokes that it simulates for each of its own


@cache
def said_by(magnitude: float) -> tuple[np.ndarray, int]:
    """What the strokes of some boards say, played by a computer with this hand against itself."""
    player = replace(find("steady"), noise=Noise(magnitude))
    summed, strokes = np.zeros((len(MAGNITUDES), len(CHOICES))), 0
    for number in range(BOARDS[magnitude]):
        played = play_board(player, player, seed=f"hand {number}", budget=THOUGHT)
        for _, before, made in Record(played.entries).strokes():
            said = likelihoods(before, made)
            if said is not None:
                summed, strokes = summed + said, strokes + 1
    return summed, strokes


@pytest.mark.parametrize("magnitude", BOARDS)
def test_the_interval_holds_the_hand_that_struck(magnitude: float):
    hand = estimate(*said_by(magnitude))

    assert hand is not None and hand.strokes >= FEWEST_STROKES
    assert hand.low <= magnitude <= hand.high
    assert hand.low < hand.magnitude < hand.high < 4 * hand.low


def test_more_strokes_make_the_interval_narrower():
    summed, strokes = said_by(1.0)

    few, many = estimate(summed, strokes), estimate(16 * summed, 16 * strokes)

    assert few is not None and many is not None
    assert np.exp(2 * MODEL_ERROR) < many.high / many.low < 0.85 * few.high / few.low


def test_of_few_strokes_nothing_is_said():
    summed, _ = said_by(1.0)

    assert estimate(summed, FEWEST_STROKES - 1) is None


def test_a_stroke_at_the_rack_says_nothing():
    assert likelihoods(situations.started(), Stroke(0.0, 0.0, 6.0)) is None


def test_a_stroke_beside_a_good_one_speaks_for_an_unsteadier_hand():
    state = situations.midgame()
    idea = next(one for one in advise(state, Noise(0.5), random.Random(1)).ideas if one.falls > 0.9)
    beside = replace(idea.stroke, angle=idea.stroke.angle + 5 * Noise(0.5).aim)

    well, badly = (likelihoods(state, made) for made in (idea.stroke, beside))

    assert well is not None and badly is not None
    steady, unsteady = (int(np.argmin(np.abs(MAGNITUDES - magnitude))) for magnitude in (0.5, 2.0))
    closely = len(CHOICES) - 2
    assert well[steady, closely] > well[unsteady, closely]
    assert badly[steady, closely] < badly[unsteady, closely]


def test_what_is_said_of_all_directions_of_a_sector_adds_up():
    """The chances of the directions that a stroke might have been made in are chances: they sum to one."""
    state = situations.midgame()
    made = [Stroke(0.02, (number + 0.5) * STEP, 2.0) for number in range(SECTOR)]

    said = [likelihoods(state, stroke) for stroke in made]

    total = np.sum([np.exp(one) for one in said if one is not None], axis=0)
    assert len(said) == SECTOR and total == pytest.approx(np.ones_like(total), abs=0.02)
