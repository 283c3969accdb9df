"""The kernel against springs and dashpots in small steps: two ways that share nothing come to the same rest."""

import numpy as np
import pytest

from carrom.cli.benchmarks.strokes import Sample
from carrom.physics.surface import TOURNAMENT
from tests.support.physics.comparing import FINE, STIFF, WITHOUT_RUBBING, apart_from_springs, well_conditioned
from tests.support.thorough import one_of

STROKES = one_of(16, 40)


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    return well_conditioned(FINE, STROKES)


@pytest.fixture(scope="module")
def apart(samples: list[Sample]) -> list[np.ndarray]:
    """How far apart the worst disc of each stroke ends, in order, for each stiffness."""
    return [np.sort(apart_from_springs(samples, FINE, stiffness)) for stiffness in STIFF]


def test_the_worst_disc_agrees_to_two_millimetres(apart: list[np.ndarray]):
    assert apart[-1].max() < 2e-3
    assert np.median(apart[-1]) < 2e-4


def test_it_agrees_better_the_stiffer_the_springs_are(apart: list[np.ndarray]):
    soft, middle, stiff = apart

    assert np.median(soft) > np.median(middle) > np.median(stiff)
    assert np.median(soft) > 2 * np.median(stiff)
    assert soft[-4] > middle[-4] > stiff[-4]


def test_as_played_the_worst_disc_agrees_to_two_millimetres_too(samples: list[Sample]):
    soft, middle, stiff = (np.sort(apart_from_springs(samples, TOURNAMENT, stiffness)) for stiffness in STIFF)

    assert stiff.max() < 2e-3
    assert np.median(stiff) < 4e-4
    assert np.median(soft) > np.median(middle) > np.median(stiff)
    assert soft[-4] > middle[-4] > stiff[-4]


def test_discs_that_do_not_rub_agree_too():
    apart = apart_from_springs(well_conditioned(WITHOUT_RUBBING, STROKES), WITHOUT_RUBBING, STIFF[-1])

    assert apart.max() < 2e-3
    assert np.median(apart) < 2e-4
