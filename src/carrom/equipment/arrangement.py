"""The opening arrangement: the queen, a ring of six, a ring of twelve.

Standard library only. Chance comes from dice that are passed in; records keep the places that it gave.
"""

import math
from typing import Protocol

from carrom.equipment.measurements import COIN_RADIUS
from carrom.equipment.position import PlacedPiece, Position, turn
from carrom.terms import BLACK_NUMBERS, QUEEN_NUMBER, WHITE_NUMBERS, Seat

GAP = 0.0001  # between neighbours, on average: hands and diameters leave as much (docs/physics, the touching rack)
_SLACK = 0.3 * GAP  # a coin lies within this of its place along each axis: 2 * sqrt(2) * 0.3 < 1, so none overlap


class Dice(Protocol):
    """Where chance comes from; `random.Random` fits. Whatever it decides is recorded."""

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        ...


def opening(dice: Dice, seat: Seat = Seat.SOUTH) -> Position:
    """The nineteen pieces before the opening break of the one who sits at `seat`.

    The queen lies on the centre exactly; round her six coins, colours alternating; round these twelve: white outward
    of each of the six, black in the notches between. So the whites make a Y and its mirror, with nine of each colour.
    The Y's stem points to the breaker and its arms to the far pockets, as is the custom; the laws leave that free.
    Each coin is moved at random by up to 0.03 mm along each axis, so that neighbours are 0.015 to 0.185 mm apart.

    Law: ICF 41; catalogue C-041 to C-044.
    """
    pieces = [PlacedPiece(QUEEN_NUMBER, 0.0, 0.0)]
    for number, x, y in _places(2 * COIN_RADIUS + GAP):
        x += _SLACK * (2 * dice.random() - 1)
        y += _SLACK * (2 * dice.random() - 1)
        pieces.append(PlacedPiece(number, *turn(x, y, seat.quarter_turns)))
    return Position(tuple(sorted(pieces)))


def touching(seat: Seat = Seat.SOUTH) -> Position:
    """The same arrangement without gaps and without chance: every coin touches its neighbours."""
    pieces = [PlacedPiece(QUEEN_NUMBER, 0.0, 0.0)]
    for number, x, y in _places(2 * COIN_RADIUS):
        pieces.append(PlacedPiece(number, *turn(x, y, seat.quarter_turns)))
    return Position(tuple(sorted(pieces)))


def _places(distance: float) -> list[tuple[int, float, float]]:
    """Number and place of each coin for a breaker at SOUTH; `distance` is that of two neighbours."""
    whites, blacks = iter(WHITE_NUMBERS), iter(BLACK_NUMBERS)
    half = math.sqrt(3) / 2
    # directions by sixths of a turn, anticlockwise from the one towards the breaker; notches lie between them
    straight = ((0.0, -1.0), (half, -0.5), (half, 0.5), (0.0, 1.0), (-half, 0.5), (-half, -0.5))
    notches = ((0.5, -half), (1.0, 0.0), (0.5, half), (-0.5, half), (-1.0, 0.0), (-0.5, -half))
    colours = (whites, blacks) * 3
    inner = [(next(colour), distance * x, distance * y) for colour, (x, y) in zip(colours, straight, strict=True)]
    outward = [(next(whites), 2 * distance * x, 2 * distance * y) for x, y in straight]
    between = [(next(blacks), 2 * half * distance * x, 2 * half * distance * y) for x, y in notches]
    return inner + outward + between
