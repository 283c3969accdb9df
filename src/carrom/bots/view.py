"""The board as one player sees it before a stroke: arrays in the player's axes, and chances for both sides."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from carrom.bots import chances
from carrom.bots.evaluation import CandidateCache, Standings, board_worth
from carrom.bots.noise import Noise
from carrom.equipment.position import Position
from carrom.laws.board_state import BoardState
from carrom.laws.ruleset import Ruleset
from carrom.physics.single import flat_layout
from carrom.play import packed
from carrom.play.verdict_table import table_of
from carrom.terms import Piece, Seat, Side, piece_of

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
        return np.array(self.own_axes.numbers, np.int64)

    @cached_property
    def kinds(self) -> tuple[Piece, ...]:
        """Their kinds."""
        return tuple(piece_of(number) for number in self.own_axes.numbers)

    @cached_property
    def layout(self) -> Floats:
        """Places of the pieces in the player's axes, row = number, NaN where none lies; shape (1, 20, 2)."""
        return np.array(flat_layout(self.own_axes)).reshape(1, -1, 2)

    @cached_property
    def coins(self) -> Floats:
        """Their centres in the player's axes, shape (k, 2)."""
        return np.asarray(self.layout[0, self.numbers])

    @property
    def wanted(self) -> tuple[int, ...]:
        """The pieces this player wants to pocket: their coins (all while colours are open, or alone) and the queen."""
        mine = self.board.colour_of(self.me)
        if self.board.solo or mine is None:
            return tuple(int(number) for number in self.numbers)
        return tuple(
            int(number) for number, kind in zip(self.numbers, self.kinds, strict=True) if kind in (mine, Piece.QUEEN)
        )

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
        is_any = colour is None or self.board.solo
        pieces = zip(self.numbers.tolist(), self.kinds, strict=True)
        return [number for number, kind in pieces if is_any or kind in (colour, Piece.QUEEN)]
