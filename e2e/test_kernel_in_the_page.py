"""The page's kernel: fetched once, allowed on pages that simulate alone, missed with a sentence where there is none."""

import re

import pytest
from playwright.sync_api import Page, Response, expect

from tests.support.browser.board import start_match, wait_for_mode
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, OpenPage, Watch

NO_WASM = "delete globalThis.WebAssembly"
MAY_COMPILE = """async () => {
    try {
        await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
        return true;
    } catch { return false; }
}"""


@pytest.fixture
def page(open_page: OpenPage, server: LiveServer) -> Page:
    return open_page(DESKTOP, server)


def test_each_page_asks_for_the_kernel_once_and_it_is_cached_for_ever(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(DESKTOP, server, is_fresh=True)
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer) if ".wasm" in answer.url else None)

    for number, path in enumerate(("/practice/", "/analysis/"), 1):
        page.goto(path)
        expect(page.locator("#outcome")).to_contain_text("Drawn for")

        assert len(answers) == number and re.search(r"/kernel\.[0-9a-f]{12}\.wasm$", answers[-1].url), path
    assert answers[0].url == answers[1].url
    assert "immutable" in answers[0].headers["cache-control"]
    assert answers[0].headers["content-type"] == "application/wasm"


def test_only_pages_that_simulate_may_compile_webassembly(page: Page, watch: Watch) -> None:
    """One of each; which header every page has: tests/web/test_permissions.py."""
    watch.allow("Content Security Policy")
    start_match(page)
    assert page.evaluate(MAY_COMPILE)
    page.goto("/")
    assert not page.evaluate(MAY_COMPILE)


def test_a_browser_without_webassembly_learns_which_browsers_have_it_and_why_a_stroke_is_not_played(page: Page) -> None:
    page.add_init_script(NO_WASM)
    for path in ("/analysis/", "/practice/"):
        page.goto(path)

        expect(page.locator("#notice")).to_contain_text("This browser cannot simulate strokes")
        expect(page.locator("#notice")).to_contain_text("Safari 16.4 or newer")
        expect(page.get_by_role("alert").filter(has_text="cannot simulate")).to_have_count(1)
        page.locator("#to-arrange").click()  # pieces can still be put
        wait_for_mode(page, "arrange")

    page.reload()
    expect(page.locator("#notice")).to_be_visible()
    page.locator("#notice-close").click()
    page.locator("svg.board").focus()
    for key in ("ArrowUp", "Space", "Space"):
        page.keyboard.press(key)
    expect(page.locator("#alert")).to_contain_text("This browser cannot simulate strokes")
    assert page.locator("body").get_attribute("data-mode") == "stroke"


def test_a_kernel_that_does_not_arrive_is_distinguished_from_a_browser_without(page: Page, watch: Watch) -> None:
    watch.allow("ERR_FAILED")
    page.route("**/kernel.*.wasm", lambda route: route.abort())

    page.goto("/practice/")

    expect(page.locator("#notice")).to_contain_text("could not be loaded. Reload the page.")


def test_a_match_goes_on_without_webassembly_as_the_server_plays_it(page: Page) -> None:
    page.add_init_script(NO_WASM)
    start_match(page)

    page.locator("svg.board").focus()
    for key in (*["ArrowUp"] * 6, "Space", "Space"):
        page.keyboard.press(key)

    wait_for_mode(page, "watch")
    wait_for_mode(page, "stroke", "place", "panel")
