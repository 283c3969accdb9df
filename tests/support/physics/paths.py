"""What a motion's segments say: places at any times, energies and momenta before and after each impact."""

from dataclasses import dataclass

import numpy as np

from carrom.physics.motion import POCKET, Motion
from carrom.physics.surface import TOURNAMENT, Surface

NUMBER, T, X, Y, VX, VY, AX, AY, W, AW = range(10)


def masses_and_radii(numbers: np.ndarray, surface: Surface = TOURNAMENT) -> tuple[np.ndarray, np.ndarray]:
    striker = numbers == 0
    return (
        np.where(striker, surface.striker_mass, surface.coin_mass),
        np.where(striker, surface.striker_radius, surface.coin_radius),
    )


@dataclass(frozen=True)
class Joints:
    """Each row that follows another of the same disc: that disc just before it, and the row itself."""

    before: np.ndarray  # (k, 10), the earlier row brought to the later one's time
    after: np.ndarray  # (k, 10)


def joints(motion: Motion) -> Joints:
    rows = motion.segments
    order = np.lexsort((np.arange(len(rows)), rows[:, NUMBER]))
    earlier, later = order[:-1], order[1:]
    same = rows[earlier, NUMBER] == rows[later, NUMBER]
    earlier, later = earlier[same], later[same]
    return Joints(brought_to(rows[earlier], rows[later, T]), rows[later])


def brought_to(rows: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Rows at later times of their own segments."""
    h = t - rows[:, T]
    moved = rows.copy()
    moved[:, T] = t
    moved[:, X] += h * (rows[:, VX] + 0.5 * h * rows[:, AX])
    moved[:, Y] += h * (rows[:, VY] + 0.5 * h * rows[:, AY])
    moved[:, VX] += h * rows[:, AX]
    moved[:, VY] += h * rows[:, AY]
    moved[:, W] = spins(rows, h)
    return moved


def spins(rows: np.ndarray, h: np.ndarray) -> np.ndarray:
    """The spin of each row a time h later, evenly on the spot, along its curve in a slide."""
    w = rows[:, W]
    v, a = np.hypot(rows[:, VX], rows[:, VY]), np.hypot(rows[:, AX], rows[:, AY])
    on_the_spot = w + h * rows[:, AW]
    slides = (a > 0) & (w != 0)
    v, a = np.where(slides, v, 1.0), np.where(slides, a, 1.0)
    left = np.maximum(1 - h * a / v, 0.0)
    bend = np.where(slides, 2 + 2 * rows[:, AW] * v / (np.where(slides, w, 1.0) * a), 0.0)
    along = w * left / np.sqrt(np.maximum(bend * left + (1 - bend), 1e-300))
    return np.where(slides, along, np.where(on_the_spot * w > 0, on_the_spot, 0.0))


def energies(rows: np.ndarray, surface: Surface = TOURNAMENT) -> np.ndarray:
    mass, radius = masses_and_radii(rows[:, NUMBER], surface)
    return 0.5 * mass * (rows[:, VX] ** 2 + rows[:, VY] ** 2 + 0.5 * (radius * rows[:, W]) ** 2)


def places(motion: Motion, times: np.ndarray) -> np.ndarray:
    """Centres of all discs at these times, NaN once fallen. Shapes: times (k,), result (k, discs, 2)."""
    result = np.full((len(times), len(motion.numbers), 2), np.nan)
    rows = motion.segments
    fell = {int(e[2]): e[0] for e in motion.event_table if e[1] == POCKET}
    for k, number in enumerate(motion.numbers):
        own = rows[rows[:, NUMBER] == number]
        index = np.searchsorted(own[:, T], times, side="right") - 1
        moved = brought_to(own[index], times)
        there = times < fell.get(number, np.inf)
        result[there, k] = moved[there, X : Y + 1]
    return result


def deepest_overlap(motion: Motion, times: np.ndarray, surface: Surface = TOURNAMENT) -> float:
    """The deepest that two discs lie in each other at these times, metres."""
    xy = places(motion, times)
    radius = masses_and_radii(np.array(motion.numbers), surface)[1]
    upper = np.triu_indices(len(radius), 1)
    distance = np.hypot(*(xy[:, upper[0]] - xy[:, upper[1]]).transpose(2, 0, 1))
    overlap = (radius[upper[0]] + radius[upper[1]]) - distance
    return float(np.nanmax(overlap)) if np.isfinite(overlap).any() else -np.inf


def farthest_beyond_frame(motion: Motion, times: np.ndarray, surface: Surface = TOURNAMENT) -> float:
    """The farthest that a disc lies in the frame at these times, metres."""
    xy = places(motion, times)
    radius = masses_and_radii(np.array(motion.numbers), surface)[1]
    return float(np.nanmax(np.abs(xy).max(axis=2) + radius - surface.half_surface))
