"""In the browser: a match on a projector and over a stream, without scroll bars, also after the server was gone."""

import struct
import zlib

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.support.browser.accessibility import violations
from tests.support.browser.board import start_match, wait_for_mode
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch, wait_for_script
from tests.support.browser.umpire import NO_NETWORK, UmpireSheet

FULL_HD = {"viewport": {"width": 1920, "height": 1080}}
HD = {"viewport": {"width": 1280, "height": 720}}
CORNER: FloatRect = {"x": 0, "y": 0, "width": 8, "height": 8}
OVERFLOW = """() => [document.documentElement, ...document.querySelectorAll('.of-side, .last, .card-over')].flatMap(
    part => [part.scrollWidth - part.clientWidth, part.scrollHeight - part.clientHeight])"""  # px


def opacity(png: bytes) -> int:
    """Of a picture's upper left corner, which no filter of a PNG changes; without such a channel all is opaque."""
    if png[25] != 6:  # RGBA
        return 255
    at, data = 8, b""
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        data += png[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    return zlib.decompress(data)[4]


def check(page: Page) -> None:
    assert max(page.evaluate(OVERFLOW)) <= 1
    assert violations(page) == ""


def sentences(ruling: str) -> list[str]:
    """The sentences of a ruling, in an order that is the same for all."""
    return sorted(ruling.strip().split(". "))


@pytest.mark.slow
def test_a_projector_and_a_stream_follow_the_umpire_also_after_the_server_was_killed(
    open_page: OpenPage, own_server: LiveServer, watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    sheet = UmpireSheet(open_page(PHONE, own_server))
    screen, overlay = open_page(FULL_HD, own_server), open_page(HD, own_server)
    screen.goto(f"/matches/{sheet.match}/screen/")
    overlay.goto(f"/matches/{sheet.match}/overlay/?ruling=1")
    expect(screen.locator("#next")).to_have_text("Asha breaks")

    reported = sheet.stroke("white", "striker")
    expect(screen.locator("#ruling")).to_contain_text("one white is owed")
    shown = screen.locator("#ruling").inner_text()
    assert sentences(shown) == sentences(reported)  # the sheet says first who plays
    expect(overlay.locator("#ruling")).to_have_text(shown)
    expect(screen.locator("#side-first")).to_contain_text("owes 1")
    check(screen)
    check(overlay)
    assert opacity(overlay.screenshot(omit_background=True, clip=CORNER)) == 0
    assert opacity(screen.screenshot(omit_background=True, clip=CORNER)) == 255

    sheet.menu("Just score: enter whole boards")
    sheet.board("a", 6, "a")
    for page in (screen, overlay):
        expect(page.locator(".points").first).to_contain_text("9")
    expect(screen.locator("#boards li")).to_have_text("Board 1" + "9 : –")

    own_server.kill()
    expect(screen.locator("#connection")).to_be_visible()
    own_server.start()
    expect(screen.locator("#connection")).to_be_hidden(timeout=60_000)
    sheet.board("b", 2, "b")
    for page in (screen, overlay):
        expect(page.locator(".points").last).to_contain_text("5", timeout=60_000)
    for page in (screen, overlay):
        page.set_viewport_size({"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_match_on_the_screen_is_shown_large_with_its_board_and_every_motion(
    open_page: OpenPage, server: LiveServer
) -> None:
    player, screen = open_page(DESKTOP, server), open_page(FULL_HD, server)
    start_match(player)
    screen.goto(player.url + "screen/")
    expect(screen.locator("#stage .l-pieces > use")).to_have_count(19)
    before = screen.locator("#next").inner_text()

    player.locator("svg.board").focus()
    player.keyboard.press("Space")
    player.keyboard.press("Space")
    wait_for_script(screen, "() => document.querySelector('#stage .l-striker > *')", timeout=90_000)  # it is on its way
    assert screen.locator("#next").inner_text() == before  # the ruling waits for the end of the motion

    wait_for_mode(player, "stroke", "place", "panel")
    wait_for_script(screen, "() => document.body.dataset.version > 0")
    assert screen.locator("#ruling").inner_text()
    check(screen)
