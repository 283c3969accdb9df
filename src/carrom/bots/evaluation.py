"""What a board is worth to a side: a race of two players who miss now and then, or strokes to the end for one alone.

Knows counts and chances, no law: what a stroke led to is the judge's word. In a race, a side that needs pieces of
chances p1, p2, ... misses sum((1 - p) / p) times before it is through, and the side to play wins if it misses no more
often than the other. A race is worth points of the board, with a share for winning it at all; a board alone is worth
the strokes that it still takes, below zero.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrom.laws.board_state import BoardState
from carrom.laws.ruling import BoardEnd, BoardOutcome
from carrom.terms import Piece, Queen, Side

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

WINNING = 4.0  # points that winning a board is worth beside its points
RETURNED = 0.55  # the chance of a coin that has still to be placed by somebody
QUEEN_AT_CENTRE = 0.45
QUEEN_POINTS = 3.0  # what she usually adds; near the end of a game the laws may say less, which hardly changes a stroke

# Strokes that a board alone still takes, fitted to boards played at magnitude 1 (docs/decisions/0016).
SOLO_WHITE = 1.35
SOLO_BLACK = 1.0
SOLO_QUEEN = 1.55
SOLO_MISS = 1.95  # for a next stroke without any chance
SOLO_COVER = 1.76  # more, for a covering stroke without any chance
SOLO_LAST_COVER = 2.2  # for a last white without any chance while the queen is up
SOLO_BASE = -0.5


@dataclass(frozen=True, slots=True)
class CandidateCache:
    """Chances of the pieces of n positions, as each side sees them. Shapes (n, k); absent pieces have none."""

    kinds: tuple[Piece, ...]  # (k,)
    present: Bools
    mine: Floats
    theirs: Floats


def outcome_worth(outcome: BoardOutcome, me: Side) -> float:
    """Give what a finished board is worth to `me`."""
    if outcome.end is BoardEnd.CLEARED:
        return 0.0
    if outcome.winner is None:
        return 0.0
    worth = WINNING + outcome.points
    return worth if outcome.winner is me else -worth


def board_worth(
    board: BoardState, me: Side, sights: CandidateCache, rows: NDArray[np.int64] | slice = slice(None)
) -> Floats:
    """Give what a board that goes on is worth to `me`, for each of the chosen positions.

    Shapes: result (number of rows,).
    """
    if board.solo:
        return -_strokes_alone(board, me, sights.kinds, sights.mine[rows])
    mine, theirs, present = sights.mine[rows], sights.theirs[rows], sights.present[rows]
    mine_of = _columns(sights.kinds, board.colour_of(me))
    theirs_of = _columns(sights.kinds, board.colour_of(me.other))
    my_misses, my_spread = _misses(mine[:, mine_of], present[:, mine_of], board.up_of(me))
    their_misses, their_spread = _misses(theirs[:, theirs_of], present[:, theirs_of], board.up_of(me.other))
    my_misses = my_misses + board.owed_by(me)
    their_misses = their_misses + board.owed_by(me.other)
    queen = _columns(sights.kinds, Piece.QUEEN)
    my_queen = their_queen = 0.0
    if board.queen is Queen.ON_BOARD:
        mine_q, mine_v = _misses(mine[:, queen], present[:, queen], 1, QUEEN_AT_CENTRE)
        theirs_q, theirs_v = _misses(theirs[:, queen], present[:, queen], 1, QUEEN_AT_CENTRE)
        # one of the two spares himself the trouble, so each bears a part; she also needs a cover
        my_misses, my_spread = my_misses + 0.6 * (mine_q + 0.3), my_spread + 0.4 * mine_v
        their_misses, their_spread = their_misses + 0.6 * (theirs_q + 0.3), their_spread + 0.4 * theirs_v
        my_queen = their_queen = 0.5
    elif board.queen is Queen.AWAITING_COVER:
        if board.queen_side is me:
            fails = 1.0 - _best(mine[:, mine_of])
            my_misses = my_misses + 2.0 * fails
            my_queen = 0.8
        else:
            fails = 1.0 - _best(theirs[:, theirs_of])
            their_misses = their_misses + 2.0 * fails
            their_queen = 0.8
    else:
        my_queen, their_queen = (1.0, 0.0) if board.queen_side is me else (0.0, 1.0)
    spread = np.sqrt(my_spread + their_spread + 1.0)
    if board.to_play is me:
        winning = _normal_below((their_misses - my_misses + 0.5) / spread)
    else:
        winning = 1.0 - _normal_below((my_misses - their_misses + 0.5) / spread)
    mine_left = _left(board.up_of(me), their_misses, my_misses)
    theirs_left = _left(board.up_of(me.other), my_misses, their_misses)
    return winning * (WINNING + theirs_left + QUEEN_POINTS * my_queen) - (1.0 - winning) * (
        WINNING + mine_left + QUEEN_POINTS * their_queen
    )


def _strokes_alone(board: BoardState, me: Side, kinds: tuple[Piece, ...], chance: Floats) -> Floats:
    """Give the strokes that a solo board still takes. Shapes: chance (n, k), 0 for absent pieces; result (n,).

    What is up counts, and how likely the next stroke is to help; how hard the other pieces lie now says nothing of
    the strokes to come, for every stroke moves them.
    """
    strokes = (
        SOLO_BASE
        + SOLO_WHITE * board.white_up
        + SOLO_BLACK * board.black_up
        + board.owed_by(me)
        + SOLO_MISS * (1.0 - _best(chance[:, _helpful(board, kinds)]))
    )
    no_white = 1.0 - _best(chance[:, _columns(kinds, Piece.WHITE)])
    if board.queen is Queen.ON_BOARD:
        # the last white is her cover: its cost counts before she is down too, or pocketing her would seem to be a loss
        return strokes + SOLO_QUEEN + (SOLO_LAST_COVER * no_white if board.white_up == 1 else 0.0)
    if board.queen is Queen.AWAITING_COVER:
        return strokes + SOLO_COVER * no_white
    return strokes


def _helpful(board: BoardState, kinds: tuple[Piece, ...]) -> Bools:
    """Which pieces bring a solo board nearer to its end now: the last white comes back while the queen is up."""
    queen = _columns(kinds, Piece.QUEEN)
    if board.queen is Queen.ON_BOARD and board.white_up <= 1:
        return queen
    return queen | _columns(kinds, Piece.WHITE) if board.white_up else np.ones(len(kinds), np.bool_)


def _columns(kinds: tuple[Piece, ...], kind: Piece | None) -> Bools:
    """Which pieces are of a kind; without a kind (colours are open) every coin."""
    if kind is None:
        return np.array([each in (Piece.WHITE, Piece.BLACK) for each in kinds], np.bool_)
    return np.array([each is kind for each in kinds], np.bool_)


def _misses(chance: Floats, present: Bools, up: int, elsewhere: float = RETURNED) -> tuple[Floats, Floats]:
    """Give the misses to expect before all are down, and their variance; pieces in hand have an ordinary chance."""
    safe = np.where(present, np.clip(chance, 0.05, 1.0), 1.0)
    missing = np.maximum(up - np.count_nonzero(present, axis=1), 0)
    misses = np.sum((1.0 - safe) / safe, axis=1) + missing * (1.0 - elsewhere) / elsewhere
    spread = np.sum((1.0 - safe) / safe**2, axis=1) + missing * (1.0 - elsewhere) / elsewhere**2
    return misses, spread


def _best(chance: Floats) -> Floats:
    return np.max(chance, axis=1) if chance.shape[1] else np.zeros(len(chance))


def _left(up: int, winner_misses: Floats, loser_misses: Floats) -> Floats:
    """How many coins the loser still has up when the winner is through."""
    return np.clip(up - winner_misses * up / (loser_misses + 1.0), min(up, 1), None)


def _normal_below(z: Floats) -> Floats:
    """The standard normal distribution, to 0.02 %."""
    return 1.0 / (1.0 + np.exp(-1.5976 * z - 0.07056 * z**3))
