"""The start page: its weight, and how long until a new visitor's first stroke runs, on a slow processor."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from carrom.cli.benchmarks.figures import Figure
from tests.support.browser.board import BASE_MIDDLE, Mouse, spot
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE
from tools.checks import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

VISITS = 5
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
                visits = [_visit(live, browser) for _ in range(VISITS)]
                browser.close()
        finally:
            live.stop()
    weights, ready, runs = zip(*visits, strict=True)
    slow = f"median of {VISITS} new visitors, processor {SLOWER} times slower"
    yield Figure(
        name="weight over the wire", value=max(weights) / 1000, unit="kB", should_be=LIGHTEST, note="board and all"
    )
    yield Figure(name="until one can pull", value=median(ready), unit="s", note=slow)
    yield Figure(name="from letting go until the striker runs", value=median(runs), unit="s", note=slow)
    both = [first + then for first, then in zip(ready, runs, strict=True)]
    yield Figure(name="together: the first own stroke", value=median(both), unit="s", should_be=FIRST_STROKE_IN)


def _visit(live: LiveServer, browser: "Browser") -> tuple[float, float, float]:
    """Give the bytes of the page, the seconds until it is ready, and those from the stroke until it is seen."""
    context = browser.new_context(base_url=live.url, service_workers="block", **PHONE)
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
