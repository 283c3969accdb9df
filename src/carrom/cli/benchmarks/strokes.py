"""The strokes that are measured: the same on every machine and for every engine, from numpy's seeded generator."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrom.equipment import measurements as m
from carrom.equipment.arrangement import opening
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.motion import Motion
from carrom.physics.simulate import simulate
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.play.rng import SeededRng
from carrom.terms import Stroke

WITHOUT_SPIN = replace(TOURNAMENT, disc_friction=0.0, frame_friction=0.0, spin_ratio=0.0)  # all that others can
POCKET_ROOM = 0.015  # m; discs of the strokes for others stay so far from the pockets, which others do not have
MOST_LEVERAGE = 100.0  # m that the worst disc moves a radian of the stroke: 1.7 mm a thousandth of a degree


class Sample(NamedTuple):
    """One stroke on one position."""

    position: Position
    stroke: Stroke


def midgame(coins: int, strokes: int, *, seed: int = 3) -> tuple[Position, NDArray[np.float64]]:
    """So many coins on the surface, and strokes roughly at them at the speeds of play. Shapes: strokes (n, 3)."""
    rng = np.random.default_rng((seed, coins))
    places: list[tuple[float, float]] = []
    while len(places) < coins:
        x, y = float(rng.uniform(-0.32, 0.32)), float(rng.uniform(-0.2, 0.32))
        near = math.hypot(abs(x) - m.POCKET_CENTRE, abs(y) - m.POCKET_CENTRE) < m.POCKET_RADIUS
        if not near and all(math.hypot(x - a, y - b) > 2.1 * m.COIN_RADIUS for a, b in places):
            places.append((x, y))
    position = Position(tuple(PlacedPiece(k + 2, x, y) for k, (x, y) in enumerate(places)))
    offsets = rng.uniform(-m.BASE_CIRCLE_OFFSET, m.BASE_CIRCLE_OFFSET, strokes)
    aims = np.array(places)[rng.integers(coins, size=strokes)]
    angles = np.arctan2(aims[:, 1] + m.BASE_MIDDLE, aims[:, 0] - offsets) - math.pi / 2
    angles += rng.normal(0, 0.04, strokes)
    return position, np.column_stack((offsets, angles, rng.uniform(0.8, 4.0, strokes)))


def opening_breaks(count: int) -> tuple[list[Position], NDArray[np.float64]]:
    """Racks with gaps of about 0.1 mm, each with its own seed, struck straight at 5 m/s. Shapes: strokes (n, 3)."""
    return [opening(SeededRng(seed)) for seed in range(count)], np.tile((0.0, 0.0, 5.0), (count, 1))


def for_every_engine(count: int, surface: Surface = WITHOUT_SPIN, *, seed: int = 8) -> list[Sample]:
    """Strokes of play with eight coins that any engine can follow.

    Two contacts or more, no disc near a pocket, and no end that a thousandth of a degree moves by more than 1.7 mm:
    else the difference would tell of the stroke, not of the engine.
    """
    rng = np.random.default_rng(seed)
    found: list[Sample] = []
    while len(found) < count:
        position, table = midgame(8, 1, seed=int(rng.integers(2**31)))
        stroke = Stroke(*table[0].tolist())
        motion = simulate(position, stroke, surface=surface)
        if len(motion.event_table) < 2 or comes_near_a_pocket(motion):
            continue
        turned = simulate(position, replace(stroke, angle=stroke.angle + 1e-6), surface=surface)
        if worst(rests(motion), rests(turned)) <= 1e-6 * MOST_LEVERAGE:
            found.append(Sample(position, stroke))
    return found


def comes_near_a_pocket(motion: Motion, *, room: float = POCKET_ROOM) -> bool:
    """Whether any disc's centre comes nearer to a pocket than `room`; looked at some two hundred times."""
    if motion.pocketed:
        return True
    return any(
        math.hypot(abs(disc.x) - m.POCKET_CENTRE, abs(disc.y) - m.POCKET_CENTRE) < m.POCKET_RADIUS + room
        for t in np.linspace(0.0, motion.duration, 200).tolist()
        for disc in motion.at(t)
    )


def rests(motion: Motion) -> dict[int, tuple[float, float]]:
    """The beginning of each disc's last segment: the place where it came to rest, or fell."""
    return {int(row[0]): (row[2], row[3]) for row in motion.segments.tolist()}


def worst(one: dict[int, tuple[float, float]], other: dict[int, tuple[float, float]]) -> float:
    """The farthest that a disc lies from itself in the other, in metres."""
    return max(math.dist(one[number], other[number]) for number in one)


def moved(
    one: dict[int, tuple[float, float]], other: dict[int, tuple[float, float]], motion: Motion
) -> Sequence[float]:
    """How far each disc that moved lies from itself in the other, in metres."""
    start = {disc.number: (disc.x, disc.y) for disc in motion.at(0.0)}
    return [math.dist(one[n], other[n]) for n in one if math.dist(one[n], start[n]) > 1e-4]
