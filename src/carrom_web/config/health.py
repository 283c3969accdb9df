"""Whether the site can store what users do: in the database and in the data folder.

Reading proves little: a full disk and a locked database answer questions and lose work. So both are written to.
"""

import logging
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.signals import got_request_exception
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from carrom_web.config.models import Heartbeat

_log = logging.getLogger(__name__)
WAIT_S = 2  # a database that is locked for longer does not serve users either
CURRENT_FOR_S = 1.0  # more frequent requests get the same answer: the check must not become the load
LOW_BYTES = 100_000_000
BLOCK = bytes(65_536)  # larger than what a file system keeps in its own tables


@dataclass(frozen=True, slots=True)
class Health:
    """How storage stands: `ok`, or what is wrong with it."""

    database: str  # ok, failed, damaged
    disk: str  # ok, low (under 100 MB are free), full
    checked_at: float  # of the monotonic clock

    @property
    def can_store(self) -> bool:
        """Whether what users do is stored."""
        return self.database == "ok" and self.disk != "full"


_lock = threading.Lock()
_last: Health | None = None
_is_damaged = False  # some request met damage: it does not heal, so this holds until the process ends
DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def check_storage() -> Health:
    """Write to database and data folder, at most once a second."""
    global _last
    with _lock:
        if _last is None or time.monotonic() - _last.checked_at > CURRENT_FOR_S:
            _last = Health(_database(), disk_state(Path(settings.DATA)), time.monotonic())
        return _last


def damage_in(error: BaseException | None) -> bool:
    """Whether an error of the database says that its file is damaged, not only locked or on a full disk."""
    code: int = getattr(getattr(error, "__cause__", None), "sqlite_errorcode", 0)  # Django's error has SQLite's inside
    return code & 0xFF in DAMAGE  # the rest of it says what exactly is damaged


def note_damage(**_signal: Any) -> None:
    """Remember that a request has just met damage. A write to another page of the file may succeed all the same."""
    global _is_damaged, _last
    if damage_in(sys.exc_info()[1]):
        _is_damaged, _last = True, None
        _log.critical("the database is damaged: stop the site, then `carrom doctor`")


got_request_exception.connect(note_damage)


def _database() -> str:
    if _is_damaged:
        return "damaged"
    try:
        with _short_wait(), transaction.atomic():
            if connection.vendor == "postgresql":
                connection.cursor().execute(f"SET LOCAL lock_timeout = '{WAIT_S}s'")
            Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    except DatabaseError as error:
        return "damaged" if damage_in(error) else "failed"
    return "ok"


@contextmanager
def _short_wait() -> Iterator[None]:
    """Have SQLite, which begins to wait before a transaction is open, give up a locked database after `WAIT_S`."""
    if connection.vendor != "sqlite":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {WAIT_S * 1000}")
        try:
            yield
        finally:
            cursor.execute(f"PRAGMA busy_timeout = {int(connection.settings_dict['OPTIONS']['timeout'] * 1000)}")


def disk_state(folder: Path) -> str:
    """Write to the folder: `ok`, `low` (under 100 MB are free) or `full`."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(BLOCK)
            file.flush()
    except OSError:
        return "full"
    return "low" if shutil.disk_usage(folder).free < LOW_BYTES else "ok"
