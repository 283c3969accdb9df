"""How often a striker rebounds: the laws' test of a board, and a convenient way to set one. Standard library only.

The laws ask that a striker of 15 g, struck with full strength straight ahead from a base line, rebounds three and a
half times: it comes back over the middle of the board after its third frame. Here the half is a number like any other:
after the last frame, the part of the way to the next one that it still goes.

Source: the laws' equipment test; docs/physics/model.md, "Rebounds".
"""

import math
from dataclasses import replace
from typing import Literal

from carrom.physics.surface import RANGES, Surface, SurfaceError

FULL_STRENGTH = 6.0  # m/s; breaks are played at 4 to 6
LEAST_REBOUNDS = 3.5  # that a board for play must give
_MOST = 1_000  # no surface in range gives so many


def rebounds(surface: Surface, speed: float = FULL_STRENGTH) -> float:
    """The rebounds of a stroke straight ahead on the empty board: 3.25 is three and a quarter of the way to the fourth.

    Before the first frame it is the part of the way to it. What it tells agrees with a simulated stroke.

    Units: m/s.
    """
    deceleration = surface.board_friction * surface.gravity
    reach = surface.half_surface - surface.striker_radius
    way = reach + surface.base_middle  # to the first frame; then from frame to frame
    for count in range(_MOST):
        left = speed * speed - 2 * deceleration * way
        if left <= 0:
            return count + speed * speed / (2 * deceleration) / way
        speed = math.sqrt(left)
        speed *= _given_back(speed, surface)
        way = 2 * reach
    return float(_MOST)


def with_rebounds(
    surface: Surface,
    count: float,
    *,
    by: Literal["frame_restitution", "board_friction"] = "frame_restitution",
    speed: float = FULL_STRENGTH,
) -> Surface:
    """The surface with as many rebounds, by other frames or by more or less powder; everything else as it is.

    Raises:
        SurfaceError: no value in range gives so many.
    """
    least, most = RANGES[by]
    fewest, many = (least, most) if by == "frame_restitution" else (most, least)
    low, high = (rebounds(replace(surface, **{by: value}), speed) for value in (fewest, many))
    if not low <= count <= high:
        raise SurfaceError("rebounds", by=by, least=least, most=most, low=low, high=high, speed=speed, count=count)
    for _ in range(60):
        middle = 0.5 * (fewest + many)
        if rebounds(replace(surface, **{by: middle}), speed) < count:
            fewest = middle
        else:
            many = middle
    return replace(surface, **{by: many})


def _given_back(speed: float, surface: Surface) -> float:
    """The part of its speed that a frame gives back: slow impacts lose less (`elastic_speed`)."""
    e, elastic = surface.frame_restitution, surface.elastic_speed
    if speed >= 2 * elastic:
        return e
    return 1.0 if speed <= elastic else 1.0 + (e - 1.0) * (speed / elastic - 1.0)
