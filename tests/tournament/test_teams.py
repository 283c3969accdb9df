"""Ties of teams."""

import pytest

from carrom.match.standing import Tally
from carrom.terms import Side
from carrom.tournament.entries import Entrant
from carrom.tournament.results import Result, ResultError
from carrom.tournament.teams import LineUp, LineUpError, TieTerms, check_line_up, tie_matches, tie_result

NORTH = Entrant(key="North", players=("n1", "n2", "n3", "n4"))
TERMS = TieTerms()  # four singles, two doubles
LINE_UP = LineUp((("n1",), ("n2",), ("n3",), ("n4",), ("n1", "n2"), ("n3", "n4")))


def won_by(text: str, terms: TieTerms = TERMS) -> Result:
    """ "a25-3 b10-25 t9-9": match by match, who won and the points."""
    matches = {}
    for number, word in enumerate(text.split(), 1):
        points = Tally(*map(int, word[1:].split("-")))
        winner = Side(word[0]) if word[0] in "ab" else None
        matches[number] = Result(fixture=f"1.1/{number}", a="North", b="South", winner=winner, points=points)
    return tie_result("1.1", "North", "South", terms, matches)


def test_a_line_up_of_four_singles_and_two_doubles_by_four_players_is_taken():
    check_line_up(TERMS, NORTH, LINE_UP)


@pytest.mark.parametrize(
    ("matches", "why"),
    [
        (LINE_UP.matches[:5], "6 matches"),
        ((("n1",), ("n1",), *LINE_UP.matches[2:]), "twice"),
        ((*LINE_UP.matches[:4], ("n1", "n2"), ("n2", "n3")), "twice"),
        ((("n1", "n2"), *LINE_UP.matches[1:]), "one plays"),
        ((*LINE_UP.matches[:4], ("n1",), ("n3", "n4")), "two play"),
        ((*LINE_UP.matches[:4], ("n1", "n1"), ("n3", "n4")), "two play"),
        ((("s1",), *LINE_UP.matches[1:]), "not of North"),
    ],
)
def test_line_ups_that_cannot_play_are_refused(matches, why: str):
    with pytest.raises(LineUpError, match=why):
        check_line_up(TERMS, NORTH, LineUp(matches))


def test_where_nobody_plays_twice_a_single_and_a_double_are_too_much():
    with pytest.raises(LineUpError, match="twice"):
        check_line_up(TieTerms(twice=False), NORTH, LINE_UP)
    check_line_up(TieTerms(order="SSD", twice=False), NORTH, LineUp((("n1",), ("n2",), ("n3", "n4"))))


def test_line_ups_are_closed_until_both_are_in():
    with pytest.raises(LineUpError, match="both"):
        tie_matches(TERMS, LINE_UP, None)

    met = tie_matches(TERMS, LINE_UP, LineUp(tuple(tuple(p.replace("n", "s") for p in one) for one in LINE_UP.matches)))
    assert [(one.number, one.kind, one.a, one.b) for one in met][4] == (5, "double", ("n1", "n2"), ("s1", "s2"))


def test_a_tie_is_won_by_its_points_and_tells_its_matches():
    result = won_by("a25-3 a25-9 b1-25 b2-25 a25-0 t9-9")

    assert (result.winner, result.points, result.games) == (Side.A, Tally(3, 2), Tally(3, 2))
    assert result.scores[2] == Tally(1, 25)


def test_doubles_can_be_worth_more():
    result = won_by("a25-3 a25-9 a25-1 b2-25 b0-25 b9-25", TieTerms(double_points=3))

    assert (result.winner, result.points, result.games) == (Side.B, Tally(3, 7), Tally(3, 3))


@pytest.mark.parametrize(("level", "winner"), [("tied", None), ("points", Side.B), ("first_match", Side.A)])
def test_what_decides_a_level_tie_is_set_by_its_terms(level, winner):
    assert won_by("a25-24 a25-24 b0-25 b0-25 a25-24 b0-25", TieTerms(level=level)).winner is winner


def test_a_tie_needs_all_its_matches():
    with pytest.raises(ResultError, match="match 6"):
        won_by("a25-3 a25-9 b1-25 b2-25 a25-0")
    with pytest.raises(ResultError, match="one too many"):
        won_by("a25-3 a25-9 b1-25 b2-25 a25-0 t9-9 t9-9")
    with pytest.raises(LineUpError):
        TieTerms(order="SX")
