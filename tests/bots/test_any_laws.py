"""Computers hold no law: under laws from a file that nobody has seen they play on, alone, in twos and in pairs."""

import numpy as np
import pytest

from carrom.bots.agent import view_of
from carrom.bots.contest import play_board
from carrom.bots.look_ahead import helpful_kinds
from carrom.bots.noise import Noise
from carrom.bots.registry import find
from carrom.bots.view import turns_to_next
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruleset_file import ruleset_from_text
from carrom.laws.rulesets.every import RULESETS
from carrom.match.entries import Player
from carrom.play import packed
from carrom.play.game import Match
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.terms import Seat, Side
from tests.support.bots.village_laws import LOOSE, STRICT


@pytest.fixture(params=[STRICT, LOOSE], ids=["strict", "loose"])
def laws(request: pytest.FixtureRequest) -> Ruleset:
    return ruleset_from_text(request.param)


@pytest.mark.parametrize("doubles", [False, True], ids=["singles", "doubles"])
def test_a_board_is_played_to_its_end_without_an_illegal_answer(laws: Ruleset, doubles: bool):
    played = play_board(find("strong"), find("casual"), seed=8, budget=250, ruleset=laws, doubles=doubles)

    assert played.fault is None
    assert verify(Record(played.entries)).holds


@pytest.mark.parametrize(("order", "turns"), [("right", 1), ("left", 3)])
def test_who_plays_next_in_doubles_is_the_laws_word(order: str, turns: int):
    laws = ruleset_from_text(STRICT.replace('"left"', f'"{order}"'))
    players = [Player(side=side, name=f"{number}") for number, side in enumerate((Side.A, Side.B) * 2)]
    board = Match.new(laws, players=players, breaks=Side.A).state.match.board
    assert board is not None

    assert turns_to_next(board, laws) == turns


def test_after_the_turn_has_passed_a_pair_counts_what_the_partner_can_do():
    """The partner sits opposite: what lies in front of them lies behind who struck."""
    players = [Player(side=side, name=f"{number}") for number, side in enumerate((Side.A, Side.B) * 2)]
    view = view_of(Match.new("icf", players=players, breaks=Side.A, seed=3).state, Seat.SOUTH)
    layouts = np.full((2, 20, 2), np.nan)
    layouts[0, 2], layouts[1, 2] = (0.1, 0.2), (-0.1, -0.2)

    own = view.sights(layouts, Noise(1.0)).mine[:, 1]
    partners = view.sights(layouts, Noise(1.0), np.array([True, True])).mine[:, 1]

    assert own[0] != pytest.approx(own[1])
    assert partners.tolist() == pytest.approx(own[::-1].tolist())


def test_a_queen_that_waits_for_the_end_of_the_turn_helps_nobody_meanwhile():
    """She is neither down nor on the board (KAGW): no stroke can pocket her."""
    board = packed.put(7, packed.WHITE_UP) | packed.put(9, packed.BLACK_UP) | packed.put(1, packed.BROKEN)
    board |= packed.put(1, packed.OWN_EARNED)
    boards = np.array([board, board | packed.put(1, packed.EARLY_QUEEN)])

    found = helpful_kinds(boards, RULESETS["kagw"])

    assert found[:, :2].tolist() == [[True, False], [True, False]]
    assert not found[1, 2]
