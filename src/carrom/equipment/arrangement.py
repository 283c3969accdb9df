"""The opening arrangement: the queen, a ring of six, a ring of twelve.

Standard library only. Chance comes from random numbers that are passed in; records keep the places that it gave.
"""

import math
from enum import StrEnum
from typing import Protocol

from carrom.equipment.measurements import COIN_RADIUS
from carrom.equipment.position import PlacedPiece, Position, turn
from carrom.terms import BLACK_NUMBERS, QUEEN_NUMBER, WHITE_NUMBERS, Seat

GAP = 0.0001  # between neighbours, on average: hands and diameters leave as much (docs/physics, the touching rack)
_SLACK = 0.3 * GAP  # a coin lies within this of its place along each axis: 2 * sqrt(2) * 0.3 < 1, so none overlap


class Rng(Protocol):
    """Source of chance; `random.Random` fits. All its numbers are recorded."""

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        ...


class Aim(StrEnum):
    """The pocket that an arm of the white Y points to, as the breaker sees it."""

    FAR_RIGHT = "far_right"
    FAR_LEFT = "far_left"
    NEAR_LEFT = "near_left"
    NEAR_RIGHT = "near_right"


# degrees anticlockwise from the custom, where the arms lie 30 degrees above the sides and 90 below
_TURNED = {Aim.FAR_RIGHT: 15.0, Aim.FAR_LEFT: -15.0, Aim.NEAR_LEFT: -45.0, Aim.NEAR_RIGHT: 45.0}


def opening(rng: Rng, seat: Seat = Seat.SOUTH, aim: Aim | None = None) -> Position:
    """The nineteen pieces before the opening break of the one who sits at `seat`.

    The queen lies on the centre exactly; round her six coins, colours alternating; round these twelve: white outward
    of each of the six, black in the notches between. So the whites make a Y and its mirror, with nine of each colour.
    The Y's stem points to the breaker and its arms towards the far pockets, as is the custom; the laws leave that
    free. With an `aim` the whole is turned so that an arm points to that pocket exactly.
    Each coin is moved at random by up to 0.03 mm along each axis, so that neighbours are 0.015 to 0.185 mm apart.

    Law: ICF 41; catalogue C-041 to C-044, P-006.
    """
    pieces = [PlacedPiece(QUEEN_NUMBER, 0.0, 0.0)]
    for number, x, y in _places(2 * COIN_RADIUS + GAP, aim):
        x += _SLACK * (2 * rng.random() - 1)
        y += _SLACK * (2 * rng.random() - 1)
        pieces.append(PlacedPiece(number, *turn(x, y, seat.quarter_turns)))
    return Position(tuple(sorted(pieces)))


def touching(seat: Seat = Seat.SOUTH, aim: Aim | None = None) -> Position:
    """The same arrangement without gaps and without chance: every coin touches its neighbours."""
    pieces = [PlacedPiece(QUEEN_NUMBER, 0.0, 0.0)]
    for number, x, y in _places(2 * COIN_RADIUS, aim):
        pieces.append(PlacedPiece(number, *turn(x, y, seat.quarter_turns)))
    return Position(tuple(sorted(pieces)))


def places_round_the_centre() -> tuple[tuple[float, float], ...]:
    """The eighteen places of the coins, without chance: the inner ring, then the outer one, each anticlockwise."""
    placed = [(x, y) for _, x, y in _by_custom(2 * COIN_RADIUS + GAP)]
    inner, outer = placed[:6], placed[6:]
    return (*inner, *sorted(outer, key=lambda place: math.atan2(place[1], place[0])))


def _places(distance: float, aim: Aim | None) -> list[tuple[int, float, float]]:
    """Number and place of each coin for a breaker at SOUTH; `distance` is that of two neighbours."""
    if aim is None:
        return _by_custom(distance)
    across, up = math.cos(math.radians(_TURNED[aim])), math.sin(math.radians(_TURNED[aim]))
    return [(number, x * across - y * up, x * up + y * across) for number, x, y in _by_custom(distance)]


def _by_custom(distance: float) -> list[tuple[int, float, float]]:
    """The same with the stem of the Y towards the breaker."""
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
