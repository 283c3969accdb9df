"""Officials' penalties, and claims against the other side: entries that are taken back until the next stroke."""

import pytest

from carrom.match import entries, requests
from carrom.match.awaiting import Decision
from carrom.match.requests import Declare, Penalise, Reply, Withdraw
from carrom.play.errors import (
    DeclarationForbiddenError,
    NotAnOptionError,
    NothingToTakeBackError,
    OutOfTurnError,
    UnknownOfferError,
)
from carrom.play.game import Match
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.terms import Side

UMPIRE = entries.UMPIRE


def started(ruleset: str = "common", **options) -> Match:
    match = Match.new(players="AB", ruleset=ruleset, breaks=Side.A, seed=3, **options)
    if match.awaiting.kind is Decision.READY:
        match.answer(requests.Ready(), author=UMPIRE)
    return match


def seat_of(match: Match, side: Side) -> str:
    return match.state.match.seats_of(side)[0].value


def penalise(match: Match, what: str, side: Side = Side.A, **more) -> None:
    match.answer(Penalise(what, side, more.pop("reason", "abuse"), **more), author=UMPIRE)  # type: ignore[arg-type]


def withdraw(match: Match) -> None:
    match.answer(Withdraw(), author=UMPIRE)


def give_board(match: Match, winner: Side) -> None:
    penalise(match, "board", winner.other)


@pytest.mark.clause("L-130", "L-131")
def test_points_off_are_taken_from_the_game_and_never_below_0():
    match = started(options={"game_target": 29, "board_limit": None})
    give_board(match, Side.A)
    assert match.state.match.score == (12, 0)  # nine coins and the queen

    penalise(match, "points", Side.A, points=2)
    assert match.state.match.score == (10, 0) and match.state.match.board.score == (10, 0)
    penalise(match, "points", Side.A, points=30)
    assert match.state.match.score == (0, 0)
    withdraw(match)
    assert match.state.match.score == (10, 0)
    withdraw(match)
    assert match.state.match.score == (12, 0)


@pytest.mark.clause("L-130")
def test_a_warning_is_noted_and_changes_nothing():
    match = started()
    before = match.state.match.standing

    penalise(match, "warning", reason="shouting")

    assert match.state.match.standing == before
    assert match.entries[-1].asked.reason == "shouting"


@pytest.mark.clause("ICF-L121")
def test_a_board_given_away_counts_the_offenders_coins_and_the_queen_and_the_next_board_follows():
    match = started("icf")
    give_board(match, Side.B)

    result = match.state.match.boards[0]
    assert (result.winner, result.points, result.how) == (Side.B, 12, "forfeited")
    assert match.state.match.standing.board_number == 2 and len(match.state.position.pieces) == 19

    withdraw(match)
    assert match.state.match.boards == () and match.state.match.standing.board_number == 1


@pytest.mark.clause("L-125")
def test_a_forfeited_game_is_won_with_the_target():
    match = started()
    penalise(match, "game", Side.A, reason="left")

    game = match.state.match.games[0]
    assert (game.winner, game.score, game.how) == (Side.B, (0, 25), "forfeited")


@pytest.mark.clause("L-166", "L-125")
@pytest.mark.parametrize(("disqualified", "how"), [(True, "disqualified"), (False, "forfeited")])
def test_a_forfeited_match_ends_and_says_whether_the_side_is_out_for_good(disqualified: bool, how: str):
    match = started()
    penalise(match, "match", Side.B, reason="broke the board", disqualified=disqualified)

    result = match.state.match.result
    assert (result.winner, result.how) == (Side.A, how)
    assert verify(Record(match.entries)).faults == ()

    withdraw(match)
    assert match.state.match.result is None and match.awaiting.kind is Decision.STROKE


def test_a_penalty_is_an_officials_has_a_reason_and_makes_sense():
    match = started()
    with pytest.raises(OutOfTurnError):
        match.answer(Penalise("board", Side.B, "mine"), author=seat_of(match, Side.A))
    for what, more in (
        ("board", {"reason": "  "}),
        ("points", {}),
        ("points", {"points": -1}),
        ("board", {"points": 3}),
        ("board", {"disqualified": True}),
        ("everything", {}),
    ):
        with pytest.raises(NotAnOptionError):
            penalise(match, what, **more)
    alone = Match.new(players="A", ruleset="baca19")
    with pytest.raises(NotAnOptionError):
        penalise(alone, "board")
    assert len(match.entries) == 2 and len(alone.entries) == 1


def test_a_penalty_can_not_be_taken_back_after_the_next_stroke():
    match = started()
    penalise(match, "points", points=1)
    match.play_stroke(0.0, 0.0, 3.0)

    with pytest.raises(NothingToTakeBackError):
        withdraw(match)


@pytest.mark.clause("K-057")
def test_what_is_said_about_the_other_side_holds_once_that_side_agrees():
    match = started("kagw")
    match.play_stroke(0.0, 0.0, 5.0)
    while match.awaiting.kind is not Decision.STROKE:
        match.answer(requests.Forgo())
    striker = match.entries[1].author
    other = next(s.seat.value for s in match.state.match.seats if s.seat.value != striker)
    side = match.state.match.side_at(next(s.seat for s in match.state.match.seats if s.seat.value == striker))
    standing = match.state.match.standing

    match.answer(Declare(("touched_coin",), side), author=other)
    (claim,) = match.state.match.offers
    assert match.state.match.standing == standing and claim.what == "fact" and claim.side is side.other
    match.answer(Reply(claim.number, accept=True), author=striker)

    ruling = match.entries[-1].followed.ruling
    assert "K-057" in ruling.clauses and match.state.match.offers == ()
    assert sum(match.state.match.board.owed) or match.awaiting.kind is Decision.PLACING
    assert verify(Record(match.entries)).faults == ()

    match.answer(Withdraw(), author=other)  # who claimed it takes it back
    again = match.state.match.standing
    assert (again.board, again.score, again.awaiting) == (standing.board, standing.score, standing.awaiting)


def test_a_claim_that_is_declined_or_taken_back_leaves_everything_as_it_was():
    match = started()
    asha, ben = seat_of(match, Side.A), seat_of(match, Side.B)
    standing = match.state.match.standing

    match.answer(Declare(("distraction",), Side.B, made=False), author=asha)
    match.answer(Reply(match.state.match.offers[0].number, accept=False), author=ben)
    assert match.state.match.standing == standing and match.state.match.offers == ()
    match.answer(Declare(("distraction",), Side.B, made=False), author=asha)
    number = match.state.match.offers[0].number
    match.answer(Withdraw(), author=asha)
    assert match.state.match.standing == standing
    with pytest.raises(UnknownOfferError):
        match.answer(Reply(number, accept=True), author=ben)


def test_a_claim_without_a_stroke_is_ruled_when_it_is_agreed_and_struck_out_when_it_is_withdrawn():
    match = started()
    asha, ben = seat_of(match, Side.A), seat_of(match, Side.B)
    match.play_stroke(0.0, 0.0, 6.0)
    while match.awaiting.kind is not Decision.STROKE:
        match.answer(requests.Forgo())
    board = match.state.match.board

    match.answer(Declare(("distraction",), Side.B, made=False), author=asha)
    match.answer(Reply(match.state.match.offers[0].number, accept=True), author=ben)
    assert match.entries[-1].followed.ruling is not None
    match.answer(Withdraw(), author=asha)
    assert match.state.match.board == board


def test_a_claim_that_could_not_be_judged_is_refused_at_once():
    match = started()
    asha = seat_of(match, Side.A)
    with pytest.raises(DeclarationForbiddenError):
        match.answer(Declare(("touched_coin",), Side.B), author=asha)  # there is no stroke yet
    with pytest.raises(DeclarationForbiddenError):
        match.answer(Declare((), Side.B, made=False), author=asha)
    assert len(match.entries) == 2
