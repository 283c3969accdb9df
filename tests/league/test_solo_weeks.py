"""Weeks of a season changed while it runs: what sets do then (carrom.league.solo_weeks)."""

import pytest

from carrom.league.solo_season import Player, Season, SetResult
from carrom.league.solo_terms import SeasonTerms, SeasonTermsError, Week, weekly
from carrom.league.solo_weeks import rescheduled, shifted, with_weeks

TERMS = SeasonTerms(
    title="Winter", first_day="2026-02-02", last_day="2026-03-01", weeks=weekly("2026-02-02", "2026-03-01")
)
"""Four weeks, from Monday to Sunday."""


def season(*days: str) -> Season:
    """Anu's sets of these days, each handed in on its day."""
    return Season(
        terms=TERMS,
        players=(Player(key="anu", name="Anu", division="all"),),
        sets=tuple(
            SetResult(key=day, player="anu", day=day, strokes=(20, 20, 20, 20, 20), handed_in=day) for day in days
        ),
    )


def test_a_break_moves_the_weeks_after_it_and_the_seasons_end():
    after = with_weeks(TERMS, shifted(TERMS.weeks, 3, 7))

    assert [(week.number, week.first, week.last) for week in after.weeks] == [
        (1, "2026-02-02", "2026-02-08"), (2, "2026-02-09", "2026-02-15"), (3, "2026-02-23", "2026-03-01"),
        (4, "2026-03-02", "2026-03-08"),
    ]  # fmt: skip
    assert (after.first_day, after.last_day) == ("2026-02-02", "2026-03-08")
    found = rescheduled(season("2026-02-04", "2026-02-18", "2026-02-24"), after)
    assert [one.key for one in found.homeless] == ["2026-02-18"]  # played in the break
    assert [(one.set.key, one.before.number, one.after and one.after.number) for one in found.moved] == [
        ("2026-02-18", 3, None), ("2026-02-24", 4, 3),
    ]  # fmt: skip


def test_a_week_taken_out_renumbers_those_after_it_and_a_longer_one_may_hold_too_many():
    longer = [
        Week(number=0, first="2026-02-02", last="2026-02-15", title="Carnival"),
        *TERMS.weeks[2:],
    ]
    after = with_weeks(TERMS, longer)
    found = rescheduled(season("2026-02-04", "2026-02-10", "2026-02-17"), after)

    assert [week.number for week in after.weeks] == [1, 2, 3] and after.weeks[0].title == "Carnival"
    assert {one.set.key: one.after.number for one in found.moved if one.after} == {"2026-02-10": 1, "2026-02-17": 2}
    assert found.beyond == (("anu", 1),) and not found.homeless


def test_deadlines_move_with_the_weeks():
    reported = season("2026-02-04")
    late = SetResult(key="x", player="anu", day="2026-02-12", strokes=(20,) * 5, handed_in="2026-02-17")
    reported = Season(terms=reported.terms, players=reported.players, sets=(*reported.sets, late))
    longer = with_weeks(
        TERMS,
        [
            TERMS.weeks[0],
            Week(number=0, first="2026-02-09", last="2026-02-18"),
            Week(number=0, first="2026-02-19", last="2026-03-01"),
        ],
    )
    shorter = with_weeks(
        TERMS, [TERMS.weeks[0], Week(number=0, first="2026-02-09", last="2026-02-12"), *TERMS.weeks[2:]]
    )

    assert [one.key for one in rescheduled(reported, longer).in_time] == ["x"]
    back = Season(terms=longer, players=reported.players, sets=reported.sets)
    assert [one.key for one in rescheduled(back, shorter).late] == ["x"]


def test_weeks_that_cannot_be_are_refused():
    for weeks, says in (
        ([], "at least one week"),
        ([Week(number=0, first="2026-02-05", last="2026-02-03")], "ends before it begins"),
        (
            [TERMS.weeks[0], Week(number=0, first="2026-02-08", last="2026-02-12")],
            "begins before the previous week",
        ),
    ):
        with pytest.raises(SeasonTermsError, match=says):
            with_weeks(TERMS, weeks)
