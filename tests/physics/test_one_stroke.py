"""Single strokes share a thread's arrays: what one gave stays as it is, threads do not meet, long strokes find room."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from carrom.equipment.position import PlacedPiece, Position
from carrom.equipment.validity import NotAPlaceError, PieceTwiceError, UnknownPieceError
from carrom.errors import ImpossibleError
from carrom.physics.native import native
from carrom.physics.simulate import simulate, simulate_batch, simulate_final
from carrom.physics.single import SEGMENT_ROWS, flat_layout
from carrom.physics.surface import SURFACES, TOURNAMENT
from carrom.terms import Seat, Stroke
from tests.support.physics.samples import any_stroke, rack


def test_a_motion_stays_as_it_is_when_other_strokes_are_simulated():
    rng = np.random.default_rng(1)
    position, stroke = rack(rng, 1e-4), Stroke(0.01, 0.02, 5.0)
    motion = simulate(position, stroke)
    saved = (motion.segments.tobytes(), motion.event_table.tobytes(), motion.final, motion.trace)
    for seat in Seat:
        other, values = any_stroke(rng)
        simulate(other, Stroke(*values), surface=SURFACES["worn"])
        simulate_final(Position(), Stroke(0.0, 0.0, 1.0), seat)

    assert (motion.segments.tobytes(), motion.event_table.tobytes(), motion.final, motion.trace) == saved
    again = simulate(position, stroke)
    assert (again.segments.tobytes(), again.event_table.tobytes(), again.final, again.trace) == saved
    with pytest.raises(ValueError, match="read-only"):
        motion.segments[0, 0] = 1.0


def test_threads_that_simulate_single_strokes_do_not_meet():
    rng = np.random.default_rng(2)
    cases = [any_stroke(rng) for _ in range(120)]
    surfaces = [tuple(SURFACES.values())[k % len(SURFACES)] for k in range(len(cases))]

    def play(k: int) -> bytes:
        position, stroke = cases[k]
        return simulate(position, Stroke(*stroke), surface=surfaces[k]).segments.tobytes()

    alone = [play(k) for k in range(len(cases))]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(play, range(len(cases)))) == alone


def test_a_stroke_with_more_segments_than_usual_is_recorded_whole():
    fine = replace(TOURNAMENT, spin_ratio=1e-3, slowing_part=0.02, tail_speed=1e-3)  # in small pieces
    position, stroke = rack(np.random.default_rng(3), 1e-4), Stroke(0.0, 0.1, 8.0)
    motion = simulate(position, stroke, surface=fine)

    assert len(motion.segments) > SEGMENT_ROWS
    assert motion.final == simulate_final(position, stroke, surface=fine).final
    assert motion.trace == simulate_batch(position, [stroke], surface=fine).trace(0)


def test_a_refused_stroke_leaves_nothing_behind():
    coin = Position((PlacedPiece(2, 0.0, 0.0),))
    before = simulate(coin, Stroke(0.0, 0.0, 2.0))
    for bad in (Stroke(0.0, 0.0, 99.0), Stroke(9.0, 0.0, 1.0)):
        with pytest.raises(ImpossibleError):
            simulate(coin, bad)
    after = simulate(coin, Stroke(0.0, 0.0, 2.0))

    assert (after.segments == before.segments).all() and after.final == before.final


@pytest.mark.parametrize(
    ("piece", "error"),
    [
        (PlacedPiece(0, 0.0, 0.0), UnknownPieceError),
        (PlacedPiece(20, 0.0, 0.0), UnknownPieceError),
        (PlacedPiece(True, 0.0, 0.0), UnknownPieceError),
        (PlacedPiece(3, float("nan"), 0.0), NotAPlaceError),
        (PlacedPiece(3, 0.0, float("-inf")), NotAPlaceError),
        (PlacedPiece(2, 0.1, 0.1), PieceTwiceError),
    ],
)
def test_a_layout_is_read_strictly(piece: PlacedPiece, error: type[Exception]):
    position = Position((PlacedPiece(2, 0.0, 0.0), piece))

    assert native().lay_out(position.pieces, np.zeros((1, 20, 2))) == -1
    with pytest.raises(error):
        flat_layout(position)
    with pytest.raises(error):
        simulate(position, Stroke(0.0, 0.0, 2.0))


def test_a_layout_has_a_place_for_each_number_and_no_negative_zero():
    pieces = (PlacedPiece(2, -0.0, 0.25), PlacedPiece(19, -0.125, 0.5))
    row, compiled = flat_layout(Position(pieces)), np.zeros((1, 20, 2))
    mask = native().lay_out(pieces, compiled)

    assert mask == 1 << 2 | 1 << 19
    assert compiled.tobytes() == np.array(row).tobytes()

    assert len(row) == 40 and sum(value == value for value in row) == 4
    assert (row[4], row[5], row[38], row[39]) == (0.0, 0.25, -0.125, 0.5)
    assert str(row[4]) == "0.0"
