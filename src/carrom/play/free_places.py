"""The geometry of free places for a coin among others, exact and the same on every machine.

Uses + - * / and sqrt alone, so that records made elsewhere are checked to the last bit. Knows no laws.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter

from carrom.equipment.measurements import COIN_RADIUS
from carrom.equipment.position import Position

Point = tuple[float, float]
CLEAR = 2 * COIN_RADIUS + 1e-9  # distance of centres that is surely free of each other
NEARLY = 1e-8  # metres, more than places are rounded by when they are compared
TOUCH = 2 * COIN_RADIUS - 1e-9  # nearer than this they overlap


def distance(x: float, y: float) -> float:
    """Distance from the origin, by sqrt alone."""
    return math.sqrt(x * x + y * y)


def is_free(position: Position, x: float, y: float, but: int = 0) -> bool:
    """Whether a coin with its centre at x, y lies on no piece; `but` is a piece that does not count."""
    limit = TOUCH * TOUCH
    for number, px, py in position.pieces:  # asked by the million: a loop takes half of what `all` of a generator takes
        if (px - x) * (px - x) + (py - y) * (py - y) < limit and number != but:
            return False
    return True


def nearest_place(
    position: Position,
    wish: Point,
    *,
    legal: Callable[[float, float], bool],
    circles: Iterable[tuple[float, float, float]] = (),
) -> Point | None:
    """The legal, free place nearest to a wish; None if none is found among everything that can be nearest.

    The nearest place is the wish itself, or lies where a circle comes nearest to the wish, or where two circles cross:
    circles round the pieces (`CLEAR`) and those that bound the region.
    """

    def first_of(places: Iterable[Point], below: float) -> tuple[float, Point] | None:
        """The nearest of these that will do, if it is nearer than so; with how far it is from the wish."""
        # equal but for rounding is equally near: then the first one listed
        ranked = [(round(distance(x - wx, y - wy), 9), (x, y)) for x, y in places]
        for away, (x, y) in sorted([each for each in ranked if each[0] < below], key=itemgetter(0)):
            if is_free(position, x, y) and legal(x, y):
                return away, (x, y)
        return None

    wx, wy = wish
    if is_free(position, *wish) and legal(*wish):
        return wish
    rims = [(x, y, CLEAR) for _, x, y in position.pieces] + list(circles)
    best = first_of([point for rim in rims for point in _nearest_on(rim, wish)], math.inf)
    least = math.inf if best is None else best[0]
    # a rim that is nowhere nearer than what is found crosses no other one nearer
    rims = [rim for rim in rims if abs(distance(rim[0] - wish[0], rim[1] - wish[1]) - rim[2]) <= least + NEARLY]
    pairs = ((one, other) for index, one in enumerate(rims) for other in rims[index + 1 :])
    best = first_of((point for one, other in pairs for point in crossings(one, other)), least) or best
    return None if best is None else best[1]


def _nearest_on(rim: tuple[float, float, float], wish: Point) -> tuple[Point, ...]:
    """The point of a circle (x, y, radius) that is nearest to a wish; round its centre, points in each direction."""
    x, y, radius = rim
    dx, dy = wish[0] - x, wish[1] - y
    length = distance(dx, dy)
    if length > 1e-12:
        return ((x + dx / length * radius, y + dy / length * radius),)
    return tuple([(x + ux * radius, y + uy * radius) for ux, uy in _COMPASS])


def crossings(one: tuple[float, float, float], other: tuple[float, float, float]) -> Iterator[Point]:
    """The points where two circles (x, y, radius) cross."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    apart = distance(dx, dy)
    if apart < 1e-12 or apart > one[2] + other[2] or apart < abs(one[2] - other[2]):
        return
    along = (one[2] * one[2] - other[2] * other[2] + apart * apart) / (2 * apart)
    squared = one[2] * one[2] - along * along
    aside = math.sqrt(squared) if squared > 0 else 0.0
    ux, uy = dx / apart, dy / apart
    x, y = one[0] + along * ux, one[1] + along * uy
    yield x - aside * uy, y + aside * ux
    yield x + aside * uy, y - aside * ux


_COMPASS = (
    (0.0, 1.0),
    (1.0, 0.0),
    (-1.0, 0.0),
    (0.0, -1.0),
    (math.sqrt(0.5), math.sqrt(0.5)),
    (-math.sqrt(0.5), math.sqrt(0.5)),
    (math.sqrt(0.5), -math.sqrt(0.5)),
    (-math.sqrt(0.5), -math.sqrt(0.5)),
)
