"""What holds on every stroke, whatever it is: 3,250 random ones, 42,000 in a thorough run."""

import math
from collections.abc import Callable, Iterator
from dataclasses import fields

import numpy as np
import pytest

from carrom.equipment.measurements import SPEED_LIMIT
from carrom.physics.errors import UnsettledError
from carrom.physics.simulate import simulate, simulate_batch
from carrom.physics.surface import RANGES, SURFACES, TOURNAMENT, Surface, SurfaceError
from carrom.terms import Stroke
from tests.support.physics import paths
from tests.support.physics.many import WHAT_HOLDS, Many, play_many
from tests.support.physics.samples import any_stroke, scattered
from tests.support.thorough import one_of

PARTS = one_of(1, 8)  # of forty thousand


@pytest.fixture(scope="module")
def many() -> Many:
    return play_many(20, 2_000)


def says(check: Callable[[Many], None]) -> str:
    return check.__name__


@pytest.mark.parametrize("check", WHAT_HOLDS, ids=says)
def test_what_holds_on_every_stroke(many: Many, check: Callable[[Many], None]):
    check(many)


@pytest.mark.parametrize("name", [name for name in SURFACES if name != "tournament"])
def test_it_holds_on_every_named_board(name: str):
    played = play_many(22, 300, SURFACES[name])
    for check in WHAT_HOLDS:
        check(played)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_it_holds_on_thousands_of_other_strokes(part: int):
    played = play_many(100 + part, one_of(1_250, 5_000))
    for check in WHAT_HOLDS:
        check(played)


def test_discs_stay_out_of_each_other_all_along(many: Many):
    """Some strokes looked at closely: at sixty moments, and at every event."""
    for motion in many.motions[::8]:
        times = np.concatenate((np.linspace(0, motion.duration, 60), motion.event_table[:, 0]))

        assert paths.deepest_overlap(motion, times) < 5e-6
        assert paths.farthest_beyond_frame(motion, times) < 1e-12


# --- any input in range -----------------------------------------------------------------------------------------------


def surfaces(seed: int, count: int) -> Iterator[Surface]:
    """Surfaces whose values lie anywhere in their ranges, a third of them at the ends; the measures stay."""
    rng = np.random.default_rng(seed)
    names = [field.name for field in fields(Surface) if field.name in RANGES]
    while count:
        values = {}
        for name in names:
            least, most = RANGES[name]
            ends = rng.random() < 1 / 3
            part = float(rng.integers(2)) if ends else rng.random()
            values[name] = least + part * (most - least)
            if name in ("rest_speed", "tie_time", "contact_stiffness") and not ends:  # over orders of magnitude
                values[name] = math.exp(math.log(max(least, 1e-12)) * (1 - part) + math.log(most) * part)
        try:
            surface = Surface(**values)
        except SurfaceError:
            continue  # springs softer than a spring may be
        count -= 1
        yield surface


def test_every_surface_in_range_ends_every_stroke_with_numbers():
    """Or says that the discs do not settle: never NaN, never without end."""
    rng = np.random.default_rng(7)
    unsettled = 0
    for surface in surfaces(6, 400):
        position, stroke = any_stroke(rng)
        try:
            motion = simulate(position, Stroke(*stroke), surface=surface)
        except UnsettledError:
            unsettled += 1
            continue
        assert np.isfinite(motion.segments).all() and np.isfinite(motion.event_table).all()
        assert set(motion.final.numbers) | set(motion.gone) | {0} == set(motion.numbers)
        last = np.array([motion.segments_of(number)[-1] for number in motion.numbers])
        assert (last[:, paths.VX : paths.AY + 1] == 0).all()
    assert unsettled <= 4


EXTREMES = [
    (0.0, 0.0, 5e-324),
    (0.0, 0.0, 1e-300),
    (0.0, 0.0, 1e-9),
    (0.0, 0.0, SPEED_LIMIT),
    (0.0, math.pi, SPEED_LIMIT),
    (0.0, 2 * math.pi, SPEED_LIMIT),
    (0.0, -2 * math.pi, SPEED_LIMIT),
    (0.0, 5e-324, 3.0),
    (0.0, math.pi / 2, SPEED_LIMIT),
    (0.34935, 0.0, SPEED_LIMIT),
    (-0.34935, -math.pi / 2, SPEED_LIMIT),
    (0.34935, -math.pi / 2, SPEED_LIMIT),
    (0.34935, math.pi / 2, SPEED_LIMIT),
    (0.2, -math.pi / 4, SPEED_LIMIT),
    (5e-324, 1e-12, SPEED_LIMIT),
]


@pytest.mark.parametrize("stroke", EXTREMES)
def test_strokes_at_the_ends_of_their_ranges_are_played(stroke: tuple[float, float, float]):
    rng = np.random.default_rng(4)
    for coins in (0, 1, 6, 18):
        motion = simulate(scattered(rng, coins), Stroke(*stroke), surface=TOURNAMENT)

        assert np.isfinite(motion.segments).all()
        assert motion.duration < 20


def test_out_of_range_is_an_error_in_a_batch_of_good_ones():
    """Every number that is not in range, in each place of a stroke; the others of the batch are played."""
    rng = np.random.default_rng(5)
    position = scattered(rng, 5)
    good = np.tile((0.05, 0.1, 2.0), (3, 1))
    for column, bad in [
        (0, 0.3494),
        (0, -1e300),
        (1, 6.3),
        (1, -1e300),
        (2, 0.0),
        (2, -1.0),
        (2, SPEED_LIMIT + 1e-4),
    ] + [(column, value) for column in range(3) for value in (math.nan, math.inf, -math.inf)]:
        strokes = good.copy()
        strokes[1, column] = bad
        batch = simulate_batch(position, strokes, strict=False)

        assert batch.status[1] != 0 and batch.status[0] == batch.status[2] == 0
        np.testing.assert_array_equal(batch.layouts[0], batch.layouts[2])
        assert np.isnan(batch.layouts[1]).all()
        with pytest.raises(ValueError, match=r"\w"):
            simulate_batch(position, strokes)
