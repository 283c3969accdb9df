"""The days of play of an event: their hours and breaks."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta


@dataclass(frozen=True, slots=True)
class Break:
    """Hours of a day in which no match is planned: lunch, a ceremony; in the event's time zone."""

    begins: time
    ends: time
    title: str


@dataclass(frozen=True, slots=True)
class Day:
    """One day of play, its hours and the breaks within them in their order, in the event's time zone.

    A day that closes before it opens closes on the next morning.
    """

    date: date
    opens: time
    closes: time
    breaks: tuple[Break, ...] = ()

    def local(self, at: time) -> datetime:
        """Return the moment of a time of this day, without a zone."""
        is_next_morning = at <= self.closes < self.opens
        return datetime.combine(self.date + timedelta(days=is_next_morning), at)


def closing_date(day: Day) -> date:
    """Return the date on which a day of play closes."""
    return day.local(day.closes).date()
