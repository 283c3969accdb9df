"""Ties of teams."""

import random
from dataclasses import replace

import pytest

from carrom.match.rules import shipped
from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament import record
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.category import CategoryTerms, Kind
from carrom.tournament.commands import ClearTieMatch, CommandError, Enter, NameLineUp, TellTieMatch
from carrom.tournament.day import DayTerms, Hours, matches_to_play
from carrom.tournament.entries import Entrant
from carrom.tournament.format import find
from carrom.tournament.order_of_play import clashes, order_of_play
from carrom.tournament.rehearsal import rehearse
from carrom.tournament.results import Result, ResultError
from carrom.tournament.teams import (
    LineUp,
    LineUpError,
    TieTerms,
    TieTotal,
    check_line_up,
    result_of_total,
    tie_matches,
    tie_result,
    totals,
)

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
        ((("n1", "n2"), *LINE_UP.matches[1:]), "one player plays"),
        ((*LINE_UP.matches[:4], ("n1",), ("n3", "n4")), "two different players play"),
        ((*LINE_UP.matches[:4], ("n1", "n1"), ("n3", "n4")), "two different players play"),
        ((("s1",), *LINE_UP.matches[1:]), "not a member of North"),
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


def test_a_tie_is_won_by_its_points_and_shows_its_matches():
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
    with pytest.raises(ResultError, match="match 4"):
        won_by("a25-3 a25-9 b1-25")
    with pytest.raises(ResultError, match="has no match 7"):
        won_by("a25-3 a25-9 b1-25 b2-25 a25-0 t9-9 t9-9")
    with pytest.raises(LineUpError):
        TieTerms(order="SX")


def team(letter: str) -> Entrant:
    return Entrant(key=letter.upper(), players=tuple(f"{letter}{number}" for number in range(1, 5)))


def line_up(letter: str) -> LineUp:
    return LineUp(tuple(tuple(person.replace("n", letter) for person in one) for one in LINE_UP.matches))


def league(count: int = 3, slug: str = "round-robin") -> record.Record:
    saved = record.Record(format=slug, tie=TERMS)
    for letter in "nsew"[:count]:
        saved = record.apply(saved, Enter(team(letter)))
    return record.draw(saved, random.Random(2))


def first_of(saved: record.Record) -> Meeting:
    return next(one for one in find(saved.format).meetings(record.contest_of(saved)) if one.a and one.b)


def match(tie: Meeting, number: int, winner: Side) -> TellTieMatch:
    points = Tally(25, 7) if winner is Side.A else Tally(7, 25)
    return TellTieMatch(
        number, Result(fixture=tie.fixture.id, a=tie.a or "", b=tie.b or "", winner=winner, points=points)
    )


@pytest.mark.parametrize("number", [0, 7])
def test_a_match_that_a_tie_does_not_have_is_refused(number: int):
    saved = league()

    with pytest.raises(CommandError) as refused:
        record.apply(saved, match(first_of(saved), number, Side.A))

    assert refused.value.parameters == {"most": 6, "number": number}


def test_a_tie_of_a_league_is_decided_when_its_last_match_is_reported_and_a_correction_changes_it():
    saved = league()
    tie = first_of(saved)
    for number, winner in enumerate([Side.A, Side.A, Side.A, Side.B, Side.B], 1):
        saved = record.apply(saved, match(tie, number, winner))
    assert first_of(saved).state is State.READY

    saved = record.apply(saved, match(tie, 6, Side.A))
    assert (first_of(saved).winner, first_of(saved).result.points) == (tie.a, Tally(4, 2))
    saved = record.apply(saved, match(tie, 1, Side.B))
    saved = record.apply(saved, match(tie, 2, Side.B))
    assert first_of(saved).winner == tie.b
    cleared = record.apply(saved, ClearTieMatch(1, tie.fixture.id, tie.a, tie.b))
    assert first_of(cleared).state is State.READY
    with pytest.raises(CommandError, match="has no result"):
        record.apply(cleared, ClearTieMatch(1, tie.fixture.id, tie.b, tie.a))
    rows = find("round-robin").standings(record.contest_of(saved))
    assert (rows[0].key, rows[0].value("points"), rows[0].value("net_points")) == (tie.b, 2, 2)
    assert record.read(record.write(saved)) == saved
    with pytest.raises(CommandError, match="has been played"):
        record.redrawn(saved, random.Random(1))


def test_a_line_up_is_named_by_a_team_that_plays_and_stays_once_a_match_has_a_result():
    saved = league(4, "knockout")
    tie = first_of(saved)
    other = next(one.key for one in record.contest_of(saved).entrants if one.key not in tie.keys)
    saved = record.apply(saved, NameLineUp(tie.fixture.id, tie.a, line_up(tie.a.lower())))

    with pytest.raises(CommandError, match="does not play"):
        record.apply(saved, NameLineUp(tie.fixture.id, other, line_up(other.lower())))
    with pytest.raises(LineUpError, match="not a member"):
        record.apply(saved, NameLineUp(tie.fixture.id, tie.b, line_up("x")))
    with pytest.raises(CommandError, match="1 to 6"):
        record.apply(saved, match(tie, 7, Side.A))
    started = record.apply(saved, match(tie, 1, Side.A))
    with pytest.raises(CommandError, match="line-ups cannot be changed"):
        record.apply(started, NameLineUp(tie.fixture.id, tie.a, line_up(tie.a.lower())))
    record.apply(started, NameLineUp(tie.fixture.id, tie.b, line_up(tie.b.lower())))  # its first may follow a result
    with pytest.raises(CommandError, match="no ties"):
        record.apply(replace(started, tie=None, entries=started.entries[:-2]), match(tie, 1, Side.A))


def test_the_matches_of_a_tie_are_planned_by_its_line_ups():
    saved = league()
    tie = first_of(saved)
    terms = DayTerms(boards=6, hours=(Hours("2026-03-01T09:00Z", "2026-03-01T21:00Z"),), rest_minutes=5)

    def plan():
        contest = record.contest_of(saved)
        return matches_to_play("league", contest, find("round-robin").meetings(contest), minutes=30)

    def ends(key):
        planned = {one.key: one.end for one in order_of_play(plan(), terms).planned}
        return max(planned[f"{key}/{number}"] for number in range(1, 7))[11:16]

    assert len(plan()) == 3 * 6
    for key in tie.keys:
        saved = record.apply(saved, NameLineUp(tie.fixture.id, key, line_up(key.lower())))
    mine = [one for one in plan() if one.key.startswith(f"league {tie.fixture.id}/")]
    assert mine[4].persons == {f"{letter.lower()}{number}" for letter in tie.keys for number in (1, 2)}
    assert clashes(plan(), terms, order_of_play(plan(), terms).planned) == ()
    assert ends(f"league {tie.fixture.id}") <= "12:00"
    saved = record.apply(saved, match(tie, 1, Side.A))
    assert len(plan()) == 17


def test_a_rehearsed_league_of_teams_places_all():
    ended = rehearse(record.contest_of(league(4, "knockout")), random.Random(1), shipped()["kagw"])

    assert [row.place for row in find("knockout").standings(ended)] == [1, 2, 3, 3]
    assert {sum(one.games) for one in ended.results} == {6}


def test_a_category_of_teams_plays_by_its_own_terms_else_by_the_usual_ones():
    teams = CategoryTerms(key="teams", title="Teams", kind=Kind.TEAM)
    own = TieTerms(order="SSD")

    assert teams.tie_terms == TieTerms()
    assert replace(teams, tie=own).tie_terms == own
    assert replace(teams, tie=own, one_match=True).tie_terms is None
    assert CategoryTerms(key="singles", title="Singles", kind=Kind.SINGLES).tie_terms is None


def test_the_totals_of_a_tie_are_all_that_its_matches_can_add_up_to_the_best_of_the_first_side_first():
    found = totals(TieTerms(order="SSD", single_points=1, double_points=3))

    assert found == (
        TieTotal(5, 0, Tally(3, 0)),
        TieTotal(4, 1, Tally(2, 1)),
        TieTotal(3, 2, Tally(1, 2)),
        TieTotal(2, 3, Tally(2, 1)),
        TieTotal(1, 4, Tally(1, 2)),
        TieTotal(0, 5, Tally(0, 3)),
    )


@pytest.mark.parametrize("level", ["tied", "points", "first_match"])
def test_a_total_that_is_level_ends_as_the_terms_say(level: str):
    terms = TieTerms(order="SS", level=level)
    ended = ("1.1", "n", "s", terms, Tally(1, 1), Tally(1, 1))

    if level == "tied":
        assert result_of_total(*ended).winner is None
        assert result_of_total(*ended, ahead=Side.B).winner is None
        return
    with pytest.raises(ResultError, match="is level"):
        result_of_total(*ended)
    assert [result_of_total(*ended, ahead=side).winner for side in Side] == list(Side)


def test_a_total_is_won_by_the_side_with_more_and_must_be_one_that_the_matches_can_add_up_to():
    terms = TieTerms(order="SSD", single_points=1, double_points=3)

    found = result_of_total("1.1", "n", "s", terms, Tally(3, 2), Tally(1, 2), ahead=Side.B)

    assert (found.winner, found.points, found.games) == (Side.A, Tally(3, 2), Tally(1, 2))
    with pytest.raises(ResultError, match="cannot end 3 to 2"):
        result_of_total("1.1", "n", "s", terms, Tally(3, 2), Tally(2, 1))


def test_a_faulty_line_up_names_match_and_player_where_there_is_one():
    whole = LineUpError("player-count")
    assert (whole.number, whole.person) == (0, "")
    assert whole.parameters == {"number": 0, "person": ""}
