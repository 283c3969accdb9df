"""Without a network an older stroke is corrected on the phone, and a second person's sheet waits: both count later."""

import time

import pytest
from playwright.sync_api import Page, expect

from carrom.play.replay import verify
from carrom.play.second_sheet import second_sheets
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, OpenPage, Watch, wait_for_script
from tests.support.browser.umpire import NO_NETWORK, UmpireSheet
from tools.checks import PYODIDE

TELL = """async ([url, request]) => {
    const { token } = document.getElementById("sheet").dataset;
    const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
    const body = JSON.stringify({ id: crypto.randomUUID(), after: Number(document.body.dataset.version), request });
    return (await fetch(url, { method: "POST", headers, body })).status;
}"""
START = 90_000  # ms: WebAssembly is compiled, on a machine that may be busy


def is_cached(page: Page, path: str) -> None:
    """Wait until a page is stored for offline use."""
    until = time.monotonic() + START / 1000
    while not page.evaluate("async (path) => Boolean(await caches.match(path, { ignoreVary: true }))", path):
        assert time.monotonic() < until, f"{path} is not stored"
        page.wait_for_timeout(100)


@pytest.mark.slow
@pytest.mark.skipif(not any(PYODIDE.glob("*/pyodide.asm.wasm")), reason="Pyodide is not here: run carrom offline")
def test_an_older_stroke_is_corrected_without_a_network_and_the_server_agrees(
    open_page: OpenPage, laws_server: LiveServer, watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    page = open_page(PHONE, laws_server, service_workers="allow")
    sheet = UmpireSheet(page)
    history = f"/umpire/{sheet.match}/history/"
    is_cached(page, history)  # before anybody has opened it
    for fell in (("white",), ("white",), ("white", "striker")):
        sheet.stroke(*fell)
    wait_for_script(page, "() => document.body?.dataset.laws", timeout=START)
    page.context.set_offline(True)
    sheet.stroke("black", is_sent=False)
    wait_for_script(page, "() => Number(document.body.dataset.version) === 4", timeout=START)
    page.goto(history)

    expect(page.locator("#here")).to_have_text(
        "1 entry is saved on this phone and sent when the network is back.", timeout=START
    )
    expect(page.locator("#e4 .chip")).to_have_text("not sent yet")
    page.get_by_role("button", name="Correct… entry 2").tap()
    expect(page.locator("#fell > li")).to_have_text(["white"])
    for _ in range(2):
        page.locator("#amend #keys [data-piece=white]").tap()
    expect(page.locator("#amend-sentence")).to_contain_text("Entry 2 is corrected: 3 white down.")
    page.get_by_label("Reason").fill("seen on film")
    page.locator("#amend-confirm").tap()
    expect(page.locator("#here")).to_contain_text("2 entries are saved")
    expect(page.locator("#e2 .now")).to_contain_text("3 white down")
    expect(page.locator("#e5")).to_contain_text("seen on film")

    page.context.set_offline(False)
    expect(page.locator("#here")).to_be_hidden(timeout=60_000)
    expect(page.locator("#e5")).to_contain_text("seen on film")
    record = sheet.saved_record(laws_server)
    assert verify(record).holds and record.state.version == 5
    assert [entry.kind for entry in record.entries] == ["head", *["facts"] * 4, "amend"]


def test_a_second_persons_sheet_waits_for_the_network(open_page: OpenPage, server: LiveServer, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    sheet = UmpireSheet(open_page(PHONE, server))
    board = {"kind": "board", "ended": "finished", "winner": "a", "coins_left": 7, "queen": "a"}
    assert sheet.page.evaluate(TELL, [f"/umpire/{sheet.match}/entries/", board]) == 200
    sheet.page.goto(f"/umpire/{sheet.match}/links/")
    sheet.page.locator("[name=role]").select_option("verifier")
    sheet.page.get_by_role("button", name="Create the link").tap()
    link = sheet.page.locator(".link-row input").first.input_value()
    page = open_page(PHONE, server)
    page.goto(link)
    page.get_by_label("Your name").fill("Priya")
    page.get_by_role("button", name="Verify it").tap()
    expect(page.get_by_label("Your name")).to_have_value("Priya")
    page.get_by_label("Won by").select_option("a")
    page.get_by_label("Points").fill("10")
    page.context.set_offline(True)
    page.get_by_role("button", name="Compare with the sheet").tap()
    expect(page.locator("#stored")).to_be_visible()
    assert not second_sheets(sheet.saved_record(server))

    page.context.set_offline(False)
    expect(page.get_by_role("status")).to_contain_text("Priya's paper sheet agrees with the sheet.", timeout=60_000)
    (paper,) = second_sheets(sheet.saved_record(server))
    assert paper.name == "Priya" and paper.agrees
