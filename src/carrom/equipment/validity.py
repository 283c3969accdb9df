"""Whether pieces can lie as a position says: the one check that readers, play and pictures share.

Reads the figures of the equipment; knows no laws (where a due may be placed is `laws.placement`).
"""

import math
from collections.abc import Iterator
from itertools import pairwise

from carrom.equipment.measurements import COIN_CAPTURE, COIN_RADIUS, HALF_SURFACE, POCKET_CENTRE
from carrom.equipment.position import PlacedPiece, Position
from carrom.errors import ImpossibleError
from carrom.terms import STRIKER_NUMBER, piece_of

# A simulated stroke may leave discs pressed into each other by less than this; nobody could measure it.
TOLERANCE = 1e-6


class ImpossiblePositionError(ImpossibleError):
    """Pieces cannot lie like this."""

    code = "impossible-position"


class UnknownPieceError(ImpossiblePositionError):
    """No piece that may lie at rest has this number."""

    code = "unknown-piece"


class PieceTwiceError(ImpossiblePositionError):
    """One piece lies at two places."""

    code = "piece-twice"


class PiecesOutOfOrderError(ImpossiblePositionError):
    """The pieces do not stand in the order of their numbers."""

    code = "pieces-out-of-order"


class NotAPlaceError(ImpossiblePositionError):
    """A coordinate is not a finite number."""

    code = "not-a-place"


class OffSurfaceError(ImpossiblePositionError):
    """A piece does not lie wholly on the surface."""

    code = "off-surface"


class InPocketError(ImpossiblePositionError):
    """A piece lies where it would fall into a pocket."""

    code = "in-pocket"


class PiecesOverlapError(ImpossiblePositionError):
    """Two pieces lie on each other."""

    code = "pieces-overlap"


def check_position(position: Position) -> None:
    """Pass if the pieces can lie so: known, in order, wholly on the surface, in no pocket, none on another.

    Raises:
        ImpossiblePositionError: the first fault found, as the subclass with its code.
    """
    for fault in position_faults(position):
        raise fault


def position_faults(position: Position) -> Iterator[ImpossiblePositionError]:
    """Return every fault of a position, faults of order first, then piece by piece, then pair by pair."""
    numbers = position.numbers
    doubled = sorted({number for number in numbers if numbers.count(number) > 1})
    yield from (PieceTwiceError(number=number) for number in doubled)
    if not doubled and any(first > second for first, second in pairwise(numbers)):
        yield PiecesOutOfOrderError()
    placed = []
    for piece in position.pieces:
        fault = _place_fault(piece)
        if fault is None:
            placed.append(piece)
        else:
            yield fault
    for index, one in enumerate(placed):
        for other in placed[index + 1 :]:
            if one.number != other.number and overlap(one, other) > TOLERANCE:
                yield PiecesOverlapError(
                    "by", number=one.number, other=other.number, millimetres=overlap(one, other) * 1000
                )


def overlap(one: PlacedPiece, other: PlacedPiece) -> float:
    """How deep two pieces lie in each other, in metres; below zero it is their distance rim to rim."""
    return 2 * COIN_RADIUS - math.hypot(one.x - other.x, one.y - other.y)


def falls_into_pocket(x: float, y: float, capture: float = COIN_CAPTURE) -> bool:
    """Say whether a disc at rest here would tip into a pocket; one that only hangs over the rim would not."""
    return math.hypot(abs(x) - POCKET_CENTRE, abs(y) - POCKET_CENTRE) < capture - TOLERANCE


def lies_on_surface(x: float, y: float, radius: float = COIN_RADIUS) -> bool:
    """Say whether a disc lies wholly on the surface, between the frames."""
    return max(abs(x), abs(y)) <= HALF_SURFACE - radius + TOLERANCE


def _place_fault(piece: PlacedPiece) -> ImpossiblePositionError | None:
    """Return the fault of one piece by itself."""
    number, x, y = piece
    if number == STRIKER_NUMBER:
        return UnknownPieceError("striker")
    try:
        piece_of(number)
    except ValueError:
        return UnknownPieceError(number=number)
    if not (math.isfinite(x) and math.isfinite(y)):
        return NotAPlaceError("not-finite", number=number, x=x, y=y)
    if not lies_on_surface(x, y):
        return OffSurfaceError("at", number=number, x=x, y=y, limit=HALF_SURFACE - COIN_RADIUS)
    if falls_into_pocket(x, y):
        return InPocketError("at", number=number, x=x, y=y)
    return None
