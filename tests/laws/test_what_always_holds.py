"""What holds for every ruleset, every option and every sequence of strokes that may happen."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.laws.board_state import COINS, BoardState
from carrom.laws.clauses.possible import solo_colours
from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import BoardEnd, Restore
from carrom.laws.texts.lookup import clauses
from carrom.laws.values import choices, parameters, with_values
from carrom.terms import Piece, Queen, Side
from tests.support.laws.boards import down, played_board
from tests.support.thorough import examples

TWO_SIDED = [ruleset for ruleset in RULESETS.values() if ruleset.side_count == 2]
# values that name a behaviour; left out are those that a document cannot change by itself
RULED = [
    name
    for name in parameters()
    if choices(name)
    and name
    not in (
        "side_count",
        "colour_assignment",
        "score_mode",
        "foul_voids_cover",
        "technical_foul",
        "board_replay_events",
    )
]


@st.composite
def rulesets(draw: st.DrawFn, bases: tuple[Ruleset, ...] = tuple(RULESETS.values())) -> Ruleset:
    base = draw(st.sampled_from(bases))
    names = draw(st.lists(st.sampled_from(RULED), max_size=6, unique=True))
    return with_values(base, {name: draw(st.sampled_from(choices(name))) for name in names})


seeds = st.integers(0, 2**32)


@settings(max_examples=examples(150), deadline=None)
@given(rulesets(), seeds)
def test_pieces_up_and_down_are_nineteen_and_each_that_moved_is_explained(ruleset: Ruleset, seed: int) -> None:
    for board, facts, ruling in played_board(ruleset, seed):
        after = ruling.after
        assert 0 <= after.white_up <= COINS and 0 <= after.black_up <= COINS
        if ruling.over or ruling.restore is Restore.POSITION:
            continue
        fell = Counter(facts.pocketed + facts.dropped)
        back = Counter(one.piece for one in ruling.returns if not one.jumped)
        waiting = Counter({Piece.QUEEN: after.early_queen - board.early_queen})
        assert down(after) == down(board) + fell - back - waiting or board.early_queen
        assert Counter(one.piece for one in ruling.returns if one.jumped) == Counter(facts.left_board)
        named = Counter(piece for finding in ruling.findings for piece in set(finding.pieces))
        assert set(fell) <= set(named)
        assert all(one.clauses for one in ruling.returns)


@settings(max_examples=examples(150), deadline=None)
@given(rulesets(), seeds)
def test_nobody_owes_while_he_could_have_paid(ruleset: Ruleset, seed: int) -> None:
    for _, _, ruling in played_board(ruleset, seed):
        for side in Side:
            owed = ruling.after.owed_by(side)
            assert owed >= 0
            at_once = ruleset.owed_paid == "after_stroke" or ruling.after.solo
            if owed and not ruling.over and (at_once or not ruling.keeps_turn):
                assert all_up(ruling.after, side)


def all_up(board: BoardState, side: Side) -> bool:
    """Whether none of the coins is down that a side could pay with: alone those of the colour in play."""
    if not board.solo:
        return board.up_of(side) == COINS
    colour, _ = solo_colours(board)
    return side is Side.A and (board.white_up if colour is Piece.WHITE else board.black_up) == COINS


@settings(max_examples=examples(150), deadline=None)
@given(rulesets(), seeds)
def test_the_same_question_has_the_same_answer_with_known_clauses(ruleset: Ruleset, seed: int) -> None:
    for board, facts, ruling in played_board(ruleset, seed):
        assert judge(board, facts, ruleset) == ruling
        assert set(ruling.clauses) <= set(clauses())
        assert ruling.findings
        hash((board, facts))


SWAPPED = {Piece.WHITE: Piece.BLACK, Piece.BLACK: Piece.WHITE, Piece.QUEEN: Piece.QUEEN}


@settings(max_examples=examples(150), deadline=None)
@given(rulesets(tuple(TWO_SIDED)), seeds)
def test_swapping_the_colours_swaps_the_ruling(ruleset: Ruleset, seed: int) -> None:
    for board, facts, ruling in played_board(ruleset, seed):
        if board.white_side is None:
            continue
        swapped = judge(
            replace(board, white_up=board.black_up, black_up=board.white_up, white_side=board.white_side.other),
            replace(
                facts,
                pocketed=tuple(SWAPPED[piece] for piece in facts.pocketed),
                left_board=tuple(SWAPPED[piece] for piece in facts.left_board),
                dropped=tuple(SWAPPED[piece] for piece in facts.dropped),
                struck=frozenset(SWAPPED[piece] for piece in facts.struck),
            ),
            ruleset,
        )
        assert (swapped.after.black_up, swapped.after.white_up) == (ruling.after.white_up, ruling.after.black_up)
        assert swapped.outcome == ruling.outcome
        assert swapped.keeps_turn == ruling.keeps_turn
        assert [finding.reason for finding in swapped.findings] == [finding.reason for finding in ruling.findings]
        assert [SWAPPED[back.piece] for back in swapped.returns] == [back.piece for back in ruling.returns]


@settings(max_examples=examples(150), deadline=None)
@given(rulesets(), seeds)
def test_a_finished_board_has_a_winner_a_draw_or_a_replay(ruleset: Ruleset, seed: int) -> None:
    *_, (_, _, ruling) = played_board(ruleset, seed)

    if ruling.outcome is None:
        assert ruling.after.solo or (ruling.after.white_up and ruling.after.black_up)
        return
    outcome = ruling.outcome
    assert (outcome.winner is not None) == (outcome.end is BoardEnd.WON)
    assert (outcome.end is BoardEnd.CLEARED) <= ruling.after.solo
    assert (outcome.end is BoardEnd.WON) <= (not ruling.after.solo)
    assert ruling.next_seat is None and ruling.next_side is None
    assert ruling.after.owed == (0, 0)
    assert not ruling.returns
    if ruleset.board_points_cap is not None and not ruleset.extra_beyond_cap:
        assert 0 <= outcome.points <= ruleset.board_points_cap


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.slug)
def test_thousands_of_random_strokes_never_reach_a_state_that_is_refused_or_cannot_end(ruleset: Ruleset) -> None:
    strokes = ended = 0
    seed = 0
    while strokes < examples(10_000):
        seed += 1
        for board, _, ruling in played_board(ruleset, seed):
            strokes += 1
            assert board.queen is not Queen.AWAITING_COVER or board.queen_side is board.to_play
            ended += ruling.over
    assert ended > seed * 0.9
