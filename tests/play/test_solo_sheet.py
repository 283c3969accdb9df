"""A set of 19-coin solo scored by its strokes alone: boards entered as a whole, the cap, the average, the witness."""

import random

import pytest

from carrom.laws.facts import StrokeFacts
from carrom.laws.ruling import Reason
from carrom.match import requests, solo
from carrom.match.awaiting import Decision
from carrom.match.entries import UMPIRE
from carrom.match.requests import AtCap, Attest, StateFacts, TakeBack, TellBoard
from carrom.notation.cursor import NotationError
from carrom.notation.record import read_match, write_match
from carrom.play.errors import OutOfTurnError
from carrom.play.game import Match, new_head
from carrom.play.handlers import start
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.play.rng import SeededRng
from carrom.play.score_sheet import ImpossibleSheetError
from carrom.printing.phrases import Words
from carrom.printing.sheet import sheet_of
from carrom.terms import Piece, Side


def started(ruleset: str = "baca19", players: str = "A", **options) -> Match:
    """A set at home, or a match of two."""
    head = new_head(ruleset, players=players, positions=False, breaks=Side.A, **options)
    return Match(Record((start(head, SeededRng(1)),)), rng=random.Random(1))


def tell(match: Match, request: requests.Request) -> None:
    match.answer(request, author=UMPIRE)


def cleared(strokes: int) -> TellBoard:
    return TellBoard(ended="cleared", strokes=strokes)


def stopped(strokes: int) -> TellBoard:
    return TellBoard(ended="stopped", strokes=strokes)


def refusal(match: Match, request: requests.Request) -> ImpossibleSheetError:
    before = match.state
    with pytest.raises(ImpossibleSheetError) as caught:
        tell(match, request)
    assert match.state == before
    return caught.value


@pytest.mark.clause("B-004", "B-005", "B-034", "B-038", "B-040")
def test_five_boards_reported_by_their_strokes_make_a_set_with_its_average():
    match = started()
    boards = match.state.match.boards
    for strokes in (21, 24, 19, 27):
        tell(match, cleared(strokes))
        assert solo.set_average(match.state.match.boards, match.state.match.ruleset) is None

    tell(match, cleared(23))

    boards = match.state.match.boards
    assert match.over and [(board.points, board.strokes, board.how) for board in boards] == [
        (strokes, strokes, "cleared") for strokes in (21, 24, 19, 27, 23)
    ]
    assert solo.set_average(boards, match.state.match.ruleset) == "22.80"
    assert match.entries[1].followed.ruling is not None
    assert [finding.reason for finding in match.entries[1].followed.ruling.findings] == [Reason.SOLO_CLEARED]
    assert verify(match.record).holds and verify(match.record).judged == 5
    assert read_match(write_match(match)).entries == match.entries


@pytest.mark.clause("B-039")
def test_a_board_of_fewer_strokes_than_pieces_can_be_true():
    match = started()

    for strokes in (19, 18, 1):
        tell(match, cleared(strokes))

    assert [board.points for board in match.state.match.boards] == [19, 18, 1]


@pytest.mark.clause("B-041", "B-042")
def test_a_board_is_stopped_at_its_cap_and_no_sheet_has_more():
    match = started()

    more = refusal(match, cleared(46))
    early = refusal(match, stopped(44))
    assert (more.code, early.code) == ("sheet-strokes", "sheet-strokes")
    assert "Enter 45" in str(more) and "after 45 strokes" in str(early)
    tell(match, stopped(45))
    tell(match, cleared(45))

    assert [(board.points, board.how) for board in match.state.match.boards] == [(45, "stopped"), (45, "cleared")]
    assert verify(match.record).holds


@pytest.mark.clause("B-004", "B-042")
def test_without_a_cap_a_board_takes_what_it_takes_and_is_never_stopped():
    match = started(options={"stroke_cap": None})

    tell(match, cleared(61))

    assert match.state.match.boards[-1].points == 61
    assert "until it is cleared" in str(refusal(match, stopped(45)))


@pytest.mark.parametrize("strokes", [None, 0, -3, True, 20.5, "20"])
def test_what_is_no_number_of_strokes_is_refused(strokes: object):
    match = started()

    assert refusal(match, TellBoard(ended="cleared", strokes=strokes)).code == "sheet-strokes"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ruleset", "players", "reported"),
    [
        ("baca19", "A", TellBoard(winner=Side.A, coins_left=3, queen=Side.A)),
        ("baca19", "A", TellBoard(ended="cleared", strokes=20, winner=Side.A)),
        ("baca19", "A", TellBoard(ended="cleared", strokes=20, coins_left=2)),
        ("icf", "AB", TellBoard(ended="cleared", strokes=20)),
        ("icf", "AB", TellBoard(winner=Side.A, coins_left=3, queen=Side.A, strokes=20)),
    ],
)
def test_a_board_is_reported_as_it_was_played_alone_or_by_two(ruleset: str, players: str, reported: TellBoard):
    assert refusal(started(ruleset, players), reported).code == "sheet-solo"


@pytest.mark.clause("B-035")
def test_strokes_that_were_reported_one_by_one_count_and_the_rest_of_the_board_may_be_reported_whole():
    match = started()
    for _ in range(7):
        tell(match, StateFacts(StrokeFacts(pocketed=(Piece.WHITE,))))

    assert "7 strokes of this board have been entered already" in str(refusal(match, cleared(7)))
    tell(match, cleared(22))
    tell(match, TakeBack())
    assert match.state.match.board is not None and match.state.match.board.strokes == 7
    for _ in range(38):
        tell(match, StateFacts(StrokeFacts()))
    assert match.awaiting.kind is Decision.CAP
    tell(match, AtCap("play_on"))
    tell(match, StateFacts(StrokeFacts()))
    tell(match, cleared(45))  # more were made, no more are charged

    assert [board.points for board in match.state.match.boards] == [45]
    assert verify(match.record).holds


def test_a_board_that_was_forged_afterwards_does_not_hold():
    match = started()
    tell(match, cleared(23))
    text = write_match(match)

    with pytest.raises(NotationError) as refused:
        read_match(text.replace("strokes 23", "strokes 22", 1))

    assert refused.value.code == "derived-otherwise"


def test_who_saw_a_set_or_where_its_film_lies_is_stored_and_printed_and_changes_nothing():
    match = started()
    for strokes in (21, 24, 19, 27, 23):
        tell(match, cleared(strokes))
    before = match.state.match.standing

    tell(match, Attest(witness="Priya", film="https://films.example/set"))

    assert match.state.match.standing == before
    assert read_match(write_match(match)).entries == match.entries and verify(match.record).holds
    notes = sheet_of(match.record, Words()).notes
    assert notes == ("Witnessed by Priya", "Film: https://films.example/set")


def test_nobody_attests_what_two_sides_saw_nor_by_a_word_that_is_no_address():
    match = started()

    assert refusal(match, Attest()).code == "attest-empty"
    assert refusal(match, Attest(film="javascript:alert(1)")).code == "attest-film"
    assert refusal(match, Attest(film="https://films.example/a b")).code == "attest-film"
    assert refusal(started("icf", "AB"), Attest(witness="Priya")).code == "attest-alone"
    with pytest.raises(OutOfTurnError):
        match.answer(Attest(witness="Priya"), author="south")
