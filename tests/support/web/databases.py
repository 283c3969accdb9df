"""A PostgreSQL and a Redis of one's own for a test: started in a folder, on a free port, and stopped afterwards."""

import contextlib
import glob
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

import psycopg
import pytest

from tests.support.web.forked import run_module

CI = os.environ.get("CI") == "true"


def not_tested(sentence: str) -> NoReturn:
    """Skip and say why; where CI=true that is a failure."""
    if CI:
        pytest.fail(sentence)
    pytest.skip(sentence)


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def programs() -> Path | None:
    """The folder of PostgreSQL's programs: in the path, or where Debian puts them."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    return Path(folders[-1]).parent if folders else None


class PostgreSQL:
    """A PostgreSQL in a folder of its own: started, killed, started again on the same port.

    It acknowledges before anything is on the disk, unless it is `durable`. Its folder is its own: pytest closes those
    that it makes to the server's user, at the start of every other run too. `environment` is what it gets beside this
    process's, from its next start on; `owner` the user that it runs as, if it is another.
    """

    def __init__(self, data: Path, *, bins: Path, prefix: Sequence[str], durable: bool, segment_mb: int = 16) -> None:
        self.port, self._data, self._prefix, self._durable = free_port(), data, prefix, durable
        self.folder, self.owner, self.environment = data / "db", "postgres" if prefix else "", dict[str, str]()
        self.url = f"postgresql://postgres@127.0.0.1:{self.port}/postgres"
        if prefix:
            shutil.chown(data, "postgres", "postgres")
        run = [*prefix, str(bins / "initdb"), "-D", str(data / "db"), "-A", "trust", "-U", "postgres", "--no-sync"]
        run.append(f"--wal-segsize={segment_mb}")
        subprocess.run(run, check=True, capture_output=True, cwd="/")
        self._control = [*prefix, str(bins / "pg_ctl"), "-D", str(data / "db"), "-w", "-l", str(data / "log")]

    def start(self) -> None:
        """Start it and wait until it answers, also after a crash."""
        options = f"-p {self.port} -k {self._data} -c listen_addresses=127.0.0.1"
        options += "" if self._durable else " -c fsync=off"
        started = {**os.environ, **self.environment}
        if self.process is None:  # else one that was killed counts until its parent takes note
            for lock in (self.folder / "postmaster.pid", self._data / f".s.PGSQL.{self.port}.lock"):
                lock.unlink(missing_ok=True)
        subprocess.run([*self._control, "-o", options, "start"], check=True, capture_output=True, cwd="/", env=started)

    def start_what_ended(self) -> None:
        """Start it if it ended by itself, as it does where it cannot write; wait until it takes questions."""
        until = time.monotonic() + 60
        while True:
            if self.process is None:
                self.start()
            with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.url, connect_timeout=5):
                return
            assert time.monotonic() < until, "PostgreSQL takes no questions"
            time.sleep(0.1)

    def stop(self) -> None:
        """Stop it without a checkpoint, if it runs."""
        if self.process is not None:
            subprocess.run([*self._control, "-m", "immediate", "stop"], check=True, capture_output=True, cwd="/")

    def kill(self) -> None:
        """Kill it with all its processes, so that none can tidy up; return when they are gone."""
        main = self.process
        assert main is not None, "PostgreSQL does not run"
        processes = [main, *children_of(main)]
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        until = time.monotonic() + 60
        while any(map(_runs, processes)):
            assert time.monotonic() < until, "PostgreSQL does not end"
            time.sleep(0.02)

    @property
    def process(self) -> int | None:
        """The id of its first process; None where none runs."""
        file = self._data / "db" / "postmaster.pid"
        pid = int(file.read_text().split()[0]) if file.exists() else 0
        return pid if pid and _runs(pid) else None


def _runs(process: int) -> bool:
    """Whether a process is there and has not ended; one that ended may wait for its parent to take note."""
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def children_of(process: int) -> list[int]:
    """The ids of the processes that a process has started."""
    folder = Path(f"/proc/{process}/task/{process}/children")
    return [int(one) for one in folder.read_text().split()] if folder.exists() else []


@contextmanager
def postgresql_server(*, durable: bool = False, segment_mb: int = 16) -> Iterator[PostgreSQL]:
    """Start a PostgreSQL, whose log has files of `segment_mb` megabytes; skip, with the reason, without one."""
    bins = programs()
    if bins is None:
        not_tested("PostgreSQL is not on this machine (Debian: apt install postgresql), so it was NOT tested")
    prefix: list[str] = []
    if os.geteuid() == 0:  # it refuses to run as root
        runuser = shutil.which("runuser", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
        if "postgres" not in {user.pw_name for user in pwd.getpwall()} or not runuser:
            not_tested("PostgreSQL does not run as root, and there is no user postgres or no runuser: NOT tested")
        prefix = [runuser, "-u", "postgres", "--"]
    with TemporaryDirectory(prefix="carrom-postgresql-", ignore_cleanup_errors=True) as name:
        server = PostgreSQL(Path(name), bins=bins, prefix=prefix, durable=durable, segment_mb=segment_mb)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def postgresql() -> Iterator[str]:
    """Start a PostgreSQL without durability and give the address of its database; skip, with the reason, without."""
    with postgresql_server() as server:
        yield server.url


def run_on(url: str, program: str, folder: Path) -> dict[str, Any]:
    """Run a module of this package on a database, without one on SQLite, and give the JSON that it prints."""
    environment = dict(os.environ, CARROM_DATA=str(folder), CARROM_DATABASE_URL=url, CARROM_EMAIL_URL="console:")
    done = run_module(f"tests.support.web.{program}", environment)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


class Redis:
    """A Redis that keeps nothing: started, killed, started again on the same port."""

    def __init__(self, program: str, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._command = [program, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(folder)]
        self._command += ["--save", "", "--appendonly", "no"]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 20
        while True:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1) as to:
                    to.sendall(b"PING\r\n")
                    if to.recv(16).startswith(b"+PONG"):
                        return
            except OSError:
                pass
            assert self._process.poll() is None, "Redis ended at its start"
            assert time.monotonic() < until, "Redis does not answer"
            time.sleep(0.02)

    @property
    def process(self) -> int | None:
        """The id of its process; None where none runs."""
        return self._process.pid if self._process is not None else None

    def kill(self) -> None:
        """Kill it, so that it says goodbye to nobody."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(timeout=60)
            self._process = None


@contextmanager
def redis(folder: Path) -> Iterator[Redis]:
    """Start a Redis; skip, with the reason, without one."""
    program = shutil.which("redis-server") or shutil.which("valkey-server")
    if program is None:
        not_tested("Redis is not on this machine (Debian: apt install redis-server), so it was NOT tested")
    server = Redis(program, folder)
    try:
        server.start()
        yield server
    finally:
        server.kill()
