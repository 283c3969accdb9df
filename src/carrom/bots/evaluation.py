"""The worth of a board to a side: a race of two players who sometimes miss, or the strokes to the end in solo.

Knows counts and chances, no law: what a stroke led to is the judge's word. In a race, each side misses so many times
before it is through, and the side to play wins if it misses no more often than the other; how often a side misses is
read from how many pieces it needs and the chance of its next stroke. A race is worth the coins and the queen that a
side is ahead by, with a share for winning it at all; a board alone is worth the strokes that it takes, below zero.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from carrom.laws.board_state import BoardState
from carrom.laws.ruling import BoardEnd, BoardOutcome
from carrom.physics import worths
from carrom.physics.native import native
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
    """Chances of the pieces of n positions, as each side sees them. Shapes (n, k); absent pieces have none, 0."""

    kinds: tuple[Piece, ...]  # (k,)
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


@dataclass(frozen=True, eq=False)
class Standings:
    """n boards as one side, "mine", counts them. Shapes: all (n,), or (1,) for one board that holds for many rows."""

    boards: Ints  # packed
    to_play: Bools  # whether it is my turn
    me: Side

    @classmethod
    def of(cls, board: BoardState, me: Side) -> "Standings":
        """One board."""
        return cls(np.array([packed.pack_board(board)]), np.array([board.to_play is me]), me)

    @property
    def solo(self) -> bool:
        """Whether they are played alone."""
        return bool(packed.values(self.boards[:1], packed.SOLO).any())

    @cached_property
    def colour(self) -> Ints:
        """Mine: an index of COLOURS."""
        colour = packed.values(self.boards, packed.WHITE_SIDE)
        return np.where(self.to_play | (colour == OPEN), colour, 1 - colour)

    @cached_property
    def _is_white(self) -> Bools:
        """While colours are open A counts white, B black."""
        return np.where(self.colour == OPEN, self.me is Side.A, self.colour == WHITE)

    @property
    def white_up(self) -> Ints:
        """The white coins that are up."""
        return packed.values(self.boards, packed.WHITE_UP)

    @property
    def black_up(self) -> Ints:
        """The black coins that are up."""
        return packed.values(self.boards, packed.BLACK_UP)

    @property
    def up(self) -> Ints:
        """My coins that are up."""
        return np.where(self._is_white, self.white_up, self.black_up)

    @property
    def their_up(self) -> Ints:
        """Theirs."""
        return np.where(self._is_white, self.black_up, self.white_up)

    @property
    def owed(self) -> Ints:
        """The coins that I owe."""
        return self._of_turn(packed.OWN_OWED, packed.OTHER_OWED)

    @property
    def their_owed(self) -> Ints:
        """Those that they owe."""
        return self._of_turn(packed.OTHER_OWED, packed.OWN_OWED)

    @property
    def queen(self) -> Ints:
        """The queen: UP, ..."""
        queen = packed.values(self.boards, packed.QUEEN)
        return np.where(self.to_play, MY_QUEEN[queen], THEIR_QUEEN[queen])

    def _of_turn(self, own: packed.Field, other: packed.Field) -> Ints:
        return np.where(self.to_play, packed.values(self.boards, own), packed.values(self.boards, other))


WHITE, BLACK, OPEN = packed.WHITE_IS_OWN, packed.WHITE_IS_OTHERS, packed.COLOURS_OPEN
COLOURS = {WHITE: (Piece.WHITE, Piece.BLACK), BLACK: (Piece.BLACK, Piece.WHITE), OPEN: (None, None)}
UP, I_COVER, THEY_COVER, MINE, THEIRS = range(5)  # the queen
MY_QUEEN, THEIR_QUEEN = np.array([UP, I_COVER, MINE, THEIRS]), np.array([UP, THEY_COVER, THEIRS, MINE])


def board_worth(boards: Standings, sights: CandidateCache) -> Floats:
    """Return what boards that go on are worth to the side that counts them. Shapes: result (n,)."""
    found = np.empty(len(sights.mine))
    native().weigh_boards(
        boards.boards,
        boards.to_play.view(np.int8),
        np.array([KINDS.index(kind) for kind in sights.kinds], np.int64),
        np.ascontiguousarray(sights.mine),
        np.ascontiguousarray(sights.theirs),
        WORTH_FIELDS[boards.me],
        WORTH_WEIGHTS,
        found,
    )
    return found


def asked_of_boards(me: Side) -> Ints:
    """Say how boards are packed, and whether `me` counts the whites while colours are open (`carrom.physics.worths`).

    Shapes: result (WORTH_QUESTIONS,).
    """
    fields = np.array(FIELDS, np.int64).T
    return np.concatenate([[me is Side.A], fields.ravel()]).astype(np.int64)


def worth_figures() -> Floats:
    """Return the figures of this module as the compiled source takes them. Shapes: result (WORTH_FIGURES,)."""
    figures = np.empty(worths.WORTH_FIGURES)
    figures[[worths.V_WINNING, worths.V_QUEEN_POINTS]] = WINNING, QUEEN_POINTS
    figures[[worths.V_RETURNED, worths.V_AT_CENTRE]] = RETURNED, QUEEN_AT_CENTRE
    figures[[worths.V_CHANCE, worths.V_AS_IT_LIES, worths.V_NEXT]] = RACE_CHANCE, AS_IT_LIES, RACE_NEXT
    figures[[worths.V_LATER, worths.V_COIN, worths.V_RUN]] = RACE_LATER, RACE_COIN, RACE_RUN
    figures[[worths.V_LONGEST_RUN, worths.V_OWED]] = LONGEST_RUN, RACE_OWED
    figures[[worths.V_WHITE, worths.V_BLACK, worths.V_QUEEN]] = SOLO_WHITE, SOLO_BLACK, SOLO_QUEEN
    figures[[worths.V_MISS, worths.V_COVER, worths.V_LAST_COVER]] = SOLO_MISS, SOLO_COVER, SOLO_LAST_COVER
    figures[worths.V_BASE] = SOLO_BASE
    return figures


KINDS = (Piece.WHITE, Piece.BLACK, Piece.QUEEN)  # in the order of `worths`
FIELDS = (  # likewise
    packed.WHITE_UP,
    packed.BLACK_UP,
    packed.QUEEN,
    packed.WHITE_SIDE,
    packed.OWN_OWED,
    packed.OTHER_OWED,
    packed.SOLO,
)
WORTH_FIELDS, WORTH_WEIGHTS = {me: asked_of_boards(me) for me in Side}, worth_figures()


def kind_columns(kinds: tuple[Piece, ...], kind: Piece | None) -> slice:
    """Return the columns of a kind; without a kind (colours are open) those of all coins, which are neighbours."""
    columns = [at for at, each in enumerate(kinds) if each is kind or (kind is None and each is not Piece.QUEEN)]
    return slice(columns[0], columns[-1] + 1) if columns else slice(0)


def best_helpful(chance: Floats, coins: slice, queens: slice, is_up: Bools, up: Ints) -> Floats:
    """Return the chance of the best piece that helps a side now: the last coin does not while the queen is up."""
    best, queen = _best(chance[:, coins]), np.where(is_up, _best(chance[:, queens]), 0.0)
    return np.where(is_up & (up <= 1), queen, np.maximum(best, queen))


def _best(chance: Floats) -> Floats:
    return np.max(chance, axis=1) if chance.shape[1] else np.zeros(len(chance))
