"""The start page: its weight, what it costs, and how long until a new visitor's first stroke runs, on a slow processor.

What it costs is processor time, of the page's main thread and of the server: another program beside it changes it
little. The seconds on a slow processor are those of a clock, and say something on a machine that does nothing else.
"""

import os
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.event_load import cpu_seconds
from carrom.cli.benchmarks.figures import Figure
from tests.support.browser.board import BASE_MIDDLE, Mouse, spot
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE
from tools.checks import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

VISITS = 5
REQUESTS = 50
PATIENCE = 120_000  # ms: a busy machine is slow, and no reason to fail
SLOWER = 4  # times, the processor of the page
PULL = 120  # px
LIGHTEST = 80.0  # kB
FIRST_STROKE_IN = 3.0  # s


def measure() -> Iterator[Figure]:
    """Visit the start page some times as somebody new, and strike at once."""
    browser_path = find_chromium()
    if browser_path is None:
        print("nothing was measured: it needs Chromium", file=sys.stderr)
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(prefix="carrom-bench-") as place:
        live = LiveServer(Path(place))
        try:
            live.start()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=browser_path, chromium_sandbox=os.geteuid() != 0)
                costs = [_cost(live, browser) for _ in range(VISITS)]
                visits = [_visit(live, browser) for _ in range(VISITS)]
                browser.close()
            served = _served(live)
        finally:
            live.stop()
    weights, ready, runs = zip(*visits, strict=True)
    slow = f"median of {VISITS} new visitors, processor {SLOWER} times slower"
    yield Figure(
        name="weight over the wire", value=max(weights) / 1000, unit="kB", should_be=LIGHTEST, note="board and all"
    )
    yield Figure(
        name="processor time of the page",
        value=median(costs) * 1000,
        unit="ms",
        note="main thread, all loaded",
    )
    yield Figure(
        name="processor time of the server", value=served * 1000, unit="ms", note=f"mean of {REQUESTS} requests"
    )
    yield Figure(name="until one can pull", value=median(ready), unit="s", note=slow)
    yield Figure(name="from letting go until the striker runs", value=median(runs), unit="s", note=slow)
    both = [first + then for first, then in zip(ready, runs, strict=True)]
    yield Figure(name="together: the first own stroke", value=median(both), unit="s", should_be=FIRST_STROKE_IN)


def _cost(live: LiveServer, browser: "Browser") -> float:
    """The seconds of processor time that the page's main thread spends until nothing is left to load."""
    context = browser.new_context(base_url=live.url, service_workers="block", **PHONE)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto("/")
    page.wait_for_selector("#stage[data-ready]")
    page.wait_for_load_state("networkidle")
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    context.close()
    return float(found["TaskDuration"])


def _served(live: LiveServer) -> float:
    """The seconds of processor time that the server spends on the page for somebody new."""
    assert live.process is not None
    before = cpu_seconds(live.process.pid)
    for _ in range(REQUESTS):
        with urllib.request.urlopen(f"{live.url}/", timeout=PATIENCE / 1000) as answer:
            answer.read()
    return (cpu_seconds(live.process.pid) - before) / REQUESTS


def _visit(live: LiveServer, browser: "Browser") -> tuple[float, float, float]:
    """Give the bytes of the page, the seconds until it is ready, and those from the stroke until it is seen."""
    context = browser.new_context(base_url=live.url, service_workers="block", **PHONE)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    weight = 0.0

    def weigh(event: dict[str, float]) -> None:
        nonlocal weight
        weight += event["encodedDataLength"]

    session.on("Network.loadingFinished", weigh)
    began = time.perf_counter()
    page.goto("/")
    page.wait_for_selector("#stage[data-ready]")
    ready = time.perf_counter() - began
    page.wait_for_load_state("networkidle")
    alone = weight
    mouse, (x, y) = Mouse(page), spot(page, 0, -BASE_MIDDLE)
    mouse.press(x, y)
    mouse.to(x, y + PULL)
    released = time.perf_counter()
    mouse.lift()
    page.wait_for_function("() => document.body?.dataset.mode === 'watch'", polling=10)
    runs = time.perf_counter() - released
    context.close()
    return alone, ready, runs
