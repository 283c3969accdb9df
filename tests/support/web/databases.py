"""A PostgreSQL and a Redis of one's own for a test: started in a folder, on a free port, and stopped afterwards."""

import glob
import json
import os
import pwd
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

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


@contextmanager
def postgresql() -> Iterator[str]:
    """Start a server without durability and give the address of its database; skip, with the reason, without one.

    Its folder is its own: pytest closes those that it makes to the server's user, at the start of every other run too.
    """
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
        data, port = Path(name), free_port()
        if prefix:
            shutil.chown(data, "postgres", "postgres")
        run = [*prefix, str(bins / "initdb"), "-D", str(data / "db"), "-A", "trust", "-U", "postgres", "--no-sync"]
        subprocess.run(run, check=True, capture_output=True, cwd="/")
        options = f"-p {port} -k {data} -c listen_addresses=127.0.0.1 -c fsync=off"
        control = [*prefix, str(bins / "pg_ctl"), "-D", str(data / "db"), "-w", "-l", str(data / "log")]
        subprocess.run([*control, "-o", options, "start"], check=True, capture_output=True, cwd="/")
        try:
            yield f"postgresql://postgres@127.0.0.1:{port}/postgres"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], check=True, capture_output=True, cwd="/")


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
