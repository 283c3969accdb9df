"""PostgreSQL, started for this test: two writers of one log, and servers of which one runs what is due."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.web.databases import postgresql, run_on

STALE = {
    "contest": "stale-contest",
    "match league": "stale-competition",
    "solo season": "changed-since",
    "championship": "stale-competition",
    "rating list": "stale-competition",
}
SERVERS = 3


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgresql() as url:
        yield url


def test_of_two_writers_at_one_version_one_is_stored_the_other_refused_and_nothing_is_lost_or_doubled(
    database: str, tmp_path: Path
):
    found = run_on(database, "append_concurrently", tmp_path)

    assert found["vendor"] == "postgresql"
    assert found["logs"] == {
        kind: {
            "answers": [f"{code} and stored" if code < "stored" else f"stored and {code}"],
            "acts": True,
            "numbered": True,
            "audited": 40,
            "versions": 40,
            "folded": True,
        }
        for kind, code in STALE.items()
    }


def test_of_several_servers_one_runs_what_is_due_once_and_another_takes_over(database: str, tmp_path: Path):
    environment = dict(os.environ, CARROM_DATA=str(tmp_path), CARROM_DATABASE_URL=database)
    file = tmp_path / "runs"
    file.touch()
    command = [sys.executable, "-m", "tests.support.web.run_scheduler", str(file), str(SERVERS)]
    parent = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    servers = [int(pid) for pid in parent.stdout.readline().split()]
    assert len(servers) == SERVERS

    def runs(name: str = "often") -> list[int]:
        return [int(line.split()[1]) for line in file.read_text().splitlines() if line.startswith(name)]

    try:
        _until(lambda: len(runs()) >= 20)
        assert len(runs("hourly")) == 1
        [first] = set(runs())
        assert [first] == runs("hourly")

        servers.remove(first)
        _end(first, signal.SIGKILL)
        _until(lambda: len(set(runs())) > 1 and runs().count(runs()[-1]) >= 20)
        first_again, second = _in_turn(runs())
        assert first_again == first

        servers.remove(second)
        _end(second, signal.SIGTERM)
        _until(lambda: len(set(runs())) > 2 and runs().count(runs()[-1]) >= 20)
        assert _in_turn(runs()) == [first, second, *servers]
    finally:
        for server in servers:
            _end(server, signal.SIGKILL)
        parent.communicate(timeout=60)


def _in_turn(runs: list[int]) -> list[int]:
    """Who ran, without repetition; somebody stands here twice who ran again after another had."""
    return [pid for before, pid in zip([0, *runs], runs, strict=False) if pid != before]


def _end(server: int, by: signal.Signals) -> None:
    os.kill(server, by)
    _until(lambda: not Path(f"/proc/{server}").exists())


def _until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 90
    while not is_so():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.05)
