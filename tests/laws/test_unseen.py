"""What only a person at the board sees is asked for exactly where these laws rule otherwise by it."""

from dataclasses import replace
from typing import Any

import pytest

from carrom.laws.board_state import BoardState
from carrom.laws.clauses.possible import check_board
from carrom.laws.facts import ContradictoryFactsError, StrokeFacts
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.situations import boards, possible, situations
from carrom.laws.unseen import UmpireQuestion, Unseen, decides, decisive, unseen
from carrom.terms import Piece

EVERY = pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
USUAL = BoardState(white_up=6, black_up=6, broken=True, first_of_turn=False, earned=(True, True))
BREAK = BoardState()


def asked_after(fact: Unseen, stroke: StrokeFacts) -> bool:
    """Whether the sheet puts the question after this stroke."""
    only_striker = stroke.striker_pocketed and not stroke.pocketed
    return {
        UmpireQuestion.NEVER: False,
        UmpireQuestion.OTHER: Piece.BLACK in stroke.pocketed,
        UmpireQuestion.NOTHING: not stroke.pocketed and not stroke.striker_pocketed,
        UmpireQuestion.STRIKER: only_striker,
    }[fact.asked]


def keys(board: BoardState, rules: Ruleset) -> set[str]:
    return {fact.key for fact in decisive(replace(board, solo=rules.side_count == 1), rules)}


@EVERY
def test_every_question_that_decides_a_stroke_is_asked(rules: Ruleset) -> None:
    missed = []
    for each in situations(solo=rules.side_count == 1):
        stroke = replace(each.facts, struck=frozenset())
        plain = stroke.made and not (stroke.left_board or stroke.striker_left_board or stroke.declared)
        if not plain or not stroke.touched or not possible(replace_facts(each, stroke), rules):
            continue
        asked = {fact.key for fact in decisive(each.board, rules)}
        for fact in unseen(each.board):
            if asked_after(fact, stroke) and decides(fact, stroke, each.board, rules) and fact.key not in asked:
                missed.append((each.words, fact.key))
    assert not missed


def replace_facts(situation: Any, facts: StrokeFacts) -> Any:
    return replace(situation, facts=facts)


@EVERY
def test_what_these_laws_do_not_care_about_is_not_asked(rules: Ruleset) -> None:
    for _words, board in boards(solo=rules.side_count == 1):
        try:
            check_board(board, rules)
        except ContradictoryFactsError:
            continue
        for fact in decisive(board, rules):
            strokes = (each.facts for each in situations(solo=rules.side_count == 1) if each.board == board)
            more = (StrokeFacts(pocketed=(Piece.BLACK,), striker_pocketed=True), StrokeFacts(striker_pocketed=True))
            assert any(decides(fact, stroke, board, rules) for stroke in (*strokes, *more)), fact.key


@pytest.mark.clause("C-079", "L-017", "K-051")
def test_a_direct_hit_on_a_coin_of_the_other_side_is_asked_for_under_classic_and_common_laws_alone() -> None:
    assert {slug for slug, rules in RULESETS.items() if "direct" in keys(USUAL, rules)} == {"classic", "common"}


def test_whether_the_striker_touched_a_coin_is_asked_where_it_falls_alone_at_the_break() -> None:
    for slug, rules in RULESETS.items():
        assert "untouched" in keys(BREAK, rules), slug
        assert "untouched" not in keys(USUAL, rules), slug


def test_a_ruleset_of_ones_own_is_asked_by_its_own_values() -> None:
    own = replace(RULESETS["icf"], slug="own", opponent_coin_penalty="direct", backward_stroke="forbidden")
    assert keys(USUAL, own) == {"improper", "backward", "direct"}
    assert keys(USUAL, RULESETS["icf"]) == {"improper"}
