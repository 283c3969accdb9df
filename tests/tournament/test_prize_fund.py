"""Prize money adds up to the cent: funds, splits by place, ties, and an event's fund among its categories."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.settings import settings_of
from carrom.tournament.event import EventTerms
from carrom.tournament.event_faults import faults_of
from carrom.tournament.presets.every import PRESETS
from carrom.tournament.prize_fund import (
    NO_FUND,
    USUAL,
    Contribution,
    PrizeFund,
    PrizeFundError,
    by_place,
    category_funds,
    divided,
    fund_cents,
    parts_of,
    read_contributions,
    smallest,
)

cents = st.integers(0, 10**8)
splits = st.lists(st.integers(1, 999), min_size=1, max_size=16)


@st.composite
def places(draw: st.DrawFn) -> list[int]:
    """Places of entrants with ties: 1, 2, 2, 4."""
    found: list[int] = []
    for size in draw(st.lists(st.integers(1, 5), min_size=1, max_size=12)):
        found += [len(found) + 1] * size
    return found


@given(cents, splits, places())
def test_what_the_places_get_is_the_whole_fund_and_nobody_is_a_cent_off(fund, parts, at):
    amounts = by_place(fund, parts, at)

    assert sum(amounts) == fund and min(amounts) >= 0
    exact = [Fraction(sum(parts[at.index(one) : at.index(one) + at.count(one)]), at.count(one)) for one in at]
    assert all(abs(own - Fraction(fund) * one / sum(exact)) < 1 for own, one in zip(amounts, exact, strict=True))
    for one in set(at):
        tied = [own for own, place in zip(amounts, at, strict=True) if place == one]
        assert max(tied) - min(tied) <= 1 and tied == sorted(tied, reverse=True)


@given(cents, splits, places())
def test_a_better_place_never_gets_less_where_the_parts_go_down(fund, parts, at):
    amounts = by_place(fund, sorted(parts, reverse=True), at)

    assert all(first >= second for first, second in pairwise(amounts))


@given(cents, st.lists(st.integers(0, 10**6), min_size=1, max_size=20))
def test_a_division_adds_up_and_by_no_weight_at_all_it_is_equal(whole, weights):
    assert sum(divided(whole, weights)) == whole
    equal = divided(whole, [0] * len(weights))
    assert sum(equal) == whole and max(equal) - min(equal) <= 1


@given(
    cents,
    st.integers(0, 100),
    st.dictionaries(st.sampled_from("abcdef"), st.tuples(cents, st.integers(0, 100), cents), min_size=1),
    st.booleans(),
)
def test_the_categories_together_give_away_all_funds(fixed, share, rows, equal):
    fund = PrizeFund(fixed=fixed, share=share)
    own = {key: PrizeFund(fixed=money, share=part) for key, (money, part, _fees) in rows.items()}
    fees = {key: charged for key, (_money, _part, charged) in rows.items()}

    found = category_funds(fund, own, fees, equal=equal)

    whole = fund_cents(fund, sum(fees.values())) + sum(fund_cents(own[key], fees[key]) for key in own)
    assert sum(found.values()) == whole


def test_the_fund_of_an_event_is_divided_by_the_fees_or_equally():
    own, fees = {"a": PrizeFund(fixed=50), "b": NO_FUND}, {"a": 300, "b": 100}

    assert category_funds(PrizeFund(fixed=10_000), own, fees, equal=False) == {"a": 7_550, "b": 2_500}
    assert category_funds(PrizeFund(fixed=10_000), own, fees, equal=True) == {"a": 5_050, "b": 5_000}
    assert category_funds(PrizeFund(fixed=10_000), own, {"a": 300}, equal=False) == {"a": 10_050, "b": 0}


@pytest.mark.parametrize(
    ("fund", "parts", "at", "amounts"),
    [
        (10000, USUAL, [1, 2, 3, 4], (5000, 3000, 2000, 0)),
        (10000, USUAL, [1, 2, 3, 3], (5000, 3000, 1000, 1000)),  # two lost the semi-finals
        (10000, USUAL, [1, 1, 3], (4000, 4000, 2000)),
        (10001, (100,), [1, 1], (5001, 5000)),
        (10000, USUAL, [1, 2], (6250, 3750)),  # nobody is third
        (100, (1, 1, 1), [1, 2, 3], (34, 33, 33)),
        (5000, USUAL, [], ()),
    ],
)
def test_examples_of_splits(fund, parts, at, amounts):
    assert by_place(fund, parts, at) == amounts


def test_what_a_currency_without_cents_cannot_pay_is_left_out():
    unit = smallest("JPY")

    found = category_funds(PrizeFund(fixed=10050), {"a": PrizeFund(fixed=99), "b": NO_FUND}, {}, equal=True, unit=unit)
    assert found == {"a": 5000, "b": 5000} and smallest("USD") == 1
    assert by_place(10000, USUAL, [1, 1, 1], unit=unit) == (3400, 3300, 3300)


def test_a_fund_is_a_sum_a_share_of_the_fees_and_contributions():
    fund = PrizeFund(fixed=20000, share=33, contributions="Café Rio: 150\n\nThe Board Co: 49,50\nA.B.: 0.05")

    assert read_contributions(fund.contributions)[1:] == (Contribution("The Board Co", 4950), Contribution("A.B.", 5))
    assert fund_cents(fund, 1001) == 20000 + 330 + 15000 + 4950 + 5
    assert fund_cents(NO_FUND, 10**6) == 0


@pytest.mark.parametrize("line", ["Café Rio", "Café Rio: much", ": 5", "Rio: -5", "Rio: 5.5", "Rio: 12345678"])
def test_a_line_that_is_no_contribution_is_named(line):
    with pytest.raises(PrizeFundError, match="name, colon and amount"):
        read_contributions(f"Good: 5\n{line}")
    terms = next(iter(PRESETS.values())).terms
    assert [fault.message_id for fault in faults_of(replace(terms, fund=PrizeFund(contributions=line)))] == [
        "event-terms.prize-fund"
    ]


def test_a_category_splits_as_it_says_else_as_the_event_does_else_as_usual():
    event, own = PrizeFund(split="60/40"), PrizeFund(split="100", own_split="5/3/2")

    assert parts_of(NO_FUND, NO_FUND) == USUAL
    assert parts_of(event, NO_FUND) == (60, 40)
    assert parts_of(event, own) == (5, 3, 2)


@pytest.mark.parametrize(("text", "is_right"), [("50/30/20", True), ("7", True), ("50/0", False), ("50/", False)])
def test_an_own_split_has_whole_parts_above_zero(text, is_right):
    refusal = settings_of(EventTerms)["fund_own_split"].refusal("fund_own_split", text)

    assert (refusal is None) is is_right
