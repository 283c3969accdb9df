"""`carrom backup`: the whole site in one file, while it runs."""

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connections

from carrom import __version__
from carrom_web.operations import tables
from carrom_web.operations.archive import Manifest, writing
from carrom_web.operations.connections import is_missing, snapshot
from carrom_web.operations.errors import BackupError

FOLDER = "backups"


def default_file(reason: str = "carrom") -> Path:
    """Return the path of a backup without a name: in the data folder, named by the time."""
    folder = Path(settings.DATA) / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder / f"{reason}-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.zip"


def back_up(file: Path, *, with_keys: bool = False) -> Manifest:
    """Write all rows of the site as they stand at one moment; concurrent writers do not wait.

    Without the keys a restored site makes a new secret key: everybody signs in again, and guests lose their seats.

    Raises:
        BackupError: there is no database, a newer carrom made it, or the file cannot be written.
    """
    if is_missing():
        raise BackupError("no-database", folder=settings.DATA)
    try:
        with snapshot() as alias, writing(file) as archive:
            migrations = tables.applied_migrations(alias)
            if not migrations:
                raise BackupError("no-database", folder=settings.DATA)
            if tables.unknown_migrations(migrations):
                raise BackupError("newer")
            models = tables.stored_models(alias, migrations)
            for model in models:
                archive.add_table(model._meta.label_lower, tables.columns(model), tables.read_rows(model, alias))
            if with_keys:
                archive.add_secret_key(settings.SECRET_KEY)
            manifest = Manifest(
                carrom=__version__,
                made_at=datetime.now(UTC).isoformat(timespec="seconds"),
                database=connections[alias].vendor,
                migrations=migrations,
                tables=archive.tables,
                has_keys=with_keys,
                numbers=tables.last_numbers(alias, models),
            )
            archive.finish(manifest)
    except DatabaseError as error:
        raise BackupError("cause", cause=str(error).strip()) from error
    return manifest


def latest_backup() -> Path | None:
    """The newest backup in the data folder."""
    found: list[Path] = []
    with suppress(OSError):
        found = sorted((Path(settings.DATA) / FOLDER).glob("*.zip"), key=lambda file: file.stat().st_mtime)
    return found[-1] if found else None
