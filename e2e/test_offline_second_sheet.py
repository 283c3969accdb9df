"""Without a network a second person's sheet waits on their phone, and counts later."""

from playwright.sync_api import expect

from carrom.play.second_sheet import second_sheets
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, OpenPage, Watch
from tests.support.browser.umpire import NO_NETWORK, UmpireSheet

TELL = """async ([url, request]) => {
    const { token } = document.getElementById("sheet").dataset;
    const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
    const body = JSON.stringify({ id: crypto.randomUUID(), after: Number(document.body.dataset.version), request });
    return (await fetch(url, { method: "POST", headers, body })).status;
}"""


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
