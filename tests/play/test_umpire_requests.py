"""What an umpire asks for at a match without positions: corrections, stops, penalties, notes, what is given up."""

import random

import pytest

from carrom.errors import CarromError
from carrom.laws.facts import StrokeFacts
from carrom.match import requests
from carrom.match.awaiting import BREAK, Decision
from carrom.match.entries import UMPIRE, Head
from carrom.match.requests import (
    Appeal,
    Concede,
    Correct,
    Decide,
    Declare,
    Note,
    Penalise,
    StateFacts,
    TakeBack,
    TellBoard,
)
from carrom.play.errors import NothingToTakeBackError, OutOfTurnError
from carrom.play.game import Match, new_head
from carrom.play.handlers import answer, start
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.play.rng import SeededRng
from carrom.play.waivers import forgoable
from carrom.terms import Side
from tests.support.play.score_sheets import (
    BLACK,
    QUEEN,
    WHITE,
    board_of,
    new_sheet,
    refused_report,
    report,
    report_stroke,
)


def test_the_last_entry_is_taken_back_whatever_it_was_and_then_the_one_before_it():
    match = new_sheet(breaks="toss")
    asked: list[requests.Request] = [
        requests.Toss(Side.B),
        requests.Choose(BREAK),
        requests.Choose("south"),
        StateFacts(StrokeFacts(pocketed=(WHITE,))),
        Declare(("push",), Side.B),
        Penalise("warning", Side.A, "shouting"),
        Declare(("distraction",), Side.A, made=False),
        StateFacts(StrokeFacts(pocketed=(BLACK,), striker_pocketed=True)),
        Appeal(about="time", side=Side.A),
        Decide(False),
        TellBoard(winner=Side.A, coins_left=2, queen=Side.B),
        Concede("game", Side.A),
    ]
    match = Match(Record(match.entries[:1]), rng=random.Random(1))
    held = []
    for request in asked:
        held.append((match.state.match.standing, match.state.match.boards, match.state.match.games))
        report(match, request)

    for before in reversed(held):
        report(match, TakeBack())
        assert (match.state.match.standing, match.state.match.boards, match.state.match.games) == before
    with pytest.raises(NothingToTakeBackError):
        report(match, TakeBack())
    assert verify(match.record).holds


def test_the_end_of_a_match_can_be_taken_back_by_its_umpire_alone():
    match = new_sheet(length="board")
    report(match, TellBoard(winner=Side.A, coins_left=2, queen=Side.A))
    assert match.over
    with pytest.raises(CarromError):
        match.answer(TakeBack(), author="south")

    report(match, TakeBack())

    assert not match.over and match.state.match.boards == ()


def test_a_correction_takes_the_place_of_the_last_stroke_and_of_all_that_followed():
    match = new_sheet()
    report_stroke(match, WHITE)
    report_stroke(match)  # A missed, as the umpire saw it
    assert board_of(match).to_play is Side.B
    report(match, Declare(("touched_coin",), Side.A, made=False))

    report(match, Correct(StrokeFacts(pocketed=(WHITE, WHITE))))

    assert board_of(match).white_up == 6 and board_of(match).to_play is Side.A
    assert board_of(match).owed == (0, 0) and board_of(match).strokes == 2
    assert match.state.match.struck == (2, 3)
    report(match, TakeBack())  # the correction: the stroke holds as it was reported, and the fact declared after it
    assert board_of(match).to_play is Side.B and board_of(match).strokes == 2
    report(match, TakeBack())
    report(match, TakeBack())
    assert board_of(match).white_up == 8 and board_of(match).strokes == 1
    assert verify(match.record).holds


def test_a_stroke_before_a_board_from_a_sheet_is_not_corrected_nor_anything_declared_about_it():
    match = new_sheet()
    report_stroke(match, WHITE)
    report(match, TellBoard(winner=Side.A, coins_left=2, queen=Side.A))

    assert refused_report(match, Correct(StrokeFacts())).code == "nothing-to-take-back"
    assert refused_report(match, Declare(("push",), Side.A)).code == "declaration-forbidden"
    assert refused_report(match, requests.Restore()).code == "nothing-to-take-back"
    report_stroke(match, BLACK)
    report(match, Correct(StrokeFacts(pocketed=(WHITE,))))


@pytest.mark.parametrize(
    "request_",
    [
        Correct(StrokeFacts()),
        Appeal(about="x"),
        Note(text="x"),
        TellBoard(winner=Side.A, coins_left=1, queen=Side.A),
        StateFacts(StrokeFacts()),
    ],
)
def test_only_an_umpire_reports_corrects_stops_and_notes(request_: requests.Request):
    match = new_sheet()
    report_stroke(match, WHITE)

    with pytest.raises(OutOfTurnError):
        match.answer(request_, author="south")


@pytest.mark.clause("L-086", "L-162")
def test_play_stops_with_its_clock_until_the_umpire_has_decided():
    from carrom.play import clocks

    match = new_sheet(clocks=True)
    report_stroke(match, WHITE)
    assert clocks.seconds(match.state) == 15
    awaited = match.awaiting

    report(match, Appeal(about="powder in a pocket"))

    assert match.awaiting.kind is Decision.APPEAL and clocks.seconds(match.state) is None
    assert refused_report(match, StateFacts(StrokeFacts())).code == "not-awaited"
    assert refused_report(match, Appeal(about="again")).code == "not-awaited"
    report(match, Decide(True))
    assert match.awaiting == awaited and clocks.seconds(match.state) == 15
    assert refused_report(match, Decide(True)).code == "not-awaited"
    assert refused_report(match, Appeal(about=" ")).code == "not-an-option"


@pytest.mark.clause("ICF-L61", "ICF-L138")
def test_players_have_two_minutes_to_change_sides_and_ten_before_the_third_game():
    from carrom.play import clocks

    match = new_sheet()
    rests = []
    for winner in (*"aaa", *"bbb", "a", "a"):
        side = Side(winner)
        report(match, TellBoard(winner=side, coins_left=9, queen=side))
        rests.append(clocks.interval(match.entries[-1].followed, match.state.match.ruleset))

    # three boards a game; in the third game sides change when a side has 13 points
    assert rests == [None, None, 120, None, None, 600, None, 120]
    report(match, TellBoard(winner=Side.A, coins_left=9, queen=Side.A))
    assert match.over and clocks.interval(match.entries[-1].followed, match.state.match.ruleset) is None


@pytest.mark.clause("L-126", "L-158", "L-098")
def test_what_play_was_stopped_for_is_decided_once_and_what_came_of_it_is_an_entry_of_its_own():
    match = new_sheet()
    report_stroke(match, WHITE, WHITE)
    report(match, Appeal(about="another board", side=Side.B))
    before = board_of(match)
    report(match, Decide(True))
    assert board_of(match) == before  # the position is carried over
    assert refused_report(match, Decide(False)).code == "not-awaited"

    report(match, Appeal(about="a coin in the mouth of a pocket"))
    report(match, Decide(True))
    report(match, StateFacts(StrokeFacts(made=False, touched=False, dropped=(BLACK,))))  # it was fully inside
    assert board_of(match).black_up == 8 and board_of(match).to_play is Side.A
    kinds = [entry.kind for entry in match.entries]
    assert kinds == ["head", "facts", "appeal", "decide", "appeal", "decide", "facts"]


@pytest.mark.clause("L-129", "ICF-L128", "ICF-L131", "ICF-L132")
def test_what_people_say_at_a_board_is_warned_for_or_noted_and_changes_nothing():
    match = new_sheet()
    report_stroke(match, WHITE)
    before = match.state.match.standing

    report(match, Penalise("warning", Side.B, "coached by a spectator"))
    report(match, Note(text="a partner signed", side=Side.A))

    assert match.state.match.standing == before
    assert [entry.asked for entry in match.entries[-2:]] == [
        Penalise("warning", Side.B, "coached by a spectator"),
        Note(text="a partner signed", side=Side.A),
    ]


def test_a_piece_that_drops_by_itself_is_no_stroke_of_anybody():
    match = new_sheet()
    report_stroke(match, WHITE)
    made = match.state.match.standing.strokes_made

    report(match, StateFacts(StrokeFacts(made=False, touched=False, dropped=(WHITE,))))

    assert board_of(match).white_up == 7 and match.state.match.standing.strokes_made == made


def test_an_umpire_says_which_side_concedes():
    match = new_sheet()

    assert refused_report(match, Concede("match")).code == "not-an-option"
    report(match, Concede("match", Side.B))

    assert match.state.match.result.winner is Side.A and match.state.match.result.how == "conceded"


def test_dues_are_back_at_once_and_what_cannot_be_paid_is_owed():
    match = new_sheet()
    report_stroke(match, striker_pocketed=True)
    assert board_of(match).owed == (1, 0) and match.awaiting.kind is Decision.STROKE
    report_stroke(match)
    report_stroke(match, WHITE, striker_pocketed=True)

    assert board_of(match).white_up == 9 and match.awaiting.kind is Decision.STROKE


@pytest.mark.clause("ICF-L87", "ICF-L88")
def test_coins_that_came_back_are_given_up_as_a_whole_until_the_next_stroke():
    match = new_sheet()
    report_stroke(match, WHITE, WHITE)
    report_stroke(match, WHITE, striker_pocketed=True)  # it and one more come back
    assert board_of(match).white_up == 8
    (first, second) = forgoable(match.state.match, match.entries)
    assert (first.piece, first.side, first.placer.value, second.side) == (WHITE, Side.A, "north", Side.A)
    with pytest.raises(OutOfTurnError):
        match.answer(requests.Forgo(), author="north")

    report(match, requests.Forgo())

    assert board_of(match).white_up == 6 and board_of(match).owed == (0, 0)
    assert match.awaiting.kind is Decision.STROKE and board_of(match).to_play is Side.A
    assert refused_report(match, requests.Forgo()).code == "cannot-forgo"
    report(match, TakeBack())
    assert board_of(match).white_up == 8 and len(forgoable(match.state.match, match.entries)) == 2
    report_stroke(match)
    assert refused_report(match, requests.Forgo()).code == "cannot-forgo"
    assert verify(match.record).holds


def test_the_last_coin_of_a_side_cannot_be_given_up():
    match = new_sheet()
    report_stroke(match, *[WHITE] * 8)
    report_stroke(match, QUEEN, WHITE, striker_pocketed=True)

    assert board_of(match).white_up == 2
    assert refused_report(match, requests.Forgo()).code == "cannot-forgo"


def test_a_head_without_positions_is_scored_by_an_umpire_from_the_toss_on():
    head: Head = new_head(players="AB", positions=False)
    first = start(head, SeededRng(3))
    state = Record((first,)).state

    entry, _ = answer(
        state, requests.Toss(Side.B), author=UMPIRE, request_id="1", time="", rng=SeededRng(1), entries=(first,)
    )

    assert entry.followed.standing.toss_winner is Side.B
