"""Where striker, dues and the umpire's pieces may be put."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.equipment.measurements import BASE_MIDDLE, COIN_RADIUS, POCKET_CENTRE
from carrom.laws.facts import Direction
from carrom.laws.placement import (
    DIAMETER,
    centre_spot,
    direction_of,
    directions,
    due_ring,
    makes_shot,
    refusal_of_due,
    striker_places,
    umpire_spots,
)
from carrom.laws.ruleset import with_values
from carrom.laws.rulesets.icf import RULESET as ICF
from carrom.laws.ruling import Reason


@pytest.mark.clause("ICF-L130")
@pytest.mark.parametrize("offset", [0.0, 0.18255, -0.18255, 0.2144, -0.2223])
def test_the_striker_may_lie_clear_of_the_circle_or_cover_it(offset: float) -> None:
    assert striker_places(ICF).allow(offset)
    assert striker_places(ICF).gap_at(offset) is None


@pytest.mark.clause("ICF-L130")
@pytest.mark.parametrize(
    ("offset", "reason"),
    [
        (0.1827, Reason.STRIKER_PART_ON_CIRCLE),
        (-0.2142, Reason.STRIKER_PART_ON_CIRCLE),
        (0.2225, Reason.STRIKER_ON_ARROW),
        (-0.2225, Reason.STRIKER_ON_ARROW),
        (1.0, Reason.STRIKER_ON_ARROW),
    ],
)
def test_elsewhere_it_may_not_and_the_gap_says_why(offset: float, reason: Reason) -> None:
    places = striker_places(ICF)
    gap = places.gap_at(offset)

    assert not places.allow(offset)
    assert gap is not None and gap.reason is reason and gap.clauses == ("ICF-L130",)


def test_a_place_that_is_no_number_is_not_allowed() -> None:
    assert not striker_places(ICF).allow(math.nan)
    assert refusal_of_due(ICF, (math.nan, 0.05), (), None) is not None


@pytest.mark.clause("ICF-L134")
def test_a_piece_on_the_base_line_leaves_a_gap() -> None:
    places = striker_places(ICF, [(0.05, -BASE_MIDDLE)])
    gap = places.gap_at(0.06)

    assert gap is not None and gap.reason is Reason.STRIKER_ON_PIECE
    assert places.allow(0.0) and places.allow(0.1)


@settings(deadline=None)
@given(st.lists(st.tuples(st.floats(-0.3, 0.3), st.floats(-0.33, -0.18)), max_size=6))
def test_spans_and_gaps_follow_each_other_and_no_span_touches_a_piece(occupied: list[tuple[float, float]]) -> None:
    places = striker_places(ICF, occupied)
    ends = sorted([*((s.least, s.most) for s in places.spans), *((g.least, g.most) for g in places.gaps)])

    assert ends[0][0] == -0.235 and ends[-1][1] == pytest.approx(0.235)
    assert all(one[1] == pytest.approx(other[0], abs=1e-12) for one, other in itertools.pairwise(ends))
    for span in places.spans:
        for x in (span.least, (span.least + span.most) / 2, span.most):
            assert all(math.dist((x, -BASE_MIDDLE), piece) >= 0.02065 + COIN_RADIUS for piece in occupied)


@pytest.mark.clause("ICF-L34")
def test_icf_allows_every_direction_and_a_ruleset_may_forbid_some() -> None:
    forbidden = {"backward_stroke": "forbidden", "horizontal_stroke": "forbidden", "allow_own_frame_first": False}
    forward = directions(with_values(ICF, forbidden))

    assert all(directions(ICF).allow(angle) for angle in (0.0, math.pi / 2, math.pi, -math.pi, 3.0))
    assert forward.allow(1.5) and not forward.allow(math.pi / 2) and not forward.allow(3.0)
    assert set(forward.reasons) == {Reason.BACKWARD_STROKE, Reason.HORIZONTAL_STROKE}
    assert [direction_of(angle) for angle in (1.5, -math.pi / 2, 1.6)] == [
        Direction.FORWARD,
        Direction.HORIZONTAL,
        Direction.BACKWARD,
    ]


@pytest.mark.clause("ICF-L84", "ICF-L86", "ICF-L89")
@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ((0.0, 0.0318), None),
        ((0.0, 0.0691), None),
        ((0.0, 0.0317), Reason.PLACE_ON_CENTRE),
        ((0.0, 0.0692), Reason.PLACE_OUTSIDE_CIRCLE),
        ((0.05, 0.01), Reason.PLACE_TAKEN),
    ],
)
def test_a_due_lies_in_the_outer_circle_off_the_centre_and_on_nothing(
    at: tuple[float, float], reason: Reason | None
) -> None:
    refusal = refusal_of_due(ICF, at, [(0.05, 0.0)], None)

    assert (refusal and refusal.reason) == reason
    assert due_ring(ICF) == pytest.approx((0.0318, 0.0691))


@pytest.mark.clause("ICF-L114")
def test_a_due_may_not_make_a_shot_with_the_queen_but_with_a_coin() -> None:
    towards_pocket = (0.03, 0.03)

    refusal = refusal_of_due(ICF, towards_pocket, [(0.0, 0.0)], (0.0, 0.0))

    assert refusal is not None and refusal.reason is Reason.PLACE_MAKES_SHOT and refusal.clauses == ("ICF-L114",)
    assert refusal_of_due(ICF, (0.0, 0.045), [(0.0, 0.0)], (0.0, 0.0)) is None
    assert refusal_of_due(ICF, towards_pocket, [(0.0, 0.0)], None) is None
    strict = with_values(ICF, {"placing_makes_shot": "forbidden"})
    assert refusal_of_due(strict, towards_pocket, [(0.0, 0.0)], None) is not None


@given(st.floats(-0.07, 0.07), st.floats(-0.07, 0.07), st.floats(-0.07, 0.07), st.floats(-0.07, 0.07))
def test_a_shot_is_the_same_from_either_piece(ax: float, ay: float, bx: float, by: float) -> None:
    assert makes_shot((ax, ay), (bx, by)) == makes_shot((bx, by), (ax, ay))


def test_pieces_far_apart_make_no_shot() -> None:
    assert makes_shot((0.0, 0.0), (0.02, 0.02))
    assert not makes_shot((0.0, 0.0), (POCKET_CENTRE / 2, POCKET_CENTRE / 2))


@pytest.mark.clause("ICF-L93")
def test_the_queen_goes_to_the_centre_or_as_near_as_there_is_room() -> None:
    assert centre_spot([]) == (0.0, 0.0)
    assert centre_spot([(0.01, 0.0)]) == pytest.approx((-0.0218, 0.0), abs=1e-8)
    assert centre_spot([(0.0, 0.0)], away=(0.0, -1.0)) == pytest.approx((0.0, -DIAMETER), abs=1e-8)


@pytest.mark.clause("ICF-L65")
@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(st.floats(-0.08, 0.08), st.floats(-0.08, 0.08)), max_size=12), st.integers(1, 4))
def test_the_umpires_places_are_free_and_the_first_is_the_nearest(
    wanted: list[tuple[float, float]], count: int
) -> None:
    occupied: list[tuple[float, float]] = []
    for point in wanted:
        if all(math.dist(point, other) >= DIAMETER for other in occupied):
            occupied.append(point)

    spots = umpire_spots(occupied, count)

    assert len(spots) == count
    assert all(math.dist(*two) >= DIAMETER for two in itertools.combinations([*occupied, *spots], 2) if two[1] in spots)
    assert spots == umpire_spots(list(reversed(occupied)), count)
