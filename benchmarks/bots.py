"""Computers: how long they think about a stroke, and what the levels do to each other."""

import random
import time
from collections.abc import Iterator
from itertools import pairwise

from carrom.bots.contest import arena
from carrom.bots.outcomes import warm_up
from carrom.bots.protocol import BUDGET_S
from carrom.bots.registry import find, names
from carrom.cli.measuring.figures import Figure, percentile
from carrom.match.awaiting import Decision
from carrom.play.scenes import NAMES, scene

BOARDS = 40


def measure() -> Iterator[Figure]:
    """Thinking time in ms over the scenes, and wins of each level over the one below it, of so many boards."""
    warm_up()
    scenes = [scene(name) for name in NAMES]
    awaited = [state for state in scenes if state.match.awaiting.kind is Decision.STROKE]
    for name in names():
        times = []
        for seed in range(3):
            for state in awaited:
                begun = time.perf_counter()
                find(name).answer(state, random.Random(seed))
                times.append((time.perf_counter() - begun) * 1e3)
        yield Figure(name=f"{name}: a stroke, median", value=percentile(times, 0.5), unit="ms")
        yield Figure(name=f"{name}: a stroke, longest", value=max(times), unit="ms", should_be=BUDGET_S * 1e3)
    for weaker, stronger in pairwise(names()):
        met = arena(stronger, weaker, boards=BOARDS)
        note = f"rating {met.rating:+.0f} ({met.rating_low:+.0f} to {met.rating_high:+.0f})"
        yield Figure(
            name=f"{stronger} beats {weaker}, boards of {BOARDS}",
            value=met.wins_a,
            unit="",
            should_be=24,
            better="more",
            note=note,
        )
