"""The table of sliding and spinning is what its script makes."""

import json
import math
from decimal import Decimal
from itertools import pairwise

import pytest

from carrom.physics.build_sliding_table import STEPS, TABLE, bend, even_part, friction, sliding_table


def test_the_file_is_what_the_script_makes():
    assert TABLE.read_text(encoding="ascii") == sliding_table()


def test_its_ends_and_its_middle_are_known():
    table = json.loads(TABLE.read_text(encoding="ascii"))

    assert len(table) == STEPS + 1
    assert table[0] == [1.0, 1.0]
    assert table[-1] == [0.0, pytest.approx(-2 / 3)]
    assert bend(0.5) == pytest.approx(2 / 3, abs=1e-12)  # force 8 / 3 pi, torque 8 / 9 pi
    equal = [float(part) for part in friction(Decimal(1), Decimal(1))]
    assert equal == pytest.approx([8 / (3 * math.pi), 8 / (9 * math.pi)], abs=1e-15)
    forces, bends = zip(*table, strict=True)
    assert list(forces) == sorted(forces, reverse=True)
    assert list(bends) == sorted(bends, reverse=True)


def test_weak_spin_lengthens_a_slide_by_a_quarter_of_its_square():
    """1 / force = 1 + (R w / v)² / 4: force is 1 - r² / 8 r² grows as 1 / v: twice that over the way."""
    (force, _) = json.loads(TABLE.read_text(encoding="ascii"))[2]
    ratio = (2 / STEPS) / (1 - 2 / STEPS)

    assert 1 / force - 1 == pytest.approx(ratio**2 / 4, rel=1e-3)


def test_the_stopping_force_satisfies_its_equation():
    """The way between both ends of a cell of the grid is that of the force there, summed along the curve."""
    table = json.loads(TABLE.read_text(encoding="ascii"))
    even = even_part() * STEPS
    for k in (10, 40, 90, 128, 150, 160, 200, 240):
        ends, inner = (k / STEPS, (k + 1) / STEPS), 64
        q = [ends[0] + (ends[1] - ends[0]) * m / inner for m in range(inner + 1)]
        speed = [math.log(1.0)]
        for one, other in pairwise(q):  # d ln v = dq / (q (1 - q) (-bend / 2))
            middle = (one + other) / 2
            speed.append(speed[-1] + (other - one) / (-0.5 * middle * (1 - middle) * bend(middle)))
        v2 = [math.exp(2 * each) for each in speed]
        way = sum(
            abs(a - b) / float(friction(1 - Decimal((one + other) / 2), Decimal((one + other) / 2))[0])
            for (a, b), (one, other) in zip(pairwise(v2), pairwise(q), strict=True)
        )

        assert abs(v2[0] / table[k][0] - v2[-1] / table[k + 1][0]) == pytest.approx(way, rel=2e-4), (k, even)


def test_both_end_together_at_the_known_ratio():
    """v / R w stays what it is where dv/v = dw/w, so where force = 2 torque v / R w: at 0.653 (Farkas et al.)."""
    table = json.loads(TABLE.read_text(encoding="ascii"))
    ratios = [(STEPS - k) / k for k in range(1, STEPS)]
    growing = [bend_there < 0 for _, bend_there in table[1:-1]]
    change = growing.index(True)

    assert all(growing[change:])
    assert not any(growing[:change])
    assert ratios[change] < 0.653 < ratios[change - 1]
    assert (1 - even_part()) / even_part() == pytest.approx(0.653, abs=5e-4)
