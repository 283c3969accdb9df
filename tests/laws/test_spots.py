"""Free places among coins: what is found touches what it should, and what a search of all points finds is found too."""

import itertools
import math
import random
from collections.abc import Iterator

import pytest

from carrom.laws.centre_places import centre_spot, umpire_spots
from carrom.laws.placement import due_ring, has_room, refusal_of_due
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.spots import DIAMETER, SPACING, Point, beside_one, beside_two, is_free, on_ring

ICF, KAGW = RULESETS["icf"], RULESETS["kagw"]
PAIRS = (((0.01, 0.02), (0.05, 0.01)), ((-0.03, 0.0), (0.0, -0.03)), ((0.0, 0.0), (0.0, DIAMETER)))


def packed(seed: int, count: int, radius: float = 0.085) -> list[Point]:
    """Pieces that lie here and there in a circle, none on another, as many of so many tries as found a place."""
    rng = random.Random(seed)
    lying: list[Point] = []
    for _ in range(count):
        far, turned = radius * math.sqrt(rng.random()), math.tau * rng.random()
        at = (far * math.cos(turned), far * math.sin(turned))
        if is_free(at, lying, SPACING):
            lying.append(at)
    return lying


def grid(step: float, most: float) -> Iterator[Point]:
    """Every point of a grid in a circle."""
    across = [number * step for number in range(-int(most / step), int(most / step) + 1)]
    return (at for at in itertools.product(across, across) if math.hypot(*at) <= most)


@pytest.mark.parametrize(("p", "q"), PAIRS)
def test_the_two_places_beside_two_pieces_touch_both_one_on_each_side(p: Point, q: Point) -> None:
    one, other = beside_two(p, q, SPACING)

    for place, piece in itertools.product((one, other), (p, q)):
        assert math.dist(place, piece) == pytest.approx(SPACING, abs=1e-12)
    assert math.dist(((one[0] + other[0]) / 2, (one[1] + other[1]) / 2), ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2)) < 1e-12
    assert math.dist(one, other) > 0.01


def test_pieces_too_far_apart_or_on_one_another_have_no_place_beside_both() -> None:
    assert beside_two((0.0, 0.0), (2 * SPACING + 1e-6, 0.0), SPACING) == ()
    assert len(beside_two((0.0, 0.0), (2 * SPACING, 0.0), SPACING)) == 2
    assert beside_two((0.01, 0.0), (0.01, 0.0), SPACING) == ()


@pytest.mark.parametrize("piece", [(0.02, 0.0), (-0.01, 0.03), (0.0, -0.08)])
def test_beside_one_piece_is_the_place_nearest_to_the_centre_and_the_one_on_the_far_side(piece: Point) -> None:
    near, far = beside_one(piece, (0.6, 0.8), SPACING)

    assert math.dist(near, piece) == pytest.approx(SPACING)
    assert math.hypot(*near) == pytest.approx(abs(math.hypot(*piece) - SPACING))
    assert far == pytest.approx((piece[0] + 0.6 * SPACING, piece[1] + 0.8 * SPACING))
    assert beside_one((0.0, 0.0), (0.0, 1.0), SPACING) == ((0.0, SPACING),)


@pytest.mark.clause("ICF-L84", "ICF-L86", "K-045")
@pytest.mark.parametrize("slug", ["icf", "kagw"])
@pytest.mark.parametrize("seed", range(8))
def test_there_is_room_for_a_due_wherever_a_search_of_all_points_finds_some(slug: str, seed: int) -> None:
    ruleset = RULESETS[slug]
    lying = packed(seed, 40 + 20 * seed)
    free = [at for at in grid(0.004, due_ring(ruleset).most) if refusal_of_due(ruleset, at, lying, None) is None]

    assert has_room(ruleset, lying, None) or not free


@pytest.mark.clause("ICF-L84", "K-045")
def test_room_that_touches_two_pieces_or_a_piece_and_the_edge_alone_is_found() -> None:
    ring = [(SPACING * math.cos(turned), SPACING * math.sin(turned)) for turned in map(math.radians, range(0, 360, 60))]
    outer = [(0.0636 * math.cos(turned), 0.0636 * math.sin(turned)) for turned in map(math.radians, range(0, 360, 30))]
    between = [at for at in ring[2:] if math.hypot(*at) > 0]  # two of the six round the centre are missing

    assert has_room(ICF, [], None) and has_room(KAGW, [], None)
    assert not has_room(KAGW, [(0.0, 0.0), *ring, *outer], None)
    assert has_room(KAGW, [(0.0, 0.0), *between, *outer], None)
    assert has_room(KAGW, [(0.0, 0.0), *ring, *outer[1:]], None)


@pytest.mark.clause("ICF-L65", "ICF-L93")
@pytest.mark.parametrize("seed", range(6))
def test_no_free_place_is_nearer_to_the_centre_than_the_one_for_the_queen(seed: int) -> None:
    lying = packed(seed, 30 + 30 * seed)
    turned = math.radians(50 * seed)
    away = (math.cos(turned), math.sin(turned))
    spot = centre_spot(lying, away)

    assert is_free(spot, lying, DIAMETER)
    nearer = [at for at in grid(0.003, math.hypot(*spot)) if math.hypot(*at) < math.hypot(*spot) - 1e-6]
    assert not [at for at in nearer if is_free(at, lying, SPACING)]


@pytest.mark.clause("ICF-L65")
def test_of_two_equally_near_places_the_one_farther_from_the_player_in_turn_is_taken() -> None:
    for away in ((0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0)):
        spots = umpire_spots([(0.0, 0.0)], 2, away)
        assert spots[0] == pytest.approx((away[0] * SPACING, away[1] * SPACING))
        assert spots[1] == pytest.approx((2 * away[0] * SPACING, 2 * away[1] * SPACING))


@pytest.mark.parametrize("piece", [(0.05, 0.02), (-0.03, 0.06), (-0.05, -0.04), (0.0, -0.07)])
def test_the_two_places_on_a_circle_beside_a_piece_lie_on_it_and_touch_the_piece(piece: Point) -> None:
    places = on_ring(piece, 0.06, DIAMETER)

    assert len(places) == 2 and math.dist(*places) > 0.01
    assert all(math.hypot(*place) == pytest.approx(0.06) for place in places)
    assert all(math.dist(place, piece) == pytest.approx(DIAMETER) for place in places)
    assert on_ring((0.0, 0.0), 0.06, DIAMETER) == on_ring((0.2, 0.0), 0.06, DIAMETER) == ()
