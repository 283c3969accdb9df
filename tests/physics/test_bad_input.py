"""Strokes and positions that cannot be get an error with a stable code."""

import math

import pytest

from carrom.equipment.position import PlacedPiece, Position
from carrom.errors import ImpossibleError
from carrom.physics.simulate import simulate, simulate_batch, simulate_final
from carrom.physics.surface import SURFACES, TOURNAMENT, Surface, SurfaceError
from carrom.terms import Seat, Stroke

COIN = Position((PlacedPiece(2, 0.0, 0.0),))
NAN = math.nan


@pytest.mark.parametrize(
    ("stroke", "code"),
    [
        (Stroke(NAN, 0.0, 1.0), "impossible-stroke"),
        (Stroke(0.0, math.inf, 1.0), "impossible-stroke"),
        (Stroke(0.0, 0.0, NAN), "impossible-stroke"),
        (Stroke(0.0, 0.0, 0.0), "speed-out-of-range"),
        (Stroke(0.0, 0.0, -1.0), "speed-out-of-range"),
        (Stroke(0.0, 0.0, 10.01), "speed-out-of-range"),
        (Stroke(0.36, 0.0, 1.0), "offset-out-of-range"),
        (Stroke(0.0, 7.0, 1.0), "angle-out-of-range"),
    ],
)
def test_strokes(stroke: Stroke, code: str):
    for call in (simulate, simulate_final, lambda p, s: simulate_batch(p, [s])):
        with pytest.raises(ImpossibleError) as raised:
            call(COIN, stroke)
        assert raised.value.code == code


@pytest.mark.parametrize(
    ("pieces", "code"),
    [
        ([(2, 0.0, 0.0), (3, 0.03, 0.0)], "pieces-overlap"),
        ([(2, 0.36, 0.0)], "off-surface"),
        ([(2, NAN, 0.0)], "not-a-place"),
        ([(2, 0.0, math.inf)], "not-a-place"),
        ([(2, 0.0, 0.0), (2, 0.1, 0.0)], "piece-twice"),
        ([(0, 0.0, 0.0)], "unknown-piece"),
        ([(20, 0.0, 0.0)], "unknown-piece"),
        ([(2, 0.3478, 0.3478)], "in-pocket"),
        ([(2, 0.0, -0.22)], "striker-overlaps"),
    ],
)
@pytest.mark.parametrize("seat", [Seat.SOUTH])
def test_positions(pieces: list[tuple[int, float, float]], code: str, seat: Seat):
    with pytest.raises(ImpossibleError) as raised:
        simulate(Position(tuple(PlacedPiece(*piece) for piece in pieces)), Stroke(0.0, 0.0, 1.0), seat)
    assert raised.value.code == code


def test_a_lenient_batch_names_the_strokes_that_cannot_be():
    batch = simulate_batch(COIN, [Stroke(0.0, 0.0, 1.0), Stroke(0.0, 0.0, 99.0)], strict=False)

    assert batch.status[0] == 0 != batch.status[1]
    assert batch.trace(1).first_contact is None


def test_a_surface_is_read_strictly():
    for surface in SURFACES.values():
        assert Surface.from_dict(surface.to_dict()) == surface
    good = TOURNAMENT.to_dict()
    for bad in (
        {**good, "colour": 1.0},
        {"gravity": 9.81},
        {**good, "gravity": NAN},
        {**good, "disc_restitution": 1.1},
    ):
        with pytest.raises(SurfaceError):
            Surface.from_dict(bad)
