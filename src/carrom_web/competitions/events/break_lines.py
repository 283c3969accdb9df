"""The breaks of an event's days as lines of text: "12:00-13:00 Lunch", with a date in front where it is of one day."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, time

from django.utils.translation import gettext_lazy

from carrom.errors import UnreadableError
from carrom.tournament.play_days import Break, Day
from carrom_web.accounts.services import tidy_name

EXAMPLE = gettext_lazy("12:30-13:15 Lunch")
TITLE_LENGTH = 60
MOST_A_DAY = 12
_LINE = re.compile(r"(?:(\d{4}-\d\d-\d\d)\s+)?(\d{1,2}:\d\d)\s*[-\u2013]\s*(\d{1,2}:\d\d)\s+(\S.*)")


class BreakLineError(UnreadableError):
    """A line that tells no break."""

    code = "break-line"


def write(days: Sequence[Day]) -> str:
    """The lines of all breaks: what every day has stands once, without a date."""
    of_all = [one for one in days[0].breaks if all(one in day.breaks for day in days)]
    lines = [_line(one) for one in of_all]
    lines += [f"{day.date.isoformat()} {_line(one)}" for day in days for one in day.breaks if one not in of_all]
    return "\n".join(lines)


def put(days: Sequence[Day], text: str) -> tuple[Day, ...]:
    """The days with the breaks of these lines instead of theirs, by time.

    Raises:
        BreakLineError: the first line that tells none.
    """
    found: dict[date, list[Break]] = {day.date: [] for day in days}
    for line in text.splitlines():
        if line.strip():
            day, one = _read(line.strip())
            if day is not None and day not in found:
                raise BreakLineError("other-day", day=day, line=line.strip())
            for each in found if day is None else [day]:
                found[each].append(one)
    if any(len(breaks) > MOST_A_DAY for breaks in found.values()):
        raise BreakLineError("too-many", most=MOST_A_DAY)
    return tuple(replace(day, breaks=tuple(sorted(found[day.date], key=_by_time))) for day in days)


def _by_time(one: Break) -> tuple[time, time]:
    return one.begins, one.ends


def _line(one: Break) -> str:
    return f"{one.begins:%H:%M}-{one.ends:%H:%M} {one.title}"


def _time(text: str) -> time:
    return time.fromisoformat(text.zfill(5))


def _read(line: str) -> tuple[date | None, Break]:
    match = _LINE.fullmatch(line)
    try:
        if match is None:
            raise ValueError(line)
        day, begins, ends, title = match.groups()
        one = Break(_time(begins), _time(ends), tidy_name(title, TITLE_LENGTH))
        return date.fromisoformat(day) if day else None, one
    except ValueError:
        raise BreakLineError("unreadable", line=line, example=EXAMPLE) from None
