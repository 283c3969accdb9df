"""Alone, dues go to the centre by themselves: two at once touch over it, else as near as there is room."""

import math

import pytest

from carrom.equipment import measurements as m
from carrom.equipment.position import PlacedPiece, Position
from carrom.laws.board_state import BoardState
from carrom.laws.facts import StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.rulesets.baca19 import RULESET as BACA19
from carrom.play.settlement import Settled, settle
from carrom.terms import Piece, Seat

WHITES, BLACKS = range(2, 11), range(11, 20)


def settled(lying: Position, facts: StrokeFacts, gone: tuple[int, ...]) -> Settled:
    board = BoardState(
        white_up=sum(n in WHITES for n in lying.numbers) + sum(n in WHITES for n in gone),
        black_up=sum(n in BLACKS for n in lying.numbers) + sum(n in BLACKS for n in gone),
        broken=True,
        solo=True,
        earned=(True, True),
    )
    return settle(judge(board, facts, BACA19), lying, BACA19, gone=gone, seat=Seat.SOUTH)


def lying(*places: tuple[int, float, float]) -> Position:
    return Position(tuple(sorted(PlacedPiece(*place) for place in places)))


FAR = ((1, 0.3, 0.0), (2, 0.2, 0.1), (3, -0.2, 0.1), (4, -0.2, -0.1), (11, 0.1, 0.2))


@pytest.mark.clause("B-029", "B-031")
def test_one_due_lies_on_the_centre_and_nobody_is_asked():
    after = settled(lying(*FAR), StrokeFacts(striker_pocketed=True), ())

    (placed,) = after.returned
    assert (placed.x, placed.y) == (0.0, 0.0) and placed.number in WHITES
    assert after.dues == () and after.hand == ()


@pytest.mark.clause("B-030")
def test_two_dues_at_once_touch_over_the_centre_in_line_with_a_side():
    after = settled(lying(*FAR), StrokeFacts(pocketed=(Piece.WHITE,), striker_pocketed=True), (5,))

    places = sorted((placed.x, placed.y) for placed in after.returned)
    assert len(places) == 2
    assert sum(x for x, _ in places) == pytest.approx(0) and sum(y for _, y in places) == pytest.approx(0)
    assert math.dist(*places) == pytest.approx(2 * m.COIN_RADIUS, abs=1e-6)
    assert places[0][0] == places[1][0] or places[0][1] == places[1][1]


@pytest.mark.clause("B-031", "B-032")
def test_with_the_centre_taken_a_due_touches_what_lies_there_and_moves_nothing():
    before = lying((11, 0.0, 0.0), (1, 0.3, 0.0), (2, 0.2, 0.1), (3, -0.2, 0.1), (4, -0.2, -0.1))
    after = settled(before, StrokeFacts(striker_pocketed=True), ())

    (placed,) = after.returned
    assert math.hypot(placed.x, placed.y) == pytest.approx(2 * m.COIN_RADIUS, abs=1e-5)
    assert all(piece in after.position.pieces for piece in before.pieces)


@pytest.mark.clause("B-033")
def test_of_equally_near_places_one_is_taken_that_makes_no_shot():
    queen_on_the_diagonal = lying((11, 0.0, 0.0), (1, 0.06, 0.06), (2, 0.2, -0.1), (3, -0.2, 0.1), (4, -0.2, -0.1))
    after = settled(queen_on_the_diagonal, StrokeFacts(striker_pocketed=True), ())

    (placed,) = after.returned
    towards_pocket = math.atan2(0.06 - placed.y, 0.06 - placed.x)
    assert abs(math.degrees(towards_pocket) - 45) > 5
