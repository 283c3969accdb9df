"""Where a coin fits among others: the geometry of free places, exact and the same on every machine.

Uses + - * / and sqrt alone, so that records made elsewhere are checked to the last bit. Knows no laws.
"""

import math
from collections.abc import Callable, Iterable, Iterator

from carrom.equipment.measurements import COIN_RADIUS
from carrom.equipment.position import Position

Point = tuple[float, float]
CLEAR = 2 * COIN_RADIUS + 1e-9  # distance of centres that is surely free of each other
_TOUCH = 2 * COIN_RADIUS - 1e-9  # nearer than this they overlap


def distance(x: float, y: float) -> float:
    """Distance from the origin, by sqrt alone."""
    return math.sqrt(x * x + y * y)


def is_free(position: Position, x: float, y: float, but: int = 0) -> bool:
    """Whether a coin with its centre at x, y lies on no piece; `but` is a piece that does not count."""
    limit = _TOUCH * _TOUCH
    return all((p.x - x) * (p.x - x) + (p.y - y) * (p.y - y) >= limit for p in position.pieces if p.number != but)


def nearest_place(
    position: Position,
    wish: Point,
    *,
    legal: Callable[[float, float], bool],
    circles: Iterable[tuple[float, float, float]] = (),
    prefer: Callable[[float, float], float] = lambda x, y: 0.0,
) -> Point | None:
    """The legal, free place nearest to a wish; None if none is found among all that can be nearest.

    The nearest place is the wish itself, or lies where a circle comes nearest to the wish, or where two circles cross:
    circles round the pieces (`CLEAR`) and those that bound the region. Places equally near: the greatest `prefer`.
    """
    rims = [(p.x, p.y, CLEAR) for p in position.pieces] + list(circles)
    best: tuple[float, float, float, float] | None = None
    for x, y in _candidates(wish, rims):
        away = round(distance(x - wish[0], y - wish[1]), 9)  # equal but for rounding is equally near
        rank = (away, -prefer(x, y))
        if best is not None and rank >= best[:2]:
            continue
        if is_free(position, x, y) and legal(x, y):
            best = (*rank, x, y)
    return None if best is None else (best[2], best[3])


def _candidates(wish: Point, rims: list[tuple[float, float, float]]) -> Iterator[Point]:
    """Every point that can be the nearest free one."""
    yield wish
    for x, y, radius in rims:
        dx, dy = wish[0] - x, wish[1] - y
        length = distance(dx, dy)
        if length > 1e-12:
            yield x + dx / length * radius, y + dy / length * radius
        else:
            for ux, uy in _COMPASS:
                yield x + ux * radius, y + uy * radius
    for index, one in enumerate(rims):
        for other in rims[index + 1 :]:
            yield from crossings(one, other)


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
