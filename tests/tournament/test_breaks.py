"""The breaks of a day: within its hours, one after another, and not all of it."""

from dataclasses import replace
from datetime import date, datetime, time

import pytest

from carrom.tournament.event_faults import _faults_of_breaks, faults_of
from carrom.tournament.play_days import Break, Day, closing_date
from carrom.tournament.presets.every import PRESETS


def reasons(*breaks: tuple[int, int], opens: int = 9, closes: int = 17) -> list[str]:
    held = tuple(Break(time(begins), time(ends), "Lunch") for begins, ends in breaks)
    return [str(fault.args[0]) for fault in _faults_of_breaks(Day(date(2026, 5, 9), time(opens), time(closes), held))]


@pytest.mark.parametrize(
    ("breaks", "said"),
    [
        ([], []),
        ([(12, 13)], []),
        ([(12, 13), (13, 14)], []),
        ([(12, 12)], ["break-hours"]),
        ([(13, 12)], ["break-hours"]),
        ([(8, 10)], ["break-outside-hours"]),
        ([(16, 18)], ["break-outside-hours"]),
        ([(12, 14), (13, 15)], ["breaks-overlap"]),
        ([(9, 13), (13, 17)], ["all-breaks"]),
        ([(9, 17)], ["all-breaks"]),
        ([(9, 13), (14, 17)], []),
    ],
)
def test_what_is_wrong_with_the_breaks_of_a_day(breaks: list[tuple[int, int]], said: list[str]):
    assert reasons(*breaks) == said


@pytest.mark.parametrize(
    ("breaks", "said"),
    [
        ([(23, 0)], []),
        ([(21, 22), (0, 1)], []),
        ([(0, 1), (21, 22)], ["breaks-overlap"]),
        ([(1, 0)], ["break-hours"]),
        ([(1, 3)], ["break-hours"]),  # the next morning to the day that has just ended
        ([(18, 20)], ["break-outside-hours"]),
        ([(19, 0), (0, 2)], ["all-breaks"]),
    ],
)
def test_breaks_of_a_day_that_closes_on_the_next_morning(breaks: list[tuple[int, int]], said: list[str]):
    assert reasons(*breaks, opens=19, closes=2) == said


def test_a_time_after_midnight_is_on_the_next_date_where_the_day_closes_then():
    night, day = Day(date(2026, 12, 31), time(19), time(2)), Day(date(2026, 12, 31), time(9), time(17))

    assert [night.local(time(hour)) for hour in (19, 23, 0, 2)] == [
        datetime(2026, 12, 31, 19),
        datetime(2026, 12, 31, 23),
        datetime(2027, 1, 1, 0),
        datetime(2027, 1, 1, 2),
    ]
    assert night.local(time(3)) == datetime(2026, 12, 31, 3)
    assert day.local(time(2)) == datetime(2026, 12, 31, 2)
    assert (closing_date(night), closing_date(day)) == (date(2027, 1, 1), date(2026, 12, 31))


@pytest.mark.parametrize(
    ("opens", "closes", "following", "said"),
    [
        (19, 2, (9, 17), []),
        (14, 12, (12, 17), []),
        (14, 13, None, ["day-hours"]),
        (9, 9, None, ["day-hours"]),
        (9, 8, None, []),
        (22, 10, (9, 17), ["days-order"]),
    ],
)
def test_a_day_closes_by_the_next_noon_and_before_the_next_day_opens(
    opens: int, closes: int, following: tuple[int, int] | None, said: list[str]
):
    days = [Day(date(2027, 3, 5), time(opens), time(closes))]
    if following:
        days.append(Day(date(2027, 3, 6), time(following[0]), time(following[1])))
    terms = replace(PRESETS["knock-out-evening"].terms, days=tuple(days))

    assert [fault.args[0] for fault in faults_of(terms)] == said
