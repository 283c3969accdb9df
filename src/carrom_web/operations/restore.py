"""`carrom restore`: restore a site's data from a backup, or only check that this is possible.

Nothing is half restored. For SQLite a new database file is made, filled, compared with the backup row by row, and then
takes the old one's name; PostgreSQL does the same within one transaction.
"""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connections, transaction

from carrom_web.config.setup import make_tables
from carrom_web.operations import backup, tables
from carrom_web.operations.archive import Manifest, Reader, reading
from carrom_web.operations.connections import (
    SITE,
    is_damaged,
    is_missing,
    is_sqlite,
    new_file,
    other_connections,
    site_alone,
)
from carrom_web.operations.errors import BadBackupError, RestoreError


def verify(file: Path) -> Manifest:
    """Read a backup, restore it into a database beside the site's, compare each row, and throw that database away.

    Raises:
        BadBackupError: it is damaged, or from a version that cannot be read.
        RestoreError: what was stored is not what the backup has.
    """
    with _readable(file) as archive, tempfile.TemporaryDirectory(prefix="carrom-restore-") as folder:
        _fill_file(archive, Path(folder) / "database.sqlite3")
        return archive.manifest


def restore(file: Path, *, replace: bool = False, with_keys: bool = False) -> tuple[Manifest, Path | None]:
    """Put a backup in the place of the site's data; no server may run meanwhile.

    Returns what was restored, and where the data that it replaced was backed up, if there was any. A damaged database
    cannot be: its file is put aside as it is: more of it may be saved.

    Raises:
        BadBackupError: it is damaged, or from a version that cannot be read.
        RestoreError: the site holds data and `replace` was not said, servers run, or there are no keys in the file.
        BackupError: the data that is there could not be backed up first.
    """
    with _readable(file) as archive:
        if with_keys and not archive.manifest.has_keys:
            raise RestoreError("no-keys")
        damaged = is_damaged()
        filled = [_file().name] if damaged else _filled_tables()
        if filled and not replace:
            raise RestoreError("not-empty", what=", ".join(filled[:5]))
        before = None
        if damaged:
            before = _put_aside()
        elif filled:
            before = backup.default_file("before-restore")
            backup.back_up(before, with_keys=True)
        put_in_place(archive)
        if with_keys:
            _write_secret_key(archive.secret_key())
        return archive.manifest, before


def put_in_place(archive: Reader, *, is_upgraded: bool = True) -> None:
    """Replace the site's data by an archive's, wholly or not at all, and bring it to this version of carrom.

    Raises:
        BadBackupError: a row cannot be read.
        RestoreError: it cannot be stored, or servers run.
    """
    connections[SITE].close()
    if is_sqlite():
        _replace_file(archive, is_upgraded=is_upgraded)
    else:
        _replace_in_postgresql(archive, is_upgraded=is_upgraded)
    (Path(settings.DATA) / "migrate.stamp").unlink(missing_ok=True)  # the next start looks at the tables again


@contextmanager
def _readable(file: Path) -> Iterator[Reader]:
    with reading(file) as archive:
        if tables.unknown_migrations(archive.manifest.migrations):
            raise BadBackupError("newer", version=archive.manifest.carrom)
        archive.verify()
        yield archive


def _filled_tables() -> list[str]:
    if is_missing():
        return []
    return tables.filled_tables(SITE)


def _file() -> Path:
    return Path(connections[SITE].settings_dict["NAME"])


def _put_aside() -> Path:
    """Copy a damaged database file and its journal to the backups; return the copy."""
    aside = backup.default_file("damaged").with_suffix(".sqlite3")
    with _failing_plainly():
        for ending in ("", "-wal"):
            if (file := Path(f"{_file()}{ending}")).exists():
                shutil.copyfile(file, f"{aside}{ending}")
                Path(f"{aside}{ending}").chmod(0o600)
    return aside


def _replace_file(archive: Reader, *, is_upgraded: bool) -> None:
    place = _file()
    draft = place.with_name(f"{place.name}.restored")
    try:
        draft.unlink(missing_ok=True)
        _fill_file(archive, draft, is_upgraded=is_upgraded)
        draft.chmod(0o600)
        with _failing_plainly():
            if place.exists():
                _empty_its_journal(place)
            os.replace(draft, place)
    finally:
        draft.unlink(missing_ok=True)


def _empty_its_journal(place: Path) -> None:
    """Write an old database's journal into it, so that the new one of its name does not take it for its own.

    That of a damaged one goes: it was put aside.
    """
    if not is_damaged():
        with connections[SITE].cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.execute("PRAGMA journal_mode=DELETE")
        connections[SITE].close()
    for ending in ("-wal", "-shm"):
        Path(f"{place}{ending}").unlink(missing_ok=True)


def _fill_file(archive: Reader, file: Path, *, is_upgraded: bool = True) -> None:
    with new_file(file) as alias, _failing_plainly():
        make_tables(alias, archive.manifest.migrations)
        with transaction.atomic(using=alias):
            _fill(archive, alias)
        _finish(alias, archive.manifest, is_upgraded=is_upgraded)


def _replace_in_postgresql(archive: Reader, *, is_upgraded: bool) -> None:
    with site_alone() as alias, _failing_plainly(), transaction.atomic(using=alias):
        with connections[alias].cursor() as cursor:
            if (others := other_connections(cursor)) > 0:
                raise RestoreError("in-use", count=others)
        _drop_tables(alias)
        make_tables(alias, archive.manifest.migrations)
        _check_constraints(alias, "DEFERRED")  # a migration may have set some to be checked at once
        _fill(archive, alias)
        _check_constraints(alias, "IMMEDIATE")  # tables with checks that are still open cannot be altered
        _check_constraints(alias, "DEFERRED")
        _finish(alias, archive.manifest, is_upgraded=is_upgraded)


def _check_constraints(alias: str, when: str) -> None:
    with connections[alias].cursor() as cursor:
        cursor.execute(f"SET CONSTRAINTS ALL {when}")


def _finish(alias: str, manifest: Manifest, *, is_upgraded: bool) -> None:
    if is_upgraded:
        call_command("migrate", database=alias, interactive=False, verbosity=0)
        tables.continue_numbers_of_site(alias, manifest.numbers)
    call_command("createcachetable", database=alias, verbosity=0)


def _drop_tables(alias: str) -> None:
    """Drop the site's tables and no others that somebody may have in the same database."""
    connection = connections[alias]
    ours = {model._meta.db_table for model in tables.stored_models(alias, tables.applied_migrations(alias))}
    ours |= {"django_migrations", str(settings.CACHES["default"]["LOCATION"])}
    with connection.cursor() as cursor:
        for table in sorted(ours & set(connection.introspection.table_names(cursor))):
            cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")


def _fill(archive: Reader, alias: str) -> None:
    """Store each row, then read all of them again and compare."""
    found = {model._meta.label_lower: model for model in tables.stored_models(alias, archive.manifest.migrations)}
    for table in archive.manifest.tables:
        if table.label not in found:
            raise BadBackupError("fields", table=table.label, version=archive.manifest.carrom)
        tables.write_rows(found[table.label], alias, table, archive.rows(table), archive.manifest)
    tables.reset_sequences(alias, list(found.values()))
    tables.continue_numbers(alias, list(found.values()), archive.manifest.numbers)
    for table in archive.manifest.tables:
        tables.compare_rows(found[table.label], alias, archive.rows(table))


@contextmanager
def _failing_plainly() -> Iterator[None]:
    try:
        yield
    except (DatabaseError, OSError) as error:
        raise RestoreError("cause", cause=str(error).strip()) from error


def _write_secret_key(key: str) -> None:
    file = Path(settings.DATA) / "secret-key"
    with tempfile.NamedTemporaryFile(  # its mode is 0600
        "w", dir=file.parent, prefix="secret-key-", encoding="ascii", delete=False
    ) as draft:
        draft.write(key)
        draft.flush()
        os.fsync(draft.fileno())
    with suppress(OSError):
        os.replace(draft.name, file)
