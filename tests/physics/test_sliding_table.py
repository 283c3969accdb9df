"""The table of sliding and spinning is what its script makes."""

import json
import math

import pytest

from carrom.physics.make_sliding import STEPS, TABLE, sliding_table


def test_the_file_is_what_the_script_makes():
    assert TABLE.read_text(encoding="ascii") == sliding_table()


def test_its_ends_and_its_middle_are_known():
    table = json.loads(TABLE.read_text(encoding="ascii"))

    assert len(table) == STEPS + 1
    assert table[0] == [1.0, 0.0]
    assert table[-1] == [0.0, 2 / 3]
    assert table[STEPS // 2] == pytest.approx([8 / (3 * math.pi), 8 / (9 * math.pi)], abs=1e-15)
    forces, torques = zip(*table, strict=True)
    assert list(forces) == sorted(forces, reverse=True)
    assert list(torques) == sorted(torques)


def test_both_end_together_at_the_known_ratio():
    """v / R w stays what it is where dv/v = dw/w, so where force = 2 torque v / R w: at 0.653 (Farkas et al.)."""
    table = json.loads(TABLE.read_text(encoding="ascii"))
    ratios = [(STEPS - k) / k for k in range(1, STEPS)]
    growing = [force < 2 * torque * e for e, (force, torque) in zip(ratios, table[1:-1], strict=True)]
    change = growing.index(True)

    assert all(growing[change:])
    assert not any(growing[:change])
    assert ratios[change] < 0.653 < ratios[change - 1]
