"""Rows as CSV files that spreadsheets open as they are meant."""

import csv
import io
from collections.abc import Iterable, Sequence

from django.http import HttpResponse


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
