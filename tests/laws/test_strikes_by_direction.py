"""Where the striker was released to and which way it went: what each ruleset makes of it, stroke by stroke."""

import pytest

from carrom.laws.board_state import BoardState
from carrom.laws.facts import Direction, StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Reason, Ruling
from carrom.laws.values import with_values
from carrom.terms import Piece, Side

KAGW, COMMON, ICF, POLISH = (RULESETS[slug] for slug in ("kagw", "common", "icf", "polish"))
BOARD = BoardState(white_up=6, black_up=6, broken=True, earned=(True, True))
WHITE = (Piece.WHITE,)


def ruled(ruleset: Ruleset, facts: StrokeFacts) -> Ruling:
    return judge(BOARD, facts, ruleset)


def is_one_foul(ruling: Ruling, *clauses: str) -> bool:
    """One coin of the offender comes back, the turn is lost, and these clauses say so."""
    return (
        ruling.next_side is Side.B
        and [back.piece for back in ruling.returns] == [Piece.WHITE]
        and set(clauses) <= set(ruling.clauses)
    )


BACKWARD = StrokeFacts(pocketed=WHITE, direction=Direction.BACKWARD)
HORIZONTAL = StrokeFacts(pocketed=WHITE, direction=Direction.HORIZONTAL)


@pytest.mark.clause("K-028", "K-029", "L-010")
def test_backward_and_horizontal_strokes_are_fouls_where_only_forward_is_allowed() -> None:
    assert is_one_foul(ruled(KAGW, BACKWARD), "K-028", "K-038", "K-064")
    assert is_one_foul(ruled(KAGW, HORIZONTAL), "K-029", "K-059")
    assert is_one_foul(ruled(COMMON, BACKWARD), "L-010", "L-074")
    assert is_one_foul(ruled(COMMON, HORIZONTAL), "L-010")


@pytest.mark.clause("P-020", "B-014", "ICF-L34")
def test_elsewhere_they_are_as_good_as_any() -> None:
    for ruleset in (ICF, POLISH):
        for facts in (BACKWARD, HORIZONTAL):
            assert ruled(ruleset, facts).keeps_turn and not ruled(ruleset, facts).returns


@pytest.mark.clause("K-027", "K-035")
def test_k027_a_striker_that_stays_behind_its_front_line_is_a_foul_and_an_empty_stroke_is_none() -> None:
    weak = StrokeFacts(touched=False, crossed_front_line=False)
    nudged = StrokeFacts(crossed_front_line=False, stayed_behind_line=True)

    assert is_one_foul(ruled(KAGW, weak), "K-027")
    assert is_one_foul(ruled(KAGW, nudged), "K-027")
    assert not ruled(KAGW, StrokeFacts(touched=False)).returns
    assert not ruled(ICF, weak).returns


@pytest.mark.clause("K-030", "K-077")
def test_k030_a_piece_behind_the_front_line_may_be_hit_only_after_the_line_was_crossed() -> None:
    at_once = StrokeFacts(pocketed=WHITE, crossed_front_line=False, struck_behind_line=True)
    by_the_far_frame = StrokeFacts(pocketed=WHITE, touched_own_frame=True, came_back_into_own_half=True)

    assert is_one_foul(ruled(KAGW, at_once), "K-030")
    assert ruled(KAGW, by_the_far_frame).keeps_turn
    assert ruled(COMMON, at_once).keeps_turn


@pytest.mark.clause("L-046", "L-140")
def test_l046_a_rebound_into_the_own_half_before_a_contact_is_a_foul_unless_the_event_allows_it() -> None:
    back = StrokeFacts(pocketed=WHITE, came_back_into_own_half=True)
    allowed = with_values(COMMON, {"rebound_to_own_half_foul": False})

    assert is_one_foul(ruled(COMMON, back), "L-046")
    assert ruled(allowed, back).keeps_turn


@pytest.mark.clause("L-140")
def test_l140_by_the_own_frame_first_only_where_it_is_allowed_and_only_if_the_front_line_was_crossed_then() -> None:
    allowed = with_values(COMMON, {"allow_own_frame_first": True})
    crossed = StrokeFacts(direction=Direction.BACKWARD, touched_own_frame=True)
    not_crossed = StrokeFacts(direction=Direction.BACKWARD, touched_own_frame=True, crossed_front_line=False)

    assert is_one_foul(ruled(COMMON, crossed), "L-140")
    assert not ruled(allowed, crossed).returns
    assert is_one_foul(ruled(allowed, not_crossed), "L-010")


@pytest.mark.clause("L-013", "L-044", "L-076")
def test_l076_several_breaches_of_one_stroke_cost_one_coin() -> None:
    many = StrokeFacts(touched=False, direction=Direction.BACKWARD, touched_own_frame=True, striker_left_board=True)
    ruling = ruled(COMMON, many)

    assert is_one_foul(ruling, "L-010", "L-013", "L-014", "L-076")
    reasons = {finding.reason for finding in ruling.findings}
    assert {Reason.BACKWARD_STROKE, Reason.OWN_FRAME_FIRST, Reason.NOTHING_TOUCHED} <= reasons


@pytest.mark.clause("L-057")
def test_l057_a_break_that_does_not_spread_owes_a_coin_and_passes() -> None:
    fresh = BoardState(white_side=None)
    weak = judge(fresh, StrokeFacts(spread=False), COMMON)
    good = judge(fresh, StrokeFacts(spread=True), COMMON)

    assert weak.after.owed == (1, 0) and weak.next_side is Side.B and not weak.after.broken
    assert good.after.owed == (0, 0) and good.after.broken
    assert "L-057" in weak.clauses and "L-057" in good.clauses


@pytest.mark.clause("L-033", "L-051")
def test_a_foul_by_direction_sends_a_queen_back_that_falls_or_waits() -> None:
    queen = StrokeFacts(pocketed=(Piece.QUEEN, Piece.WHITE), direction=Direction.BACKWARD)

    assert [back.piece for back in ruled(COMMON, queen).returns] == [Piece.QUEEN, Piece.WHITE]
    assert ruled(COMMON, queen).after.white_up == 6
