"""Tie-breaks in the organiser's order, checked by hand on small tables."""

import random
from dataclasses import replace

import pytest

from carrom.match.snapshot import Tally
from carrom.terms import Side
from carrom.tournament.bracket_resolution import meetings
from carrom.tournament.contest import Contest, Drawn
from carrom.tournament.entries import Entrant, by_strength
from carrom.tournament.fixtures import BYE, Fixture, Known
from carrom.tournament.ranking import need_lots, ranked
from carrom.tournament.regulation import Regulation
from carrom.tournament.results import Result
from carrom.tournament.table import table_of
from carrom.tournament.tie_breaks import TIE_BREAKS, UnknownTieBreakError
from tests.support.tournament.contests import entrants


def contest(text: str, *order: str, who: str = "", **more: object) -> Contest:
    """ "ab 25-3; cd 9-9; e bye" as rounds of one match each, round by round after a bar."""
    fixtures, results = [], []
    keys: dict[str, None] = dict.fromkeys(who)
    for number, part in enumerate(text.split("|"), 1):
        for place, words in enumerate(filter(None, map(str.split, part.split(";"))), 1):
            a, b = words[0][0], words[0][1:]
            keys |= dict.fromkeys(a + b)
            fixture = Fixture(id=f"{number}.{place}", round=number, place=place, a=Known(a), b=Known(b) if b else BYE)
            fixtures.append(fixture)
            if b and len(words) > 1:
                mine, his = map(int, words[1].split("-"))
                winner = Side.A if mine > his else Side.B if his > mine else None
                results.append(Result(fixture=fixture.id, a=a, b=b, winner=winner, points=Tally(mine, his)))
    return Contest(
        format="round-robin",
        entrants=tuple(Entrant(key=key) for key in keys),
        draws=(Drawn(tuple(fixtures)),),
        results=tuple(results),
        regulation=Regulation(order=order or Regulation().order, **more),
    )


def order_of(made: Contest) -> str:
    """The keys in order, those level in brackets."""
    reported, rows = "", ranked(table_of(made, meetings(made)))
    for place in sorted({row.place for row in rows}):
        keys = "".join(row.key for row in rows if row.place == place)
        reported += keys if len(keys) == 1 else f"({keys})"
    return reported


def value(made: Contest, key: str, name: str):
    return next(row for row in ranked(table_of(made, meetings(made))) if row.key == key).value(name)


TRIANGLE = "ab 25-20 ; cd 25-0 | bc 25-10; ad 25-1 | ca 25-5; bd 25-2"


def test_a_ring_is_not_broken_by_the_matches_among_it_but_by_what_comes_next():
    assert order_of(contest(TRIANGLE, "points", "head_to_head")) == "(abc)d"
    assert order_of(contest(TRIANGLE, "points", "head_to_head", "net_points")) == "bcad"
    assert order_of(contest(TRIANGLE, "points", "points_for")) == "bcad"


@pytest.mark.parametrize("name", ["slams", "queens", "boards"])
def test_what_a_side_did_on_its_boards_puts_it_before_those_level_on_points(name: str):
    made = contest("ab 9-9; cd 9-9")
    order = {"boards": "board_wins"}.get(name, name)
    tallies = [replace(made.results[0], **{name: Tally(0, 2)}), replace(made.results[1], **{name: Tally(3, 1)})]
    made = replace(made, results=tuple(tallies), regulation=Regulation(order=("points", order)))

    assert order_of(made) == "cbda"
    assert [value(made, key, order) for key in "abcd"] == [0, 2, 3, 1]


def test_two_who_are_level_are_distinguished_by_their_match():
    made = "ab 25-24; cd 25-24 | ac 25-24; bd 25-0 | ad 0-25; bc 25-0"

    assert order_of(contest(made, "points")) == "(ab)(cd)"
    assert order_of(contest(made, "points", "net_points")) == "badc"
    assert order_of(contest(made, "points", "head_to_head", "net_points")) == "abcd"


def test_head_to_head_says_nothing_where_not_all_have_met():
    made = contest("ab 25-0; cd 25-0 | ac 25-0; ef 25-0", "points", "head_to_head")

    assert order_of(made) == "a(ce)(bdf)"


def test_head_to_head_is_asked_again_among_fewer():
    """Among four who are level a and b have most; then their own match decides, before what comes next is asked."""
    made = "ab 25-24; cd 25-24; ef 1-0 | ac 25-24; bd 25-0 | ad 0-25; bc 25-0 | ce 9-0; df 25-0"

    assert order_of(contest(made, "points")) == "(abcd)ef"
    assert order_of(contest(made, "points", "head_to_head", "net_points")) == "abcdef"


SWISS = "ab 25-5; cd 25-5; e | ac 25-5; be 25-5; d | ae 25-5; bc 25-5; d"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("points", {"a": 6, "b": 4, "c": 2, "d": 4, "e": 2}),
        ("wins", {"a": 3, "b": 2, "c": 1, "d": 0, "e": 0}),
        ("buchholz", {"a": 8, "b": 10, "c": 14, "d": 2, "e": 10}),  # a met b, c, e: 4 + 2 + 2
        ("median_buchholz", {"a": 2, "b": 2, "c": 4, "d": 0, "e": 4}),
        ("buchholz_cut_1", {"a": 6, "b": 8, "c": 10, "d": 2, "e": 10}),
        ("sonneborn_berger", {"a": 8, "b": 4, "c": 4, "d": 0, "e": 0}),
        ("net_points", {"a": 60, "b": 20, "c": -20, "d": 30, "e": -15}),
        ("points_for", {"a": 75, "b": 55, "c": 35, "d": 55, "e": 35}),
    ],
)
def test_each_tie_break_as_it_is_worked_out_by_hand(name: str, wanted: dict[str, int]):
    made = contest(SWISS, name)

    assert {key: value(made, key, name) for key in wanted} == wanted


def test_who_left_counts_for_his_opponents_as_if_he_had_gone_on():
    made = contest("ab 25-5; cd 25-5 | ac 25-5; b | bc 25-5; d", "points")
    made = replace(made, entrants=tuple(replace(one, left=3) if one.key == "a" else one for one in made.entrants))

    def of(name):
        return value(replace(made, regulation=Regulation(order=(name,))), "b", name)

    assert of("buchholz") == 4 + 0 + 2
    assert of("buchholz_trend") == 4 + 2 + 0 + 2  # a: 4 points of 2 rounds, one missed
    assert of("buchholz_trend70") == 4 + 1 + 0 + 2


def test_lots_tell_apart_only_those_for_whom_they_were_drawn():
    made = contest("ab 9-9; cd 9-9", "points", "lots")

    assert order_of(made) == "(abcd)"
    assert need_lots(table_of(made, meetings(made)), ranked(table_of(made, meetings(made)))) == (frozenset("abcd"),)
    assert order_of(replace(made, lots=("c", "b", "a", "d"))) == "cbad"
    two = contest("ab 9-9; cd 9-3", "points", "lots")
    assert need_lots(table_of(two, meetings(two)), ranked(table_of(two, meetings(two)))) == (frozenset("ab"),)
    two = replace(two, regulation=Regulation(order=("points",)))
    assert need_lots(table_of(two, meetings(two)), ranked(table_of(two, meetings(two)))) == ()  # nobody asked for lots


def test_a_walk_over_gives_the_score_of_the_regulation_and_no_show_points():
    made = contest("ab 25-0", "points", "net_points", no_show=-1, walk_over_score=Tally(13, 0))
    walked = Result(fixture="1.1", a="a", b="b", winner=Side.B, how="no-show")
    made = replace(made, results=(walked,))

    assert (value(made, "b", "points"), value(made, "b", "net_points")) == (2, 13)
    assert (value(made, "a", "points"), value(made, "a", "net_points")) == (-1, -13)


def test_rows_say_which_tie_break_put_them_below():
    rows = ranked(table_of(contest(TRIANGLE, "points", "net_points"), meetings(contest(TRIANGLE))))

    assert [(row.key, row.apart_by) for row in rows] == [
        ("b", ""), ("c", "net_points"), ("a", "net_points"), ("d", "points")
    ]  # fmt: skip


def test_standings_do_not_depend_on_the_order_of_entries_fixtures_or_results():
    made = contest(SWISS, "points", "head_to_head", "buchholz", "net_points")
    rng = random.Random(3)
    for _ in range(10):
        turned = replace(
            made,
            entrants=tuple(rng.sample(made.entrants, len(made.entrants))),
            results=tuple(
                one.turned() if rng.random() < 0.5 else one for one in rng.sample(made.results, len(made.results))
            ),
        )
        assert ranked(table_of(turned, meetings(turned))) == ranked(table_of(made, meetings(made)))


def test_everyone_has_exactly_one_place_under_every_tie_break():
    for name in TIE_BREAKS:
        rows = ranked(table_of(contest(SWISS, name), meetings(contest(SWISS))))
        assert sorted(row.key for row in rows) == list("abcde")
        for row in rows:
            assert row.level == sum(other.place == row.place for other in rows)
            assert row.place == 1 + sum(other.place < row.place for other in rows)


def test_a_tie_break_that_does_not_exist_is_refused():
    with pytest.raises(UnknownTieBreakError):
        order_of(contest(SWISS, "beauty"))


def test_two_with_the_same_seed_or_the_same_player_cannot_both_be_in():
    for wrong in (
        [Entrant(key="a", seed=1), Entrant(key="b", seed=1)],
        [Entrant(key="a"), Entrant(key="a", seed=2)],
        [Entrant(key="a", players=("x", "y")), Entrant(key="b", players=("y", "z"))],
    ):
        with pytest.raises(ValueError, match="twice"):
            Contest(format="knockout", entrants=tuple(wrong))
    assert len(Contest(format="knockout", entrants=tuple(entrants(4))).entrants) == 4


def test_a_rating_of_zero_stands_below_the_least_other_and_above_none():
    entrants = [Entrant(key=key, rating=rating) for key, rating in (("none", None), ("zero", 0.0), ("half", 0.5))]

    assert [one.key for one in by_strength(entrants)] == ["half", "zero", "none"]
