"""Every page in both themes at both sizes: nothing that axe minds, nothing sideways, light, and without other hosts."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import club_pages, play_pages
from tests.support.browser.accessibility import (
    LEAST_TARGET,
    SMALL_TARGETS,
    remember_shown,
    violations,
    violations_of_new,
)
from tests.support.browser.board import start_match
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch

SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("state", (*play_pages.STATES, *club_pages.STATES))
def test_axe_minds_nothing_and_nothing_is_sideways_or_too_small_at_any_size_of_text(
    open_page: OpenPage, server: LiveServer, watch: Watch, state: object
) -> None:
    watch.allow("40[34]")
    page = open_page(PHONE, server, color_scheme="light", reduced_motion="reduce")

    state(page)  # type: ignore[operator]

    assert page.evaluate(SMALL_TARGETS, LEAST_TARGET) == []
    # The same page, turned into a wide one and back: opening it is what takes the time. Everything is looked at in both
    # themes, and at both sizes; what both show, in one theme at each, since neither changes what the other does.
    assert page.evaluate(SIDEWAYS) <= 0, "phone"
    assert violations(page) == "", "phone, light"
    remember_shown(page)
    page.set_viewport_size(DESKTOP["viewport"])
    assert page.evaluate(SIDEWAYS) <= 0, "desktop"
    assert violations_of_new(page) == "", "desktop, light"
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert violations(page) == "", "desktop, dark"
    remember_shown(page)
    page.set_viewport_size(PHONE["viewport"])
    assert violations_of_new(page) == "", "phone, dark"

    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert page.evaluate(SIDEWAYS) <= 0, "text at twice its size"


def test_the_page_of_a_match_is_lighter_than_150_kb_over_the_wire(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server)
    start_match(page)
    match = page.url
    fresh = open_page(PHONE, server)
    session = fresh.context.new_cdp_session(fresh)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))

    fresh.goto(match)
    expect(fresh.locator("#panel")).to_be_visible()
    fresh.wait_for_load_state("networkidle")

    assert len(sizes) > 20
    assert sum(sizes) < 150_000, f"{sum(sizes):,.0f} bytes in {len(sizes)} answers"
