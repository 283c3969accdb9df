"""Matches without positions: boards from a score sheet, whole matches of strokes that an umpire reports."""

import random
from dataclasses import replace

import pytest

from carrom.laws.facts import StrokeFacts
from carrom.laws.ruling import Reason
from carrom.match.requests import (
    Appeal,
    Concede,
    Correct,
    Decide,
    Note,
    TellBoard,
)
from carrom.match.rules import shipped
from carrom.notation.cursor import NotationError
from carrom.notation.record import read_match, write_match
from carrom.play.errors import NotAwaitedError, OutOfTurnError
from carrom.play.game import Match
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.play.score_sheet import ImpossibleSheetError
from carrom.terms import Queen, Side
from tests.support.play.score_sheets import (
    BLACK,
    QUEEN,
    WHITE,
    board_of,
    new_sheet,
    random_answer,
    refused_report,
    report,
    report_stroke,
)
from tests.support.thorough import one_of

TWO_SIDES = tuple(slug for slug, ruleset in shipped().items() if ruleset.side_count == 2)


# --- boards entered as a whole ----------------------------------------------------------------------------------


@pytest.mark.parametrize("queen", tuple(Side))
@pytest.mark.parametrize("ruleset", TWO_SIDES)
def test_who_finishes_gets_a_point_a_coin_and_the_queen_that_he_covered(ruleset: str, queen: Side):
    match = new_sheet(ruleset)
    rules = match.state.match.ruleset

    report(match, TellBoard(winner=Side.B, coins_left=4, queen=queen))

    (board,) = match.state.match.boards
    assert (board.winner, board.points) == (Side.B, 4 + (rules.queen_points if queen is Side.B else 0))
    assert match.entries[-1].followed.ruling.clauses


@pytest.mark.clause("ICF-L54")
def test_the_queen_pays_no_more_from_22_on_and_the_game_ends_with_it():
    match = new_sheet(length="game")
    for winner, left in ((Side.A, 9), (Side.A, 7), (Side.B, 2)):
        report(match, TellBoard(winner=winner, coins_left=left, queen=winner))
    assert match.state.match.score == (22, 5)

    report(match, TellBoard(winner=Side.A, coins_left=3, queen=Side.A))

    assert match.state.match.boards[-1].points == 3
    assert match.over and match.state.match.result.points == (25, 5)
    reasons = {finding.reason for finding in match.entries[-1].followed.ruling.findings}
    assert Reason.QUEEN_OVER_LIMIT in reasons


@pytest.mark.parametrize(
    ("reported", "points"),
    [
        (TellBoard(ended="own_last", winner=Side.B, coins_left=6), 3),
        (TellBoard(ended="own_last", winner=Side.B, coins_left=6, extra=2), 5),
        (TellBoard(ended="opponent_last", winner=Side.B, coins_left=6), 9),
        (TellBoard(ended="opponent_last", winner=Side.B, coins_left=6, queen=Side.A), 6),
        (TellBoard(ended="breach", winner=Side.B, coins_left=6), 9),
    ],
)
def test_other_ends_have_the_points_of_the_laws(reported: TellBoard, points: int):
    match = new_sheet()

    report(match, reported)

    assert (match.state.match.boards[0].winner, match.state.match.boards[0].points) == (Side.B, points)


def test_a_board_is_drawn_or_played_again_where_the_laws_have_it():
    common = new_sheet("common")
    report(common, TellBoard(ended="drawn"))
    report(common, TellBoard(ended="replayed"))

    assert [(board.winner, board.how) for board in common.state.match.boards] == [(None, "agreed"), (None, "replayed")]
    assert common.state.match.standing.board_number == 2
    assert refused_report(new_sheet(), TellBoard(ended="drawn")).code == "sheet-no-draw"


@pytest.mark.parametrize(
    ("ruleset", "wrong", "code"),
    [
        ("icf", TellBoard(coins_left=3, queen=Side.A), "sheet-no-winner"),
        ("icf", TellBoard(winner=Side.A, coins_left=0, queen=Side.A), "sheet-coins-left"),
        ("icf", TellBoard(winner=Side.A, coins_left=10, queen=Side.A), "sheet-coins-left"),
        ("icf", TellBoard(winner=Side.A, coins_left=3), "sheet-queen"),
        ("icf", TellBoard(ended="own_last", winner=Side.A, coins_left=3, queen=Side.B), "sheet-queen"),
        ("icf", TellBoard(winner=Side.A, coins_left=3, queen=Side.A, breaker=Side.B), "sheet-breaker"),
        ("icf", TellBoard(winner=Side.A, coins_left=3, queen=Side.A, extra=1), "sheet-extra"),
        ("icf", TellBoard(ended="own_last", winner=Side.A, coins_left=3, extra=3), "sheet-extra"),
        ("polish", TellBoard(ended="own_last", winner=Side.A, coins_left=3, extra=1), "sheet-extra"),
        ("kagw", TellBoard(ended="own_last", winner=Side.A, coins_left=3), "sheet-not-an-end"),
        ("classic", TellBoard(ended="opponent_last", winner=Side.A, coins_left=3), "sheet-not-an-end"),
        ("icf", TellBoard(ended="replayed", winner=Side.A), "sheet-no-winner"),
        ("icf", TellBoard(winner=Side.A, coins_left=3, queen=Side.A, points=3), "sheet-points"),
    ],
)
def test_what_cannot_have_been_is_refused_with_a_code_and_a_sentence(ruleset: str, wrong: TellBoard, code: str):
    error = refused_report(new_sheet(ruleset), wrong)

    assert isinstance(error, ImpossibleSheetError) and error.code == code
    assert str(error).endswith(".")


def test_a_sheet_may_not_say_otherwise_than_the_strokes_that_were_reported_of_this_board():
    match = new_sheet()
    report_stroke(match, WHITE, WHITE)
    report_stroke(match, QUEEN)
    report_stroke(match, WHITE)
    assert board_of(match).queen is Queen.COVERED

    assert refused_report(match, TellBoard(winner=Side.A, coins_left=3, queen=Side.B)).code == "sheet-queen"
    report(match, TellBoard(winner=Side.A, coins_left=3, queen=Side.A, breaker=Side.A))

    assert match.state.match.boards[0].points == 6
    report_stroke(match, BLACK)  # and the next board goes on by strokes
    assert board_of(match).strokes == 1


def test_alone_and_with_positions_there_is_no_score_sheet():
    solo = new_sheet("baca19", players="A", breaks="toss")
    assert refused_report(solo, TellBoard(winner=Side.A, coins_left=1, queen=Side.A)).code == "sheet-solo"
    played = Match.new(breaks=Side.A)
    with pytest.raises(NotAwaitedError):
        report(played, TellBoard(winner=Side.A, coins_left=1, queen=Side.A))
    with pytest.raises(OutOfTurnError):
        new_sheet().answer(TellBoard(winner=Side.A, coins_left=1, queen=Side.A), author="south")


def test_every_sheet_is_the_last_stroke_of_a_board_that_strokes_could_have_made():
    """The same board entered stroke by stroke gives the same points."""
    match = new_sheet()
    report_stroke(match, WHITE, WHITE)
    report_stroke(match, QUEEN, WHITE)
    report_stroke(match, WHITE, WHITE, WHITE, WHITE, WHITE, WHITE)
    by_strokes = match.state.match.boards[0]
    other = new_sheet()
    report(other, TellBoard(winner=Side.A, coins_left=9, queen=Side.A))

    assert other.state.match.boards[0] == by_strokes
    assert by_strokes.points == 12


# --- whole matches ----------------------------------------------------------------------------------------------


def seatings() -> list[tuple[str, int]]:
    """Every ruleset with each number of people that play by it."""
    return [
        (slug, men)
        for slug, rules in shipped().items()
        for men in ((1,) if rules.side_count == 1 else rules.players_allowed)
    ]


@pytest.mark.parametrize("seed", range(one_of(1, 3)))
@pytest.mark.parametrize(("ruleset", "men"), seatings())
def test_whole_matches_without_positions_come_to_their_end_and_hold(ruleset: str, men: int, seed: int):
    rng = random.Random(f"{ruleset} {men} {seed}")
    match = new_sheet(ruleset, players="ABCD"[:men], breaks="toss")

    for _ in range(6_000):
        if match.over:
            break
        report(match, random_answer(match, rng))

    assert match.over
    assert all(entry.followed.position is None and not entry.followed.hand for entry in match.entries)
    assert Record(match.entries).state == match.state
    found = verify(match.record)
    assert found.holds, found.faults[:3]
    assert found.judged > 10


def test_a_sheet_is_written_and_read_as_text():
    match = new_sheet("common", tags={"event": "Club evening"})
    report_stroke(match, WHITE, QUEEN, declared=("push",))
    report(match, Correct(StrokeFacts(pocketed=(WHITE,))))
    report(match, Appeal(about="coin in the mouth of a pocket"))
    report(match, Decide(True))
    report(match, Note(text="protest: the clock", side=Side.B))
    report(match, TellBoard(winner=Side.A, coins_left=3, queen=Side.A, breaker=Side.A))
    report(match, Concede("match", Side.B))

    assert read_match(write_match(match)).entries == match.entries
    assert verify(match.record).holds


def test_a_board_whose_points_were_changed_afterwards_does_not_hold():
    match = new_sheet()
    report(match, TellBoard(winner=Side.A, coins_left=3, queen=Side.A))
    text = write_match(match, derived=True)
    (board,) = match.entries[1].followed.board_results
    followed = replace(match.entries[1].followed, board_results=(replace(board, points=9),))

    forged = Record((match.entries[0], replace(match.entries[1], followed=followed)))

    assert [fault.kind for fault in verify(forged).faults] == ["ruling"]
    with pytest.raises(NotationError, match="Entry 1 leads elsewhere"):
        read_match(text.replace("points 6 score", "points 9 score"))
