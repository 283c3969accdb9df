"""In the browser: a player counts their own set of 19-coin solo on a phone, mistakes and a lost network included."""

import json
import urllib.request

import pytest
from playwright.sync_api import Page, expect

from carrom.notation.record import read_match
from carrom.play.replay import verify
from tests.support.browser.accessibility import LEAST_TARGET, SMALL_TARGETS, violations, violations_of_colours
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, OpenPage, Watch
from tests.support.browser.umpire import NO_NETWORK, UNREAD_MS, enter_strokes


def tap(page: Page, times: int = 1) -> None:
    """So many strokes."""
    for _ in range(times):
        page.locator("#stroke").tap()


def check(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0
    assert page.evaluate(SMALL_TARGETS, LEAST_TARGET) == []
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    assert violations(page) == "", "light"
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert violations_of_colours(page) == "", "dark"


@pytest.mark.clause("B-005", "B-035", "B-040", "B-041", "B-042")
def test_a_set_is_counted_by_taps_and_saved_through_a_reload_the_cap_and_a_lost_network(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    page = open_page(PHONE, server)
    page.goto("/umpire/solo/")
    check(page)
    page.locator("input[name=name]").fill("Asha")
    page.get_by_role("button", name="Start the set").tap()
    expect(page.locator("#count")).to_have_text("0")
    match = page.url.rstrip("/").rsplit("/", 1)[1]

    tap(page, 3)
    page.locator("#undo").tap()
    expect(page.locator("#count")).to_have_text("2")
    page.locator("#cleared").tap()
    expect(page.locator("#asking-text")).to_contain_text("19 pieces in 2 strokes")
    page.wait_for_timeout(UNREAD_MS)
    page.locator("#asking-no").tap()
    page.reload()
    expect(page.locator("#count")).to_have_text("2")

    enter_strokes(page, 46)
    expect(page.locator("#enter-wrong")).to_have_text("A board counts 45 strokes at most. Enter 45.")
    page.locator("#enter-strokes").fill("21")
    page.get_by_role("button", name="Enter the board").tap()
    expect(page.locator("#boards tr").nth(0)).to_contain_text("21")
    enter_strokes(page, 23)
    expect(page.locator("#undo")).to_have_text("Undo: Board 2: 23 strokes")
    page.wait_for_timeout(UNREAD_MS)
    page.locator("#undo").tap()
    expect(page.locator("#count")).to_have_text("23")
    tap(page)
    page.locator("#cleared").tap()
    expect(page.locator("#average")).to_have_text("22.50")
    expect(page.locator("#unsent")).to_have_text("all sent")  # else two are stored when the network goes

    page.context.set_offline(True)
    enter_strokes(page, 17)
    page.wait_for_timeout(UNREAD_MS)
    page.locator("#asking-yes").tap()
    expect(page.locator("#unsent")).to_have_text("1 saved on this phone")
    expect(page.locator("#average")).to_have_text("20.67")
    saved = json.dumps([{"board": 4, "strokes": 44}])  # as 44 taps leave it
    page.evaluate("([match, kept]) => localStorage.setItem(`carrom-solo-${match}`, kept)", [match, saved])
    page.context.set_offline(False)
    page.reload()
    tap(page)
    expect(page.locator("#asking-text")).to_contain_text("45 strokes")
    page.wait_for_timeout(UNREAD_MS)
    page.locator("#asking-no").tap()
    tap(page)
    expect(page.locator("#count-more")).to_have_text("The board counts 45.")
    page.locator("#cleared").tap()
    check(page)
    enter_strokes(page, 23)
    expect(page.locator("#count")).to_have_text("26.00")

    page.get_by_role("button", name="Witness or film…").tap()
    page.locator("#attest-witness").fill("Priya")
    page.get_by_role("button", name="Save it").tap()
    expect(page.locator("#unsent")).to_have_text("all sent")
    page.get_by_role("link", name="My sets, or another one").tap()
    expect(page.locator(".sets li")).to_contain_text("26.00")
    expect(page.locator(".sets li")).to_contain_text("Witnessed by Priya")
    with urllib.request.urlopen(f"{server.url}/matches/{match}/record/") as answer:
        record = read_match(answer.read().decode())
    assert verify(record).holds and record.state.match.result is not None
    assert [board.points for board in record.state.match.boards] == [21, 24, 17, 45, 23]
