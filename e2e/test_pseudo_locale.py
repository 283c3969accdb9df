"""In the browser, in a language of accents: what scripts write on a page is no plain English either."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.support.browser.board import set_dues, start_match_by_http, strike_by_keys, wait_for_mode, wait_until
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, OpenPage
from tests.support.pseudo_locale import plain_english, pseudo_locale_of_run, shown_texts

DATA = re.compile(r"\b(?:Asha|Tomasz)\b")
KEYS = ("ArrowLeft", "ArrowUp", "ArrowUp", "b", "n")


@pytest.fixture(scope="module")
def accented(tmp_path_factory: pytest.TempPathFactory, ready: Path) -> Iterator[LiveServer]:
    """A server that speaks the pseudo-locale."""
    settings = {"CARROM_PSEUDO_LOCALE": str(pseudo_locale_of_run())}
    live = LiveServer(tmp_path_factory.mktemp("accented"), ready=ready, settings=settings)
    live.start()
    yield live
    live.stop()


def plain_on(page: Page) -> set[str]:
    """What stands on a page, hidden or not, in plain English."""
    return {text for text in shown_texts(page.content()) if plain_english(text, DATA)}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["icf", "kagw", "baca19", "common"])  # what pages show else: alone, both ready
def test_a_match_is_shown_without_plain_english(accented: LiveServer, open_page: OpenPage, ruleset: str) -> None:
    page = open_page(DESKTOP, accented, reduced_motion="reduce")
    length = "match" if ruleset == "baca19" else "board"
    form = {"opponent": "screen", "ruleset": ruleset, "length": length, "name": "Asha", "other_name": "Tomasz"}
    page.goto(start_match_by_http(page, **form))
    found: set[str] = set()
    for _ in range(4):
        mode = wait_for_mode(page, "stroke", "place", "panel")
        found |= plain_on(page)
        if mode == "panel":
            button = page.locator("#panel button:visible:enabled").first
            if not button.is_visible():  # it was answered in the round before, and goes only now
                continue
            button.click()
            wait_until(page, lambda: page.locator("#panel button:visible:disabled").count() == 0)
        elif mode == "place":
            set_dues(page)
        else:
            strike_by_keys(page)
    found |= plain_on(page)

    assert not found


def test_boards_without_a_match_speak_no_plain_english(accented: LiveServer, open_page: OpenPage) -> None:
    page = open_page(DESKTOP, accented, reduced_motion="reduce")
    for address in ("/practice/", "/analysis/", "/laws/what-if/?ruleset=kagw"):
        page.goto(address)
        page.wait_for_load_state("networkidle")
        if "what-if" not in address:
            page.locator("svg.board").first.focus()
            for key in KEYS:
                page.keyboard.press(key)
            page.wait_for_timeout(1500)

        assert not plain_on(page), address
