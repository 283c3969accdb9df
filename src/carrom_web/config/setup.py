"""Bring database and static files up to date, each only when something changed since the last start."""

import hashlib
import os
from collections.abc import Callable, Iterable
from pathlib import Path

import allauth
import django
from django.conf import settings
from django.core.management import call_command


def set_up() -> None:
    """Make the tables and collect the static files, if they are not as this version of the code wants them.

    A stamp is written after the work is done; a killed set-up is done again.
    """
    database = settings.DATABASES["default"]
    migrations = _PACKAGE.glob("*/migrations/*.py")
    if database["ENGINE"].endswith("sqlite3"):
        stamp = _stamp(migrations, Path(database["NAME"]))
        _unless_stamped("migrate", stamp, _migrate, there=Path(database["NAME"]))
    else:
        _migrate()  # another machine may have changed that database
    static = (file for file in (_PACKAGE / "static").rglob("*") if file.is_file())
    stamp = _stamp(static, settings.STATIC_ROOT)
    _unless_stamped("static", stamp, _collect, there=settings.STATIC_ROOT / "staticfiles.json")
    call_command("clearsessions")  # those that have expired


_PACKAGE: Path = settings.PACKAGE


def _migrate() -> None:
    call_command("migrate", interactive=False, verbosity=0)
    call_command("createcachetable", verbosity=0)


def _collect() -> None:
    call_command("collectstatic", interactive=False, verbosity=0, clear=Path(settings.STATIC_ROOT).exists())


def _stamp(files: Iterable[Path], place: Path) -> str:
    """A digest of the files' names, sizes and times: reading their contents at every start would take too long.

    What lies in the data folder is named from there: the folder may be moved or copied.
    """
    data = Path(settings.DATA)
    place = place.relative_to(data) if place.is_relative_to(data) else place
    digest = hashlib.sha256(f"{django.get_version()} {allauth.__version__} {settings.INSTALLED_APPS} {place}".encode())
    for file in sorted(files):
        state = file.stat()
        digest.update(f"{file.relative_to(_PACKAGE)} {state.st_size} {state.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _unless_stamped(name: str, stamp: str, work: Callable[[], None], *, there: Path) -> None:
    file = Path(settings.DATA) / f"{name}.stamp"
    if there.exists() and file.is_file() and file.read_text(encoding="ascii") == stamp:
        return
    file.unlink(missing_ok=True)
    work()
    draft = file.with_suffix(".draft")
    draft.write_text(stamp, encoding="ascii")
    os.replace(draft, file)
