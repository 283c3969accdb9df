"""The kernel against an engine that others made: pymunk, in steps of a tenth of a millisecond, without spin."""

import numpy as np
import pytest

from carrom.cli.benchmarks.peers import play_pymunk
from carrom.cli.benchmarks.strokes import WITHOUT_SPIN, Sample, for_every_engine, moved, rests
from carrom.physics.simulate import simulate


def apart(samples: list[Sample], step: float) -> list[np.ndarray]:
    """For each stroke how far apart the discs end that moved, in metres."""
    found = []
    for sample in samples:
        motion = simulate(*sample, surface=WITHOUT_SPIN)
        found.append(np.array(moved(rests(motion), play_pymunk(sample, WITHOUT_SPIN, step), motion)))
    return found


@pytest.mark.slow
def test_twenty_strokes_end_as_in_pymunk():
    """Its error is of the order of its step, and a stroke multiplies it: so most strokes agree, not every one."""
    samples = for_every_engine(20)
    fine, coarse = apart(samples, 1e-4), apart(samples, 1e-3)

    assert np.median(np.concatenate(fine)) < 2e-3
    assert np.mean([discs.max() < 0.01 for discs in fine]) >= 0.7
    assert np.median(np.concatenate(coarse)) > 3 * np.median(np.concatenate(fine))


def test_a_few_simple_strokes_end_as_in_pymunk_to_a_millimetre():
    """Two to four contacts: nothing is multiplied much."""
    simple = [s for s in for_every_engine(12) if len(simulate(*s, surface=WITHOUT_SPIN).event_table) <= 4][:3]
    fine = apart(simple, 1e-4)

    assert len(simple) == 3
    assert max(discs.max() for discs in fine) < 3e-3
    assert np.median(np.concatenate(fine)) < 1e-3
