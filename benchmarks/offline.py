"""A sheet without a network: how long until its page rules by itself, how long a ruling takes, how much is fetched."""

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks._guests import Guest
from carrom.cli.benchmarks.figures import Figure, percentile
from carrom_web.config.pyodide import FILES
from carrom_web.core.bundle import bundle
from tests.support.browser.live_server import LiveServer
from tools.checks import PYODIDE, find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STARTS = 5
STROKES = 250  # some two hours of play
STARTS_IN = 3.0  # s
RULES_IN = 50.0  # ms
PATIENCE = 120_000.0  # ms
SHEET = {
    "ruleset": "icf",
    "length": "match",
    "breaks": "me",
    "ceremony": "short",
    "name": "Asha",
    "other_name": "Tomasz",
}
# A worker of the page's own kind, asked as the page asks it: a draft, then the same stroke as an entry that waits.
ASK = """async (count) => {
  const offline = JSON.parse(document.getElementById('offline').textContent);
  const worker = new Worker(offline.worker, { type: 'module' });
  let number = 0;
  const ask = (kind, more) => new Promise((done) => {
    number += 1;
    worker.onmessage = ({ data }) => done(data);
    worker.postMessage({ ...more, kind, number });
  });
  const match = document.getElementById('sheet').dataset.match;
  const { pyodide, bundle, record } = offline;
  await ask('start', { match, language: 'en', pyodide, bundle, record });
  const told = [];
  const took = [];
  for (let i = 0; i < count; i += 1) {
    const request = { kind: 'facts', facts: { pocketed: [], touched: true } };
    const began = performance.now();
    await ask('draft', { draft: { request } });
    took.push(performance.now() - began);
    told.push({ id: `stroke-${i}`, after: i, request, words: '', at: new Date().toISOString() });
    const said = await ask('follow', { pending: told });
    if (said.count !== told.length) throw new Error(JSON.stringify(said.refused));
  }
  worker.terminate();
  return took;
}"""


def measure() -> Iterator[Figure]:
    """Open a sheet some times, and rule on two hours of strokes in it."""
    folder, browser_path = next(iter(PYODIDE.glob("*/pyodide.asm.wasm")), None), find_chromium()
    if folder is None or browser_path is None:
        print(f"nothing was measured: it needs Chromium, and CARROM_PYODIDE={PYODIDE} carrom offline", file=sys.stderr)
        return
    sizes = [_sent(folder.parent / name) for name in FILES]
    yield Figure(name="Pyodide, as it is sent", value=sum(sizes) / 1e6, unit="MB", note="kept by the browser")
    yield Figure(name="laws, match and words", value=len(bundle("en").content) / 1e6, unit="MB")
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory(prefix="carrom-bench-") as place:
        live = LiveServer(Path(place), pyodide=PYODIDE)
        try:
            live.start()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=browser_path, chromium_sandbox=os.geteuid() != 0)
                yield from _sheets(live, browser)
                browser.close()
        finally:
            live.stop()


def _sent(file: Path) -> int:
    """How many bytes of a file are sent: gzipped, where that is shorter."""
    zipped = file.with_name(f"{file.name}.gz")
    return (zipped if zipped.exists() else file).stat().st_size


def _sheets(live: LiveServer, browser: "Browser") -> Iterator[Figure]:
    guest = Guest(live.url)
    path = guest.send_form("/umpire/", **SHEET)
    context = browser.new_context(base_url=live.url, service_workers="block")
    context.add_cookies([{"name": each.name, "value": each.value or "", "url": live.url} for each in guest.jar])
    page = context.new_page()
    starts: list[dict[str, int]] = []
    for _ in range(STARTS):
        page.goto(path)
        page.wait_for_function("() => document.body.dataset.laws", timeout=PATIENCE)
        starts.append(json.loads(page.evaluate("document.body.dataset.laws")))
    first, *others = [(each["pyodide"] + each["package"] + each["record"]) / 1000 for each in starts]
    yield Figure(name="first start of the laws in a page", value=first, unit="s", note="fetched and compiled")
    yield Figure(name="every other start, the shortest", value=min(others), unit="s", should_be=STARTS_IN)
    yield Figure(name="... of it Pyodide", value=min(each["pyodide"] for each in starts[1:]) / 1000, unit="s")
    took = page.evaluate(ASK, STROKES)
    yield Figure(
        name="a ruling, median",
        value=percentile(took, 0.5),
        unit="ms",
        should_be=RULES_IN,
        note=f"{STROKES} strokes wait at last",
    )
    yield Figure(name="... with two hours waiting, the slowest of 20", value=max(took[-20:]), unit="ms")
    context.close()
