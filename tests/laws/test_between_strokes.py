"""Passes, hanging pieces, dues that stay down, claims: what law cases cannot say."""

from dataclasses import replace

import pytest

from carrom.laws.board_state import BoardState, may_forgo, opening_board, with_dues_down
from carrom.laws.facts import ContradictoryFactsError, StrokeFacts
from carrom.laws.judge import judge
from carrom.laws.rulesets.baca19 import RULESET as BACA19
from carrom.laws.rulesets.icf import RULESET as ICF
from carrom.laws.ruling import BoardEnd, BoardOutcome, Reason, with_claim
from carrom.laws.values import with_values
from carrom.terms import Piece, Queen, Seat, Side

BOARD = BoardState(white_up=6, black_up=5, broken=True, earned=(True, True))
PENDING = replace(BOARD, queen=Queen.AWAITING_COVER, queen_side=Side.A, first_of_turn=False)
PASS = StrokeFacts(made=False, passed=True)


@pytest.mark.clause("ICF-L137")
def test_three_passes_of_each_player_in_succession_replay_the_board() -> None:
    board = BOARD
    for times in range(1, 6):
        ruling = judge(board, PASS, ICF)
        assert not ruling.over and ruling.after.passes == times
        board = ruling.after

    assert judge(board, PASS, ICF).outcome == BoardOutcome(BoardEnd.REPLAYED, Reason.PASSED_THREE_TIMES)
    assert judge(replace(board, players=4), PASS, ICF).outcome is None


def test_a_stroke_ends_the_succession_of_passes() -> None:
    passed = judge(BOARD, PASS, ICF).after

    assert passed.to_play is Side.B and passed.seat is Seat.NORTH
    assert judge(passed, StrokeFacts(), ICF).after.passes == 0


@pytest.mark.clause("ICF-L96")
def test_who_passes_with_a_queen_to_cover_gives_her_back() -> None:
    ruling = judge(PENDING, PASS, ICF)

    assert ruling.after.queen is Queen.ON_BOARD
    assert [back.piece for back in ruling.returns] == [Piece.QUEEN]


@pytest.mark.clause("ICF-L71", "ICF-L113")
def test_a_hanging_coin_that_falls_stays_down_and_leaves_the_turn() -> None:
    fallen = StrokeFacts(made=False, dropped=(Piece.BLACK,))

    ruling = judge(BOARD, fallen, ICF)

    assert ruling.after.black_up == 4 and ruling.keeps_turn and ruling.after.strokes == 0
    assert not judge(BOARD, replace(fallen, dropped=()), ICF).over
    as_stroke = with_values(ICF, {"rim_drop_turn": "as_stroke"})
    assert not judge(BOARD, fallen, as_stroke).keeps_turn


@pytest.mark.clause("ICF-L113")
def test_a_hanging_queen_that_falls_must_be_covered_by_the_player_in_turn() -> None:
    ruling = judge(BOARD, StrokeFacts(made=False, dropped=(Piece.QUEEN,)), ICF)

    assert ruling.after.queen is Queen.AWAITING_COVER and ruling.after.queen_side is Side.A
    assert judge(ruling.after, StrokeFacts(), ICF).after.queen is Queen.ON_BOARD


@pytest.mark.clause("ICF-L101")
def test_a_cover_may_be_put_off_once_only_where_the_event_says_so() -> None:
    with_striker = StrokeFacts(pocketed=(Piece.WHITE,), striker_pocketed=True)
    once = with_values(ICF, {"cover_reprieve": "once"})

    first = judge(PENDING, with_striker, once).after

    assert first.queen is Queen.AWAITING_COVER and first.reprieved
    second = judge(first, with_striker, once)
    assert second.after.queen is Queen.ON_BOARD and not second.keeps_turn  # as every cover that failed
    assert judge(first, with_striker, ICF).after.queen is Queen.AWAITING_COVER


@pytest.mark.clause("ICF-L79", "ICF-L83", "ICF-L87")
def test_dues_that_stay_down_are_forgone_or_owed_again_and_one_coin_always_stays_up() -> None:
    board = replace(BOARD, white_up=2)

    assert with_dues_down(board, Side.A, 1, owed_again=True).owed == (1, 0)
    assert with_dues_down(board, Side.A, 1, owed_again=False) == replace(board, white_up=1)
    assert with_dues_down(board, Side.B, 1, owed_again=True).black_up == 4
    for earned in ((False, False), (True, False), (False, True)):
        before = replace(board, earned=earned)
        assert with_dues_down(before, Side.A, 0, owed_again=True) == before
        assert with_dues_down(before, Side.A, 1, owed_again=False).earned == (True, earned[1])
        assert with_dues_down(before, Side.B, 1, owed_again=False).earned == (earned[0], True)
    assert not may_forgo(board, Side.A, 2)
    with pytest.raises(ValueError, match="at least one"):
        with_dues_down(board, Side.A, 2, owed_again=False)


@pytest.mark.clause("ICF-L87", "ICF-L55")
@pytest.mark.parametrize(("claim", "points"), [(True, 12), (False, 11), (1, 12), (0, 11), (9, 12)])
def test_a_winner_demands_all_or_some_of_the_extra_points(claim: bool | int, points: int) -> None:
    outcome = BoardOutcome(BoardEnd.WON, Reason.OPPONENT_LAST_QUEEN_UP, Side.A, 0, 11, 2, 12)

    assert with_claim(outcome, claim).points == points
    replayed = BoardOutcome(BoardEnd.REPLAYED, Reason.BOTH_LAST_REPLAYED)
    assert with_claim(replayed, claim) == replayed and replayed.points == replayed.extra_points == 0


def test_the_breaker_has_white_unless_said_otherwise() -> None:
    assert opening_board(to_play=Side.B).colour_of(Side.B) is Piece.WHITE
    assert opening_board(white_side=Side.B).colour_of(Side.A) is Piece.BLACK
    assert opening_board(colours_open=True).colour_of(Side.A) is None


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        (StrokeFacts(dropped=(Piece.WHITE,)), "dropped-in-stroke"),
        (StrokeFacts(passed=True), "dropped-in-stroke"),
        (StrokeFacts(made=False, passed=True, dropped=(Piece.WHITE,)), "dropped-and-passed"),
        (StrokeFacts(pocketed=(Piece.STRIKER,)), "striker-among-pieces"),
        (StrokeFacts(claims_extra=-1), "claim-negative"),
        (StrokeFacts(touched=False, first_contact=Piece.WHITE), "untouched-yet-moved"),
    ],
)
def test_facts_that_contradict_themselves_have_a_code(facts: StrokeFacts, code: str) -> None:
    with pytest.raises(ContradictoryFactsError) as refused:
        judge(BOARD, facts, ICF)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"white_up": 10}, "coin-count"),
        ({"owed": (-1, 0)}, "owed-count"),
        ({"score": (0, -1)}, "score-count"),
        ({"solo": True}, "solo-mismatch"),
        ({"players": 3}, "players-not-allowed"),
        ({"queen": Queen.COVERED}, "queen-of-nobody"),
        ({"queen": Queen.AWAITING_COVER, "queen_side": Side.B, "first_of_turn": False}, "queen-of-nobody"),
    ],
)
def test_boards_that_no_play_leads_to_have_a_code(changes: dict[str, object], code: str) -> None:
    with pytest.raises(ContradictoryFactsError) as refused:
        judge(replace(BOARD, **changes), StrokeFacts(), ICF)  # type: ignore[arg-type]

    assert refused.value.code == code


def test_a_board_of_one_player_without_coins_and_with_the_queen_covered_is_over() -> None:
    done = replace(
        opening_board(solo=True), white_up=0, black_up=0, queen=Queen.COVERED, queen_side=Side.A, broken=True
    )
    with pytest.raises(ContradictoryFactsError) as refused:
        judge(replace(done, earned=(True, True)), StrokeFacts(), BACA19)

    assert (refused.value.code, refused.value.message_id) == ("board-over", "board-over.solo")
