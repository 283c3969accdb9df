"""Arenas in the browser: two meet again and again, and one plays everybody at once."""

import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.accessibility import violations
from tests.support.browser.board import strike_with, wait_for_mode
from tests.support.browser.live_server import LiveServer
from tests.support.browser.organising import signed_up
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch
from tests.support.browser.umpire import NO_NETWORK


def concede(page: Page) -> None:
    """Give up the match."""
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Concede the match").click()
    page.get_by_role("button", name="Concede", exact=True).click()


def test_two_meet_in_an_arena_through_a_restart_and_a_third_sees_the_table(
    open_page: OpenPage, own_server: LiveServer, watch: Watch, record_property: Callable[[str, object], None]
) -> None:
    """Asha opens it, Tomasz waits on a phone; the server is killed while they play."""
    watch.allow(NO_NETWORK)
    asha, tomasz, olive = open_page(DESKTOP, own_server), open_page(PHONE, own_server), open_page(DESKTOP, own_server)
    signed_up(own_server, "Asha").go_on_in(asha)
    asha.goto("/arenas/new/")
    assert violations(asha) == ""
    asha.get_by_label("Title").fill("Friday arena")
    asha.get_by_role("button", name="Open it").click()
    asha.wait_for_url("**/arenas/friday-arena*/")
    arena = asha.url
    olive.goto("/lobby/")
    olive.get_by_role("link", name="Friday arena").click()
    tomasz.goto(arena)
    tomasz.get_by_label("Your name").fill("Tomasz")
    tomasz.get_by_role("button", name="Join the arena").tap()
    expect(tomasz.locator("body[data-plays]")).to_be_attached()

    began = time.perf_counter()
    asha.get_by_role("button", name="Join the arena").click()
    tomasz.wait_for_url("**/matches/**", wait_until="commit")
    record_property("pairing_s", time.perf_counter() - began)
    asha.wait_for_url(tomasz.url)
    expect(olive.locator(".arena-tv canvas, .arena-tv .stage svg").first).to_be_visible()  # the leader's board, live
    assert violations(olive) == ""

    own_server.kill()
    own_server.start()
    concede(asha)
    expect(olive.locator(".standings tbody tr").first).to_contain_text("Tomasz")
    expect(olive.locator(".standings tbody tr").first).to_contain_text("2")

    first = tomasz.url
    for page in (asha, tomasz):
        page.goto(arena)
    for page in (asha, tomasz):
        page.wait_for_url(lambda url: "/matches/" in url and url != first, wait_until="commit")
    assert asha.url == tomasz.url
    asha.goto(f"{arena}organise/")
    assert violations(asha) == ""


def test_one_who_plays_everybody_is_led_from_board_to_board(open_page: OpenPage, server: LiveServer) -> None:
    asha, tomasz, mira = (open_page(size, server, reduced_motion="reduce") for size in (DESKTOP, PHONE, DESKTOP))
    by_http = signed_up(server, "Asha")
    arena = by_http.fill_in("/arenas/new/", title="Asha against all", way="host", clock="none").headers["Location"]
    by_http.go_on_in(asha)
    asha.goto(arena)
    assert violations(asha) == ""
    for page, name in ((tomasz, "Tomasz"), (mira, "Mira")):
        page.goto(arena)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Join the arena").click()
        page.wait_for_url("**/matches/**", wait_until="commit")
    expect(asha.get_by_role("link", name="Look")).to_have_count(2)  # without loading it again

    strike_with(tomasz, speed=1.0)  # touches the pieces and sinks none
    asha.wait_for_url(tomasz.url)
    wait_for_mode(asha, "stroke")
    strike_with(mira, speed=1.0)
    strike_with(asha, angle=60.0, speed=0.6)

    asha.wait_for_url(mira.url)
    wait_for_mode(asha, "stroke")
