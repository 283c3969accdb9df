"""The breaks of a day: within its hours, one after another, and not all of it."""

from datetime import date, time

import pytest

from carrom.tournament.event import Break, Day
from carrom.tournament.event_faults import _faults_of_breaks


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
