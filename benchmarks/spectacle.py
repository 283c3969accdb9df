"""A match on a real board: from the umpire's Record to the change on every page that shows it."""

import asyncio
import json
import os
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from benchmarks._guests import Guest
from carrom.cli.benchmarks.figures import Figure, percentile
from tests.support.browser.live_server import LiveServer
from tools.checks import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

T = TypeVar("T")
STROKES = 30
FOLLOWERS = 50  # sockets beside the pages
SHOULD_BE = 1000.0  # ms
PATIENCE = 10_000.0  # ms
APART = 320.0  # ms: a second tap on a key within 300 is the same one
PAGES = {"live page": "", "large view": "screen/", "overlay": "overlay/"}
NOTE_CHANGES = """() => {
  window.seen = {};
  new MutationObserver(() => {
    window.seen[document.body.dataset.version] ??= performance.timeOrigin + performance.now();
  }).observe(document.body, { attributes: true, attributeFilter: ['data-version'] });
}"""
RECORD = """() => {
  const at = performance.timeOrigin + performance.now();
  document.getElementById('record').click();
  return at;
}"""


class Followers:
    """Sockets that follow one match, and when each of them heard of an entry (seconds since 1970)."""

    def __init__(self, site: str, match_path: str, *, count: int) -> None:
        self.arrived: defaultdict[int, list[float]] = defaultdict(list)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        opened = [self._run(Guest(site).open_socket(match_path)) for _ in range(count)]
        self._sockets = [future.result(30) for future in opened]
        self._listening = [self._run(self._listen(socket)) for socket in self._sockets]

    def close(self) -> None:
        """Leave."""
        for future in [self._run(socket.close()) for socket in self._sockets]:
            future.result(10)
        for listening in self._listening:
            listening.result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    async def _listen(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                at = time.time()
                message = json.loads(text)
                if message["kind"] == "event":
                    self.arrived[message["number"]].append(at)
        except ConnectionClosed:
            pass


def measure() -> Iterator[Figure]:
    """Keep a sheet in one browser, look at it in three others, alone and with many who follow."""
    browser_path = find_chromium()
    if browser_path is None:
        print("nothing was measured: no Chromium on this machine", file=sys.stderr)
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(prefix="carrom-bench-") as folder:
        live = LiveServer(Path(folder))
        try:
            live.start()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=browser_path, chromium_sandbox=os.geteuid() != 0)
                for followers in (0, FOLLOWERS):
                    yield from _match(live, browser, followers)
                browser.close()
        finally:
            live.stop()


def _match(live: LiveServer, browser: "Browser", count: int) -> Iterator[Figure]:
    """One match of many strokes."""
    umpire = browser.new_context(base_url=live.url).new_page()
    match_path = _begin(umpire)
    pages = {name: browser.new_context(base_url=live.url).new_page() for name in PAGES}
    for name, page in pages.items():
        page.goto(match_path + PAGES[name], wait_until="networkidle")
        page.evaluate(NOTE_CHANGES)
    followers = Followers(live.url, match_path, count=count)
    took: defaultdict[str, list[float]] = defaultdict(list)
    for _ in range(STROKES):
        version = int(umpire.evaluate("document.body.dataset.version")) + 1
        umpire.wait_for_timeout(APART)
        umpire.locator("#keys [data-place=striker]").click()
        umpire.wait_for_function("() => document.getElementById('record').getAttribute('aria-disabled') === 'false'")
        recorded = float(umpire.evaluate(RECORD))
        for name, page in pages.items():
            page.wait_for_function("number => window.seen[number]", arg=version, timeout=PATIENCE)
            took[name].append(float(page.evaluate("number => window.seen[number]", version)) - recorded)
        umpire.wait_for_function("number => Number(document.body.dataset.version) >= number", arg=version)
        until = time.monotonic() + PATIENCE / 1000
        while len(followers.arrived[version]) < count and time.monotonic() < until:
            time.sleep(0.01)
        took["followers"] += [1000 * at - recorded for at in followers.arrived[version]]
    lost = STROKES * count - len(took["followers"])
    followers.close()
    for page in (umpire, *pages.values()):
        page.context.close()
    note = f"{STROKES} strokes, {count} more follow" if count else f"{STROKES} strokes, nobody else follows"
    for name in PAGES:
        yield Figure(name=f"Record to {name}, median", value=percentile(took[name], 0.5), unit="ms", note=note)
        yield Figure(name="... the slowest", value=max(took[name]), unit="ms", should_be=SHOULD_BE)
    if count:
        yield Figure(name="Record to a follower's socket, median", value=percentile(took["followers"], 0.5), unit="ms")
        yield Figure(name="... the slowest", value=max(took["followers"]), unit="ms", should_be=SHOULD_BE)
        yield Figure(name="... lost", value=lost, unit="events", should_be=0)


def _begin(umpire: "Page") -> str:
    """Begin a sheet, and give the address of its match."""
    umpire.goto("/umpire/")
    for name, text in {"name": "Asha", "other_name": "Tomasz"}.items():
        umpire.locator(f"input[name={name}]").fill(text)
    for name, value in {"breaks": "me", "ceremony": "short"}.items():
        umpire.locator(f"input[name={name}][value={value}]").check(force=True)
    umpire.get_by_role("button", name="Start the sheet").click()
    umpire.locator("#keys [data-place=left]").click()  # the break
    umpire.locator("#record").click()
    umpire.wait_for_function("() => document.body.dataset.version === '1'")
    return "/matches/" + umpire.url.rstrip("/").rsplit("/", 1)[1] + "/"
