"""In the browser: one device keeps a sheet, another follows it; taking over asks once and shows at once."""

import re

from playwright.sync_api import expect

from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch
from tests.support.browser.umpire import NO_NETWORK, UmpireSheet


def test_a_second_umpire_takes_over_and_what_the_first_had_not_sent_stays_and_is_not_merged(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    watch.allow(NO_NETWORK + "|403|422")
    first = UmpireSheet(open_page(PHONE, server))
    first.stroke("white")
    first.page.get_by_role("button", name="Sheet menu").tap()
    first.page.get_by_role("link", name="Links for umpires and others").tap()
    first.page.get_by_role("button", name="Create the link").tap()
    link = first.page.get_by_label("Link", exact=True).input_value()
    first.page.goto(first.url)

    other = open_page(DESKTOP, server)
    other.goto(link)
    other.get_by_role("button", name="Open the sheet").click()
    expect(other.get_by_role("link", name="Enter your name.")).to_be_visible()
    other.get_by_label("Your name").fill("Priya")
    other.get_by_role("button", name="Open the sheet").click()
    expect(other.locator("#scorer-text")).to_have_text(
        re.compile(r"^Somebody else \(umpire\) has been scoring this sheet since .*You are following\.$")
    )
    expect(other.locator("#keys")).to_be_hidden()
    first.stroke("white")
    expect(other.locator("#log > li")).to_have_count(2)  # the follower's page goes along by itself

    first.page.context.set_offline(True)
    first.stroke("black", is_sent=False)
    other.get_by_role("button", name="Take over").click()
    other.locator("#take-over-now").click()
    expect(other.locator("#scorer")).to_be_hidden()
    first.page.context.set_offline(False)

    expect(first.page.locator("#scorer-text")).to_contain_text("Priya (umpire) has been scoring this sheet since")
    expect(first.page.locator("#refused-text")).to_contain_text("saved on this phone")
    expect(first.page.locator("#keys")).to_be_hidden()
    other.locator("#keys [data-piece=white]").click()
    expect(other.locator("#record")).to_be_enabled()
    other.locator("#record").click()
    expect(first.page.locator("#log > li:not(.waits)").first).to_contain_text("Priya, umpire")
    saved = first.saved_record(server)
    assert [entry.by for entry in saved.entries] == ["", "", "", "Priya"]

    first.page.locator("#scorer-take").tap()
    first.page.locator("#take-over-now").tap()
    expect(other.locator("#scorer")).to_be_visible()  # at once
    first.page.locator("#refused-drop").tap()
    first.stroke("white")
    assert len(first.saved_record(server).entries) == 5
