"""Nothing lies over the board while one plays, and every reading is seen whole, on every screen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.board import OUTER, Mouse, choose, figure, start_match, wait_until
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, OpenPage

WINDOWS = [(1366, 768), (1024, 768), (390, 844), (360, 740), (844, 390)]
LONG = (
    "No answer from the server yet. Your stroke is sent again until the server has stored it; then you see its result."
)
POCKET = 347.75  # mm, where the pockets' centres are
RADIUS = 22.25


@pytest.fixture
def page(open_page: OpenPage, server: LiveServer) -> Page:
    """A match that has just started, to somebody who has never struck on this device."""
    opened = open_page({"viewport": PHONE["viewport"]}, server)
    start_match(opened)
    return opened


def in_each_window(page: Page) -> Iterator[str]:
    """The page in a window of each size, one after the other: opening it is what takes the time."""
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        yield f"{width}x{height}"


def box_of(page: Page, selector: str) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of an element."""
    box = page.locator(selector).bounding_box()
    assert box, selector
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether two boxes have more than an edge in common."""
    return one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1


def pockets(page: Page) -> list[tuple[float, float, float, float]]:
    """The boxes of the four pockets."""
    left, top, right, _bottom = box_of(page, "svg.board")
    size = right - left

    def within(x: float, y: float) -> tuple[float, float]:
        return left + (x + OUTER) / (2 * OUTER) * size, top + (OUTER - y) / (2 * OUTER) * size

    corners = [(x, y) for x in (-POCKET, POCKET) for y in (-POCKET, POCKET)]
    return [(*within(x - RADIUS, y + RADIUS), *within(x + RADIUS, y - RADIUS)) for x, y in corners]


def test_in_windows_of_every_size_nothing_lies_over_the_board_and_every_reading_is_whole(page: Page) -> None:
    for size in in_each_window(page):
        check_hint_and_notes(page, size)
    page.locator("svg.board").focus()
    page.keyboard.press("Shift+N")  # the rightmost piece
    wait_until(page, lambda: figure(page, "aim") < -5)
    for size in in_each_window(page):
        check_values(page, size)
    for size in in_each_window(page):
        check_why_a_place_is_forbidden(page, size)
    check_the_stronger_hand(page)


def check_the_stronger_hand(page: Page) -> None:
    """On a phone that lies the ruler is there."""
    page.set_viewport_size({"width": 844, "height": 390})
    assert box_of(page, "svg.board")[2] <= box_of(page, "#ruler")[0]

    page.evaluate("document.documentElement.dataset.hand = 'left'")

    assert box_of(page, "#ruler")[2] <= box_of(page, "svg.board")[0]
    assert box_of(page, "svg.board")[2] <= 844 and box_of(page, "svg.board")[3] <= 390


def check_hint_and_notes(page: Page, size: str) -> None:
    """The first hint and notes stand beside the board."""
    expect(page.locator("#hint")).to_be_visible()
    board = box_of(page, "svg.board")
    assert not overlap(box_of(page, "#hint"), board), size

    page.evaluate(
        """text => {
            for (const id of ["notice", "slow"]) document.getElementById(id).hidden = false;
            for (const id of ["notice-text", "slow-text"]) document.getElementById(id).textContent = text;
        }""",
        LONG,
    )

    assert box_of(page, "svg.board") == board, size  # the board stays where it is
    for note in ("#notice", "#slow"):
        assert not overlap(box_of(page, note), board), size
    page.evaluate('for (const id of ["notice", "slow"]) document.getElementById(id).hidden = true')


def check_why_a_place_is_forbidden(page: Page, size: str) -> None:
    """Why a place is forbidden is said between the pockets."""
    mouse, (x, y) = Mouse(page), choose(page, "place")
    while True:  # in thirds, since the ruler may be short; from the second window on it is there already
        left = 198 - figure(page, "place")
        mouse.press(x, y)
        mouse.to(x + (left if left < 60 else 66) / 0.8, y, rest=0, steps=2)
        mouse.lift()
        if left < 60:
            break

    expect(page.locator("#tag")).to_have_class("tag bad")
    tag = box_of(page, "#tag")
    assert not [pocket for pocket in pockets(page) if overlap(tag, pocket)], size


def check_values(page: Page, size: str) -> None:
    """No value on top of the ruler is cut, nor what the ruler says."""
    expect(page.locator("[data-value=aim] data")).to_contain_text("right")
    for part in ("[data-value=place]", "[data-value=aim]", "[data-value=power]"):
        left, top, right, bottom = box_of(page, f"{part} data")
        within = box_of(page, part)
        assert within[0] <= left and right <= within[2] + 0.5, (part, size)
        assert within[1] <= top and bottom <= within[3] + 0.5, (part, size)
    assert page.locator("#ruler-says").evaluate("each => each.scrollWidth - each.clientWidth") <= 0, size
    assert box_of(page, "#strike")[3] <= page.viewport_size["height"] + 0.5, size  # type: ignore[index]


def test_practice_keeps_its_notes_off_the_board_on_a_phone(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server)
    page.goto("/practice/")
    expect(page.locator("#hint")).to_be_visible()
    page.evaluate("document.getElementById('notice').hidden = false")

    board = box_of(page, "svg.board")
    for part in ("#hint", "#notice"):
        assert not overlap(box_of(page, part), board)
