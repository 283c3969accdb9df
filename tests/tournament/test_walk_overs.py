"""Matches that nobody played: all columns agree on them, and no tie-break puts those first who did not come."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament import format as formats
from carrom.tournament.contest import Contest, Drawn
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import Fixture, Known
from carrom.tournament.ranking import Row, apart, ranked
from carrom.tournament.regulation import USUAL, Regulation
from carrom.tournament.results import NOT_PLAYED, Outcome, Result
from carrom.tournament.table import table_of
from carrom.tournament.teams import TieTerms
from carrom.tournament.tie_breaks import TIE_BREAKS

KEYS = "abcdef"
PAIRS = [(a, b) for index, a in enumerate(KEYS) for b in KEYS[index + 1 :]]


def test_a_tie_that_was_not_played_counts_as_if_all_its_matches_were_won():
    tie = TieTerms(order="SSD", single_points=2, double_points=3)
    regulation = Regulation(order=("points",)).of_ties(tie)

    assert (regulation.walk_over_score, regulation.walk_over_games) == (Tally(7, 0), Tally(3, 0))


@st.composite
def contests(draw: st.DrawFn) -> Contest:
    """Everybody meets everybody; some matches are not played; tie-breaks in any order after the points."""
    names = [name for name in TIE_BREAKS if name not in ("points", "absences")]
    order = ("points", *draw(st.lists(st.sampled_from(names), unique=True, max_size=5)))
    plain = Regulation(order=order)
    of_teams = replace(plain, no_show=-1).of_ties(TieTerms(order="SSD"))
    regulation = draw(st.sampled_from([plain, plain.of_games(2), of_teams]))
    results = []
    for number, (a, b) in enumerate(PAIRS):
        how = draw(st.sampled_from(["played", "played", "played", *NOT_PLAYED]))
        winner = draw(st.sampled_from(list(Side)))
        score = Tally(25, draw(st.integers(0, 24))) if winner is Side.A else Tally(draw(st.integers(0, 24)), 25)
        made = Result(fixture=f"f{number}", a=a, b=b, winner=winner, how=how)  # type: ignore[arg-type]
        if how == "played":
            games = Tally(2, 0) if winner is Side.A else Tally(0, 2)
            made = replace(made, points=score, games=games, boards=games)
        results.append(made)
    fixtures = tuple(
        Fixture(id=f"f{number}", round=1, place=number, a=Known(a), b=Known(b)) for number, (a, b) in enumerate(PAIRS)
    )
    return Contest(
        format="round-robin",
        entrants=tuple(Entrant(key=key) for key in KEYS),
        draws=(Drawn(fixtures),),
        results=tuple(results),
        regulation=regulation,
    )


def table_and_rows(contest: Contest) -> tuple[dict[str, int], tuple[Row, ...]]:
    """How often each did not come, and the standings."""
    table = table_of(contest, formats.find("round-robin").meetings(contest))
    absent = {
        key: sum(one.outcome is Outcome.LOST and not one.is_played for one in ones)
        for key, ones in table.encounters.items()
    }
    return absent, ranked(table)


@given(contests())
def test_level_on_points_those_who_came_more_often_stand_above(contest: Contest) -> None:
    absent, rows = table_and_rows(contest)

    for above, below in pairwise(rows):
        if above.value("points") == below.value("points"):
            assert absent[above.key] <= absent[below.key]


@given(contests())
def test_what_one_side_gets_for_a_match_that_was_not_played_the_other_one_loses_in_every_column(
    contest: Contest,
) -> None:
    table = table_of(contest, formats.find("round-robin").meetings(contest))

    for ones in table.encounters.values():
        for one in ones:
            if not one.is_played:
                assert (one.own.points > one.other.points) is (one.own.games > one.other.games)
                whole = table.regulation.walk_over_games.a
                assert {one.own.games, one.other.games} == {whole, 0}


@given(contests())
def test_each_neighbour_that_is_level_on_points_has_a_figure_that_says_why(contest: Contest) -> None:
    _absent, rows = table_and_rows(contest)

    reported = {(why.above, why.below): why for why in apart(rows)}
    for above, below in pairwise(rows):
        if above.value("points") == below.value("points") and above.place != below.place:
            why = reported[above.key, below.key]
            assert why.better > why.worse or why.by in ("head_to_head",)


def test_without_an_absence_nothing_more_is_asked() -> None:
    contest = Contest(
        format="round-robin",
        entrants=(Entrant(key="a"), Entrant(key="b")),
        draws=(Drawn((Fixture(id="f", round=1, place=0, a=Known("a"), b=Known("b")),)),),
        results=(Result(fixture="f", a="a", b="b", winner=Side.A, points=Tally(25, 3)),),
    )
    _absent, rows = table_and_rows(contest)

    assert all(row.value("absences") is None for row in rows)


@pytest.mark.parametrize(
    ("order", "ranking"),
    [
        (("points", "net_games"), ("points", "absences", "net_games")),
        (("points", "net_games", "absences"), ("points", "net_games", "absences")),
        ((), ("absences",)),
    ],
)
def test_absences_come_after_the_points_where_the_order_does_not_name_them(
    order: tuple[str, ...], ranking: tuple[str, ...]
) -> None:
    assert Regulation(order=order).ranking == ranking
    assert replace(USUAL, order=order, absent_last=False).ranking == order
