"""Separate database connections for backups and restores."""

import copy
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import DatabaseError, connections, transaction

from carrom_web.config.health import damage_in

SITE = "default"
PATIENCE_S = 5.0  # PostgreSQL lists a closed connection until its process has ended, longer on a busy machine
LOOKS = 50


@contextmanager
def snapshot() -> Iterator[str]:
    """A transaction that sees the site's database as it stands now, while others go on writing; gives its alias."""
    with _connection("backup", _reading()) as alias, transaction.atomic(using=alias):
        yield alias


@contextmanager
def new_file(path: Path) -> Iterator[str]:
    """A connection to an SQLite database in a file of its own; gives its alias."""
    options = {"init_command": "PRAGMA journal_mode=DELETE; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"}
    with _connection(
        "restore", {"ENGINE": "django.db.backends.sqlite3", "NAME": str(path), "OPTIONS": options}
    ) as alias:
        yield alias


@contextmanager
def site_alone() -> Iterator[str]:
    """The only connection of this process to the site's PostgreSQL; gives its alias."""
    connections[SITE].close()
    connections[SITE].close_pool()  # type: ignore[attr-defined]  # of Django's PostgreSQL alone
    with _connection("restore", {"OPTIONS": _without_pool()}) as alias:
        yield alias


def other_connections(cursor: Any, pause: Callable[[float], object] = time.sleep) -> int:
    """How many others are connected to this PostgreSQL database; those that are just ending are waited for."""
    for look in range(LOOKS + 1):
        if look:
            pause(PATIENCE_S / LOOKS)
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # else a transaction sees what it saw at first
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        if not (others := cursor.fetchone()[0]):
            break
    return int(others)


def is_sqlite() -> bool:
    """Whether the site's database is a file."""
    return connections[SITE].vendor == "sqlite"


def is_missing() -> bool:
    """Whether the site's database is a file that nobody has made yet."""
    name = str(connections[SITE].settings_dict["NAME"])
    return is_sqlite() and "mode=memory" not in name and not Path(name).exists()


def is_damaged() -> bool:
    """Whether the site's database file cannot be read as a database, or not whole: its pages contradict one another."""
    if not is_sqlite() or is_missing():
        return False
    try:
        with connections[SITE].cursor() as cursor:
            cursor.execute("PRAGMA quick_check(1)")
            return bool(cursor.fetchone()[0] != "ok")
    except DatabaseError as error:
        return damage_in(error)
    finally:
        connections[SITE].close()


def _reading() -> dict[str, Any]:
    if is_sqlite():
        options = {**connections[SITE].settings_dict["OPTIONS"], "transaction_mode": "DEFERRED"}  # takes no lock
        return {"OPTIONS": options}
    from psycopg import IsolationLevel

    return {"OPTIONS": {**_without_pool(), "isolation_level": IsolationLevel.REPEATABLE_READ}}


def _without_pool() -> dict[str, Any]:
    return {key: value for key, value in connections[SITE].settings_dict["OPTIONS"].items() if key != "pool"}


@contextmanager
def _connection(alias: str, changes: dict[str, Any]) -> Iterator[str]:
    connections.settings[alias] = {**copy.deepcopy(connections[SITE].settings_dict), **changes, "CONN_MAX_AGE": 0}
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]
        del connections.settings[alias]
