"""The worth of a board to a side: a race of two players who sometimes miss, or the strokes to the end in solo.

Knows counts and chances, no law: what a stroke led to is the judge's word. In a race, each side misses so many times
before it is through, and the side to play wins if it misses no more often than the other; how often a side misses is
read from how many pieces it needs and the chance of its next stroke. A race is worth the coins and the queen that a
side is ahead by, with a share for winning it at all; a board alone is worth the strokes that it takes, below zero.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.laws.board_state import BoardState
from carrom.laws.ruling import BoardEnd, BoardOutcome
from carrom.play import packed
from carrom.terms import Piece, Side

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

WINNING = 4.0  # points that winning a board is worth beside its points
RETURNED = 0.55  # the chance of a coin that has still to be placed by somebody
QUEEN_AT_CENTRE = 0.45
QUEEN_POINTS = 3.0  # what she usually adds; near the end of a game the laws may say less, which hardly changes a stroke

# Misses in a race, tried in boards against the reference at magnitude 1 (docs/decisions/0043).
RACE_CHANCE = 0.74  # of a piece whose turn has not come
AS_IT_LIES = 0.03  # the share of the misses that the pieces' places say now
RACE_NEXT = 1.0  # misses for a next stroke without any chance, of the side to play
RACE_LATER = 0.3  # the same of the other side
RACE_COIN = 0.7  # points that a coin more or less is worth, beside what it does for winning
RACE_RUN = 0.25  # coins that a turn brings for each that is up, if its first stroke is sure
LONGEST_RUN = 4
RACE_OWED = 0.6  # misses for a coin that is still to be given back

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
    """Return what a finished board is worth to `me`."""
    if outcome.end is BoardEnd.CLEARED:
        return 0.0
    if outcome.winner is None:
        return 0.0
    worth = WINNING + outcome.points
    return worth if outcome.winner is me else -worth


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Standings:
    """n boards as one side, "mine", counts them. Shapes: all (n,), or (1,) for one board that holds for many rows."""

    solo: bool
    colour: Ints  # mine: an index of COLOURS
    white_up: Ints
    black_up: Ints
    up: Ints  # mine; while colours are open A counts white, B black
    their_up: Ints
    owed: Ints
    their_owed: Ints
    queen: Ints  # UP, ...
    to_play: Bools  # whether it is my turn

    @classmethod
    def of(cls, board: BoardState, me: Side) -> "Standings":
        """One board."""
        plays = np.array([board.to_play is me])
        return cls.unpacked(np.array([packed.pack_board(board)]), plays, me)

    @classmethod
    def unpacked(cls, boards: Ints, to_play: Bools, me: Side) -> "Standings":
        """Boards as they are packed; `to_play` says on which of them it is the turn of side `me`."""
        white, black = packed.values(boards, packed.WHITE_UP), packed.values(boards, packed.BLACK_UP)
        owed, others = packed.values(boards, packed.OWN_OWED), packed.values(boards, packed.OTHER_OWED)
        colour = packed.values(boards, packed.WHITE_SIDE)
        colour = np.where(to_play | (colour == OPEN), colour, 1 - colour)
        is_white = np.where(colour == OPEN, me is Side.A, colour == WHITE)
        queen = packed.values(boards, packed.QUEEN)
        return cls(
            solo=bool(packed.values(boards[:1], packed.SOLO).any()),
            colour=colour,
            white_up=white,
            black_up=black,
            up=np.where(is_white, white, black),
            their_up=np.where(is_white, black, white),
            owed=np.where(to_play, owed, others),
            their_owed=np.where(to_play, others, owed),
            queen=np.where(to_play, MY_QUEEN[queen], THEIR_QUEEN[queen]),
            to_play=to_play,
        )


WHITE, BLACK, OPEN = packed.WHITE_IS_OWN, packed.WHITE_IS_OTHERS, packed.COLOURS_OPEN
COLOURS = {WHITE: (Piece.WHITE, Piece.BLACK), BLACK: (Piece.BLACK, Piece.WHITE), OPEN: (None, None)}
UP, I_COVER, THEY_COVER, MINE, THEIRS = range(5)  # the queen
MY_QUEEN, THEIR_QUEEN = np.array([UP, I_COVER, MINE, THEIRS]), np.array([UP, THEY_COVER, THEIRS, MINE])


def board_worth(boards: Standings, sights: CandidateCache) -> Floats:
    """Return what boards that go on are worth to the side that counts them. Shapes: result (n,)."""
    if boards.solo:
        return -_strokes_alone(boards, sights.kinds, sights.mine)
    found = np.empty(len(sights.mine))
    for colour, (mine, theirs) in COLOURS.items():
        rows = np.flatnonzero(np.broadcast_to(boards.colour == colour, found.shape))
        if len(rows):
            found[rows] = _race(
                boards, rows, sights, kind_columns(sights.kinds, mine), kind_columns(sights.kinds, theirs)
            )
    return found


def _race(boards: Standings, rows: Ints, sights: CandidateCache, mine_of: slice, theirs_of: slice) -> Floats:
    """What boards with the same colours are worth. Shapes: result (rows,)."""
    some = rows if len(rows) < len(sights.mine) else slice(None)

    def of(values: NDArray[Any]) -> NDArray[Any]:
        return values[some] if len(values) > 1 else values

    mine, theirs, present = sights.mine[some], sights.theirs[some], sights.present[some]
    up, their_up, queen, to_play = of(boards.up), of(boards.their_up), of(boards.queen), of(boards.to_play)
    queens, is_up = kind_columns(sights.kinds, Piece.QUEEN), queen == UP
    my_misses, my_spread = _misses(mine[:, mine_of], present[:, mine_of], up)
    their_misses, their_spread = _misses(theirs[:, theirs_of], present[:, theirs_of], their_up)
    my_misses = my_misses + RACE_OWED * of(boards.owed)
    their_misses = their_misses + RACE_OWED * of(boards.their_owed)
    # the next stroke is everything that is known of the strokes to come; the other side's is known if it comes soon
    next_of_mine = 1.0 - best_helpful(mine, mine_of, queens, is_up, up)
    next_of_theirs = 1.0 - best_helpful(theirs, theirs_of, queens, is_up, their_up)
    my_misses = my_misses + np.where(to_play, RACE_NEXT, RACE_LATER) * next_of_mine
    their_misses = their_misses + np.where(to_play, RACE_LATER, RACE_NEXT) * next_of_theirs
    one = np.ones(1, np.int64)
    mine_q, mine_v = _misses(mine[:, queens], present[:, queens], one, QUEEN_AT_CENTRE)
    theirs_q, theirs_v = _misses(theirs[:, queens], present[:, queens], one, QUEEN_AT_CENTRE)
    # one of the two is spared the trouble, so each bears a part; she also needs a cover
    to_cover = np.where(queen == I_COVER, my_misses + 2.0 * (1.0 - _best(mine[:, mine_of])), my_misses)
    my_misses = np.where(is_up, my_misses + 0.6 * (mine_q + 0.3), to_cover)
    my_spread = np.where(is_up, my_spread + 0.4 * mine_v, my_spread)
    to_cover = np.where(queen == THEY_COVER, their_misses + 2.0 * (1.0 - _best(theirs[:, theirs_of])), their_misses)
    their_misses = np.where(is_up, their_misses + 0.6 * (theirs_q + 0.3), to_cover)
    their_spread = np.where(is_up, their_spread + 0.4 * theirs_v, their_spread)
    spread = np.sqrt(my_spread + their_spread + 1.0)
    ahead = np.where(to_play, their_misses - my_misses, my_misses - their_misses)
    winning = _normal_below((ahead + 0.5) / spread)
    winning = np.where(to_play, winning, 1.0 - winning)
    # a side that is to play pockets some of its coins before its turn ends
    run_of_mine = np.where(to_play, RACE_RUN * (1.0 - next_of_mine), 0.0) * np.minimum(up, LONGEST_RUN)
    run_of_theirs = np.where(to_play, 0.0, RACE_RUN * (1.0 - next_of_theirs)) * np.minimum(their_up, LONGEST_RUN)
    ahead_by = (their_up + of(boards.their_owed) - run_of_theirs) - (up + of(boards.owed) - run_of_mine)
    queen_points = QUEEN_POINTS * (MY_SHARE[queen] - THEIR_SHARE[queen])
    return np.asarray(WINNING * (2.0 * winning - 1.0) + RACE_COIN * ahead_by + queen_points)


MY_SHARE, THEIR_SHARE = np.array([0.5, 0.8, 0.0, 1.0, 0.0]), np.array([0.5, 0.0, 0.8, 0.0, 1.0])  # of the queen


def _strokes_alone(boards: Standings, kinds: tuple[Piece, ...], chance: Floats) -> Floats:
    """Return the strokes that solo boards still take. Shapes: chance (n, k), 0 for absent pieces; result (n,).

    What is up counts, and how likely the next stroke is to help; how hard the other pieces lie now says nothing of
    the strokes to come, for every stroke moves them.
    """
    white, is_up = boards.white_up, boards.queen == UP
    best_white, best_queen = (_best(chance[:, kind_columns(kinds, kind)]) for kind in (Piece.WHITE, Piece.QUEEN))
    no_white = 1.0 - best_white
    # which pieces bring the board nearer to its end now: the last white comes back while the queen is up
    whites_turn = np.where(white > 0, np.maximum(best_white, best_queen), _best(chance))
    helpful = np.where(is_up & (white <= 1), best_queen, whites_turn)
    strokes = SOLO_BASE + SOLO_WHITE * white + SOLO_BLACK * boards.black_up + boards.owed + SOLO_MISS * (1.0 - helpful)
    # the last white is her cover: its cost counts before she is down too, or pocketing her would seem to be a loss
    with_queen = strokes + SOLO_QUEEN + np.where(white == 1, SOLO_LAST_COVER * no_white, 0.0)
    to_cover = np.where(boards.queen == I_COVER, strokes + SOLO_COVER * no_white, strokes)
    return np.where(is_up, with_queen, to_cover)


def kind_columns(kinds: tuple[Piece, ...], kind: Piece | None) -> slice:
    """Return the columns of a kind; without a kind (colours are open) those of all coins, which are neighbours."""
    columns = [at for at, each in enumerate(kinds) if each is kind or (kind is None and each is not Piece.QUEEN)]
    return slice(columns[0], columns[-1] + 1) if columns else slice(0)


def _misses(chance: Floats, present: Bools, up: Ints, elsewhere: float = RETURNED) -> tuple[Floats, Floats]:
    """Return the misses to expect before all are down, and their variance; pieces in hand have an ordinary chance.

    How they lie now says little of how they will lie when their turn comes: each counts in the main as one piece of
    ordinary chance, and in part as it lies.
    """
    tries = 1.0 / np.where(present, np.maximum(chance, 0.05), 1.0)
    missing = np.maximum(up - np.count_nonzero(present, axis=1), 0)
    total = np.sum(tries, axis=1)
    misses = total - present.shape[1] + missing * (1.0 - elsewhere) / elsewhere
    spread = np.einsum("ij,ij->i", tries, tries) - total + missing * (1.0 - elsewhere) / elsewhere**2
    ordinary = (1.0 - RACE_CHANCE) / RACE_CHANCE
    counted = AS_IT_LIES * misses + (1.0 - AS_IT_LIES) * up * ordinary
    return counted, AS_IT_LIES * spread + (1.0 - AS_IT_LIES) * up * ordinary / RACE_CHANCE


def best_helpful(chance: Floats, coins: slice, queens: slice, is_up: Bools, up: Ints) -> Floats:
    """Return the chance of the best piece that helps a side now: the last coin does not while the queen is up."""
    best, queen = _best(chance[:, coins]), np.where(is_up, _best(chance[:, queens]), 0.0)
    return np.where(is_up & (up <= 1), queen, np.maximum(best, queen))


def _best(chance: Floats) -> Floats:
    return np.max(chance, axis=1) if chance.shape[1] else np.zeros(len(chance))


def _normal_below(z: Floats) -> Floats:
    """The standard normal distribution, to 0.02 %."""
    return 1.0 / (1.0 + np.exp(-1.5976 * z - 0.07056 * z**3))
