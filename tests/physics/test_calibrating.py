"""A board's friction and restitutions are found again from strokes that the kernel played on it."""

import contextlib
import math
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.equipment import measurements as m
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.calibration import Calibration, CalibrationError, Estimate, calibrate, student_t
from carrom.physics.measured_rows import MeasuredRowsError, Run, read_rows
from carrom.physics.simulate import simulate
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.physics.surface_file import surface_from_text, write_surface
from carrom.terms import Stroke
from tests.support.command_line import carrom
from tests.support.thorough import examples, one_of

DOCS = Path(__file__).parents[2] / "docs" / "physics"
BOARD = replace(TOURNAMENT, board_friction=0.137, frame_restitution=0.68, disc_restitution=0.81)
TO_FRAME = m.BASE_MIDDLE + m.HALF_SURFACE - m.STRIKER_RADIUS  # the striker's way from the base line to the far frame
FAR_FROM_A_FRAME = [1.9, 2.0, 2.1, 2.2, 2.3, 3.0, 3.2, 3.4, 3.6, 4.2, 4.4]  # where the striker of these speeds rests
HEADER = "kind,distance_cm,start_cm,rebounds,rest_cm,time_s,speed_m_s,striker_cm,coin_cm,note\n"


def slide(surface: Surface, speed: float, noise: Iterable[float] = (0.0, 0.0)) -> str:
    motion = simulate(Position(), Stroke(0.0, 0.0, speed), surface=surface)
    assert not motion.events
    on_way, on_time = noise
    way = motion.segments[-1, 3] + m.BASE_MIDDLE
    return f"slide,{100 * way + on_way},,,,{motion.duration * (1 + on_time)},,,,\n"


def rebound(surface: Surface, speed: float, noise: Iterable[float] = (0.0, 0.0)) -> str:
    motion = simulate(Position(), Stroke(0.0, 0.0, speed), surface=surface)
    assert all(event.what == "frame" for event in motion.events) and motion.events
    on_way, on_time = noise
    last = m.HALF_SURFACE - m.STRIKER_RADIUS - motion.segments[-1, 3] * (1 if motion.events[-1].other == 2 else -1)
    return (
        f"rebound,,{100 * TO_FRAME},{len(motion.events)},{100 * last + on_way},{motion.duration * (1 + on_time)},,,,\n"
    )


def hit(surface: Surface, speed: float, noise: Iterable[float] = (0.0, 0.0)) -> str:
    at = -0.15
    motion = simulate(Position((PlacedPiece(2, 0.0, at),)), Stroke(0.0, 0.0, speed), surface=surface)
    assert [event.what for event in motion.events] == ["pair"], "the coin is to stop before the frame"
    ways = [motion.segments_of(number)[-1, 3] for number in (0, 2)]
    met = at - m.COIN_RADIUS - m.STRIKER_RADIUS
    on_striker, on_coin = noise
    return f"hit,,,,,,,{100 * (ways[0] - met) + on_striker},{100 * (ways[1] - at) + on_coin},\n"


def test_without_errors_of_measurement_the_board_is_found_exactly():
    text = HEADER + "".join(
        [slide(BOARD, v) for v in (0.7, 0.9, 1.1)]
        + [rebound(BOARD, v) for v in (1.9, 2.4, 3.2, 4.5)]
        + [hit(BOARD, v) for v in (0.8, 0.9)]
    )
    found = calibrate(read_rows(text))

    assert values(found) == pytest.approx(
        {"board_friction": 0.137, "frame_restitution": 0.68, "disc_restitution": 0.81}, abs=2e-5
    )
    assert found.surface == surface_from_text(write_surface(found.surface))
    assert found.spread < 1e-4


def values(found: Calibration) -> dict[str, float]:
    return {estimate.name: getattr(found.surface, estimate.name) for estimate in found.estimates}


def noisy_session(rng: np.random.Generator) -> str:
    """Twelve slides, ten rebounds, six hits; a tape read to 3 mm, a watch to 2 %."""
    errors = lambda: (rng.normal(0, 0.3), rng.normal(0, 0.02))  # noqa: E731
    rows = [slide(BOARD, v, errors()) for v in rng.uniform(0.7, 1.2, 12)]
    rows += [rebound(BOARD, v, errors()) for v in rng.choice(FAR_FROM_A_FRAME, 10)]
    rows += [hit(BOARD, v, rng.normal(0, 0.3, 2)) for v in rng.uniform(0.8, 0.95, 6)]
    return HEADER + "".join(rows)


def test_the_intervals_hold_the_truth_as_often_as_they_say():
    rng = np.random.default_rng(11)
    sessions = one_of(80, 200)
    inside = dict.fromkeys(("board_friction", "frame_restitution", "disc_restitution"), 0)
    widths = dict.fromkeys(inside, 0.0)
    for _ in range(sessions):
        for estimate in calibrate(read_rows(noisy_session(rng))).estimates:
            inside[estimate.name] += estimate.low <= getattr(BOARD, estimate.name) <= estimate.high
            widths[estimate.name] += (estimate.high - estimate.low) / sessions

    # 95 % of 200 are 190, give or take 3; of 80 they are 76, give or take 2
    low, high = one_of((71, 79), (180, 198))
    assert all(low <= count <= high for count in inside.values()), inside
    assert widths["board_friction"] < 0.008 and widths["frame_restitution"] < 0.07, widths


def test_a_calibrated_board_plays_as_the_real_one():
    """The round trip to the end: a stroke of seconds over the whole board stops where the real board's does."""
    rng = np.random.default_rng(3)
    found = calibrate(read_rows(noisy_session(rng)))
    stroke = Stroke(0.1, 0.3, 3.0)
    real, ours = (simulate(Position(), stroke, surface=surface) for surface in (BOARD, found.surface))

    assert math.dist(real.segments[-1, 2:4], ours.segments[-1, 2:4]) < 0.1
    assert ours.duration == pytest.approx(real.duration, rel=0.05)


def test_speeds_do_as_well_as_times():
    friction, speed = 0.137, 1.0
    way = 100 * speed**2 / (2 * friction * 9.81)
    found = calibrate(read_rows(f"kind,distance_cm,speed_m_s\nslide,{way},{speed}\nslide,{way / 4},{speed / 2}\n"))

    assert values(found) == {"board_friction": pytest.approx(friction, abs=1e-5)}


def test_a_known_friction_is_held():
    rows = [rebound(BOARD, v) for v in (1.9, 2.4)]
    found = calibrate(
        read_rows(HEADER + "".join(rows)), replace(TOURNAMENT, board_friction=0.137), hold=["board_friction"]
    )

    assert values(found) == {"frame_restitution": pytest.approx(0.68, abs=2e-5)}
    assert found.surface.board_friction == 0.137


def test_a_row_that_was_written_down_wrongly_is_reported():
    rng = np.random.default_rng(5)
    rows = [slide(BOARD, v, (0.0, rng.normal(0, 0.01))) for v in (0.7, 0.8, 0.9, 1.0, 1.1)]
    rows.insert(2, "slide,41.5,,,,1.03,,,,a 7 read as a 0\n")
    found = calibrate(read_rows(HEADER + "".join(rows)))

    assert [misfit.line for misfit in found.misfits] == [4]
    assert found.misfits[0].measured == 1.03
    rows[2] = "slide,41.5,,,,7.8,,,,\n"
    with pytest.raises(CalibrationError, match="line 4 fits worst"):
        calibrate(read_rows(HEADER + "".join(rows)))


def test_a_coin_may_be_timed_too():
    """Its radius sets the way from frame to frame; two rebounds, worked out by hand."""
    a, e, first, last = 0.12 * 9.81, 0.75, 0.5, 0.2
    between = 2 * (m.HALF_SURFACE - m.COIN_RADIUS)
    left_second = math.sqrt(2 * a * last)
    left_first = math.sqrt((left_second / e) ** 2 + 2 * a * between)
    started = math.sqrt((left_first / e) ** 2 + 2 * a * first)
    time = (left_second + (left_first - left_second / e) + (started - left_first / e)) / a
    head = "kind,distance_cm,start_cm,rebounds,rest_cm,time_s,disc\n"
    rows = (
        f"rebound,,50,2,20,{time},coin\nslide,50,,,,{math.sqrt(2 * 0.5 / a)},\nslide,30,,,,{math.sqrt(2 * 0.3 / a)},\n"
    )

    assert values(calibrate(read_rows(head + rows))) == pytest.approx(
        {"board_friction": 0.12, "frame_restitution": 0.75}, abs=1e-5
    )


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        ("", "too-few-rows"),
        ("slide,50,,,,0.92,,,,\n", "too-few-rows"),
        ("slide,50,,,,0.92,,,,\nrebound,,50,1,20,1.0,,,,\n", "too-few-rows"),
        ("rebound,,60,1,20,1.0,,,,\n" * 4, "not-identifiable"),
        ("slide,50,,,,0.1,,,,\nslide,50,,,,4.0,,,,\n", "rows-disagree"),
        ("slide,50,,,,0.03,,,,\n" * 3, "no-such-board"),
        ("hit,,,,,,,1,150,\n" * 3, "no-such-board"),
    ],
)
def test_rows_that_do_not_tell_are_refused(rows: str, code: str):
    with pytest.raises(CalibrationError) as raised:
        calibrate(read_rows(HEADER + rows))
    assert raised.value.code == code


def test_only_what_is_fitted_can_be_held():
    with pytest.raises(CalibrationError) as raised:
        calibrate(read_rows(HEADER + "slide,50,,,,0.92,,,,\n" * 3), hold=["gravity"])
    assert raised.value.code == "bad-hold"


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "bad-header", 1, 0),
        ("# nothing\n\n", "bad-header", 1, 0),
        ("distance_cm,time_s\n", "bad-header", 1, 0),
        ("kind,distance,time_s\n", "bad-header", 1, 2),
        ("kind,time_s,time_s\n", "bad-header", 1, 3),
        ("kind,distance_cm,time_s\nslide,50,0.9,1\n", "bad-row", 2, 4),
        ('kind,distance_cm,time_s\nslide,"50,0.9\n', "bad-row", 2, 0),
        ("kind,distance_cm,time_s\nshove,50,0.9\n", "unknown-kind", 2, 1),
        ("kind,distance_cm,time_s\nslide,50,0.9\n\n# a remark\nslide,x,0.9\n", "bad-value", 5, 2),
        ("kind,distance_cm,time_s\nslide,-50,0.9\n", "bad-value", 2, 2),
        ("kind,distance_cm,time_s\nslide,50,nan\n", "bad-value", 2, 3),
        ("kind,distance_cm,time_s\nslide,50,\n", "missing-value", 2, 0),
        ("kind,distance_cm,time_s\nslide,,0.9\n", "missing-value", 2, 2),
        ("kind,distance_cm,time_s\nrebound,,0.9\n", "missing-value", 2, 0),
        ("kind,start_cm,rest_cm,time_s,rebounds\nrebound,50,20,0.9,1.5\n", "bad-value", 2, 5),
        ("kind,distance_cm,time_s,disc\nrebound,,,puck\n", "missing-value", 2, 0),
        ("kind,start_cm,rest_cm,time_s,disc\nrebound,50,20,0.9,puck\n", "bad-value", 2, 5),
        ("kind,striker_cm,coin_cm,time_s\nhit,9,60,1\n", "bad-value", 2, 4),
    ],
)
def test_a_bad_file_is_refused_with_line_and_column(text: str, code: str, line: int, column: int):
    with pytest.raises(MeasuredRowsError) as raised:
        read_rows(text)
    assert (raised.value.code, raised.value.line, raised.value.column) == (code, line, column)


def test_a_comma_for_a_point_is_explained():
    with pytest.raises(MeasuredRowsError, match="with a point"):
        read_rows('kind,distance_cm,time_s\nslide,"50,5",0.9\n')


def test_remarks_notes_and_cells_left_out_at_the_end_are_taken():
    rows = read_rows("\ufeff# our board\nKind, Distance_cm, Time_s, note\nslide, 50, 0.92, warm day\nslide,40,0.8\n")

    assert rows == (
        Run(line=3, rebounds=0, first=0.5, last=0.0, time=0.92, speed=None),
        Run(line=4, rebounds=0, first=0.4, last=0.0, time=0.8, speed=None),
    )


CELL = st.sampled_from(["", "slide", "rebound", "hit", "1", "2.5", "0.9", "50", "-1", "nan", "1e999", "x", '"', "coin"])
MEASURE = st.floats(0.1, 150)
ROW = st.one_of(
    st.builds(lambda d, t: f"slide,{d},,,,{t},,,,", MEASURE, st.floats(0.01, 60)),
    st.builds(
        lambda s, n, r, t: f"rebound,,{s},{n},{r},{t},,,,", MEASURE, st.integers(1, 20), MEASURE, st.floats(0.01, 60)
    ),
    st.builds(lambda d, v: f"slide,{d},,,,,{v},,,", MEASURE, st.floats(0.01, 20)),
    st.builds(lambda a, b: f"hit,,,,,,,{a},{b},", MEASURE, MEASURE),
)


@given(st.lists(st.lists(CELL, max_size=11).map(",".join), max_size=4) | st.text(max_size=80).map(str.splitlines))
def test_any_text_is_read_or_refused(lines: list[str]):
    for text in ("\n".join(lines), HEADER + "\n".join(lines)):
        with contextlib.suppress(MeasuredRowsError):
            read_rows(text)


@settings(max_examples=examples(200))
@given(st.lists(ROW, min_size=1, max_size=6))
@pytest.mark.filterwarnings("error")
def test_any_rows_give_a_board_or_a_reason(lines: list[str]):
    try:
        found = calibrate(read_rows(HEADER + "\n".join(lines)))
    except CalibrationError as error:
        assert error.code in {"too-few-rows", "not-identifiable", "rows-disagree", "no-such-board"}
        return
    for estimate in found.estimates:
        assert 0 < estimate.low <= estimate.value <= estimate.high


@pytest.mark.parametrize(("freedom", "expected"), [(1, 12.706), (2, 4.303), (5, 2.571), (30, 2.042), (1000, 1.962)])
def test_students_t(freedom: int, expected: float):
    assert student_t(freedom) == pytest.approx(expected, abs=1e-3)


def test_estimates_lie_within_their_intervals():
    rng = np.random.default_rng(7)
    for estimate in calibrate(read_rows(noisy_session(rng))).estimates:
        assert isinstance(estimate, Estimate)
        assert estimate.low < estimate.value < estimate.high


def test_the_documents_example_gives_what_the_document_says():
    status, out, _ = carrom("calibrate", str(DOCS / "calibration-example.csv"))

    assert status == 0
    assert out in (DOCS / "calibration.md").read_text()


def test_every_error_has_its_line_in_the_document():
    text = (DOCS / "calibration.md").read_text()

    for error in (MeasuredRowsError, CalibrationError):
        for code in re.findall(r"`([a-z-]+)`", (error.__doc__ or "").partition("Codes:")[2]):
            assert f"`{code}`" in text, code
