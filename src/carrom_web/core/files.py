"""Files in and out: JSON read strictly, what its values can raise on the way into the database, and rows as CSV."""

import csv
import io
import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.http import HttpResponse
from django.utils.translation import gettext as _

from carrom import serialization
from carrom.errors import UnreadableError
from carrom.printing.fonts import NO_GLYPH, named, without_glyph_in

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
    """Return the plain values of a JSON file.

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


def as_csv(rows: Iterable[Sequence[object]]) -> bytes:
    """Rows as CSV with a byte order mark, which spreadsheets want."""
    text = io.StringIO()
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([harmless(cell) for cell in row])
    return ("\ufeff" + text.getvalue()).encode()


def harmless(cell: object) -> object:
    """A cell of CSV that no spreadsheet takes for a formula."""
    text = str(cell)
    is_number = text.lstrip("-").replace(".", "", 1).isdecimal()
    return f"'{text}" if text[:1] in "=+-@\t\r" and text and not is_number else cell


def csv_answer(rows: Iterable[Sequence[object]], name: str) -> HttpResponse:
    """Rows as a file of this name to be stored."""
    answer = HttpResponse(as_csv(rows), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def glyph_warning(*printed: object) -> str:
    """Give the sentence about characters in these values that no font here has; "" if every one is printed."""
    missing = without_glyph_in(*printed)
    if not missing:
        return ""
    todo = _(
        "They are printed as boxes. To print them, install a font of their script on the computer that runs this site."
    )
    return f"{_(NO_GLYPH) % {'characters': named(missing)}} {todo}"
