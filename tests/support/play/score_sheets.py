"""Matches without positions: what an umpire reports, board by board or stroke by stroke."""

import random
from dataclasses import replace

import pytest

from carrom.errors import CarromError
from carrom.laws.board_state import BoardState
from carrom.laws.conformance import random_facts
from carrom.laws.facts import StrokeFacts
from carrom.match import requests
from carrom.match.awaiting import Decision
from carrom.match.entries import UMPIRE
from carrom.match.requests import Appeal, Claim, Decide, Declare, Note, StateFacts, TakeBack, TellBoard
from carrom.play.game import Match, new_head
from carrom.play.handlers import start
from carrom.play.record import Record
from carrom.play.rng import SeededRng
from carrom.play.score_sheet import ImpossibleSheetError, reported_board
from carrom.play.waivers import forgoable
from carrom.terms import Piece, Side

WHITE, BLACK, QUEEN = Piece.WHITE, Piece.BLACK, Piece.QUEEN


def new_sheet(ruleset: str = "icf", *, players: str = "AB", length: str = "match", **options) -> Match:
    """A match that an umpire keeps; A breaks."""
    options = {"breaks": Side.A, "asks_claims": True, **options}
    head = new_head(ruleset, players=players, length=length, positions=False, **options)
    match = Match(Record((start(head, SeededRng(1)),)), rng=random.Random(1))
    go_on_to_next_board(match)
    return match


def go_on_to_next_board(match: Match) -> None:
    """What lies between two boards: ready, and the toss of an extra board."""
    while match.awaiting.kind in (Decision.READY, Decision.TOSS):
        report(match, requests.Ready() if match.awaiting.kind is Decision.READY else requests.Toss(Side.A))


def report(match: Match, request: requests.Request) -> None:
    """Answer as an umpire."""
    match.answer(request, author=UMPIRE)


def report_stroke(match: Match, *pocketed: Piece, **facts) -> None:
    """Report a stroke by what fell."""
    report(match, StateFacts(StrokeFacts(pocketed=pocketed, **facts)))


def board_of(match: Match) -> BoardState:
    """The board that is being played."""
    board = match.state.match.board
    assert board is not None
    return board


def refused_report(match: Match, request: requests.Request) -> CarromError:
    """The error of a report that is refused and changes nothing."""
    before = match.state
    with pytest.raises(CarromError) as caught:
        report(match, request)
    assert match.state == before
    return caught.value


def random_answer(match: Match, rng: random.Random) -> requests.Request:
    """What an umpire may tell now."""
    state = match.state.match
    awaiting, board = state.awaiting, state.board
    if awaiting.kind is Decision.STROKE:
        assert board is not None
        chance = rng.random()
        if chance < 0.03 and awaiting.may_pass:
            return requests.Pass()
        if chance < 0.05 and not board.solo:
            return Declare((rng.choice(("touched_coin", "distraction", "push")),), rng.choice(tuple(Side)), made=False)
        if chance < 0.07:
            return Appeal(about="the clock", side=board.to_play)
        if chance < 0.12 and not board.solo:
            return random_sheet(match, rng)
        if chance < 0.25 and forgoable(state, match.entries):
            return requests.Forgo()
        return StateFacts(random_facts(board, rng))
    if awaiting.kind is Decision.APPEAL:
        return Decide(rng.random() < 0.5)
    if awaiting.kind is Decision.TOSS:
        return requests.Toss(rng.choice(tuple(Side)))
    if awaiting.kind is Decision.CHOICE:
        return requests.Choose(rng.choice(awaiting.options))
    if awaiting.kind is Decision.READY:
        return requests.Ready()
    if awaiting.kind is Decision.CAP:
        return requests.AtCap(rng.choice(awaiting.options))
    assert awaiting.kind is Decision.CLAIM, "without positions nothing is ever placed"
    return Claim(rng.randint(0, awaiting.most))


def random_sheet(match: Match, rng: random.Random) -> requests.Request:
    """A board as some sheet has it; one that cannot be becomes an undone entry of another kind."""
    reported = TellBoard(
        ended=rng.choice(("finished", "finished", "own_last", "opponent_last", "breach", "replayed")),
        winner=rng.choice(tuple(Side)),
        coins_left=rng.randint(0, 9),
        queen=rng.choice((None, *Side)),
        extra=rng.choice((0, 0, 0, 1)),
    )
    reported = replace(reported, winner=None, extra=0) if reported.ended == "replayed" else reported
    try:
        reported_board(match.state.match, reported)
    except ImpossibleSheetError:
        return TakeBack() if len(match.entries) > 1 and rng.random() < 0.2 else Note(text="an impossible sheet")
    return reported
