"""A sheet whose network is gone: ruled by its own page, sent afterwards; installed, it opens without one too."""

import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Playwright, Route, expect

from carrom.play.replay import verify
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, OpenPage, Watch, wait_for_script
from tests.support.browser.umpire import NO_NETWORK, UmpireSheet
from tools.checks import PYODIDE

FETCHED = Path(os.environ.get("CARROM_PYODIDE") or PYODIDE)
START = 90_000  # ms: WebAssembly is compiled, on a machine that may be busy
IS_STORED = "async () => Boolean(await caches.match(%s, { ignoreVary: true }))"
SAVED = """async () => {
    const there = (await indexedDB.databases()).some(({ name }) => name === 'carrom-umpire');
    if (!there) return false;
    const answer = (asked) => new Promise((done) => { asked.onsuccess = () => done(asked.result); });
    const held = await answer(indexedDB.open('carrom-umpire'));
    const entries = await answer(held.transaction('entries').objectStore('entries').getAll());
    held.close();
    return entries.filter(({ match }) => match === %(match)s).length === %(entries)d;
}"""

pytestmark = pytest.mark.skipif(
    not any(FETCHED.glob("*/pyodide.asm.wasm")),
    reason=f"Pyodide is not in {FETCHED}: run CARROM_PYODIDE={FETCHED} carrom offline",
)


def laws_are_here(page: Page) -> dict[str, int]:
    """Wait until the page rules by itself; give how long each part of the start took, in ms."""
    wait_for_script(page, "() => document.body?.dataset.laws", timeout=START)
    return dict(json.loads(page.evaluate("document.body.dataset.laws")))


def until_true(page: Page, question: str) -> None:
    """Wait until an asynchronous question is answered with yes."""
    until = time.monotonic() + START / 1000
    while not page.evaluate(question):
        assert time.monotonic() < until, question
        page.wait_for_timeout(100)


def is_installed(page: Page) -> None:
    """Wait until this page and all that it needs are stored for offline use."""
    until_true(page, "async () => Boolean(await caches.match(location.pathname))")


def is_saved(sheet: UmpireSheet) -> None:
    """Wait until the whole record of a sheet is on the phone's disk."""
    until_true(sheet.page, SAVED % {"match": json.dumps(sheet.match), "entries": sheet.version + 1})


def ruling_ms(page: Page) -> int:
    return int(page.evaluate("document.body.dataset.ruled"))


def recorded(sheet: UmpireSheet, *pieces: str) -> str:
    """Tell a stroke that this phone rules, and give the ruling that was shown before it was recorded."""
    before, ruling = sheet.version, ""
    if pieces:
        sheet.tap(*pieces)
        expect(sheet.page.locator("#ruled-here")).to_be_visible(timeout=60_000)
        ruling = sheet.record(is_sent=False)
    else:
        ruling = sheet.stroke(is_sent=False)
    wait_for_script(sheet.page, "before => Number(document.body.dataset.version) > before", arg=before, timeout=60_000)
    return ruling


@pytest.mark.slow
def test_a_sheet_is_ruled_and_corrected_without_a_network_stroke_by_stroke_and_board_by_board_and_the_server_agrees(
    open_page: OpenPage, laws_server: LiveServer, watch: Watch, record_property: Callable[[str, object], None]
) -> None:
    watch.allow(NO_NETWORK)
    page = open_page(PHONE, laws_server, service_workers="allow")
    sheet = UmpireSheet(page, length="match")
    history = f"/umpire/{sheet.match}/history/"
    until_true(page, IS_STORED % json.dumps(history))  # before anybody has opened it
    sheet.stroke("white")
    record_property("start", laws_are_here(page))
    page.context.set_offline(True)

    assert "Tomasz places one white" in recorded(sheet, "striker")
    clauses = page.locator("#verdict-reasons")
    page.locator("#verdict-why").tap()
    expect(clauses).to_contain_text("Law 72")
    page.locator("#why").get_by_role("button", name="Close").tap()
    expect(page.locator("#unsent")).to_have_text("1 saved on this phone")
    expect(page.locator("#sides .on")).to_contain_text("Tomasz")  # whose turn it is is known
    took = []
    for pieces in (["black"], ["black", "striker"], [], ["queen"], ["white", "white"]):
        recorded(sheet, *pieces)
        took.append(ruling_ms(page))
    record_property("ruling_ms", took)
    sheet.press("Undo")
    sheet.correct()
    sheet.tap("white")
    reported = sheet.record(is_sent=False)
    assert "Asha must cover the queen with the next stroke. Queen and one white down. Law 97" in reported
    expect(page.locator("#log > li.struck, #log > li.waits")).not_to_have_count(0)
    sheet.tap_on("#keys [data-piece=striker]")  # half a stroke, when the page is left
    expect(page.locator("#ruled-here")).to_be_visible(timeout=60_000)
    page.locator("#undo").tap()  # it clears the keys
    sheet.menu("Just score: enter whole boards")
    sheet.board("a", 4, "a")
    sheet.board("b", 2, "b")
    expect(page.locator("#boards tbody tr")).to_have_count(2)
    waiting = page.evaluate(f"JSON.parse(localStorage.getItem('carrom-sheet-{sheet.match}')).length")
    shown = page.locator("#sides").inner_text()
    page.context.set_offline(False)

    expect(page.locator("#unsent")).to_have_text("all sent", timeout=60_000)
    expect(page.locator("#log > li.waits")).to_have_count(0)
    expect(page.locator("#differs")).to_be_hidden()
    assert page.locator("#sides").inner_text() == shown
    saved = sheet.saved_record(laws_server)
    assert verify(saved).holds
    assert len(saved.entries) == 2 + waiting == len({entry.request_id for entry in saved.entries})

    sheet.menu("Stroke by stroke from here")
    page.route("**/draft/", lambda route: None, times=1)  # a network that takes for ever
    sheet.tap_on("#keys [data-piece=white]")
    expect(page.locator("#ruled-here")).to_be_visible(timeout=60_000)
    page.locator("#undo").tap()

    def other_laws(route: Route) -> None:
        message = json.loads(route.request.post_data or "{}")
        message["request"]["facts"]["striker_pocketed"] = True  # as if the server's laws saw it so
        route.continue_(post_data=json.dumps(message))

    page.context.set_offline(True)
    recorded(sheet)
    page.route("**/entries/", other_laws, times=1)
    page.context.set_offline(False)
    differs = re.compile(r"on this phone: Nothing down.*By the server, which counts: Striker down", re.S)
    expect(page.locator("#differs")).to_contain_text(differs)
    expect(page.locator("#log > li").first).to_contain_text("Striker down")
    page.get_by_role("button", name="I have read it").tap()
    expect(page.locator("#differs")).to_be_hidden()

    for fell in (("white",), ("white", "striker")):
        sheet.stroke(*fell)
    older = sheet.version - 1
    page.context.set_offline(True)
    recorded(sheet, "black")
    page.goto(history)
    correct_an_older_stroke(page, older)
    page.context.set_offline(False)
    expect(page.locator("#here")).to_be_hidden(timeout=60_000)
    expect(page.locator(f"#e{older + 3}")).to_contain_text("seen on film")
    saved = sheet.saved_record(laws_server)
    assert verify(saved).holds and saved.state.version == older + 3
    assert [entry.kind for entry in saved.entries[-4:]] == ["facts", "facts", "facts", "amend"]


def correct_an_older_stroke(page: Page, number: int) -> None:
    """Make three of the white that this stroke had, on the page of entries that opens without a network."""
    expect(page.locator("#here")).to_have_text(
        "1 entry is saved on this phone and sent when the network is back.", timeout=START
    )
    expect(page.locator(f"#e{number + 2} .chip")).to_have_text("not sent yet")
    page.get_by_role("button", name=f"Correct… entry {number}", exact=True).tap()
    expect(page.locator("#fell > li")).to_have_text(["white"])
    for _ in range(2):
        page.locator("#amend #keys [data-piece=white]").tap()
    expect(page.locator("#amend-sentence")).to_contain_text(f"Entry {number} is corrected: 3 white down")
    page.get_by_label("Reason").fill("seen on film")
    page.locator("#amend-confirm").tap()
    expect(page.locator("#here")).to_contain_text("2 entries are saved")
    expect(page.locator(f"#e{number} .now")).to_contain_text("3 white down")
    expect(page.locator(f"#e{number + 3}")).to_contain_text("seen on film")


class Phone:
    """A browser with a profile of its own: it may be killed as a flat battery does, and started again."""

    def __init__(self, playwright: Playwright, launch: dict[str, Any], folder: Path, live: LiveServer) -> None:
        self.playwright, self.launch, self.folder, self.live = playwright, launch, folder, live

    def start(self) -> Page:
        self.context: BrowserContext = self.playwright.chromium.launch_persistent_context(
            str(self.folder), **{**self.launch, **PHONE, "base_url": self.live.url, "locale": "en"}
        )
        self.context.set_default_timeout(30_000)
        return self.context.pages[0]

    def kill(self) -> None:
        """End every process of this browser with SIGKILL: nothing is written any more."""
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if f"--user-data-dir={self.folder}".encode() in (process / "cmdline").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)
            except (OSError, ValueError):
                continue  # it has ended
        self.stop()

    def stop(self) -> None:
        try:
            self.context.close()
        except Exception:  # it was killed
            pass


@pytest.fixture
def saved_phone(
    playwright: Playwright, browser_type_launch_args: dict[str, Any], tmp_path: Path, laws_server: LiveServer
) -> Iterator[Phone]:
    held = Phone(playwright, browser_type_launch_args, tmp_path / "profile", laws_server)
    yield held
    held.stop()


@pytest.mark.slow
def test_installed_it_opens_without_a_network_survives_a_flat_battery_and_changes_to_a_newer_version(
    saved_phone: Phone, laws_server: LiveServer
) -> None:
    sheet = UmpireSheet(saved_phone.start())
    is_installed(sheet.page)
    sheet.stroke("white")
    is_saved(sheet)
    saved_phone.stop()

    laws_server.kill()
    page = sheet.page = saved_phone.start()
    page.goto("/umpire/")
    page.get_by_role("link", name=re.compile("Asha and Tomasz")).tap()
    page.wait_for_url(sheet.url)
    laws_are_here(page)
    recorded(sheet, "white")
    recorded(sheet, "striker")
    sheet.tap("black")  # half entered
    expect(page.locator("body")).to_have_attribute("data-half", "1")  # the tap is on the disk
    saved_phone.kill()

    page = sheet.page = saved_phone.start()
    page.goto(sheet.url)
    expect(page.locator("#unsent")).to_have_text("2 saved on this phone")
    laws_are_here(page)
    expect(page.locator("#log > li").first).to_contain_text("Tomasz places one white")
    expect(page.locator("#keys [data-piece=black]")).to_contain_text("1")  # half reported, as it was left
    expect(page.locator("#ruled-here")).to_be_visible(timeout=60_000)
    sheet.record(is_sent=False)

    old = page.evaluate("caches.keys()")
    laws_server.use_pyodide(None)  # another version of the site: one without Pyodide
    laws_server.start()
    expect(page.locator("#unsent")).to_have_text("all sent", timeout=60_000)
    wait_for_script(
        page,
        "() => document.querySelector('#laws-here')?.textContent.includes('the ruling comes when they have been sent')",
        timeout=START,
    )
    expect(page.locator("#newer")).to_be_hidden()
    until_true(page, f"async () => !(await caches.keys()).some((name) => {json.dumps(old)}.includes(name))")
    record = sheet.saved_record(laws_server)
    assert [entry.kind for entry in record.entries] == ["head", *["facts"] * 4]
    assert verify(record).holds
    laws_server.kill()
    laws_server.use_pyodide(FETCHED)  # at its next start


WHAT_WAS_SHOWN = """() => {
    window.shown = [];
    new MutationObserver(() => {
        const score = document.querySelector("#halves, #boards")?.innerText.replace(/\\s+/g, " ");
        if (score && shown.at(-1) !== score) shown.push(score);
    }).observe(document, { subtree: true, childList: true, characterData: true });
}"""


def test_a_reload_without_a_network_never_shows_an_older_score(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    page = open_page(PHONE, server, service_workers="allow")
    sheet = UmpireSheet(page)
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()  # now it is stored, with nine up
    expect(page.locator("#sides .half").first).to_be_visible()
    sheet.stroke("white")
    sheet.stroke("white")
    expect(page.locator("#unsent")).to_have_text("all sent")
    page.context.add_init_script(f"({WHAT_WAS_SHOWN})()")
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#sides")).to_contain_text("7 left")

    assert [score for score in page.evaluate("shown") if "7 left" not in score] == []
