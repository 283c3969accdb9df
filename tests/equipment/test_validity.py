"""Whether pieces can lie as a position says."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.equipment.measurements import COIN_CAPTURE, COIN_RADIUS, HALF_SURFACE, POCKET_CENTRE
from carrom.equipment.position import PlacedPiece, Position
from carrom.equipment.validity import ImpossiblePositionError, check_position, position_faults

D = 2 * COIN_RADIUS


def position(*pieces: tuple[int, float, float]) -> Position:
    return Position(tuple(PlacedPiece(*piece) for piece in pieces))


def codes(*pieces: tuple[int, float, float]) -> list[str]:
    return [fault.code for fault in position_faults(position(*pieces))]


def test_pieces_that_touch_do_not_overlap():
    check_position(position((1, 0.0, 0.0), (2, D, 0.0), (11, -D, 0.0)))


def test_an_empty_board_is_a_position():
    check_position(Position())


@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ([(1, 0.0, 0.0), (2, D - 2e-6, 0.0)], "pieces-overlap"),
        ([(1, 0.0, 0.0), (2, 0.0, 0.0)], "pieces-overlap"),
        ([(1, HALF_SURFACE - COIN_RADIUS + 2e-6, 0.0)], "off-surface"),
        ([(1, 0.0, -5.0)], "off-surface"),
        ([(1, POCKET_CENTRE, -POCKET_CENTRE)], "in-pocket"),
        ([(1, -POCKET_CENTRE + COIN_CAPTURE - 2e-6, POCKET_CENTRE)], "in-pocket"),
        ([(1, math.nan, 0.0)], "not-a-place"),
        ([(1, 0.0, math.inf)], "not-a-place"),
        ([(0, 0.0, 0.0)], "unknown-piece"),
        ([(20, 0.0, 0.0)], "unknown-piece"),
        ([(-1, 0.0, 0.0)], "unknown-piece"),
        ([(2, 0.0, 0.0), (2, 0.1, 0.0)], "piece-twice"),
        ([(3, 0.0, 0.0), (2, 0.1, 0.0)], "pieces-out-of-order"),
    ],
)
def test_each_fault_has_its_code(pieces: list[tuple[int, float, float]], code: str):
    assert codes(*pieces) == [code]
    with pytest.raises(ImpossiblePositionError) as caught:
        check_position(position(*pieces))
    assert caught.value.code == code


def test_a_coin_that_only_hangs_over_the_rim_lies_there():
    check_position(position((1, POCKET_CENTRE - COIN_CAPTURE - 1e-5, POCKET_CENTRE)))


def test_all_faults_are_reported_not_only_the_first():
    assert codes((1, 0.0, 0.0), (2, 0.001, 0.0), (3, 9.0, 0.0), (30, 0.0, 0.0)) == [
        "off-surface",
        "unknown-piece",
        "pieces-overlap",
    ]


@given(st.lists(st.tuples(st.integers(-3, 25), st.floats(), st.floats()), max_size=6))
def test_any_position_passes_or_gets_a_coded_sentence(pieces: list[tuple[int, float, float]]):
    faults = list(position_faults(position(*pieces)))

    assert all(fault.code != "impossible-position" and str(fault) for fault in faults)
