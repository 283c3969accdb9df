"""The items that an organiser adds to the programme of an event: opening, prize giving; written as lines of text.

`18:30 Prize giving` is on every day, `2027-05-08 09:00-09:30 Opening` on one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta

from carrom.errors import ImpossibleError

MOST_ITEMS = 40
LONGEST_TITLE = 100
_LINE = re.compile(r"(?:(\d{4}-\d\d-\d\d)\s+)?(\d{1,2}:\d\d)(?:\s*[-\u2013]\s*(\d{1,2}:\d\d))?\s+(\S.*)")
_DAY = re.compile(r"^\s*(\d{4}-\d\d-\d\d)(?=\s)", re.MULTILINE)


class ProgrammeError(ImpossibleError):
    """A line that is no item of a programme."""

    code = "event-programme"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgrammeItem:
    """Something that happens at a time of a day, of every day without `day`; `ends` may be open."""

    title: str
    begins: time
    ends: time | None = None
    day: date | None = None


def read_items(text: str, days: Sequence[date]) -> tuple[ProgrammeItem, ...]:
    """Return the items of some lines, in the order of their time.

    Raises:
        ProgrammeError: the first fault; an item on a day that is none of `days` is one.
    """
    items = [_item(line.strip()) for line in text.splitlines() if line.strip()]
    if len(items) > MOST_ITEMS:
        raise ProgrammeError("too-many", most=MOST_ITEMS, count=len(items))
    for one in items:
        if one.day is not None and one.day not in days:
            raise ProgrammeError("other-day", day=one.day, title=one.title)
    return tuple(sorted(items, key=lambda one: one.begins))


def moved(text: str, by: timedelta) -> str:
    """Return the lines with their days moved, for the same event on other days; what is no day stays."""

    def later(found: re.Match[str]) -> str:
        try:
            return (date.fromisoformat(found[1]) + by).isoformat()
        except (ValueError, OverflowError):
            return found[0]

    return _DAY.sub(later, text)


def _item(line: str) -> ProgrammeItem:
    found = _LINE.fullmatch(line)
    try:
        if found is None:
            raise ValueError(line)
        day, begins, ends, title = found.groups()
        made = ProgrammeItem(
            title=title.strip(),
            begins=time.fromisoformat(begins.zfill(5)),
            ends=time.fromisoformat(ends.zfill(5)) if ends else None,
            day=date.fromisoformat(day) if day else None,
        )
    except ValueError:
        raise ProgrammeError("unreadable", line=line) from None
    if len(made.title) > LONGEST_TITLE:
        raise ProgrammeError("long", line=line, most=LONGEST_TITLE)
    if made.ends is not None and made.ends <= made.begins:
        raise ProgrammeError("ends-first", line=line)
    return made
