"""Lines and pockets of a board as geometry: one place for pictures, pages and placing laws.

Metres, origin at the centre, x right and y away as SOUTH sees it. Only what SOUTH sees is worked out;
the other sides are the same, turned. The laws of what a line means are not here.
"""

import math
from dataclasses import asdict, dataclass
from typing import Any

from carrom.equipment import measurements as m
from carrom.equipment.position import turn

FRAME_WIDTH = m.cm(7.0)  # C-012, within 6.35 to 7.60
REAR_LINE_THICKNESS = m.cm(0.5)  # within 0.50 to 0.65
THIN_LINE_THICKNESS = m.cm(0.15)  # front line, circles, arrows: at most 0.15
ARROW_ARC_RADIUS = m.cm(6.35) / 2  # the ornament at the arrow's tail


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line of a thickness: `x1, y1` to `x2, y2` run along its middle."""

    x1: float
    y1: float
    x2: float
    y2: float
    thickness: float


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle round `x, y`; the radius is that of its outer edge."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow along a diagonal: from its tail to its tip before the pocket, and the arc round its tail.

    Its line, made longer, is what the body may not pass.
    """

    tail_x: float
    tail_y: float
    tip_x: float
    tip_y: float
    thickness: float
    arc: Circle


@dataclass(frozen=True, slots=True)
class SideMarkings:
    """The markings before one player: their two base lines, their two base circles (left, right) and their fills."""

    rear: Line
    front: Line
    circles: tuple[Circle, Circle]
    fills: tuple[Circle, Circle]


@dataclass(frozen=True, slots=True)
class Markings:
    """A whole board: the sides in the order of `Seat`, the arrows and pockets from the one right of SOUTH on."""

    half_surface: float
    frame_width: float
    coin_radius: float
    striker_radius: float
    pockets: tuple[Circle, ...]
    centre: Circle
    centre_fill: Circle
    outer: Circle
    sides: tuple[SideMarkings, ...]
    arrows: tuple[Arrow, ...]
    base_middle: float  # distance of the base lines' middle from the centre
    thin_line: float


def _line(x1: float, y1: float, x2: float, y2: float, thickness: float, quarter_turns: int) -> Line:
    return Line(*turn(x1, y1, quarter_turns), *turn(x2, y2, quarter_turns), thickness)


def _circle(x: float, y: float, radius: float, quarter_turns: int) -> Circle:
    return Circle(*turn(x, y, quarter_turns), radius)


def _side(quarter_turns: int) -> SideMarkings:
    rear = -(m.REAR_LINE - REAR_LINE_THICKNESS / 2)
    front = -(m.FRONT_LINE + THIN_LINE_THICKNESS / 2)
    end = m.BASE_CIRCLE_OFFSET
    left, right = (
        (
            _circle(x, -m.BASE_MIDDLE, m.BASE_CIRCLE_RADIUS, quarter_turns),
            _circle(x, -m.BASE_MIDDLE, m.BASE_FILL_RADIUS, quarter_turns),
        )
        for x in (-end, end)
    )
    return SideMarkings(
        rear=_line(-end, rear, end, rear, REAR_LINE_THICKNESS, quarter_turns),
        front=_line(-end, front, end, front, THIN_LINE_THICKNESS, quarter_turns),
        circles=(left[0], right[0]),
        fills=(left[1], right[1]),
    )


def _arrow(quarter_turns: int) -> Arrow:
    """The arrow towards the pocket at SOUTH's right hand, turned."""

    def on_diagonal(distance: float) -> tuple[float, float]:
        along = distance * math.sqrt(0.5)
        return turn(along, -along, quarter_turns)

    return Arrow(
        *on_diagonal(m.ARROW_TAIL),
        *on_diagonal(m.ARROW_TIP),
        thickness=THIN_LINE_THICKNESS,
        arc=Circle(*on_diagonal(m.ARROW_TAIL + ARROW_ARC_RADIUS), ARROW_ARC_RADIUS),
    )


MARKINGS = Markings(
    half_surface=m.HALF_SURFACE,
    frame_width=FRAME_WIDTH,
    coin_radius=m.COIN_RADIUS,
    striker_radius=m.STRIKER_RADIUS,
    pockets=tuple(_circle(m.POCKET_CENTRE, -m.POCKET_CENTRE, m.POCKET_RADIUS, n) for n in range(4)),
    centre=Circle(0.0, 0.0, m.CENTRE_CIRCLE_RADIUS),
    centre_fill=Circle(0.0, 0.0, m.BASE_FILL_RADIUS),
    outer=Circle(0.0, 0.0, m.OUTER_CIRCLE_RADIUS),
    sides=tuple(_side(n) for n in range(4)),
    arrows=tuple(_arrow(n) for n in range(4)),
    base_middle=m.BASE_MIDDLE,
    thin_line=THIN_LINE_THICKNESS,
)


def as_dict() -> dict[str, Any]:
    """Return the markings as plain values, ready for JSON: what a page draws a board from."""
    return asdict(MARKINGS)
