"""`carrom doctor`: checks of the site on this machine, each with advice.

Data folder and database are written to, for only that shows that they can be; nothing stays behind.
"""

import contextlib
import os
import platform
import shutil
import smtplib
import stat
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError, connections
from django.utils import timezone

from carrom import __version__
from carrom_web.audit.models import AuditEntry
from carrom_web.config.health import LOW_BYTES, check_storage, damage_in, disk_state
from carrom_web.operations import tables
from carrom_web.operations.backup import latest_backup
from carrom_web.operations.connections import SITE, is_missing, is_sqlite
from carrom_web.outbox.models import OutboxEmail

OLD_BACKUP = timedelta(days=8)
LATE_EMAIL = timedelta(hours=1)
ANSWER_WITHIN_S = 10
RESTORE = "Stop the site, then restore the latest backup: carrom restore --replace FILE"


class State(StrEnum):
    """How something stands."""

    OK = "ok"
    NOTICE = "notice"  # works; somebody may want it otherwise
    PROBLEM = "problem"  # does not work, or data is in danger


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: how it stands, and what to do where that is not well."""

    about: str
    state: State
    text: str
    advice: str = ""


def examine() -> list[Finding]:
    """Look at everything, one after another; what cannot be looked at is a finding of its own."""
    found: list[Finding] = []
    for about, look in CHECKS.items():
        try:
            found.extend(Finding(about, *what) for what in look())
        except Exception as error:  # a doctor that breaks off says nothing about the rest
            found.append(Finding(about, State.PROBLEM, f"This check failed: {error}"))
    return found


Found = Iterator[tuple[State, str] | tuple[State, str, str]]


def _versions() -> Found:
    import django

    yield State.OK, f"carrom {__version__}, Python {platform.python_version()}, Django {django.get_version()}"


def _folder() -> Found:
    folder = Path(settings.DATA)
    readable = [path for path in _private_files(folder) if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)]
    if readable and sys.platform != "win32":
        names = ", ".join(path.name for path in readable[:5])
        yield (
            State.PROBLEM,
            f"Other users of this machine can read {names} in {folder}.",
            (f"chmod go= {' '.join(str(path) for path in readable[:5])}"),
        )
    else:
        yield State.OK, f"{folder} can be read only by its owner"


def _private_files(folder: Path) -> list[Path]:
    patterns = ("carrom.sqlite3*", "secret-key", "carrom.log*", "mail", "backups/*.zip")
    return [path for pattern in patterns for path in folder.glob(pattern)]


def _disk() -> Found:
    free = shutil.disk_usage(settings.DATA).free
    if disk_state(Path(settings.DATA)) == "full":
        yield (
            State.PROBLEM,
            f"{settings.DATA} cannot be written.",
            "Free some space, or give carrom the right to write.",
        )
    elif free < LOW_BYTES:
        yield State.PROBLEM, f"Only {free / 1e6:.0f} MB are free.", "Free some space before the site stops storing."
    else:
        yield State.OK, f"{free / 1e9:.1f} GB are free"


def _database() -> Found:
    kind = "SQLite" if is_sqlite() else "PostgreSQL"
    if is_missing():
        yield State.NOTICE, "There is no database yet.", "Start the site once: carrom"
        return
    try:
        if not tables.applied_migrations(SITE):
            yield State.NOTICE, "The database is empty.", "Start the site once: carrom"
            return
        if pending := tables.pending_migrations(SITE):
            yield (
                State.NOTICE,
                f"{kind} is of another version: {len(pending)} migrations are waiting.",
                "Run: carrom upgrade",
            )
            return
        if damage := _damage():
            yield State.PROBLEM, f"The database is damaged: {damage}", RESTORE
            return
    except DatabaseError as error:
        if damage_in(error):
            yield State.PROBLEM, f"The database is damaged: {error}", RESTORE
            return
        yield (
            State.PROBLEM,
            f"{kind} cannot be read: {error}",
            "Check CARROM_DATABASE_URL and that the database is running.",
        )
        return
    if check_storage().database != "ok":
        yield State.PROBLEM, f"{kind} cannot be written.", "Another program may have locked it: stop that program."
    else:
        yield State.OK, f"{kind} answers, can be written and is undamaged"


def _has_tables() -> bool:
    if is_missing():
        return False
    with contextlib.suppress(DatabaseError):
        return bool(tables.applied_migrations(SITE)) and not tables.pending_migrations(SITE)
    return False


def _damage() -> str:
    if not is_sqlite():
        return ""
    with connections[SITE].cursor() as cursor:
        cursor.execute("PRAGMA quick_check(1)")
        answer: str = cursor.fetchone()[0]
        if answer != "ok":
            return answer
        cursor.execute("PRAGMA foreign_key_check")
        row = cursor.fetchone()
    return f"a row of {row[0]} belongs to a missing row of {row[2]}" if row else ""


def _clock() -> Found:
    if _has_tables():
        newest = AuditEntry.objects.order_by("-at").values_list("at", flat=True).first()
        if newest and newest > timezone.now() + timedelta(minutes=2):
            yield (
                State.PROBLEM,
                f"The clock says {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, but something was stored at "
                f"{newest:%Y-%m-%d %H:%M}.",
                "Set the clock, and synchronise it automatically (systemd-timesyncd, chrony).",
            )
            return
    file = Path(settings.DATA) / "clock.draft"
    try:
        file.touch()
        apart = abs(file.stat().st_mtime - time.time())
    finally:
        file.unlink(missing_ok=True)
    if apart > 60:
        yield State.NOTICE, f"The clock of the disk is {apart:.0f} s off.", "Set the clocks of both machines."
    else:
        yield State.OK, f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC"


def _keys() -> Found:
    if os.environ.get("CARROM_SECRET_KEY") and len(settings.SECRET_KEY) < 50:
        yield State.PROBLEM, "CARROM_SECRET_KEY is short.", "Use 50 random characters or more."
    elif os.environ.get("CARROM_SECRET_KEY"):
        yield State.OK, "the secret key comes from CARROM_SECRET_KEY"
    else:
        yield State.OK, "the secret key lies in the data folder"


def _https() -> Found:
    if settings.HTTPS:
        yield State.OK, "cookies are sent over https alone"
    elif any(host not in ("localhost", "127.0.0.1", "[::1]") for host in settings.ALLOWED_HOSTS):
        yield (
            State.NOTICE,
            "Other computers reach the site over plain http.",
            ("If it is on the internet, put an https proxy in front of it and set CARROM_HTTPS=1."),
        )
    else:
        yield State.OK, "the site is for this machine alone"


def _redis() -> Found:
    url = os.environ.get("CARROM_CHANNEL_URL", "")
    if not url:
        more = settings.WORKERS > 1
        yield (
            (
                State.PROBLEM,
                "Several server processes cannot exchange messages without Redis.",
                "Set CARROM_CHANNEL_URL.",
            )
            if more
            else (State.OK, "one server process, no Redis needed")
        )
        return
    import redis

    try:
        with contextlib.closing(redis.Redis.from_url(url, socket_timeout=ANSWER_WITHIN_S)) as client:
            client.ping()
    except (redis.RedisError, OSError) as error:
        yield State.PROBLEM, f"Redis does not answer: {error}", "Start it, or correct CARROM_CHANNEL_URL."
    else:
        yield State.OK, "Redis answers"


def _connections() -> Found:
    """Whether what goes to other machines is encrypted, and asks for a password."""
    found = list(_open_connections())
    for what, host, advice in found:
        yield State.NOTICE, f"The connection to {what} at {host} is not encrypted, or has no password.", advice
    if not found:
        yield State.OK, "whatever goes to another machine is encrypted"


def _open_connections() -> Iterator[tuple[str, str, str]]:
    database, channel = connections[SITE].settings_dict, urlsplit(os.environ.get("CARROM_CHANNEL_URL", ""))
    safe = database["OPTIONS"].get("sslmode") in ("require", "verify-ca", "verify-full") and database["PASSWORD"]
    if not is_sqlite() and not _is_here(database["HOST"]) and not safe:
        yield "PostgreSQL", database["HOST"], "Add a password and ?sslmode=verify-full to CARROM_DATABASE_URL."
    if not _is_here(channel.hostname or "") and not (channel.scheme == "rediss" and channel.password):
        yield "Redis", str(channel.hostname), "Use rediss:// with a password in CARROM_CHANNEL_URL."
    if settings.OUTBOX_TRANSPORT.endswith("smtp.EmailBackend") and not _is_here(settings.EMAIL_HOST):
        if not (settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL):
            yield "the mail server", settings.EMAIL_HOST, "Use smtps:// in CARROM_EMAIL_URL."


def _is_here(host: str) -> bool:
    return host in ("", "localhost", "::1") or host.startswith(("127.", "/"))


def _mail() -> Found:
    yield _mail_server()
    if _has_tables():
        failed = OutboxEmail.objects.filter(status=OutboxEmail.Status.FAILED).count()
        late = OutboxEmail.objects.filter(
            status=OutboxEmail.Status.QUEUED, created_at__lt=timezone.now() - LATE_EMAIL
        ).count()
        if failed or late:
            yield (
                State.NOTICE,
                f"Emails failed: {failed}; waiting for over an hour: {late}.",
                "See: carrom emails",
            )


def _mail_server() -> tuple[State, str] | tuple[State, str, str]:
    if not settings.LETTERS_ARRIVE:
        return State.NOTICE, "Emails are written to files, so nobody receives them.", "Set CARROM_EMAIL_URL."
    if not settings.OUTBOX_TRANSPORT.endswith("smtp.EmailBackend"):
        return State.NOTICE, "Emails go to the terminal, so nobody receives them.", "Set CARROM_EMAIL_URL to smtp://..."
    where = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    server = smtplib.SMTP_SSL if settings.EMAIL_USE_SSL else smtplib.SMTP
    try:
        with server(settings.EMAIL_HOST, settings.EMAIL_PORT, timeout=ANSWER_WITHIN_S) as connection:
            if settings.EMAIL_USE_TLS:
                connection.starttls()
            if settings.EMAIL_HOST_USER:
                connection.login(settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD)
            connection.noop()
    except (TimeoutError, smtplib.SMTPException, OSError) as error:
        return State.PROBLEM, f"The mail server {where} refuses us: {error}", "Correct CARROM_EMAIL_URL."
    return State.OK, f"the mail server {where} accepts emails"


def _backups() -> Found:
    file = latest_backup()
    if file is None:
        yield State.NOTICE, "There is no backup in the data folder.", "Run regularly: carrom backup"
        return
    age = timedelta(seconds=max(0.0, time.time() - file.stat().st_mtime))
    if age > OLD_BACKUP:
        yield State.NOTICE, f"The latest backup is {age.days} days old: {file}", "Run regularly: carrom backup"
    else:
        yield State.OK, f"the latest is {file}, {age.total_seconds() / 3600:.0f} h old"


CHECKS: dict[str, Callable[[], Found]] = {
    "versions": _versions,
    "data folder": _folder,
    "disk": _disk,
    "database": _database,
    "clock": _clock,
    "keys": _keys,
    "https": _https,
    "redis": _redis,
    "connections": _connections,
    "e-mail": _mail,
    "backups": _backups,
}
