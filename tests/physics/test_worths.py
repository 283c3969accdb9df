"""Worths of boards: the compiled module is its source to the bit, and its exponential is one."""

import math

import numpy as np
import pytest

from carrom.bots.evaluation import FIELDS, asked_of_boards, worth_figures
from carrom.physics import native, worths
from carrom.play import packed
from carrom.terms import Side

KINDS = np.array([2, *[0] * 9, *[1] * 9])


def given(count: int, seed: int, *, solo: bool) -> list[np.ndarray]:
    """Any boards, either side to play, with any chances."""
    rng = np.random.default_rng(seed)
    boards = np.full(count, packed.put(int(solo), packed.SOLO))
    for field, most in zip(FIELDS, (9, 9, 3, 2, 5, 5), strict=False):
        boards |= rng.integers(0, most, count, endpoint=True) << field[0]
    mine, theirs = (np.where(rng.random((count, 19)) < 0.4, 0.0, rng.random((count, 19))) for _ in range(2))
    turns = rng.integers(0, 2, count).astype(np.int8)
    return [boards, turns, KINDS, mine.ravel(), theirs.ravel(), asked_of_boards(Side.A), worth_figures()]


def weighed(engine: object, arrays: list[np.ndarray], count: int) -> np.ndarray:
    found = np.full(count, np.nan)
    engine.weigh_boards(*arrays, found)  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("solo", [False, True])
@pytest.mark.parametrize("me", Side)
def test_the_source_as_it_stands_gives_the_same_bits(me: Side, solo: bool):
    arrays = given(300, 1, solo=solo)
    arrays[5] = asked_of_boards(me)
    found = weighed(native.native(), arrays, 300)

    assert np.array_equal(found, weighed(worths, arrays, 300))
    assert len(np.unique(found)) > 250 and np.all(np.isfinite(found))


def test_one_board_and_one_turn_hold_for_all_rows():
    arrays = given(50, 2, solo=False)
    arrays[0], arrays[1] = np.repeat(arrays[0][:1], 50), np.repeat(arrays[1][:1], 50)

    found = weighed(native.native(), arrays, 50)

    assert np.array_equal(found, weighed(native.native(), [arrays[0][:1], arrays[1][:1], *arrays[2:]], 50))


def test_what_is_mine_is_theirs_to_the_other():
    """A race seen by either side has worths that add up to nothing."""
    boards, turns, kinds, mine, theirs, _, figures = given(200, 3, solo=False)
    one = [boards, turns, kinds, mine, theirs, asked_of_boards(Side.A), figures]
    other = [boards, 1 - turns, kinds, theirs, mine, asked_of_boards(Side.B), figures]

    assert weighed(native.native(), one, 200) == pytest.approx(-weighed(native.native(), other, 200), abs=1e-12)


def test_the_exponential_is_the_exponential():
    for x in np.concatenate([-np.geomspace(1e-18, 39.9, 2000), [-0.0, 0.0]]).tolist():
        assert worths.power_of_e(x) == pytest.approx(math.exp(x), rel=2e-14)


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (0, np.zeros(9, np.int64)),
        (1, np.zeros(9, np.int8)),
        (1, np.zeros(10, np.bool_)),
        (2, np.full(19, 3)),
        (2, np.full(19, -1)),
        (2, np.zeros(21, np.int64)),
        (3, np.zeros(189)),
        (4, np.zeros(189)),
        (5, np.full(15, 63)),
        (5, np.full(15, -1)),
        (5, np.zeros(14, np.int64)),
        (6, np.zeros(18)),
    ],
)
def test_arrays_that_do_not_fit_are_refused(at: int, value: np.ndarray):
    arrays = given(10, 4, solo=False)
    weighed(native.native(), arrays, 10)
    arrays[at] = value

    with pytest.raises((TypeError, ValueError)):
        weighed(native.native(), arrays, 10)
