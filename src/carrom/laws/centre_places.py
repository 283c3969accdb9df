"""Places at the board's centre: for the queen, for dues in solo, for pieces that left the board.

`away` is the unit vector away from the player in turn; points as in `placement`.
"""

import math
from collections.abc import Iterator, Sequence

from carrom.laws.placement import any_shot
from carrom.laws.ruleset import Ruleset
from carrom.laws.spots import SPACING, Point, beside_one, beside_two, is_free

LEVEL = 1e-6  # metres: places this much alike in their distance from the centre are equally near


def centre_spot(occupied: Sequence[Point], away: Point = (0.0, 1.0), *, spacing: float = SPACING) -> Point:
    """The place at which the umpire puts the queen: on the centre circle, covering as much of it as is free.

    The centre itself, else the free point nearest to it; of two such points the one farther from the player in turn.
    With the circle full this is beside what lies there. `away` is the unit vector away from the player in turn.

    Law: ICF 65, 93.
    """
    near = [point for point in occupied if math.hypot(*point) < 12 * spacing]
    if is_free((0.0, 0.0), near, spacing):
        return (0.0, 0.0)
    free = [point for point in _beside(near, away, spacing) if is_free(point, near, spacing)]
    return min(free, key=lambda p: (round(math.hypot(*p), 9), -round(p[0] * away[0] + p[1] * away[1], 9), p))


def centre_dues(ruleset: Ruleset, occupied: Sequence[Point], count: int, away: Point = (0.0, 1.0)) -> tuple[Point, ...]:
    """Places of so many dues that are put at the centre, in the order in which they are put.

    Two at once may have to touch each other over the very centre, in line with a side; else, or where that is taken,
    each lies as near to the centre as it goes. Of places that are equally good one is taken that makes no forbidden
    shot, if there is one.

    Law: B-029 to B-033.
    """
    if count == 2:
        pairs = DOUBLE_DUE_LAYOUT[ruleset.double_due_layout](occupied)
        if pairs:
            return next((pair for pair in pairs if _makes_no_shot(ruleset, pair, occupied)), pairs[0])
    lying = list(occupied)
    spots: list[Point] = []
    for _ in range(count):
        nearest = centre_spot(lying, away)
        if not _makes_no_shot(ruleset, (nearest,), lying):
            level = _level_with(nearest, lying, away)
            nearest = next((at for at in level if _makes_no_shot(ruleset, (at,), lying)), nearest)
        spots.append(nearest)
        lying.append(spots[-1])
    return tuple(spots)


def _makes_no_shot(ruleset: Ruleset, dues: Sequence[Point], lying: Sequence[Point]) -> bool:
    """Whether dues at the centre make no shot that is forbidden; no law forbids one with the queen alone there."""
    return ruleset.placing_makes_shot != "forbidden" or not any(any_shot(at, lying, None) for at in dues)


def _level_with(nearest: Point, lying: Sequence[Point], away: Point) -> Iterator[Point]:
    """The free places as near to the centre as the nearest one, farthest from the player in turn first.

    They are arcs of a circle, searched in steps of one degree, or points that touch two pieces.
    """
    radius = math.hypot(*nearest)
    near = [point for point in lying if math.hypot(*point) < 12 * SPACING]
    places = [point for point in _beside(near, away, SPACING) if abs(math.hypot(*point) - radius) < LEVEL]
    places += [(radius * x, radius * y) for x, y in _ARC]
    places.sort(key=lambda p: (-round(p[0] * away[0] + p[1] * away[1], 9), p))
    return (point for point in places if is_free(point, near, SPACING))


_ARC = tuple((math.cos(turned), math.sin(turned)) for turned in map(math.radians, range(360)))


def each_for_itself(occupied: Sequence[Point]) -> tuple[tuple[Point, Point], ...]:
    """Two dues at once are placed one after the other."""
    return ()


def touching_over_centre(occupied: Sequence[Point]) -> tuple[tuple[Point, Point], ...]:
    """Both touch over the board's centre, beside each other or one behind the other; none where both are taken."""
    half = SPACING / 2
    pairs = (((-half, 0.0), (half, 0.0)), ((0.0, -half), (0.0, half)))
    return tuple(pair for pair in pairs if all(is_free(at, occupied, SPACING) for at in pair))


DOUBLE_DUE_LAYOUT = {"free": each_for_itself, "touching_pair": touching_over_centre}


def umpire_spots(occupied: Sequence[Point], count: int, away: Point = (0.0, 1.0)) -> tuple[Point, ...]:
    """Places at which the umpire puts so many pieces that left the board, in the order of the ruling's returns.

    The first as `centre_spot` says; each next one touching the one before on the side away from the player in turn, as
    far as there is room.

    Law: ICF 65.
    """
    lying = list(occupied)
    spots: list[Point] = []
    for _ in range(count):
        spot = _touching(spots[-1], lying, away) if spots else centre_spot(lying, away)
        spots.append(spot)
        lying.append(spot)
    return tuple(spots)


def _touching(piece: Point, occupied: Sequence[Point], away: Point) -> Point:
    """The free place that touches a piece, farthest away; the centre's rule where none is free."""
    near = [point for point in occupied if math.dist(point, piece) < 3 * SPACING]
    candidates = [(piece[0] + away[0] * SPACING, piece[1] + away[1] * SPACING)]
    candidates += [point for q in near if q != piece for point in beside_two(piece, q, SPACING)]
    free = [point for point in candidates if is_free(point, near, SPACING)]
    if not free:
        return centre_spot(occupied, away)
    return max(free, key=lambda p: (round(p[0] * away[0] + p[1] * away[1], 9), p))


def _beside(near: Sequence[Point], away: Point, spacing: float) -> list[Point]:
    """The places that touch one piece on its near or far side, or two pieces."""
    found = [point for p in near for point in beside_one(p, away, spacing)]
    return found + [point for i, p in enumerate(near) for q in near[i + 1 :] for point in beside_two(p, q, spacing)]
