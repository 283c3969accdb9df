"""Every page in both themes at both sizes: nothing that axe minds, nothing sideways, light, and without other hosts."""

from collections.abc import Callable, Iterator, Sequence

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.support.browser import club_pages, play_pages
from tests.support.browser.accessibility import (
    LEAST_TARGET,
    SIDEWAYS,
    SMALL_TARGETS,
    violations_of_new,
)
from tests.support.browser.board import start_match
from tests.support.browser.guests import STORED
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch
from tests.support.in_one_test import every


@pytest.mark.parametrize(
    "states", (play_pages.STATES, play_pages.PAGES_OF_LAWS, club_pages.STATES), ids=("play", "laws", "clubs")
)
def test_axe_minds_nothing_and_nothing_is_sideways_or_too_small_at_any_size_of_text(
    open_page: OpenPage, server: LiveServer, watch: Watch, states: Sequence[Callable[[Page], None]]
) -> None:
    """One page shows them all, each time as another guest."""
    watch.allow("40[34]")
    page = open_page(PHONE, server, color_scheme="light", reduced_motion="reduce")
    session = page.context.new_cdp_session(page)
    known = {state.__name__: state for state in states}
    for name, case in every(known):
        with case:
            page.context.clear_cookies()
            session.send("Storage.clearDataForOrigin", {"origin": server.url, "storageTypes": STORED})
            known[name](page)

            check_at_every_size(page, session, name)


@pytest.mark.parametrize("walk", (*play_pages.WALKS, *club_pages.WALKS))
def test_axe_minds_nothing_on_a_walk_through_pages(
    open_page: OpenPage, server: LiveServer, walk: Callable[[Page], Iterator[str]]
) -> None:
    page = open_page(PHONE, server, color_scheme="light", reduced_motion="reduce")
    session = page.context.new_cdp_session(page)

    states = 0
    for state in walk(page):
        check_at_every_size(page, session, state)
        states += 1

    assert states > 1


def check_at_every_size(page: Page, session: CDPSession, state: str) -> None:
    """The page as it is, turned into a wide one and back; whatever was found, the next one is a light phone's again.

    Everything is looked at in both themes, and at both sizes. All rules see a phone's page and what a wide one has
    more, and on a page that was looked at before what is new on it; in the other theme colours alone are looked at.
    """
    try:
        _look_at_every_size(page, session, state)
    finally:
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        if page.viewport_size != PHONE["viewport"]:
            page.set_viewport_size(PHONE["viewport"])


def _look_at_every_size(page: Page, session: CDPSession, state: str) -> None:
    assert page.evaluate(SMALL_TARGETS, LEAST_TARGET) == [], state
    assert page.evaluate(SIDEWAYS) <= 0, (state, "phone")
    assert violations_of_new(page) == "", (state, "phone, light")
    page.set_viewport_size(DESKTOP["viewport"])
    assert page.evaluate(SIDEWAYS) <= 0, (state, "desktop")
    assert violations_of_new(page) == "", (state, "desktop, light")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert violations_of_new(page, theme="dark") == "", (state, "desktop, dark")
    page.set_viewport_size(PHONE["viewport"])
    assert violations_of_new(page, theme="dark") == "", (state, "phone, dark")
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    twice = page.evaluate(f"[getComputedStyle(document.documentElement).fontSize, {SIDEWAYS}]")
    assert twice[0] == "32px" and twice[1] <= 0, (state, "text at twice its size", twice)


def test_the_page_of_a_match_is_lighter_than_150_kb_over_the_wire(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server)
    start_match(page)
    match = page.url
    fresh = open_page(PHONE, server, is_fresh=True)
    session = fresh.context.new_cdp_session(fresh)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))

    fresh.goto(match)
    expect(fresh.locator("#panel")).to_be_visible()
    fresh.wait_for_load_state("networkidle")

    assert len(sizes) > 20
    assert sum(sizes) < 150_000, f"{sum(sizes):,.0f} bytes in {len(sizes)} answers"
