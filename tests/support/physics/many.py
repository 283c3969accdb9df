"""Many strokes as one table, and what must hold of all of them, each checked for all at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from carrom.equipment.position import PlacedPiece, Position, turn
from carrom.physics.batch import StrokeResults
from carrom.physics.motion import JUMP, PAIR, POCKET, Motion
from carrom.physics.simulate import simulate, simulate_batch
from carrom.physics.surface import OVERLAP_TOLERANCE, TOURNAMENT, Surface
from carrom.terms import Seat, Stroke
from tests.support.physics import paths
from tests.support.physics.paths import AW, AX, AY, NUMBER, VX, VY, T, W, X, Y
from tests.support.physics.samples import any_stroke

DISCS = 20
MOMENTS = 5  # of each stroke at which all discs are looked at
AT_WORK_OVERLAP = 5e-6  # m
LONGEST = 100.0  # s, more than any stroke lasts: disc and time make one number to search for


@dataclass(frozen=True)
class Many:
    """Strokes, each recorded and in a batch. Shapes: rows (n, 10), events (m, 5); discs are stroke * 20 + number."""

    positions: Sequence[Position]
    table: np.ndarray  # (strokes, 3)
    motions: Sequence[Motion]
    batch: StrokeResults
    surface: Surface

    @cached_property
    def stroke_of_row(self) -> np.ndarray:
        return np.repeat(np.arange(len(self.motions)), [len(m.segments) for m in self.motions])

    @cached_property
    def stroke_of_event(self) -> np.ndarray:
        return np.repeat(np.arange(len(self.motions)), [len(m.event_table) for m in self.motions])

    @cached_property
    def rows(self) -> np.ndarray:
        """All segments in order of stroke, disc, time."""
        return self.as_recorded[self._by_disc]

    @cached_property
    def discs(self) -> np.ndarray:
        """The disc of each of `rows`."""
        return self._discs_as_recorded[self._by_disc]

    @cached_property
    def events(self) -> np.ndarray:
        return np.concatenate([m.event_table for m in self.motions])

    @cached_property
    def durations(self) -> np.ndarray:
        return np.array([m.duration for m in self.motions])

    @cached_property
    def is_last(self) -> np.ndarray:
        """Which of `rows` is the last of its disc."""
        return np.append(self.discs[1:] != self.discs[:-1], True)

    @cached_property
    def joints(self) -> paths.Joints:
        """Each row that follows another of the same disc."""
        same = ~self.is_last[:-1]
        return paths.Joints(paths.brought_to(self.rows[:-1][same], self.rows[1:, T][same]), self.rows[1:][same])

    @cached_property
    def moments(self) -> tuple[np.ndarray, np.ndarray]:
        """For each joint the number of its moment, and for each moment the joint with which it begins (in order)."""
        strokes = self.discs[1:][~self.is_last[:-1]] // DISCS
        t = self.joints.after[:, T]
        order = np.lexsort((t, strokes))
        begins = np.append(True, (np.diff(strokes[order]) != 0) | (np.diff(t[order]) != 0))
        moment = np.empty(len(t), int)
        moment[order] = np.cumsum(begins) - 1
        return moment, order[begins]

    def places(self, parts: np.ndarray) -> np.ndarray:
        """Centres of all discs when this part of each stroke is over, NaN where none is. Shapes: (strokes, 20, 2)."""
        t = parts * self.durations
        first = np.flatnonzero(np.append(True, self.discs[1:] != self.discs[:-1]))
        those = self.discs[first]
        then = t[those // DISCS]
        at = np.searchsorted(self.discs * LONGEST + self.rows[:, T], those * LONGEST + then, side="right") - 1
        at = np.maximum(at, first)
        moved = paths.brought_to(self.rows[at], np.maximum(then, self.rows[at, T]))
        places = np.full((len(self.motions) * DISCS, 2), np.nan)
        places[those] = moved[:, X : Y + 1]
        places[those[then >= self.left.reshape(-1)[those]]] = np.nan
        return places.reshape(-1, DISCS, 2)

    @cached_property
    def left(self) -> np.ndarray:
        """When each disc fell or went over the frame, infinite if it did not. Shapes: (strokes, 20)."""
        left = np.full((len(self.motions), DISCS), np.inf)
        those = np.isin(self.events[:, 1], (POCKET, JUMP))
        left[self.stroke_of_event[those], self.events[those, 2].astype(int)] = self.events[those, 0]
        return left

    @cached_property
    def laid(self) -> np.ndarray:
        """Which discs each stroke begins with, the striker among them. Shapes: (strokes, 20)."""
        laid = np.zeros((len(self.motions), DISCS), bool)
        laid.reshape(-1)[self.discs] = True
        return laid

    @cached_property
    def as_recorded(self) -> np.ndarray:
        """All segments in order of stroke and time."""
        return np.concatenate([m.segments for m in self.motions])

    @cached_property
    def _discs_as_recorded(self) -> np.ndarray:
        return self.stroke_of_row * DISCS + self.as_recorded[:, NUMBER].astype(int)

    @cached_property
    def _by_disc(self) -> np.ndarray:
        return np.argsort(self._discs_as_recorded, kind="stable")


def play_many(seed: int, count: int, surface: Surface = TOURNAMENT) -> Many:
    rng = np.random.default_rng(seed)
    positions, strokes = zip(*(any_stroke(rng) for _ in range(count)), strict=True)
    table = np.array(strokes)
    motions = [simulate(p, Stroke(*s), surface=surface) for p, s in zip(positions, strokes, strict=True)]
    return Many(positions, table, motions, simulate_batch(positions, table, surface=surface), surface)


# --- what must hold -------------------------------------------------------------------------------------------------


def everything_is_a_number(many: Many) -> None:
    assert np.isfinite(many.rows).all()
    assert np.isfinite(many.events).all()
    assert np.isfinite(many.durations).all()


def everything_comes_to_rest(many: Many) -> None:
    last = many.rows[many.is_last]
    ends = np.zeros(len(many.motions))
    np.maximum.at(ends, many.discs // DISCS, many.rows[:, T])

    assert (last[:, VX : AY + 1] == 0).all()
    np.testing.assert_array_equal(ends, many.durations)
    assert (many.batch.status == 0).all()
    assert many.durations.max() < 20
    assert many.batch.event_counts.max() < 20_000


def segments_are_continuous_and_in_order(many: Many) -> None:
    jump = np.abs(many.joints.after - many.joints.before)[:, X : Y + 1].max(axis=1)
    strokes = many.discs[1:][~many.is_last[:-1]] // DISCS
    parted = many.joints.after[:, T] == many.durations[strokes]  # discs at rest in each other, by micrometres

    assert jump[~parted].max(initial=0) < 1e-12
    assert jump[parted].max(initial=0) < AT_WORK_OVERLAP
    for strokes, times in (
        (many.stroke_of_row, many.as_recorded[:, T]),
        (many.stroke_of_event, many.events[:, 0]),
    ):
        assert ((np.diff(times) >= 0) | (np.diff(strokes) > 0)).all()


def energy_never_grows(many: Many) -> None:
    moment, _ = many.moments
    gain = paths.energies(many.joints.after, many.surface) - paths.energies(many.joints.before, many.surface)

    assert np.bincount(moment, gain).max() <= 1e-15  # J; a break has 0.2
    assert (many.rows[:, VX] * many.rows[:, AX] <= 0).all()
    assert (many.rows[:, VY] * many.rows[:, AY] <= 0).all()
    assert (many.rows[:, W] * many.rows[:, AW] <= 0).all()


def impacts_of_discs_keep_the_momentum(many: Many) -> None:
    moment, begins = many.moments
    after = many.joints.after
    strokes = many.discs[1:][~many.is_last[:-1]] // DISCS
    mass = paths.masses_and_radii(after[:, NUMBER], many.surface)[0][:, None]
    change = mass * (after - many.joints.before)[:, VX : VY + 1]
    key = strokes[begins] * LONGEST + after[begins, T]
    others = many.events[:, 1] != PAIR
    key_of_event = many.stroke_of_event * LONGEST + many.events[:, 0]
    stopped = (after[:, VX] == 0) & (after[:, VY] == 0)  # slower than 0.1 mm/s
    with_others = np.isin(key, key_of_event[others])
    with_others[moment[stopped]] = True
    with_pairs = np.isin(key, key_of_event[~others])

    assert (with_pairs & ~with_others).sum() > len(many.motions) / 2
    for axis in range(2):
        assert np.abs(np.bincount(moment, change[:, axis]))[with_pairs & ~with_others].max() < 1e-15


def discs_stay_out_of_each_other_and_of_the_frame(many: Many) -> None:
    rng = np.random.default_rng(1)
    radius = paths.masses_and_radii(np.arange(DISCS), many.surface)[1]
    for _ in range(MOMENTS):
        places = many.places(rng.uniform(0, 1, len(many.motions)))

        assert least_gap(places, radius) > -AT_WORK_OVERLAP
        assert np.nanmax(np.abs(places).max(axis=2) + radius) < many.surface.half_surface + 1e-12


def pieces_at_rest_can_lie_so(many: Many) -> None:
    """On the surface, not in each other, and over no pocket: what the next stroke asks of a position."""
    places = many.batch.layouts[:, 1:]
    radius = np.full(DISCS - 1, many.surface.coin_radius)
    from_pocket = np.hypot(*np.moveaxis(np.abs(places) - many.surface.pocket_centre, 2, 0))

    assert least_gap(places, radius) > -1e-6
    assert np.nanmax(np.abs(places)) <= many.surface.half_surface - many.surface.coin_radius + 1e-12
    assert np.nanmin(from_pocket) > many.surface.tip_distance(many.surface.coin_radius) - OVERLAP_TOLERANCE


def every_piece_lies_or_is_gone(many: Many) -> None:
    there = ~np.isnan(many.batch.layouts[:, :, 0])
    placed = np.zeros_like(there)
    for k, position in enumerate(many.positions):
        placed[k, [0, *position.numbers]] = True

    np.testing.assert_array_equal(many.laid, placed)
    np.testing.assert_array_equal(there, placed & np.isinf(many.left))


def what_is_recorded_ends_as_what_is_not(many: Many) -> None:
    last = many.rows[many.is_last]
    those = many.discs[many.is_last]
    flat = many.batch.layouts.reshape(-1, 2)
    there = ~np.isnan(flat[those, 0])

    np.testing.assert_array_equal(flat[those[there]], last[there, X : Y + 1])
    np.testing.assert_array_equal(many.batch.durations, many.durations)
    for row, motion in enumerate(many.motions):
        assert many.batch.trace(row) == motion.trace
        assert motion.final == many.batch.final(row)


def the_mirrored_stroke_is_the_mirror_image(many: Many) -> None:
    positions = [Position(tuple(PlacedPiece(p.number, -p.x, p.y) for p in q.pieces)) for q in many.positions]
    batch = simulate_batch(positions, many.table * (-1, -1, 1), surface=many.surface)

    np.testing.assert_array_equal(batch.layouts * (-1, 1), many.batch.layouts)
    assert_same_happenings(batch, many.batch)


def the_stroke_is_the_same_from_every_seat(many: Many) -> None:
    """Each stroke from one of the three other seats."""
    for first, seat in enumerate((Seat.EAST, Seat.NORTH, Seat.WEST)):
        k = seat.quarter_turns
        those = slice(first, None, 3)
        positions = [
            Position(tuple(PlacedPiece(p.number, *turn(p.x, p.y, k)) for p in q.pieces)) for q in many.positions[those]
        ]
        batch = simulate_batch(positions, many.table[those], seat, many.surface)
        x, y = np.moveaxis(batch.layouts, 2, 0)
        back = ((x, y), (y, -x), (-x, -y), (-y, x))[k]

        np.testing.assert_array_equal(np.stack(back, axis=2), many.batch.layouts[those])
        assert_same_happenings(batch, many.batch, those)


def threads_do_not_matter(many: Many) -> None:
    batch = simulate_batch(many.positions, many.table, surface=many.surface, threads=2)

    np.testing.assert_array_equal(batch.layouts, many.batch.layouts)
    assert_same_happenings(batch, many.batch)


def other_numbers_make_the_same_motion(many: Many) -> None:
    """Other numbers mean another order in the kernel, so other roundings, which a rack multiplies."""
    rng = np.random.default_rng(2)
    new = np.tile(np.arange(DISCS), (len(many.positions), 1))
    positions = []
    for k, position in enumerate(many.positions):
        new[k, list(position.numbers)] = rng.permutation(position.numbers)
        positions.append(Position(tuple(sorted(PlacedPiece(int(new[k, p.number]), p.x, p.y) for p in position.pieces))))
    batch = simulate_batch(positions, many.table, surface=many.surface)
    theirs = np.take_along_axis(batch.layouts, new[:, :, None], axis=1)
    ours = many.batch.layouts
    off = np.nanmax(np.where(np.arange(DISCS)[None, :, None] > 0, np.abs(theirs - ours), 0.0), axis=(1, 2))
    lie = np.isnan(theirs[:, 1:, 0]) == np.isnan(ours[:, 1:, 0])

    few = max(2, 5e-4 * len(many.positions))
    assert (~lie.all(axis=1)).sum() <= few
    assert np.quantile(off, 0.98) < 1e-9
    assert (off > 1e-6).sum() <= few


def least_gap(places: np.ndarray, radius: np.ndarray) -> float:
    """The least space between the rims of two discs, below zero if they overlap. Shapes: (strokes, discs, 2), (discs,).

    Each disc with the one after it, with the second after it and so on: slices, which cost no copies of all pairs.
    """
    x, y = np.ascontiguousarray(places[:, :, 0].T), np.ascontiguousarray(places[:, :, 1].T)
    gaps = []
    for apart in range(1, len(radius)):
        dx, dy = x[apart:] - x[:-apart], y[apart:] - y[:-apart]
        nearest = np.sqrt(np.nanmin(dx * dx + dy * dy, axis=1, initial=np.inf))
        gaps.append((nearest - radius[apart:] - radius[:-apart]).min())
    return float(min(gaps))


def assert_same_happenings(one: StrokeResults, other: StrokeResults, those: slice = slice(None)) -> None:
    """The strokes of one batch went as those of the other."""
    for name in ("pocketed", "first_contact", "struck", "spread", "durations", "event_counts", "status"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name)[those])


WHAT_HOLDS = (
    everything_is_a_number,
    everything_comes_to_rest,
    segments_are_continuous_and_in_order,
    energy_never_grows,
    impacts_of_discs_keep_the_momentum,
    discs_stay_out_of_each_other_and_of_the_frame,
    pieces_at_rest_can_lie_so,
    every_piece_lies_or_is_gone,
    what_is_recorded_ends_as_what_is_not,
    the_mirrored_stroke_is_the_mirror_image,
    the_stroke_is_the_same_from_every_seat,
    threads_do_not_matter,
    other_numbers_make_the_same_motion,
)
