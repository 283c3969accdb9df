"""Every page in both themes at both sizes: nothing that axe minds, nothing sideways, light, and without other hosts."""

import pytest
from playwright.sync_api import expect

from tests.support.browser import club_pages, play_pages
from tests.support.browser.accessibility import COLOURS, LEAST_TARGET, SMALL_TARGETS, violations
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
    for size in (PHONE, DESKTOP):  # the same page, turned into a wide one: opening is what takes the time
        page.set_viewport_size(size["viewport"])
        assert page.evaluate(SIDEWAYS) <= 0, size["viewport"]
        for theme, rules in (("light", ()), ("dark", COLOURS)):  # a theme changes colours and nothing else
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            assert violations(page, *rules) == "", f"{size['viewport']} {theme}"

    page.set_viewport_size(PHONE["viewport"])
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert page.evaluate(SIDEWAYS) <= 0, "text at twice its size"


def test_the_page_of_a_match_is_lighter_than_200_kb_over_the_wire(open_page: OpenPage, server: LiveServer) -> None:
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
    assert sum(sizes) < 200_000, f"{sum(sizes):,.0f} bytes in {len(sizes)} answers"
