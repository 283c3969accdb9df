"""One tap: pulling the striker on the start page starts a match, and its first stroke is stored once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser.board import (
    BASE_MIDDLE,
    Finger,
    Mouse,
    figure,
    spot,
    start_match_by_http,
    start_match_by_link,
    wait_for_mode,
)
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch, wait_for_script

MATCH = re.compile(r"/matches/[0-9a-f-]{36}/$")
FIRST_STROKE = "**/play/first-stroke/"
PULL = 110  # px


def open_start(page: Page) -> None:
    page.goto("/")
    expect(page.locator("#stage[data-ready]")).to_be_visible()


def pull(hand: Mouse | Finger) -> None:
    x, y = spot(hand.page, 0, -BASE_MIDDLE)
    hand.press(x, y)
    hand.to(x + 12, y + PULL)
    hand.lift()


def by_mouse(page: Page) -> None:
    pull(Mouse(page))


def by_finger(page: Page) -> None:
    pull(Finger(page))


def by_keys(page: Page) -> None:
    page.locator("svg.board").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Space")
    page.keyboard.press("Space")


def in_steps(page: Page) -> None:
    """By single taps alone, without any drag."""
    page.get_by_text("Set it in steps instead").click()
    page.get_by_role("button", name="A little to the left, or less").click()
    page.locator("[data-value=power]").click()
    page.get_by_role("button", name="Strike", exact=True).click()


def strokes_stored(page: Page) -> list[str]:
    """The strokes of the match that this page shows, as its record tells them, but for the computer's."""
    record = page.request.get(page.locator("#arena").get_attribute("data-record") or "").text()
    return re.findall(r"^\d+ S -?\d.*", record, re.MULTILINE)


def begin_and_strike(page: Page, strike: Callable[[Page], None]) -> str:
    """A new guest's stroke on the start page begins a match and is its first; give the position that was shown."""
    page.context.clear_cookies()
    open_start(page)
    shown = page.locator("#opening").text_content() or ""

    strike(page)

    page.wait_for_url(MATCH)
    expect(page.locator("#rulings > li").last).to_contain_text("Guest, stroke 1")
    assert len(strokes_stored(page)) == 1, strike
    return shown


def reload_and_go_home(page: Page) -> None:
    """The stroke is not sent again, and the match is there once."""
    page.reload()
    expect(page.locator("#arena")).to_be_visible()
    assert len(strokes_stored(page)) == 1, "it is not sent again"
    page.goto("/")
    expect(page.get_by_role("link", name="Continue")).to_have_count(1)


def test_a_stroke_on_the_start_page_begins_the_match_is_its_first_and_who_comes_back_finds_a_new_rack(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(DESKTOP, server, reduced_motion="reduce")
    before = begin_and_strike(page, by_mouse)
    expect(page.locator("#arena")).to_be_visible()

    page.go_back()

    expect(page.locator("#stage[data-ready]")).to_be_visible()
    expect(page.locator("#line-first")).to_have_text("Pull the striker back, then let go.")
    assert page.locator("#opening").text_content() != before
    begin_and_strike(page, by_keys)
    reload_and_go_home(page)


def test_a_finger_takes_hold_of_the_base_line_elsewhere_moves_the_page_and_a_stroke_begins_the_match(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server, reduced_motion="reduce")
    hold_the_base_line_and_move_the_page(page)
    for strike in (by_finger, in_steps):
        begin_and_strike(page, strike)
    reload_and_go_home(page)


def hold_the_base_line_and_move_the_page(phone: Page) -> None:
    """A finger takes hold of the base line, and elsewhere it moves the page."""
    open_start(phone)
    finger = Finger(phone)

    x, y = spot(phone, 0, 150)
    finger.press(x, y)
    finger.to(x, y - 200)
    finger.lift()
    wait_for_script(phone, "() => scrollY > 50")
    assert phone.evaluate("document.body.dataset.touched") is None
    phone.evaluate("scrollTo(0, 0)")

    finger.press(*spot(phone, -160, -BASE_MIDDLE))
    finger.to(*spot(phone, -100, -BASE_MIDDLE))
    finger.lift()
    assert figure(phone, "place") == pytest.approx(60, abs=3)

    finger.press(*spot(phone, -160, 100))
    finger.to(*spot(phone, -100, 100))
    finger.lift()
    assert (figure(phone, "place"), figure(phone, "aim")) == (pytest.approx(60, abs=3), 0)


def test_a_stroke_that_no_answer_came_to_is_saved_and_makes_one_match(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    watch.allow("ERR_FAILED|ERR_INTERNET_DISCONNECTED")
    page = open_page(DESKTOP, server, reduced_motion="reduce")
    open_start(page)
    lost = 0

    def lose(route: Route) -> None:
        nonlocal lost
        lost += 1
        if lost == 2:
            route.fetch()  # it arrives, and its answer does not
        route.abort()

    page.route(FIRST_STROKE, lose)
    by_mouse(page)
    expect(page.locator("#line-first")).to_have_text("The match could not be started.")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.unroute(FIRST_STROKE)
    page.get_by_role("button", name="Try again").click()

    page.wait_for_url(MATCH)
    expect(page.locator("#rulings > li").last).to_contain_text("Guest, stroke 1")
    assert lost == 2 and len(strokes_stored(page)) == 1
    page.goto("/matches/")
    expect(page.get_by_role("link", name="Continue")).to_have_count(1)


def test_one_press_gives_a_friend_a_link_and_a_code_and_both_come_to_the_match(
    open_page: OpenPage, server: LiveServer
) -> None:
    host, friend = open_page(DESKTOP, server), open_page(PHONE, server)
    open_start(host)

    host.get_by_role("button", name="Play a friend").click()

    link = host.get_by_label("Link", exact=True)
    expect(link).to_have_value(re.compile("/invitations/"))
    expect(host.get_by_role("img", name="QR code of the link")).to_be_visible()
    friend.goto(link.input_value())
    friend.get_by_role("button", name="Sit down and play").tap()

    expect(friend.locator("#arena")).to_be_visible()
    expect(host.locator("#arena")).to_be_visible()
    assert host.url == friend.url


def test_what_was_chosen_last_is_what_the_start_page_plays(desktop: Page) -> None:
    start_match_by_http(desktop, opponent="computer", ruleset="polish", level="steady")

    open_start(desktop)

    expect(desktop.locator("#line-more")).to_contain_text("Anjali")


def test_the_start_page_is_lighter_than_65_kb_over_the_wire(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server, is_fresh=True)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))

    open_start(page)
    page.wait_for_load_state("networkidle")

    assert len(sizes) > 15
    assert sum(sizes) < 65_000, f"{sum(sizes):,.0f} bytes in {len(sizes)} answers"


def test_a_rematch_of_two_people_takes_everybody_along_and_the_other_breaks(
    open_page: OpenPage, server: LiveServer
) -> None:
    asha, tomasz, watcher = open_page(DESKTOP, server), open_page(PHONE, server), open_page(DESKTOP, server)
    start_match_by_link(asha, tomasz)
    first = asha.url
    watcher.goto(first)
    expect(watcher.locator("#panel")).to_contain_text("Asha")
    asha.get_by_role("button", name="Match menu").click()
    asha.get_by_role("button", name="Concede the match").click()
    asha.get_by_role("button", name="Concede", exact=True).click()

    tomasz.get_by_role("button", name="Rematch").tap()
    expect(tomasz.get_by_text("Waiting for Asha")).to_be_visible()
    expect(asha.get_by_text("Tomasz would like a rematch.")).to_be_visible()
    asha.get_by_role("button", name="Rematch").click()

    for page in (asha, tomasz, watcher):
        page.wait_for_url(lambda url: MATCH.search(url) is not None and url != first)
    assert asha.url == tomasz.url == watcher.url
    wait_for_mode(tomasz, "stroke")
    expect(asha.locator("#panel")).to_contain_text("Tomasz")
    asha.goto(first)
    expect(asha.get_by_role("link", name="To the next match")).to_have_attribute("href", re.compile("/matches/"))
