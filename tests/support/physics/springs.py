"""Strokes by springs and dashpots in small steps of time: a second way to the same answer.

Nothing is shared with the kernel: no event is predicted, no impulse computed. Discs and frame press on each other by
springs whose damping is fitted to the restitution (a contact may not attract, so the textbook's formula is a bit off);
rims rub by Coulomb friction that a strong dashpot smooths at zero slip; the powder's force and torque on a disc that
slides and spins are integrals over its face. As the springs stiffen, contacts become the impacts of rigid discs.
There are no pockets: choose strokes that come near none.
"""

import math
from functools import cache

import numpy as np
from numba import njit

from carrom.equipment.position import Position
from carrom.physics.surface import Surface
from carrom.terms import Stroke

STEPS_OF_A_CONTACT = 4000
FACE_NODES = 1001


@cache
def damping_for(restitution: float) -> float:
    """The part of critical damping with which a contact that may not attract gives this restitution back."""
    low, high = 0.0, 3.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        if _speed_after(middle) > restitution:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def _speed_after(damping: float) -> float:
    """The speed at which a unit mass leaves a unit spring that it met at speed 1."""
    h, depth, speed = 1e-4, 0.0, 1.0
    while True:
        force = depth + 2 * damping * speed
        if force <= 0 and speed < 0:
            return -speed
        speed -= h * max(force, 0.0)
        depth += h * speed
        if depth <= 0:
            return -speed


@cache
def face_integrals() -> np.ndarray:
    """Mean drag and torque of a uniformly pressed disc. Shapes: result (FACE_NODES, 2).

    Row k is for v / (v + R w) = k / (FACE_NODES - 1): the force in units of mu m g, the torque in units of mu m g R.
    """
    radii = np.sqrt((np.arange(200) + 0.5) / 200)[:, None]
    angles = (2 * np.pi * (np.arange(256) + 0.5) / 256)[None, :]
    x, y = radii * np.cos(angles), radii * np.sin(angles)
    table = np.empty((FACE_NODES, 2))
    for k, part in enumerate(np.linspace(0.0, 1.0, FACE_NODES)):
        ux, uy = part - (1 - part) * y, (1 - part) * x
        length = np.maximum(np.hypot(ux, uy), 1e-12)
        table[k] = np.mean(ux / length), np.mean((x * uy - y * ux) / length)
    return table


def final_places(
    position: Position, stroke: Stroke, surface: Surface, stiffness: float
) -> dict[int, tuple[float, float]]:
    """Where every disc lies in the end, the striker (0) too, by springs of a stiffness in N/m."""
    numbers = [0, *(piece.number for piece in position.pieces)]
    state = np.zeros((len(numbers), 5))
    state[0] = (
        stroke.offset,
        -surface.base_middle,
        -stroke.speed * math.sin(stroke.angle),
        stroke.speed * math.cos(stroke.angle),
        0.0,
    )
    state[1:, 0] = [piece.x for piece in position.pieces]
    state[1:, 1] = [piece.y for piece in position.pieces]
    radius = np.array([surface.striker_radius] + [surface.coin_radius] * (len(numbers) - 1))
    mass = np.array([surface.striker_mass] + [surface.coin_mass] * (len(numbers) - 1))
    steps = _run(
        state,
        radius,
        mass,
        surface.half_surface,
        surface.board_friction * surface.gravity,
        surface.disc_friction,
        surface.frame_friction,
        damping_for(surface.disc_restitution),
        damping_for(surface.frame_restitution),
        stiffness,
        face_integrals(),
    )
    if steps < 0:
        raise AssertionError("the discs did not come to rest")
    return {number: (float(x), float(y)) for number, (x, y) in zip(numbers, state[:, :2], strict=True)}


@njit(cache=True)
def _powder(v: float, rim: float, table: np.ndarray) -> tuple[float, float]:
    """Force and torque of the powder, in units of mu m g and mu m g R, at speed v and speed of the rim by spin."""
    if v + rim <= 0.0:
        return 0.0, 0.0
    at = v / (v + rim) * (FACE_NODES - 1)
    k = min(int(at), FACE_NODES - 2)
    part = at - k
    force = table[k, 0] * (1 - part) + table[k + 1, 0] * part
    torque = table[k, 1] * (1 - part) + table[k + 1, 1] * part
    return force, torque


@njit(cache=True)
def _run(s, radius, mass, half, mu_g, mu_disc, mu_frame, damp_disc, damp_frame, stiffness, table):  # type: ignore[no-untyped-def]
    n = len(s)
    acting = np.zeros((n, 3))  # force x, y and torque
    short = math.pi * math.sqrt(0.5 * mass.min() / stiffness) / STEPS_OF_A_CONTACT
    for step in range(200_000_000):
        # the step: short in a contact, else until the nearest rims can have met, never longer than 0.1 ms
        h = 1e-4
        moving = False
        for i in range(n):
            acting[i] = 0.0
            if s[i, 2] != 0.0 or s[i, 3] != 0.0 or s[i, 4] != 0.0:
                moving = True
        if not moving:
            return step
        touching = False
        for i in range(n):
            for j in range(i + 1, n):
                speed = abs(s[i, 2] - s[j, 2]) + abs(s[i, 3] - s[j, 3])
                reach = radius[i] + radius[j]
                if speed == 0.0:
                    dx, dy = s[j, 0] - s[i, 0], s[j, 1] - s[i, 1]
                    if dx * dx + dy * dy >= reach * reach:
                        continue
                dx, dy = s[j, 0] - s[i, 0], s[j, 1] - s[i, 1]
                room = reach + speed * h
                if dx * dx + dy * dy > room * room:
                    continue
                distance = math.sqrt(dx * dx + dy * dy)
                gap = distance - reach
                if gap > 0.0:
                    h = min(h, max(short, 0.9 * gap / speed))
                    continue
                touching = True
                nx, ny = dx / distance, dy / distance
                m = mass[i] * mass[j] / (mass[i] + mass[j])
                ux, uy = s[i, 2] - s[j, 2], s[i, 3] - s[j, 3]
                normal = -stiffness * gap + 2 * damp_disc * math.sqrt(stiffness * m) * (ux * nx + uy * ny)
                if normal <= 0.0:
                    continue
                slip = -ux * ny + uy * nx + s[i, 4] * radius[i] + s[j, 4] * radius[j]
                rub = min(mu_disc * normal, abs(slip) * m / 3 / (4 * short))
                rub = rub if slip > 0.0 else -rub
                fx, fy = -normal * nx + rub * ny, -normal * ny - rub * nx
                acting[i, 0] += fx
                acting[i, 1] += fy
                acting[i, 2] -= rub * radius[i]
                acting[j, 0] -= fx
                acting[j, 1] -= fy
                acting[j, 2] -= rub * radius[j]
            for axis in range(2):
                for sign in (-1.0, 1.0):
                    speed = sign * s[i, 2 + axis]
                    gap = half - radius[i] - sign * s[i, axis]
                    if gap > 0.0:
                        if speed > 0.0:
                            h = min(h, max(short, 0.9 * gap / speed))
                        continue
                    touching = True
                    normal = -stiffness * gap + 2 * damp_frame * math.sqrt(stiffness * mass[i]) * speed
                    if normal <= 0.0:
                        continue
                    # the rim's speed along the frame: the contact lies at R times the outward normal
                    along = (s[i, 3] if axis == 0 else -s[i, 2]) * sign + s[i, 4] * radius[i]
                    rub = min(mu_frame * normal, abs(along) * mass[i] / 3 / (4 * short))
                    rub = rub if along > 0.0 else -rub
                    acting[i, axis] -= sign * normal
                    if axis == 0:
                        acting[i, 1] -= sign * rub
                    else:
                        acting[i, 0] += sign * rub
                    acting[i, 2] -= rub * radius[i]
        if touching:
            h = short
        for i in range(n):
            inertia = 0.5 * mass[i] * radius[i] ** 2
            for axis in range(2):
                s[i, 2 + axis] += h * acting[i, axis] / mass[i]
            s[i, 4] += h * acting[i, 2] / inertia
            v = math.sqrt(s[i, 2] ** 2 + s[i, 3] ** 2)
            rim = abs(s[i, 4]) * radius[i]
            if v == 0.0 and rim == 0.0:
                continue
            force, torque = _powder(v, rim, table)
            middle_v, middle_rim = v - 0.5 * h * mu_g * force, rim - h * mu_g * torque
            if middle_v > 0.0 and middle_rim > 0.0:
                force, torque = _powder(middle_v, middle_rim, table)
            slower = max(v - h * mu_g * force, 0.0)
            if v > 0.0:
                travelled = h * 0.5 * (v + slower) / v
                s[i, 0] += s[i, 2] * travelled
                s[i, 1] += s[i, 3] * travelled
                s[i, 2] *= slower / v
                s[i, 3] *= slower / v
            if rim > 0.0:
                s[i, 4] *= max(rim - 2 * h * mu_g * torque, 0.0) / rim
    return -1
