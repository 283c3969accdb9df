"""A site with several server processes, on a PostgreSQL that syncs and a Redis of its own."""

import contextlib
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.web import children, resident_mb
from tests.support.browser.live_server import own_environment
from tests.support.web.databases import PostgreSQL, Redis, free_port, postgresql_server, programs, redis

PATIENCE = 180.0  # seconds for a server to be ready, on a machine that may be busy
TICKS = os.sysconf("SC_CLK_TCK")
SET_UP = "import django; django.setup(); from carrom_web.config.setup import set_up; set_up()"


class Server:
    """One server process: started, killed, started again on the same port."""

    def __init__(self, environment: dict[str, str], log: Path) -> None:
        self.port, self.log, self._environment = free_port(), log, environment
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self._spent = 0.0  # by processes that were killed

    def start(self) -> None:
        """Start it and wait until it answers. Raises RuntimeError."""
        command = [sys.executable, "-m", "uvicorn", "carrom_web.config.asgi:application", "--port", str(self.port)]
        with self.log.open("ab") as out:
            self.process = subprocess.Popen(
                [*command, "--log-level", "warning", "--ws-per-message-deflate", "false", "--ws-max-size", "65536"],
                env=self._environment,
                stdout=out,
                stderr=out,
            )
        until = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"the server does not answer:\n{self.log.read_text()[-4000:]}")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether it is well."""
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """Kill it, so that it can tidy up nothing."""
        if self.process is not None:
            self._spent = self.cpu()
            self.process.kill()
            self.process.wait(timeout=60)
            self.process = None

    def cpu(self) -> float:
        """Seconds of processor that its processes have used so far."""
        return self._spent + (cpu_of(self.process.pid) if self.process is not None else 0.0)

    def memory(self) -> float:
        """Its resident memory and that of its children, in megabytes."""
        if self.process is None:
            return 0.0
        return resident_mb(self.process.pid) + sum(resident_mb(one) for one in children(self.process.pid))


class Site:
    """Servers of one site, with its database and its Redis."""

    def __init__(self, servers: list[Server], database: PostgreSQL, cache: Redis, environment: dict[str, str]) -> None:
        self.servers, self.database, self.redis, self.environment = servers, database, cache, environment

    def run(self, *command: str) -> str:
        """Run a module on the site's database, and give what it prints. Raises RuntimeError."""
        return run_module(self.environment, *command)


def run_module(environment: dict[str, str], *command: str) -> str:
    """Run a module of this checkout with an environment, and give what it prints. Raises RuntimeError."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).resolve().parent.parent,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout


def cannot_run() -> bool:
    """Whether PostgreSQL or Redis is missing here; then it says so."""
    missing = [] if programs() else ["PostgreSQL"]
    if not (shutil.which("redis-server") or shutil.which("valkey-server")):
        missing.append("Redis")
    if missing:
        print(f"several processes were not measured: {' and '.join(missing)} not on this machine", file=sys.stderr)
    return bool(missing)


@contextlib.contextmanager
def two_processes(
    count: int = 2, *, settings: Mapping[str, str] | None = None, started: bool = True, segment_mb: int = 16
) -> Iterator[Site]:
    """Start them all on new data; not `started`, the servers wait until somebody has stored more.

    `segment_mb` is the size of the files of PostgreSQL's log.
    """
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="carrom-bench-")))
        cache = stack.enter_context(redis(folder))
        database = stack.enter_context(postgresql_server(durable=True, segment_mb=segment_mb))
        environment = own_environment() | {
            "CARROM_DATA": str(folder / "data"),
            "CARROM_DATABASE_URL": database.url,
            "CARROM_CHANNEL_URL": cache.url,
            "DJANGO_SETTINGS_MODULE": "carrom_web.config.settings",
            "WEB_CONCURRENCY": "1",
            **(settings or {}),
        }
        subprocess.run([sys.executable, "-c", SET_UP], env=environment, check=True, capture_output=True)
        servers = [Server(environment, folder / f"server-{number}.log") for number in range(count)]
        try:
            for server in servers if started else ():
                server.start()
            yield Site(servers, database, cache, environment)
        finally:
            for server in servers:
                server.kill()


def cpu_of(process: int) -> float:
    """Seconds of processor that a process and its children have used."""
    total = 0
    for one in (process, *children(process)):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / TICKS
