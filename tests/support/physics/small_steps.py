"""Strokes of rigid discs in small even steps of time, pockets and touching groups too: a third way to the same answer.

The laws of motion are those of docs/physics/model.md, and nothing of how the kernel follows them is shared. No event is
predicted: all discs go on by one step, and where rims have met meanwhile those two are put back to that moment, given
their impulse, and sent on for what is left of the step. The powder's force and torque are integrals over the face of a
disc. Where a third disc is met while two press on one another, the group's impulses are those of springs along the
normals of that moment, in forty times as many steps as the kernel's and with damping found in another way.

The surface gives values only. Discs that go over a frame are not known here.
"""

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from carrom.equipment.position import Position
from carrom.physics.surface import Surface
from carrom.terms import Stroke
from tests.support.physics.springs import damping_for, face_integrals

PRESS_STEPS = 1920  # of the springs, in the contact of two coins
SKIN = 0.004  # metres; pairs nearer than this are looked at, until somebody has come half as far
X, Y, VX, VY, W, RADIUS, MASS, TIP, OVER, GONE = range(10)  # a disc; OVER: since when over a pocket, below 0: it is not
MOST_SECONDS = 20.0


class End(NamedTuple):
    """What a stroke came to."""

    places: dict[int, tuple[float, float]]  # of the discs that are still there, the striker (0) too
    pocketed: frozenset[int]


def play(
    position: Position,
    stroke: Stroke,
    surface: Surface,
    step: float,
    *,
    press_steps: int = PRESS_STEPS,
    until: float = MOST_SECONDS,
) -> End:
    """Where every disc lies in the end, or at the time `until`, and which have fallen.

    Units: step and until in seconds; press_steps in the contact of two coins.
    """
    if surface.frame_lift:
        raise ValueError("no disc goes over a frame here")
    numbers = [0, *position.numbers]
    discs = np.zeros((len(numbers), 10))
    discs[0, : VY + 1] = (
        stroke.offset,
        -surface.base_middle,
        -stroke.speed * math.sin(stroke.angle),
        stroke.speed * math.cos(stroke.angle),
    )
    discs[1:, :VX] = [(piece.x, piece.y) for piece in position.pieces]
    discs[:, RADIUS], discs[:, MASS] = surface.coin_radius, surface.coin_mass
    discs[0, RADIUS], discs[0, MASS] = surface.striker_radius, surface.striker_mass
    discs[:, TIP] = np.sqrt(surface.pocket_radius**2 - discs[:, RADIUS] ** 2)
    discs[:, OVER] = -1.0
    laws = np.array(
        (
            surface.half_surface,
            surface.half_surface - surface.pocket_radius,
            surface.board_friction * surface.gravity,
            surface.gravity,
            math.sqrt(2 * surface.pocket_drop / surface.gravity),
            surface.disc_restitution,
            surface.disc_friction,
            surface.frame_restitution,
            surface.frame_friction,
            surface.pocket_restitution,
            surface.elastic_speed,
            surface.contact_stiffness,
            damping_for(surface.disc_restitution),
            press_steps,
        )
    )
    if _play(discs, laws, face_integrals(), step, until) >= MOST_SECONDS:
        raise AssertionError("the discs did not come to rest")
    gone = discs[:, GONE] > 0
    places = {
        number: (row[X], row[Y]) for number, row, fell in zip(numbers, discs.tolist(), gone, strict=True) if not fell
    }
    return End(places, frozenset(np.array(numbers)[gone].tolist()))


@njit(cache=True)
def _play(s, laws, table, h, until):  # type: ignore[no-untyped-def]
    half, pocket, mu_g, gravity, fall_time = laws[0], laws[1], laws[2], laws[3], laws[4]
    stiffness, elastic = laws[11], laws[10]
    n = len(s)
    pairs = np.empty((n * n, 2), np.int64)
    near = 0
    travelled = SKIN  # since the pairs were looked for
    step = 0
    while step * h < until:
        t = step * h
        step += 1
        if travelled >= 0.5 * SKIN:
            near = 0
            for i in range(n):
                for j in range(i + 1, n):
                    if s[i, GONE] == 0.0 and s[j, GONE] == 0.0:
                        if math.hypot(s[j, X] - s[i, X], s[j, Y] - s[i, Y]) < s[i, RADIUS] + s[j, RADIUS] + SKIN:
                            pairs[near, 0], pairs[near, 1] = i, j
                            near += 1
            travelled = 0.0
        fastest = 0.0
        busy = False
        for i in range(n):
            if s[i, GONE] > 0.0:
                continue
            if s[i, OVER] < 0.0 and s[i, VX] == 0.0 and s[i, VY] == 0.0 and s[i, W] == 0.0:
                continue
            busy = busy or s[i, OVER] >= 0.0 or s[i, VX] != 0.0 or s[i, VY] != 0.0
            fastest = max(fastest, _slide(s, i, mu_g, table, h))
            x, y = abs(s[i, X]), abs(s[i, Y])
            if x > half - s[i, RADIUS] or y > half - s[i, RADIUS]:
                _rebound(s, i, half, laws[9] if s[i, OVER] >= 0.0 else laws[7], laws[8], elastic)
                x, y = abs(s[i, X]), abs(s[i, Y])
            if x + s[i, TIP] < pocket or y + s[i, TIP] < pocket:
                continue
            is_in = (x - pocket) ** 2 + (y - pocket) ** 2 < s[i, TIP] ** 2
            if s[i, OVER] < 0.0:
                if is_in:
                    s[i, OVER] = t
            elif t - s[i, OVER] >= fall_time:
                s[i, GONE] = 1.0
            elif not is_in:
                climb = s[i, VX] ** 2 + s[i, VY] ** 2 - (gravity * (t - s[i, OVER])) ** 2
                if climb > 0.0:
                    part = math.sqrt(climb / (s[i, VX] ** 2 + s[i, VY] ** 2))
                    s[i, VX] *= part
                    s[i, VY] *= part
                    s[i, OVER] = -1.0
                else:
                    s[i, VX] = s[i, VY] = 0.0
        if not busy:
            return t
        travelled += fastest * h
        for _ in range(100):  # all contacts of this step, the earliest first
            earliest, at = -1.0, -1
            for k in range(near):
                i, j = pairs[k, 0], pairs[k, 1]
                dx, dy = s[j, X] - s[i, X], s[j, Y] - s[i, Y]
                reach = s[i, RADIUS] + s[j, RADIUS]
                if dx * dx + dy * dy >= reach * reach or s[i, GONE] + s[j, GONE] > 0.0:
                    continue
                ux, uy = s[j, VX] - s[i, VX], s[j, VY] - s[i, VY]
                along = dx * ux + dy * uy
                if along >= 0.0:
                    continue
                u2 = ux * ux + uy * uy
                back = (along + math.sqrt(along * along + u2 * (reach * reach - dx * dx - dy * dy))) / u2
                back = min(max(back, 0.0), h)
                if back > earliest:
                    earliest, at = back, k
            if at < 0:
                break
            i, j = pairs[at, 0], pairs[at, 1]
            for k in range(n):
                s[k, X] -= earliest * s[k, VX]
                s[k, Y] -= earliest * s[k, VY]
            before_i, before_j = (s[i, VX], s[i, VY], s[i, W]), (s[j, VX], s[j, VY], s[j, W])
            speed = _collide(s, i, j, laws[5], laws[6], elastic)
            if stiffness > 0.0 and speed > 2.0 * elastic:
                time = math.pi * math.sqrt(s[i, MASS] * s[j, MASS] / (s[i, MASS] + s[j, MASS]) / stiffness)
                if _meets_a_third(s, i, j, before_i, before_j, time):
                    s[i, VX], s[i, VY], s[i, W] = before_i
                    s[j, VX], s[j, VY], s[j, W] = before_j
                    _press(s, i, j, laws)
            for k in range(n):
                s[k, X] += earliest * s[k, VX]
                s[k, Y] += earliest * s[k, VY]
    return t


@njit(cache=True)
def _slide(s, i, mu_g, table, h):  # type: ignore[no-untyped-def]
    """Let a disc go on for one step; its speed before."""
    v = math.sqrt(s[i, VX] ** 2 + s[i, VY] ** 2)
    if s[i, OVER] >= 0.0:
        s[i, X] += h * s[i, VX]
        s[i, Y] += h * s[i, VY]
        return v
    rim = abs(s[i, W]) * s[i, RADIUS]
    force, torque = 1.0, 0.0
    if rim > 0.0:
        at = v / (v + rim) * (len(table) - 1)
        k = min(int(at), len(table) - 2)
        force = table[k, 0] + (at - k) * (table[k + 1, 0] - table[k, 0])
        torque = table[k, 1] + (at - k) * (table[k + 1, 1] - table[k, 1])
        s[i, W] *= max(rim - 2.0 * h * mu_g * torque, 0.0) / rim
    if v > 0.0:
        slower = v - h * mu_g * force
        way = 0.5 * (v + slower) * h if slower > 0.0 else 0.5 * v * v / (mu_g * force)
        s[i, X] += way * s[i, VX] / v
        s[i, Y] += way * s[i, VY] / v
        left = max(slower, 0.0) / v
        s[i, VX] *= left
        s[i, VY] *= left
    return v


@njit(cache=True)
def _given_back(speed, restitution, elastic):  # type: ignore[no-untyped-def]
    return 1.0 + (restitution - 1.0) * min(max(speed / elastic - 1.0, 0.0), 1.0)


@njit(cache=True)
def _rebound(s, i, half, restitution, friction, elastic):  # type: ignore[no-untyped-def]
    """Send a disc back that has come into a frame, or into two."""
    for axis in range(2):
        side = 1.0 if s[i, axis] > 0.0 else -1.0
        inside = half - s[i, RADIUS]
        speed = side * s[i, VX + axis]
        beyond = side * s[i, axis] - inside
        if beyond <= 0.0 or speed <= 0.0:
            continue
        e = _given_back(speed, restitution, elastic)
        # the contact lies at R times the outward normal; its speed along the frame is that of the left of the normal
        slip = (s[i, VY] if axis == 0 else -s[i, VX]) * side + s[i, W] * s[i, RADIUS]
        rub = -math.copysign(min(abs(slip) / 3.0, friction * (1.0 + e) * speed), slip)
        back = beyond / speed
        along = 1 - axis
        s[i, along] -= back * s[i, VX + along]
        s[i, VX + along] += side * rub if axis == 0 else -side * rub
        s[i, along] += back * s[i, VX + along]
        s[i, W] += 2.0 * rub / s[i, RADIUS]
        s[i, VX + axis] = -e * side * speed
        s[i, axis] = side * (inside - e * beyond)


@njit(cache=True)
def _collide(s, i, j, restitution, friction, elastic):  # type: ignore[no-untyped-def]
    """The impact of two discs; how fast they met."""
    dx, dy = s[j, X] - s[i, X], s[j, Y] - s[i, Y]
    d = math.sqrt(dx * dx + dy * dy)
    nx, ny = dx / d, dy / d
    mass = s[i, MASS] * s[j, MASS] / (s[i, MASS] + s[j, MASS])
    speed = (s[i, VX] - s[j, VX]) * nx + (s[i, VY] - s[j, VY]) * ny
    if speed <= 0.0:
        return 0.0
    push = mass * (1.0 + _given_back(speed, restitution, elastic)) * speed
    slip = _slip(s, i, j, nx, ny)
    _exert(s, i, j, nx, ny, push, math.copysign(min(abs(slip) * mass / 3.0, friction * push), slip))
    return speed


@njit(cache=True)
def _slip(s, i, j, nx, ny):  # type: ignore[no-untyped-def]
    """How fast the rim of i runs over that of j, to the left of the normal from i to j."""
    across = (s[i, VY] - s[j, VY]) * nx - (s[i, VX] - s[j, VX]) * ny
    return across + s[i, W] * s[i, RADIUS] + s[j, W] * s[j, RADIUS]


@njit(cache=True)
def _exert(s, i, j, nx, ny, push, rub):  # type: ignore[no-untyped-def]
    """Push j along the normal and rub it to the left, and i the other way."""
    for k, sign in ((i, -1.0), (j, 1.0)):
        s[k, VX] += sign * (push * nx - rub * ny) / s[k, MASS]
        s[k, VY] += sign * (push * ny + rub * nx) / s[k, MASS]
        s[k, W] -= rub / (0.5 * s[k, MASS] * s[k, RADIUS])


@njit(cache=True)
def _meets_a_third(s, i, j, before_i, before_j, time):  # type: ignore[no-untyped-def]
    """Say whether one of two that met nears another disc, as before or as after, by more than their gap in `time`."""
    for one, before in ((i, before_i), (j, before_j)):
        for k in range(len(s)):
            if k == i or k == j or s[k, GONE] > 0.0:
                continue
            dx, dy = s[k, X] - s[one, X], s[k, Y] - s[one, Y]
            d = math.sqrt(dx * dx + dy * dy)
            after = (s[one, VX] - s[k, VX]) * dx + (s[one, VY] - s[k, VY]) * dy
            earlier = (before[0] - s[k, VX]) * dx + (before[1] - s[k, VY]) * dy
            if max(after, earlier) / d * time > d - s[one, RADIUS] - s[k, RADIUS]:
                return True
    return False


@njit(cache=True)
def _press(s, one, other, laws):  # type: ignore[no-untyped-def]
    """Let all discs round two that meet press on one another by springs, where they are, until all have parted."""
    stiffness, damping, friction = laws[11], laws[12], laws[6]
    n = len(s)
    coin, striker = s[n - 1, MASS], s[0, MASS]
    duration = math.pi * math.sqrt(0.5 * coin / stiffness)
    reach = 2.0 * math.pi * math.sqrt(coin * striker / (coin + striker) / stiffness)
    fastest = 0.0
    for k in (one, other):
        fastest = max(fastest, math.hypot(s[k, VX], s[k, VY]))
    member = np.zeros(n, np.bool_)
    member[one] = member[other] = True
    pairs = np.empty((n * n, 2), np.int64)
    normals = np.empty((n * n, 2))
    gaps = np.empty(n * n)
    grown = True
    while grown:
        grown = False
        count = 0
        for i in range(n):
            for j in range(i + 1, n):
                if s[i, GONE] + s[j, GONE] > 0.0 or not (member[i] or member[j]):
                    continue
                dx, dy = s[j, X] - s[i, X], s[j, Y] - s[i, Y]
                d = math.sqrt(dx * dx + dy * dy)
                gap = d - s[i, RADIUS] - s[j, RADIUS]
                far = fastest + math.hypot(s[i, VX], s[i, VY]) + math.hypot(s[j, VX], s[j, VY])
                if gap >= reach * far:
                    continue
                grown = grown or not (member[i] and member[j])
                member[i] = member[j] = True
                pairs[count, 0], pairs[count, 1] = i, j
                normals[count, 0], normals[count, 1] = dx / d, dy / d
                gaps[count] = max(gap, 0.0)
                count += 1
    h = duration / laws[13]
    forces = np.zeros((n * n, 2))
    drift = 0.5 * h  # gaps are known half a step before speeds
    busy = True
    while busy:
        busy = False
        for k in range(count):
            i, j = pairs[k, 0], pairs[k, 1]
            nx, ny = normals[k, 0], normals[k, 1]
            closing = (s[i, VX] - s[j, VX]) * nx + (s[i, VY] - s[j, VY]) * ny
            gaps[k] -= drift * closing
            forces[k, 0] = 0.0
            if gaps[k] > 0.0:
                busy = busy or closing * duration > gaps[k]
                continue
            mass = s[i, MASS] * s[j, MASS] / (s[i, MASS] + s[j, MASS])
            push = 2.0 * damping * math.sqrt(stiffness * mass) * closing - stiffness * gaps[k]
            if push <= 0.0:
                continue
            busy = True
            slip = _slip(s, i, j, nx, ny)
            forces[k, 0] = push
            forces[k, 1] = math.copysign(min(abs(slip) * mass / (12.0 * h), friction * push), slip)
        for k in range(count):
            if forces[k, 0] > 0.0:
                _exert(s, pairs[k, 0], pairs[k, 1], normals[k, 0], normals[k, 1], h * forces[k, 0], h * forces[k, 1])
        drift = h
