"""How exact the kernel is: against springs in small steps, against its own thresholds, against other engines."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from carrom.cli.benchmarks.figures import Figure
from carrom.cli.benchmarks.peers import Peer, installed
from carrom.cli.benchmarks.strokes import for_every_engine, moved, rests
from carrom.physics.simulate import simulate
from carrom.physics.surface import TOURNAMENT, Surface

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))  # the oracles live with the tests
from tests.support.physics.comparing import (
    FINE,
    HALVED,
    STIFF,
    THRESHOLDS,
    WITHOUT_RUBBING,
    apart_from_springs,
    well_conditioned,
    with_other_pocketed,
)

STROKES = 40
PHYSICAL = 1e7  # N/m: a contact takes some 50 us
FINER_STEPS = {"pymunk": (1e-3, 1e-4, 1e-5), "Box2D": (1e-3, 1e-4), "MuJoCo": (5e-4,)}
CHANGES: dict[str, dict[str, float]] = {  # what a board may have otherwise, to compare with
    "without spin and friction at the rims": {"disc_friction": 0.0, "frame_friction": 0.0, "spin_ratio": 0.0},
    "friction of discs 0.15 to 0.10": {"disc_friction": 0.10},
    "friction of the frame 0.15 to 0.10": {"frame_friction": 0.10},
    "restitution of discs 0.85 to 0.80": {"disc_restitution": 0.80},
    "restitution of the frame 0.75 to 0.70": {"frame_restitution": 0.70},
    "friction of the board + 5 %": {"board_friction": 0.126},
    "discs held by pockets at once": {"pocket_drop": 0.0},
    "spin does not slow the sliding": {"spin_ratio": 0.0},
}


def measure() -> Iterator[Figure]:
    """Differences in millimetres at rest, of the worst disc of each stroke unless said otherwise."""
    for name, surface in (("fine pieces", FINE), ("as played", TOURNAMENT), ("no rubbing", WITHOUT_RUBBING)):
        samples = well_conditioned(FINE if surface is TOURNAMENT else surface, STROKES)
        for stiffness in (PHYSICAL, *STIFF):
            apart = 1000 * apart_from_springs(samples, surface, stiffness)
            yield Figure(
                name=f"springs of {stiffness:.0e} N/m, {name}",
                value=float(np.median(apart)),
                unit="mm",
                note=f"median of {STROKES} strokes; 90 % within {np.quantile(apart, 0.9):.2g}, all {apart.max():.2g}",
            )
    yield _other_sets("all thresholds halved", HALVED, should_be=1.0)
    for name in THRESHOLDS:
        yield _other_sets(f"{name} halved", replace(TOURNAMENT, **{name: getattr(TOURNAMENT, name) / 2}))
    for says, values in CHANGES.items():
        yield _other_sets(says, replace(TOURNAMENT, **values))
    for peer in installed():
        for step in FINER_STEPS[peer.name]:
            yield _against(peer, step)


def _other_sets(name: str, surface: Surface, should_be: float | None = None) -> Figure:
    share, apart = with_other_pocketed(TOURNAMENT, surface, positions=50, strokes=400)
    off = 1000 * apart[apart > 0]
    note = "no disc is moved" if not len(off) else f"discs that it moves: median {np.median(off):.2g} mm"
    return Figure(name=f"{name}: other discs fall in", value=100 * share, unit="%", should_be=should_be, note=note)


def _against(peer: Peer, step: float) -> Figure:
    off = []
    for sample in for_every_engine(20, peer.surface):
        motion = simulate(*sample, surface=peer.surface)
        off += moved(rests(motion), peer.play(sample, peer.surface, step), motion)
    apart = 1000 * np.array(off)
    return Figure(
        name=f"{peer.name} at {1000 * step:g} ms, discs that move",
        value=float(np.median(apart)),
        unit="mm",
        note=f"median of 20 strokes without spin; 90 % within {np.quantile(apart, 0.9):.2g}, all {apart.max():.2g}",
    )
