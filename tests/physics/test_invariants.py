"""What holds on every stroke, whatever it is: 2,000 random ones in each run."""

import numpy as np
import pytest

from carrom.equipment.validity import check_position
from carrom.physics.motion import PAIR, Motion
from carrom.physics.simulate import simulate, simulate_batch
from carrom.terms import Stroke
from physics import paths
from physics.samples import any_stroke

STROKES = 2_000


@pytest.fixture(scope="module")
def motions() -> list[Motion]:
    rng = np.random.default_rng(20)
    return [simulate(position, Stroke(*stroke)) for position, stroke in (any_stroke(rng) for _ in range(STROKES))]


def test_everything_is_a_number_and_comes_to_rest(motions: list[Motion]):
    for motion in motions:
        assert np.isfinite(motion.segments).all()
        assert np.isfinite(motion.event_table).all()
        last = {int(row[0]): row for row in motion.segments}
        assert all(row[paths.VX] == row[paths.VY] == 0 for row in last.values())
        assert motion.duration == motion.segments[-1, paths.T]


def test_pieces_at_rest_can_lie_so(motions: list[Motion]):
    for motion in motions:
        check_position(motion.final)


def test_every_piece_lies_on_the_surface_or_fell(motions: list[Motion]):
    for motion in motions:
        fell = {number for number in motion.pocketed if number}

        assert set(motion.final.numbers) | fell | {0} == set(motion.numbers)
        assert not set(motion.final.numbers) & fell


def test_rest_is_where_the_last_segments_end(motions: list[Motion]):
    for motion in motions:
        last = {int(row[0]): row for row in motion.segments}
        for number, x, y in motion.final.pieces:
            assert (x, y) == (last[number][paths.X], last[number][paths.Y])


def test_segments_are_continuous_and_in_order(motions: list[Motion]):
    for motion in motions:
        joints = paths.joints(motion)
        jump = np.abs(joints.before[:, paths.X : paths.Y + 1] - joints.after[:, paths.X : paths.Y + 1])
        moved_apart = joints.after[:, paths.T] == motion.duration  # pieces that rest in each other, by micrometres

        assert jump[~moved_apart].max(initial=0) < 1e-12
        assert jump[moved_apart].max(initial=0) < 5e-6
        assert (np.diff(motion.segments[:, paths.T]) >= 0).all()
        assert (np.diff(motion.event_table[:, 0]) >= 0).all()


def test_energy_never_grows(motions: list[Motion]):
    for motion in motions:
        joints = paths.joints(motion)
        gain = paths.energies(joints.after) - paths.energies(joints.before)
        _, moment = np.unique(joints.after[:, paths.T], return_inverse=True)

        assert np.bincount(moment, gain).max() <= 1e-15
        rows = motion.segments
        assert (rows[:, paths.VX] * rows[:, paths.AX] <= 0).all()
        assert (rows[:, paths.VY] * rows[:, paths.AY] <= 0).all()
        assert (rows[:, paths.W] * rows[:, paths.AW] <= 0).all()


def test_impacts_of_discs_keep_the_momentum(motions: list[Motion]):
    for motion in motions:
        joints = paths.joints(motion)
        mass = paths.masses_and_radii(joints.after[:, 0])[0][:, None]
        change = mass * (joints.after - joints.before)[:, paths.VX : paths.VY + 1]
        moments, moment = np.unique(joints.after[:, paths.T], return_inverse=True)
        kinds = motion.event_table
        stopped = (joints.after[:, paths.VX] == 0) & (joints.after[:, paths.VY] == 0)  # slower than 0.1 mm/s
        others = np.concatenate((kinds[kinds[:, 1] != PAIR, 0], joints.after[stopped, paths.T]))
        only_pairs = np.isin(moments, kinds[kinds[:, 1] == PAIR, 0]) & ~np.isin(moments, others)
        for axis in range(2):
            assert np.abs(np.bincount(moment, change[:, axis])[only_pairs]).max(initial=0) < 1e-15


def test_discs_stay_out_of_each_other_and_of_the_frame(motions: list[Motion]):
    for motion in motions[::4]:
        times = np.concatenate((np.linspace(0, motion.duration, 60), motion.event_table[:, 0]))

        assert paths.deepest_overlap(motion, times) < 5e-6
        assert paths.farthest_beyond_frame(motion, times) < 1e-12


@pytest.mark.slow
def test_a_hundred_thousand_strokes_end_well():
    rng = np.random.default_rng(21)
    for _ in range(20):
        positions, strokes = zip(*(any_stroke(rng) for _ in range(5_000)), strict=True)
        batch = simulate_batch(positions, np.array(strokes))

        assert (batch.status == 0).all()
        assert np.isfinite(batch.durations).all()
        assert batch.event_counts.max() < 50_000
        for row in range(0, 5_000, 50):
            check_position(batch.final(row))
