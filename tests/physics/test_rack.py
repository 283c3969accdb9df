"""The touching rack: random gaps, single impacts there, and discs that press on one another as an option.

The column of springs in small steps: stiffness 1e7 N/m, 5 m/s, 4 ms after the contact (docs/physics/model.md).
"""

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from carrom.equipment import measurements as m
from carrom.equipment.arrangement import opening
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.motion import Motion
from carrom.physics.simulate import simulate, simulate_batch
from carrom.physics.surface import TOURNAMENT, Surface, SurfaceError
from carrom.terms import Stroke
from tests.support.physics import paths
from tests.support.physics.samples import any_stroke, rack, scattered

SPRINGS = TOURNAMENT
RIGID = replace(TOURNAMENT, contact_stiffness=0.0)
BREAK = Stroke(0.0, 0.0, 5.0)


def some_time_after(motion: Motion, later: float = 0.004) -> tuple[float, np.ndarray]:
    """Energy left as a part of the striker's at the first contact; speeds by number, that long after it."""
    hit = motion.events[0].time
    rows = {int(row[0]): row for row in motion.segments if row[1] <= hit + later}
    now = paths.brought_to(np.array([rows[number] for number in sorted(rows)]), np.full(len(rows), hit + later))
    before = paths.brought_to(motion.segments[:1], np.array([hit]))
    straight = now.copy()
    straight[:, paths.W] = 0.0
    part = paths.energies(straight).sum() / paths.energies(before)[0]
    return float(part), np.hypot(now[:, paths.VX], now[:, paths.VY])


def mean_break(gap: float, surface: Surface, seeds: int = 12) -> tuple[float, float, np.ndarray]:
    """Of racks with such gaps: energy left, the striker's speed, the speeds of the coins from the fastest on."""
    energy, striker, coins = [], [], []
    for seed in range(seeds if gap else 1):
        part, speeds = some_time_after(simulate(rack(np.random.default_rng(seed), gap), BREAK, surface=surface))
        energy.append(part)
        striker.append(speeds[0])
        coins.append(np.sort(speeds[1:])[::-1][:4])
    return float(np.mean(energy)), float(np.mean(striker)), np.mean(coins, axis=0)


@pytest.mark.parametrize(
    ("gap", "energy", "striker", "coins"),
    [
        (0.0, 0.74, 1.30, (2.96, 2.23, 2.13, 2.13)),
        (1e-5, 0.68, 0.95, (2.91, 2.15, 2.13, 2.10)),
        (3e-5, 0.57, 0.31, (3.25, 2.28, 2.07, 2.00)),
        (1e-4, 0.46, 0.15, (3.97, 1.63, 1.51, 1.41)),
        (3e-4, 0.47, 0.35, (4.43, 1.64, 1.39, 1.17)),
    ],
)
def test_discs_that_press_on_one_another_break_as_springs_in_small_steps_do(
    gap: float, energy: float, striker: float, coins: tuple[float, ...]
):
    left, slow, fast = mean_break(gap, SPRINGS)

    assert left == pytest.approx(energy, abs=0.025)
    assert slow == pytest.approx(striker, abs=0.06)
    assert fast == pytest.approx(coins, abs=0.2)


def test_single_impacts_agree_with_springs_where_gaps_are_as_hands_leave_them():
    """At 0.1 mm and more the energy is the same within its scatter; below, single impacts know no gap at all."""
    rigid = [mean_break(gap, RIGID)[0] for gap in (1e-5, 1e-4, 3e-4)]

    assert rigid[0] == pytest.approx(rigid[1], abs=0.01)
    assert rigid[1] == pytest.approx(mean_break(1e-4, SPRINGS)[0], abs=0.04)
    assert rigid[2] == pytest.approx(mean_break(3e-4, SPRINGS)[0], abs=0.04)
    assert mean_break(1e-5, SPRINGS)[0] > rigid[0] + 0.1


def test_the_opening_has_random_gaps_and_no_two_breaks_are_alike():
    breaks = set()
    for seed in range(20):
        position = opening(random.Random(seed))
        gaps = [
            math.hypot(one.x - other.x, one.y - other.y) - 2 * m.COIN_RADIUS
            for one in position.pieces
            for other in position.pieces
            if one.number < other.number
        ]
        near = [gap for gap in gaps if gap < 1e-3]
        assert len(near) == 42  # pairs of neighbours in a rack of nineteen
        assert 1e-5 < min(near) and max(near) < 2e-4
        assert np.mean(near) == pytest.approx(1e-4, abs=2e-5)
        assert opening(random.Random(seed)) == position
        breaks.add(simulate(position, BREAK).final)
    assert len(breaks) == 20


def test_two_discs_alone_meet_as_they_do_rigidly_to_the_bit():
    rng = np.random.default_rng(5)
    coin = Position((PlacedPiece(2, 0.05, 0.1),))
    strokes = np.column_stack((rng.uniform(-0.2, 0.2, 200), rng.normal(0, 0.3, 200), rng.uniform(0.5, 6, 200)))
    one, other = simulate_batch(coin, strokes, surface=RIGID), simulate_batch(coin, strokes)

    np.testing.assert_array_equal(one.layouts, other.layouts)
    assert (one.struck > 0).sum() > 20


def test_a_row_of_three_hands_the_stroke_on_and_keeps_the_momentum():
    d = 2 * m.COIN_RADIUS
    row = Position(tuple(PlacedPiece(2 + k, 0.0, k * d) for k in range(3)))
    motion = simulate(row, Stroke(0.0, 0.0, 3.0), surface=SPRINGS)
    hit = motion.events[0]
    after = {int(r[0]): r[paths.VY] for r in motion.segments if r[1] == hit.time}
    before = hit.speed * m.STRIKER_MASS
    coins = m.COIN_MASS * (after[2] + after[3] + after[4])

    assert m.STRIKER_MASS * after[0] + coins == pytest.approx(before, rel=1e-12)
    assert after[4] > after[3] > after[2] > after[0] > 0
    assert {event.number for event in motion.events[:3]} == {0, 2, 3}


def test_with_springs_all_holds_that_must_hold():
    """Energy never grows, nothing overlaps, all comes to rest, mirrored strokes give mirrored bits, recorded or not."""
    rng = np.random.default_rng(6)
    for _ in range(300):
        position, (offset, angle, speed) = any_stroke(rng)
        if rng.random() < 0.5:
            position = rack(rng, (0.0, 1e-6, 3e-5, 2e-4)[rng.integers(4)])
        motion = simulate(position, Stroke(offset, angle, speed), surface=SPRINGS)
        mirror = Position(tuple(PlacedPiece(p.number, -p.x, p.y) for p in position.pieces))
        other = simulate_batch(mirror, [(-offset, -angle, speed)], surface=SPRINGS)
        joints = paths.joints(motion)
        gain = paths.energies(joints.after) - paths.energies(joints.before)
        _, moment = np.unique(joints.after[:, paths.T], return_inverse=True)

        assert np.bincount(moment, gain).max() <= 1e-15
        assert paths.deepest_overlap(motion, np.linspace(0, motion.duration, 30)) < 5e-6
        assert other.final(0) == Position(tuple(PlacedPiece(p.number, -p.x, p.y) for p in motion.final.pieces))
        assert other.trace(0) == motion.trace


def test_a_symmetric_break_stays_symmetric_with_springs():
    position = rack(np.random.default_rng(7), 0.0)
    for speed in (2.0, 5.0, 8.0):
        rest = np.array([(p.x, p.y) for p in simulate(position, Stroke(0.0, 0.0, speed), surface=SPRINGS).final.pieces])
        assert all(np.hypot(rest[:, 0] + x, rest[:, 1] - y).min() < 1e-9 for x, y in rest)


def test_springs_change_little_where_discs_lie_scattered():
    rng = np.random.default_rng(8)
    same = 0
    for _ in range(40):
        position = scattered(rng, 8)
        stroke = (float(rng.uniform(-0.2, 0.2)), float(rng.normal(0, 0.4)), 2.0)
        one, other = (simulate_batch(position, [stroke], surface=surface) for surface in (RIGID, SPRINGS))
        same += one.final(0) == other.final(0)
    assert same > 25


def test_a_contact_softer_than_wood_could_be_is_refused():
    with pytest.raises(SurfaceError, match="contact_stiffness"):
        replace(TOURNAMENT, contact_stiffness=100.0)
