"""The kernel's rule for one disc that crosses a pocket, by the kernel's own functions as plain Python.

Over a hole nothing brakes, so the way there is the same at every speed, and whether the disc is held follows for all
speeds and every `pocket_drop` at once. For fitting the two parameters of pockets; strokes are `simulate`'s.
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from carrom.physics import kernel as k
from carrom.physics.surface import RANGES, Surface

FAST = 50.0  # m/s: so fast that no disc falls on its way
DEEPEST = RANGES["pocket_drop"][1]


@dataclass(frozen=True, slots=True)
class WayOver:
    """From chord to chord, over the hole: `length` as if at the entry's speed, and what part of that is left."""

    length: float  # metres; infinity: it rattles until it falls
    part: float

    def held(self, speed: float, surface: Surface) -> bool:
        """Whether a disc that comes with this speed stays in the pocket."""
        time = self.length / speed
        return time >= surface.fall_time or self.part * speed <= surface.gravity * time


def way_over(surface: Surface, disc: str, offset: float, angle: float) -> WayOver | None:
    """The way of a disc, "striker" or "coin", without spin; None: its centre does not come over the chord.

    Args:
        offset: how far to the left of the pocket's centre its own passes, seen along its way. Metres.
        angle: how much its way to the corner is turned to the left of the diagonal. Radians.
    """
    radius = surface.striker_radius if disc == "striker" else surface.coin_radius
    tip = surface.tip_distance(radius)
    if abs(offset) >= tip:
        return None
    p = _parameters_without_fall(surface)
    s = np.zeros((1, k.COLUMNS))
    ux, uy = math.cos(math.pi / 4 + angle), math.sin(math.pi / 4 + angle)
    back = math.sqrt(tip * tip - offset * offset)
    s[0, k.X] = p[k.P_POCKET] - back * ux - offset * uy
    s[0, k.Y] = p[k.P_POCKET] - back * uy + offset * ux
    s[0, k.VX], s[0, k.VY] = FAST * ux, FAST * uy
    s[0, k.RADIUS], s[0, k.TIP] = radius, tip
    time = 0.0
    while True:
        k.start_fall(s, 0, time, p)
        then, code = s[0, k.T1] - time, int(s[0, k.KIND])
        s[0, k.X] += s[0, k.VX] * then
        s[0, k.Y] += s[0, k.VY] * then
        time += then
        if code & 15 == k.POCKET:
            return WayOver(math.inf, 0.0)
        if code & 15 == k.OUT_AGAIN:
            return WayOver(FAST * time, math.hypot(s[0, k.VX], s[0, k.VY]) / FAST)
        k.rebound(s, 0, code >> 4, p[k.P_E_POCKET], p)


@lru_cache(maxsize=64)
def _parameters_without_fall(surface: Surface) -> NDArray[np.float64]:
    """The kernel's parameters of a board on which no disc falls on its way; nobody writes to them."""
    return np.array(replace(surface, pocket_drop=DEEPEST).parameters)
