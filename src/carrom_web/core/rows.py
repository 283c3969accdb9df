"""Rows of the database that a query finds by something unique."""

from collections.abc import Iterable
from typing import TypeVar

R = TypeVar("R")


def only_row(rows: Iterable[R]) -> R | None:
    """Return the row of a query that finds one at most; None: it finds none.

    Django's `first` orders what has no order, and building that takes as long as the rest of a query of many columns.
    """
    return next(iter(rows), None)
