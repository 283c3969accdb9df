"""The site: from a stroke to its first frame, memory, start, weight of a page."""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks._guests import Guest, Match, Timed
from carrom.cli.benchmarks.figures import Figure, percentile
from tests.support.browser.live_server import LiveServer
from tools.checks import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

MATCHES = 20
EVERY = 4.0  # seconds between two strokes of a match
STROKES = 15  # of each match
RULINGS = 20
SAME_TAP = 310  # ms: within 300 a second tap on a key is the same one
PATIENCE = 120.0  # seconds for the engine and the computers to be ready


def measure() -> Iterator[Figure]:
    """Start the site on new data, let people play on it, look at what it takes."""
    with tempfile.TemporaryDirectory(prefix="carrom-bench-") as folder:
        live = LiveServer(Path(folder))
        try:
            yield from start(live, "first start, nothing compiled")
            live.stop()
            yield from start(live, "start again", should_be=3.0)
            yield from strokes(live)
            yield from memory(live)
            yield from in_a_browser(live)
        finally:
            live.stop()


def start(live: LiveServer, what: str, *, should_be: float | None = None) -> Iterator[Figure]:
    """From the command to pages; strokes are simulated from then on."""
    started = time.perf_counter()
    live.start()
    yield Figure(name=f"{what}: pages are served", value=time.perf_counter() - started, unit="s", should_be=should_be)


def strokes(live: LiveServer) -> Iterator[Figure]:
    """People at their matches at the same time, each match with a stroke every few seconds."""
    tables = [Match(live.url, seed=number) for number in range(MATCHES)]
    timed = Timed()

    async def play_all() -> None:
        begin = time.perf_counter() + 2
        await asyncio.gather(
            *(
                table.play(timed, strokes=STROKES, every=EVERY, begin=begin + EVERY * number / MATCHES)
                for number, table in enumerate(tables)
            )
        )

    asyncio.run(play_all())
    note = f"{MATCHES} matches of two, a stroke every {EVERY:.0f} s each, {len(timed.own)} strokes"
    for share, should_be in ((0.5, 30.0), (0.99, 100.0)):
        name = f"stroke to first frame, p{share * 100:.0f}"
        value = percentile(timed.own, share) * 1000
        yield Figure(name=name, value=value, unit="ms", should_be=should_be, note=note)
        yield Figure(
            name=f"... at the other player, p{share * 100:.0f}", value=percentile(timed.other, share) * 1000, unit="ms"
        )


def memory(live: LiveServer) -> Iterator[Figure]:
    """What the server and its children hold in memory, after the matches and while a computer has played."""
    assert live.process is not None
    if not Path("/proc/self/status").exists():
        print("memory was not measured: this system has no /proc", file=sys.stderr)
        return
    guest = Guest(live.url)
    match_path = guest.send_form(
        "/play/", opponent="computer", level="strong", length="board", ruleset="icf", breaks="other"
    )
    asyncio.run(wait_for_a_computer_s_stroke(guest, match_path))
    yield Figure(name="memory of the server", value=resident_mb(live.process.pid), unit="MB", should_be=250)
    for child in children(live.process.pid):
        yield Figure(name="memory of a worker", value=resident_mb(child), unit="MB", note=command_of(child))


async def wait_for_a_computer_s_stroke(guest: Guest, match_path: str) -> None:
    """Return when the computer, which breaks, has played."""
    socket = await guest.open_socket(match_path)
    async with socket:
        while True:
            message = json.loads(await asyncio.wait_for(socket.recv(), timeout=PATIENCE))
            view = message.get("view") or {}
            if message["kind"] in ("hello", "event", "snapshot") and view.get("stroke_number", 0) > 0:
                return


def in_a_browser(live: LiveServer) -> Iterator[Figure]:
    """What a browser with an empty cache fetches to show a match, over the wire; how soon an umpire has a ruling."""
    browser_path = find_chromium()
    if browser_path is None:
        print("pages were not measured: no Chromium on this machine", file=sys.stderr)
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, chromium_sandbox=os.geteuid() != 0)
        context = browser.new_context(base_url=live.url)
        page = context.new_page()
        for name, path in (("first page", "/"), ("page of a match", None)):
            if path is None:
                page.goto("/play/?opponent=screen")
                page.locator("form [type=submit]").last.click()
                page.wait_for_url("**/matches/**")
                path = page.url
            kilobytes, requests = weigh(context.new_page(), path)
            yield Figure(
                name=f"{name}, over the wire", value=kilobytes, unit="kB", should_be=200, note=f"{requests} requests"
            )
        took = rulings(context.new_page())
        note = f"{len(took)} strokes recorded on a sheet"
        yield Figure(
            name="a ruling on an umpire's sheet, median",
            value=percentile(took, 0.5),
            unit="ms",
            should_be=50,
            note=note,
        )
        browser.close()


def rulings(page: "Page") -> list[float]:
    """From the tap on what fell to the server's ruling on the page, in ms, stroke by stroke."""
    page.goto("/umpire/")
    for name in ("name", "other_name"):
        page.locator(f"input[name={name}]").fill(name)
    for name, value in {"length": "match", "breaks": "me", "ceremony": "short"}.items():
        page.locator(f"input[name={name}][value={value}]").check(force=True)
    page.get_by_role("button", name="Start the sheet").click()
    took = []
    for number in range(RULINGS):
        page.wait_for_function("number => Number(document.body.dataset.version) === number", arg=number)
        page.evaluate("delete document.body.dataset.ruled")
        page.wait_for_timeout(SAME_TAP)
        page.locator("#nothing" if number else "#keys [data-place=left]").click()  # nothing is recorded at once
        page.wait_for_function("() => document.body.dataset.ruled")
        took.append(float(page.evaluate("document.body.dataset.ruled")))
        if not number:
            page.locator("#record").click()
    return took


def weigh(page: "Page", path: str) -> tuple[float, int]:
    """Give the kilobytes and the number of requests that a page takes without a cache."""
    sizes: list[float] = []
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(path, wait_until="networkidle")
    page.wait_for_timeout(500)
    page.close()
    return sum(sizes) / 1000, len(sizes)


def resident_mb(process: int) -> float:
    """The resident memory of a process in megabytes."""
    return float(status_of(process).get("VmRSS", "0 kB").split()[0]) * 1024 / 1e6


def children(process: int) -> list[int]:
    """The processes that a process has started and that run."""
    running = (int(path.name) for path in Path("/proc").glob("[0-9]*"))
    return sorted(one for one in running if status_of(one).get("PPid") == str(process))


def status_of(process: int) -> dict[str, str]:
    """What Linux tells of a process; nothing if it is gone."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return {}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def command_of(process: int) -> str:
    """What a process was started with, in short."""
    words = Path(f"/proc/{process}/cmdline").read_bytes().decode(errors="replace").split("\0")
    return " ".join(Path(word).name for word in words if word)[:60]
