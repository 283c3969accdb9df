"""Whether the site can store what users do: in the database and in the data folder.

Reading proves little: a full disk and a locked database answer questions and lose work. So both are written to.
"""

import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from carrom_web.config.models import Heartbeat

WAIT_S = 2  # a database that is locked for longer does not serve users either
CURRENT_FOR_S = 1.0  # more frequent requests get the same answer: the check must not become the load
LOW_BYTES = 100_000_000
BLOCK = bytes(65_536)  # larger than what a file system keeps in its own tables


@dataclass(frozen=True, slots=True)
class Health:
    """How storage stands: `ok`, or what is wrong with it."""

    database: str  # ok, failed
    disk: str  # ok, low (under 100 MB are free), full
    checked_at: float  # of the monotonic clock

    @property
    def can_store(self) -> bool:
        """Whether what users do is stored."""
        return self.database == "ok" and self.disk != "full"


_lock = threading.Lock()
_last: Health | None = None


def check_storage() -> Health:
    """Write to database and data folder, at most once a second."""
    global _last
    with _lock:
        if _last is None or time.monotonic() - _last.checked_at > CURRENT_FOR_S:
            _last = Health(_database(), disk_state(Path(settings.DATA)), time.monotonic())
        return _last


def _database() -> str:
    try:
        with _short_wait(), transaction.atomic():
            if connection.vendor == "postgresql":
                connection.cursor().execute(f"SET LOCAL lock_timeout = '{WAIT_S}s'")
            Heartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})
    except DatabaseError:
        return "failed"
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
