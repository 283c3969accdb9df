"""Positions of pieces: exact floats in tuples, no arrays.

The striker is in no position: it lies on the board only during a stroke.
Metres, origin at the centre, x right and y away as SOUTH sees it.
"""

from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from carrom.terms import Piece, Seat, piece_of


class PlacedPiece(NamedTuple):
    """A piece at rest: its number (`terms.piece_of`) and its centre in metres."""

    number: int  # 1 the queen, 2 to 10 white, 11 to 19 black
    x: float  # m to the right, as SOUTH sees it
    y: float  # m away from SOUTH


_NUMBER = attrgetter("number")


@dataclass(frozen=True, slots=True)
class Position:
    """The pieces on the surface, in order of their numbers."""

    pieces: tuple[PlacedPiece, ...] = ()  # each with its number and place

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the pieces that lie here, ascending."""
        return tuple(map(_NUMBER, self.pieces))

    def of(self, kind: Piece) -> tuple[PlacedPiece, ...]:
        """The pieces of one kind."""
        return tuple(piece for piece in self.pieces if piece_of(piece.number) is kind)

    def with_piece(self, number: int, x: float, y: float) -> "Position":
        """The same position and one more piece, or that piece moved."""
        others = (piece for piece in self.pieces if piece.number != number)
        return Position(tuple(sorted((*others, PlacedPiece(number, x, y)))))

    def without(self, *numbers: int) -> "Position":
        """The same position without these pieces."""
        return Position(tuple(piece for piece in self.pieces if piece.number not in numbers))

    def seen_from(self, seat: Seat) -> "Position":
        """The same position in the axes of the one who sits at `seat`: x to their right, y away."""
        return Position(tuple(PlacedPiece(p.number, *turn(p.x, p.y, -seat.quarter_turns)) for p in self.pieces))


def turn(x: float, y: float, quarter_turns: int) -> tuple[float, float]:
    """Turn a point anticlockwise about the centre by quarter turns, exactly.

    `turn(x, y, seat.quarter_turns)` takes a point from the player's axes to the board's.
    """
    match quarter_turns % 4:
        case 1:
            return -y, x
        case 2:
            return -x, -y
        case 3:
            return y, -x
        case _:
            return x, y
