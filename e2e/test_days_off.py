"""Days off in a match by correspondence, on two devices: both see that the clock stands still, and that it runs on."""

from playwright.sync_api import expect

from tests.support.browser.accessibility import violations
from tests.support.browser.board import start_match_by_link, strike_typed, wait_for_mode
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage


def test_days_off_are_seen_at_once_by_both_and_end_with_a_stroke(open_page: OpenPage, server: LiveServer) -> None:
    phone, desktop = (open_page(size, server, reduced_motion="reduce") for size in (PHONE, DESKTOP))
    start_match_by_link(phone, desktop, clock="3d")
    match = phone.url
    expect(desktop.locator("#rests")).to_be_hidden()

    phone.goto("/matches/")
    phone.get_by_role("link", name="Days off").click()
    day = phone.get_by_label("Last day off")
    day.fill(str(day.get_attribute("max")))
    phone.get_by_role("button", name="Start days off").click()
    expect(phone.get_by_text("You have days off until")).to_be_visible()

    expect(desktop.locator("#rests")).to_contain_text("The clock stands still.")
    expect(desktop.get_by_role("timer")).to_have_text("3 days")
    phone.goto(match)
    expect(phone.locator("#rests")).to_contain_text("They end when you play.")
    wait_for_mode(phone, "stroke")
    for page in (phone, desktop):
        assert violations(page) == ""
    strike_typed(phone, angle=20, speed=1.0)
    for page in (phone, desktop):
        expect(page.locator("#rests")).to_be_hidden(timeout=30_000)
    phone.goto("/matches/")
    expect(phone.get_by_text("You have days off until")).to_have_count(0)
