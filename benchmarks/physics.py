"""Strokes simulated a second, one stroke from Python, the first stroke of a process; pymunk beside it."""

import math
import os
import random
import subprocess
import sys
import tempfile
import time

import numpy as np

from benchmarks.figures import Figure, best_of
from carrom.equipment import measurements as m
from carrom.equipment.arrangement import opening
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.simulate import simulate, simulate_batch
from carrom.terms import Stroke

_FIRST = (
    "from carrom.physics.simulate import simulate; from carrom.equipment.position import Position;"
    "from carrom.terms import Stroke; simulate(Position(), Stroke(0.0, 0.0, 2.0))"
)


def measure() -> list[Figure]:
    """Figures of one core unless said otherwise, each the best of several runs."""
    position, midgame = _midgame(20_000)
    breaks = [opening(random.Random(seed)) for seed in range(1_000)]
    straight = np.tile((0.0, 0.0, 5.0), (len(breaks), 1))
    mid = len(midgame) / best_of(lambda: simulate_batch(position, midgame), times=9)
    two = len(midgame) / best_of(lambda: simulate_batch(position, midgame, threads=2), times=9)
    broken = len(breaks) / best_of(lambda: simulate_batch(breaks, straight), times=9)
    few = [Stroke(*row) for row in midgame[:200].tolist()]
    one = best_of(lambda: [simulate(position, stroke) for stroke in few], times=9) / len(few)
    one_break = best_of(lambda: [simulate(p, Stroke(0.0, 0.0, 5.0)) for p in breaks[:50]], times=9) / 50
    cold, cached = _first_strokes()
    peer = 1 / best_of(lambda: _pymunk(position, few[0], 1e-3), times=3)
    return [
        Figure(name="strokes, 8 coins, batch", value=mid, unit="1/s", should_be=100_000, better="more"),
        Figure(name="opening breaks, batch", value=broken, unit="1/s", should_be=5_000, better="more"),
        Figure(name="two threads against one", value=two / mid, unit="times"),
        Figure(name="stroke recorded, 8 coins", value=one * 1e6, unit="us", should_be=40),
        Figure(name="opening break recorded", value=one_break * 1e6, unit="us", should_be=300),
        Figure(name="first stroke of a process, cold", value=cold, unit="s", should_be=8),
        Figure(name="first stroke of a process, cached", value=cached, unit="s", should_be=0.7),
        Figure(name="pymunk at 1 ms, 8 coins", value=peer, unit="1/s"),
        Figure(name="batch against pymunk at 1 ms", value=mid / peer, unit="times"),
    ]


def _midgame(count: int) -> tuple[Position, np.ndarray]:
    """Eight coins and strokes roughly at them, all possible."""
    rng = np.random.default_rng(3)
    places: list[tuple[float, float]] = []
    while len(places) < 8:
        x, y = rng.uniform(-0.32, 0.32), rng.uniform(-0.2, 0.32)
        if all(math.hypot(x - a, y - b) > 2.1 * m.COIN_RADIUS for a, b in places):
            places.append((float(x), float(y)))
    position = Position(tuple(PlacedPiece(k + 2, x, y) for k, (x, y) in enumerate(places)))
    offsets = rng.uniform(-m.BASE_CIRCLE_OFFSET, m.BASE_CIRCLE_OFFSET, count)
    aims = np.array(places)[rng.integers(8, size=count)]
    angles = np.arctan2(aims[:, 1] + m.BASE_MIDDLE, aims[:, 0] - offsets) - math.pi / 2 + rng.normal(0, 0.04, count)
    return position, np.column_stack((offsets, angles, rng.uniform(0.8, 4.0, count)))


def _first_strokes() -> tuple[float, float]:
    """Seconds from the start of a process to its first stroke: nothing cached, and the best of three cached."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
        taken = []
        for _ in range(4):
            start = time.perf_counter()
            subprocess.run([sys.executable, "-c", _FIRST], env=environment, check=True)
            taken.append(time.perf_counter() - start)
    return taken[0], min(taken[1:])


def _pymunk(position: Position, stroke: Stroke, step: float) -> None:
    """The same stroke in steps, without spin and pockets."""
    import pymunk

    space = pymunk.Space()
    half = 1000 * m.HALF_SURFACE
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    for k in range(4):
        frame = pymunk.Segment(space.static_body, corners[k], corners[(k + 1) % 4], 1)
        frame.elasticity = 0.75 / math.sqrt(0.85)
        space.add(frame)
    bodies = []
    discs = [(stroke.offset, -m.BASE_MIDDLE, m.STRIKER_RADIUS, m.STRIKER_MASS)]
    discs += [(p.x, p.y, m.COIN_RADIUS, m.COIN_MASS) for p in position.pieces]
    for x, y, radius, mass in discs:
        body = pymunk.Body(1000 * mass, pymunk.moment_for_circle(1000 * mass, 0, 1000 * radius))
        body.position = (1000 * x, 1000 * y)
        circle = pymunk.Circle(body, 1000 * radius)
        circle.elasticity = math.sqrt(0.85)
        slide = pymunk.PivotJoint(space.static_body, body, (0, 0), (0, 0))
        slide.max_bias, slide.max_force = 0, 1000 * mass * 0.12 * 9810
        space.add(body, circle, slide)
        bodies.append(body)
    speed = 1000 * stroke.speed
    bodies[0].velocity = (-speed * math.sin(stroke.angle), speed * math.cos(stroke.angle))
    for _ in range(400):
        for _ in range(20):
            space.step(step)
        if max(body.velocity.length for body in bodies) < 1:
            return
