"""Correcting older entries of a match without positions: later ones are judged again, nothing is lost, all verifies.

Design: the match as a state machine, correction (d). L-124: a board's score that was entered wrong is put right.
"""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.errors import CarromError
from carrom.laws.conformance import random_facts
from carrom.laws.facts import StrokeFacts
from carrom.match import requests
from carrom.match.awaiting import Decision
from carrom.match.entries import UMPIRE, Entry, Lapse
from carrom.match.requests import (
    Amend,
    Claim,
    Correct,
    Declare,
    Note,
    PaperBoard,
    StateFacts,
    TakeBack,
    TellBoard,
    Verify,
)
from carrom.match.rules import shipped
from carrom.notation.record import read_match, write_match
from carrom.play.corrections import amendable
from carrom.play.effective_entries import counted, reports_a_stroke
from carrom.play.game import Match
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.play.second_sheet import second_sheets
from carrom.play.tallies import turn_numbers
from carrom.terms import Piece, Side
from tests.support.play.score_sheets import BLACK, QUEEN, WHITE, board_of, new_sheet, random_answer, refused_report
from tests.support.thorough import examples

Held = tuple[object, ...]


def tell(match: Match, request: requests.Request) -> None:
    """Tell something at a moment of its own."""
    second = len(match.entries)
    match.answer(request, author=UMPIRE, time=f"2026-11-21T10:{second // 60:02}:{second % 60:02}+00:00")


def stroke(match: Match, *pocketed: Piece, **facts: object) -> None:
    tell(match, StateFacts(StrokeFacts(pocketed=pocketed, **facts)))


def held(match: Match) -> Held:
    """All that a match amounts to, but for the numbers of its record."""
    state = match.state.match
    return state.standing, state.boards, state.games, state.result


def lapsed(match: Match) -> list[tuple[int, str]]:
    return [(lapse.number, lapse.code) for lapse in match.entries[-1].followed.lapsed]


def counting(match: Match) -> list[tuple[int, object, object]]:
    """What counts: number, what was asked or its facts, and what followed."""
    return [
        (entry.number, entry.followed.facts or entry.asked, entry.followed.standing)
        for entry in match.record.counting[1:]
        if not isinstance(entry.asked, Amend)
    ]


def reported_board(winner: Side, coins: int, queen: Side | None = None) -> TellBoard:
    return TellBoard(winner=winner, coins_left=coins, queen=queen or winner)


# --- one stroke ---------------------------------------------------------------------------------------------------


def test_a_coin_that_was_overlooked_three_strokes_ago_counts_and_the_later_strokes_are_judged_again():
    match = new_sheet()
    stroke(match, WHITE)  # 1: A
    stroke(match, WHITE)  # 2: A, but two whites had fallen
    stroke(match, WHITE, striker_pocketed=True)  # 3: A, who goes on with a due
    stroke(match, striker_pocketed=True)  # 4: A, their turn is over
    stroke(match, BLACK)  # 5: B

    tell(match, Amend(number=2, facts=StrokeFacts(pocketed=(WHITE, WHITE))))

    board = board_of(match)
    assert (board.white_up, board.black_up, board.to_play, board.strokes) == (8, 8, Side.B, 5)
    assert match.state.match.struck == (2, 3, 4, 5)
    assert [entry.number for entry in match.record.counting] == [0, 1, 2, 3, 4, 5, 6]
    assert [entry.number for entry in match.entries[6].followed.instead] == [2, 3, 4, 5]
    assert match.entries[2].followed.facts == StrokeFacts(pocketed=(WHITE,), claims_extra=True)  # the old one stays
    assert turn_numbers(match.entries, match.state.match.struck) == {1: 1, 2: 1, 3: 1, 4: 1, 5: 2}
    assert verify(match.record).holds


def test_a_later_stroke_of_another_player_does_not_hold_or_is_judged_as_that_players():
    match = new_sheet()
    stroke(match, WHITE)  # 1: A
    stroke(match)  # 2: A missed, as the umpire reported it; a white had fallen
    stroke(match, WHITE)  # 3: entered for B, who would have pocketed an opponent's coin
    tell(match, Note(text="powder"))  # 4
    before = held(match)

    tell(match, Amend(number=2, facts=StrokeFacts(pocketed=(WHITE,))))
    assert lapsed(match) == [(3, "other-player")]
    assert (board_of(match).white_up, board_of(match).to_play) == (7, Side.A)
    assert [entry.number for entry in match.record.counting] == [0, 1, 2, 4, 5]
    tell(match, TakeBack())
    assert held(match) == before

    tell(match, Amend(number=2, facts=StrokeFacts(pocketed=(WHITE,)), turns="follow"))
    assert lapsed(match) == []
    assert (board_of(match).white_up, board_of(match).to_play) == (6, Side.A)
    tell(match, Amend(number=2, facts=StrokeFacts()))  # and back again: entered for B, as at first
    assert held(match) == before and lapsed(match) == []
    assert verify(match.record).holds


def test_an_entry_that_lapsed_holds_again_once_a_further_correction_lets_it():
    match = new_sheet()
    stroke(match, WHITE)
    for _ in range(3):
        stroke(match, WHITE)
    stroke(match, *[WHITE] * 5)  # 5: all that are left; the queen is up, so A loses the board
    board = match.state.match.boards
    assert match.awaiting.kind is Decision.STROKE  # the next board's; nobody had anything to demand
    before = held(match)

    tell(match, Amend(number=2, facts=StrokeFacts(pocketed=(WHITE,) * 3)))
    assert [number for number, _ in lapsed(match)] == [5]
    assert not match.state.match.boards
    tell(match, Amend(number=2, facts=StrokeFacts(pocketed=(WHITE,))))

    assert held(match) == before and lapsed(match) == []
    assert len(board) <= len(match.state.match.boards)
    assert verify(match.record).holds


def test_a_stroke_that_was_reported_twice_is_left_out():
    match = new_sheet()
    for _ in range(2):
        stroke(match, WHITE)
    stroke(match, striker_pocketed=True)
    tell(match, Amend(number=2))

    assert (board_of(match).white_up, board_of(match).strokes) == (9, 2)
    assert [entry.number for entry in match.record.counting] == [0, 1, 3, 4]
    assert refused_report(match, Amend(number=2)).code == "cannot-amend"
    assert verify(match.record).holds


def test_a_board_reported_whole_takes_the_place_of_the_rest_of_its_strokes():
    match = new_sheet()
    for _ in range(3):
        stroke(match, WHITE)
    tell(match, reported_board(Side.A, 4))  # 4
    tell(match, reported_board(Side.B, 2))  # 5

    tell(match, Amend(number=2, board=reported_board(Side.B, 7)))

    assert [(board.winner, board.points) for board in match.state.match.boards] == [(Side.B, 10), (Side.B, 5)]
    assert lapsed(match) == [(3, "board-over"), (4, "board-over")]
    assert verify(match.record).holds


# --- boards ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("L-124")
def test_l124_a_board_entered_wrong_is_put_right_and_games_end_where_they_should():
    match = new_sheet()
    for winner, coins in ((Side.A, 9), (Side.A, 9), (Side.B, 3), (Side.A, 2)):
        tell(match, reported_board(winner, coins))  # 12, 24, 24 : 6, then 26 : 6, the game
    assert [game.score for game in match.state.match.games] == [(26, 6)]
    tell(match, reported_board(Side.B, 4))  # 5: the first board of game 2

    tell(match, Amend(number=2, board=reported_board(Side.A, 2)))  # 12, 17: the game goes on at 22 : 6
    assert not match.state.match.games
    assert lapsed(match) == [(5, "board-open")]
    tell(match, reported_board(Side.A, 4))  # 7: the queen does not count at 22, so 26 : 6
    assert [game.score for game in match.state.match.games] == [(26, 6)]
    tell(match, Amend(number=2, board=reported_board(Side.A, 9), why="read off the paper again"))

    assert [game.score for game in match.state.match.games] == [(26, 6)]
    assert [(board.game, board.board, board.points) for board in match.state.match.boards][-1] == (2, 1, 7)
    assert lapsed(match) == [(7, "board-over")]
    assert verify(match.record).holds
    assert read_match(write_match(match)).entries == match.entries


def test_the_result_of_a_match_that_is_over_is_corrected_and_the_match_goes_on():
    match = new_sheet(length="game")
    for winner, coins in ((Side.A, 9), (Side.A, 9), (Side.A, 3)):
        tell(match, reported_board(winner, coins))
    assert match.over

    tell(match, Amend(number=3, board=reported_board(Side.B, 3)))
    assert not match.over and match.state.match.score == (24, 6)
    tell(match, TakeBack())

    assert match.over and match.state.match.result.winner is Side.A
    assert verify(match.record).holds


def test_extra_points_that_nobody_was_asked_for_are_taken_and_can_be_corrected():
    match = new_sheet("icf", asks_claims=True)
    while board_of(match).white_up > 1:
        stroke(match, WHITE)
    stroke(match, QUEEN)
    stroke(match, WHITE)  # A wins
    number = match.state.version
    tell(match, reported_board(Side.B, 3))
    first = match.state.match.boards[0].points

    tell(match, Amend(number=number, facts=StrokeFacts(pocketed=(BLACK,))))  # the queen is not covered
    assert lapsed(match) == [(number + 1, "board-open")]
    tell(match, Amend(number=number, facts=StrokeFacts(pocketed=(WHITE,))))

    assert [board.points for board in match.state.match.boards] == [first, 6]
    assert verify(match.record).holds


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (Amend(number=99, facts=StrokeFacts()), "cannot-amend"),
        (Amend(number=0, facts=StrokeFacts()), "cannot-amend"),
        (Amend(number=2, facts=StrokeFacts()), "cannot-amend"),  # a note
        (Amend(number=1, points=1), "cannot-amend"),
        (Amend(number=1, facts=StrokeFacts(), points=1), "cannot-amend"),
        (Amend(number=1, facts=StrokeFacts(pocketed=(WHITE,) * 10)), "more-coins-than-up"),
        (Amend(number=1, board=TellBoard(winner=Side.A, coins_left=3)), "sheet-queen"),
    ],
)
def test_what_cannot_have_been_is_refused_and_nothing_is_stored(request_: Amend, code: str):
    match = new_sheet()
    stroke(match, WHITE)
    tell(match, Note(text="x"))

    assert refused_report(match, request_).code == code


def test_only_an_umpire_corrects_and_only_what_was_reported():
    match = new_sheet()
    stroke(match, WHITE)
    with pytest.raises(CarromError) as refused:
        match.answer(Amend(number=1), author="south")
    assert refused.value.code == "out-of-turn"
    simulated = Match.new(length="board", breaks=Side.A)
    with pytest.raises(CarromError) as refused:
        simulated.answer(Amend(number=1), author="umpire")
    assert refused.value.code == "not-awaited"


def test_a_fact_declared_later_a_correction_of_the_last_stroke_and_undo_go_on_after_a_correction():
    match = new_sheet()
    for _ in range(3):
        stroke(match, WHITE)
    tell(match, Amend(number=1, facts=StrokeFacts(pocketed=(WHITE, WHITE))))
    corrected = held(match)
    tell(match, Declare(("push",), Side.A))  # about stroke 3, which holds inside the correction
    assert board_of(match).to_play is Side.B
    tell(match, TakeBack())
    assert held(match) == corrected
    tell(match, Correct(StrokeFacts(pocketed=(WHITE, WHITE))))
    assert board_of(match).white_up == 4
    tell(match, TakeBack())  # the correction of the last stroke
    assert held(match) == corrected
    tell(match, TakeBack())  # stroke 3
    tell(match, TakeBack())  # stroke 2
    assert (board_of(match).white_up, board_of(match).strokes) == (7, 1)
    tell(match, TakeBack())
    assert board_of(match).strokes == 0
    assert verify(match.record).holds
    assert read_match(write_match(match)).entries == match.entries


# --- any match ---------------------------------------------------------------------------------------------------


def reported_match(ruleset: str, rng: random.Random, length: int) -> Match:
    men = 4 if 4 in shipped()[ruleset].players_allowed and rng.random() < 0.3 else 2
    solo = shipped()[ruleset].side_count == 1
    match = new_sheet(ruleset, players="A" if solo else "ABCD"[:men], breaks="toss")
    for _ in range(length):
        if match.over:
            break
        tell(match, random_answer(match, rng))
    return match


def own_again(entry: Entry) -> Amend | None:
    """A correction that says what the entry says."""
    if reports_a_stroke(entry) and entry.followed.facts is not None:
        return Amend(number=entry.number, facts=entry.followed.facts)
    if isinstance(entry.asked, TellBoard):
        return Amend(number=entry.number, board=entry.asked)
    return Amend(number=entry.number, points=entry.asked.points) if isinstance(entry.asked, Claim) else None


@settings(max_examples=examples(15), deadline=None)
@given(seed=st.integers(0, 2**32), ruleset=st.sampled_from(tuple(shipped())))
def test_an_entry_corrected_with_its_own_facts_changes_nothing(seed: int, ruleset: str):
    rng = random.Random(seed)
    match = reported_match(ruleset, rng, 40)
    again = [own for entry in match.record.counting if (own := own_again(entry))]
    if not again:
        return
    before, counts = held(match), counting(match)

    tell(match, rng.choice(again))

    assert held(match) == before
    assert [each for each in counting(match) if not isinstance(each[1], TakeBack | requests.Withdraw)] == [
        each for each in counts if not isinstance(each[1], TakeBack | requests.Withdraw)
    ]
    assert not match.entries[-1].followed.lapsed
    assert verify(match.record).holds


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), ruleset=st.sampled_from(tuple(shipped())))
def test_random_matches_with_random_corrections_hold_are_read_again_and_go_back(seed: int, ruleset: str):
    rng = random.Random(seed)
    match = reported_match(ruleset, rng, 30)
    followed = False
    for _ in range(4):
        for _ in range(rng.randint(0, 4)):
            if not match.over:
                tell(match, random_answer(match, rng))
        targets = [each for each in counted(match.entries, match.state.match.struck) if amendable(each.entry)]
        if not targets:
            continue
        target = rng.choice(targets)
        facts = other_facts(target.entry, target.before.match.board, rng)
        before, turns = held(match), rng.choice(("keep", "follow"))
        try:
            tell(match, Amend(number=target.entry.number, facts=facts, turns=turns))
        except CarromError:
            assert held(match) == before
            continue
        followed = followed or turns == "follow"
        if rng.random() < 0.5:
            tell(match, TakeBack())
            assert held(match) == before
        elif facts is not None and not followed and rng.random() < 0.7:
            tell(match, own_again(target.entry))
            assert held(match) == before, "corrected and back again"

    found = verify(match.record)
    assert found.holds, found.faults[:3]
    assert read_match(write_match(match)).entries == match.entries
    assert Record(match.entries).state == match.state


def other_facts(entry: Entry, board: object, rng: random.Random) -> StrokeFacts | None:
    """Other facts for a stroke; None, for what is no stroke or now and then: it is left out."""
    if not reports_a_stroke(entry) or board is None or rng.random() < 0.2:
        return None
    return replace(random_facts(board, rng), declared=())


# --- a second person's paper ---------------------------------------------------------------------------------------


def test_a_second_persons_paper_is_saved_compared_and_agrees_once_the_sheet_is_put_right():
    match = new_sheet()
    tell(match, reported_board(Side.A, 5))  # 1: 8 points
    tell(match, reported_board(Side.B, 3))  # 2: 6
    paper = (
        PaperBoard(game=1, board=1, winner=Side.A, points=7),
        PaperBoard(game=1, board=2, winner=Side.B, points=6),
    )
    match.answer(Verify(name="Meera", boards=paper), author="witness")
    (found,) = second_sheets(match.record)
    assert not found.agrees
    assert [(each.board, each.sheet.points, each.paper.points) for each in found.differences] == [(1, 8, 7)]

    tell(match, Amend(number=1, board=reported_board(Side.A, 4)))
    assert [one.agrees for one in second_sheets(match.record)] == [True]
    tell(match, reported_board(Side.A, 1))
    (found,) = second_sheets(match.record)

    assert found.agrees and found.later == 1
    assert verify(match.record).holds
    assert read_match(write_match(match)).entries == match.entries


@pytest.mark.parametrize(
    ("name", "boards", "author", "code"),
    [
        ("", 1, "witness", "not-an-option"),
        ("Meera", 0, "witness", "not-an-option"),
        ("Meera", 2, "witness", "not-an-option"),  # the same board twice
        ("Meera", 1, "south", "out-of-turn"),
    ],
)
def test_a_paper_without_a_name_or_boards_or_from_a_player_is_refused(name: str, boards: int, author: str, code: str):
    match = new_sheet()
    tell(match, reported_board(Side.A, 5))
    paper = (PaperBoard(game=1, board=1, winner=Side.A, points=8),) * boards
    with pytest.raises(CarromError) as refused:
        match.answer(Verify(name=name, boards=paper), author=author)

    assert refused.value.code == code


def test_a_lapse_names_its_entry_and_says_why():
    match = new_sheet()
    stroke(match, WHITE)
    stroke(match)
    stroke(match, WHITE)
    tell(match, Amend(number=2, facts=StrokeFacts(pocketed=(WHITE,))))

    assert match.entries[-1].followed.lapsed == (
        Lapse(number=3, code="other-player", sentence="It was reported for another player than the one who plays now."),
    )
