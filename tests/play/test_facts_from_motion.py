"""Facts state neutrally what happened: real strokes of the engine, seen from any seat."""

import pytest

from carrom.equipment.measurements import BASE_MIDDLE, FRONT_LINE
from carrom.equipment.position import PlacedPiece, Position, turn
from carrom.laws.board_state import BoardState
from carrom.laws.facts import Direction
from carrom.laws.judge import judge
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Reason
from carrom.physics.simulate import simulate, simulate_batch
from carrom.play import scenes
from carrom.play.facts_from_motion import facts_from_motion, facts_from_trace, is_behind_line
from carrom.terms import Piece, Seat, Stroke


def facts(pieces, stroke, seat=Seat.SOUTH):
    """The facts of a stroke; pieces are given in the player's axes."""
    turned = (PlacedPiece(n, *turn(x, y, seat.quarter_turns)) for n, x, y in pieces)
    position = Position(tuple(sorted(turned)))
    return facts_from_motion(simulate(position, stroke, seat), position, stroke, seat)


@pytest.mark.parametrize("seat", list(Seat))
def test_a_coin_struck_into_a_pocket_is_reported_with_the_hand_that_struck_it(seat):
    reported = facts([(2, 0.28, 0.28), (11, -0.2, 0.2)], Stroke(0.0, -0.46, 1.6), seat)

    assert reported.first_contact is Piece.WHITE
    assert reported.touched
    assert reported.pocketed[:1] == (Piece.WHITE,)
    assert Piece.WHITE in reported.struck
    assert reported.crossed_front_line
    assert not (reported.touched_own_frame or reported.came_back_into_own_half or reported.struck_behind_line)


def test_a_stroke_that_meets_nothing_touches_nothing_and_spreads_nothing():
    reported = facts([(2, 0.3, 0.3)], Stroke(0.0, 0.5, 0.3))

    assert not reported.touched
    assert reported.first_contact is None
    assert reported.pocketed == ()
    assert reported.struck == frozenset()
    assert reported.has_spread is False


@pytest.mark.parametrize(
    ("angle", "direction"),
    [
        (0.0, Direction.FORWARD),
        (1.57, Direction.FORWARD),
        (-1.5707963267948966, Direction.HORIZONTAL),
        (1.58, Direction.BACKWARD),
        (3.1, Direction.BACKWARD),
    ],
)
def test_the_direction_is_that_of_the_release(angle, direction):
    assert facts([(2, 0.3, 0.3)], Stroke(0.0, angle, 0.2)).direction is direction


def test_a_backward_stroke_touches_the_own_frame_first_and_a_rebound_comes_back():
    backward = facts([(2, 0.3, 0.3)], Stroke(0.0, 3.0, 2.0))
    rebound = facts([(2, 0.3, 0.3)], Stroke(0.0, 0.0, 3.0))

    assert backward.touched_own_frame
    assert rebound.came_back_into_own_half
    assert not facts([(2, 0.3, 0.3)], Stroke(0.0, 0.0, 0.5)).came_back_into_own_half


def test_a_coin_behind_the_line_that_is_hit_first_is_reported():
    behind = [(2, 0.1, -BASE_MIDDLE)]

    assert facts(behind, Stroke(0.0, -1.5707963267948966, 1.0)).struck_behind_line
    assert not facts([(2, 0.0, 0.0)], Stroke(0.0, 0.0, 1.0)).struck_behind_line


@pytest.mark.parametrize("seat", list(Seat))
def test_a_coin_on_the_front_line_counts_as_behind_it_from_that_seat_alone(seat):
    x, y = turn(0.05, -FRONT_LINE, seat.quarter_turns)
    position = Position((PlacedPiece(2, x, y),))

    assert [other for other in Seat if is_behind_line(position, 2, other)] == [seat]


def test_a_batch_shows_the_same_facts_as_single_strokes():
    position = scenes.position("midgame")
    strokes = [Stroke(0.15 * k / 20, 0.05 * k - 0.5, 1.0 + 0.2 * k) for k in range(20)]
    batch = simulate_batch(position, strokes)
    for row, stroke in enumerate(strokes):
        one = facts_from_motion(simulate(position, stroke), position, stroke, Seat.SOUTH)

        assert facts_from_trace(batch.trace(row), position, stroke, Seat.SOUTH) == one


@pytest.mark.clause("K-027")
def test_a_striker_that_nudges_a_coin_and_stops_behind_its_line_is_reported_and_fouls_under_kagw():
    in_front = [(2, 0.0, -BASE_MIDDLE + 0.0385)]

    weak = facts(in_front, Stroke(0.0, 0.0, 0.25))
    firm = facts(in_front, Stroke(0.0, 0.0, 1.5))

    assert weak.touched and weak.stayed_behind_line and not weak.struck_behind_line
    assert firm.touched and not firm.stayed_behind_line
    board = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True))
    for reported, foul in ((weak, True), (firm, False)):
        ruling = judge(board, reported, RULESETS["kagw"])
        assert (Reason.FRONT_LINE_NOT_CROSSED in {finding.reason for finding in ruling.findings}) is foul
