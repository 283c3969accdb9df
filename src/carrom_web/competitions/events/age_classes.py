"""Age classes: what stays of a date of birth once an event is over.

A class is its lowest age on the event's first day. The classes tell apart those who may not sign for themselves, and
are wide, so that a class and a name do not lead back to the day.
"""

from bisect import bisect_right
from datetime import date

from carrom.tournament.registration import age_on
from carrom_web.competitions.events.models import Member, Registration

LOWEST_AGES = (0, 12, 14, 18, 21, 40, 50, 60)


def class_of(born: date, day: date) -> int:
    """Return the age class of somebody on a day; who was not born yet is in the first."""
    return LOWEST_AGES[max(bisect_right(LOWEST_AGES, age_on(born, day)) - 1, 0)]


def birthday_or_class(row: Registration | Member, day: date) -> date | None:
    """Return the date of birth, or once it is deleted a day that gives the lowest age of the class on `day`."""
    if row.born is not None or row.age_class is None:
        return row.born
    return date(day.year - row.age_class, day.month, min(day.day, 28))


def age_label(row: Registration | Member, day: date) -> str:
    """Return the age on a day as the desk shows it: years, or the class (14–17, 60+); empty where nobody asked."""
    if row.born is not None:
        return str(age_on(row.born, day))
    if row.age_class is None:
        return ""
    place = LOWEST_AGES.index(row.age_class)
    return f"{row.age_class}+" if row.age_class == LOWEST_AGES[-1] else f"{row.age_class}–{LOWEST_AGES[place + 1] - 1}"
