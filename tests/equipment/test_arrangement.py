"""The opening arrangement (ICF 41)."""

import itertools
import math
import random

import pytest

from carrom.equipment.arrangement import GAP, Aim, opening, touching
from carrom.equipment.measurements import COIN_RADIUS, OUTER_CIRCLE_RADIUS
from carrom.equipment.position import Position
from carrom.terms import Piece, Seat, piece_of


def gaps(position: Position) -> list[float]:
    """Gaps between neighbours."""
    pairs = itertools.combinations(position.pieces, 2)
    found = [math.dist(one[1:], other[1:]) - 2 * COIN_RADIUS for one, other in pairs]
    return [gap for gap in found if gap < COIN_RADIUS / 2]


@pytest.mark.clause("ICF-L41")
@pytest.mark.parametrize("seat", list(Seat))
def test_icf_l41_nineteen_pieces_lie_within_the_outer_circle_with_the_queen_on_the_centre(seat):
    position = opening(random.Random(4), seat)

    assert position.numbers == tuple(range(1, 20))
    assert position.pieces[0] == (1, 0.0, 0.0)
    assert max(math.hypot(p.x, p.y) for p in position.pieces) + COIN_RADIUS < OUTER_CIRCLE_RADIUS


@pytest.mark.clause("ICF-L41")
def test_icf_l41_the_inner_ring_alternates_and_the_outer_ring_has_white_outward_of_each_of_its_coins():
    position = touching()
    rings: dict[int, list[tuple[float, Piece]]] = {}
    for piece in position.pieces[1:]:
        ring = round(math.hypot(piece.x, piece.y) / COIN_RADIUS * 100)
        rings.setdefault(ring, []).append((math.atan2(piece.y, piece.x), piece_of(piece.number)))

    inner, notches, outward = (sorted(rings[key]) for key in sorted(rings))

    assert [kind for _, kind in inner] == [Piece.BLACK, Piece.WHITE] * 3
    assert {kind for _, kind in outward} == {Piece.WHITE}
    assert {kind for _, kind in notches} == {Piece.BLACK}
    assert [len(inner), len(notches), len(outward)] == [6, 6, 6]
    assert [angle for angle, _ in outward] == pytest.approx([angle for angle, _ in inner])


@pytest.mark.parametrize("seat", list(Seat))
def test_the_stem_of_the_y_points_to_the_breaker_and_its_arms_to_the_far_pockets(seat):
    seen = touching(seat).seen_from(seat)
    whites = [(p.x, p.y) for p in seen.of(Piece.WHITE) if math.hypot(p.x, p.y) < 2.5 * COIN_RADIUS]
    angles = sorted(round(math.degrees(math.atan2(y, x))) for x, y in whites)

    assert angles == [-90, 30, 150]


@pytest.mark.clause("P-006")
@pytest.mark.parametrize(
    ("aim", "degrees"), [(Aim.FAR_RIGHT, 45), (Aim.FAR_LEFT, 135), (Aim.NEAR_LEFT, -135), (Aim.NEAR_RIGHT, -45)]
)
@pytest.mark.parametrize("seat", [Seat.SOUTH, Seat.EAST])
def test_p006_an_arm_of_the_y_points_to_the_chosen_pocket(aim: Aim, degrees: int, seat: Seat):
    seen = touching(seat, aim).seen_from(seat)
    on_the_line = [
        (round(math.hypot(p.x, p.y) / COIN_RADIUS), piece_of(p.number))
        for p in seen.pieces[1:]
        if abs(math.degrees(math.atan2(p.y, p.x)) - degrees) < 1e-9
    ]

    assert sorted(on_the_line) == [(2, Piece.WHITE), (4, Piece.WHITE)]
    assert len(gaps(opening(random.Random(3), seat, aim))) == 42


def test_neighbours_are_about_a_tenth_of_a_millimetre_apart_and_never_overlap():
    found = [gap for seed in range(200) for gap in gaps(opening(random.Random(seed)))]

    assert min(found) > 0
    assert max(found) < 2 * GAP
    assert sum(found) / len(found) == pytest.approx(GAP, rel=0.05)


def test_without_gaps_every_coin_touches_its_neighbours():
    assert max(abs(gap) for gap in gaps(touching())) < 1e-15
    assert len(gaps(touching())) == 42


def test_the_same_seed_gives_the_same_places_and_others_give_others():
    assert opening(random.Random(1)) == opening(random.Random(1))
    assert opening(random.Random(1)) != opening(random.Random(2))
