"""The board as one player sees it before a stroke: arrays in his own axes, and chances for both sides."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from carrom.bots import candidates
from carrom.bots.evaluation import CandidateCache, board_worth
from carrom.bots.noise import Noise
from carrom.equipment.measurements import BASE_CIRCLE_OFFSET, BASE_MIDDLE
from carrom.equipment.position import Position
from carrom.laws.board_state import BoardState
from carrom.terms import Piece, Seat, Side, piece_of

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class View:
    """What lies where, for the player of side `me` at `seat`."""

    board: BoardState
    me: Side
    seat: Seat
    position: Position

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
    def coins(self) -> Floats:
        """Their centres in the player's axes, shape (k, 2)."""
        return np.array([(p.x, p.y) for p in self.own_axes.pieces], np.float64).reshape(-1, 2)

    @property
    def wanted(self) -> tuple[int, ...]:
        """The pieces that he would like to see fall: his coins (all while colours are open, or alone) and the queen."""
        mine = self.board.colour_of(self.me)
        if self.board.solo or mine is None:
            return tuple(int(number) for number in self.numbers)
        return tuple(
            int(number) for number, kind in zip(self.numbers, self.kinds, strict=True) if kind in (mine, Piece.QUEEN)
        )

    @property
    def _opponents_turns(self) -> int:
        """Where the next opponent sits: across, or with four players at the right hand."""
        return 1 if self.board.players == 4 else 2

    def sights(self, coins: Floats, present: Bools, noise: Noise) -> CandidateCache:
        """Give the chances of both sides in many positions.

        Shapes: coins (n, k, 2) in the player's axes, present (n, k).
        """
        asked = self._kind_mask(self.board.colour_of(self.me))
        mine = candidates.chances(coins, present, asked, -BASE_MIDDLE, BASE_CIRCLE_OFFSET, noise)
        if self.board.solo:
            return CandidateCache(self.kinds, present, mine, np.zeros_like(mine))
        asked = self._kind_mask(self.board.colour_of(self.me.other))
        turned = _turned_back(coins, self._opponents_turns)
        theirs = candidates.chances(turned, present, asked, -BASE_MIDDLE, BASE_CIRCLE_OFFSET, noise)
        return CandidateCache(self.kinds, present, mine, theirs)

    def standing_worth(self, noise: Noise) -> float:
        """Give what the board is worth as it stands, by counts and chances alone."""
        present = np.ones((1, len(self.kinds)), np.bool_)
        return float(board_worth(self.board, self.me, self.sights(self.coins[None], present, noise))[0])

    def _kind_mask(self, colour: Piece | None) -> Bools:
        if colour is None or self.board.solo:
            return np.ones(len(self.kinds), np.bool_)
        return np.array([kind in (colour, Piece.QUEEN) for kind in self.kinds], np.bool_)


def _turned_back(points: Floats, quarter_turns: int) -> Floats:
    """Points in the axes of a player who sits so many quarter turns to the right."""
    x, y = points[..., 0], points[..., 1]
    match quarter_turns % 4:
        case 1:
            return np.stack([y, -x], axis=-1)
        case 2:
            return -points
        case 3:
            return np.stack([-y, x], axis=-1)
        case _:
            return points
