"""Random positions and strokes for the tests of the simulation, all from numpy's seeded generators."""

import math

import numpy as np

from carrom.equipment import measurements as m
from carrom.equipment.position import PlacedPiece, Position

REACH = m.COIN_RADIUS + m.STRIKER_RADIUS
NUMBERS = np.arange(1, 20)
CLEAR = (2 * m.COIN_RADIUS + 1e-4) ** 2  # of the distance of two pieces that lie apart


def scattered(rng: np.random.Generator, coins: int) -> Position:
    """So many pieces anywhere on the surface, off the own base line and out of the pockets."""
    places: list[tuple[float, float]] = []
    least, span = -m.HALF_SURFACE + m.COIN_RADIUS, 2 * (m.HALF_SURFACE - m.COIN_RADIUS)
    while len(places) < coins:
        x, y = least + span * rng.random(), least + span * rng.random()  # as rng.uniform gives them, in a tenth of it
        if math.hypot(abs(x) - m.POCKET_CENTRE, abs(y) - m.POCKET_CENTRE) < m.POCKET_RADIUS + 0.005:
            continue
        if abs(y + m.BASE_MIDDLE) < REACH:
            continue
        for a, b in places:
            if (x - a) * (x - a) + (y - b) * (y - b) <= CLEAR:
                break
        else:
            places.append((x, y))
    return numbered(rng, places)


def rack(rng: np.random.Generator, gap: float, turn: float = math.pi / 2) -> Position:
    """Nineteen pieces in the middle, neighbours `gap` apart on average."""
    places = [(0.0, 0.0)]
    d = 2 * m.COIN_RADIUS + gap
    for k in range(6):
        for distance, a in ((d, 0.0), (2 * d, 0.0), (math.sqrt(3) * d, math.pi / 6)):
            a += turn + k * math.pi / 3
            places.append((distance * math.cos(a), distance * math.sin(a)))
    moved = [(x + (0.7 * rng.random() - 0.35) * gap, y + (0.7 * rng.random() - 0.35) * gap) for x, y in places]
    return numbered(rng, moved)


def numbered(rng: np.random.Generator, places: list[tuple[float, float]]) -> Position:
    """The places taken by random numbers."""
    numbers = rng.permutation(NUMBERS)[: len(places)].tolist()
    return Position(tuple(sorted(PlacedPiece(n, x, y) for n, (x, y) in zip(numbers, places, strict=True))))


def angle_towards(offset: float, x: float, y: float) -> float:
    """The angle of a stroke from SOUTH that aims at a point."""
    return math.atan2(y + m.BASE_MIDDLE, x - offset) - math.pi / 2


def any_stroke(rng: np.random.Generator) -> tuple[Position, tuple[float, float, float]]:
    """A position and a stroke of any kind: racks with gaps from none to 0.1 mm, few and many pieces, all directions."""
    offset = float(rng.uniform(-m.BASE_CIRCLE_OFFSET, m.BASE_CIRCLE_OFFSET))
    kind = rng.integers(4)
    if kind == 0:
        position = rack(
            rng, (0.0, 1e-7, 1e-5, 1e-4)[rng.integers(4)], rng.uniform(0, math.pi) if rng.random() < 0.5 else 0.5236
        )
        angle = angle_towards(offset, rng.normal(0, 0.03), rng.normal(0, 0.03))
    else:
        position = scattered(rng, int(rng.integers(1, 19)))
        piece = position.pieces[rng.integers(len(position.pieces))]
        angle = rng.uniform(-math.pi, math.pi) if kind == 1 else angle_towards(offset, piece.x, piece.y)
    return position, (offset, float(angle), float(rng.uniform(0.2, 8.0)))


def midgame_strokes(rng: np.random.Generator, position: Position, count: int) -> np.ndarray:
    """Strokes from SOUTH roughly towards the pieces, at the speeds of play. Shapes: result (count, 3)."""
    offsets = rng.uniform(-m.BASE_CIRCLE_OFFSET, m.BASE_CIRCLE_OFFSET, count)
    aims = rng.integers(len(position.pieces), size=count)
    angles = [
        angle_towards(o, position.pieces[a].x, position.pieces[a].y) + rng.normal(0, 0.04)
        for o, a in zip(offsets, aims, strict=True)
    ]
    return np.column_stack((offsets, angles, rng.uniform(0.8, 4.0, count)))
