"""The first page opens, at the desk and on a phone, and the server says how it is."""

import json
import re
import urllib.request

from playwright.sync_api import Page, expect

from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE


def test_the_first_page_opens_and_offers_a_game_and_practice(desktop: Page) -> None:
    for size in (DESKTOP, PHONE):
        desktop.set_viewport_size(size["viewport"])
        desktop.goto("/")

        expect(desktop.get_by_role("main")).to_be_visible()
        expect(desktop.get_by_role("heading", level=1)).to_be_visible()
        expect(desktop.locator("#stage[data-ready]")).to_be_visible()
        expect(desktop.get_by_role("button", name="Play a friend")).to_be_visible()

    desktop.get_by_role("link", name="Practise alone").click()
    expect(desktop).to_have_url(re.compile("/practice/$"))
    expect(desktop.get_by_role("heading", level=1)).to_contain_text("Practice")


def test_healthz_shows_the_versions_in_use(server: LiveServer) -> None:
    with urllib.request.urlopen(f"{server.url}/healthz", timeout=5) as answer:
        reported = json.load(answer)

    assert answer.status == 200
    assert reported
