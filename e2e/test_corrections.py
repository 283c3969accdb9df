"""In the browser: an older stroke is corrected from a phone, its changes shown before it is recorded; others see it."""

from playwright.sync_api import expect

from carrom.play.replay import verify
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage
from tests.support.browser.umpire import UmpireSheet


def test_an_older_stroke_is_corrected_with_what_it_changes_shown_first_and_taken_back(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server)
    sheet = UmpireSheet(page)
    for fell in (("white",), ("white",), ("white", "striker")):
        sheet.stroke(*fell)
    watcher = open_page(DESKTOP, server)
    watcher.goto(f"/matches/{sheet.match}/")
    page.get_by_role("button", name="Sheet menu").tap()
    page.get_by_role("link", name="Entries, corrections and statistics").tap()
    expect(page.get_by_role("img", name="Points, dues and the queen")).to_be_visible()

    page.get_by_role("button", name="Correct… entry 2").tap()
    expect(page.locator("#fell > li")).to_have_text(["white"])
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size["viewport"])
        title, fell = (page.locator(f"#{name}").bounding_box() for name in ("amend-title", "fell"))
        assert title and fell and title["y"] < fell["y"]
    page.locator("#amend #nothing").tap()
    expect(page.locator("#changes-list")).to_contain_text(
        "No longer fits"
    )  # the turn is over: 3 was no stroke of Asha's
    for _ in range(2):
        page.locator("#amend #keys [data-piece=white]").tap()
    expect(page.locator("#amend-sentence")).to_contain_text("Entry 2 is corrected: 2 white down.")
    expect(page.locator("#changes-list > li")).to_have_count(1)
    expect(page.locator("#changes-same")).to_have_text("1 later entry has the same ruling.")
    assert sheet.saved_record(server).state.version == 3, "nothing is stored before it is recorded"
    page.get_by_label("Reason").fill("seen on film")
    page.locator("#amend-confirm").tap()

    expect(page.locator("#e4")).to_contain_text("(seen on film)")
    expect(page.locator("#e2 .gone")).to_contain_text("One white down")
    expect(page.locator("#e2 .now")).to_contain_text("2 white down")
    expect(watcher.locator("#sides [data-side=a] .big")).to_contain_text("7")
    expect(watcher.locator("#log .struck")).to_have_count(1)
    record = sheet.saved_record(server)
    assert verify(record).holds and record.state.match.struck == (2, 3)
    page.get_by_role("button", name="Undo this correction").tap()
    expect(page.locator("#e5")).to_be_visible()
    expect(watcher.locator("#sides [data-side=a] .big")).to_contain_text("8")
    page.get_by_role("link", name="Back to the sheet").tap()
    assert sheet.figure("a") == "8" and sheet.version == 5
