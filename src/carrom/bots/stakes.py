"""The worth of a board's result for the game: at 24 points any win wins it, and the queen's points mean nothing.

Before anybody has points a board is worth what it counts. Later its worth is the change of the chance to win the game,
if both sides win boards alike from here, by results as often as computers of equal strength have them. When a game is
over, and who has won it, is asked of `carrom.match.score`.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from carrom.bots.evaluation import WINNING
from carrom.laws.ruleset import Ruleset
from carrom.match.score import boards_of, game_after
from carrom.match.snapshot import BoardResult, Tally
from carrom.match.state import MatchState
from carrom.terms import Seat, Side

Floats = NDArray[np.float64]

# Points of the winner, 1 to 12, of 2,880 boards of computers against themselves, magnitudes 0.3 to 4.
RESULTS = (0.196, 0.107, 0.067, 0.254, 0.138, 0.094, 0.06, 0.038, 0.023, 0.011, 0.006, 0.006)
MOST_BOARDS = 8  # of a game without a limit that are looked at; then it counts as even
SCALE = 2.0 * (WINNING + 6.0)  # so that a whole game is worth about what an even board may bring and cost
_POINTS = np.arange(1, len(RESULTS) + 1)
_WORTHS = np.concatenate([-(WINNING + _POINTS[::-1]), WINNING + _POINTS])


@dataclass(frozen=True, slots=True, eq=False)
class Stakes:
    """The worth for the game of every result of a board, from losing by 12 to winning by 12; None: what it counts."""

    values: Floats | None = None

    def of(self, worths: Floats) -> Floats:
        """Return what boards are worth for the game, from what they are worth alone. Any shape."""
        return worths if self.values is None else np.interp(worths, _WORTHS, self.values)

    def turned(self) -> "Stakes":
        """The same for the other side."""
        return self if self.values is None else Stakes(-self.values[::-1])


BOARD = Stakes()


def stakes_of(match: MatchState, side: Side) -> Stakes:
    """Return what is at stake for a side on the board that is played."""
    own, other = match.score.of(side), match.score.of(side.other)
    if match.board is None or match.board.solo or not own + other:
        return BOARD
    played = len(boards_of(match.boards, match.standing.game))
    return Stakes(SCALE * (_after_each(own, other, played, match.ruleset) - 0.5))


def _after_each(own: int, other: int, played: int, ruleset: Ruleset) -> Floats:
    """The chance to win the game after each result. Shapes: result (24,)."""
    lost = [_winning(own, other + points, played + 1, ruleset) for points in reversed(_POINTS.tolist())]
    won = [_winning(own + points, other, played + 1, ruleset) for points in _POINTS.tolist()]
    return np.array(lost + won)


@cache
def _winning(own: int, other: int, played: int, ruleset: Ruleset) -> float:
    """The chance to win a game in which so many boards are played, each side as strong as the other."""
    boards = tuple(_board(number) for number in range(played))
    game = game_after(boards, 1, Tally(own, other), ruleset)
    if game is not None:
        return 0.5 if game.winner is None else float(game.winner is Side.A)
    if own == other or played >= MOST_BOARDS:
        return 0.5
    return float(np.dot(_after_each(own, other, played, ruleset), [*reversed(RESULTS), *RESULTS]) / 2.0)


def _board(number: int) -> BoardResult:
    """A board that was played and won by nobody: it counts for the limit of boards alone."""
    return BoardResult(
        game=1,
        board=number + 1,
        winner=None,
        points=0,
        score=Tally(),
        breaker=Seat.SOUTH,
        breaking_side=Side.A,
    )
