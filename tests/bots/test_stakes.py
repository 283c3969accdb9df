"""What a board is worth at a score: what it changes of the chance to win the game."""

import numpy as np
import pytest

from carrom.bots.evaluation import WINNING
from carrom.bots.stakes import BOARD, Stakes, _after_each, stakes_of
from carrom.match.rules import shipped
from carrom.match.snapshot import Tally
from carrom.match.state import MatchState
from carrom.terms import Side
from tests.support.bots import situations

ICF = shipped()["icf"]


class At:
    """As much of a match as stakes are asked of."""

    def __init__(self, a: int, b: int) -> None:
        match: MatchState = situations.rack().match
        self.board, self.ruleset, self.standing, self.boards = match.board, match.ruleset, match.standing, ()
        self.score = Tally(a, b)


def at(a: int, b: int, side: Side = Side.A) -> Stakes:
    return stakes_of(At(a, b), side)  # type: ignore[arg-type]


def test_before_anybody_has_points_a_board_is_worth_what_it_counts():
    assert at(0, 0) is BOARD
    assert BOARD.of(np.array([3.5])).tolist() == [3.5]


def test_with_24_points_any_win_is_worth_the_same_and_with_14_points_more_is_better():
    by_one, by_nine = WINNING + 1.0, WINNING + 9.0

    near, far = at(24, 10).of(np.array([by_one, by_nine])), at(14, 10).of(np.array([by_one, by_nine]))

    assert near[0] == near[1]
    assert far[0] < far[1]


def test_against_24_points_a_loss_by_one_costs_as_much_as_by_nine():
    lost = at(10, 24).of(np.array([-WINNING - 1.0, -WINNING - 9.0]))

    assert lost[0] == lost[1]


@pytest.mark.parametrize("score", [(4, 9), (20, 3), (24, 24)])
def test_what_one_side_wins_the_other_loses(score: tuple[int, int]):
    worths = np.linspace(-16.0, 16.0, 23)

    mine, theirs = at(*score), at(*score, Side.B)

    assert theirs.of(-worths).tolist() == pytest.approx((-mine.of(worths)).tolist())
    assert mine.turned().of(-worths).tolist() == pytest.approx((-mine.of(worths)).tolist())
    assert (np.diff(mine.of(worths)) >= 0.0).all()


def test_the_last_board_of_a_game_decides_it():
    last = _after_each(10, 12, 7, ICF)

    assert set(last.tolist()) <= {0.0, 0.5, 1.0}
    assert last[12:].tolist() == [0.0, 0.5] + [1.0] * 10, "one point is too few, two make an extra board"
