"""The file of a backup: a zip archive with a manifest, and one text of rows for each table.

    manifest.json            format, version of carrom, when, migrations, and of each table its columns, rows and digest
    rows/<app>.<model>.jsonl one row for each line, as a list of values in the order of the manifest's columns, by
    primary key keys/secret-key          only where it was asked for

A row holds what Django's fields say of themselves, so that a backup of SQLite can be restored into PostgreSQL and the
other way round. Anybody can read it with a zip program and a text editor.
"""

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from carrom_web.operations.errors import BackupError, BadBackupError

FORMAT = "carrom-backup"
FORMAT_VERSION = 2  # 1 had no numbers
MANIFEST = "manifest.json"
SECRET_KEY = "keys/secret-key"  # noqa: S105  # a name
LONGEST_MANIFEST = 10_000_000

Row = list[Any]


@dataclass(frozen=True, slots=True)
class Table:
    """One table: a model's label (`matches.match`), its columns, how many rows, and the SHA-256 of their text."""

    label: str
    columns: list[str]
    rows: int
    digest: str

    @property
    def member(self) -> str:
        """The name of its text in the archive."""
        return f"rows/{self.label}.jsonl"


@dataclass(frozen=True, slots=True)
class Manifest:
    """The content of a backup."""

    carrom: str  # the version that wrote it
    made_at: str  # ISO 8601, in UTC
    database: str  # sqlite, postgresql
    migrations: list[tuple[str, str]]  # applied when it was made: app and name
    tables: list[Table] = field(default_factory=list)
    has_keys: bool = False
    numbers: dict[str, int] = field(default_factory=dict)  # the last number given to a row, by the table's label
    format: str = FORMAT
    format_version: int = FORMAT_VERSION

    @property
    def rows(self) -> int:
        """How many rows all tables have together."""
        return sum(table.rows for table in self.tables)


class Writer:
    """Writes an archive's tables one after another; the manifest comes last."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self.tables: list[Table] = []

    def add_table(self, label: str, columns: list[str], rows: Iterable[Row]) -> None:
        """Write one table, row by row: a table may be larger than the memory."""
        digest, count = hashlib.sha256(), 0
        with self._archive.open(f"rows/{label}.jsonl", "w", force_zip64=True) as member:
            for row in rows:
                line = json.dumps(row, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"
                digest.update(line)
                member.write(line)
                count += 1
        self.tables.append(Table(label, columns, count, digest.hexdigest()))

    def add_secret_key(self, key: str) -> None:
        """Add the key that signs cookies."""
        self._archive.writestr(SECRET_KEY, key)

    def finish(self, manifest: Manifest) -> None:
        """Write the manifest."""
        self._archive.writestr(MANIFEST, json.dumps(asdict(manifest), indent=1))


@contextmanager
def writing(file: Path) -> Iterator[Writer]:
    """Write a new archive; it stands under its name when it is whole and on the disk, and not before.

    Raises:
        BackupError: the file exists already, or cannot be written.
    """
    if file.exists():
        raise BackupError("exists", file=file)
    draft = file.with_name(f"{file.name}.draft")
    try:
        with os.fdopen(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as stream:
            with zipfile.ZipFile(stream, "w", compression=zipfile.ZIP_DEFLATED) as archive:
                yield Writer(archive)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(draft, file)
    except OSError as error:
        raise BackupError("write", file=file, cause=error.strerror or error) from None
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)


class Reader:
    """Reads an archive whose manifest was read already."""

    def __init__(self, archive: zipfile.ZipFile, manifest: Manifest) -> None:
        self._archive = archive
        self.manifest = manifest

    def verify(self) -> None:
        """Read everything once. Raises BadBackupError: a table is missing, or is not what was written."""
        for table in self.manifest.tables:
            digest, count = hashlib.sha256(), 0
            for line in self._lines(table):
                digest.update(line)
                count += 1
            if (digest.hexdigest(), count) != (table.digest, table.rows):
                raise BadBackupError("damaged", member=table.member)
        if self.manifest.has_keys:
            self.secret_key()

    def rows(self, table: Table) -> Iterator[Row]:
        """Give a table's rows. Raises BadBackupError: one is not what was written."""
        for number, line in enumerate(self._lines(table), start=1):
            try:
                row = json.loads(line)
            except ValueError as error:
                raise BadBackupError("row", row=number, table=table.label, cause=error) from None
            if not isinstance(row, list) or len(row) != len(table.columns):
                raise BadBackupError("row", row=number, table=table.label, cause=f"{len(table.columns)} columns")
            yield row

    def secret_key(self) -> str:
        """Return the key that signs cookies. Raises BadBackupError: it is missing or damaged."""
        try:
            return self._archive.read(SECRET_KEY).decode("ascii")
        except KeyError:
            raise BadBackupError("missing", member=SECRET_KEY) from None
        except (OSError, ValueError, zipfile.BadZipFile, zlib.error):
            raise BadBackupError("damaged", member=SECRET_KEY) from None

    def _lines(self, table: Table) -> Iterator[bytes]:
        try:
            with self._archive.open(table.member) as member:
                yield from member
        except KeyError:
            raise BadBackupError("missing", member=table.member) from None
        except (OSError, EOFError, zipfile.BadZipFile, zlib.error):
            raise BadBackupError("damaged", member=table.member) from None


@contextmanager
def reading(file: Path) -> Iterator[Reader]:
    """Open an archive and read its manifest.

    Raises:
        BadBackupError: it cannot be read, or `carrom backup` did not write it.
    """
    try:
        archive = zipfile.ZipFile(file)
    except OSError as error:
        raise BadBackupError("no-file", file=file, cause=error.strerror or error) from None
    except zipfile.BadZipFile:
        raise BadBackupError("no-backup", file=file) from None
    with archive:
        yield Reader(archive, _manifest(archive, file))


def _manifest(archive: zipfile.ZipFile, file: Path) -> Manifest:
    try:
        if archive.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
            raise BadBackupError("no-backup", file=file)
        values = json.loads(archive.read(MANIFEST))
        if values["format"] != FORMAT:
            raise BadBackupError("no-backup", file=file)
        if values["format_version"] > FORMAT_VERSION:
            raise BadBackupError("newer", version=values["carrom"])
        tables = [Table(**table) for table in values.pop("tables")]
        migrations = [(app, name) for app, name in values.pop("migrations")]
        return Manifest(**values, tables=tables, migrations=migrations)
    except (KeyError, TypeError, ValueError, OSError, zipfile.BadZipFile, zlib.error) as error:
        if isinstance(error, BadBackupError):
            raise
        raise BadBackupError("no-backup", file=file) from None
