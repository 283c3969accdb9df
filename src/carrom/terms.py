"""The game's own words as types: pieces, sides, seats, the queen's standing, a stroke.

Holds values only; reads nothing, so every other module may import it.
"""

from dataclasses import dataclass
from enum import StrEnum


class Piece(StrEnum):
    """A thing on the surface. A *coin* is white or black; a *piece* is a coin or the queen."""

    WHITE = "white"  # nine coins
    BLACK = "black"  # nine coins
    QUEEN = "queen"  # the one red piece
    STRIKER = "striker"  # the disc that a player strikes


class Side(StrEnum):
    """One of the two parties of a match, for its whole length (a solo match has only A)."""

    A = "a"  # named first in the match
    B = "b"  # the opponent of A

    @property
    def other(self) -> "Side":
        """The opponent."""
        return Side.B if self is Side.A else Side.A


class Seat(StrEnum):
    """A side of the board. SOUTH sees x to the right and y away; the order is anticlockwise from above."""

    SOUTH = "south"  # where the board's axes are read
    EAST = "east"  # at the right hand of SOUTH
    NORTH = "north"  # across from SOUTH
    WEST = "west"  # at the left hand of SOUTH

    @property
    def quarter_turns(self) -> int:
        """Quarter turns anticlockwise from SOUTH."""
        return _SEATS.index(self)

    @property
    def right(self) -> "Seat":
        """The neighbour at this seat's right hand (anticlockwise)."""
        return _SEATS[(self.quarter_turns + 1) % 4]

    @property
    def left(self) -> "Seat":
        """The neighbour at this seat's left hand (clockwise)."""
        return _SEATS[(self.quarter_turns + 3) % 4]

    @property
    def opposite(self) -> "Seat":
        """The seat across the board."""
        return _SEATS[(self.quarter_turns + 2) % 4]


_SEATS = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)


class Queen(StrEnum):
    """The state of the queen; who pocketed or covered her is a separate value."""

    ON_BOARD = "on_board"  # up, also while she waits to go back
    AWAITING_COVER = "awaiting_cover"  # pocketed; an own coin must follow
    COVERED = "covered"  # down for good


@dataclass(frozen=True, slots=True)
class Stroke:
    """A single stroke of a player.

    Units: offset in metres along the base line from its middle, right positive as the player sees it;
    angle in radians from straight ahead, left positive; speed in m/s when the striker is released.
    """

    offset: float  # m, right positive
    angle: float  # rad, 0 straight ahead, left positive
    speed: float  # m/s


STRIKER_NUMBER = 0
QUEEN_NUMBER = 1
WHITE_NUMBERS = range(2, 11)
BLACK_NUMBERS = range(11, 20)


def piece_of(number: int) -> Piece:
    """Name the piece of a number: 0 striker, 1 queen, 2 to 10 white, 11 to 19 black.

    Every piece keeps its number for a whole match, so that a picture can follow it.

    Raises:
        ValueError: no piece has this number.
    """
    if 0 <= number < len(_PIECES):
        return _PIECES[number]
    raise ValueError(f"no piece has number {number}")


_PIECES = (Piece.STRIKER, Piece.QUEEN, *(Piece.WHITE,) * len(WHITE_NUMBERS), *(Piece.BLACK,) * len(BLACK_NUMBERS))
