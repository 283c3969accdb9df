"""Calendar files: read back by icalendar they hold what was put in, and the bytes are as RFC 5545 wants them."""

from bisect import bisect_right
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from icalendar import Calendar, Timezone

from carrom_web.core.calendar import CalendarEntry, calendar_file

REVISED = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
ZONES = (
    "America/Los_Angeles", "Europe/London", "Europe/Dublin", "Africa/Casablanca", "Asia/Kolkata", "Australia/Lord_Howe",
    "Pacific/Auckland",
)  # fmt: skip


def entry(**more: object) -> CalendarEntry:
    given: dict[str, object] = {
        "uid": "cup-1@example.org",
        "start": datetime(2026, 2, 5, 9, tzinfo=ZoneInfo("Asia/Kolkata")),
        "end": datetime(2026, 2, 5, 9, 40, tzinfo=ZoneInfo("Asia/Kolkata")),
        "title": "Anu – Bo",
    }
    return CalendarEntry(**given | more)  # type: ignore[arg-type]


def written(*entries: CalendarEntry, name: str = "Cup", zone: str = "") -> bytes:
    return calendar_file(name, entries, uid="cup@example.org", revised=REVISED, zone=ZoneInfo(zone) if zone else None)


def test_what_is_read_back_is_what_was_written():
    one = entry(
        title="आशा शर्मा; " * 12,
        location="A, B\\C",
        description="two\nlines",
        url="https://example.org/?a=1,2;b",
        sequence=7,
    )

    raw = written(one, name="Cup, open; part 1", zone="Asia/Kolkata")
    calendar = Calendar.from_ical(raw)
    (event,) = calendar.events

    title = rb"Cup\, open\; part 1"
    assert b"\nNAME:" + title in raw and b"X-WR-CALNAME:" + title in raw
    assert (event.uid, event.sequence, event.stamp) == (one.uid, 7, REVISED)
    assert (event.start, event.end) == (one.start, one.end) and event["DTSTART"].params["TZID"] == "Asia/Kolkata"
    assert (event.summary, event.location, event.description) == (one.title, "A, B\\C", "two\nlines")
    assert event.url == one.url
    assert [*calendar.errors, *event.errors] == []


def test_lines_are_folded_at_75_bytes_without_tearing_a_letter_and_end_as_calendars_want():
    raw = written(entry(title="आशा शर्मा; " * 12, location="x" * 200))

    assert raw.endswith(b"END:VCALENDAR\r\n") and b"\n" not in raw.replace(b"\r\n", b"")
    assert all(len(line) <= 75 and line.decode() for line in raw.split(b"\r\n")[:-1])


def test_the_same_dates_are_the_same_file():
    assert written(entry(), zone="Europe/London") == written(entry(), zone="Europe/London")


def test_control_characters_of_a_name_do_not_get_into_the_file():
    raw = written(entry(title="Anu\r\nEND:VEVENT\x00\x07", location="a\rb"))

    (event,) = Calendar.from_ical(raw).events
    assert (event.summary, event.location) == ("Anu\nEND:VEVENT  ", "a b")


def test_whole_days_have_no_time_and_need_no_zone():
    raw = written(entry(start=date(2026, 2, 5), end=date(2026, 2, 7)), zone="Europe/London")

    assert b"DTSTART;VALUE=DATE:20260205\r\nDTEND;VALUE=DATE:20260207\r\n" in raw and b"VTIMEZONE" not in raw


def test_without_a_zone_moments_are_in_utc():
    assert b"DTSTART:20260205T033000Z\r\nDTEND:20260205T041000Z\r\n" in written(entry())


def test_the_second_of_two_hours_of_the_same_name_is_not_taken_for_the_first():
    start = datetime(2026, 11, 1, 1, 30, tzinfo=ZoneInfo("America/Los_Angeles"))
    first, second = entry(start=start, end=start), entry(start=start.replace(fold=1), end=start.replace(fold=1))

    raw = written(first, second, zone="America/Los_Angeles")

    starts = [one.start.astimezone(UTC) for one in Calendar.from_ical(raw).events]
    assert starts == [datetime(2026, 11, 1, hour, 30, tzinfo=UTC) for hour in (8, 9)]


@pytest.mark.parametrize("name", ZONES)
def test_a_file_defines_its_zone_as_the_zone_is(name: str):
    first, last = datetime(2026, 3, 1, 9, tzinfo=UTC), datetime(2028, 11, 20, 12, tzinfo=UTC)
    raw = written(entry(start=first, end=last), zone=name)

    (definition,) = Calendar.from_ical(raw).timezones
    assert definition.tz_name == name
    observances = sorted(onsets(definition))
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    while moment < last:
        after = bisect_right(observances, moment.replace(tzinfo=None), key=lambda one: one[0])
        assert observances[after - 1][1] == moment.astimezone(ZoneInfo(name)).utcoffset(), moment
        moment += timedelta(minutes=30)


def onsets(definition: Timezone) -> list[tuple[datetime, timedelta]]:
    """When each observance begins in UTC, and its offset: it begins by the clocks as they were (RFC 5545, 3.6.5)."""
    return [(part.DTSTART - part.TZOFFSETFROM, part.TZOFFSETTO) for part in definition.subcomponents]
