"""A stroke made with an obligation is followed by one more, and what that changes counts for the side that asks."""

import numpy as np
import pytest

from carrom.bots.look_ahead import LookAhead
from carrom.bots.noise import Noise
from carrom.bots.obligations import have_obligation
from carrom.bots.search import felt_of
from carrom.bots.stakes import BOARD
from carrom.laws.ruleset import Ruleset
from carrom.match.rules import shipped
from carrom.notation.situation import read_situation
from carrom.physics.surface import TOURNAMENT
from carrom.play import packed
from carrom.play.batch import Batch
from carrom.terms import Side

HEAD = (
    "icf seats A-B- strikes south breaks south turn on+covered white B queen {queen} dues {dues} earned AB"
    " score 0:0 passes 0 strokes 9 pieces {pieces}"
)
MANY = "b11(0.1,0.1) b12(-0.1,0.2) b13(0,-0.1) w2(0.2,0.2) w3(-0.2,0.2)"
LAST = "b11(0.1,0.1) w2(0.2,0.2) w3(-0.2,0.2)"
QUEEN = "q1(0,0) "


def boards_of(*, queen: str, dues: str = "0:0", pieces: str = MANY) -> Batch:
    held = read_situation(HEAD.format(queen=queen, dues=dues, pieces=pieces))
    return Batch([held.position], [held.board], "icf")


def look(ruleset: Ruleset, ready: int = 8) -> LookAhead:
    return LookAhead(ruleset, TOURNAMENT, felt_of(TOURNAMENT), Noise(1.0), BOARD, 2, ready)


@pytest.mark.parametrize(
    ("board", "has"),
    [
        (boards_of(queen="A"), False),
        (boards_of(queen="A", dues="1:0"), True),
        (boards_of(queen="A", dues="0:1"), False),
        (boards_of(queen="A", pieces=LAST), True),
        (boards_of(queen="up", pieces=QUEEN + MANY), False),
        (boards_of(queen="up", pieces=QUEEN + LAST), True),
    ],
)
def test_obligations_of_those_in_turn(board: Batch, has: bool):
    assert have_obligation(board.packed).tolist() == [has]


def test_the_queen_has_to_be_covered():
    batch = boards_of(queen="up", pieces=QUEEN + MANY)

    assert have_obligation(batch.packed | packed.put(packed.QUEEN_AWAITS_COVER, packed.QUEEN)).tolist() == [True]


def changes(batch: Batch, *, further: int, me: Side = Side.A, budget: int = 10**6) -> tuple[list[float], int]:
    """What looking further changes on the boards, and how many strokes were imagined for it."""
    ahead = look(shipped()["icf"])
    found = ahead.changes(batch.take(np.arange(len(batch))), me, further, budget, np.random.default_rng(3))
    return found.tolist(), ahead.imagined


def test_only_an_obligation_is_followed_once_more():
    free, owing = boards_of(queen="A"), boards_of(queen="A", pieces=LAST)

    assert changes(free, further=4) == changes(free, further=0)
    (plain,), few = changes(owing, further=0)
    (looked,), many = changes(owing, further=4)
    assert looked != plain and few < many <= few + 4 * (1 + look(shipped()["icf"], 2).cost)


def test_what_is_good_for_a_side_is_bad_for_the_other():
    owing = boards_of(queen="A", pieces=LAST)

    mine, theirs = (changes(owing, further=4, me=me)[0] for me in (Side.A, Side.B))

    assert mine == [-one for one in theirs]


def test_a_budget_that_does_not_reach_so_far_ends_with_the_next_stroke():
    owing = boards_of(queen="A", pieces=LAST)
    plain, few = changes(owing, further=0)

    assert changes(owing, further=4, budget=few + 40) == (plain, few)


def test_boards_that_are_taken_are_played_on_apart():
    batch = boards_of(queen="A")
    before = batch.layouts.copy()

    twice = batch.take(np.array([0, 0]))
    twice.play([[0.0, 0.3, 3.0], [0.0, -0.3, 3.0]])

    assert np.array_equal(batch.layouts, before, equal_nan=True) and batch.strokes.tolist() == [9]
    assert not np.array_equal(twice.layouts[0], twice.layouts[1], equal_nan=True)
