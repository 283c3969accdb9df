"""A site that a test works on by the command line alone."""

import json
import os
import sqlite3
import subprocess
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

from carrom_web.operations.archive import MANIFEST
from tests.support.web.forked import run_command


class Site:
    """A data folder with a database, and the command line on it."""

    def __init__(self, folder: Path, url: str = "") -> None:
        self.folder = folder
        self.url = url

    def carrom(self, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Run one command to its end."""
        environment = dict(os.environ, CARROM_DATA=str(self.folder), CARROM_DATABASE_URL=self.url)
        return run_command([*map(str, arguments)], environment)

    def does(self, *arguments: object) -> str:
        """Run one command that must succeed; give what it prints."""
        done = self.carrom(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refuses(self, *arguments: object) -> tuple[str, str]:
        """Run one command that must be refused; give code and sentence."""
        done = self.carrom(*arguments)
        assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr
        _error, code, sentence = done.stderr.strip().splitlines()[-1].split(": ", 2)
        return code, sentence

    def sql(self, statement: str) -> list[Any]:
        """Run one statement on the database file itself."""
        with closing(sqlite3.connect(self.database)) as database, database:
            return database.execute(statement).fetchall()

    @property
    def secret_key(self) -> str:
        """What signs its cookies."""
        return (self.folder / "secret-key").read_text(encoding="ascii")

    @property
    def database(self) -> Path:
        """The database file of a site on SQLite."""
        return self.folder / "carrom.sqlite3"


def tables_of(file: Path) -> dict[str, list[Any]]:
    """Every row of every table in a backup."""
    with zipfile.ZipFile(file) as archive:
        tables = json.loads(archive.read(MANIFEST))["tables"]
        return {
            table["label"]: [json.loads(line) for line in archive.read(f"rows/{table['label']}.jsonl").splitlines()]
            for table in tables
        }
