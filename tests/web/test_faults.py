"""A short run of `python -m tools.faults`, and what it stands on: a disk that loses what was not synced, a checker."""

import os
import sqlite3
import subprocess
import sys
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.support.web.databases import postgresql_server
from tools.faults.disk import FaultyDisk
from tools.faults.history import faults_of
from tools.faults.kinds import WITH_SQLITE
from tools.faults.run import Sizes, run
from tools.faults.sites import one_process
from tools.faults.writers import History

WRITER = """
import os, sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("PRAGMA journal_mode=WAL")
database.execute(f"PRAGMA synchronous={sys.argv[2]}")
database.execute("CREATE TABLE IF NOT EXISTS t (x)")
for number in range(20):
    database.execute("INSERT INTO t VALUES (?)", (number,))
    database.commit()
    print(number, flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.fixture
def disk(tmp_path: Path) -> FaultyDisk:
    (tmp_path / "data").mkdir()
    faulty = FaultyDisk(tmp_path / "data", tmp_path / "disk")
    faulty.begin()
    return faulty


def write_on(disk: FaultyDisk, synchronous: str) -> subprocess.CompletedProcess[str]:
    """Commit twenty rows, each of which is reported, and be killed."""
    command = [sys.executable, "-c", WRITER, disk.data / "carrom.sqlite3", synchronous]
    return subprocess.run(command, env={**os.environ, **disk.environment}, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("synchronous", "remaining"), [("FULL", 20), ("OFF", 0)])
def test_a_power_cut_takes_what_was_not_synced_and_nothing_else(disk: FaultyDisk, synchronous: str, remaining: int):
    written = write_on(disk, synchronous)
    assert written.stdout.split()[-1] == "19", written.stderr

    disk.lose_what_was_not_synced()

    database = sqlite3.connect(disk.data / "carrom.sqlite3")
    has_table = database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    assert (database.execute("SELECT count(*) FROM t").fetchone()[0] if has_table else 0) == remaining


@pytest.mark.parametrize(("how", "error"), [("full", "database or disk is full"), ("read-only", "disk I/O error")])
def test_a_disk_that_takes_nothing_acknowledges_nothing(disk: FaultyDisk, how: str, error: str):
    with disk.fails(how):
        written = write_on(disk, "FULL")

    assert written.stdout == "" and error in written.stderr
    assert write_on(disk, "FULL").stdout.split()[-1] == "19"


@pytest.mark.slow
def test_a_power_cut_takes_from_postgresql_what_was_not_synced_and_nothing_else():
    with postgresql_server(durable=True, segment_mb=1) as server:
        server.stop()
        disk = FaultyDisk(server.folder, server.folder.parent / "disk", owner=server.owner)
        disk.begin()
        server.environment |= disk.environment
        server.start()
        with psycopg.connect(server.url, autocommit=True) as database:
            database.execute("CREATE TABLE t (x int)")
            for number in range(20):
                database.execute("INSERT INTO t VALUES (%s)", (number,))
            database.execute("SET synchronous_commit = off")
            database.execute("INSERT INTO t VALUES (20)")
            server.kill()

        disk.lose_all_that_was_not_synced()

        (server.folder / "postmaster.pid").unlink(missing_ok=True)
        server.start()
        with psycopg.connect(server.url) as database:
            assert database.execute("SELECT count(*), max(x) FROM t").fetchone() == (20, 19)


@pytest.mark.slow
def test_a_site_that_fails_while_people_write_to_it_loses_and_doubles_nothing(tmp_path: Path):
    sizes = Sizes(writes=6, seconds=240, quiet=(0.5, 1.0), matches=1, sheets=1, registering=1, paying=1, results=1)
    kinds = {"power_cut": WITH_SQLITE["power_cut"]}

    with one_process(tmp_path) as site:
        outcome = run(site, kinds, replace(sizes, by_card=0, computers=False), seed=11)

    assert outcome.wrong == []
    assert outcome.history.count >= 6 and outcome.faults["power_cut"]


AFTER: dict[str, Any] = {
    "entries": {"match": [[0, "head"], [1, "one"], [2, "two"]]},
    "registrations": [[1, "Asha"], [2, "Meera"]],
    "payments": [[1, "first"], [2, "unanswered"]],
    "results": {"1.1": 3},
    "stands": {"1.1": True},
    "log": [1, 2, 3],
    "orders": [],
}


def acknowledged() -> History:
    history = History(registrations={"Asha", "Meera"}, payments={"first"}, last={"1.1": True})
    history.strokes.numbers["match"] = {"one": 1, "two": 2}
    history.results["1.1"], history.unclear["unanswered"] = 2, 1
    return history


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("entries", {"match": [[0, "head"], [1, "one"]]}, "entry two of match: stored 0 times"),
        ("entries", {"match": [[0, "head"], [1, "two"], [2, "one"]]}, "stored under 2, acknowledged under 1"),
        ("entries", {"match": [[0, "head"], [1, "one"], [3, "two"]]}, "have a gap"),
        ("entries", {"match": [[0, "head"], [1, "one"], [2, "two"], [3, "two"]]}, "entry two of match: stored 2 times"),
        ("registrations", [[1, "Asha"]], "registration Meera: acknowledged and not stored"),
        ("registrations", [[1, "Asha"], [2, "Meera"], [3, "Asha"]], "registration Asha: stored 2 times"),
        ("registrations", [[1, "Asha"], [3, "Meera"]], "registrations: numbers [1, 3]"),
        ("payments", [[1, "unanswered"]], "payment first: acknowledged and not stored"),
        ("payments", [[1, "first"], [2, "first"]], "payment first: stored 2 times"),
        ("payments", [[1, "first"], [2, "another"]], "payment another: stored, and nobody sent it"),
        ("results", {"1.1": 2}, "result 1.1: written 1 times, acknowledged 2"),
        ("results", {"1.1": 4}, "result 1.1: written 3 times, acknowledged 2"),
        ("stands", {"1.1": False}, "result 1.1: stands False"),
        ("log", [1, 2, 4], "the draw's log"),
        ("orders", ["7"], "order 7: open twice"),
    ],
)
def test_the_checker_finds_what_is_lost_doubled_or_otherwise_than_was_acknowledged(key: str, value: Any, says: str):
    before = {"results": {"1.1": 1}}
    assert faults_of(acknowledged(), before, AFTER) == []
    stored = deepcopy(AFTER)
    stored[key] = value

    assert says in " ".join(faults_of(acknowledged(), before, stored))
