"""`/healthz` writes: a disk that is full and a database that is locked are not well, however well they read."""

import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from carrom_web.config import health
from carrom_web.config.models import Heartbeat


@pytest.fixture(autouse=True)
def no_earlier_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_last", None)


def ask() -> tuple[int, dict[str, Any]]:
    answer = Client(HTTP_HOST="127.0.0.1:8000").get("/healthz")
    return answer.status_code, answer.json()


@pytest.mark.django_db
def test_a_site_that_can_store_is_well_and_has_written():
    status, body = ask()

    assert (status, body["status"], body["database"], body["disk"]) == (200, "ok", "ok", "ok")
    assert Heartbeat.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_database_that_another_program_has_locked_is_not_well_and_is_again_afterwards(monkeypatch):
    monkeypatch.setattr(health, "WAIT_S", 0)
    connection.ensure_connection()
    other = sqlite3.connect(connection.settings_dict["NAME"])
    try:
        other.execute("BEGIN IMMEDIATE")
        status, body = ask()
    finally:
        other.close()

    assert (status, body["status"], body["database"], body["email"]) == (503, "database", "failed", None)
    monkeypatch.setattr(health, "_last", None)
    assert ask()[0] == 200
    with connection.cursor() as cursor:  # others wait as long for a lock as they did before
        assert cursor.execute("PRAGMA busy_timeout").fetchone() == (10_000,)


@pytest.mark.django_db
def test_a_data_folder_that_cannot_be_written_is_not_well(settings: Any, tmp_path: Path):
    settings.DATA = tmp_path / "gone"

    status, body = ask()

    assert (status, body["status"], body["disk"]) == (503, "disk", "full")


def test_a_disk_that_takes_no_more_bytes_is_full(tmp_path: Path):
    program = (
        "import resource, signal, sys; from pathlib import Path; import django; django.setup();"
        "from carrom_web.config import health; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "folder = Path(sys.argv[1]); print(health.disk_state(folder));"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)); print(health.disk_state(folder))"
    )
    done = subprocess.run([sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, check=True)

    assert done.stdout.split()[1] == "full"
    assert done.stdout.split()[0] in ("ok", "low")


@pytest.mark.django_db
def test_asking_many_times_a_second_gets_the_same_answer(django_assert_max_num_queries):
    ask()
    with django_assert_max_num_queries(3):  # what waits in the outbox alone
        assert ask()[0] == 200
