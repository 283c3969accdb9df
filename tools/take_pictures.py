"""Takes the pictures of the documents from the site as it is now: docs/images/*.png.

    .venv/bin/python tools/take_pictures.py [NAME...]

Starts a site of its own in a temporary folder and plays in a real browser, as the tests in a browser do (`tools.checks`
finds one). A picture differs a little each time: look at it before you commit it.
"""

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

if __name__ == "__main__":  # started as a file: its neighbours are modules of the folder above
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.browser.board import set_dues, start_match_by_http, strike_with, wait_for_mode
from tests.support.browser.live_server import LiveServer
from tests.support.browser.umpire import UmpireSheet
from tools.checks import find_chromium

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STROKES = ((0.0, 0.0, 6.0), (-90.0, 8.0, 3.0), (120.0, 12.0, 3.5), (60.0, -4.0, 4.0))  # mm, degrees, m/s


def main(names: Sequence[str]) -> int:
    """Take the pictures of these names, or all, and give the exit status."""
    wanted = names or list(PICTURES)
    if unknown := set(wanted) - set(PICTURES):
        sys.stderr.write(f"error: unknown-picture: {', '.join(sorted(unknown))}; there are {', '.join(PICTURES)}\n")
        return 2
    with tempfile.TemporaryDirectory(prefix="carrom-pictures-") as folder, sync_playwright() as play:
        server = LiveServer(Path(folder))
        server.start()
        browser = play.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        try:
            for name in wanted:
                page = PICTURES[name](browser, server)
                page.wait_for_timeout(1_500)  # what moves comes to rest
                page.screenshot(path=IMAGES / f"{name}.png")
                page.context.close()
                print(IMAGES / f"{name}.png")
        finally:
            browser.close()
            server.stop()
    return 0


def _page(browser: Browser, server: LiveServer, device: dict[str, Any]) -> Page:
    return browser.new_context(base_url=server.url, color_scheme="light", **device).new_page()


def match(browser: Browser, server: LiveServer) -> Page:
    """A match against a computer after some strokes, the next one aimed."""
    page = _page(browser, server, DESKTOP)
    page.goto(start_match_by_http(page, opponent="computer", level="steady", name="Asha"))
    wait_for_mode(page, "stroke")
    for offset, angle, speed in STROKES:
        strike_with(page, offset=offset, angle=angle, speed=speed)
        while (mode := page.evaluate("document.body.dataset.mode")) != "stroke":
            if mode == "place":
                set_dues(page)
            elif mode == "watch":
                page.evaluate("document.querySelector('#to-end').click()")
            page.wait_for_timeout(300)
    if page.locator("#ruling-sheet").is_visible():
        page.keyboard.press("Escape")
    page.locator("svg.board").focus()
    for _ in range(6):
        page.keyboard.press("ArrowLeft")
    page.evaluate("document.activeElement.blur()")
    return page


def sheet(browser: Browser, server: LiveServer) -> Page:
    """A stroke of two coins before it is recorded."""
    page = _page(browser, server, PHONE)
    own = UmpireSheet(page)
    own.stroke("white")
    own.stroke()
    own.tap("black", "queen")
    own.ruled()
    return page


def ceremony(browser: Browser, server: LiveServer) -> Page:
    """The whole ceremony of a match that is about to start."""
    page = _page(browser, server, {**PHONE, "viewport": {"width": 390, "height": 900}})
    UmpireSheet(page, length="match", ceremony="whole")
    return page


def correction(browser: Browser, server: LiveServer) -> Page:
    """An older stroke changed, with what follows from it."""
    page = _page(browser, server, PHONE)
    own = UmpireSheet(page)
    for fell in (("white",), ("white",), ("white", "striker")):
        own.stroke(*fell)
    page.get_by_role("button", name="Sheet menu").tap()
    page.get_by_role("link", name="Entries, corrections and statistics").tap()
    page.get_by_role("button", name="Correct… entry 2").tap()
    for _ in range(2):
        page.locator("#amend #keys [data-piece=white]").tap()
    expect(page.locator("#changes-list > li")).to_have_count(1)
    page.locator("#changes-list").scroll_into_view_if_needed()
    return page


def follow(browser: Browser, server: LiveServer) -> Page:
    """A sheet that somebody else keeps."""
    own = UmpireSheet(_page(browser, server, PHONE))
    own.stroke("white")
    own.page.get_by_role("button", name="Sheet menu").tap()
    own.page.get_by_role("link", name="Links for umpires and others").tap()
    own.page.get_by_role("button", name="Create the link").tap()
    link = own.page.get_by_label("Link", exact=True).input_value()
    own.page.goto(own.url)
    page = _page(browser, server, PHONE)
    page.goto(link)
    page.get_by_label("Your name").fill("Priya")
    page.get_by_role("button", name="Open the sheet").tap()
    expect(page.locator("#scorer-text")).to_contain_text("You are following")
    return page


def screen(browser: Browser, server: LiveServer) -> Page:
    """The large view of a sheet after some boards."""
    own = UmpireSheet(_page(browser, server, PHONE), length="match")
    for fell in (("white",), ("white", "white"), (), ("black",)):
        own.stroke(*fell)
    page = _page(browser, server, DESKTOP)
    page.goto(f"/matches/{own.match}/screen/")
    return page


PICTURES = {
    "match": match,
    "sheet": sheet,
    "ceremony": ceremony,
    "correction": correction,
    "follow": follow,
    "screen": screen,
}

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carrom_web.config.settings")
    sys.exit(main(sys.argv[1:]))
