"""What may be chosen before the first stroke of a board: a colour, the pocket that the rack points to."""

import math

import pytest

from carrom.equipment.arrangement import Aim
from carrom.match import requests
from carrom.match.awaiting import BREAK, Decision
from carrom.match.requests import ChooseColour, TurnRack
from carrom.play.errors import NotAwaitedError, OutOfTurnError
from carrom.play.game import Match
from carrom.play.pre_break import colour_chooser, rack_turner
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.terms import Side


def tossed(ruleset: str) -> Match:
    match = Match.new(players="AB", ruleset=ruleset, seed=4)
    match.answer(requests.Toss())
    match.answer(requests.Choose(BREAK))
    match.answer(requests.Choose(match.awaiting.options[0]))
    return match


def seat_of(match: Match, side: Side) -> str:
    return match.state.match.seats_of(side)[0].value


@pytest.mark.clause("K-018")
def test_k018_the_breaker_has_white_unless_the_winner_of_the_toss_chooses_otherwise():
    match = tossed("kagw")
    winner = match.state.match.standing.toss_winner
    assert match.state.match.board.white_side is match.state.match.board.to_play is winner

    match.answer(ChooseColour("black"), author=seat_of(match, winner))
    assert match.state.match.board.white_side is winner.other
    assert match.awaiting.kind is Decision.STROKE and match.awaiting.seats[0].value == seat_of(match, winner)
    match.answer(ChooseColour("white"), author=seat_of(match, winner))
    assert match.state.match.board.white_side is winner
    assert verify(Record(match.entries)).faults == ()


@pytest.mark.clause("K-018")
def test_k018_only_the_winner_of_the_toss_chooses_and_only_before_the_first_stroke():
    match = tossed("kagw")
    winner = match.state.match.standing.toss_winner
    with pytest.raises(OutOfTurnError):
        match.answer(ChooseColour("black"), author=seat_of(match, winner.other))
    match.play_stroke(0.0, 0.0, 4.0)

    with pytest.raises(NotAwaitedError):
        match.answer(ChooseColour("black"), author=seat_of(match, winner))
    with pytest.raises(NotAwaitedError):
        icf = tossed("icf")
        icf.answer(ChooseColour("black"), author=seat_of(icf, Side.A))
    assert colour_chooser(match.state.match) is None


@pytest.mark.clause("P-006")
@pytest.mark.parametrize(
    ("pocket", "x", "y"),
    [(Aim.FAR_RIGHT, 1, 1), (Aim.FAR_LEFT, -1, 1), (Aim.NEAR_LEFT, -1, -1), (Aim.NEAR_RIGHT, 1, -1)],
)
def test_p006_an_arm_of_the_whites_points_to_the_pocket_that_the_breaker_selects(pocket: Aim, x: int, y: int):
    match = Match.new(players="AB", ruleset="polish", breaks=Side.A, seed=4)
    match.answer(TurnRack(pocket))

    whites = [piece for piece in match.state.position.pieces if 2 <= piece.number <= 10]
    on_the_line = [p for p in whites if math.hypot(p.x, p.y) > 0.02 and abs(p.x * y - p.y * x) < 2e-4 and p.x * x > 0]
    assert len(on_the_line) == 2  # one of each ring
    assert verify(Record(match.entries)).faults == ()


@pytest.mark.clause("P-006")
def test_p006_the_rack_is_turned_by_the_breaker_before_the_break_and_nowhere_else():
    match = Match.new(players="AB", ruleset="polish", breaks=Side.A, seed=4)
    assert rack_turner(match.state) is match.awaiting.seats[0]
    with pytest.raises(OutOfTurnError):
        match.answer(TurnRack(Aim.FAR_LEFT), author=seat_of(match, Side.B))
    match.play_stroke(0.0, 0.0, 4.0)
    with pytest.raises(NotAwaitedError):
        match.answer(TurnRack(Aim.FAR_LEFT), author=seat_of(match, Side.A))
    icf = Match.new(players="AB", ruleset="icf", breaks=Side.A, seed=4)
    with pytest.raises(NotAwaitedError):
        icf.answer(TurnRack(Aim.FAR_LEFT))
