"""A whole event from its score sheets: every error is flagged with its code, every total is right."""

import os
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from carrom.errors import CarromError
from carrom.match.awaiting import Decision
from carrom.match.entries import UMPIRE
from carrom.match.requests import Ready, TellBoard, Toss
from carrom.match.snapshot import Tally
from carrom.play.game import Match, new_head
from carrom.play.handlers import start
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.play.rng import SeededRng
from carrom.terms import Side
from carrom.tournament.sol_file import read_sol
from tests.support.play.events import ICF_GAME, KAGW_MATCH, Line, Reckoning, event


def started(ruleset: str, length: str) -> Match:
    head = new_head(ruleset, players="AB", length=length, positions=False, breaks=Side.A, asks_claims=True)
    match = Match(Record((start(head, SeededRng(1)),)), rng=random.Random(1))
    go_on(match)
    return match


def go_on(match: Match) -> None:
    """What lies between two boards: both are ready, the toss of an extra board."""
    while match.awaiting.kind in (Decision.READY, Decision.TOSS):
        match.answer(Ready() if match.awaiting.kind is Decision.READY else Toss(Side.A), author=UMPIRE)


def reported(line: Line) -> TellBoard:
    return TellBoard(
        winner=Side(line.winner),
        coins_left=line.left,
        queen=Side(line.queen),
        breaker=Side(line.breaker) if line.breaker else None,
        points=line.points,
        total=Tally(*line.total),
    )


def tell(match: Match, board: TellBoard) -> None:
    match.answer(board, author=UMPIRE)
    go_on(match)


@pytest.mark.parametrize(
    ("ruleset", "length", "laws", "seed", "boards"),
    [("icf", "game", ICF_GAME, 163, 717), ("kagw", "match", KAGW_MATCH, 7, 279)],
)
def test_an_event_is_entered_every_error_is_flagged_and_every_total_is_right(
    ruleset: str, length: str, laws: Reckoning, seed: int, boards: int
):
    sheets = event(seed, laws, alternate=ruleset == "icf")
    flagged: list[str] = []

    for lines in sheets:
        match = started(ruleset, length)
        for line in lines:
            if line.error:
                with pytest.raises(CarromError) as caught:
                    tell(match, reported(line))
                assert caught.value.code == line.error, line
                flagged.append(line.error)
                continue
            tell(match, reported(line))
            result = match.state.match.boards[-1]
            assert (result.points, tuple(result.score)) == (line.points, line.total), line
        right = [line for line in lines if not line.error]
        assert match.over == laws.is_over([(line.winner, line.points) for line in right])
        assert len(match.state.match.boards) == len(right)
        totals = [sum(line.points for line in right if line.winner == side) for side in "ab"]
        assert [
            sum(board.points for board in match.state.match.boards if board.winner == side) for side in Side
        ] == totals
        assert verify(match.record).holds

    assert len(sheets) == 120 and sum(not line.error for lines in sheets for line in lines) == boards
    assert sorted(flagged) == ["match-over", "sheet-coins-left", "sheet-points", "sheet-points", "sheet-total"]


SOL_EVENTS = Path(os.environ.get("CARROM_SOL_EVENTS", "no-folder"))
BOARD_BY_BOARD = "Swiss_Championship_2023_24-2024-05-25+15.sol.gz"


@pytest.mark.skipif(
    not (SOL_EVENTS / BOARD_BY_BOARD).is_file(), reason=f"CARROM_SOL_EVENTS names no folder with {BOARD_BY_BOARD}"
)
def test_the_totals_of_a_public_event_are_reckoned_again_and_its_five_errors_found():
    [played] = read_sol((SOL_EVENTS / BOARD_BY_BOARD).read_bytes()).tourneys
    boards, otherwise, refused = 0, 0, Counter[str]()

    for one in played.matches:
        match, scores = started("icf", "game"), [0, 0]
        for board in one.boards or ():
            boards += 1
            winner = Side.A if board.coins1 else Side.B
            left = board.coins1 or board.coins2 or 0
            queen = {"1": Side.A, "2": Side.B, None: None}[board.queen]
            line = TellBoard(winner=winner, coins_left=left, queen=queen)
            try:
                tell(match, line)
            except CarromError as error:
                refused[error.code] += 1
                if error.code == "sheet-queen":  # the winner did not have her, so the points are the same
                    tell(match, replace(line, queen=winner.other))
            of_winner = scores[0 if winner is Side.A else 1]
            points = left + (3 if queen is winner and left and of_winner < 22 else 0)
            scores[0 if winner is Side.A else 1] += points
        if one.boards:
            assert list(match.state.match.boards[-1].score) == scores
            otherwise += [min(score, 25) for score in scores] != [one.score1, one.score2]

    assert (boards, otherwise) == (717, 5)
    assert refused == {"sheet-coins-left": 3, "sheet-queen": 3}  # no coins reported; nobody had the queen
