"""Where striker, dues and the umpire's pieces may be put."""

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.equipment.arrangement import Aim, touching
from carrom.equipment.measurements import BASE_MIDDLE, COIN_RADIUS, POCKET_CENTRE
from carrom.laws.centre_places import centre_dues, centre_spot, umpire_spots
from carrom.laws.facts import Direction
from carrom.laws.placement import (
    LINE_END,
    direction_of,
    directions,
    due_ring,
    has_room,
    is_aimed,
    makes_shot,
    rack_aim,
    refusal_of_due,
    refusal_of_striker,
    striker_places,
)
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.rulesets.icf import RULESET as ICF
from carrom.laws.ruling import Reason
from carrom.laws.spots import DIAMETER
from carrom.laws.values import with_values
from tests.support.thorough import examples


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


def test_beyond_the_line_the_gap_is_the_one_at_that_end() -> None:
    places = striker_places(ICF)

    assert places.gap_at(-1.0) == places.gaps[0] and places.gap_at(1.0) == places.gaps[-1]
    assert places.gaps[0].most < 0 < places.gaps[-1].least


def test_the_end_of_the_line_is_still_on_it() -> None:
    touching = with_values(ICF, {"striker_may_touch_arrow": True, "striker_end_circle": "any"})
    beyond = math.nextafter(LINE_END, 1.0)

    assert refusal_of_striker(touching, (LINE_END, -BASE_MIDDLE)) is None
    assert refusal_of_striker(touching, (beyond, -BASE_MIDDLE)).reason is Reason.STRIKER_OFF_LINES  # type: ignore[union-attr]


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
    sideways = directions(with_values(ICF, forbidden | {"horizontal_stroke": "allowed"}))
    assert sideways.allow(math.pi / 2) and sideways.allow(-math.pi / 2) and not sideways.allow(1.6)
    there_or_back = directions(with_values(ICF, {"horizontal_stroke": "forbidden"}))
    assert there_or_back.allow(0.0) and there_or_back.allow(3.0) and not there_or_back.allow(-math.pi / 2)
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
@settings(deadline=None, max_examples=examples(60))
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


KAGW, POLISH, COMMON, BACA = (RULESETS[slug] for slug in ("kagw", "polish", "common", "baca19"))


@pytest.mark.clause("K-023", "K-024", "K-025", "P-011", "P-012", "P-013", "L-004", "L-005", "L-006", "L-132")
@pytest.mark.parametrize(
    ("x", "off_the_middle", "reason"),
    [
        (0.0, 0.0, None),
        (0.0, 0.0047, None),
        (0.0, 0.006, Reason.STRIKER_OFF_LINES),  # K-024, P-011: 0.6 cm forward it leaves the rear line
        (0.1, -0.006, Reason.STRIKER_OFF_LINES),
        (0.0, 0.046, Reason.STRIKER_OFF_LINES),  # L-004: 3 cm in front of the front line
        (-BASE_MIDDLE, BASE_MIDDLE, Reason.STRIKER_OFF_LINES),  # K-023: the lines of the player at the left
        (0.2191, 0.0, None),  # an end circle fully covered
        (0.2191, -0.004, None),
        (0.2, 0.0, Reason.STRIKER_PART_ON_CIRCLE),  # K-025, P-012: cutting the moon
        (0.1825, 0.0, None),
        (-0.2, 0.0, Reason.STRIKER_PART_ON_CIRCLE),
        (-0.2225, 0.0, Reason.STRIKER_ON_ARROW),  # P-013, L-005
        (math.nan, 0.0, Reason.STRIKER_OFF_LINES),
    ],
)
@pytest.mark.parametrize("ruleset", [KAGW, POLISH, COMMON, ICF], ids=lambda ruleset: ruleset.slug)
def test_a_striker_on_a_board_of_wood_touches_both_lines_and_covers_a_circle_or_none(
    ruleset: Ruleset, x: float, off_the_middle: float, reason: Reason | None
) -> None:
    refusal = refusal_of_striker(ruleset, (x, off_the_middle - BASE_MIDDLE))

    assert (refusal and refusal.reason) == reason
    assert refusal is None or refusal.clauses == ruleset.citations[refusal.reason]


@pytest.mark.clause("L-004")
def test_a_striker_need_not_touch_both_lines_where_an_event_says_so() -> None:
    loose = with_values(COMMON, {"striker_both_lines": False})

    assert refusal_of_striker(COMMON, (0.0, 0.012 - BASE_MIDDLE)) is not None
    assert refusal_of_striker(loose, (0.0, 0.012 - BASE_MIDDLE)) is None
    assert refusal_of_striker(loose, (0.0, 0.017 - BASE_MIDDLE)) is not None


@pytest.mark.clause("L-006", "ICF-L134")
def test_l006_the_striker_may_not_touch_a_coin_where_the_icf_allows_it() -> None:
    touching_it = (0.02065 + COIN_RADIUS, -BASE_MIDDLE)
    a_millimetre_off = (touching_it[0] + 0.001, -BASE_MIDDLE)

    refusal = refusal_of_striker(COMMON, (0.0, -BASE_MIDDLE), [touching_it])
    assert refusal is not None and refusal.clauses == ("L-006",)
    assert refusal_of_striker(COMMON, (0.0, -BASE_MIDDLE), [a_millimetre_off]) is None
    assert refusal_of_striker(ICF, (0.0, -BASE_MIDDLE), [touching_it]) is None


@settings(deadline=None)
@given(st.floats(-0.24, 0.24), st.lists(st.tuples(st.floats(-0.3, 0.3), st.floats(-0.33, -0.18)), max_size=4))
def test_both_ways_to_ask_agree_on_the_middle_of_the_strip(x: float, occupied: list[tuple[float, float]]) -> None:
    for ruleset in (ICF, COMMON, with_values(KAGW, {"striker_may_touch_arrow": True})):
        places = striker_places(ruleset, occupied)
        if min(abs(x - end) for span in places.spans for end in span) > 1e-6:
            assert places.allow(x) == (refusal_of_striker(ruleset, (x, -BASE_MIDDLE), occupied) is None)


@pytest.mark.clause("K-061", "K-062", "C-076", "P-035", "L-136")
@pytest.mark.parametrize("slug", ["icf", "kagw", "classic", "polish", "common"])
def test_a_due_lies_wholly_inside_the_outer_circle_and_may_cover_the_centre_but_under_icf(slug: str) -> None:
    ruleset = RULESETS[slug]

    for distance, legal in ((0.065, True), (0.08, False), (0.09, False), (0.1, False)):
        assert (refusal_of_due(ruleset, (distance, 0.0), [], None) is None) == legal
    assert (refusal_of_due(ruleset, (0.0, 0.0), [], None) is None) == (slug != "icf")


@pytest.mark.clause("K-063", "B-033")
def test_a_shot_may_be_made_with_the_queen_under_kagw_and_with_no_piece_in_solo() -> None:
    queen, coin = (0.0, 0.0), (0.03, 0.03)

    assert refusal_of_due(KAGW, coin, [queen], queen) is None
    refusal = refusal_of_due(BACA, coin, [queen], None)
    assert refusal is not None and refusal.reason is Reason.PLACE_MAKES_SHOT and "B-033" in refusal.clauses


@pytest.mark.clause("K-045")
def test_k045_a_due_may_lie_on_another_coin_when_no_flat_place_is_left() -> None:
    full = [(piece.x, piece.y) for piece in touching().pieces]
    one_free = [place for place in full if math.hypot(*place) > 0.001]

    assert not has_room(KAGW, full, None) and has_room(KAGW, one_free, None) and has_room(KAGW, [], None)
    assert refusal_of_due(KAGW, (0.0, 0.0), full, None, stacked=True) is None
    for ruleset, occupied, stacked in ((KAGW, full, False), (KAGW, one_free, True), (ICF, full, True)):
        at = (DIAMETER, 0.0) if occupied is one_free else (0.04, 0.0)
        refusal = refusal_of_due(ruleset, at, occupied, None, stacked=stacked)
        assert refusal is not None and refusal.reason is Reason.PLACE_TAKEN


@pytest.mark.clause("B-029", "B-030")
def test_b030_two_dues_at_once_touch_over_the_centre_in_line_with_a_side() -> None:
    assert sum(centre_dues(BACA, [], 2), ()) == pytest.approx((-COIN_RADIUS, 0.0, COIN_RADIUS, 0.0), abs=1e-8)
    beside = [(2.5 * COIN_RADIUS, 0.0)]
    one_behind_the_other = centre_dues(BACA, beside, 2)
    assert [at[0] for at in one_behind_the_other] == [0.0, 0.0]
    assert centre_dues(ICF, [], 2)[0] == (0.0, 0.0)


@pytest.mark.clause("B-031", "B-032")
def test_b031_a_due_lies_as_near_to_the_centre_as_it_goes_and_moves_nothing() -> None:
    (at,) = centre_dues(BACA, [(0.0, 0.0)], 1)

    assert math.hypot(*at) == pytest.approx(DIAMETER)
    three = centre_dues(BACA, [(0.0, 0.0)], 3)
    assert all(math.dist(one, other) >= DIAMETER for one, other in itertools.combinations((*three, (0.0, 0.0)), 2))


@pytest.mark.clause("B-033")
def test_b033_of_equally_near_places_one_is_taken_that_makes_no_shot() -> None:
    up = (0.0, DIAMETER)
    far = math.hypot(POCKET_CENTRE, POCKET_CENTRE - DIAMETER) / DIAMETER
    lines_up = (POCKET_CENTRE / far, DIAMETER + (POCKET_CENTRE - DIAMETER) / far)  # with `up` it points to a pocket

    assert centre_dues(ICF, [(0.0, 0.0), lines_up], 1)[0] == pytest.approx(up, abs=1e-7)
    assert makes_shot(up, lines_up)
    (at,) = centre_dues(BACA, [(0.0, 0.0), lines_up], 1)
    assert math.hypot(*at) == pytest.approx(DIAMETER)
    assert not any(makes_shot(at, other) for other in ((0.0, 0.0), lines_up))


@pytest.mark.clause("B-033")
def test_b033_a_shot_is_two_pieces_less_than_a_radius_apart_in_line_with_a_pocket_within_5_degrees() -> None:
    for ahead in ((0.05, 0.05), (0.04, -0.02)):
        from_pocket = math.atan2(ahead[1] - POCKET_CENTRE, ahead[0] - POCKET_CENTRE)

        def behind(gap: float, degrees: float, ahead=ahead, from_pocket=from_pocket) -> tuple[float, float]:
            turned, apart = from_pocket + math.radians(degrees), DIAMETER + gap + 1e-9
            return (ahead[0] + apart * math.cos(turned), ahead[1] + apart * math.sin(turned))

        for gap, degrees, shot in ((0.0, 0, True), (0.0158, 4.9, True), (0.0, -5.1, False), (0.016, 0, False)):
            assert is_aimed(behind(gap, degrees), ahead) is is_aimed(ahead, behind(gap, degrees)) is shot
            refusal = refusal_of_due(BACA, behind(gap, degrees), [ahead], None)
            assert (refusal is not None and refusal.reason is Reason.PLACE_MAKES_SHOT) is shot


@pytest.mark.clause("B-033")
@pytest.mark.parametrize("turned", range(0, 360, 15))
def test_b033_wherever_the_nearest_places_are_a_whole_arc_one_without_a_shot_is_found(turned: int) -> None:
    middle = (0.0, 0.0)
    lined_up = []
    for x, y in (middle, (0.0, DIAMETER)):  # a piece that makes a shot with the place that the umpire would take
        to_pocket = math.hypot(POCKET_CENTRE - x, POCKET_CENTRE - y)
        lined_up.append((x + (POCKET_CENTRE - x) * 0.04 / to_pocket, y + (POCKET_CENTRE - y) * 0.04 / to_pocket))
    away = (math.sin(math.radians(turned)), math.cos(math.radians(turned)))
    lying = [middle, lined_up[1]]

    (at,) = centre_dues(BACA, lying, 1, away)

    assert math.hypot(*at) == pytest.approx(DIAMETER)
    assert not any(is_aimed(at, other) for other in lying)
    assert all(math.dist(at, other) >= DIAMETER for other in lying)


@pytest.mark.clause("B-030", "B-033")
def test_b030_of_both_lines_the_one_without_a_shot_is_taken() -> None:
    beside = (COIN_RADIUS + 0.024, 0.024)  # with the right coin of the level pair it points to the far right pocket

    assert is_aimed((COIN_RADIUS, 0.0), beside)
    pair = centre_dues(BACA, [beside], 2)
    assert [at[0] for at in pair] == [0.0, 0.0]
    assert not any(is_aimed(at, beside) for at in pair)


@pytest.mark.clause("P-006")
def test_p006_the_rack_is_turned_where_a_pocket_is_chosen() -> None:
    assert rack_aim(POLISH) is Aim.FAR_RIGHT
    assert rack_aim(ICF) is None


@pytest.mark.clause("K-028", "K-029", "L-010", "L-140")
def test_strokes_go_forward_only_under_kagw_and_common_and_backward_by_the_own_frame_where_an_event_allows_it() -> None:
    by_the_frame = directions(with_values(COMMON, {"allow_own_frame_first": True}))

    for ruleset in (KAGW, COMMON):
        assert directions(ruleset).allow(math.radians(80)) and not directions(ruleset).allow(math.radians(90))
        assert not directions(ruleset).allow(math.radians(100))
    assert by_the_frame.allow(math.radians(170)) and not by_the_frame.allow(math.radians(90))
    assert directions(POLISH).allow(math.pi)
