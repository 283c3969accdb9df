"""The board as one player sees it before a stroke: arrays in the player's axes, and chances for both sides."""

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from carrom.bots import chances
from carrom.bots.evaluation import CandidateCache, Standings, board_worth
from carrom.bots.imagining import pieces_of
from carrom.bots.noise import Noise
from carrom.equipment.position import Position
from carrom.laws.board_state import BoardState
from carrom.laws.ruleset import Ruleset
from carrom.physics.axes import turn_in_place
from carrom.physics.kernel import DISCS
from carrom.physics.native import native
from carrom.physics.single import flat_layout
from carrom.play import packed
from carrom.play.verdict_table import table_of
from carrom.terms import QUEEN_NUMBER, Piece, Seat, Side, piece_of

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def turns_to_next(board: BoardState, ruleset: Ruleset) -> int:
    """Return the quarter turns to the seat that plays after a stroke that pockets nothing, by the laws."""
    if board.players == 2:
        return 2
    nothing = packed.put(1, packed.TOUCHED) | packed.put(1, packed.SPREAD)
    verdicts = table_of(ruleset).look_up(np.array([packed.pack_board(board)]), np.array([nothing]))
    return int(verdicts.turns[0]) % 4


@dataclass(frozen=True)
class View:
    """The board as seen by the player of side `me` at `seat`."""

    board: BoardState
    me: Side
    seat: Seat
    position: Position
    next_turns: int = 2  # quarter turns from this seat to the one that plays when the turn passes

    @cached_property
    def own_axes(self) -> Position:
        """The position in the player's axes."""
        return self.position.seen_from(self.seat)

    @cached_property
    def numbers(self) -> Ints:
        """The numbers of the pieces on the surface, shape (k,)."""
        return np.array(self.position.numbers, np.int64)

    @cached_property
    def kinds(self) -> tuple[Piece, ...]:
        """Their kinds."""
        return tuple(map(piece_of, self.position.numbers))

    @cached_property
    def layout(self) -> Floats:
        """Places of the pieces in the player's axes, row = number, NaN where none lies; shape (1, 20, 2)."""
        return layout_from(self.position, self.seat)

    @cached_property
    def coins(self) -> Floats:
        """Their centres in the player's axes, shape (k, 2)."""
        return np.asarray(self.layout[0].take(self.numbers, axis=0))

    @property
    def queen_lies(self) -> bool:
        """Whether the queen is among them."""
        return not math.isnan(self.layout[0, QUEEN_NUMBER, 0])

    @property
    def wanted(self) -> tuple[int, ...]:
        """The pieces this player wants to pocket: their coins (all while colours are open, or alone) and the queen."""
        return tuple(self._of_side(self.board.colour_of(self.me)))

    def sights(self, layouts: Floats, noise: Noise, passed: Bools | None = None) -> CandidateCache:
        """Return the chances of both sides in many positions, each as its next player sees them.

        In doubles that is the partner once the turn has passed.

        Args:
            passed: where the turn has passed; None: nowhere.
        Shapes: layouts (n, 20, 2) in the player's axes, passed (n,).
        """
        asked = self._of_side(self.board.colour_of(self.me))
        mine = chances.chances(layouts, asked, noise)[:, self.numbers]
        partner = 2 * self.next_turns % 4
        if partner and passed is not None and passed.any():
            seen = chances.chances(layouts[passed], asked, noise, quarter_turns=partner)
            mine[passed] = seen[:, self.numbers]
        if self.board.solo:
            return CandidateCache(self.kinds, mine, np.zeros_like(mine))
        asked = self._of_side(self.board.colour_of(self.me.other))
        theirs = chances.chances(layouts, asked, noise, quarter_turns=self.next_turns)[:, self.numbers]
        return CandidateCache(self.kinds, mine, theirs)

    def standing_worth(self, noise: Noise) -> float:
        """Return what the board is worth as it stands, by counts and chances alone."""
        return float(board_worth(Standings.of(self.board, self.me), self.sights(self.layout, noise))[0])

    def _of_side(self, colour: Piece | None) -> list[int]:
        """The pieces that a side of this colour is after."""
        mask = pieces_of(None if self.board.solo else colour)
        return [number for number in self.position.numbers if mask >> number & 1]


def layout_from(position: Position, seat: Seat) -> Floats:
    """Return places of pieces in the axes of the one who sits at a seat, row = number, NaN where none lies.

    Shapes: result (1, 20, 2).

    Raises:
        UnknownPieceError, PieceTwiceError, NotAPlaceError.
    """
    layout = np.empty((1, DISCS, 2))
    if native().lay_out(position.pieces, layout) < 0:
        layout[:] = np.reshape(flat_layout(position), layout.shape)  # says what is wrong
    if seat.quarter_turns == 2:
        layout *= -1.0
        layout += 0.0  # no zero is negative
    else:
        turn_in_place(layout, -seat.quarter_turns)
    return layout
