"""Solo: boards in strokes, five of them a set, the cap and its choice, the average (BACA 19-coin carrom)."""

import random

import pytest

from carrom.laws.board_state import BoardState
from carrom.laws.facts import StrokeFacts
from carrom.laws.rulesets.baca19 import RULESET as BACA19
from carrom.laws.rulesets.icf import RULESET as ICF
from carrom.match import requests, score, solo
from carrom.match.awaiting import Decision
from carrom.match.snapshot import BoardResult, Tally
from carrom.notation.record import read_match, write_match
from carrom.play.errors import BadHeadError, NotAnOptionError, NotAwaitedError
from carrom.play.game import Match, new_head
from carrom.play.handlers import start
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.play.rng import SeededRng
from carrom.terms import Piece, Queen, Seat, Side
from tests.support.play.whole_matches import play_on


def closed(*scores: int) -> tuple[BoardResult, ...]:
    return tuple(
        BoardResult(
            game=1,
            board=number,
            winner=None,
            points=points,
            strokes=points,
            score=Tally(sum(scores[:number]), 0),
            breaker=Seat.SOUTH,
            breaking_side=Side.A,
            how="cleared",
        )
        for number, points in enumerate(scores, 1)
    )


@pytest.mark.clause("B-034", "B-038", "B-040")
@pytest.mark.parametrize(
    ("scores", "average"),
    [
        ((21, 24, 19, 27, 23), "22.80"),
        ((20, 20, 21, 22, 24), "21.40"),
        ((20, 30), "25.00"),
        ((19, 19, 20), "19.33"),
        ((20, 20, 20, 20, 21), "20.20"),
    ],
)
def test_the_average_is_the_mean_of_the_boards_to_two_decimals(scores: tuple[int, ...], average: str):
    assert solo.average(scores, BACA19) == average


@pytest.mark.clause("B-005", "B-038")
def test_a_set_of_four_boards_is_incomplete_and_of_five_has_an_average():
    assert solo.set_average(closed(21, 24, 19, 27), BACA19) is None
    assert score.game_after(closed(21, 24, 19, 27), 1, Tally(91, 0), BACA19) is None

    assert solo.set_average(closed(21, 24, 19, 27, 23), BACA19) == "22.80"
    ended = score.game_after(closed(21, 24, 19, 27, 23), 1, Tally(114, 0), BACA19)
    assert ended is not None and ended.winner is None and ended.score == Tally(114, 0)


@pytest.mark.clause("B-004", "B-041")
@pytest.mark.parametrize(("strokes", "counts"), [(19, 19), (23, 23), (44, 44), (45, 45), (46, 45), (52, 45)])
def test_a_board_counts_its_strokes_and_at_most_the_cap(strokes: int, counts: int):
    assert solo.board_score(strokes, BACA19) == counts


def test_without_a_cap_all_strokes_count_and_nothing_is_asked():
    assert solo.board_score(52, ICF) == 52
    assert not solo.is_at_cap(BoardState(solo=True, strokes=45), ICF)


@pytest.fixture(scope="module")
def capped() -> Match:
    """A set whose first board waits at its cap."""
    match = Match.new(players=["Asha"], ruleset="baca19", seed=1)
    rng = random.Random(1)
    while match.awaiting.kind is not Decision.CAP:
        play_on(match, rng, most=1)
    return match


@pytest.mark.clause("B-042")
def test_at_the_cap_the_player_stops_and_the_next_board_starts(capped: Match):
    match = Match(capped.record)

    match.answer(requests.AtCap("stop"))

    (board,) = match.state.match.boards
    assert (board.points, board.strokes, board.how) == (45, 45, "stopped")
    assert match.awaiting.kind is Decision.STROKE
    assert match.state.match.board is not None and match.state.match.board.strokes == 0
    assert len(match.state.position.pieces) == 19


@pytest.mark.clause("B-042", "B-041")
def test_at_the_cap_the_player_plays_on_and_the_board_still_counts_45(capped: Match):
    match = Match(capped.record)

    match.answer(requests.AtCap("play_on"))
    assert match.awaiting.kind is Decision.STROKE
    play_on(match, random.Random(2), most=1)

    assert match.state.match.board is not None and match.state.match.board.strokes == 46
    assert match.awaiting.kind is not Decision.CAP


def test_the_cap_takes_no_other_answer_and_is_not_asked_before(capped: Match):
    with pytest.raises(NotAnOptionError):
        Match(capped.record).answer(requests.AtCap("maybe"))  # type: ignore[arg-type]
    with pytest.raises(NotAwaitedError):
        Match.new(players=["Asha"], ruleset="baca19").answer(requests.AtCap("stop"))


@pytest.mark.clause("B-002")
def test_one_plays_alone_without_toss_and_strikes_again_after_a_miss():
    match = Match.new(players=["Asha"], ruleset="baca19", seed=3)
    assert match.awaiting.kind is Decision.STROKE

    match.play_stroke(0.0, 1.2, 0.3)

    assert match.awaiting.seats == (Seat.SOUTH,)
    assert match.state.match.board is not None and match.state.match.board.strokes == 1
    with pytest.raises(BadHeadError):
        Match.new(players=["Asha", "Ben"], ruleset="baca19")


@pytest.mark.clause("B-001")
def test_what_the_text_does_not_settle_is_as_in_icf():
    assert BACA19.inherits == "icf"
    assert (BACA19.coin_off_foul, BACA19.foul_stroke_coins) == (ICF.coin_off_foul, ICF.foul_stroke_coins)


@pytest.mark.slow
@pytest.mark.clause("B-003", "B-039")
def test_a_whole_set_is_recorded_read_again_and_verified():
    match = play_on(Match.new(players=["Asha"], ruleset="baca19", seed=1), random.Random(1))

    assert match.over
    boards = match.state.match.boards
    assert len(boards) == 5
    assert match.state.match.result is not None and match.state.match.result.winner is None
    for board in boards:
        assert board.points == min(board.strokes, 45)
        assert board.strokes >= 19 or board.how == "stopped"
    assert solo.set_average(boards, BACA19) == solo.average([board.points for board in boards], BACA19)
    record = read_match(write_match(match.record))
    assert record.entries == match.record.entries
    assert verify(record, strokes=False).faults == ()


@pytest.mark.clause("B-002")
@pytest.mark.parametrize("how", ["conceded", "forfeited"])
def test_a_set_that_is_given_up_is_won_by_nobody(how: str):
    match = Match.new("baca19", players="A", seed=4)
    if how == "conceded":
        match.answer(requests.Concede())
    else:
        match.answer(requests.Declare(("left_match",), Side.A, made=False), author="umpire")

    result = match.state.match.result
    assert result is not None and (result.winner, result.how) == (None, how)


@pytest.mark.clause("B-002", "B-023")
def test_in_a_set_a_fact_before_the_covering_stroke_sends_the_queen_back_as_in_a_case():
    head = new_head("baca19", players="A", positions=False)
    match = Match(Record((start(head, SeededRng(1)),)))
    for pocketed in ((Piece.WHITE,), (Piece.QUEEN,)):
        match.answer(requests.StateFacts(StrokeFacts(pocketed=pocketed)), author="umpire")

    match.answer(requests.Declare(("touched_coin",), Side.A, made=False), author="south")

    board = match.state.match.board
    assert board is not None and (board.queen, board.white_up, board.strokes) == (Queen.ON_BOARD, 9, 2)
