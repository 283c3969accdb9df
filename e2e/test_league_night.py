"""A league night of four ties on one phone: line-ups by tapping, winners, points, a walk-over, undo, a cut network."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.accessibility import check_as_it_is
from tests.support.browser.hand import Hand
from tests.support.browser.live_server import LiveServer
from tests.support.browser.match_leagues import MadeLeague, new_league
from tests.support.browser.pages import PHONE, OpenPage, Watch

TEAMS = ("Riverside", "Castle", "Old Mill", "Harbour", "Station", "Park", "Bridge", "North End")
MOST_ACTIONS = 40


def card(page: Page, number: int) -> Locator:
    return page.locator(".night-tie").nth(number)


def night_league(url: str) -> MadeLeague:
    """Eight teams with open line-ups; on the first match day all line-ups were named."""
    made = new_league(url, teams=TEAMS, line_ups="open")
    for place in range(2, 5):
        for side in "ab":
            picks = {"match_1_0": "0", "match_2_0": "1", "match_3_0": "0", "match_3_1": "2"}
            made.owner.send(f"{made.path}fixtures/1.{place}/line-up/?side={side}", **picks)
    return made


def test_a_night_of_four_ties_takes_fewer_than_forty_actions(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    made = night_league(server.url)
    page = open_page(PHONE, server)
    page.context.add_cookies(made.cookies_of(made.owner))  # type: ignore[arg-type]
    hand = Hand(page)

    hand.open(f"{made.path}nights/2/")
    expect(page.locator("body")).to_have_attribute("data-follows", "1")
    for number in (0, 1):
        hand.tap(card(page, number).get_by_role("button", name="As last time"))
        expect(card(page, number).get_by_role("button", name="As last time")).to_have_count(0)
    hand.tap(card(page, 2).get_by_role("link", name="Line-ups"))
    expect(page.locator(".taps")).to_have_count(2)
    for side in page.locator(".taps").all():
        for name in (0, 1, 0, 2):
            hand.tap(side.locator(f"[data-name='{name}']"))
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    hand.tap(page.get_by_role("button", name="Use these line-ups"))
    for number in (0, 1, 2):
        for match in range(3):
            hand.tap(card(page, number).locator(".m").nth(match).get_by_role("button").nth(match % 2))
        expect(card(page, number)).to_contain_text("2 – 1")
        expect(card(page, number)).to_contain_text("Final.")
    hand.tap(card(page, 3).locator("summary"))
    hand.tap(card(page, 3).locator("[name=loser]").nth(1))
    expect(card(page, 3)).to_contain_text("3 – 0")

    expect(page.get_by_text("All results are in.")).to_be_visible()
    expect(page.locator(".night-table .mv").filter(has_text=re.compile("up|down")).first).to_be_visible()
    assert hand.actions < MOST_ACTIONS
    assert (hand.actions, hand.typed, hand.loads) == (24, 0, 3)

    page.get_by_role("button", name=re.compile("^Undo")).tap()
    expect(card(page, 3)).to_contain_text("No line-ups yet")
    expect(page.get_by_text("1 of 4 is still open.")).to_be_visible()
    _points_on_the_pad_and_without_a_network(page)
    check_as_it_is(page, "a night that is over")


def _points_on_the_pad_and_without_a_network(page: Page) -> None:
    """The last tie: the pad leads from match to match; what cannot be gets a sentence; a cut network loses nothing."""
    card(page, 3).locator(".mid").first.tap()
    pad = page.locator("#pad")
    pad.get_by_role("button", name="Total", exact=True).tap()
    for digit in "1212":
        pad.locator(f"[data-digit='{digit}']").tap()
    expect(pad.get_by_role("status")).to_contain_text("Level")
    pad.get_by_role("button", name="Not yet").tap()
    card(page, 3).locator(".mid").first.tap()
    pad.get_by_role("button", name="Total", exact=True).tap()
    for digits in (("full", "1", "1"), ("9", "full")):
        for digit in digits:
            if digits[0] == "9" and digit == "full":
                pad.locator("[data-at='1']").tap()
            pad.locator(f"[data-digit='{digit}']").tap()
        expect(pad.get_by_role("status")).to_contain_text("to come")
        pad.get_by_role("button", name="Save, then").tap()
    page.context.set_offline(True)
    pad.get_by_role("button", name="Winner", exact=True).tap()
    pad.locator("[data-winner=a]").tap()
    pad.get_by_role("button", name="Save result").tap()
    expect(page.locator("#unsent")).to_contain_text("not sent yet")
    page.context.set_offline(False)
    expect(page.locator("#unsent")).to_be_hidden()
    expect(card(page, 3)).to_contain_text("2 – 1")
    expect(card(page, 3).locator(".mid").nth(1)).to_contain_text("9–25")
