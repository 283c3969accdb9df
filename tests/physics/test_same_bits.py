"""The same stroke gives the same bits: recorded or not, alone or in a batch, mirrored, from any seat, on any thread."""

import threading
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from carrom.equipment.position import PlacedPiece, Position, turn
from carrom.physics import simulate as simulating
from carrom.physics.axes import turn_in_place
from carrom.physics.motion import Motion
from carrom.physics.simulate import simulate, simulate_batch, simulate_final
from carrom.terms import Seat, Stroke
from tests.support.physics.samples import any_stroke, midgame_strokes, rack, scattered


def turned(position: Position, quarter_turns: int) -> Position:
    return Position(tuple(PlacedPiece(p.number, *turn(p.x, p.y, quarter_turns)) for p in position.pieces))


def mirrored(position: Position) -> Position:
    return Position(tuple(PlacedPiece(p.number, -p.x, p.y) for p in position.pieces))


@pytest.mark.parametrize("seat", Seat)
def test_alone_unrecorded_and_in_a_batch(seat: Seat):
    rng = np.random.default_rng(1)
    cases = [any_stroke(rng) for _ in range(150)]
    positions = [turned(position, seat.quarter_turns) for position, _ in cases]
    strokes = [Stroke(*stroke) for _, stroke in cases]
    batch = simulate_batch(positions, strokes, seat)

    for row, (position, stroke) in enumerate(zip(positions, strokes, strict=True)):
        motion = simulate(position, stroke, seat)
        final = simulate_final(position, stroke, seat)
        assert motion.final == final.final == batch.final(row)
        assert motion.trace == final.trace == batch.trace(row)
        assert motion.duration == final.duration == batch.durations[row]
        assert batch.striker_pocketed[row] == motion.striker_pocketed


def test_mirrored_to_the_bit():
    rng = np.random.default_rng(2)
    for _ in range(1_000):
        position, (offset, angle, speed) = any_stroke(rng)
        one = simulate_final(position, Stroke(offset, angle, speed))
        other = simulate_final(mirrored(position), Stroke(-offset, -angle, speed))

        assert other.final == mirrored(one.final)
        assert other.trace == one.trace


def test_from_every_seat_to_the_bit():
    rng = np.random.default_rng(3)
    for _ in range(60):
        position, stroke = any_stroke(rng)
        south = simulate(position, Stroke(*stroke))
        for seat in (Seat.EAST, Seat.NORTH, Seat.WEST):
            turns = seat.quarter_turns
            motion = simulate(turned(position, turns), Stroke(*stroke), seat)

            assert motion.final == turned(south.final, turns)
            assert motion.trace == south.trace
            segments = south.segments.copy()
            for column in (2, 4, 6):
                turn_in_place(segments[:, column : column + 2], turns)
            assert (motion.segments == segments).all()
            assert_events_lie_where_they_happened(motion)


def assert_events_lie_where_they_happened(motion: Motion) -> None:
    for event in motion.events:
        if event.what in ("frame", "wall"):
            (disc,) = (disc for disc in motion.at(event.time) if disc.number == event.number)
            assert (disc.x, -disc.x, disc.y, -disc.y)[event.other] > 0.34
        elif event.what == "pocket":
            row = next(r for r in motion.segments if r[0] == event.number and r[1] == event.time)
            assert (row[2] > 0.3) == bool(event.other & 1)
            assert (row[3] > 0.3) == bool(event.other & 2)


def test_other_numbers_other_order_same_motion():
    rng = np.random.default_rng(4)
    for _ in range(500):
        position, stroke = any_stroke(rng)
        numbers = dict(zip(position.numbers, rng.permutation(position.numbers).tolist(), strict=True))
        other = Position(tuple(sorted(PlacedPiece(numbers[p.number], p.x, p.y) for p in position.pieces)))
        one, two = simulate_final(position, Stroke(*stroke)), simulate_final(other, Stroke(*stroke))
        places = {p.number: p for p in two.final.pieces}

        assert len(one.final.pieces) == len(two.final.pieces)
        for piece in one.final.pieces:
            assert places[numbers[piece.number]].x == pytest.approx(piece.x, abs=2e-8)
            assert places[numbers[piece.number]].y == pytest.approx(piece.y, abs=2e-8)


def test_threads_and_parts_do_not_matter():
    rng = np.random.default_rng(5)
    position = scattered(rng, 8)
    strokes = midgame_strokes(rng, position, 501)
    one = simulate_batch(position, strokes, strict=False)
    for threads in (2, 3):
        other = simulate_batch(position, strokes, strict=False, threads=threads)
        for name in ("layouts", "pocketed", "struck", "spread", "durations", "event_counts", "status"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    half = simulate_batch(position, strokes[250:], strict=False)
    np.testing.assert_array_equal(half.layouts, one.layouts[250:])


def test_distinct_traces_tell_of_every_stroke():
    rng = np.random.default_rng(6)
    position = scattered(rng, 8)
    batch = simulate_batch(position, midgame_strokes(rng, position, 400), strict=False)
    traces, which = batch.distinct_traces()

    assert len(set(traces)) == len(traces) < len(batch)
    assert all(traces[which[row]] == batch.trace(row) for row in range(len(batch)))


def test_a_symmetric_break_stays_symmetric():
    rng = np.random.default_rng(7)
    position = rack(rng, 0.0)
    for speed in np.linspace(2, 8, 13):
        motion = simulate(position, Stroke(0.0, 0.0, float(speed)))
        rest = np.array([(p.x, p.y) for p in motion.final.pieces])
        for x, y in rest:
            assert np.hypot(rest[:, 0] + x, rest[:, 1] - y).min() < 1e-9


def test_a_stroke_is_repeated_to_the_bit_and_a_surface_matters():
    rng = np.random.default_rng(8)
    position, stroke = any_stroke(rng)
    one, two = simulate(position, Stroke(*stroke)), simulate(position, Stroke(*stroke))

    assert (one.segments == two.segments).all()
    from carrom.physics.surface import TOURNAMENT

    slower = simulate(position, Stroke(*stroke), surface=replace(TOURNAMENT, board_friction=0.2))
    assert slower.duration < one.duration


def test_amplification_of_a_tiny_change_stays_within_reach():
    rng = np.random.default_rng(9)
    position = rack(rng, 1e-4)
    rests = []
    for change in (0.0, 1e-9):
        final = simulate_final(position, Stroke(0.03, change, 5.0)).final
        rests.append(np.array([(p.x, p.y) for p in final.pieces]))
    for one, other in pairwise(rests):
        assert one.shape == other.shape
        assert np.abs(one - other).max() < 1e-3


@pytest.mark.parametrize("callers", [True, False])
def test_an_error_in_any_thread_is_raised(callers: bool, monkeypatch: pytest.MonkeyPatch):
    """It is not lost with its thread, or nobody would have played some of the rows."""
    rng = np.random.default_rng(8)
    position = scattered(rng, 8)
    both, call, met = threading.Barrier(2), simulating._call, set[int]()

    def fail_in_one(*given: Any) -> None:
        one = threading.get_ident()
        if one not in met:
            met.add(one)
            both.wait(60)  # each has a part
            if (one == own) is callers:
                raise MemoryError
        call(*given)

    own = threading.get_ident()
    monkeypatch.setattr(simulating, "_call", fail_in_one)

    with pytest.raises(MemoryError):
        simulate_batch(position, midgame_strokes(rng, position, 600), threads=2)
