"""Categories with too few entries: a decision, never an action (K-014, K-015)."""

from datetime import date

import pytest

from carrom.tournament.presets.every import PRESETS
from carrom.tournament.registration import Person
from carrom.tournament.undersubscribed import decisions

KAGW = PRESETS["kagw-2022"].terms


def singles(count: int, age: int) -> list[tuple[Person, ...]]:
    return [(Person(name=f"{age} {number}", born=date(2022 - age, 1, 1)),) for number in range(count)]


@pytest.mark.clause("K-015")
def test_k015_three_entries_below_18_can_be_cancelled_alone_or_play_with_the_nine_above():
    (decision,) = decisions(KAGW, {"singles-18-and-below": singles(3, 15), "singles-above-18": singles(9, 30)})
    (merge,) = decision.merges

    assert (decision.category, decision.entries, decision.least, decision.refunds) == (
        "singles-18-and-below",
        3,
        4,
        3000,
    )
    assert (merge.into, merge.entries, merge.enough, merge.fee) == ("singles-above-18", 12, True, 0)
    assert [one.entry for one in merge.not_admitted] == [0, 1, 2]  # too young by its own terms: the organiser knows


@pytest.mark.clause("K-014", "K-015")
def test_k015_with_four_entries_or_with_none_there_is_nothing_to_decide():
    assert decisions(KAGW, {"singles-18-and-below": singles(4, 15), "singles-above-18": singles(9, 30)}) == ()
    assert decisions(KAGW, {}) == ()


def test_two_short_categories_that_are_not_enough_together_are_reported():
    reported = decisions(KAGW, {"singles-18-and-below": singles(1, 15), "singles-above-18": singles(2, 30)}, paid={})

    assert [(one.category, one.merges[0].enough, one.refunds) for one in reported] == [
        ("singles-18-and-below", False, 0),
        ("singles-above-18", False, 0),
    ]
    assert {merge.into for one in reported for merge in one.merges} == {"singles-above-18", "singles-18-and-below"}


def test_only_a_category_of_the_same_kind_takes_the_entries_of_another():
    """Singles do not go into doubles, however many are missing."""
    reported = decisions(KAGW, {"singles-above-18": singles(2, 30)})

    assert {merge.into for one in reported for merge in one.merges} == {"singles-18-and-below"}
