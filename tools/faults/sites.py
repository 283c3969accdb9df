"""The sites that fail: one process with SQLite on a faulty disk; two with PostgreSQL and Redis."""

import contextlib
import os
import resource
import signal
import socket
import subprocess
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks._two_processes import Server, two_processes
from benchmarks.web import children, resident_mb, status_of
from tests.support.browser.live_server import LiveServer, own_environment, ready_of_run
from tests.support.web.databases import PostgreSQL, Redis
from tests.support.web.mail_server import silent_server
from tools.faults.disk import FaultyDisk
from tools.faults.writers import Place

ROOT = Path(__file__).resolve().parent.parent.parent
MOVABLE_CLOCK = ROOT / "tests" / "support" / "browser" / "movable_clock"
HANDSHAKE = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
)
LOCKER = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], timeout=30, isolation_level=None)
database.execute("PRAGMA synchronous=FULL")  # as the site has it: who closes it last writes all to its file
database.execute("BEGIN IMMEDIATE")
print("locked", flush=True)
sys.stdin.read()
database.execute("ROLLBACK")
database.close()
"""
ROOM = 3_000_000  # bytes that a process may still take when its memory is limited


class FailingSite(ABC):
    """A site as faults and writers need it. `environment` runs modules on its data; its database lies on `disk`."""

    def __init__(self, folder: Path, environment: dict[str, str], urls: Sequence[str], disk: FaultyDisk) -> None:
        self.place, self.environment, self.disk = Place(urls), environment, disk
        self.clock = folder / "clock"
        self.silent: list[socket.socket] = []  # pages that are open and never read

    @property
    @abstractmethod
    def pids(self) -> list[int]:
        """The server processes that run."""

    @abstractmethod
    def kill(self, number: int) -> None:
        """Kill a server process."""

    @abstractmethod
    def start(self, number: int) -> None:
        """Start it again, and wait until it answers."""

    @abstractmethod
    def start_what_ended(self) -> None:
        """Start what ended by itself, as whatever runs the site does."""

    @abstractmethod
    def cut_power(self) -> None:
        """Everything ends at once, and what was not synced is gone; then all of it starts again."""

    @property
    def memory(self) -> float:
        """The resident memory of all server processes, in megabytes."""
        return sum(resident_mb(pid) for pid in self.pids)

    def kill_workers(self) -> int:
        """Kill the processes in which computers think; give how many there were."""
        workers = [child for pid in self.pids for child in children(pid)]
        for worker in workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        return len(workers)

    def move_clock(self, seconds: float) -> None:
        """Set by how much the site's clock is wrong."""
        draft = self.clock.with_suffix(".draft")
        draft.write_text(str(seconds))
        draft.replace(self.clock)

    @contextlib.contextmanager
    def little_memory(self) -> Iterator[None]:
        """Let server processes take hardly any more memory."""
        limited = {pid: resource.prlimit(pid, resource.RLIMIT_DATA) for pid in self.pids}
        for pid, (_soft, hard) in limited.items():
            used = int(status_of(pid).get("VmData", "0 kB").split()[0]) * 1024
            resource.prlimit(pid, resource.RLIMIT_DATA, (used + ROOM, hard))
        try:
            yield
        finally:
            for pid, before in limited.items():
                with contextlib.suppress(ProcessLookupError):
                    resource.prlimit(pid, resource.RLIMIT_DATA, before)

    def open_silently(self, match_id: str) -> None:
        """Open the page of a match that never reads what comes."""
        url = self.place.url(len(self.silent))
        host, _, port = url.removeprefix("http://").partition(":")
        with contextlib.suppress(OSError):
            page = socket.socket()
            page.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            page.connect((host, int(port)))
            head = [
                f"GET /ws/matches/{match_id}/ HTTP/1.1",
                f"Host: {host}:{port}",
                f"Origin: {url}",
                *HANDSHAKE,
                "",
                "",
            ]
            page.sendall("\r\n".join(head).encode())
            self.silent.append(page)


class OneProcess(FailingSite):
    """One process with SQLite, on a disk with faults."""

    def __init__(self, folder: Path, live: LiveServer, disk: FaultyDisk, environment: dict[str, str]) -> None:
        super().__init__(folder, environment, [live.url], disk)
        self.live = live

    @property
    def pids(self) -> list[int]:
        """The one."""
        process = self.live.process
        return [process.pid] if process is not None and process.poll() is None else []

    def kill(self, number: int) -> None:
        """Kill it."""
        self.live.end()

    def start(self, number: int) -> None:
        """Start it again."""
        self.live.start()

    def start_what_ended(self) -> None:
        """Start it, if it ended."""
        if not self.pids:
            self.live.start()

    def cut_power(self) -> None:
        """The one process and its database's files."""
        self.live.end()
        self.disk.lose_what_was_not_synced()
        self.live.start()

    @contextlib.contextmanager
    def lock_database(self) -> Iterator[None]:
        """Another program on this disk writes to the database, and does not come to an end."""
        other = subprocess.Popen(
            [sys.executable, "-c", LOCKER, self.live.data / "carrom.sqlite3"],
            env={**os.environ, **self.disk.environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        try:
            assert other.stdout is not None  # noqa: S101  # it is a pipe
            other.stdout.readline()
            yield
        finally:
            other.communicate(timeout=60)


class TwoProcesses(FailingSite):
    """Two processes with PostgreSQL and Redis."""

    def __init__(
        self,
        folder: Path,
        servers: Sequence[Server],
        database: PostgreSQL,
        cache: Redis,
        environment: dict[str, str],
        disk: FaultyDisk,
    ) -> None:
        super().__init__(folder, environment, [server.url for server in servers], disk)
        self.servers, self.database, self.redis = servers, database, cache

    @property
    def pids(self) -> list[int]:
        """Those that run."""
        return [one.process.pid for one in self.servers if one.process is not None and one.process.poll() is None]

    def kill(self, number: int) -> None:
        """Kill one of them."""
        self.servers[number % len(self.servers)].kill()

    def start(self, number: int) -> None:
        """Start it again."""
        self.servers[number % len(self.servers)].start()

    def start_what_ended(self) -> None:
        """Start those that ended by themselves, the database first."""
        self.database.start_what_ended()
        for server in self.servers:
            if server.process is not None and server.process.poll() is not None:
                server.start()

    def cut_power(self) -> None:
        """Both processes, Redis, and PostgreSQL with its files."""
        for server in self.servers:
            server.kill()
        self.redis.kill()
        self.database.kill()
        self.disk.lose_all_that_was_not_synced()
        (self.database.folder / "postmaster.pid").unlink(missing_ok=True)  # of a process that is gone
        self.database.start()
        self.redis.start()
        for server in self.servers:
            server.start()


@contextlib.contextmanager
def one_process(folder: Path) -> Iterator[OneProcess]:
    """Start it on new data. Emails go to a server that never says a word, and payments by card to another."""
    clock = folder / "clock"
    clock.write_text("0")
    with silent_server() as (mail, _held), silent_server() as (stripe, _payers):
        settings = _settings(clock, mail, stripe)
        live = LiveServer(folder, ready=ready_of_run())
        disk = FaultyDisk(live.data, folder / "disk")
        live.set_environment(settings | disk.environment)
        site = OneProcess(folder, live, disk, own_environment() | {"CARROM_DATA": str(live.data)})
        yield site
        live.end()


@contextlib.contextmanager
def two_servers(folder: Path) -> Iterator[TwoProcesses]:
    """Start PostgreSQL on a faulty disk and Redis, on new data; the servers start with `start`.

    The files of PostgreSQL's log are small: what is synced is copied, and a file is copied whole.
    """
    clock = folder / "clock"
    clock.write_text("0")
    with contextlib.ExitStack() as stack:
        (mail, _held), (stripe, _payers) = (stack.enter_context(silent_server()) for _each in range(2))
        settings = _settings(clock, mail, stripe)
        site = stack.enter_context(two_processes(settings=settings, started=False, segment_mb=1))
        environment = {name: value for name, value in site.environment.items() if name not in settings}
        database = site.database
        database.stop()
        disk = FaultyDisk(database.folder, database.folder.parent / "disk", owner=database.owner)
        disk.begin()
        database.environment |= disk.environment
        database.start()
        yield TwoProcesses(folder, site.servers, database, site.redis, environment, disk)


def _settings(clock: Path, mail: int, stripe: int) -> dict[str, str]:
    return {
        "CARROM_STRIPE_URL": f"http://127.0.0.1:{stripe}",
        "CARROM_EMAIL_URL": f"smtp://127.0.0.1:{mail}",
        "CARROM_TEST_CLOCK": str(clock),
        "PYTHONPATH": str(MOVABLE_CLOCK),
    }
