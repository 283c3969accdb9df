"""What a film tells of a pocket: both parameters are found again from discs that the kernel's rule let fall or not."""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from carrom.equipment import measurements as m
from carrom.equipment.position import Position
from carrom.physics.calibration import Calibration, CalibrationError, calibrate
from carrom.physics.measured_rows import MeasuredRowsError, Pocketing, read_rows
from carrom.physics.pocket_rule import WayOver, way_over
from carrom.physics.simulate import simulate
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.terms import Stroke
from tests.support.command_line import carrom
from tests.support.physics.filmed_pockets import HEADER, session
from tests.support.thorough import one_of

DOCS = Path(__file__).parents[2] / "docs" / "physics"
BOARD = replace(TOURNAMENT, pocket_drop=0.003, pocket_restitution=0.6)


def way(offset: float, angle: float, disc: str = "striker", surface: Surface = TOURNAMENT) -> WayOver:
    found = way_over(surface, disc, offset, angle)
    assert found is not None
    return found


@pytest.mark.parametrize("surface", [TOURNAMENT, BOARD])
def test_the_rule_is_the_kernels(surface: Surface):
    """Strikers straight at the far right pocket, on many lines: the same fall as in a stroke."""
    rng = np.random.default_rng(2)
    tip = surface.tip_distance(surface.striker_radius)
    down = 0
    for _ in range(300):
        at, turn, speed = rng.uniform(-0.2, 0.0), rng.uniform(-0.004, 0.004), rng.uniform(0.6, 4.0)
        to = np.array((m.POCKET_CENTRE - at, m.POCKET_CENTRE + m.BASE_MIDDLE))
        direction = math.atan2(to[1], to[0]) + turn
        ux, uy = math.cos(direction), math.sin(direction)
        offset = float(to[1] * -ux + to[0] * uy)  # of the striker's way to the left of the pocket's centre
        reach = float(to[0] * ux + to[1] * uy) - math.sqrt(tip**2 - offset**2)
        release = math.sqrt(speed**2 + 2 * surface.board_friction * surface.gravity * reach)
        motion = simulate(Position(), Stroke(at, direction - math.pi / 2, release), surface=surface)
        first = way(offset, direction - math.pi / 4, surface=surface).held(speed, surface)
        in_time = motion.pocketed == (0,) and motion.events[-1].other == 3
        came_out = any(event.what == "frame" for event in motion.events) or not motion.pocketed
        down += first

        assert first == (in_time and not came_out), (at, turn, speed)
    assert 50 < down < 250


def test_a_line_and_its_mirror_image_are_one():
    for offset, angle in ((0.003, 0.2), (-0.006, 0.4), (0.007, -0.1)):
        one, other = way(offset, angle), way(-offset, -angle)

        assert one.length == pytest.approx(other.length, rel=1e-9) and one.part == pytest.approx(other.part, rel=1e-9)
    assert way_over(TOURNAMENT, "striker", 0.009, 0.0) is None


def test_the_intervals_hold_the_truth():
    """Films of 50 rows, speeds to 8 %, lines to 1.5 mm: three, in a thorough run eight."""
    rng, films = np.random.default_rng(8), one_of(3, 8)
    inside = {"pocket_drop": 0, "pocket_restitution": 0}
    for _ in range(films):
        for estimate in calibrate(read_rows(session(rng, BOARD, 50))).estimates:
            inside[estimate.name] += estimate.low <= getattr(BOARD, estimate.name) <= estimate.high

            assert estimate.low <= estimate.value <= estimate.high and estimate.low < estimate.high
            assert estimate.rows == 50
    assert min(inside.values()) >= films - 1, inside


def test_what_is_known_of_one_value_says_more_of_the_other():
    rows = read_rows(session(np.random.default_rng(4), BOARD, 80))
    both = {estimate.name: estimate for estimate in calibrate(rows, BOARD).estimates}
    (drop,) = calibrate(rows, BOARD, hold=["pocket_restitution"]).estimates
    (restitution,) = calibrate(rows, BOARD, hold=["pocket_drop"]).estimates

    for estimate in (drop, restitution):
        wide = both[estimate.name]
        assert estimate.low <= getattr(BOARD, estimate.name) <= estimate.high
        assert estimate.high - estimate.low < 0.7 * (wide.high - wide.low)


def test_a_deeper_pocket_is_distinguished_from_a_shallow_one():
    found = {
        drop: drop_of(calibrate(read_rows(session(np.random.default_rng(6), board, 80)), board, hold=HELD))
        for drop in (0.001, 0.008)
        for board in (replace(BOARD, pocket_drop=drop),)
    }

    assert found[0.001][1] < found[0.008][0]


HELD = ["pocket_restitution"]


def drop_of(found: Calibration) -> tuple[float, float]:
    (estimate,) = found.estimates
    return estimate.low, estimate.high


def test_a_row_that_cannot_be_is_reported():
    text = session(np.random.default_rng(5), BOARD, 50) + "pocket,coin,0.3,0.0,0,no\n"
    misfits = calibrate(read_rows(text)).misfits

    assert [misfit.line for misfit in misfits if misfit.line == 52] == [52]
    assert (misfits[-1].measured, misfits[-1].expected) == (0.0, pytest.approx(0.98))


def test_a_row_is_read():
    rows = read_rows("kind,disc,speed_m_s,offset_cm,angle_deg,fell\npocket,coin,2.0,-0.4,10,Yes\n")

    assert rows == (Pocketing(line=2, disc="coin", speed=2.0, offset=-0.004, angle=math.radians(10), fell=True),)


@pytest.mark.parametrize(
    ("row", "code", "column"),
    [
        ("pocket,coin,2.0,0.4,10,maybe", "bad-value", 6),
        ("pocket,puck,2.0,0.4,10,no", "bad-value", 2),
        ("pocket,coin,2.0,4,10,no", "bad-value", 4),
        ("pocket,coin,2.0,0.4,80,no", "bad-value", 5),
        ("pocket,coin,,0.4,10,no", "missing-value", 3),
        ("pocket,coin,2.0,,10,no", "missing-value", 4),
        ("pocket,,2.0,0.4,10,no", "missing-value", 2),
        ("pocket,coin,2.0,0.4,10", "missing-value", 6),
        ("slide,coin,2.0,0.4,10,no", "missing-value", 0),
    ],
)
def test_a_bad_row_is_refused_with_line_and_column(row: str, code: str, column: int):
    with pytest.raises(MeasuredRowsError) as raised:
        read_rows(HEADER + row + "\n")
    assert (raised.value.code, raised.value.line, raised.value.column) == (code, 2, column)


@pytest.mark.parametrize(
    ("rows", "code", "says"),
    [
        (["coin,1.0,0.1,0,yes"] * 5, "too-few-rows", "at least 12"),
        (["coin,1.0,0.1,0,yes"] * 20, "not-identifiable", "faster discs"),
        (
            ["coin,1.0,0.1,0,yes"] * 11 + ["striker,3.0,0.9,0,no"],
            "off-the-pocket",
            "line 13: the striker passes 9.0 mm",
        ),
    ],
)
def test_rows_that_do_not_tell_are_refused(rows: list[str], code: str, says: str):
    with pytest.raises(CalibrationError, match=says) as raised:
        calibrate(read_rows(HEADER + "".join(f"pocket,{row}\n" for row in rows)))
    assert raised.value.code == code


def test_the_documents_example_gives_what_the_document_says():
    status, out, _ = carrom("calibrate", str(DOCS / "measuring-pockets-example.csv"))

    assert status == 0
    assert out in (DOCS / "measuring-pockets.md").read_text()
