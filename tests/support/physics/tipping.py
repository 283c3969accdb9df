"""A rigid disc in three dimensions that crosses a pocket's edge: it tips, falls, meets the walls, hops back or stays.

Nothing is shared with the kernel. The disc is a cylinder with two sharp rims; plate, hole and frames are rigid. They
press on it where they are deepest in one another: the hole's edge in the disc, its lower rim in the plate, both
rims in a frame. There acts a spring that gives back a part e² of its energy, whatever mass is behind it, and Coulomb
friction. As the laws have it the plate is cut away in the corner behind the hole. Nothing goes over the frames.

The hole's centre is the origin, z = 0 the surface, the frames stand at x = Rp and y = Rp, the corner is far right.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numba import njit

GRAVITY = 9.81
SAMPLES = 48  # round a rim; between them the deepest point is sought by halving
HALVINGS = 26
GOLDEN = 0.3819660112501051
BEFORE = 0.0015  # metres before the chord where a run begins, lying flat
LONGEST = 0.3  # seconds
LOST = 0.006  # metres below its place on the surface from which a disc's centre does not come back
PLATE, EDGE, FRAME = range(3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disc:
    """A disc, its pocket, and what they are made of. Units: SI."""

    radius: float
    mass: float
    thickness: float = 0.008
    pocket_radius: float = 0.02225
    plate: float = 0.009  # thickness of the plywood
    board_friction: float = 0.12
    frame_friction: float = 0.15
    edge_restitution: float = 0.5  # of plate and hole
    frame_restitution: float = 0.75
    stiffness: float = 1e6

    @property
    def tip(self) -> float:
        """Distance from the hole's centre at which the disc has no support."""
        return math.sqrt(self.pocket_radius**2 - self.radius**2)

    def packed(self) -> np.ndarray:
        """The values in the order in which the integrator reads them."""
        return np.array(
            (
                self.radius,
                self.mass,
                self.thickness / 2,
                self.pocket_radius,
                self.plate,
                self.board_friction,
                self.frame_friction,
                self.edge_restitution**2,
                self.frame_restitution**2,
                self.stiffness,
            )
        )


class Fall(NamedTuple):
    """What became of a disc."""

    held: bool
    settled: bool  # it lies in the hole, or is out: flat and 2 mm past the chord, or 20 mm, it may wobble there
    over: float  # seconds between the two passages of the chord; infinity if it never came out
    speed: float  # along the surface when it is out
    at_wall: float  # how far its centre had sunk when it first met a frame; NaN if it met none
    track: np.ndarray  # every 50 us after the chord: time, x, y, z, tilt (radians), energy with that of the springs (J)


def cross(
    disc: Disc, speed: float, offset: float = 0.0, angle: float = 0.0, *, step: float = 2e-6, longest: float = LONGEST
) -> Fall:
    """Send a disc over a pocket: `speed` at the chord, `offset` and `angle` as in `carrom.physics.pocket_rule`."""
    ux, uy = math.cos(math.pi / 4 + angle), math.sin(math.pi / 4 + angle)
    back = math.sqrt(disc.tip**2 - offset**2) + BEFORE
    start = math.sqrt(speed**2 + 2 * disc.board_friction * GRAVITY * BEFORE)
    place = -back * ux - offset * uy, -back * uy + offset * ux
    return follow(disc, place, (start * ux, start * uy), step, longest)


def follow(
    disc: Disc,
    place: tuple[float, float],
    velocity: tuple[float, float],
    step: float = 2e-6,
    longest: float = LONGEST,
) -> Fall:
    """What becomes within `longest` seconds of a disc that lies flat at this place, without spin, and moves so."""
    state = np.zeros(12)
    state[:6] = *place, disc.thickness / 2, *velocity, 0.0
    state[8] = 1.0  # its axis; the angular momentum follows
    track = np.full((12_000, 6), np.nan)
    reported = np.array((math.nan,) * 6)
    run(state, disc.packed(), step, longest, track, reported)
    return Fall(
        reported[0] == 1.0, reported[1] == 1.0, reported[2], reported[3], reported[4], track[: int(reported[5])]
    )


@njit(cache=True)
def energy(s, q):
    """Kinetic and potential energy, 0 at rest on the surface."""
    across = q[1] * (3 * q[0] ** 2 + 4 * q[2] ** 2) / 12
    along = q[1] * q[0] ** 2 / 2
    spin = s[9] * s[6] + s[10] * s[7] + s[11] * s[8]
    lever = s[9] ** 2 + s[10] ** 2 + s[11] ** 2
    moving = 0.5 * q[1] * (s[3] ** 2 + s[4] ** 2 + s[5] ** 2)
    return moving + 0.5 * (lever - spin**2) / across + 0.5 * spin**2 / along + q[1] * GRAVITY * (s[2] - q[2])


@njit(cache=True)
def depth(which, at, s, q, e1, e2, out):
    """How deep a point is in the other body; `out`: the point, and the direction in which the disc is pressed."""
    r, half, rp, plate = q[0], q[2], q[3], q[4]
    if which == EDGE:
        x, y = rp * math.cos(at), rp * math.sin(at)
        out[0], out[1], out[2] = x, y, 0.0
        dx, dy, dz = x - s[0], y - s[1], -s[2]
        axial = dx * s[6] + dy * s[7] + dz * s[8]
        rx, ry, rz = dx - axial * s[6], dy - axial * s[7], dz - axial * s[8]
        far = math.sqrt(rx * rx + ry * ry + rz * rz)
        below, above, side = axial + half, half - axial, r - far
        if below <= above and below <= side:
            out[3], out[4], out[5] = s[6], s[7], s[8]
            return below
        if above <= side:
            out[3], out[4], out[5] = -s[6], -s[7], -s[8]
            return above
        out[3], out[4], out[5] = -rx / far, -ry / far, -rz / far
        return side
    c, d = r * math.cos(at), r * math.sin(at)
    x = s[0] - half * s[6] + c * e1[0] + d * e2[0]
    y = s[1] - half * s[7] + c * e1[1] + d * e2[1]
    z = s[2] - half * s[8] + c * e1[2] + d * e2[2]
    out[0], out[1], out[2] = x, y, z
    far = math.sqrt(x * x + y * y)
    under, beside = -z, far - rp
    if x > 0.0 and y > 0.0:  # the plate is cut away there
        beside = -min(x, y)
    above = z + plate
    if above <= under and above <= beside:
        out[3], out[4], out[5] = 0.0, 0.0, -1.0
        return above
    if under <= beside or (x > 0.0 and y > 0.0):
        out[3], out[4], out[5] = 0.0, 0.0, 1.0
        return min(under, beside)
    out[3], out[4], out[5] = -x / far, -y / far, 0.0
    return beside


@njit(cache=True)
def press(s, q, out, deep, friction, saved, step, push):
    """Add a contact's force and torque, and the energy of its spring, to `push`."""
    lx, ly, lz = out[0] - s[0], out[1] - s[1], out[2] - s[2]
    wx, wy, wz = push[6], push[7], push[8]
    vx, vy, vz = s[3] + wy * lz - wz * ly, s[4] + wz * lx - wx * lz, s[5] + wx * ly - wy * lx
    vn = vx * out[3] + vy * out[4] + vz * out[5]
    stiffness = q[9] * (saved if vn > 0.0 else 1.0)
    n = stiffness * deep
    push[9] += 0.5 * stiffness * deep * deep
    vx, vy, vz = vx - vn * out[3], vy - vn * out[4], vz - vn * out[5]
    v = math.sqrt(vx * vx + vy * vy + vz * vz)
    drag = min(friction * n / max(v, 1e-3), 0.1 * q[1] / step)
    fx, fy, fz = n * out[3] - drag * vx, n * out[4] - drag * vy, n * out[5] - drag * vz
    push[0] += fx
    push[1] += fy
    push[2] += fz
    push[3] += ly * fz - lz * fy
    push[4] += lz * fx - lx * fz
    push[5] += lx * fy - ly * fx


@njit(cache=True)
def pressed_round(which, s, q, e1, e2, step, push, out, deeps):
    """Every place round a rim, or round the hole's edge, that is deepest among its neighbours."""
    apart = 2 * math.pi / SAMPLES
    for i in range(SAMPLES):
        deeps[i] = depth(which, i * apart, s, q, e1, e2, out)
    for i in range(SAMPLES):
        if which == EDGE and 0.0 < i * apart < 0.5 * math.pi:
            continue  # no plate there, and no edge
        left, right = deeps[i - 1], deeps[(i + 1) % SAMPLES]
        if deeps[i] < -0.003 or not (deeps[i] >= left and deeps[i] > right):
            continue
        low, high = (i - 1) * apart, (i + 1) * apart
        if which == EDGE and i == 0:
            high = 0.0
        if which == EDGE and 4 * i == SAMPLES:
            low = 0.5 * math.pi
        a = low + GOLDEN * (high - low)
        b = high - GOLDEN * (high - low)
        fa, fb = depth(which, a, s, q, e1, e2, out), depth(which, b, s, q, e1, e2, out)
        for _ in range(HALVINGS):
            if fa > fb:
                high, b, fb = b, a, fa
                a = low + GOLDEN * (high - low)
                fa = depth(which, a, s, q, e1, e2, out)
            else:
                low, a, fa = a, b, fb
                b = high - GOLDEN * (high - low)
                fb = depth(which, b, s, q, e1, e2, out)
        deep = depth(which, 0.5 * (low + high), s, q, e1, e2, out)
        if deep > 0.0:
            press(s, q, out, deep, q[5], q[7], step, push)


@njit(cache=True)
def pressed_by_frames(s, q, step, push, out):
    """Both rims against both frames; how many press."""
    met = 0
    for frame in range(2):
        ux = s[6 + frame]
        across = math.sqrt(max(1.0 - ux * ux, 1e-12))
        for side in (-1.0, 1.0):
            for axis in range(3):
                toward = (1.0 if axis == frame else 0.0) - ux * s[6 + axis]
                out[axis] = s[axis] + side * q[2] * s[6 + axis] + q[0] * toward / across
                out[3 + axis] = -1.0 if axis == frame else 0.0
            deep = out[frame] - q[3]
            if deep > 0.0:
                press(s, q, out, deep, q[6], q[8], step, push)
                met += 1
    return met


@njit(cache=True)
def run(s, q, step, longest, track, reported):
    """Follow the disc until it is held or out, or the time is over."""
    across = q[1] * (3 * q[0] ** 2 + 4 * q[2] ** 2) / 12
    along = q[1] * q[0] ** 2 / 2
    tip = math.sqrt(q[3] ** 2 - q[0] ** 2)
    out, deeps, push = np.zeros(6), np.zeros(SAMPLES), np.zeros(10)
    e1, e2 = np.zeros(3), np.zeros(3)
    chord, left, saved, met = -1.0, math.inf, 0, False
    reported[0] = reported[1] = 0.0
    stride = max(1, round(5e-5 / step))
    for n in range(int(longest / step)):
        time = n * step
        far = math.sqrt(s[0] ** 2 + s[1] ** 2)
        if chord < 0.0 and far <= tip:
            chord = time
        if chord >= 0.0:
            if far > tip and left == math.inf:
                left = time - chord
            elif far <= tip:
                left = math.inf
        if s[2] < q[2] - LOST:
            reported[0] = reported[1] = 1.0
            left = math.inf
            break
        flat = math.sqrt(s[6] ** 2 + s[7] ** 2)
        lies = flat < 0.05 and abs(s[2] - q[2]) < 0.0005 and abs(s[5]) < 0.1
        if chord >= 0.0 and (far > tip + 0.02 or (far > tip + 0.002 and lies)):
            reported[1] = 1.0
            break
        # two directions across the axis
        if abs(s[6]) < 0.7:
            e1[0], e1[1], e1[2] = 0.0, s[8], -s[7]
        else:
            e1[0], e1[1], e1[2] = -s[8], 0.0, s[6]
        size = math.sqrt(e1[0] ** 2 + e1[1] ** 2 + e1[2] ** 2)
        for axis in range(3):
            e1[axis] /= size
        e2[0] = s[7] * e1[2] - s[8] * e1[1]
        e2[1] = s[8] * e1[0] - s[6] * e1[2]
        e2[2] = s[6] * e1[1] - s[7] * e1[0]
        spin = s[9] * s[6] + s[10] * s[7] + s[11] * s[8]
        push[:6] = 0.0
        push[9] = 0.0
        for axis in range(3):
            push[6 + axis] = s[9 + axis] / across + spin * s[6 + axis] * (1 / along - 1 / across)
        push[2] = -q[1] * GRAVITY
        pressed_round(EDGE, s, q, e1, e2, step, push, out, deeps)
        pressed_round(PLATE, s, q, e1, e2, step, push, out, deeps)
        if pressed_by_frames(s, q, step, push, out) and not met:
            met = True
            reported[4] = q[2] - s[2]
        if chord >= 0.0 and (n % stride) == 0 and saved < len(track):
            track[saved, 0] = time - chord
            track[saved, 1], track[saved, 2], track[saved, 3] = s[0], s[1], s[2]
            track[saved, 4] = math.acos(min(1.0, max(-1.0, s[8])))
            track[saved, 5] = energy(s, q) + push[9]
            saved += 1
        for axis in range(3):
            s[3 + axis] += step * push[axis] / q[1]
            s[axis] += step * s[3 + axis]
            s[9 + axis] += step * push[3 + axis]
        spin = s[9] * s[6] + s[10] * s[7] + s[11] * s[8]
        wx = s[9] / across + spin * s[6] * (1 / along - 1 / across)
        wy = s[10] / across + spin * s[7] * (1 / along - 1 / across)
        wz = s[11] / across + spin * s[8] * (1 / along - 1 / across)
        ux = s[6] + step * (wy * s[8] - wz * s[7])
        uy = s[7] + step * (wz * s[6] - wx * s[8])
        uz = s[8] + step * (wx * s[7] - wy * s[6])
        size = math.sqrt(ux * ux + uy * uy + uz * uz)
        s[6], s[7], s[8] = ux / size, uy / size, uz / size
    reported[2], reported[3], reported[5] = left, math.sqrt(s[3] ** 2 + s[4] ** 2), saved
