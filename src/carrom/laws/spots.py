"""Places of coins that touch other coins: plain geometry, shared by all searches for free places.

Points are `(x, y)` in metres, origin at the centre.
"""

import math
from collections.abc import Iterable

from carrom.equipment.measurements import COIN_RADIUS

Point = tuple[float, float]

DIAMETER = 2 * COIN_RADIUS
SPACING = DIAMETER + 1e-9  # what the umpire leaves between two centres, so that rounding never makes them overlap
NEAR = 1e-9  # metres: a point this near to a border lies on it


def is_free(at: Point, occupied: Iterable[Point], spacing: float) -> bool:
    """Whether a piece fits there."""
    least = spacing - NEAR / 2
    for other in occupied:  # asked by the million: a loop takes half of what `all` of a generator takes
        if math.dist(at, other) < least:
            return False
    return True


def on_ring(piece: Point, radius: float, spacing: float) -> tuple[Point, ...]:
    """The two places on a circle round the centre that touch a piece."""
    from_centre = math.hypot(*piece)
    if from_centre < NEAR or not abs(radius - from_centre) <= spacing <= radius + from_centre:
        return ()
    half = math.acos((radius**2 + from_centre**2 - spacing**2) / (2 * radius * from_centre))
    turned = math.atan2(piece[1], piece[0])
    return tuple((radius * math.cos(turned + by), radius * math.sin(turned + by)) for by in (half, -half))


def beside_one(piece: Point, away: Point, spacing: float) -> tuple[Point, ...]:
    """Touching a piece: nearest to the board's centre, and on the far side."""
    x, y = piece
    far = (x + away[0] * spacing, y + away[1] * spacing)
    from_centre = math.hypot(x, y)
    if from_centre < NEAR:
        return (far,)
    scale = 1 - spacing / from_centre
    return (x * scale, y * scale), far


def beside_two(p: Point, q: Point, spacing: float) -> tuple[Point, ...]:
    """The two places that touch both pieces."""
    apart = math.dist(p, q)
    if not NEAR < apart <= 2 * spacing:
        return ()
    half = math.sqrt(max(spacing * spacing - apart * apart / 4, 0.0))
    mx, my = (p[0] + q[0]) / 2, (p[1] + q[1]) / 2
    ux, uy = (q[1] - p[1]) / apart, (p[0] - q[0]) / apart
    return (mx + ux * half, my + uy * half), (mx - ux * half, my - uy * half)
