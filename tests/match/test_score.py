"""Boards make games, games make a match (ICF 56, 57)."""

import pytest

from carrom.laws.ruleset import Ruleset
from carrom.laws.values import with_values
from carrom.match import score
from carrom.match.snapshot import BoardResult, GameResult, Tally
from carrom.terms import Seat, Side

ICF = Ruleset()
KAGW_LIKE = with_values(ICF, {"board_limit": 1, "game_target": None, "decider": "total_points"})


def boards(*points):
    """Boards of game 1: above zero to A, below zero to B, zero: drawn, None: to be played again."""
    results, total = [], Tally()
    for number, won in enumerate(points, 1):
        side = None if not won else Side.A if won > 0 else Side.B
        total = total if side is None else total.plus(side, abs(won))
        results.append(
            BoardResult(
                game=1,
                board=number,
                winner=side,
                points=abs(won or 0),
                score=total,
                breaker=Seat.SOUTH,
                breaking_side=Side.A,
                how="replayed" if won is None else "played",
            )
        )
    return results, total


def game(number, a, b):
    """A game that was played."""
    return GameResult(game=number, winner=score.leader(Tally(a, b)), score=Tally(a, b))


@pytest.mark.clause("ICF-L56")
def test_icf_l56_a_game_ends_at_twenty_five_points():
    played, total = boards(12, 9)
    assert score.game_after(played, 1, total, ICF) is None

    played, total = boards(12, 9, -3, 6)
    ended = score.game_after(played, 1, total, ICF)

    assert ended == GameResult(game=1, winner=Side.A, score=Tally(27, 3))


@pytest.mark.clause("ICF-L56")
def test_icf_l56_after_eight_boards_the_leader_wins():
    played, total = boards(1, -2, 1, -2, 1, -2, 1)
    assert score.game_after(played, 1, total, ICF) is None

    played, total = boards(1, -2, 1, -2, 1, -2, 1, -2)

    assert score.game_after(played, 1, total, ICF) == GameResult(game=1, winner=Side.B, score=Tally(4, 8))


@pytest.mark.clause("ICF-L56")
def test_icf_l56_level_after_eight_boards_an_extra_board_decides():
    level, total = boards(*[5, -5] * 4)
    assert score.game_after(level, 1, total, ICF) is None
    assert score.is_extra_board(level, 1, ICF)

    decided, total = boards(*[5, -5] * 4, -1)

    assert score.game_after(decided, 1, total, ICF) == GameResult(game=1, winner=Side.B, score=Tally(20, 21))


@pytest.mark.clause("ICF-L137")
def test_icf_l137_a_board_to_be_played_again_does_not_count_towards_the_limit():
    played, total = boards(1, None, 1, None, 1, 1, 1, 1, 1)

    assert score.game_after(played, 1, total, ICF) is None


def test_a_level_game_may_be_shared_and_the_limit_may_count_boards_won():
    level, total = boards(*[5, -5] * 4)
    shared = score.game_after(level, 1, total, with_values(ICF, {"tie_at_limit": "share"}))
    more_boards, points = boards(9, -1, -1)
    by_boards = with_values(ICF, {"board_limit": 3, "limit_winner": "board_wins"})

    assert shared == GameResult(game=1, winner=None, score=Tally(20, 20))
    assert score.game_after(more_boards, 1, points, by_boards).winner is Side.B


@pytest.mark.clause("ICF-L57")
def test_icf_l57_two_games_win_the_match():
    assert score.match_after([game(1, 25, 9)], ICF) is None
    assert score.match_after([game(1, 25, 9), game(2, 3, 25)], ICF) is None
    ended = score.match_after([game(1, 25, 9), game(2, 3, 25), game(3, 25, 24)], ICF)

    assert (ended.winner, ended.games, ended.points) == (Side.A, Tally(2, 1), Tally(53, 58))


def test_total_points_decide_a_third_board_and_even_sums_the_boards_won():
    assert score.match_after([game(1, 3, 0), game(2, 2, 0)], KAGW_LIKE).winner is Side.A
    assert score.match_after([game(1, 3, 0), game(2, 0, 1)], KAGW_LIKE) is None
    assert score.match_after([game(1, 3, 0), game(2, 0, 9), game(3, 4, 0)], KAGW_LIKE).winner is Side.B
    assert score.match_after([game(1, 3, 0), game(2, 0, 7), game(3, 4, 0)], KAGW_LIKE).winner is Side.A


def test_shared_games_leave_a_match_to_points_and_then_without_a_winner():
    one_game = with_values(ICF, {"match_wins_needed": 1})

    assert score.match_after([game(1, 20, 20)], one_game).winner is None
    assert score.match_after([game(1, 20, 20), game(2, 3, 2), game(3, 1, 3)], ICF).winner is Side.B
