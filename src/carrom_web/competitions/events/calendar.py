"""Matches as a calendar (iCalendar, RFC 5545) that phones and desktops read; times in UTC, lines folded at 75 bytes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """One match in a calendar. `uid` stays when the match is put elsewhere, so that it moves and is not doubled.

    Days instead of moments take the whole day; `end` is the day after the last.
    """

    uid: str
    start: datetime | date
    end: datetime | date
    title: str
    where: str = ""
    says: str = ""
    url: str = ""


def calendar(name: str, appointments: Iterable[Appointment], *, now: datetime) -> bytes:
    """The calendar as a file; `now` is when it was made."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//carrom//events//EN",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT15M",
    ]
    for one in appointments:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{_text(one.uid)}",
            f"DTSTAMP:{_moment(now)}",
            f"DTSTART{_when(one.start)}",
            f"DTEND{_when(one.end)}",
            f"SUMMARY:{_text(one.title)}",
            *([f"LOCATION:{_text(one.where)}"] if one.where else []),
            *([f"DESCRIPTION:{_text(one.says)}"] if one.says else []),
            *([f"URL:{one.url}"] if one.url else []),
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines).encode()


def _when(when: datetime | date) -> str:
    return f":{_moment(when)}" if isinstance(when, datetime) else f";VALUE=DATE:{when:%Y%m%d}"


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return "\\n".join(escaped.splitlines())


def _folded(line: str) -> str:
    """A line in parts of at most 75 bytes, no sign of it torn; each further part begins with a space."""
    parts, size = [""], 0
    for sign in line:
        length = len(sign.encode())
        if size + length > 75:
            parts.append(" ")
            size = 1
        parts[-1] += sign
        size += length
    return "\r\n".join(parts)
