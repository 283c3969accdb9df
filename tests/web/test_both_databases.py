"""SQLite and PostgreSQL, each started for this test: many at once, and a whole event that gives the same on both."""

import contextlib
from pathlib import Path
from typing import Any

import pytest

from tests.support.web.databases import postgresql, run_on

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="module")
def reported_by(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What `register_concurrently` tells of a database: run once on each."""
    known: dict[str, dict[str, Any]] = {}

    def reported(database: str) -> dict[str, Any]:
        if database not in known:
            known[database] = _run("register_concurrently", database, tmp_path_factory.mktemp(database))
        return known[database]

    return reported


def _run(program: str, database: str, folder: Path) -> dict[str, Any]:
    with contextlib.ExitStack() as stack:
        url = stack.enter_context(postgresql()) if database == "postgresql" else ""
        return run_on(url, program, folder)


@pytest.mark.parametrize("database", DATABASES)
def test_of_many_at_once_for_the_last_20_places_none_is_sold_twice_and_nobody_is_lost(database, reported_by):
    reported = reported_by(database)

    assert reported["vendor"] == database
    assert reported["failures"] == []
    assert reported["standings"]["confirmed"] == reported["taken"] == 20
    assert reported["standings"]["withdrawn"] == 5
    assert sum(reported["standings"].values()) == reported["people"] >= 60
    assert reported["seen"] == reported["people"] - 5
    assert reported["numbers"]


def test_a_whole_event_gives_the_same_entries_ledger_draws_standings_and_files_on_both(reported_by):
    one, other = (reported_by(database)["event"] for database in DATABASES)

    assert one.keys() == other.keys()
    for part in one:
        assert one[part] == other[part], part
    assert all(balance == 0 for balance, _form in one["open"])
    assert len(one["standings"]) == 2 and len(one["event"]) > 5000


@pytest.mark.parametrize("database", DATABASES)
def test_invitations_emails_and_the_health_check_hold_when_many_write_concurrently(database, tmp_path: Path):
    found = _run("write_concurrently", database, tmp_path)

    assert found["vendor"] == database
    assert found["join"] == {
        "umpire": {"members": 1, "joined": 1, "used": 11},
        "player": {"members": 5, "joined": 5, "used": 7},
    }
    assert found["deliver"] == {"received": 60, "recipients": 60}
    assert found["health"] == {"locked": "failed", "gave_up": True, "afterwards": "ok"}


@pytest.mark.parametrize("database", DATABASES)
def test_days_off_that_begin_or_end_while_the_other_side_plays_move_the_clock_that_then_waits(
    database: str, tmp_path: Path
):
    found = _run("days_off_concurrently", database, tmp_path)

    assert found == {
        "vendor": database,
        "rounds": found["rounds"],
        "right": {"begins": found["rounds"], "begins and ends": found["rounds"]},
    }
