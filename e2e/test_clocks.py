"""Clocks in the browser: they count down, are called at five seconds, and what lapses is ruled once by the clock."""

from playwright.sync_api import Page, expect

from tests.support.browser.board import listen, strike_typed, wait_for_mode
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, wait_for_script


def begin_with_clocks(page: Page, seconds: int) -> None:
    """Begin a match of two at one screen with so many seconds for a stroke, chosen as a player does; side A breaks."""
    page.goto("/play/?opponent=screen&length=board")
    page.locator("input[name=breaks][value=me]").check(force=True)
    page.locator("input[name=clock][value='15']").check(force=True)
    page.get_by_text("Change these laws for this match").click()
    page.get_by_text("time and conduct").click()
    page.get_by_label("Seconds for a stroke").fill(str(seconds))
    page.get_by_role("button", name="Play", exact=True).click()
    wait_for_mode(page, "stroke")


def seconds_shown(page: Page) -> int:
    """What the chip shows, and tells a screen reader."""
    text, label = page.get_by_role("timer").evaluate("chip => [chip.textContent, chip.getAttribute('aria-label')]")
    shown = int(text.strip().removesuffix(" s"))
    assert label == f"{shown} second{'' if shown == 1 else 's'}"
    return shown


def test_a_stroke_that_comes_too_late_is_ruled_by_the_clock(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server)
    sent = listen(page)
    begin_with_clocks(page, 6)

    first = seconds_shown(page)
    assert first <= 6
    wait_for_script(page, "shown => parseInt(document.querySelector('#clock').textContent) != shown", arg=first)
    expect(page.locator("#clock")).to_have_class("chip warn")
    expect(page.locator("#alert")).to_contain_text("seconds")

    wait_for_script(page, "() => document.querySelector('#last').textContent.includes('Time exceeded')")
    reported, *_ = [message["entry"] for message in sent.received if message["kind"] == "event"]
    assert (reported["kind"], reported["seat"], reported["side"]) == ("declare", None, None)
    assert reported["text"].startswith("Time exceeded, declared by the clock: one white is owed")
    assert "Law 50" in [clause["title"] for reason in reported["ruling"]["reasons"] for clause in reason["clauses"]]
    assert seconds_shown(page) <= 6  # the next one runs
    for size, near in ((PHONE, "#player-near"), (DESKTOP, "#card-near")):
        page.set_viewport_size(size["viewport"])
        expect(page.locator(near)).to_contain_text("1 due")
        expect(page.locator(f"{near}.turn > #clock")).to_be_visible()  # at the name of who is awaited
    wait_for_mode(page, "stroke")


def test_a_stroke_stops_the_clock_and_the_next_begins_when_all_rests(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(DESKTOP, server)
    sent = listen(page)
    begin_with_clocks(page, 60)
    wait_for_script(page, "() => parseInt(document.querySelector('#clock').textContent) < 59")

    strike_typed(page, speed=1.2)  # a soft break: the turn passes
    wait_for_mode(page, "watch", timeout=90_000)
    expect(page.locator("#clock")).to_be_hidden()
    wait_for_mode(page, "stroke")

    expect(page.locator("#clock")).to_be_visible()
    assert [message["entry"]["kind"] for message in sent.received if message["kind"] == "event"] == ["stroke"]
    assert sent.view["clock"] > 60  # the time of the motion is added
    assert 40 < seconds_shown(page) <= 61
