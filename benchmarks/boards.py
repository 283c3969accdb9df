"""Boards that move: frames a second of one and of four boards on one page, breaks by the page's own kernel.

The time between two frames is the browser's own, as a script sees it. Processor time of a frame, in the page's main
thread and in all of the browser's processes, changes little where the machine does something else as well; two
processors have 33 ms of it for each of 60 frames a second.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from carrom.cli.benchmarks.figures import Figure, percentile
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE
from tools.checks import find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SECONDS = 5.0
RUNS = 3
FRAME = 1000 / 60  # ms
MISSED = 1.5 * FRAME  # ms: a frame that took longer left one out
SIZES = {"desktop": DESKTOP, "phone": PHONE}
MOVE = """async ([count, seconds]) => {
  const at = (part) => document.querySelector(`[rel=modulepreload][href*="${part}"]`).href;
  const modules = ["board/draw", "board/motion", "board/player", "physics/simulate", "physics/kernel"];
  const [{ Board }, { Motion }, { Player }, { simulate }, { load }] = await Promise.all(
    modules.map((part) => import(at(part))));
  const { surfaces, racks } = JSON.parse(document.getElementById("practice").textContent);
  await load();
  const parameters = new Float64Array(surfaces.tournament ?? Object.values(surfaces)[0]);
  const over = document.createElement("div");
  over.style.cssText = "position:fixed;inset:0;z-index:99;background:canvas;display:grid;place-items:center;"
    + (count > 1 ? "grid-template-columns:1fr 1fr;gap:8px" : "");
  const side = count > 1 ? Math.min(innerWidth / 2 - 12, innerHeight / 2 - 12) : Math.min(innerWidth, innerHeight) - 8;
  const drawing = document.querySelector("#stage svg.board");
  const boards = Array.from({ length: count }, () => {
    const holder = document.createElement("div");
    holder.style.cssText = `width:${side}px;height:${side}px`;
    holder.append(drawing.cloneNode(true));
    over.append(holder);
    return holder;
  });
  document.body.append(over);
  let stops = false;
  const played = boards.map(async (holder, i) => {
    const board = new Board(holder);
    const player = new Player(board, { onEvent: () => undefined, pace: () => 1 });
    for (let n = 0; !stops; n += 1) {
      const position = racks[(i + n) % racks.length];
      board.lay(position);
      const stroke = { offset: 0, angle: 0.004 * ((i + n) % 5), speed: 6 + ((i + n) % 3) };
      const until = new Promise((done) => setTimeout(done, 1200)); // all of it moves then
      const ends = player.play(new Motion(simulate(position, stroke, "south", parameters)));
      await Promise.race([until, ends]);
      player.stop();
    }
  });
  await new Promise((done) => setTimeout(done, 500)); // what is made once is made
  const times = [];
  await new Promise((done) => {
    const start = performance.now();
    const frame = (now) => {
      times.push(now);
      if (performance.now() - start < 1000 * seconds) requestAnimationFrame(frame);
      else done();
    };
    requestAnimationFrame(frame);
  });
  stops = true;
  await Promise.all(played);
  over.remove();
  return times.slice(1).map((time, i) => time - times[i]);
}"""
MAIN, SCRIPT, BROWSER = "main thread", "scripts in it", "whole browser"
TWO_PROCESSORS = 2 * FRAME  # ms of processor time that a frame may take


def measure() -> Iterator[Figure]:
    """Play breaks on one board and on four, on a desktop and on a phone."""
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
                for size, context in SIZES.items():
                    for count in (1, 4):
                        yield from _boards(live, browser, size, context, count)
                browser.close()
        finally:
            live.stop()


def _boards(live: LiveServer, browser: "Browser", size: str, context: dict[str, Any], count: int) -> Iterator[Figure]:
    page = browser.new_context(base_url=live.url, service_workers="block", **context).new_page()
    page.goto("/practice/", wait_until="networkidle")
    runs = [_run(page, browser, count) for _ in range(RUNS)]
    page.context.close()
    steps = [step for times, _work in runs for step in times]
    rates = sorted(1000 * len(times) / sum(times) for times, _work in runs)
    name = f"{count} board{'s' if count > 1 else ''}, {size}"
    spread = f"{rates[0]:.1f} to {rates[-1]:.1f} in {RUNS} runs of {SECONDS:.0f} s"
    yield Figure(name=name, value=median(rates), unit="frames/s", note=spread)
    yield Figure(name="... between two frames, 95 of 100", value=percentile(steps, 0.95), unit="ms")
    yield Figure(name="... between two frames, 99 of 100", value=percentile(steps, 0.99), unit="ms")
    yield Figure(name="... left out", value=100 * sum(step > MISSED for step in steps) / len(steps), unit="%")
    for work in (MAIN, SCRIPT, BROWSER):
        each = sorted(1000 * done[work] / len(times) for times, done in runs)
        yield Figure(
            name=f"... processor time a frame, {work}",
            value=median(each),
            unit="ms",
            should_be=TWO_PROCESSORS if work == BROWSER else None,
            note=f"{each[0]:.1f} to {each[-1]:.1f}",
        )


def _run(page: "Page", browser: "Browser", count: int) -> tuple[list[float], dict[str, float]]:
    """The times between frames (ms), and the processor time that they took (s)."""
    session, whole = page.context.new_cdp_session(page), browser.new_browser_cdp_session()
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> dict[str, float]:
        found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        processes = whole.send("SystemInfo.getProcessInfo")["processInfo"]
        return {
            MAIN: found["TaskDuration"],
            SCRIPT: found["ScriptDuration"],
            BROWSER: sum(one["cpuTime"] for one in processes),
        }

    before = spent()
    times: list[float] = page.evaluate(MOVE, [count, SECONDS])
    after = spent()
    session.detach()
    whole.detach()
    return times, {name: after[name] - before[name] for name in before}
