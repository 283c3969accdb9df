"""Dates as an iCalendar file (RFC 5545), for calendar programs to import or subscribe to.

icalendar is loaded when the first file is written: that takes a quarter of a second, which no start waits for.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from django.http import HttpResponse

if TYPE_CHECKING:
    from icalendar import Timezone, TimezoneDaylight, TimezoneStandard

PRODUCT = "-//carrom//carrom//EN"
REFRESH = timedelta(minutes=15)
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")  # all but the line feed, which is escaped


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEntry:
    """One date. `uid` never changes, so that an entry moves and is not doubled; `sequence` counts its revisions.

    Dates instead of moments take whole days; `end` is the day after the last.
    """

    uid: str
    start: datetime | date
    end: datetime | date
    title: str
    location: str = ""
    description: str = ""
    url: str = ""
    sequence: int = 0


def calendar_file(
    name: str, entries: Sequence[CalendarEntry], *, uid: str, revised: datetime, zone: ZoneInfo | None = None
) -> bytes:
    """The file: moments in `zone`, which is then defined in it, or in UTC; `revised` is when its entries were."""
    from icalendar import Calendar, Event
    from icalendar.prop import vDuration, vText

    calendar = Calendar.new(prodid=PRODUCT, method="PUBLISH", calscale="GREGORIAN", uid=uid)
    for property_name in ("NAME", "X-WR-CALNAME"):  # of RFC 7986, and what programs read that are older
        calendar[property_name] = vText(_clean(name))
    calendar["REFRESH-INTERVAL"] = vDuration(REFRESH, params={"VALUE": "DURATION"})
    moments = [one for entry in entries for one in (entry.start, entry.end) if isinstance(one, datetime)]
    if zone is not None and zone.key != "UTC" and moments:
        years = [one.astimezone(zone).year for one in moments]
        calendar.add_component(_definition(zone, min(years), max(years)))
    for entry in entries:
        start, end = _in_zone(entry.start, entry.end, zone)
        calendar.add_component(
            Event.new(
                uid=entry.uid,
                stamp=revised,
                sequence=entry.sequence,
                start=start,
                end=end,
                summary=_clean(entry.title),
                location=_clean(entry.location) or None,
                description=_clean(entry.description) or None,
                url=entry.url or None,
            )
        )
    return calendar.to_ical()


def calendar_response(content: bytes, *, filename: str) -> HttpResponse:
    """The file as an answer, to be opened or subscribed to."""
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = f'inline; filename="{filename}.ics"'
    return response


def _in_zone(start: datetime | date, end: datetime | date, zone: ZoneInfo | None) -> tuple[datetime | date, ...]:
    """As local times; in UTC if one is in the hour that comes twice, which as a local time would be its first."""
    local = [one.astimezone(zone or UTC) if isinstance(one, datetime) else one for one in (start, end)]
    if any(isinstance(one, datetime) and one.fold for one in local):
        return tuple(one.astimezone(UTC) if isinstance(one, datetime) else one for one in local)
    return tuple(local)


@lru_cache(maxsize=64)
def _definition(zone: ZoneInfo, first_year: int, last_year: int) -> "Timezone":
    """A zone's offsets in some years (VTIMEZONE), one observance for each change of the clocks.

    icalendar has `Timezone.from_tzinfo`, which misses changes that are less than 64 days apart (Morocco's in Ramadan)
    and lets summer time begin an hour late.
    """
    from icalendar import Timezone

    found = Timezone()
    found.add("TZID", zone.key)
    day, last = datetime(first_year - 1, 12, 30, tzinfo=UTC), datetime(last_year + 1, 1, 3, tzinfo=UTC)
    found.add_component(_observance(day, zone, before=_offset(day, zone)))
    while day < last:
        after = day + timedelta(days=1)
        if _offset(day, zone) != _offset(after, zone):
            found.add_component(_observance(_change(day, after, zone), zone, before=_offset(day, zone)))
        day = after
    return found


def _offset(moment: datetime, zone: ZoneInfo) -> timedelta:
    return moment.astimezone(zone).utcoffset() or timedelta()


def _change(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The first minute of a new offset."""
    while after - before > timedelta(minutes=1):
        middle = before + timedelta(minutes=(after - before) // timedelta(minutes=2))
        before, after = (middle, after) if _offset(middle, zone) == _offset(before, zone) else (before, middle)
    return after


def _observance(begins: datetime, zone: ZoneInfo, *, before: timedelta) -> "TimezoneStandard | TimezoneDaylight":
    """Return the rule from a moment on; it begins, as RFC 5545 (3.6.5) wants it, by the clocks as they were before."""
    from icalendar import TimezoneDaylight, TimezoneStandard

    local = begins.astimezone(zone)
    part = TimezoneDaylight() if local.dst() else TimezoneStandard()
    part.DTSTART = (begins + before).replace(tzinfo=None)
    part.TZOFFSETFROM, part.TZOFFSETTO = before, _offset(begins, zone)
    part.add("TZNAME", local.tzname() or "")
    return part


def _clean(text: str) -> str:
    return _CONTROL.sub(" ", text.replace("\r\n", "\n"))
