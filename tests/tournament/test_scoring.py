"""From boards to the result of a fixture, by the laws of the match."""

import pytest

from carrom.laws.values import with_values
from carrom.match.rules import LENGTHS, shipped
from carrom.match.snapshot import BoardResult, GameResult, MatchResult, Tally
from carrom.terms import Seat, Side
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.fixtures import Fixture, Known
from carrom.tournament.results import Result, ResultError
from carrom.tournament.scoring import (
    MatchNotOverError,
    ReportedBoard,
    not_played,
    result_at_limit,
    result_of_boards,
    result_of_games,
    result_of_games_at_limit,
    result_of_games_won,
    result_of_match,
)

KAGW = with_values(shipped()["kagw"], dict(LENGTHS["match"]))
ICF = shipped()["icf"]
ONE_GAME = with_values(ICF, dict(LENGTHS["game"]))


def boards(text: str) -> list[ReportedBoard]:
    """ "a11 b2": who won a board and by how much; * for the queen."""
    return [
        ReportedBoard(
            winner=Side(word[0]), points=int(word[1:].rstrip("*")), queen=Side(word[0]) if word.endswith("*") else None
        )
        for word in text.split()
    ]


def reported(text: str, ruleset=KAGW) -> Result:
    return result_of_boards("1.1", "Anu", "Bela", boards(text), ruleset)


def test_boards_queens_and_slams_are_counted_for_the_side_that_has_them():
    sheet = (
        ReportedBoard(winner=Side.B, points=9, queen=Side.B, slam=True),
        ReportedBoard(winner=Side.A, points=2, queen=Side.B),
        ReportedBoard(winner=Side.B, points=4, queen=Side.A),
    )

    result = result_of_boards("1.1", "Anu", "Bela", sheet, KAGW)

    assert (result.boards, result.queens, result.slams) == (Tally(1, 2), Tally(1, 2), Tally(0, 1))
    turned = result.turned()
    assert (turned.a, turned.winner, turned.slams, turned.queens) == ("Bela", Side.A, Tally(1, 0), Tally(2, 1))


@pytest.mark.clause("K-069", "K-070")
def test_k070_who_wins_the_first_two_boards_has_won_and_no_third_is_taken():
    result = reported("a5 a3")

    assert (result.winner, result.games, result.points) == (Side.A, Tally(2, 0), Tally(8, 0))
    with pytest.raises(ResultError, match="over after board 2"):
        reported("a5 a3 b1")


@pytest.mark.clause("K-071", "K-069")
def test_k071_at_one_each_the_third_board_is_played_and_the_total_of_points_decides():
    with pytest.raises(MatchNotOverError):
        reported("a11 b2")

    assert reported("a11 b2 b3").winner is Side.A
    assert reported("a11 b2 b3").points == Tally(11, 5)
    assert reported("a5 b2 b3").winner is Side.B  # even sums: the side with two wins


@pytest.mark.clause("K-072", "K-073")
def test_k073_a_board_gives_at_most_fourteen():
    assert reported("a14* a1").points == Tally(15, 0)
    with pytest.raises(ResultError):
        reported("a15 a1")


@pytest.mark.clause("L-171", "C-060")
def test_l171_the_first_limit_reached_ends_a_game_and_by_c060_more_boards_can_win_it():
    points = with_values(ONE_GAME, {"board_limit": 8})
    wins = with_values(ICF, dict(LENGTHS["eight_boards"]))
    course = "a3 a3 b6 b6 b6 a3 a3 a2"

    assert reported("a12* a12* a1", points).scores == (Tally(25, 0),)
    assert reported(course, points).winner is Side.B
    assert reported(course, wins).winner is Side.A
    assert reported(course, wins).boards == Tally(5, 3)


@pytest.mark.clause("L-094")
def test_l094_level_after_the_last_board_one_more_decides():
    level = "a3 b3 a3 b3 a3 b3 a3 b3"
    with pytest.raises(MatchNotOverError):
        reported(level, ONE_GAME)

    assert reported(level + " b1", ONE_GAME).scores == (Tally(12, 13),)


@pytest.mark.clause("L-095")
def test_l095_at_the_time_limit_the_leader_wins_or_the_board_is_finished_first():
    course = boards("a8 b10 a6")

    def at_limit(rule, *, board_open):
        return result_at_limit("1.1", "Anu", "Bela", course, ONE_GAME, at_limit=rule, board_open=board_open)

    assert at_limit("leader_wins", board_open=True).winner is Side.A
    assert at_limit("leader_wins", board_open=True).how == "time"
    assert at_limit("finish_board", board_open=False).scores == (Tally(14, 10),)
    with pytest.raises(ResultError, match="board in play"):
        at_limit("finish_board", board_open=True)


@pytest.mark.clause("L-095")
def test_l095_level_at_the_time_limit_is_tied_and_a_match_that_is_over_is_as_it_ended():
    level = result_at_limit("1.1", "A", "B", boards("a3 b3"), ONE_GAME, at_limit="leader_wins", board_open=False)
    over = result_at_limit("1.1", "A", "B", boards("a12 a12 a1"), ONE_GAME, at_limit="leader_wins", board_open=False)

    assert level.winner is None and level.how == "time"
    assert over.winner is Side.A and over.how == "played"


@pytest.mark.clause("L-095")
def test_l095_at_the_time_limit_games_come_before_points():
    course = boards("b12 b8 a12 a12 a1 b12 b12")
    result = result_at_limit("1.1", "A", "B", course, ICF, at_limit="leader_wins", board_open=False)

    assert (result.winner, result.games, result.points) == (Side.A, Tally(1, 0), Tally(25, 44))
    assert result.scores == (Tally(25, 20), Tally(0, 24))


@pytest.mark.clause("L-095")
def test_l095_games_reported_at_the_time_limit_are_checked_and_the_leader_wins():
    def at_limit(*games: tuple[int, int]) -> Result:
        return result_of_games_at_limit("1.1", "A", "B", [Tally(*game) for game in games], ICF)

    assert (at_limit((25, 10), (10, 18)).winner, at_limit((25, 10), (10, 18)).how) == (Side.A, "time")
    assert at_limit((25, 10), (12, 25), (3, 9)).winner is Side.B
    assert at_limit((7, 7)).winner is None
    for impossible in ((99, 3), (-1, 2)):
        with pytest.raises(ResultError):
            at_limit((25, 20), impossible)


@pytest.mark.parametrize("text", ["a0", "a13", "b20"])
def test_points_that_no_board_gives_are_refused(text: str):
    with pytest.raises(ResultError):
        reported(text, ICF)


def test_a_match_recorded_here_shows_games_boards_and_how_it_ended():
    def board(number, winner, points, how="played"):
        return BoardResult(
            game=1, board=number, winner=winner, points=points, score=Tally(), breaker=Seat.SOUTH,
            breaking_side=Side.A, how=how,
        )  # fmt: skip

    result = result_of_match(
        "2.1",
        "Anu",
        "Bela",
        boards=[board(1, Side.A, 5), board(2, None, 0, "replayed"), board(2, Side.B, 9)],
        games=[GameResult(game=1, winner=Side.B, score=Tally(5, 9))],
        match=MatchResult(winner=Side.B, games=Tally(0, 1), points=Tally(5, 9), how="conceded"),
        ruleset=ICF,
        queens=Tally(0, 1),
    )

    assert (result.winner, result.how, result.boards, result.scores) == (
        Side.B,
        "conceded",
        Tally(1, 1),
        (Tally(5, 9),),
    )


def test_who_does_not_play_loses_and_if_neither_does_both_do():
    meeting = Meeting(
        fixture=Fixture(id="1.1", round=1, place=1, a=Known("Anu"), b=Known("Bela")),
        a="Anu",
        b="Bela",
        state=State.READY,
    )

    assert not_played(meeting, loser=Side.A, how="disqualified", reason="threw the striker").winner is Side.B
    assert not_played(meeting, loser=None, how="no-show").both_lose
    with pytest.raises(ResultError):
        not_played(Meeting(fixture=meeting.fixture, a="Anu", b=None, state=State.WAITING), loser=Side.A, how="no-show")


@pytest.mark.parametrize(
    "wrong",
    [
        {"a": "Anu", "b": "Anu"},
        {"winner": None, "how": "walk-over"},
        {"winner": Side.A, "how": "no-show", "both_lose": True},
        {"both_lose": True, "winner": None},
        {"points": Tally(-1, 3)},
    ],
)
def test_results_that_cannot_be_are_refused(wrong):
    with pytest.raises(ResultError):
        Result(**({"fixture": "1.1", "a": "Anu", "b": "Bela", "winner": Side.A} | wrong))


def test_a_result_turned_twice_is_itself():
    result = reported("a11 b2 b3")

    assert result.turned().turned() == result
    assert result.turned().winner is Side.B and result.turned().points == Tally(5, 11)


def test_a_game_without_a_limit_of_boards_ends_at_the_target_and_not_before():
    laws = with_values(ONE_GAME, {"board_limit": None, "game_target": 25})

    assert result_of_games("1.1", "Anu", "Bela", [Tally(25, 24)], laws).winner is Side.A
    assert result_of_games("1.1", "Anu", "Bela", [Tally(29, 3)], laws).winner is Side.A
    with pytest.raises(MatchNotOverError):
        result_of_games("1.1", "Anu", "Bela", [Tally(24, 3)], laws)


@pytest.mark.parametrize(("games", "winner"), [((2, 0), Side.A), ((2, 1), Side.A), ((1, 2), Side.B), ((0, 2), Side.B)])
def test_the_games_that_each_has_won_are_a_result_once_one_side_has_enough(games: tuple[int, int], winner: Side):
    won = result_of_games_won("1.1", "Anu", "Bela", Tally(*games), shipped()["icf"])

    assert (won.winner, won.games, won.detail) == (winner, Tally(*games), "winner")


@pytest.mark.parametrize(
    ("games", "error"),
    [
        ((1, 1), MatchNotOverError),
        ((1, 0), MatchNotOverError),
        ((3, 0), ResultError),
        ((3, 1), ResultError),
        ((2, 2), ResultError),
    ],
)
def test_games_that_are_too_few_or_that_no_match_has_are_refused(games: tuple[int, int], error: type[Exception]):
    with pytest.raises(error, match="3" if error is ResultError else "2") as refused:
        result_of_games_won("1.1", "Anu", "Bela", Tally(*games), shipped()["icf"])

    assert type(refused.value) is error
