"""Ratings over time: periods, corrections, pairs, lists as files."""

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.rating import lists
from carrom.rating.glicko import Met, Rating, RatingError, after_period
from carrom.rating.history import (
    PeriodLength,
    RatedResult,
    RatingRow,
    Start,
    Terms,
    carried_over,
    changes,
    following,
    history,
    period_of,
    score_of,
    with_starts,
)  # fmt: skip
from carrom.rating.lists import RatingListError, ranked, read_list, read_list_file, read_results, sol_lists, write_list
from carrom.settings import SettingError, settings_of
from carrom.terms import Side
from carrom.tournament.sol_file import write_sol
from carrom.tournament.sol_records import SolBook, SolPlayer, SolRate, SolRating
from tests.support.settings import declared
from tests.support.thorough import examples

FIRST = date(2026, 1, 5)
UNTIL = FIRST + timedelta(days=200)
PEOPLE = "abcdefgh"


@st.composite
def played(draw, most=12):
    results = []
    for number in range(draw(st.integers(1, most))):
        sides = draw(st.permutations(PEOPLE))
        size = draw(st.sampled_from([1, 1, 2]))
        day = FIRST + timedelta(days=draw(st.integers(0, 190)))
        score = draw(st.sampled_from([0.0, 0.5, 1.0, 0.68]))
        one = RatedResult(key=f"{number:03}", day=day, a=tuple(sides[:size]), b=tuple(sides[2 : 2 + size]), score=score)
        results.append(one)
    return results


@settings(max_examples=examples(60), deadline=None)
@given(played(), st.data(), st.sampled_from(["week", "month", "quarter"]))
def test_a_corrected_result_leaves_what_a_full_recalculation_gives(results, data, length):
    terms = Terms(period=length)
    starts = (Start("a", FIRST, Rating(1800, 80)), Start("h", FIRST + timedelta(days=90), Rating(1300, 120)))
    before = history(terms, results, starts, until=UNTIL)
    number = data.draw(st.integers(0, len(results) - 1))
    days = [results[number].day]
    what = data.draw(st.sampled_from(["turned", "gone", "moved"]))
    corrected = list(results)
    if what == "turned":
        corrected[number] = replace(results[number], score=1 - results[number].score)
    elif what == "gone":
        del corrected[number]
    else:
        corrected[number] = replace(results[number], day=FIRST + timedelta(days=data.draw(st.integers(0, 190))))
        days.append(corrected[number].day)

    saved = carried_over(terms, before, min(days))

    assert history(terms, corrected, starts, until=UNTIL, earlier=saved) == history(
        terms, corrected, starts, until=UNTIL
    )
    assert saved == before[: len(saved)]


@settings(max_examples=examples(40), deadline=None)
@given(played(), st.randoms(use_true_random=False))
def test_the_order_in_which_results_are_reported_does_not_matter(results, rng):
    reported = list(results)
    rng.shuffle(reported)

    assert history(Terms(), reported, until=UNTIL) == history(Terms(), results, until=UNTIL)


@settings(max_examples=examples(40), deadline=None)
@given(played())
def test_all_changes_of_a_period_add_up(results):
    terms, before = Terms(), {}
    for period in history(terms, results, until=UNTIL):
        here = [one for one in results if period_of(one.day, "month") == period.first_day]
        for person, standing in period.standings.items():
            was = before[person].rating if person in before else terms.newcomer
            points = sum(one.points for one in changes(terms, before, here, person))
            assert standing.rating.value - was.value == pytest.approx(points, abs=1e-6)
        before = period.standings


def test_periods_follow_each_other_without_a_gap():
    for length in ("week", "month", "quarter"):
        day = FIRST
        first = period_of(day, length)
        for _ in range(800):
            day += timedelta(days=1)
            expected = following(first, length) if day >= following(first, length) else first
            assert period_of(day, length) == expected
            first = expected


def one(key, day, a, b, score=1.0):
    return RatedResult(key=key, day=day, a=tuple(a), b=tuple(b), score=score)


def test_a_pair_counts_as_the_mean_of_its_two():
    starts = [Start("a", FIRST, Rating(1900, 60)), Start("b", FIRST, Rating(1300, 60))]
    starts += [Start("c", FIRST, Rating(1600, 60)), Start("d", FIRST, Rating(1600, 60))]
    results = [one("1", FIRST, "ab", "cd")]

    before = with_starts(Terms(), {}, starts)

    assert changes(Terms(), before, results, "a")[0].expected == pytest.approx(0.5)
    after = history(Terms(), results, starts, until=FIRST)[-1].standings
    assert after["a"].rating.value - 1900 == pytest.approx(after["b"].rating.value - 1300)
    assert after["a"].rating.value > 1900 > 1600 > after["c"].rating.value


def test_a_rating_is_provisional_until_enough_results_stand_behind_it():
    starts = [Start(person, FIRST, Rating(1500, 50)) for person in PEOPLE[1:]]
    results = [one(f"{n:02}", FIRST + timedelta(days=10 * n), "a", PEOPLE[1 + n % 7], n % 2) for n in range(20)]
    periods = history(Terms(), results, starts, until=FIRST + timedelta(days=190))

    shown = [Terms().is_provisional(period.standings["a"].rating) for period in periods]

    assert shown[0] and not shown[-1]
    assert shown == sorted(shown, reverse=True)


def test_results_are_counted_for_newcomers_and_go_on_over_periods():
    results = [one("1", FIRST, "a", "b"), one("2", FIRST + timedelta(days=40), "a", "c")]

    counts = [
        {person: row.results for person, row in period.standings.items()}
        for period in history(Terms(), results, until=FIRST + timedelta(days=40))
    ]

    assert counts == [{"a": 1, "b": 1}, {"a": 2, "b": 1, "c": 1}]


def test_the_share_of_the_points_counts_where_the_terms_say_so():
    assert score_of("share", Side.A, 25, 5) == pytest.approx(25 / 30)
    assert score_of("share", Side.B) == score_of("winner", Side.B, 25, 5) == 0
    assert score_of("winner", None, 7, 7) == 0.5
    assert score_of("share", Side.A, 7, 7) == 0.5  # won by what came after the points


def test_a_rating_is_provisional_above_a_deviation_of_110_unless_the_terms_say_otherwise():
    assert [Terms().is_provisional(Rating(1500, deviation)) for deviation in (110, 110.1)] == [False, True]
    assert Terms(provisional_above=80).is_provisional(Rating(1500, 80.1))


@pytest.mark.parametrize("wrong", [{"tau": 0.29}, {"provisional_above": 350}, {"period": "year"}])
def test_terms_out_of_their_bounds_are_refused(wrong: dict[str, Any]):
    with pytest.raises(SettingError):
        Terms(**wrong)


@pytest.mark.parametrize(
    ("a", "b"), [("ab", "bc"), ("a", "a"), ("aa", "bc"), ("abc", "def"), ("ab", "c"), ("a", "bb"), ("", "")]
)
def test_a_result_is_refused_of_a_person_twice_of_three_a_side_and_of_unequal_sides(a: str, b: str):
    with pytest.raises(RatingError, match="nobody can play against themselves"):
        one("1", FIRST, a, b)


def test_a_list_that_was_written_is_read_again():
    standings = history(Terms(), [one("1", FIRST, "a", "b")], until=FIRST)[-1].standings

    text = write_list(Terms(), standings, {"a": "Anu Nair", "b": "=1+2"}, FIRST)

    lines = read_list(text)
    assert [line.name for line in lines] == ["Anu Nair", "'=1+2"]
    assert lines[0].rating.value == pytest.approx(standings["a"].rating.value, abs=0.005)
    assert [(place, person) for place, person, _ in ranked(standings)] == [(1, "a"), (2, "b")]
    assert lines[0].day == FIRST


def test_who_is_level_to_a_hundredth_shares_a_place_and_no_further():
    values = {"a": 1500.004, "b": 1500.0, "c": 1500.01, "d": 1499.99}

    ranks = ranked({key: RatingRow(Rating(value)) for key, value in values.items()})

    assert [(place, person) for place, person, _ in ranks] == [(1, "c"), (2, "a"), (2, "b"), (4, "d")]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("rating\n1500", "'name' is missing"),
        ("name,rating\nAnu,high", "Line 2, Anu: rating"),
        ("name,rating\n,1500", "Line 2 has no name"),
        ("name,rating,shoe,hat\nAnu,1500,42,7", "There is no column 'shoe'"),
        ("name;rating;deviation\nAnu;1500;-3", "Line 2, Anu: A deviation must be above 0"),
        ("name,rating\nAnu,1500,7", "more columns"),
    ],
)
def test_a_list_that_cannot_be_read_says_where(text, what):
    with pytest.raises(RatingListError, match=what):
        read_list(text)


def test_a_list_longer_than_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lists, "MOST_LINES", 3)

    assert len(read_list("name,rating\nAnu,1500\nBo,1510")) == 2
    with pytest.raises(RatingListError, match="3"):
        read_list("name,rating\nAnu,1500\nBo,1510\nCy,1520")


def test_results_are_read_from_a_file_with_pairs_and_winners():
    text = "day,a,b,points_a,points_b,winner\n2026-01-05,Anu & Bo,Cy & Di,25,11,\n2026-01-06,Anu,Cy,,,b\n"

    first, second = read_results(text, Terms())

    assert (first.a, first.b, first.score) == (("Anu", "Bo"), ("Cy", "Di"), 1.0)
    assert (second.day, second.score) == (date(2026, 1, 6), 0.0)
    with pytest.raises(RatingListError, match="'day' is missing"):
        read_results("winner\na", Terms())
    with pytest.raises(RatingListError, match="Line 2"):
        read_results("day,a,b,winner\n2026-01-05,Anu,Anu,a", Terms())


def test_a_sol_file_gives_the_latest_rate_of_each_player():
    rate = {"deviation": 80, "volatility": "0.06", "rating": 1, "player": 1}
    book = SolBook(
        players=(SolPlayer(firstname="Anu", lastname="Nair"),),
        ratings=(SolRating(description="European"),),
        rates=(SolRate(date="2026-02-01", rate=1720, **rate), SolRate(date="2025-02-01", rate=1650, **rate)),
    )

    [(title, (line,))] = sol_lists(book)

    assert (title, line.name, line.rating.value, line.day) == ("European", "Anu Nair", 1720, date(2026, 2, 1))


@pytest.mark.parametrize("wrong", [{"deviation": 0}, {"volatility": "steady"}, {"date": "today"}])
def test_a_rate_of_a_sol_file_that_is_none_is_refused_with_its_list_and_player(wrong: dict[str, Any]):
    rate = {"date": "2026-02-01", "rate": 1700, "deviation": 80, "volatility": "0.06", "rating": 1, "player": 1}
    book = SolBook(
        players=(SolPlayer(firstname="Anu", lastname="Nair"),),
        ratings=(SolRating(description="European"),),
        rates=(SolRate(**{**rate, **wrong}),),
    )

    with pytest.raises(RatingListError) as refused:
        sol_lists(book)

    assert (refused.value.parameters["title"], refused.value.parameters["name"]) == ("European", "Anu Nair")


def test_a_pair_is_as_uncertain_as_the_other_three_are_together():
    """The deviation of whom a player of a pair met: the root of the mean of the squares of the other three."""
    deviations = {"a": 40.0, "b": 60.0, "c": 80.0, "d": 120.0}
    values = {"a": 1500.0, "b": 1500.0, "c": 1700.0, "d": 1600.0}  # as if a had met 1650
    starts = [Start(key, FIRST, Rating(values[key], deviation)) for key, deviation in deviations.items()]
    together = ((60.0**2 + 80.0**2 + 120.0**2) / 3) ** 0.5
    terms = Terms()

    after = history(terms, [one("1", FIRST, "ab", "cd")], starts, until=FIRST)[-1].standings["a"].rating

    alone = after_period(
        Rating(1500, 40), [Met(Rating(1650, together), 1.0)], tau=terms.tau, most_deviation=terms.newcomer.deviation
    )
    assert after.value == pytest.approx(alone.value) and after.deviation == pytest.approx(alone.deviation)


@pytest.mark.parametrize("number", [0, 3])
def test_a_list_of_a_sol_file_is_chosen_by_its_number(number: int):
    rates = tuple(
        SolRate(date="2026-02-01", rate=1700, deviation=80, volatility="0.06", rating=list_, player=1)
        for list_ in (1, 2)
    )
    book = SolBook(
        players=(SolPlayer(firstname="Anu", lastname="Nair"),),
        ratings=(SolRating(description="European"), SolRating(description="World")),
        rates=rates,
    )
    file = write_sol(book)

    assert [read_list_file("club.sol", file, one)[0] for one in (1, 2)] == ["European", "World"]
    with pytest.raises(RatingListError):
        read_list_file("club.sol", file, number)


@pytest.mark.parametrize("length", ["week", "month", "quarter"])
def test_a_season_is_rated_as_it_was_reviewed(length: PeriodLength, golden: Callable[[str, str], None]):
    rng = random.Random(6)
    results = [
        RatedResult(
            key=f"{number:03}",
            day=FIRST + timedelta(days=rng.randrange(190)),
            a=tuple(sides[:size]),
            b=tuple(sides[2 : 2 + size]),
            score=rng.choice((0.0, 0.5, 1.0, 0.68)),
        )
        for number in range(40)
        for sides, size in [(rng.sample(PEOPLE, 4), rng.choice((1, 1, 2)))]
    ]
    starts = (Start("a", FIRST, Rating(1800, 80)), Start("h", FIRST + timedelta(days=90), Rating(1300, 120)))
    terms = Terms(period=length)
    lines = []
    for period in history(terms, results, starts, until=UNTIL):
        lines.append(f"# {period.first_day}")
        for name, row in sorted(period.standings.items()):
            now, sure = row.rating, "provisional" if terms.is_provisional(row.rating) else ""
            lines.append(
                f"{name} {now.value:.3f} {now.deviation:.3f} {now.volatility:.6f} {row.results} {sure}".rstrip()
            )

    golden(f"rating/{length}.txt", "\n".join(lines) + "\n")


def test_the_settings_of_rating_lists_are_those_that_were_reviewed(golden: Callable[[str, str], None]):
    golden("rating/settings.txt", declared({"Terms": settings_of(Terms)}))


@pytest.mark.parametrize(("score", "taken"), [(-0.01, False), (0.0, True), (1.0, True), (1.01, False)])
def test_the_part_of_a_win_is_between_nothing_and_all_of_it(score: float, taken: bool):
    if taken:
        assert RatedResult(key="1", day=FIRST, a=("a",), b=("b",), score=score).score == score
    else:
        with pytest.raises(RatingError):
            RatedResult(key="1", day=FIRST, a=("a",), b=("b",), score=score)
