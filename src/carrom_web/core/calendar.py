"""Dates as an iCalendar file (RFC 5545), for a phone's own calendar to follow."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

LONGEST = 75  # octets of a line
PRODUCT = "-//Carrom//Leagues//EN"


@dataclass(frozen=True, slots=True, kw_only=True)
class Date:
    """One entry: a whole day, or from `begins` for `minutes`. `uid` is its own for good; `sequence` counts changes."""

    uid: str
    title: str
    day: date
    begins: datetime | None = None
    minutes: int = 120
    place: str = ""
    link: str = ""
    changed: datetime
    sequence: int = 0


def calendar_text(name: str, dates: Sequence[Date]) -> str:
    """The whole file, with the line ends that calendars want."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT}", "CALSCALE:GREGORIAN", f"X-WR-CALNAME:{_text(name)}"]
    for one in dates:
        lines += ["BEGIN:VEVENT", f"UID:{one.uid}", f"DTSTAMP:{_moment(one.changed)}", f"SEQUENCE:{one.sequence}"]
        if one.begins is None:
            lines += [f"DTSTART;VALUE=DATE:{one.day:%Y%m%d}", f"DTEND;VALUE=DATE:{one.day + timedelta(days=1):%Y%m%d}"]
        else:
            lines += [f"DTSTART:{_moment(one.begins)}", f"DTEND:{_moment(one.begins + timedelta(minutes=one.minutes))}"]
        lines.append(f"SUMMARY:{_text(one.title)}")
        if one.place:
            lines.append(f"LOCATION:{_text(one.place)}")
        if one.link:
            lines.append(f"URL:{one.link}")
        lines.append("END:VEVENT")
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in [_folded(line)])


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    plain = "".join(" " if sign < " " and sign != "\n" else sign for sign in text)
    return plain.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def _folded(line: str) -> str:
    """A line broken where it would be too long, never within a letter."""
    parts: list[str] = []
    now, size = "", 0
    for sign in line:
        length = len(sign.encode())
        if size + length > LONGEST - (1 if parts else 0):
            parts.append(now)
            now, size = "", 0
        now, size = now + sign, size + length
    return "\r\n ".join([*parts, now])
