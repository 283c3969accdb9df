"""Glicko-2 by the library, against Glickman's published example and against the equations solved another way."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.laws.values import with_values
from carrom.match.rules import shipped
from carrom.rating.families import family_of
from carrom.rating.glicko import Met, Rating, RatingError, after_period, expected, points_for
from tests.support.thorough import examples

TAU = 0.5
GLICKMAN = [Met(Rating(1400, 30), 1), Met(Rating(1550, 100), 0), Met(Rating(1700, 300), 0)]
ratings = st.builds(Rating, st.floats(600, 2600), st.floats(25, 350), st.floats(0.02, 0.12))
met = st.lists(st.builds(Met, ratings, st.sampled_from([0.0, 0.5, 1.0, 0.3])), max_size=6)


def after(rating, met):
    return after_period(rating, met, tau=TAU, most_deviation=350)


def test_glickmans_example_comes_out_to_his_digits():
    rating = after(Rating(1500, 200, 0.06), GLICKMAN)

    assert round(rating.value, 2) == 1464.05  # 1464.06 in Glickman's text, which rounds on the way
    assert round(rating.deviation, 2) == 151.52
    assert round(rating.volatility, 5) == 0.06000 or round(rating.volatility, 5) == 0.05999


def test_what_is_expected_in_glickmans_example():
    player = Rating(1500, 200, 0.06)

    assert [round(expected(player, one.rating), 3) for one in GLICKMAN] == [0.639, 0.432, 0.303]


def by_bisection(rating, met):
    """The same by another way: the volatility by halving an interval a hundred times, all else straight."""
    mu, phi, a = (rating.value - 1500) / 173.7178, rating.deviation / 173.7178, math.log(rating.volatility**2)
    if not met:
        return Rating(rating.value, min(350, math.hypot(phi, rating.volatility) * 173.7178), rating.volatility)
    rows = [((m.rating.value - 1500) / 173.7178, m.rating.deviation / 173.7178, m.score) for m in met]
    gs = [1 / math.sqrt(1 + 3 * p * p / math.pi**2) for _, p, _ in rows]
    es = [1 / (1 + math.exp(-g * (mu - m))) for g, (m, _, _) in zip(gs, rows, strict=True)]
    v = 1 / sum(g * g * e * (1 - e) for g, e in zip(gs, es, strict=True))
    gain = sum(g * (s - e) for g, e, (_, _, s) in zip(gs, es, rows, strict=True))
    delta = v * gain

    def f(x):
        ex = math.exp(x)
        return ex * (delta**2 - phi**2 - v - ex) / (2 * (phi**2 + v + ex) ** 2) - (x - a) / TAU**2

    low, high = a - 3, a + 3  # beyond, after great upsets, lie roots that Glickman's iteration does not go to
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = math.exp(low / 2)
    new = 1 / math.sqrt(1 / (phi**2 + sigma**2) + 1 / v)
    return Rating(1500 + 173.7178 * (mu + new * new * gain), min(350, 173.7178 * new), sigma)


@settings(max_examples=examples(150), deadline=None)
@given(ratings, met)
def test_every_update_is_the_one_that_the_equations_solved_another_way_give(rating, met):
    ours, theirs = after(rating, met), by_bisection(rating, met)

    assert ours.value == pytest.approx(theirs.value, abs=0.01)
    assert ours.deviation == pytest.approx(theirs.deviation, abs=0.01)
    assert ours.volatility == pytest.approx(theirs.volatility, abs=1e-5)


@settings(max_examples=examples(60), deadline=None)
@given(ratings, met.filter(bool))
def test_what_single_results_did_adds_up_to_the_whole_change(rating, met):
    new = after(rating, met)

    parts = [points_for(new, one, expected(rating, one.rating)) for one in met]

    within = 1e-6 if new.deviation < 350 else 0.01
    assert sum(parts) == pytest.approx(new.value - rating.value, abs=within)


def test_an_upset_of_a_thousand_points_throws_nobody_out_of_the_list():
    rating = after(Rating(600, 25, 0.09375), [Met(Rating(1622, 25), 1)])

    assert 600 < rating.value < 620
    assert rating.volatility < 0.1


def test_somebody_who_does_not_play_grows_less_certain_up_to_a_newcomer():
    rating = Rating(1700, 60, 0.06)
    for _ in range(3000):
        later = after(rating, [])
        assert later.value == rating.value
        assert later.deviation > rating.deviation or later.deviation == 350
        rating = later

    assert rating.deviation == 350


@pytest.mark.parametrize("numbers", [(math.nan, 50, 0.06), (1500, 0, 0.06), (1500, 50, 0), (1e9, 50, 0.06)])
def test_numbers_that_are_no_rating_are_refused(numbers):
    with pytest.raises(RatingError):
        Rating(*numbers)


def test_the_family_of_a_ruleset_follows_from_its_values():
    found = {slug: family_of(one) for slug, one in shipped().items()}

    assert found == {
        "icf": "points-25", "common": "points-25", "polish": "points-25",
        "classic": "points-29", "kagw": "points-29", "baca19": None,
    }  # fmt: skip
    worth = {points: family_of(with_values(shipped()["icf"], {"queen_points": points})) for points in (4, 5)}
    assert worth == {4: "points-25", 5: "points-29"}


def test_nineteen_of_twenty_lie_within_two_deviations_less_a_bit():
    assert Rating(1500, 100).interval == (1304, 1696)


@pytest.mark.parametrize("wrong", [{"deviation": 0}, {"deviation": 1000.5}, {"volatility": 0}, {"volatility": 1.01}])
def test_numbers_of_no_rating_are_refused_and_the_last_that_may_be_are_not(wrong):
    with pytest.raises(RatingError):
        Rating(**wrong)
    Rating(deviation=1000, volatility=1)
