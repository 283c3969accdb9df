"""A phone's habits: opening without a network, a back button that closes what lies over a match, an aim that stays."""

import re

from playwright.sync_api import Page, expect

from tests.support.browser.board import figure, open_numbers, start_match, strike_by_keys, striker
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, OpenPage, Watch

NO_NETWORK = "ERR_CONNECTION_REFUSED"
STORED = """async (path) => {
    const names = (await caches.keys()).filter((name) => name.startsWith("carrom-site-"));
    const match = async (name) => (await caches.open(name)).match(path, { ignoreVary: true });
    return (await Promise.all(names.map(match))).some(Boolean);
}"""


def is_stored(page: Page, path: str) -> None:
    """Wait until this device can open a page without a network."""
    for _ in range(600):
        if page.evaluate(STORED, path):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{path} was not stored")


def test_practice_and_ones_own_match_open_while_the_server_is_dead(
    open_page: OpenPage, own_server: LiveServer, watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    page = open_page(PHONE, own_server, service_workers="allow")
    start_match(page)
    is_stored(page, "/practice/")
    page.get_by_role("button", name="Match menu").tap()
    page.get_by_role("button", name="Concede the match").tap()
    page.get_by_role("button", name="Concede", exact=True).tap()
    match = re.sub(r"^https?://[^/]+", "", page.url)
    is_stored(page, match)
    own_server.kill()

    page.goto("/events/")
    expect(page.get_by_role("heading", name="Without a network")).to_be_visible()
    page.locator("#stored-matches a").first.tap()
    expect(page.locator("#panel")).to_contain_text("concedes")
    expect(page.get_by_text("You see this page as it was")).to_be_visible()
    page.goto("/practice/")
    strike_by_keys(page)
    expect(page.locator("#played")).to_contain_text("Struck")


def test_back_closes_what_lies_over_a_match_and_only_then_leaves_it(phone: Page) -> None:
    phone.goto("/")
    start_match(phone)
    match = phone.url
    menu, settings = phone.locator("#menu"), phone.locator("#settings")
    over = "history.state?.over === true"

    phone.get_by_role("button", name="Match menu").tap()
    phone.get_by_role("button", name="Settings").tap()
    expect(settings).to_be_visible()
    until(phone, over, is_so=True)
    phone.go_back()
    expect(settings).to_be_hidden()
    expect(menu).to_be_hidden()
    assert phone.url == match
    phone.get_by_role("button", name="Match menu").tap()
    until(phone, over, is_so=True)
    menu.get_by_role("button", name="Close").tap()  # the entry stays, and going back skips it
    expect(menu).to_be_hidden()
    phone.go_back()
    expect(phone.get_by_role("heading", name="Take your first stroke.")).to_be_visible()


def until(page: Page, question: str, *, is_so: bool) -> None:
    """Wait for the answer to a question; the page's policy lets no text be evaluated later."""
    for _ in range(600):
        if page.evaluate(question) is is_so:
            return
        page.wait_for_timeout(50)
    raise AssertionError(question)


def test_turning_the_phone_keeps_place_aim_and_power_and_strikes_nothing(phone: Page) -> None:
    start_match(phone)
    open_numbers(phone)
    phone.locator("#exact-offset").fill("60")
    phone.locator("#exact-angle").fill("12.5")
    phone.locator("#exact-form button[type=submit]").tap()
    x, y = striker(phone)
    finger = phone.context.new_cdp_session(phone)
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y + 60}]})
    expect(phone.locator("#ruler-says")).to_contain_text("m/s")
    held = [figure(phone, value) for value in ("place", "aim", "power")]

    phone.set_viewport_size({"width": 740, "height": 360})
    expect(phone.locator("#strike")).to_have_attribute("aria-disabled", "false")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.set_viewport_size({"width": 360, "height": 740})

    assert [figure(phone, value) for value in ("place", "aim", "power")] == held
    assert held[0] == 60 and held[2] > 0
    expect(phone.locator("body")).to_have_attribute("data-mode", "stroke")
    phone.locator("#strike").tap()
    expect(phone.locator("body")).not_to_have_attribute("data-mode", "stroke")
