"""The kernel: discs that slide, spin, collide, rebound and fall, from event to event.

The source of every engine: plain Python that runs as it is, slowly, for reading and debugging. Strokes are
played by the C that `tools/kernel_in_c.py` writes from it, operation by operation: compiled for the processor
(`carrom.physics.native`), or as WebAssembly in a page. So it imports nothing of the project, and keeps to what that
tool can translate: numbers, arrays, loops, calls. All figures come in as arguments.

Between two events each disc moves on a straight line with a constant deceleration, so an event's time is exact: a
quadratic for one moving disc, a quartic for two. Only + - * / and sqrt stand between a stroke and its result, so
every IEEE machine, and every language, gives the same bits. Model and parameters: docs/physics/model.md.

Axes are those of the player who strikes: x to the player's right, y away from them. SI units.
"""

import math
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])
Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.int8]


def inlined(function: Function) -> Function:
    """Mark one of the hottest functions, which compilers are to put into its callers."""
    return function


INF = math.inf

# Parameters, in the order of `Surface.parameters`.
(
    P_HALF,  # half the surface's side
    P_POCKET,  # coordinate of the pockets' centres
    P_BASE,  # distance of the base line's middle from the centre
    P_FRONT,  # distance of the front line from the centre
    P_DECELERATION,  # of a disc that slides without spin
    P_E_DISC,  # restitution of two discs
    P_E_FRAME,
    P_MU_DISC,  # friction of two discs' rims
    P_MU_FRAME,
    P_STRIKER_RADIUS,
    P_STRIKER_MASS,
    P_STRIKER_TIP,  # distance from a pocket's centre at which the striker tips
    P_COIN_RADIUS,
    P_COIN_MASS,
    P_COIN_TIP,
    P_COUPLING,  # spin ratio R w / v below which the rest of a slide is one piece; 0: spin does not slow sliding
    P_PART,  # least part of v lost in one piece of constant deceleration
    P_TAIL_SPEED,  # R w below which the rest of a slide is one piece; a piece loses up to this over R w of v
    P_REST_SPEED,  # below this a disc is at rest
    P_WEAK_SPEED,  # slower contacts are looked at again after a contact's duration only
    P_CONTACT_TIME,
    P_ELASTIC_SPEED,  # impacts below this lose nothing, above twice this all that restitution says
    P_TIE,  # contacts within this time are one impact
    P_SPEED_LIMIT,
    P_OVERLAP,  # overlap at the start that is taken for touching
    P_GRAVITY,
    P_FALL_TIME,  # in which a disc past a pocket's chord has fallen so far that it is held; 0: at once
    P_E_POCKET,  # restitution of a disc over a pocket and the frames behind it
    P_JUMP_SPEED,  # a disc that meets a frame faster goes over it; 0: none does
    P_STIFFNESS,  # of discs that touch in a group; 0: rigid, impacts take no time
    P_DAMPING,  # of that contact, as a part of the critical damping
) = range(31)
PARAMETERS = 31

# One disc is one row: helpers take one array, since each array costs a call seven arguments.
(
    X,
    Y,
    VX,
    VY,
    W,  # spin, anticlockwise
    AX,
    AY,
    AW,  # of a disc that lies: how W changes; of one that slides: the bend of W's fall (`make_sliding`)
    V,  # speed at T0; 0: it lies, and W goes on as AW tells until it is 0
    A,  # deceleration along the path
    T0,  # all of the above hold at this time
    T1,  # next event of this disc alone
    KIND,  # of that event, and 16 times which frame or pocket
    X_LOW,  # box swept until then
    X_HIGH,
    Y_LOW,
    Y_HIGH,
    SOONEST_WITH,  # the disc that it could meet first, of those that were set going before it
    RADIUS,
    MASS,
    TIP,
    OVER,  # when it came over a pocket and began to fall; below 0: it is over none
) = range(22)
COLUMNS = 22
DISCS = 20

# What is asked of all discs in turn lies side by side as well, value by value, so that a processor works out several at
# once; a disc's are written whenever it is set going. DISCS apart: where each value's lane begins.
(
    LANE_X,
    LANE_Y,
    LANE_VX,
    LANE_VY,
    LANE_AX,
    LANE_AY,
    LANE_V,
    LANE_T0,
    LANE_T1,
    LANE_RADIUS,
    LANE_X_LOW,
    LANE_X_HIGH,
    LANE_Y_LOW,
    LANE_Y_HIGH,
    LANE_MEETS,  # no contact with a disc that was set going before this one comes sooner
    LANE_NEXT,  # nothing of its own, and no such contact
    LANE_APART,  # worked out: how far its swept box is from that of the disc that was set going
    LANE_SOONEST,  # and that no contact of the two comes sooner
) = range(0, 360, 20)
LANES = 360
LANE_STEP = 4  # discs worked out in one go
LANE_STEPS = 5  # for all
FIRST_STEPS = 3  # for a stroke with few discs: its other lanes are left alone
FIRST_LANES = 12

# Of the contacts of a group that press on one another, likewise, MOST_CONTACTS apart.
(
    PRESS_GAP,
    PRESS_SPEED,  # at which it grows
    PRESS_CLOSED,  # 1: it is closed, or will be within this step; else 0
    PRESS_YIELD,  # what a step's damping takes off the force
) = range(0, 256, 64)
PRESS_LANES = 256
FEW = 3  # discs whose times of contact are looked for at once; of more only which could be the next

(
    STOP,
    PAIR,
    FRAME,
    POCKET,  # it fell
    PIECE,  # another deceleration
    WALL,  # a frame, met over a pocket
    JUMP,  # it went over a frame
    OVER_HOLE,  # it came over a pocket
    OUT_AGAIN,  # and out of it before it had fallen
) = range(9)  # kinds of events

# What is recorded of each stroke.
(
    F_STATUS,
    F_FIRST,  # number of the piece that the striker hit first, -1: none
    F_STRUCK,  # pieces that the striker hit, one bit a number
    F_SPREAD,  # pieces that left the square of the front lines or fell, one bit a number
    F_FRAMES,  # frames that the striker touched before its first contact, bits as in FRAME events
    F_CROSSED,  # it crossed its own front line before its first contact
    F_BACK,  # it crossed the centre line and came back before its first contact
    F_STRIKER_FELL,
    F_JUMPED,  # discs that went over a frame, one bit a number
    F_EVENTS,
    F_SEGMENT_ROWS,
    F_EVENT_ROWS,
    F_ONE,  # numbers that a status tells of
    F_OTHER,
    F_BEHIND,  # its centre never crossed its own front line, before or after a contact
) = range(15)
FACTS = 15

# Status of a stroke.
DONE, UNSETTLED, FULL, BAD_STROKE, BAD_SPEED, BAD_OFFSET, BAD_ANGLE, BAD_PLACE, OUTSIDE, OVERLAP, OVER_POCKET = range(
    11
)
STROKE_STATUSES = frozenset((BAD_STROKE, BAD_SPEED, BAD_OFFSET, BAD_ANGLE, BAD_PLACE))  # the position is sound

SEGMENT_COLUMNS = 10  # number, t, x, y, vx, vy, ax, ay, w, aw
EVENT_COLUMNS = 5  # t, kind, i, j, speed
MOST_EVENTS = 100_000
PATIENCE = 1_500  # events after which the thresholds begin to double,
PATIENCE_STEP = 500  # and how many pass before each further doubling
REST_OVERLAP = 5e-7  # metres by which discs at rest may be pressed into each other
MOST_LEFT = 0.95  # of the speed, at the end of a piece: shorter ones would drown in the table's rounding
PRESS_STEPS = 48  # in the contact of two coins (also in `surface`)
PRESS_REACH = 2.0  # contacts' durations; a disc that the fastest of a group would reach in so long belongs to it
PRESS_AHEAD = 1.0  # contacts' durations in which discs about to touch are still waited for
MOST_PRESS_STEPS = 10_000
MOST_CONTACTS = 64  # at one moment; twenty discs in the plane touch at 54 points at most

TWO_OVER_PI = 2.0 / math.pi
QUARTER_1 = 1.57079632673412561417  # pi/2 in three parts: 33 bits,
QUARTER_2 = 6.07710050630396597660e-11  # 33 more,
QUARTER_3 = 2.02226624879595063154e-21  # and the rest


def sine_cosine(angle: float) -> tuple[float, float]:
    """Sine and cosine by + - * / alone, to about one unit in the last place; odd and even to the bit.

    The angle is reduced to within an eighth of a turn of a multiple of a quarter turn; then Taylor's series.

    Units: radians, at most some turns.
    """
    a = abs(angle)
    k = int(a * TWO_OVER_PI + 0.5)
    t = a - k * QUARTER_1  # exact
    w = k * QUARTER_2  # exact
    y = t - w
    lost = (t - y) - w
    w = k * QUARTER_3
    x = y - w
    lost = ((y - x) - w) + lost  # the angle is x + lost
    z = x * x
    p = 1.0 / 355687428096000.0
    p = p * z - 1.0 / 1307674368000.0
    p = p * z + 1.0 / 6227020800.0
    p = p * z - 1.0 / 39916800.0
    p = p * z + 1.0 / 362880.0
    p = p * z - 1.0 / 5040.0
    p = p * z + 1.0 / 120.0
    p = p * z - 1.0 / 6.0
    sine = x + (z * x * p + lost)
    p = 1.0 / 6402373705728000.0
    p = 1.0 / 20922789888000.0 - p * z
    p = p * z - 1.0 / 87178291200.0
    p = p * z + 1.0 / 479001600.0
    p = p * z - 1.0 / 3628800.0
    p = p * z + 1.0 / 40320.0
    p = p * z - 1.0 / 720.0
    p = p * z + 1.0 / 24.0
    half = 0.5 * z
    w = 1.0 - half
    cosine = w + (((1.0 - w) - half) + (z * z * p - x * lost))
    k = k % 4
    if k == 1:
        sine, cosine = cosine, -sine
    elif k == 2:
        sine, cosine = -sine, -cosine
    elif k == 3:
        sine, cosine = -cosine, sine
    return (-sine if angle < 0.0 else sine), cosine


@inlined
def time_of_approach(
    dx: float,
    dy: float,
    ux: float,
    uy: float,
    gx: float,
    gy: float,
    reach: float,
    limit: float,
    weak: float,
    wait: float,
) -> float:
    """The first t in [0, limit] at which |d + u t + g t²/2| falls to `reach`; infinity if none.

    Marches from the left by steps that cannot pass a root: on [t, limit] the quartic's second derivative, a parabola
    open upwards, is nowhere below a known least value. What touches already and approaches more slowly than `weak`
    is looked at again after `wait`.
    """
    d2 = reach * reach
    c0 = dx * dx + dy * dy - d2
    c1 = 2.0 * (dx * ux + dy * uy)
    c2 = ux * ux + uy * uy + dx * gx + dy * gy
    c3 = ux * gx + uy * gy
    c4 = 0.25 * (gx * gx + gy * gy)
    t = 0.0
    tolerance = 1e-13 * d2
    if c0 <= tolerance:
        if c1 * c1 <= 4.0 * weak * weak * d2:
            t = wait
            if t >= limit:
                return INF
        elif c1 < 0.0:
            return 0.0
    lowest = limit  # where the second derivative is least
    if c4 > 0.0:
        lowest = -c3 / (4.0 * c4)
    if lowest > limit:
        lowest = limit
    f = c0
    slope = c1
    for _ in range(200):
        if t > 0.0:
            f = c0 + t * (c1 + t * (c2 + t * (c3 + t * c4)))
            slope = c1 + t * (2.0 * c2 + t * (3.0 * c3 + t * 4.0 * c4))
        if f <= tolerance and slope < 0.0:
            return t
        if f < 0.0:
            f = 0.0
        z = lowest if lowest > t else t
        bend = 2.0 * c2 + z * (6.0 * c3 + z * 12.0 * c4)
        if bend >= 0.0:
            if slope >= 0.0:
                return INF
            h = -f / slope
        elif slope > 0.0:  # they part first; in the form below the difference would cancel
            h = (slope + math.sqrt(slope * slope - 2.0 * f * bend)) / -bend
        elif f > 0.0:
            h = 2.0 * f / (-slope + math.sqrt(slope * slope - 2.0 * f * bend))
        else:
            h = -2.0 * slope / bend  # leaves a touch with a slope that does not fall
        later = t + h
        if later >= limit:
            return INF
        if later <= t:  # as near as rounding allows
            if slope < 0.0:
                return t
            later = t + 1e-12
        t = later
    return t if slope < 0.0 else INF


@inlined
def next_contact(s: Floats, i: int, j: int, t: float, p: Floats) -> float:
    """Time of the next contact of two discs from t on, infinity if one of them has an event of its own before.

    What is known of either may be older than t.
    """
    reach = s[i, RADIUS] + s[j, RADIUS]
    limit = s[i, T1] if s[i, T1] < s[j, T1] else s[j, T1]
    h = t - s[i, T0]
    z = t - s[j, T0]
    dx = (s[j, X] + z * (s[j, VX] + 0.5 * z * s[j, AX])) - (s[i, X] + h * (s[i, VX] + 0.5 * h * s[i, AX]))
    dy = (s[j, Y] + z * (s[j, VY] + 0.5 * z * s[j, AY])) - (s[i, Y] + h * (s[i, VY] + 0.5 * h * s[i, AY]))
    ux = (s[j, VX] + z * s[j, AX]) - (s[i, VX] + h * s[i, AX])
    uy = (s[j, VY] + z * s[j, AY]) - (s[i, VY] + h * s[i, AY])
    if s[i, V] == 0.0 or s[j, V] == 0.0:
        # One moves, the other lies: a quadratic in the length of a straight path.
        b = dx * ux + dy * uy
        if b >= 0.0:
            return INF
        v = math.sqrt(ux * ux + uy * uy)
        b /= v
        c = dx * dx + dy * dy - reach * reach
        q = b * b - c
        # A graze that would go less than 1e-12 m deep (or deeper) is none: its impulse would drown in rounding.
        if (q if c > 0.0 else b * b) <= 2e-12 * reach:
            return INF
        path = c / (-b + math.sqrt(q))
        if path <= 0.0:
            return t
        z = v * v - 2.0 * (s[i, A] + s[j, A]) * path  # that of the disc that lies is 0
        if z <= 0.0:
            return INF
        q = t + 2.0 * path / (v + math.sqrt(z))
        return q if q <= limit else INF
    limit -= t
    if limit <= 0.0:
        return INF
    gx = s[j, AX] - s[i, AX]
    gy = s[j, AY] - s[i, AY]
    return t + time_of_approach(dx, dy, ux, uy, gx, gy, reach, limit, p[P_WEAK_SPEED], p[P_CONTACT_TIME])


@inlined
def sliding_curve(table: Floats, v: float, rim: float) -> tuple[float, float]:
    """Stopping force, as a part of mu m g, and bend of a disc that slides at `v` and spins with `rim` = R w."""
    last = table.shape[0] - 1
    q = rim / (v + rim) * last
    k = last - 1
    if q < last:
        k = int(q) if q > 0.0 else 0
    f = q - k
    return (
        table[k, 0] + f * (table[k + 1, 0] - table[k, 0]),
        table[k, 1] + f * (table[k + 1, 1] - table[k, 1]),
    )


@inlined
def nearest_frame(x: float, y: float, ux: float, uy: float, wall: float, path: float, kind: int) -> tuple[float, int]:
    """Find the first frame on the way of a centre at (x, y) along (ux, uy) within `path`: way and kind."""
    q = ((wall if ux > 0.0 else -wall) - x) / ux if ux != 0.0 else INF
    if q < path:
        path = q
        kind = FRAME if ux > 0.0 else FRAME + 16
    q = ((wall if uy > 0.0 else -wall) - y) / uy if uy != 0.0 else INF
    if q < path:
        path = q
        kind = FRAME + 32 if uy > 0.0 else FRAME + 48
    return path, kind


def start_fall(s: Floats, i: int, t: float, p: Floats) -> None:
    """Let a disc over a pocket go on from t: straight, unbraked, until it has fallen, is out or meets a frame."""
    x = s[i, X]
    y = s[i, Y]
    r = s[i, RADIUS]
    tip = s[i, TIP]
    v = math.sqrt(s[i, VX] * s[i, VX] + s[i, VY] * s[i, VY])
    code = 0
    dx = x + p[P_POCKET]
    dy = y + p[P_POCKET]
    if x > 0.0:
        code = 1
        dx = x - p[P_POCKET]
    if y > 0.0:
        code += 2
        dy = y - p[P_POCKET]
    kind = POCKET + 16 * code
    falls = s[i, OVER] + p[P_FALL_TIME]
    path = 0.0
    ux = 0.0
    uy = 0.0
    if v < p[P_REST_SPEED]:
        s[i, VX] = 0.0
        s[i, VY] = 0.0
        v = 0.0
    else:
        ux = s[i, VX] / v
        uy = s[i, VY] / v
        b = dx * ux + dy * uy
        c = dx * dx + dy * dy - tip * tip
        q = b * b - c
        way = math.sqrt(q if q > 0.0 else 0.0) - b
        where = OUT_AGAIN + 16 * code
        way, where = nearest_frame(x, y, ux, uy, p[P_HALF] - r, way, where)
        if way < 0.0:
            way = 0.0
        path = v * (falls - t)
        if way < path:
            path = way
            falls = t + path / v
            kind = where
    s[i, V] = v
    s[i, A] = 0.0
    s[i, AX] = 0.0
    s[i, AY] = 0.0
    s[i, AW] = 0.0
    s[i, T1] = falls if falls == falls else INF
    s[i, KIND] = kind
    end = x + path * ux
    s[i, X_LOW] = (end if end < x else x) - r
    s[i, X_HIGH] = (end if end > x else x) + r
    end = y + path * uy
    s[i, Y_LOW] = (end if end < y else y) - r
    s[i, Y_HIGH] = (end if end > y else y) + r


def climb_out(s: Floats, i: int, t: float, p: Floats) -> None:
    """Let a disc that leaves a pocket climb the height that it has fallen, at the cost of its speed.

    After a time h it has fallen g h²/2: v² loses (g h)². What is too slow stays and falls.
    """
    v2 = s[i, VX] * s[i, VX] + s[i, VY] * s[i, VY]
    down = p[P_GRAVITY] * (t - s[i, OVER])
    left = v2 - down * down
    if left > 0.0:
        part_left = math.sqrt(left / v2)
        s[i, VX] *= part_left
        s[i, VY] *= part_left
        s[i, OVER] = -1.0
    else:
        s[i, VX] = 0.0
        s[i, VY] = 0.0


@inlined
def start_piece(s: Floats, i: int, t: float, p: Floats, table: Floats) -> None:
    """Let a disc move on from time t: its deceleration, its next event of its own, the box it sweeps until then."""
    s[i, T0] = t
    if s[i, OVER] >= 0.0:
        start_fall(s, i, t, p)
        return
    x = s[i, X]
    y = s[i, Y]
    vx = s[i, VX]
    vy = s[i, VY]
    w = s[i, W]
    r = s[i, RADIUS]
    g = p[P_DECELERATION]
    v = math.sqrt(vx * vx + vy * vy)
    if v < p[P_REST_SPEED]:  # it may still spin on the spot, against a torque of 2/3 mu m g R
        s[i, VX] = 0.0
        s[i, VY] = 0.0
        s[i, V] = 0.0
        s[i, A] = 0.0
        s[i, AX] = 0.0
        s[i, AY] = 0.0
        s[i, AW] = 0.0
        if w != 0.0:
            s[i, AW] = (-4.0 if w > 0.0 else 4.0) * g / (3.0 * r)
        s[i, T1] = INF
        s[i, KIND] = STOP
        s[i, X_LOW] = x - r
        s[i, X_HIGH] = x + r
        s[i, Y_LOW] = y - r
        s[i, Y_HIGH] = y + r
        return
    ux = vx / v
    uy = vy / v
    path, kind = nearest_frame(x, y, ux, uy, p[P_HALF] - r, INF, STOP)
    a = g
    force = 1.0
    bend = 0.0
    duration = v / a
    alone = STOP
    rim = abs(w) * r
    if rim > 0.0 and p[P_COUPLING] > 0.0:
        force, bend = sliding_curve(table, v, rim)
        a = g * force
        duration = v / a
        if rim > p[P_COUPLING] * v and rim > p[P_TAIL_SPEED]:
            part = p[P_TAIL_SPEED] / rim
            if part < p[P_PART]:
                part = p[P_PART]
            left = 1.0 - part  # of v, at the end of the piece,
            q = 1.0 - 2.0 * g * path / (v * v)
            if q > left * left:  # but no longer than to the frame
                left = math.sqrt(q) if q < MOST_LEFT * MOST_LEFT else MOST_LEFT
            # The way that is left to the stop is known at both ends of the piece, so the way between is exact.
            later, _ = sliding_curve(table, left * v, rim * left / math.sqrt(bend * left + (1.0 - bend)))
            q = left * left
            a = g * (1.0 - q) / (1.0 / force - q / later)
            duration = (1.0 - left) * v / a
            alone = PIECE
    s[i, V] = v
    s[i, A] = a
    s[i, AW] = bend
    s[i, AX] = -a * ux
    s[i, AY] = -a * uy
    q = v * duration - 0.5 * a * duration * duration
    if q <= path:
        path = q
        kind = alone
    centre = p[P_POCKET]
    tip = s[i, TIP]
    near = centre - tip - 1e-9  # a path that stays nearer to the middle, one way or both, comes to no pocket
    far_x = abs(x + path * ux)
    far_y = abs(y + path * uy)
    if abs(x) > far_x:
        far_x = abs(x)
    if abs(y) > far_y:
        far_y = abs(y)
    if far_x > near and far_y > near:
        for k in range(4):
            dx = x - centre if (k & 1) else x + centre
            dy = y - centre if (k & 2) else y + centre
            b = dx * ux + dy * uy
            if b < 0.0:
                c = dx * dx + dy * dy - tip * tip
                q = b * b - c
                if q > 1e-14:  # on less than 0.1 micrometres of chord rounding could let it in and out forever
                    q = c / (-b + math.sqrt(q))
                    if q < 0.0:
                        q = 0.0
                    if q < path:
                        path = q
                        kind = POCKET + 16 * k
    if path < 0.0:
        path = 0.0
    s[i, KIND] = kind
    if kind == STOP or kind == PIECE:
        s[i, T1] = t + duration
    else:
        z = v * v - 2.0 * a * path
        if z < 0.0:
            z = 0.0
        s[i, T1] = t + 2.0 * path / (v + math.sqrt(z))
    if s[i, T1] != s[i, T1]:  # no number: only where the surface is none
        s[i, T1] = INF
    end = x + path * ux
    s[i, X_LOW] = (end if end < x else x) - r
    s[i, X_HIGH] = (end if end > x else x) + r
    end = y + path * uy
    s[i, Y_LOW] = (end if end < y else y) - r
    s[i, Y_HIGH] = (end if end > y else y) + r


@inlined
def advance(s: Floats, i: int, t: float) -> None:
    """Bring one disc to time t."""
    h = t - s[i, T0]
    if h > 0.0:
        spin = s[i, W]
        if s[i, V] == 0.0:
            spin += h * s[i, AW]
            if spin * s[i, W] <= 0.0:
                spin = 0.0
        else:
            left = 1.0 - h * s[i, A] / s[i, V]
            if spin != 0.0 and left > 0.0:
                spin *= left / math.sqrt(s[i, AW] * left + (1.0 - s[i, AW]))
            s[i, X] += h * (s[i, VX] + 0.5 * h * s[i, AX])
            s[i, Y] += h * (s[i, VY] + 0.5 * h * s[i, AY])
            s[i, VX] += h * s[i, AX]
            s[i, VY] += h * s[i, AY]
        s[i, W] = spin
    s[i, T0] = t


def restitution(speed: float, e: float, elastic: float) -> float:
    """1 below `elastic`, e from twice that on, linear between: no endless series of ever slower impacts."""
    if speed >= 2.0 * elastic:
        return e
    if speed <= elastic:
        return 1.0
    return 1.0 + (e - 1.0) * (speed / elastic - 1.0)


def give_impulse(s: Floats, i: int, j: int, nx: float, ny: float, jn: float, jt: float) -> None:
    """Change the motion of two discs by an impulse: jn along the normal from i to j, jt along its left at the rims."""
    fx = jn * nx - jt * ny
    fy = jn * ny + jt * nx
    mi = s[i, MASS]
    mj = s[j, MASS]
    s[i, VX] -= fx / mi
    s[i, VY] -= fy / mi
    s[j, VX] += fx / mj
    s[j, VY] += fy / mj
    s[i, W] -= 2.0 * jt / (mi * s[i, RADIUS])
    s[j, W] -= 2.0 * jt / (mj * s[j, RADIUS])


def collide(s: Floats, i: int, j: int, p: Floats) -> float:
    """One impact of two discs with Coulomb friction at the rims; the normal speed at which they met, 0 if they part.

    The tangential impulse that lets them stick is a third of m_eff ut, since m R²/I = 2.
    """
    nx = s[j, X] - s[i, X]
    ny = s[j, Y] - s[i, Y]
    d = math.sqrt(nx * nx + ny * ny)
    nx /= d
    ny /= d
    ux = s[j, VX] - s[i, VX]
    uy = s[j, VY] - s[i, VY]
    un = ux * nx + uy * ny
    if un >= 0.0:
        return 0.0
    inverse = 1.0 / s[i, MASS] + 1.0 / s[j, MASS]
    jn = -(1.0 + restitution(-un, p[P_E_DISC], p[P_ELASTIC_SPEED])) * un / inverse
    ut = -ux * ny + uy * nx - s[i, W] * s[i, RADIUS] - s[j, W] * s[j, RADIUS]
    jt = -ut / (3.0 * inverse)
    most = p[P_MU_DISC] * jn
    if jt > most:
        jt = most
    elif jt < -most:
        jt = -most
    give_impulse(s, i, j, nx, ny, jn, jt)
    return -un


def kinetic_energy(s: Floats, changed: Integers, count: int) -> float:
    """Energy of the discs named in `changed`, sliding and spinning."""
    energy = 0.0
    for k in range(count):
        i = changed[k]
        rim = s[i, RADIUS] * s[i, W]
        energy += 0.5 * s[i, MASS] * (s[i, VX] * s[i, VX] + s[i, VY] * s[i, VY] + 0.5 * rim * rim)
    return energy


@inlined
def keep_velocities(s: Floats, changed: Integers, count: int, c: Floats) -> None:
    """Write the velocities of the discs named in `changed` to c[:, 6:9]."""
    for k in range(count):
        i = changed[k]
        c[k, 6] = s[i, VX]
        c[k, 7] = s[i, VY]
        c[k, 8] = s[i, W]


@inlined
def put_velocities_back(s: Floats, changed: Integers, count: int, c: Floats) -> None:
    """Give them the velocities that `keep_velocities` wrote."""
    for k in range(count):
        i = changed[k]
        s[i, VX] = c[k, 6]
        s[i, VY] = c[k, 7]
        s[i, W] = c[k, 8]


def collide_together(
    s: Floats, pairs: Integers, contacts: int, changed: Integers, count: int, c: Floats, p: Floats
) -> None:
    """Impacts at the same moment: projected Gauss-Seidel over all contacts, so that their order does not matter.

    Newton's restitution with friction can create energy when several contacts act at once (some 0.2 % of random
    clusters). Then the group is solved again without friction, where that cannot be.
    Leaves the speed of each contact in c[:, 5] (0: it carried no impulse).
    Shapes: pairs (2, contacts), changed (count,), c (MOST_CONTACTS, 11): a contact's nx, ny, target, jn, jt, speed;
        and the discs' vx, vy, w before.
    """
    for k in range(contacts):
        i = pairs[0, k]
        j = pairs[1, k]
        nx = s[j, X] - s[i, X]
        ny = s[j, Y] - s[i, Y]
        d = math.sqrt(nx * nx + ny * ny)
        nx /= d
        ny /= d
        un = (s[j, VX] - s[i, VX]) * nx + (s[j, VY] - s[i, VY]) * ny
        c[k, 0] = nx
        c[k, 1] = ny
        c[k, 2] = 0.0
        if un < 0.0:
            c[k, 2] = -restitution(-un, p[P_E_DISC], p[P_ELASTIC_SPEED]) * un
    keep_velocities(s, changed, count, c)
    before = kinetic_energy(s, changed, count)
    mu = p[P_MU_DISC]
    for _ in range(2):
        for k in range(contacts):
            c[k, 3] = 0.0
            c[k, 4] = 0.0
        for _ in range(200):
            change = 0.0
            total = 0.0
            for k in range(contacts):
                i = pairs[0, k]
                j = pairs[1, k]
                nx = c[k, 0]
                ny = c[k, 1]
                inverse = 1.0 / s[i, MASS] + 1.0 / s[j, MASS]
                ux = s[j, VX] - s[i, VX]
                uy = s[j, VY] - s[i, VY]
                jn = c[k, 3] + (c[k, 2] - (ux * nx + uy * ny)) / inverse
                if jn < 0.0:
                    jn = 0.0
                dn = jn - c[k, 3]
                c[k, 3] = jn
                ut = -ux * ny + uy * nx - s[i, W] * s[i, RADIUS] - s[j, W] * s[j, RADIUS]
                jt = c[k, 4] - ut / (3.0 * inverse)
                most = mu * jn
                if jt > most:
                    jt = most
                elif jt < -most:
                    jt = -most
                dt = jt - c[k, 4]
                c[k, 4] = jt
                give_impulse(s, i, j, nx, ny, dn, dt)
                change += abs(dn) + abs(dt)
                total += jn
            if change <= 1e-15 * total:
                break
        if kinetic_energy(s, changed, count) <= before * (1.0 + 1e-13):
            break
        mu = 0.0
        put_velocities_back(s, changed, count, c)
    for k in range(contacts):
        i = pairs[0, k]
        j = pairs[1, k]
        c[k, 5] = c[k, 3] * (1.0 / s[i, MASS] + 1.0 / s[j, MASS]) / (1.0 + p[P_E_DISC])


@inlined
def contact_duration(mass: float, other: float, p: Floats) -> float:
    """How long two discs of these masses press on one another."""
    return math.pi * math.sqrt(mass * other / ((mass + other) * p[P_STIFFNESS]))


@inlined
def meets_a_third(s: Floats, lanes: Floats, one: int, other: int, c: Floats, n: int, t: float, p: Floats) -> bool:
    """Say whether another disc is touched while two press on one another; their velocities before are in c[0:2, 6:8].

    It is if the gap to it is less than the way on which one of the two nears it in a contact's duration, as fast as
    before the impact or as after it. Without branches, for it is asked at nearly every impact.
    """
    time = contact_duration(s[one, MASS], s[other, MASS], p)
    met = 0
    for k in range(2):
        i = one if k == 0 else other
        x = s[i, X]
        y = s[i, Y]
        vx = s[i, VX]
        vy = s[i, VY]
        wx = c[k, 6]
        wy = c[k, 7]
        radius = s[i, RADIUS]
        for j in range((n + LANE_STEP - 1) & -LANE_STEP):
            h = t - lanes[LANE_T0 + j]
            gx = lanes[LANE_AX + j]
            gy = lanes[LANE_AY + j]
            ux = lanes[LANE_VX + j]
            uy = lanes[LANE_VY + j]
            dx = lanes[LANE_X + j] + h * (ux + 0.5 * h * gx) - x
            dy = lanes[LANE_Y + j] + h * (uy + 0.5 * h * gy) - y
            ux = ux + h * gx
            uy = uy + h * gy
            d = math.sqrt(dx * dx + dy * dy)
            q = dx * (wx - ux) + dy * (wy - uy)
            z = dx * (vx - ux) + dy * (vy - uy)
            q = z if z > q else q
            q = q * time - d * (d - radius - lanes[LANE_RADIUS + j])
            q = q if lanes[LANE_X_LOW + j] < INF else -1.0
            q = -1.0 if j == one else q
            q = -1.0 if j == other else q
            met += 1 if q > 0.0 else 0
    return met > 0


def reach_of(s: Floats, changed: Integers, count: int, p: Floats) -> tuple[float, float]:
    """In which time a group's discs are looked for round those that met, and how far the fastest of these comes."""
    time = PRESS_REACH * contact_duration(p[P_STRIKER_MASS], p[P_COIN_MASS], p)
    v2 = 0.0
    for k in range(count):
        i = changed[k]
        q = s[i, VX] * s[i, VX] + s[i, VY] * s[i, VY]
        v2 = q if q > v2 else v2
    return time, time * math.sqrt(v2)


def gather_near(s: Floats, n: int, t: float, time: float, way: float, changed: Integers, count: int) -> int:
    """Add to `changed` every disc that may come to press on one of them (see `reach_of`); how many they are now.

    Those that are added are brought to time t.
    """
    first = 0
    while first < count:
        i = changed[first]
        first += 1
        for j in range(n):
            if s[j, TIP] < 0.0:
                continue
            h = t - s[j, T0]
            dx = s[j, X] + h * (s[j, VX] + 0.5 * h * s[j, AX]) - s[i, X]
            dy = s[j, Y] + h * (s[j, VY] + 0.5 * h * s[j, AY]) - s[i, Y]
            reach = s[i, RADIUS] + s[j, RADIUS] + way + time * s[j, V]
            if dx * dx + dy * dy >= reach * reach:
                continue
            known = False
            for d in range(count):
                if changed[d] == j:
                    known = True
            if not known:
                changed[count] = j
                count += 1
                advance(s, j, t)
    return count


def list_near(
    s: Floats,
    pairs: Integers,
    contacts: int,
    time: float,
    way: float,
    changed: Integers,
    count: int,
    c: Floats,
    p: Floats,
) -> int:
    """Add to `pairs` all others of these discs that may come to press; what pressing takes of each goes to c."""
    impacts = contacts
    for a in range(count):
        for b in range(count):
            i = changed[a]
            j = changed[b]
            if i >= j:
                continue
            dx = s[j, X] - s[i, X]
            dy = s[j, Y] - s[i, Y]
            reach = s[i, RADIUS] + s[j, RADIUS] + way + time * (s[i, V] + s[j, V])
            if dx * dx + dy * dy >= reach * reach or contacts >= MOST_CONTACTS:
                continue
            known = False
            for k in range(impacts):
                if pairs[0, k] == i and pairs[1, k] == j:
                    known = True
            if not known:
                pairs[0, contacts] = i
                pairs[1, contacts] = j
                contacts += 1
    for k in range(contacts):
        i = pairs[0, k]
        j = pairs[1, k]
        dx = s[j, X] - s[i, X]
        dy = s[j, Y] - s[i, Y]
        d = math.sqrt(dx * dx + dy * dy)
        mass = 1.0 / (1.0 / s[i, MASS] + 1.0 / s[j, MASS])
        c[k, 0] = dx / d
        c[k, 1] = dy / d
        gap = d - s[i, RADIUS] - s[j, RADIUS]
        c[k, 2] = gap if gap > 1e-10 and k >= impacts else 0.0
        c[k, 5] = 0.0
        c[k, 9] = mass
        c[k, 10] = 2.0 * p[P_DAMPING] * math.sqrt(p[P_STIFFNESS] * mass)
    return contacts


@inlined
def approach(s: Floats, i: int, j: int, nx: float, ny: float) -> float:
    """How fast the gap of two discs grows along a normal from i to j."""
    return (s[j, VX] - s[i, VX]) * nx + (s[j, VY] - s[i, VY]) * ny


@inlined
def press_on(
    s: Floats, i: int, j: int, c: Floats, press: Floats, k: int, most: float, h: float, stiffness: float
) -> float:
    """Work out the force of one contact that is closed, to c[k, 3:5]: along the normal and at the rims.

    What is given back is the first, 0 if the contact would have to pull. Friction is at most `most` of it.
    """
    un = press[PRESS_SPEED + k]
    gap = press[PRESS_GAP + k]
    drag = -c[k, 10] * un
    push = -gap
    if un < 0.0:
        if c[k, 5] == 0.0:
            c[k, 5] = -un
        half = 0.5 * h * abs(un)
        if gap > -half:  # it closes within this step: the part in which it is closed counts
            closed = 0.5 * (half - gap) / half
            push = closed * closed * half
            drag *= closed
    fn = (stiffness * push + drag) / press[PRESS_YIELD + k]
    if fn <= 0.0:
        c[k, 3] = 0.0
        return 0.0
    ux = s[j, VX] - s[i, VX]
    uy = s[j, VY] - s[i, VY]
    ut = -ux * c[k, 1] + uy * c[k, 0] - s[i, W] * s[i, RADIUS] - s[j, W] * s[j, RADIUS]
    ft = -ut * c[k, 9] / (6.0 * h)
    most *= fn
    if ft > most:
        ft = most
    elif ft < -most:
        ft = -most
    c[k, 3] = fn
    c[k, 4] = ft
    return fn


def press_together(
    s: Floats,
    pairs: Integers,
    contacts: int,
    changed: Integers,
    count: int,
    c: Floats,
    press: Floats,
    closed: Integers,
    stirred: Integers,
    p: Floats,
) -> bool:
    """Let discs that lie close together press on one another by springs along frozen normals; whether that was done.

    A contact that may not attract, damped to give the discs' restitution back, with Coulomb friction at the rims, in
    small steps (gaps half a step ahead of speeds) until none is pressed and none is about to be. Gaps close and open
    meanwhile, places do not change: all this takes a few contacts' durations, some tenths of a millisecond. Done it is
    unless the energy grew. Leaves the speed at which each contact closed in c[:, 5] (0: it never did).

    In a step few of the contacts are closed. So all gaps move on side by side, and only the closed contacts and those
    of the discs that they push (`stirred`) are looked at one by one.
    Shapes: pairs (2, contacts), changed (count,), c (MOST_CONTACTS, 11): a contact's nx, ny, gap, fn, ft, speed; the
        discs' vx, vy, w before; and the contact's effective mass and damping. press (PRESS_LANES,), closed and stirred
        (MOST_CONTACTS,): to work in.
    """
    keep_velocities(s, changed, count, c)
    before = kinetic_energy(s, changed, count)
    stiffness = p[P_STIFFNESS]
    duration = contact_duration(p[P_COIN_MASS], p[P_COIN_MASS], p)
    h = duration / PRESS_STEPS
    ahead = PRESS_AHEAD * duration
    drift = 0.5 * h
    all_lanes = (contacts + LANE_STEP - 1) & -LANE_STEP
    for k in range(all_lanes):
        press[PRESS_GAP + k] = c[k, 2] if k < contacts else INF
        press[PRESS_SPEED + k] = 0.0
        press[PRESS_CLOSED + k] = 0.0
    for k in range(contacts):
        press[PRESS_SPEED + k] = approach(s, pairs[0, k], pairs[1, k], c[k, 0], c[k, 1])
        press[PRESS_YIELD + k] = 1.0 + 0.5 * h * c[k, 10] / c[k, 9]
    pressed = 0
    moved = 0
    for _ in range(MOST_PRESS_STEPS):
        changes = 0
        soon = 0
        for k in range(all_lanes):
            un = press[PRESS_SPEED + k]
            gap = press[PRESS_GAP + k] + drift * un
            press[PRESS_GAP + k] = gap
            now = 1.0 if gap < 0.5 * h * abs(un) else 0.0  # within half a step's way
            changes += 1 if now != press[PRESS_CLOSED + k] else 0
            press[PRESS_CLOSED + k] = now
            near = 1.0 if gap < -un * ahead else 0.0
            soon += 1 if near > now else 0
        if changes > 0:
            pressed = 0
            pushed = 0
            for k in range(contacts):
                closed[pressed] = k
                if press[PRESS_CLOSED + k] > 0.0:
                    pressed += 1
                    pushed |= (1 << pairs[0, k]) | (1 << pairs[1, k])
            moved = 0
            for k in range(contacts):
                stirred[moved] = k
                moved += 1 if (((pushed >> pairs[0, k]) | (pushed >> pairs[1, k])) & 1) == 1 else 0
        busy = soon > 0
        for a in range(pressed):
            k = closed[a]
            if press_on(s, pairs[0, k], pairs[1, k], c, press, k, p[P_MU_DISC], h, stiffness) > 0.0:
                busy = True
        if not busy:
            break
        for a in range(pressed):
            k = closed[a]
            if c[k, 3] > 0.0:
                give_impulse(s, pairs[0, k], pairs[1, k], c[k, 0], c[k, 1], h * c[k, 3], h * c[k, 4])
        for a in range(moved):
            k = stirred[a]
            press[PRESS_SPEED + k] = approach(s, pairs[0, k], pairs[1, k], c[k, 0], c[k, 1])
        drift = h
    if kinetic_energy(s, changed, count) <= before * (1.0 + 1e-13):
        return True
    put_velocities_back(s, changed, count, c)
    return False


def fastest_approach(s: Floats, pairs: Integers, contacts: int) -> float:
    """The greatest normal speed at which any of these contacts closes; 0 if none does."""
    fastest = 0.0
    for k in range(contacts):
        i = pairs[0, k]
        j = pairs[1, k]
        dx = s[j, X] - s[i, X]
        dy = s[j, Y] - s[i, Y]
        speed = -((s[j, VX] - s[i, VX]) * dx + (s[j, VY] - s[i, VY]) * dy) / math.sqrt(dx * dx + dy * dy)
        fastest = speed if speed > fastest else fastest
    return fastest


def leave_out_unmoved(s: Floats, changed: Integers, met: int, count: int, c: Floats) -> int:
    """Leave those of a group out of `changed` that lie as they lay, the first `met` apart; how many are left."""
    left = met
    for k in range(met, count):
        i = changed[k]
        if s[i, V] > 0.0 or s[i, VX] != c[k, 6] or s[i, VY] != c[k, 7] or s[i, W] != c[k, 8]:
            changed[left] = i
            left += 1
    return left


def rebound(s: Floats, i: int, frame: int, e: float, p: Floats) -> float:
    """Impact on a frame (0 right, 1 left, 2 far, 3 near) with restitution e and Coulomb friction; the normal speed."""
    r = s[i, RADIUS]
    side = 1.0 if (frame & 1) == 0 else -1.0
    if frame < 2:
        s[i, X] = side * (p[P_HALF] - r)
        speed = abs(s[i, VX])
        ut = s[i, VY] + side * s[i, W] * r
    else:
        s[i, Y] = side * (p[P_HALF] - r)
        speed = abs(s[i, VY])
        ut = s[i, VX] - side * s[i, W] * r
    e = restitution(speed, e, p[P_ELASTIC_SPEED])
    jt = -ut / 3.0
    most = p[P_MU_FRAME] * (1.0 + e) * speed
    if jt > most:
        jt = most
    elif jt < -most:
        jt = -most
    if frame < 2:
        s[i, VX] = -side * e * speed
        s[i, VY] += jt
        s[i, W] += side * 2.0 * jt / r
    else:
        s[i, VY] = -side * e * speed
        s[i, VX] += jt
        s[i, W] -= side * 2.0 * jt / r
    return speed


@inlined
def least_of(values: Floats, k: int, room: int) -> tuple[float, int]:
    """The least of the DISCS values from `k` on, and the first place among them where it stands.

    Four at a time, and without branches.
    """
    a = values[k]
    b = values[k + 1]
    c = values[k + 2]
    d = values[k + 3]
    at_a = 0
    at_b = 1
    at_c = 2
    at_d = 3
    for step in range(1, LANE_STEPS):
        if step == FIRST_STEPS and room == FIRST_LANES:
            break
        z = LANE_STEP * step
        j = k + z
        q = values[j]
        at_a = z if q < a else at_a
        a = q if q < a else a
        q = values[j + 1]
        at_b = z + 1 if q < b else at_b
        b = q if q < b else b
        q = values[j + 2]
        at_c = z + 2 if q < c else at_c
        c = q if q < c else c
        q = values[j + 3]
        at_d = z + 3 if q < d else at_d
        d = q if q < d else d
    q = b if b < a else a
    q = c if c < q else q
    q = d if d < q else q
    at = at_a if a == q else DISCS
    at = at_b if b == q and at_b < at else at
    at = at_c if c == q and at_c < at else at
    at = at_d if d == q and at_d < at else at
    return q, at


@inlined
def keep_soonest(s: Floats, lanes: Floats, i: int, least: float, at: int) -> None:
    """Write down which contact of a disc could come first, and when."""
    s[i, SOONEST_WITH] = at
    lanes[LANE_MEETS + i] = least
    lanes[LANE_NEXT + i] = least if least < s[i, T1] else s[i, T1]


@inlined
def fill_lanes(s: Floats, lanes: Floats, i: int) -> None:
    """Write the values of a disc that was set going side by side with those of the others."""
    lanes[LANE_X + i] = s[i, X]
    lanes[LANE_Y + i] = s[i, Y]
    lanes[LANE_VX + i] = s[i, VX]
    lanes[LANE_VY + i] = s[i, VY]
    lanes[LANE_AX + i] = s[i, AX]
    lanes[LANE_AY + i] = s[i, AY]
    lanes[LANE_V + i] = s[i, V]
    lanes[LANE_T0 + i] = s[i, T0]
    lanes[LANE_T1 + i] = s[i, T1]
    lanes[LANE_RADIUS + i] = s[i, RADIUS]
    lanes[LANE_X_LOW + i] = s[i, X_LOW]
    lanes[LANE_X_HIGH + i] = s[i, X_HIGH]
    lanes[LANE_Y_LOW + i] = s[i, Y_LOW]
    lanes[LANE_Y_HIGH + i] = s[i, Y_HIGH]


@inlined
def box_gaps(s: Floats, lanes: Floats, i: int, start: int, end: int) -> int:
    """How far the box that disc `i` sweeps is from those of discs `start` to `end`, and how many of them it meets."""
    x_low = s[i, X_LOW]
    x_high = s[i, X_HIGH]
    y_low = s[i, Y_LOW]
    y_high = s[i, Y_HIGH]
    count = 0
    for j in range(start, end):
        gap = x_low - lanes[LANE_X_HIGH + j]
        q = lanes[LANE_X_LOW + j] - x_high
        gap = q if q > gap else gap
        q = y_low - lanes[LANE_Y_HIGH + j]
        gap = q if q > gap else gap
        q = lanes[LANE_Y_LOW + j] - y_high
        gap = q if q > gap else gap
        lanes[LANE_APART + j] = gap
        count += 1 if gap <= 0.0 else 0
    return count


@inlined
def bound_contacts(s: Floats, lanes: Floats, i: int, n: int, t: float) -> None:
    """Say of each disc before when it cannot meet disc `i`, set going at t; infinity: not in these two motions.

    Cheap, and without branches, so that a processor does several discs at once: most contacts that could come never
    do, since one of the two is struck before. The time itself is looked for (`next_contact`) when this one has come.
    """
    x = s[i, X]
    y = s[i, Y]
    vx = s[i, VX]
    vy = s[i, VY]
    ax = s[i, AX]
    ay = s[i, AY]
    v = s[i, V]
    t1 = s[i, T1]
    radius = s[i, RADIUS]
    for j in range((n + LANE_STEP - 1) & -LANE_STEP):
        limit = lanes[LANE_T1 + j]
        limit = t1 if t1 < limit else limit
        left = limit - t
        h = t - lanes[LANE_T0 + j]
        gx = lanes[LANE_AX + j]
        gy = lanes[LANE_AY + j]
        ux = lanes[LANE_VX + j]
        uy = lanes[LANE_VY + j]
        dx = lanes[LANE_X + j] + h * (ux + 0.5 * h * gx) - x
        dy = lanes[LANE_Y + j] + h * (uy + 0.5 * h * gy) - y
        ux = ux + h * gx - vx
        uy = uy + h * gy - vy
        gx -= ax
        gy -= ay
        reach = radius + lanes[LANE_RADIUS + j]
        other_v = lanes[LANE_V + j]
        gap = math.sqrt(dx * dx + dy * dy) - reach
        q = t + gap / (v + other_v) if gap > 0.0 else t
        q = q if q <= limit else INF
        # They part, and the square of their distance curves up until then; if one of them lies, always.
        c1 = dx * ux + dy * uy
        u2 = ux * ux + uy * uy
        c2 = u2 + dx * gx + dy * gy
        c3 = ux * gx + uy * gy
        c4 = gx * gx + gy * gy
        z = -c3 / c4
        z = z if z < left else left
        z = z if z > 0.0 else 0.0
        c2 += z * (3.0 * c3 + 1.5 * z * c4)
        c2 = 0.0 if v * other_v == 0.0 else c2
        c2 = c1 if c1 < c2 else c2
        q = INF if c2 >= 0.0 else q
        # They pass each j: across the way on which they now near one another.
        across = abs(dx * uy - dy * ux) - 0.5 * left * left * abs(gx * uy - gy * ux)
        across = across if across > 0.0 else 0.0
        q = INF if across * across > 1.000000001 * reach * reach * u2 else q
        lanes[LANE_SOONEST + j] = q


@inlined
def hide(lanes: Floats, times: Floats, i: int, n: int) -> None:
    """Let nobody meet a disc whose motion has changed: what was said of its old motion does not hold."""
    lanes[LANE_X_LOW + i] = INF
    for k in range(n):
        times[k * DISCS + i] = INF


@inlined
def predict_contacts(
    s: Floats,
    lanes: Floats,
    times: Floats,
    found: Integers,
    near: Integers,
    i: int,
    n: int,
    room: int,
    t: float,
    p: Floats,
) -> None:
    """Say again when one disc, set going at t, can meet each of those that were set going before it.

    It and those that are set going after it are hidden.
    """
    row = i * DISCS
    count = box_gaps(s, lanes, i, 0, FIRST_LANES)
    if room > FIRST_LANES:
        count += box_gaps(s, lanes, i, FIRST_LANES, DISCS)
    if count > FEW:
        bound_contacts(s, lanes, i, n, t)
        for j in range(room):
            q = lanes[LANE_SOONEST + j]  # read in any case: a processor without masks would branch
            q = q if lanes[LANE_APART + j] <= 0.0 else INF
            times[row + j] = q
            lanes[LANE_SOONEST + j] = q
        found[i] = 0
        bound, first = least_of(lanes, LANE_SOONEST, room)
        keep_soonest(s, lanes, i, bound, first)
        return
    for j in range(room):
        times[row + j] = INF
    found[i] = -1
    least = INF
    at = 0
    if count > 0:
        count = 0
        for j in range(n):
            near[count] = j
            count += 1 if lanes[LANE_APART + j] <= 0.0 else 0
        for k in range(count):
            time = next_contact(s, i, near[k], t, p)
            time = time if time == time else INF
            times[row + near[k]] = time
            if time < least:
                least = time
                at = near[k]
    keep_soonest(s, lanes, i, least, at)


def keep_segment(rows: Floats, k: int, s: Floats, i: int, number: int) -> None:
    """Write down how a disc moves from its T0 on."""
    rows[k, 0] = number
    rows[k, 1] = s[i, T0]
    rows[k, 2] = s[i, X]
    rows[k, 3] = s[i, Y]
    rows[k, 4] = s[i, VX]
    rows[k, 5] = s[i, VY]
    rows[k, 6] = s[i, AX]
    rows[k, 7] = s[i, AY]
    rows[k, 8] = s[i, W]
    rows[k, 9] = s[i, AW]
    if s[i, V] > 0.0:
        rows[k, 9] = s[i, W] * (0.5 * s[i, AW] - 1.0) * s[i, A] / s[i, V]


def keep_event(rows: Floats, k: int, t: float, kind: int, i: int, j: int, speed: float) -> None:
    """Write down an event."""
    rows[k, 0] = t
    rows[k, 1] = kind
    rows[k, 2] = i
    rows[k, 3] = j
    rows[k, 4] = speed


@inlined
def any_pressed(s: Floats, lanes: Floats, n: int) -> bool:
    """Say whether any two discs may lie in each other by more than REST_OVERLAP; hardly ever does any.

    Without branches, for it is asked after each stroke. Discs that are gone are not distinguished from the others.
    """
    close = 0
    for i in range(n):
        x = s[i, X]
        y = s[i, Y]
        radius = s[i, RADIUS] - REST_OVERLAP
        for j in range(n):
            dx = lanes[LANE_X + j] - x
            dy = lanes[LANE_Y + j] - y
            reach = radius + lanes[LANE_RADIUS + j]
            close += 1 if dx * dx + dy * dy <= 1.000000001 * reach * reach else 0
    return close > n  # each is close to itself


def part(s: Floats, n: int, wall: float) -> bool:
    """Move discs at rest apart where they lie in each other by more than REST_OVERLAP; whether any did.

    After weak contacts that were looked at again late, some in a hundred thousand strokes: a micrometre or two.
    """
    any_moved = False
    for _ in range(100):
        moved = False
        for i in range(n):
            if s[i, TIP] < 0.0:
                continue
            for j in range(i + 1, n):
                if s[j, TIP] < 0.0:
                    continue
                dx = s[j, X] - s[i, X]
                dy = s[j, Y] - s[i, Y]
                reach = s[i, RADIUS] + s[j, RADIUS]
                d2 = dx * dx + dy * dy
                if d2 < (reach - REST_OVERLAP) * (reach - REST_OVERLAP):
                    d = math.sqrt(d2)
                    push = 0.5 * (reach - d) / d
                    s[i, X] -= push * dx
                    s[i, Y] -= push * dy
                    s[j, X] += push * dx
                    s[j, Y] += push * dy
                    moved = True
        if not moved:
            break
        any_moved = True
        for i in range(n):
            limit = wall - s[i, RADIUS]
            for k in range(X, Y + 1):
                if s[i, k] > limit:
                    s[i, k] = limit
                elif s[i, k] < -limit:
                    s[i, k] = -limit
    return any_moved


def check_layout(row: int, layouts: Floats, p: Floats, facts: Integers) -> int:
    """Say whether the pieces of one layout can lie so: a status; the numbers it tells of go to `facts`."""
    layout = layouts[row]
    fact_row = facts[row]
    wall = p[P_HALF] - p[P_COIN_RADIUS] + p[P_OVERLAP]
    tip = p[P_COIN_TIP] - p[P_OVERLAP]
    reach = 2.0 * p[P_COIN_RADIUS] - p[P_OVERLAP]
    for i in range(1, DISCS):
        x = layout[i, 0]
        y = layout[i, 1]
        if x != x and y != y:
            continue
        fact_row[F_ONE] = i
        if not (abs(x) <= wall and abs(y) <= wall):
            return OUTSIDE
        dx = abs(x) - p[P_POCKET]
        dy = abs(y) - p[P_POCKET]
        if dx * dx + dy * dy < tip * tip:
            return OVER_POCKET
        for j in range(1, i):
            dx = x - layout[j, 0]
            dy = y - layout[j, 1]
            if dx * dx + dy * dy < reach * reach:
                fact_row[F_OTHER] = j
                return OVERLAP
    return DONE


def check_stroke(stroke: Floats, layout: Floats, p: Floats, facts: Integers) -> int:
    """Say whether the striker can be struck so: a status; the number it tells of goes to `facts`."""
    x = stroke[0]
    if not (x - x == 0.0 and stroke[1] - stroke[1] == 0.0 and stroke[2] - stroke[2] == 0.0):
        return BAD_STROKE
    if not (stroke[2] > 0.0 and stroke[2] <= p[P_SPEED_LIMIT]):
        return BAD_SPEED
    if abs(x) > p[P_HALF] - p[P_STRIKER_RADIUS]:
        return BAD_OFFSET
    if abs(stroke[1]) > 6.283185307179587:  # one turn
        return BAD_ANGLE
    reach = p[P_COIN_RADIUS] + p[P_STRIKER_RADIUS] - p[P_OVERLAP]
    for i in range(1, DISCS):
        dx = layout[i, 0] - x
        dy = layout[i, 1] + p[P_BASE]
        if dx * dx + dy * dy < reach * reach:
            facts[F_ONE] = i
            return BAD_PLACE
    return DONE


def set_up(stroke: Floats, layout: Floats, numbers: Integers, s: Floats, p: Floats) -> int:
    """Put the discs into rows, the struck striker first; how many they are."""
    n = 0
    for number in range(DISCS):
        x = layout[number, 0]
        y = layout[number, 1]
        if number == 0:
            x = stroke[0]
            y = -p[P_BASE]
        elif x != x:
            continue
        for k in range(COLUMNS):
            s[n, k] = 0.0
        s[n, X] = x
        s[n, Y] = y
        s[n, T1] = INF
        s[n, RADIUS] = p[P_COIN_RADIUS]
        s[n, X_LOW] = x - p[P_COIN_RADIUS]
        s[n, X_HIGH] = x + p[P_COIN_RADIUS]
        s[n, Y_LOW] = y - p[P_COIN_RADIUS]
        s[n, Y_HIGH] = y + p[P_COIN_RADIUS]
        s[n, MASS] = p[P_COIN_MASS]
        s[n, TIP] = p[P_COIN_TIP]
        s[n, OVER] = -1.0
        numbers[n] = number
        n += 1
    sine, cosine = sine_cosine(stroke[1])
    s[0, VX] = 0.0 - sine * stroke[2]
    s[0, VY] = cosine * stroke[2]
    s[0, RADIUS] = p[P_STRIKER_RADIUS]
    s[0, MASS] = p[P_STRIKER_MASS]
    s[0, TIP] = p[P_STRIKER_TIP]
    return n


def simulate_stroke(
    row: int,
    status: int,
    strokes: Floats,
    layouts: Floats,
    p: Floats,
    table: Floats,
    finals: Floats,
    fallen: Bytes,
    facts: Integers,
    segments: Floats,
    events: Floats,
    s: Floats,
    lanes: Floats,
    times: Floats,
    cluster: Floats,
    press: Floats,
    lists: Integers,
) -> float:
    """Play one stroke of many to the end, if layout (`status`) and stroke can be; the time at which all lie still.

    See `simulate_strokes`.
    """
    stroke = strokes[row]
    final = finals[row]
    fell = fallen[row]
    fact_row = facts[row]
    layout = layouts[row if layouts.shape[0] > 1 else 0]
    if status == DONE:
        status = check_stroke(stroke, layout, p, fact_row)
    recorded = segments.shape[0] > 0
    if status == DONE and recorded and segments.shape[0] < 2 * DISCS:  # no room for where all begin
        status = FULL
    if status != DONE:
        fact_row[F_STATUS] = status
        fact_row[F_FIRST] = -1
        return 0.0
    numbers = lists[0]
    changed = lists[1]
    pairs = lists[2:4]
    near = lists[5]
    found = lists[4]  # of each row of `times` the contacts whose very time stands there, one bit a disc
    front = p[P_FRONT]
    rest_speed = p[P_REST_SPEED]
    contact_time = p[P_CONTACT_TIME]
    patience = PATIENCE
    first = -1
    struck = 0
    spread = 0
    frames = 0
    crossed = False
    behind = True
    beyond = False
    back = False
    jumped = 0
    down = 0
    rows = 0
    event_rows = 0
    count = 0
    n = set_up(stroke, layout, numbers, s, p)
    room = FIRST_LANES if n <= FIRST_LANES else DISCS
    for k in range(DISCS):
        lanes[LANE_X_LOW + k] = INF
        lanes[LANE_MEETS + k] = INF
        lanes[LANE_NEXT + k] = INF
    inside = 0  # pieces that lay within the front lines
    for i in range(1, n):
        fill_lanes(s, lanes, i)
        found[i] = 0
        if abs(s[i, X]) <= front and abs(s[i, Y]) <= front:
            inside |= 1 << numbers[i]
        if recorded:
            keep_segment(segments, i, s, i, numbers[i])
    t = 0.0
    kind = PAIR
    changed[0] = 0  # the striker alone is set going
    dirty = 1
    while True:
        for d in range(dirty):
            i = changed[d]
            start_piece(s, i, t, p, table)
            hide(lanes, times, i, n)
            if kind == POCKET or kind == JUMP:  # it takes part no more
                s[i, X_LOW] = INF
                s[i, X_HIGH] = -INF
                s[i, TIP] = -1.0
            if recorded:
                keep_segment(segments, rows, s, i, numbers[i])
                rows += 1 if rows > 0 else n  # the others' rows are stored already
        for d in range(dirty):  # each looks for those set going before it: the last for all
            predict_contacts(s, lanes, times, found, near, changed[d], n, room, t, p)
            fill_lanes(s, lanes, changed[d])
        while True:
            soonest, which = least_of(lanes, LANE_NEXT, room)
            if s[which, T1] == soonest:
                break
            with_which = int(s[which, SOONEST_WITH])
            pair = which * DISCS + with_which
            if times[pair] == soonest:  # else the other has been set going since
                if (found[which] >> with_which) & 1 == 1:
                    break
                time = next_contact(s, which, with_which, t, p)
                times[pair] = time if time == time else INF
                found[which] |= 1 << with_which
            least, at = least_of(times, which * DISCS, room)
            keep_soonest(s, lanes, which, least, at)
        together = s[which, T1] != soonest
        if soonest == INF:
            break
        if count >= MOST_EVENTS:
            status = UNSETTLED
            break
        if recorded and (rows + 2 * DISCS > segments.shape[0] or event_rows + MOST_CONTACTS > events.shape[0]):
            status = FULL
            break
        if count >= patience:  # endless rattling: the thresholds grow until it ends
            p[P_REST_SPEED] *= 2.0
            p[P_CONTACT_TIME] *= 2.0
            patience += PATIENCE_STEP
        if soonest > t:
            t = soonest
        changed[0] = which
        dirty = 1
        contacts = 0
        kind = PAIR
        if together:
            limit = t + p[P_TIE]
            ties = 0
            for k in range(room):
                ties += 1 if lanes[LANE_MEETS + k] <= limit else 0
                ties += 1 if times[which * DISCS + k] <= limit else 0
            if ties == 2:
                contacts = 1
                pairs[0, 0] = which if which < with_which else with_which
                pairs[1, 0] = with_which if which < with_which else which
                changed[0] = pairs[0, 0]
                changed[1] = pairs[1, 0]
                dirty = 2
            else:
                for i in range(n):  # a tie may stand in any row
                    if lanes[LANE_MEETS + i] > limit:
                        continue
                    looked = False
                    for j in range(n):
                        pair = i * DISCS + j
                        if times[pair] > limit:
                            continue
                        if (found[i] >> j) & 1 == 0:
                            time = next_contact(s, i, j, t, p)
                            times[pair] = time if time == time else INF
                            found[i] |= 1 << j
                            looked = True
                        if times[pair] <= limit and contacts < MOST_CONTACTS:
                            pairs[0, contacts] = i if i < j else j
                            pairs[1, contacts] = j if i < j else i
                            contacts += 1
                    if looked:
                        least, at = least_of(times, i * DISCS, room)
                        keep_soonest(s, lanes, i, least, at)
                dirty = 0
                for k in range(contacts):
                    for z in range(2):
                        i = pairs[z, k]
                        known = False
                        for d in range(dirty):
                            if changed[d] == i:
                                known = True
                        if not known:
                            changed[dirty] = i
                            dirty += 1
        for d in range(dirty):
            advance(s, changed[d], t)
        # What laws may ask of the places that were passed; every path is straight, so its ends are enough.
        for d in range(dirty):
            i = changed[d]
            if i == 0:
                y = s[0, Y]
                if y >= -front:
                    behind = False
                if first < 0:
                    if y >= -front:
                        crossed = True
                    if y > 0.0:
                        beyond = True
                    elif beyond and y < 0.0:
                        back = True
            else:
                left = 1 if abs(s[i, X]) > front else 0
                left = 1 if abs(s[i, Y]) > front else left
                spread |= (left << numbers[i]) & inside
        if together:
            joined = False
            if contacts == 1:
                keep_velocities(s, changed, dirty, cluster)
                speed = collide(s, pairs[0, 0], pairs[1, 0], p)
                cluster[0, 5] = speed
                if p[P_STIFFNESS] > 0.0 and speed > 2.0 * p[P_ELASTIC_SPEED]:
                    joined = meets_a_third(s, lanes, pairs[0, 0], pairs[1, 0], cluster, n, t, p)
                if joined:
                    put_velocities_back(s, changed, dirty, cluster)
            else:
                joined = p[P_STIFFNESS] > 0.0 and fastest_approach(s, pairs, contacts) > 2.0 * p[P_ELASTIC_SPEED]
                if not joined:
                    collide_together(s, pairs, contacts, changed, dirty, cluster, p)
            if joined:
                impacts = contacts
                met = dirty
                time, way = reach_of(s, changed, dirty, p)
                dirty = gather_near(s, n, t, time, way, changed, dirty)
                contacts = list_near(s, pairs, contacts, time, way, changed, dirty, cluster, p)
                if press_together(s, pairs, contacts, changed, dirty, cluster, press, near, lists[6], p):
                    dirty = leave_out_unmoved(s, changed, met, dirty, cluster)
                else:
                    contacts = impacts
                    collide_together(s, pairs, contacts, changed, dirty, cluster, p)
            count += 1
            for k in range(contacts):
                if cluster[k, 5] > 0.0:
                    i = numbers[pairs[0, k]]
                    j = numbers[pairs[1, k]]
                    count += 1 if k > 0 else 0
                    if i == 0:
                        struck |= 1 << j
                        if first < 0:
                            first = j
                    if recorded:
                        keep_event(events, event_rows, t, kind, i, j, cluster[k, 5])
                        event_rows += 1
            continue
        count += 1
        code = int(s[which, KIND])
        kind = code & 15
        where = code >> 4
        number = numbers[which]
        speed = 0.0
        if kind == FRAME:
            if s[which, OVER] < 0.0:
                speed = rebound(s, which, where, p[P_E_FRAME], p)
                if p[P_JUMP_SPEED] > 0.0 and speed > p[P_JUMP_SPEED]:
                    kind = JUMP
                    jumped |= 1 << number
            else:
                speed = rebound(s, which, where, p[P_E_POCKET], p)
                kind = WALL
            if number == 0 and first < 0:
                frames |= 1 << where
        elif kind == POCKET and s[which, OVER] < 0.0 and p[P_FALL_TIME] > 0.0:
            s[which, OVER] = t
            kind = OVER_HOLE
        elif kind == OUT_AGAIN:
            climb_out(s, which, t, p)
        elif kind == POCKET:
            s[which, OVER] = -1.0
            speed = math.sqrt(s[which, VX] * s[which, VX] + s[which, VY] * s[which, VY])
            if number > 0:
                spread |= 1 << number
            fell[down] = number
            down += 1
        if kind == POCKET or kind == STOP or kind == JUMP:
            s[which, VX] = 0.0
            s[which, VY] = 0.0
            s[which, W] = 0.0
        if recorded and (kind == FRAME or kind == POCKET or kind == WALL or kind == JUMP):
            keep_event(events, event_rows, t, kind, number, where, speed)
            event_rows += 1
    p[P_REST_SPEED] = rest_speed
    p[P_CONTACT_TIME] = contact_time
    if any_pressed(s, lanes, n) and part(s, n, p[P_HALF]) and recorded and status == DONE:
        for i in range(n):
            if s[i, TIP] > 0.0:
                advance(s, i, t)  # it may spin on the spot
                keep_segment(segments, rows, s, i, numbers[i])
                rows += 1
    for k in range(n):
        if s[k, TIP] > 0.0:
            final[numbers[k], 0] = s[k, X]
            final[numbers[k], 1] = s[k, Y]
    fact_row[F_STATUS] = status
    fact_row[F_FIRST] = first
    fact_row[F_STRUCK] = struck
    fact_row[F_SPREAD] = spread
    fact_row[F_FRAMES] = frames
    fact_row[F_CROSSED] = crossed
    fact_row[F_BEHIND] = behind
    fact_row[F_BACK] = back
    fact_row[F_STRIKER_FELL] = s[0, TIP] < 0.0 and (jumped & 1) == 0
    fact_row[F_JUMPED] = jumped
    fact_row[F_EVENTS] = count
    fact_row[F_SEGMENT_ROWS] = rows
    fact_row[F_EVENT_ROWS] = event_rows
    return t


def simulate_strokes(
    strokes: Floats,
    layouts: Floats,
    parameters: Floats,
    table: Floats,
    finals: Floats,
    fallen: Bytes,
    facts: Integers,
    durations: Floats,
    segments: Floats,
    events: Floats,
) -> None:
    """Play strokes one after the other: the one entry of the kernel.

    A layout has a row for each number, NaN where that piece is not on the surface (row 0, the striker's, is not read).
    Filled in: finals, where a disc lies at the end; fallen, the numbers that fell in order; facts; durations; and, if
    it has rows, segments and events of the last stroke.

    Shapes: strokes (n, 3) offset, angle, speed; layouts (1 or n, 20, 2); parameters (PARAMETERS,); table (257, 2);
        finals (n, 20, 2) of NaN; fallen (n, 20) of -1; facts (n, FACTS) and durations (n,) of 0; segments (rows, 10);
        events (rows, 5).
    """
    p = parameters.copy()
    s = np.empty((DISCS, COLUMNS))
    lanes = np.zeros(LANES)  # numbers, where there is no disc
    times = np.empty(DISCS * DISCS)
    cluster = np.empty((MOST_CONTACTS, 11))
    press = np.zeros(PRESS_LANES)
    lists = np.empty((7, MOST_CONTACTS), np.int64)
    status = DONE
    for k in range(strokes.shape[0]):
        if k == 0 or layouts.shape[0] > 1:
            status = check_layout(k, layouts, p, facts)
        durations[k] = simulate_stroke(
            k,
            status,
            strokes,
            layouts,
            p,
            table,
            finals,
            fallen,
            facts,
            segments,
            events,
            s,
            lanes,
            times,
            cluster,
            press,
            lists,
        )
