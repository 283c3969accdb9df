"""What `python -m tools.faults` stands on: a disk that fails and loses what was not synced, and the checker's eye."""

import os
import sqlite3
import subprocess
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tools.faults.disk import FaultyDisk
from tools.faults.history import faults_of
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
