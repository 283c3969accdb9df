"""Places of dues: whether a place is legal and why not, the nearest legal place, a suggestion, many spots.

And where the umpire puts pieces back: the same place for the same position (ICF 65, 93, 94).

The region and what may not be done in it come from `laws.placement`; here it meets the other pieces.
"""

import math
from collections.abc import Callable
from functools import lru_cache

from carrom.equipment.position import PlacedPiece, Position, turn
from carrom.laws.centre_places import centre_dues, centre_spot, umpire_spots
from carrom.laws.placement import Refusal, Ring, due_ring, refusal_of_due
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Reason, Region
from carrom.laws.spots import NEAR
from carrom.match.awaiting import Due
from carrom.play.context import is_finite_number
from carrom.play.errors import NotANumberError, PlaceForbiddenError, PlaceOutsideError, PlaceOverlapsError
from carrom.play.free_places import Point, distance, is_free, nearest_place
from carrom.terms import QUEEN_NUMBER, Seat

SPACING = 0.004  # of the spots that computers and pages search


def ring(position: Position, due: Due, ruleset: Ruleset) -> Ring:
    """The ring of legal centres: the region's, or at the centre as near as it goes."""
    if due.region is Region.CENTRE:
        if is_free(position, 0.0, 0.0):
            return Ring(0.0, 0.0)
        place = nearest_place(position, (0.0, 0.0), legal=lambda x, y: True)
        return Ring(0.0, 0.0 if place is None else distance(*place))
    return due_ring(ruleset)


def fault(position: Position, due: Due, x: float, y: float, ruleset: Ruleset) -> Refusal | None:
    """Why a due may not be laid at x, y; None: it may."""
    return _faults(position, due, ring(position, due, ruleset), ruleset)(x, y)


def _faults(position: Position, due: Due, region: Ring, ruleset: Ruleset) -> Callable[[float, float], Refusal | None]:
    """`fault` of one position and due, for many places."""
    if due.region is Region.CENTRE:
        return lambda x, y: _fault_at_centre(position, region, x, y, ruleset)
    occupied = tuple([(x, y) for _, x, y in position.pieces])
    queen = next(((x, y) for number, x, y in position.pieces if number == QUEEN_NUMBER), None)
    return lambda x, y: refusal_of_due(ruleset, (x, y), occupied, queen)


def _fault_at_centre(position: Position, region: Ring, x: float, y: float, ruleset: Ruleset) -> Refusal | None:
    if distance(x, y) > region.most + NEAR:
        reason = Reason.PLACE_OUTSIDE_CIRCLE
    elif not is_free(position, x, y):
        reason = Reason.PLACE_TAKEN
    else:
        return None
    return Refusal(reason, ruleset.citations.get(reason, ()))


def suggested(position: Position, due: Due, ruleset: Ruleset) -> Point | None:
    """A legal place to begin with: the nearest to the board's centre on the placer's side; None: there is no room."""
    x, y = turn(0.0, -ring(position, due, ruleset).least, due.placer.quarter_turns)
    return nearest(position, due, x, y, ruleset)


def nearest(position: Position, due: Due, x: float, y: float, ruleset: Ruleset) -> Point | None:
    """The legal place nearest to a wish; None: there is no room."""
    region = ring(position, due, ruleset)
    faults = _faults(position, due, region, ruleset)
    refused = faults(x, y)
    if refused is None:
        return (x, y)
    circles = ((0.0, 0.0, region.least), (0.0, 0.0, region.most))
    found = nearest_place(
        position,
        (x, y),
        legal=lambda px, py: faults(px, py) is None,
        circles=circles,
    )
    if found is not None and refused.reason is not Reason.PLACE_MAKES_SHOT:
        return found
    # the border of a shot is no circle: there, the nearest spot of a fine grid may be nearer, or the only one
    others = (*spots(position, due, ruleset), *(() if found is None else (found,)))
    return min(others, key=lambda p: distance(p[0] - x, p[1] - y), default=None)


def spots(position: Position, due: Due, ruleset: Ruleset, spacing: float = SPACING) -> tuple[Point, ...]:
    """Legal places for a due on a fine grid over its region, the nearest to the centre first."""
    region = ring(position, due, ruleset)
    faults = _faults(position, due, region, ruleset)
    return tuple(
        (x, y)
        for x, y in _grid(spacing, math.ceil(region.most / spacing))
        if region.least <= distance(x, y) <= region.most and is_free(position, x, y) and faults(x, y) is None
    )


@lru_cache(maxsize=8)
def _grid(spacing: float, steps: int) -> tuple[Point, ...]:
    """Crossings of a square grid round the centre, the nearest first."""
    span = range(-steps, steps + 1)
    points = [(i * spacing, k * spacing) for i in span for k in span]
    return tuple(sorted(points, key=lambda p: (round(distance(*p), 9), p)))


_ERRORS: dict[Reason, tuple[type[PlaceForbiddenError], str]] = {
    Reason.PLACE_OUTSIDE_CIRCLE: (PlaceOutsideError, "outside-circle"),
    Reason.PLACE_ON_CENTRE: (PlaceOutsideError, "on-centre"),
    Reason.PLACE_TAKEN: (PlaceOverlapsError, "taken"),
    Reason.PLACE_MAKES_SHOT: (PlaceForbiddenError, "makes-shot"),
}


def check_place(position: Position, due: Due, x: float, y: float, ruleset: Ruleset) -> None:
    """Pass if this due may be laid at x, y.

    Raises:
        NotANumberError, PlaceOutsideError, PlaceOverlapsError, PlaceForbiddenError.
    """
    for number in (x, y):
        if not is_finite_number(number):
            raise NotANumberError("place", number=number)
    found = fault(position, due, x, y, ruleset)
    if found is not None:
        kind, key = _ERRORS.get(found.reason, (PlaceForbiddenError, "piece"))
        raise kind(key, reason=found.reason, clauses=found.clauses)


def put_back(numbers: tuple[int, ...], position: Position, in_turn: Seat) -> tuple[PlacedPiece, ...]:
    """Lay these pieces as the umpire does, in their order, after a stroke by the player at `in_turn`."""
    spots = umpire_spots(_centres(position), len(numbers), _away_from(in_turn))
    return tuple(PlacedPiece(number, x, y) for number, (x, y) in zip(numbers, spots, strict=True))


def put_dues_at_centre(
    numbers: tuple[int, ...], position: Position, in_turn: Seat, ruleset: Ruleset
) -> tuple[PlacedPiece, ...]:
    """Lay dues at the centre, two at once touching over it where the laws say so (B-029 to B-033)."""
    spots = centre_dues(ruleset, _centres(position), len(numbers), _away_from(in_turn))
    return tuple(PlacedPiece(number, x, y) for number, (x, y) in zip(numbers, spots, strict=True))


def nearest_to_centre(position: Position, in_turn: Seat) -> tuple[float, float]:
    """The free place nearest to the centre; of several the one farthest from the player in turn."""
    return centre_spot(_centres(position), _away_from(in_turn))


def _centres(position: Position) -> tuple[tuple[float, float], ...]:
    return tuple((piece.x, piece.y) for piece in position.pieces)


def _away_from(seat: Seat) -> tuple[float, float]:
    return turn(0.0, 1.0, seat.quarter_turns)
