"""Files from outside: JSON read strictly, and what else their values can raise on the way into the database."""

import json
from datetime import date, datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import DatabaseError

from carrom import serialization
from carrom.errors import UnreadableError

T = TypeVar("T", bound=date)


class BadTextError(UnreadableError):
    """A file whose texts cannot be stored."""

    code = "bad-text"


# A value of a wrong type or form, a number that no column holds, a date beyond the calendar, lists a thousand deep.
# Code that reads a file inside a transaction turns these into that file's error.
MALFORMED = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)
REFUSED_BY_DATABASE = (DatabaseError, ValidationError)
DAMAGED = (*MALFORMED, *REFUSED_BY_DATABASE)
YEARS = range(1900, 2200)  # of what happens and of whom it happens to; pages reckon with time zones and weeks


def parse_day(text: str) -> date:
    """Give a day of a file. Raises ValueError: it is not written like 2026-05-09, or of another age."""
    return _of_our_age(date.fromisoformat(text))


def parse_moment(text: str) -> datetime:
    """Give a moment of a file. Raises ValueError: it is not like 2026-05-09T18:00:00Z, or of another age."""
    moment = _of_our_age(datetime.fromisoformat(text))
    if moment.tzinfo is None:
        raise ValueError(f"{text} has no time zone")
    return moment


def parse_json(data: bytes) -> Any:
    """Give the plain values of a JSON file.

    Raises:
        BadJsonError: it is not JSON, or holds NaN, a number of thousands of digits, a key twice.
        BadTextError: it is no text in UTF-8, or holds what no column can: half a surrogate pair, NUL.
    """
    try:
        plain = serialization.parse(data.decode())
    except UnicodeDecodeError:
        raise BadTextError("not-utf-8") from None
    text = json.dumps(plain, ensure_ascii=False)
    if "\\u0000" in text:
        raise BadTextError("nul")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadTextError("half-a-pair") from None
    return plain


def _of_our_age(day: T) -> T:
    if day.year not in YEARS:
        raise ValueError(f"{day} is not between {YEARS[0]} and {YEARS[-1]}")
    return day
