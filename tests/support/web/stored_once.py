"""What many tests begin with is made once in a process; later, its rows are inserted again as they were.

    @stored_once
    def new_event(terms: EventTerms = KAGW) -> Event: ...

A function with this decorator may be called as before. Called again with the same arguments while nothing is stored, it
inserts the rows that it left the first time and returns a copy of what it returned then. Its letters are in the outbox
again, and what it wanted done after the commit is waiting again.
"""

import copy
import functools
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar
from unittest.mock import patch

from django.apps import apps
from django.conf import settings
from django.core import mail
from django.db import connection, transaction
from django.utils import timezone, translation

Maker = TypeVar("Maker", bound=Callable[..., Any])

_SWITCHED_OFF: ContextVar[bool] = ContextVar("stored_once_is_switched_off", default=False)
UNTOUCHED = {"django_content_type", "auth_permission", "django_migrations"}  # the same for every test


@dataclass(frozen=True)
class Stored:
    """What a call left."""

    result: Any
    rows: dict[str, list[tuple[Any, ...]]]  # by the statement that inserts them
    letters: list[Any]
    after_commit: list[Callable[[], Any]]


def stored_once(make: Maker) -> Maker:
    """Make it once, and insert its rows where it is asked for again."""
    known: dict[str, Stored] = {}

    @functools.wraps(make)
    def made(*args: Any, **kwargs: Any) -> Any:
        if _SWITCHED_OFF.get() or connection.vendor != "sqlite" or not _is_empty():
            return make(*args, **kwargs)
        zone, language = timezone.get_current_timezone_name(), translation.get_language()
        key = repr((args, sorted(kwargs.items()), zone, language, connection.in_atomic_block))
        if key in known:
            _store(known[key])
        else:
            letters, waiting = len(_letters()), len(connection.run_on_commit)
            with _chances(key):
                result = make(*args, **kwargs)
            after_commit = [entry[1] for entry in connection.run_on_commit[waiting:]]
            known[key] = Stored(copy.deepcopy(result), _all_rows(), _letters()[letters:], after_commit)
            return result
        return copy.deepcopy(known[key].result)

    return made  # type: ignore[return-value]


@contextmanager
def made_each_time() -> Iterator[None]:
    """Call each function itself, with a clock, chances or keys that are replaced for this purpose."""
    before = _SWITCHED_OFF.set(True)
    try:
        yield
    finally:
        _SWITCHED_OFF.reset(before)


@contextmanager
def _chances(seed: str) -> Iterator[None]:
    """The same lots, whichever test asks first."""
    chances = random.Random(seed)
    methods = {name: getattr(chances, name) for name in ("random", "getrandbits")}
    with patch.multiple(random.SystemRandom, **methods):
        yield


def _letters() -> list[Any]:
    return getattr(mail, "outbox", [])


def _tables() -> tuple[str, ...]:
    """The tables of all models, of apps that are installed for a test alone as well, and that of Django's cache."""
    of_models = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    return tuple(sorted((of_models | {str(settings.CACHES["default"]["LOCATION"])}) - UNTOUCHED))


@functools.cache
def _columns(names: tuple[str, ...]) -> dict[str, list[str]]:
    """Each table's columns."""
    with connection.cursor() as cursor:
        tables = {name: connection.introspection.get_table_description(cursor, name) for name in names}
    return {name: [column.name for column in found] for name, found in tables.items()}


def _database() -> sqlite3.Connection:
    connection.ensure_connection()
    assert isinstance(connection.connection, sqlite3.Connection), "tests store their rows in SQLite"
    return connection.connection


@functools.cache
def _asked(tables: tuple[str, ...], joined: str) -> str:
    """The statement that asks each table whether anything is in it."""
    return "SELECT " + joined.join(f'EXISTS (SELECT 1 FROM "{table}")' for table in tables)


def _is_empty() -> bool:
    return not _database().execute(_asked(_tables(), " OR ")).fetchone()[0]


def forget_all() -> None:
    """Delete every row, for a test that begins with nothing."""
    for table in _tables():
        _database().execute(f'DELETE FROM "{table}"')


def _all_rows() -> dict[str, list[tuple[Any, ...]]]:
    found, tables = {}, _tables()
    filled = _database().execute(_asked(tables, ", ")).fetchone()
    for (table, columns), is_filled in zip(_columns(tables).items(), filled, strict=True):
        if is_filled:  # with a sign, SQLite gives values as they are stored
            values = ", ".join(f'+"{column}"' for column in columns)
            names = ", ".join(f'"{column}"' for column in columns)
            insert = f'INSERT INTO "{table}" ({names}) VALUES ({", ".join("?" * len(columns))})'
            found[insert] = _database().execute(f'SELECT {values} FROM "{table}"').fetchall()
    return found


def _store(stored: Stored) -> None:
    with transaction.atomic():  # rows may name others that come later
        for insert, rows in stored.rows.items():
            _database().executemany(insert, rows)
    _letters().extend(stored.letters)
    for function in stored.after_commit:
        transaction.on_commit(function)
