"""The lobby in the browser: two press the same tile and play, a third sees it and watches."""

import re

from playwright.sync_api import expect

from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage


def test_two_who_press_the_same_tile_play_and_a_third_watches(open_page: OpenPage, server: LiveServer) -> None:
    asha, tomasz, olive = open_page(PHONE, server), open_page(DESKTOP, server), open_page(DESKTOP, server)
    for page in (asha, tomasz, olive):
        page.goto("/lobby/")
        page.wait_for_function("() => document.body.dataset.follows === '1'")
    asha.get_by_label("Your name").fill("Asha")
    asha.locator("button.tile").first.tap()
    expect(asha.locator("button.tile[aria-pressed=true]")).to_contain_text("Looking…")
    expect(asha.get_by_role("status")).to_contain_text("Looking for an opponent")
    expect(tomasz.locator("button.tile").first).to_contain_text("1 waits: begins at once")  # without loading it again
    expect(olive.locator(".open li")).to_contain_text("Asha")

    tomasz.locator("button.tile").first.click()
    tomasz.wait_for_url("**/matches/**", wait_until="commit")
    asha.wait_for_url("**/matches/**", wait_until="commit")

    assert asha.url == tomasz.url
    for page in (asha, tomasz):
        expect(page.locator("#clock")).to_have_text(re.compile(r"^1[0-5] s$"))
    expect(olive.locator(".watch .card")).to_contain_text("Asha and Guest")
    expect(olive.locator(".open")).to_contain_text("Nobody waits")
    olive.locator(".watch .card").click()
    olive.wait_for_url(asha.url)
    expect(tomasz.locator("#watchers")).to_be_visible()  # the players see that somebody watches
