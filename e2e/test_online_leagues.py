"""A match league that is played online: captains start a tie on their phones, play it here, and its result is there."""

import re

from playwright.sync_api import expect

from tests.support.browser.accessibility import violations
from tests.support.browser.board import wait_for_mode
from tests.support.browser.live_server import LiveServer
from tests.support.browser.match_leagues import new_league
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage

LINE_UP = {"match_1_0": "0", "match_2_0": "1", "match_3_0": "0", "match_3_1": "2"}  # both captains play the first match


def test_captains_start_a_tie_play_its_first_match_and_the_result_is_theirs(
    open_page: OpenPage, server: LiveServer
) -> None:
    phone, desktop = open_page(PHONE, server), open_page(DESKTOP, server)
    league = new_league(server.url, is_online="yes", online_clock="none")
    for side in "ab":
        league.owner.send(f"{league.path}fixtures/1.2/line-up/?side={side}", **LINE_UP)
    tie = f"{league.path}fixtures/1.2/"
    for side, page in enumerate((phone, desktop)):
        page.context.add_cookies(league.cookies_of(league.captain_at("1.2", side)))  # type: ignore[arg-type]
        page.goto(tie)
    start = phone.get_by_role("button", name="Start the matches here")
    expect(start).to_be_visible()
    assert violations(phone) == ""

    start.click()
    for page in (phone, desktop):
        page.goto(tie)
        page.get_by_role("link", name="Watch").first.click()
        page.wait_for_url(re.compile(r"/matches/[0-9a-f-]{36}/"))
        wait_for_mode(page, "stroke", "panel")
    desktop.get_by_role("button", name="Menu").click()
    desktop.get_by_role("button", name="Concede the match").click()
    desktop.get_by_role("button", name="Concede", exact=True).click()
    expect(phone.get_by_role("link", name="Club league").first).to_be_visible()

    phone.goto(tie)
    expect(phone.locator(".night-tie .s").first).to_have_text(re.compile(r"\s*1 – 0\s*"), timeout=30_000)
