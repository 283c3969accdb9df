"""`carrom backup`, `restore` and `upgrade`: real commands on real databases, a damaged file, a failing migration."""

import hashlib
import json
import re
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

import psycopg
import pytest

from carrom_web.operations import restore
from carrom_web.operations.archive import MANIFEST
from carrom_web.operations.connections import other_connections
from carrom_web.operations.errors import BadBackupError
from tests.support.web.command_site import Site, tables_of
from tests.support.web.databases import postgresql, run_on
from tests.support.web.filled_site import copy_of_filled


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site with a club that has one of everything; tests only read it."""
    return Site(copy_of_filled(tmp_path_factory.mktemp("filled") / "data"))


@pytest.fixture
def copy(filled: Site, tmp_path: Path) -> Site:
    """The same in a folder of its own, to change."""
    return Site(Path(shutil.copytree(filled.folder, tmp_path / "copy")))


def schema_of(site: Site) -> dict[str, Any]:
    """The tables of a site's database file with their columns, the indexes and what must be unique, each by name."""
    with closing(sqlite3.connect(site.database)) as database:  # one connection: each reads all tables first

        def sql(statement: str) -> list[Any]:
            return database.execute(statement).fetchall()

        tables = [name for (name,) in sql("SELECT name FROM sqlite_master WHERE type = 'table'")]
        columns = {name: {row[1:] for row in sql(f"PRAGMA table_info({name})")} for name in tables}
        keys = {name: {row[2:] for row in sql(f"PRAGMA foreign_key_list({name})")} for name in tables}
        indexes = {
            (table, unique, origin, tuple(row[2] for row in sql(f"PRAGMA index_info({name})")))
            for table in tables
            for _number, name, unique, origin, _partial in sql(f"PRAGMA index_list({table})")
        }
        checks = {
            (name, tuple(sorted(re.findall(r'CONSTRAINT "\w+" [^"]*', declared))))
            for name, declared in sql("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
        }
    return {"columns": columns, "keys": keys, "indexes": indexes, "checks": checks}


def names_of_players(file: Path) -> list[str]:
    """The names in a backup, in the order of the rows."""
    with zipfile.ZipFile(file) as archive:
        (table,) = (t for t in json.loads(archive.read(MANIFEST))["tables"] if t["label"] == "people.player")
    return [row[table["columns"].index("name")] for row in tables_of(file)["people.player"]]


def migrations_of(file: Path) -> list[list[str]]:
    """The migrations that the data of a backup had, which tell its version."""
    with zipfile.ZipFile(file) as archive:
        return sorted(json.loads(archive.read(MANIFEST))["migrations"])


def fingerprint(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_a_backup_restored_elsewhere_is_the_same_row_by_row_and_goes_on(filled: Site, tmp_path: Path):
    other = Site(tmp_path / "other")

    printed = other.does("restore", filled.folder / "site.zip")
    other.does("backup", tmp_path / "again.zip")

    assert other.secret_key != filled.secret_key
    before, after = tables_of(filled.folder / "site.zip"), tables_of(tmp_path / "again.zip")
    assert before == after
    assert sum(map(len, before.values())) > 500 and printed.startswith("Restored ")
    assert len(before["matches.match"]) >= 2 and before["matches.entry"] and before["people.player"]
    assert json.loads(other.does("doctor", "--json"))[3] == {
        "about": "database",
        "state": "ok",
        "text": "SQLite answers, can be written and is undamaged",
        "advice": "",
    }


def test_the_tables_of_a_new_site_are_those_that_its_migrations_leave_one_by_one(filled: Site, tmp_path: Path):
    migrated = Site(tmp_path)
    run_on("", "migrate_one_by_one", tmp_path)

    assert schema_of(filled) == schema_of(migrated)
    rows = "SELECT app, name FROM django_migrations ORDER BY app, name"
    assert filled.sql(rows) == migrated.sql(rows)


def test_a_backup_goes_from_sqlite_to_postgresql_and_back_without_a_difference(copy: Site, tmp_path: Path):
    """No new row gets the number of a deleted one either; and the keys travel with it where they are asked for."""
    numbered = "SELECT seq FROM sqlite_sequence WHERE name = 'clubs_member'"
    ((last,),) = copy.sql("SELECT max(id) FROM clubs_member")
    copy.sql(f"DELETE FROM clubs_member WHERE id = {last}")
    copy.does("backup", "--keys", tmp_path / "sqlite.zip")
    with postgresql() as url:
        server = Site(tmp_path / "server", url)
        server.does("restore", "--keys", tmp_path / "sqlite.zip")
        assert server.secret_key == copy.secret_key
        server.does("backup", tmp_path / "server.zip")
        with psycopg.connect(url) as other:
            other.execute("CREATE TABLE somebody_elses (id int)")
            other.commit()
            code, sentence = server.refuses("restore", "--replace", tmp_path / "server.zip")
            assert code == "restore" and "1 other connection" in sentence
            with psycopg.connect(url) as alone:
                assert other_connections(alone.cursor(), pause=lambda seconds: (other.close(), sleep(seconds))) == 0
        run_on(url, "store_event_and_matches", server.folder)  # new rows take new numbers
        assert "Backup of the earlier data: " in server.does("restore", "--replace", tmp_path / "server.zip")
        with psycopg.connect(url) as other:
            assert other.execute("SELECT count(*) FROM somebody_elses").fetchone() == (0,)
            new = other.execute("SELECT nextval(pg_get_serial_sequence('clubs_member', 'id'))").fetchone()
        assert new == (last + 1,)
        server.does("backup", tmp_path / "replaced.zip")
    home = Site(tmp_path / "home")
    home.does("restore", tmp_path / "replaced.zip")
    assert home.sql(numbered) == [(last + 1,)] and home.sql("SELECT max(id) FROM clubs_member") < [(last,)]
    home.does("backup", tmp_path / "home.zip")

    start = tables_of(tmp_path / "sqlite.zip")
    for name in ("server.zip", "replaced.zip", "home.zip"):
        assert tables_of(tmp_path / name) == start, name


def test_verifying_reads_a_backup_of_the_first_format_changes_nothing_and_leaves_nothing_behind(
    filled: Site, tmp_path: Path
):
    def first(text: bytes) -> str:
        return json.dumps({**{k: v for k, v in json.loads(text).items() if k != "numbers"}, "format_version": 1})

    file = tmp_path / "first.zip"
    file.write_bytes(_with(MANIFEST, first)((filled.folder / "site.zip").read_bytes(), tmp_path))
    before = {path: fingerprint(path) for path in filled.folder.glob("*") if path.is_file() and path.suffix != ".log"}

    printed = filled.does("restore", "--verify", file)

    assert "is undamaged: " in printed
    assert {path: fingerprint(path) for path in before} == before


def test_the_keys_travel_only_when_asked_for(filled: Site, tmp_path: Path):
    filled.does("backup", tmp_path / "without.zip")
    other = Site(tmp_path / "other")

    assert other.refuses("restore", "--keys", tmp_path / "without.zip")[0] == "restore"

    assert filled.secret_key.encode() not in (tmp_path / "without.zip").read_bytes()
    assert (tmp_path / "without.zip").stat().st_mode & 0o077 == 0


def test_data_is_never_replaced_without_being_asked_and_is_backed_up_first(copy: Site):
    file = copy.folder / "site.zip"
    copy.sql("UPDATE people_player SET name = 'Somebody Else'")
    changed = fingerprint(copy.database)

    code, sentence = copy.refuses("restore", file)
    assert code == "restore" and "--replace" in sentence
    assert fingerprint(copy.database) == changed

    printed = copy.does("restore", "--replace", file)

    before = Path(printed.split("Backup of the earlier data: ")[1].strip())
    assert sorted(name for (name,) in copy.sql("SELECT name FROM people_player")) == sorted(names_of_players(file))
    assert set(names_of_players(before)) == {"Somebody Else"} != set(names_of_players(file))


def test_a_backup_of_a_site_where_others_write_holds_one_moment_of_it(copy: Site):
    """Each change is of two rows in one transaction: no backup sees one of them without the other."""
    writer = subprocess.Popen([sys.executable, "-c", WRITER, copy.database], stdout=subprocess.PIPE)
    try:
        assert writer.stdout is not None and writer.stdout.readline() == b"writing\n"
        for number in range(2):
            copy.does("backup", copy.folder / f"{number}.zip")
        assert writer.poll() is None
    finally:
        writer.kill()
        writer.wait()

    moments = []
    for number in range(2):
        names = names_of_players(copy.folder / f"{number}.zip")[:2]
        assert names[0] == names[1], names
        moments.append(int(names[0]))
    assert moments == sorted(set(moments))  # the writer went on all the time


WRITER = """
import itertools, sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=30)
first, second = (row[0] for row in database.execute("SELECT id FROM people_player ORDER BY id LIMIT 2"))
for number in itertools.count(1):
    database.execute("BEGIN IMMEDIATE")
    for player in (first, second):
        database.execute("UPDATE people_player SET name = ? WHERE id = ?", (str(number), player))
    database.execute("COMMIT")
    if number == 1:
        print("writing", flush=True)
"""


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _with(member: str, change: Any) -> Any:
    """Write an archive again with one member changed, or without it where the change gives nothing."""

    def again(data: bytes, tmp: Path) -> bytes:
        source, target = tmp / "source.zip", tmp / "target.zip"
        source.write_bytes(data)
        with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
            for name in old.namelist():
                content = change(old.read(name)) if name == member else old.read(name)
                if content is not None:
                    new.writestr(name, content)
        return target.read_bytes()

    return again


def _manifest(**values: Any) -> Any:
    return _with(MANIFEST, lambda text: json.dumps({**json.loads(text), **values}))


def _first_table_without_a_column(text: bytes) -> str:
    manifest = json.loads(text)
    table = next(table for table in manifest["tables"] if table["label"] == "people.player")
    table["columns"] = table["columns"][:-1]
    return json.dumps(manifest)


DAMAGE: dict[str, Any] = {
    "cut off": lambda data, _tmp: _cut(data),
    "a text": lambda _data, _tmp: b"name,born\n",
    "another zip": _with(MANIFEST, lambda _text: None),
    "a manifest of nothing": _with(MANIFEST, lambda _text: b"[]"),
    "another format": _manifest(format="other"),
    "a newer format": _manifest(format_version=99),
    "a newer site": _manifest(migrations=[["matches", "0999_later"]]),
    "a table is missing": _with("rows/people.player.jsonl", lambda _text: None),
    "a row is missing": _with("rows/people.player.jsonl", lambda text: text.split(b"\n", 1)[1]),
    "a letter differs": _with("rows/people.player.jsonl", lambda text: text.replace(b"a", b"b", 1)),
    "other columns": _with(MANIFEST, _first_table_without_a_column),
}


@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(DAMAGE.keys() - {"other columns"}))  # which the next test has
def test_a_file_that_is_damaged_or_of_another_kind_is_refused(name: str, filled: Site, tmp_path: Path, settings: Any):
    settings.MIGRATION_MODULES = {}  # pytest-django puts the models' tables in the place of migrations
    file = tmp_path / "broken.zip"
    file.write_bytes(DAMAGE[name]((filled.folder / "site.zip").read_bytes(), tmp_path))

    with pytest.raises(BadBackupError) as refused:
        restore.verify(file)
    with pytest.raises(BadBackupError):
        restore.restore(file, replace=True)

    assert ("newer" in refused.value.message_id) == ("newer" in name)


def test_where_a_backup_is_refused_the_site_stays_as_it_is(filled: Site, tmp_path: Path):
    file = tmp_path / "broken.zip"
    file.write_bytes(DAMAGE["other columns"]((filled.folder / "site.zip").read_bytes(), tmp_path))
    before = fingerprint(filled.database)

    assert filled.refuses("restore", "--replace", file)[0] == "bad-backup"

    assert fingerprint(filled.database) == before
    assert not list(filled.folder.glob("*.restored*"))


def test_a_backup_needs_a_site_and_overwrites_no_file(filled: Site, tmp_path: Path):
    assert Site(tmp_path / "empty").refuses("backup")[0] == "backup"
    file = tmp_path / "mine.zip"
    file.write_text("a letter")

    assert filled.refuses("backup", file) == (
        "backup",
        f"{file} already exists. Choose another name, or delete it first.",
    )
    assert file.read_text() == "a letter"
    assert filled.refuses("restore", tmp_path / "nowhere.zip")[0] == "bad-backup"


def test_a_database_that_another_program_holds_is_not_replaced(copy: Site):
    before = copy.sql("SELECT id, name FROM people_player")
    with closing(sqlite3.connect(copy.database)) as other:
        other.execute("BEGIN IMMEDIATE")
        code, sentence = copy.refuses("restore", "--replace", copy.folder / "site.zip")

    assert code == "restore" and "locked" in sentence
    assert copy.sql("SELECT id, name FROM people_player") == before


def test_a_running_server_is_not_restored_under(copy: Site):
    import fcntl

    with (copy.folder / "server.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert copy.refuses("restore", "--replace", copy.folder / "site.zip")[0] == "already-running"


# A change of the database that comes with a new version; `last` may make it fail after it has changed something.
MIGRATION = """
from django.db import migrations, models

def work(apps, schema_editor):
    apps.get_model("clubs", "Club").objects.update(name="Renamed")
    {last}

class Migration(migrations.Migration):
    dependencies = [("clubs", "{newest}")]
    operations = [
        migrations.AddField("club", "motto", models.CharField(max_length=40, default="Strike!")),
        migrations.RunPython(work),
    ]
"""


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give the site a migration more, as a newer version would."""

    def add(last: str) -> None:
        package = tmp_path / "code" / "newer_clubs"
        package.mkdir(parents=True)
        original = Path(__file__).parents[2] / "src/carrom_web/clubs/migrations"
        for file in original.glob("*.py"):
            shutil.copy(file, package)
        newest = max(file.stem for file in package.glob("0*.py"))
        (package / "9999_motto.py").write_text(MIGRATION.format(last=last, newest=newest))
        (tmp_path / "code" / "newer_settings.py").write_text(
            'from carrom_web.config.settings import *\nMIGRATION_MODULES = {"clubs": "newer_clubs"}\n'
        )
        monkeypatch.setenv("PYTHONPATH", str(tmp_path / "code"))
        monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "newer_settings")

    return add


def test_an_upgrade_backs_up_first_and_an_old_backup_restores_into_the_newer_site(copy: Site, newer: Any):
    old = fingerprint(copy.folder / "site.zip")
    newer("pass")
    numbered = "SELECT seq FROM sqlite_sequence WHERE name = 'clubs_club'"
    copy.sql("UPDATE sqlite_sequence SET seq = 77 WHERE name = 'clubs_club'")  # as if later ones were deleted

    printed = copy.does("upgrade")

    before = Path(printed.split("Backup of the earlier data: ")[1].strip())
    assert tables_of(before) == tables_of(copy.folder / "site.zip")
    assert migrations_of(before) == migrations_of(copy.folder / "site.zip")  # it is one of the version before
    assert copy.sql("SELECT DISTINCT name, motto FROM clubs_club") == [("Renamed", "Strike!")]
    assert copy.sql(numbered) == [(77,)]
    copy.does("restore", "--replace", before)  # an old backup is brought to the newer version
    assert copy.sql(numbered) == [(77,)]
    assert copy.sql("SELECT DISTINCT motto FROM clubs_club") == [("Strike!",)]
    assert fingerprint(copy.folder / "site.zip") == old


def test_a_failed_upgrade_leaves_the_data_as_it_was(copy: Site, newer: Any):
    newer("raise ValueError('no')")

    code, sentence = copy.refuses("upgrade")

    assert code == "upgrade" and "before-upgrade" in sentence
    assert ("Renamed",) not in copy.sql("SELECT name FROM clubs_club")
    assert "motto" not in [row[1] for row in copy.sql("PRAGMA table_info(clubs_club)")]
