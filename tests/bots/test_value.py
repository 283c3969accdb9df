"""What a board is worth, and what a computer does because of it."""

import random
from dataclasses import replace

import numpy as np
import pytest

from carrom.bots.agent import Agent, view_of
from carrom.bots.evaluation import CandidateCache, Standings, board_worth
from carrom.bots.registry import find
from carrom.match.entries import Player
from carrom.play.game import new_head
from carrom.play.handlers import answer, start
from carrom.play.state import PlayState, follow
from carrom.terms import Piece, Queen, Seat, Side
from tests.support.bots import situations

ALONE = (Player(side=Side.A, name="Asha", kind="computer", level="strong"),)


def alone(pieces: dict[int, tuple[float, float]], **changed: object) -> PlayState:
    """A board of 19-coin solo with these pieces up."""
    head = new_head("baca19", players=ALONE, length="board", breaks=Side.A)
    return situations.with_board(follow(None, start(head, random.Random(1))), pieces, **changed)


def worth(state: PlayState, chances: dict[int, float]) -> float:
    """What the board is worth to the one player with these chances of the pieces, by number."""
    view = view_of(state, Seat.SOUTH)
    assert view.board.solo
    row = np.array([[chances[int(number)] for number in view.numbers]])
    sights = CandidateCache(view.kinds, row, np.zeros_like(row))
    return float(board_worth(Standings.of(view.board, view.me), sights)[0])


WHITES = {2: (0.1, 0.1), 3: (-0.1, 0.1)}
BLACKS = {11: (0.2, 0.0), 12: (-0.2, 0.0)}
QUEEN = {1: (0.0, 0.2)}


def test_alone_only_the_best_of_the_helpful_pieces_counts_beside_their_number():
    state = alone(WHITES | BLACKS)

    assert worth(state, {2: 0.9, 3: 0.1, 11: 0.1, 12: 0.1}) == worth(state, {2: 0.9, 3: 0.8, 11: 0.9, 12: 0.9})
    assert worth(state, {2: 0.9, 3: 0.1, 11: 0.1, 12: 0.1}) > worth(state, {2: 0.5, 3: 0.1, 11: 0.9, 12: 0.9})


def test_alone_the_last_white_does_not_help_while_the_queen_is_up():
    state = alone({2: (0.1, 0.1)} | BLACKS | QUEEN, queen=Queen.ON_BOARD)

    easy_white = worth(state, {1: 0.2, 2: 0.95, 11: 0.5, 12: 0.5})

    assert easy_white < worth(state, {1: 0.9, 2: 0.95, 11: 0.5, 12: 0.5})
    assert easy_white == worth(state, {1: 0.2, 2: 0.95, 11: 0.9, 12: 0.9})


@pytest.mark.parametrize("white", [0.12, 0.5, 0.9])
def test_alone_pocketing_the_queen_gains_however_the_last_white_lies(white: float):
    """Or a computer waits for ever for a better white."""
    before = alone({2: (0.1, 0.1)} | BLACKS | QUEEN, queen=Queen.ON_BOARD)
    after = alone({2: (0.1, 0.1)} | BLACKS, queen=Queen.AWAITING_COVER, queen_side=Side.A)
    chances = {2: white, 11: 0.5, 12: 0.5}

    assert worth(after, chances) > worth(before, chances | {1: 0.97})


def test_alone_a_covering_stroke_without_a_chance_costs_the_queen():
    state = alone(WHITES | BLACKS, queen=Queen.AWAITING_COVER, queen_side=Side.A)
    covered = alone(WHITES | BLACKS, queen=Queen.COVERED, queen_side=Side.A)
    good, bad = {2: 0.9, 3: 0.5, 11: 0.5, 12: 0.5}, {2: 0.2, 3: 0.2, 11: 0.5, 12: 0.5}

    assert worth(state, good) - worth(state, bad) > worth(covered, good) - worth(covered, bad)


@pytest.mark.parametrize(
    "more",
    [{"pieces": {4: (0.2, 0.2)}}, {"pieces": {13: (0.2, 0.2)}}, {"pieces": QUEEN}, {"owed": (1, 0)}],
    ids=["a white", "a black", "the queen", "a debt"],
)
def test_alone_whatever_is_left_costs_strokes(more: dict[str, object]):
    extra = dict(more)
    pieces = {**WHITES, **BLACKS, **extra.pop("pieces", {})}  # type: ignore[dict-item]
    queen = {"queen": Queen.ON_BOARD} if 1 in pieces else {"queen": Queen.COVERED, "queen_side": Side.A}
    before = alone(WHITES | BLACKS, queen=Queen.COVERED, queen_side=Side.A)
    after = alone(pieces, **queen, **extra)
    chances = dict.fromkeys(range(1, 20), 0.5)

    assert worth(after, chances) <= worth(before, chances) - 0.9


def test_alone_the_queen_goes_before_the_last_white_however_near_its_pocket_that_lies():
    """The last white comes back as often as it falls while the queen is up (B-018)."""
    pieces = {1: (0.29, 0.28), 2: (-0.335, 0.335)}
    state = alone(pieces, queen=Queen.ON_BOARD)
    strong = find("strong")
    assert isinstance(strong, Agent)
    machine = replace(strong, noise=replace(strong.noise, magnitude=0.2))

    for seed in range(3):
        request = machine.answer(state, random.Random(seed))
        entry, _ = answer(state, request, author="south", request_id="r", time="", rng=random.Random(1), entries=())
        assert entry.followed.facts is not None
        assert Piece.QUEEN in entry.followed.facts.pocketed
