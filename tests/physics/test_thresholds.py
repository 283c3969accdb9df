"""What the thresholds of the simulation cost: with each of them halved, nearly nothing changes."""

from dataclasses import replace

import numpy as np
import pytest

from carrom.physics.surface import TOURNAMENT
from tests.support.physics.comparing import HALVED, THRESHOLDS, with_other_pocketed


def test_all_thresholds_halved_change_less_than_one_set_of_pocketed_discs_in_a_hundred():
    share, apart = with_other_pocketed(TOURNAMENT, HALVED, positions=20, strokes=400)

    assert share < 0.01
    assert np.median(apart) < 1e-3


@pytest.mark.parametrize("name", THRESHOLDS)
def test_no_threshold_alone_changes_more(name: str):
    halved = replace(TOURNAMENT, **{name: getattr(TOURNAMENT, name) / 2})
    share, _ = with_other_pocketed(TOURNAMENT, halved, positions=10, strokes=200)

    assert share < 0.01


def test_what_a_player_feels_changes_more():
    """So that the figures above are not small for want of strokes that tell."""
    for change in ({"disc_friction": 0.10}, {"frame_friction": 0.10}, {"disc_restitution": 0.80}):
        share, _ = with_other_pocketed(TOURNAMENT, replace(TOURNAMENT, **change), positions=10, strokes=200)

        assert share > 0.02
