"""Strokes that every engine must play alike, packed for JavaScript, and checksums of what an engine makes of each."""

import math
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.equipment.arrangement import opening
from carrom.equipment.position import Position
from carrom.physics import kernel
from carrom.physics.kernel_inputs import sliding_table
from carrom.physics.native import native
from carrom.physics.simulate import _layouts
from carrom.physics.surface import SURFACES, Surface
from carrom.terms import Seat
from tests.support.physics.samples import angle_towards, any_stroke, midgame_strokes, scattered

MOST_ROWS = 40_000
Engine = Callable[..., None]  # as `kernel.simulate_strokes`
Sample = tuple[Position, tuple[float, float, float], int]  # the number is that of a surface
CANNOT_BE = (
    (0.0, 0.0, 0.0), (0.0, 0.0, 10.1), (0.4, 0.0, 1.0), (0.0, 7.0, 1.0), (math.nan, 0.0, 1.0), (0.0, math.inf, 1.0),
)  # fmt: skip


def _surfaces() -> list[Surface]:
    """All presets, then some with other pieces and with everything random within what plays."""
    rng = np.random.default_rng(40)
    others = [
        Surface(
            board_friction=rng.uniform(0.05, 0.3),
            disc_restitution=rng.uniform(0.5, 1.0),
            disc_friction=rng.uniform(0.0, 0.5),
            frame_restitution=rng.uniform(0.4, 1.0),
            frame_friction=rng.uniform(0.0, 0.5),
            striker_mass=rng.uniform(0.008, 0.015),
            coin_mass=rng.uniform(0.005, 0.0055),
            spin_ratio=float(rng.choice((0.0, 0.1, 0.5))),
            pocket_drop=float(rng.choice((0.0, 0.002, 0.01))),
            pocket_restitution=rng.uniform(0.2, 1.0),
            frame_lift=float(rng.choice((0.0, 0.1, 0.5))),
            contact_stiffness=float(rng.choice((0.0, 1e6, 1e7))),
        )
        for _ in range(12)
    ]
    return [*SURFACES.values(), *others]


SURFACES_PLAYED = _surfaces()


def samples(count: int) -> list[Sample]:
    """So many strokes: some that cannot be, any kind, aimed ones with one to eighteen pieces, and opening breaks."""
    rng = np.random.default_rng(41)
    found: list[Sample] = [(opening(rng), stroke, 0) for stroke in CANNOT_BE]
    while len(found) < count:
        surface = int(rng.integers(len(SURFACES_PLAYED)))
        found.append((*any_stroke(rng), surface))
        position = scattered(rng, int(rng.integers(1, 19)))
        found += [(position, tuple(row), surface) for row in midgame_strokes(rng, position, 2).tolist()]
        if rng.random() < 0.5:
            rack = opening(rng)
            offset = float(rng.uniform(-0.18, 0.18))
            angle = angle_towards(offset, float(rng.normal(0, 0.03)), 0.0)
            found.append((rack, (offset, angle, float(rng.uniform(1.0, 8.0))), surface))
    return found[:count]


def packed(strokes: list[Sample]) -> NDArray[np.float64]:
    """What tests/js/checksums.js reads."""
    parts = [[float(kernel.PARAMETERS), float(len(SURFACES_PLAYED))]]
    parts += [list(surface.parameters) for surface in SURFACES_PLAYED]
    for position, stroke, surface in strokes:
        parts += [[*stroke, float(surface)], _layouts((position,), Seat.SOUTH).ravel().tolist()]
    return np.concatenate([np.array(part, np.float64) for part in parts])


def played(strokes: list[Sample], engine: Engine | None = None) -> Iterator[tuple[NDArray[Any], ...]]:
    """What an engine (if none is given, the compiled one) makes of each.

    Gives final places, order of falling, facts, duration, segments, events.
    """
    segments = np.empty((MOST_ROWS, kernel.SEGMENT_COLUMNS))
    events = np.empty((MOST_ROWS, kernel.EVENT_COLUMNS))
    parameters = [np.array(surface.parameters) for surface in SURFACES_PLAYED]
    simulate_strokes = engine or native().simulate_strokes
    for position, stroke, surface in strokes:
        final = np.full((1, kernel.DISCS, 2), np.nan)
        fallen = np.full((1, kernel.DISCS), -1, np.int8)
        facts = np.zeros((1, kernel.FACTS), np.int64)
        duration = np.zeros(1)
        layout = _layouts((position,), Seat.SOUTH)
        simulate_strokes(
            np.array([stroke]),
            layout,
            parameters[surface],
            sliding_table(),
            final,
            fallen,
            facts,
            duration,
            segments,
            events,
        )
        rows, happened = facts[0, kernel.F_SEGMENT_ROWS], facts[0, kernel.F_EVENT_ROWS]
        yield final, fallen, facts[0].astype("<i4"), duration, segments[:rows], events[:happened]


def checksums(strokes: list[Sample], engine: Engine | None = None) -> list[int]:
    """Of all bits of final places, order of falling, facts, duration, segments and events."""
    result = []
    for parts in played(strokes, engine):
        crc = 0
        for part in parts:
            crc = zlib.crc32(np.ascontiguousarray(part).tobytes(), crc)
        result.append(crc)
    return result
