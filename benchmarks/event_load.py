"""An event with 2,000 spectators: from a reported result to the new page on the last of their phones."""

import asyncio
import gzip
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from benchmarks._guests import TOKEN
from benchmarks.web import resident_mb
from carrom.cli.benchmarks.figures import Figure, percentile
from tests.support.browser.live_server import LiveServer

SPECTATORS = 2000
ENTRIES = 64
RESULTS = 20
APART = 1.5  # seconds between two results
AT_ONCE = 50  # sockets that are opened, pages that are fetched, at the same time
PATIENCE = 20.0  # seconds for a result to reach everybody
SHOULD_BE = 1.0  # s: "updated within a second"


@dataclass
class Audience:
    """Sockets that show one page, and when each of them had it again."""

    site: str
    path: str
    sockets: list[ClientConnection] = field(default_factory=list)
    arrived: list[float] = field(default_factory=list)
    errors: int = 0
    bytes_of_a_frame: int = 0

    async def come(self, count: int) -> None:
        """Open the sockets as pages do."""
        slug = self.path.split("/")[2]
        shows = urllib.parse.quote(self.path, safe="")
        address = self.site.replace("http", "ws", 1) + f"/ws/events/{slug}/?shows={shows}"
        places = asyncio.Semaphore(AT_ONCE)

        async def come_in() -> None:
            async with places:
                try:
                    socket = await connect(
                        address,
                        origin=Origin(self.site),
                        compression=None,
                        open_timeout=60,
                        ping_interval=None,
                    )
                except OSError:
                    self.errors += 1
                    return
            self.sockets.append(socket)

        await asyncio.gather(*(come_in() for _ in range(count)))

    async def listen(self) -> None:
        """Note every page that comes, until all are gone."""
        await asyncio.gather(*(self._listen(socket) for socket in self.sockets))

    async def leave(self) -> None:
        """Close every socket."""
        await asyncio.gather(*(socket.close() for socket in self.sockets))

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for frame in socket:
                self.arrived.append(time.time())
                self.bytes_of_a_frame = len(frame)
                if not isinstance(frame, bytes) or b'id="main"' not in gzip.decompress(frame):
                    self.errors += 1
        except ConnectionClosed:
            self.errors += 1

    async def fetch(self) -> list[float]:
        """Everybody opens the page, without a connection to come back on; how long each waited."""
        parts = urllib.parse.urlsplit(self.site)
        asked = f"GET {self.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nConnection: close\r\n\r\n".encode()
        places = asyncio.Semaphore(AT_ONCE)

        async def fetch_one() -> float:
            async with places:
                started = time.perf_counter()
                reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
                writer.write(asked)
                answer = await reader.read(-1)
                writer.close()
                if not answer.startswith(b"HTTP/1.1 200") or b"</html>" not in answer[-200:]:
                    self.errors += 1
                return time.perf_counter() - started

        return await asyncio.gather(*(fetch_one() for _ in range(len(self.sockets))))


class Organiser:
    """Who reports the results, with the cookies of their browser."""

    def __init__(self, site: str, path: str, cookie: dict[str, str]) -> None:
        self.url = site + path
        self.cookie = "; ".join(f"{name}={value}" for name, value in cookie.items())
        with urllib.request.urlopen(urllib.request.Request(self.url, headers={"Cookie": self.cookie})) as answer:
            self.token = TOKEN.search(answer.read().decode())[1]  # type: ignore[index]
            self.cookie += "; " + answer.headers["Set-Cookie"].split(";")[0]

    def tell(self, fixture: str) -> tuple[float, float]:
        """Report a result; gives when the button was pressed and when the answer came."""
        values = {"csrfmiddlewaretoken": self.token, "do": "boards", "fixture": fixture, "boards": "5-0 0-3 8-0"}
        request = urllib.request.Request(
            self.url, data=urllib.parse.urlencode(values).encode(), headers={"Cookie": self.cookie}
        )
        pressed = time.time()
        opener = urllib.request.build_opener(_Stay)
        with opener.open(request, timeout=30) as answer:
            if answer.status != 303:
                raise RuntimeError(f"the result was refused: {answer.status}")
        return pressed, time.time()


class _Stay(urllib.request.HTTPRedirectHandler):
    def http_error_303(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        return fp


def measure() -> Iterator[Figure]:
    """An event of 64, drawn; 2,000 look at its draw while the first round's results are reported."""
    allow_many_sockets()
    with tempfile.TemporaryDirectory(prefix="carrom-bench-") as folder:
        live = LiveServer(Path(folder))
        made = drawn_event(live.data)
        try:
            live.start()
            yield from followed(live, made)
        finally:
            live.stop()


def drawn_event(data: Path) -> dict[str, Any]:
    """The event, stored before the server starts."""
    run = [sys.executable, "-m", "benchmarks._drawn_event", str(ENTRIES)]
    root = Path(__file__).resolve().parent.parent
    done = subprocess.run(
        run, env=dict(os.environ, CARROM_DATA=str(data)), capture_output=True, text=True, check=False, cwd=root
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def followed(live: LiveServer, made: dict[str, Any]) -> Iterator[Figure]:
    """Everybody comes, everybody opens the page, then the results."""
    assert live.process is not None
    process = live.process.pid
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    audience = Audience(live.url, made["page"])
    empty = resident_mb(process)
    started = time.perf_counter()
    asyncio.run_coroutine_threadsafe(audience.come(SPECTATORS), loop).result(300)
    came = time.perf_counter() - started
    yield Figure(name="2,000 sockets are open after", value=came, unit="s", note=f"{AT_ONCE} at a time")
    started = time.perf_counter()
    waited = asyncio.run_coroutine_threadsafe(audience.fetch(), loop).result(600)
    fetched = time.perf_counter() - started
    rate = len(waited) / fetched
    yield Figure(name="the page is fetched", value=rate, unit="1/s", better="more", note=f"by all, {AT_ONCE} at a time")
    yield Figure(name="... p99", value=percentile(waited, 0.99), unit="s")
    listening = asyncio.run_coroutine_threadsafe(audience.listen(), loop)
    organiser = Organiser(live.url, made["page"], made["cookie"])
    before = -1
    while before != len(audience.arrived):  # who came is sent the page as it is; only what follows a result counts
        before = len(audience.arrived)
        time.sleep(1.0)
    last: list[float] = []
    median: list[float] = []
    answered: list[float] = []
    lost, cpu = 0, cpu_seconds(process)
    for fixture in made["fixtures"][:RESULTS]:
        audience.arrived.clear()
        pressed, done = organiser.tell(fixture)
        until = time.time() + PATIENCE
        while len(audience.arrived) < len(audience.sockets) and time.time() < until:
            time.sleep(0.01)
        arrived = sorted(audience.arrived)
        lost += len(audience.sockets) - len(arrived)
        answered.append(done - pressed)
        median.append(percentile(arrived, 0.5) - pressed)
        last.append(arrived[-1] - pressed)
        time.sleep(max(0.0, pressed + APART - time.time()))
    spent = (cpu_seconds(process) - cpu) / len(last)
    size = f"{audience.bytes_of_a_frame / 1000:.1f} kB each"
    note = f"{len(last)} results, {len(audience.sockets)} look at the draw, {size}"
    yield Figure(name="result reported to the organiser's answer, median", value=percentile(answered, 0.5), unit="s")
    yield Figure(name="... to the new page on half of the phones, median", value=percentile(median, 0.5), unit="s")
    yield Figure(
        name="... to the new page on the last phone, median",
        value=percentile(last, 0.5),
        unit="s",
        should_be=SHOULD_BE,
        note=note,
    )
    yield Figure(name="... the slowest of all", value=max(last), unit="s", should_be=SHOULD_BE)
    yield Figure(name="... pages that never came, and errors", value=lost + audience.errors, unit="", should_be=0)
    yield Figure(name="server's CPU time a result", value=spent, unit="s")
    yield Figure(name="server's memory before anybody came", value=empty, unit="MB")
    yield Figure(name="... with everybody there", value=resident_mb(process), unit="MB")
    asyncio.run_coroutine_threadsafe(audience.leave(), loop).result(60)
    listening.result(60)
    loop.call_soon_threadsafe(loop.stop)


def allow_many_sockets() -> None:
    """As many open files as this user may have: a socket is one, here and in the server that is started."""
    if sys.platform == "win32":
        return
    import resource

    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def cpu_seconds(process: int) -> float:
    """What a process has computed so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
