"""In the browser: an umpire under pressure. Keys stay in their places, strokes record themselves, laws ask at once."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.accessibility import violations
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, wait_for_script
from tests.support.browser.umpire import UmpireSheet

ON_ITS_SIDE: dict[str, Any] = {**PHONE, "viewport": {"width": 844, "height": 390}}
SMALL: dict[str, Any] = {**PHONE, "viewport": {"width": 360, "height": 640}}
BOXES = """Object.fromEntries([...document.querySelectorAll("#keys > .k, #fouls > .btn, #undo, #record")]
    .filter((key) => key.offsetParent).map((key) => {
        const { x, y, width, height } = key.getBoundingClientRect();
        return [key.id || key.dataset.place || key.dataset.foul, [x, y, width, height].map(Math.round)];
    }))"""
# what is cut off; a long ruling may scroll within its band
CLIPPED = """[document.documentElement, ...document.querySelectorAll(".ump, .say, .half, .strip, .k")]
    .filter((part) => part.scrollWidth > part.clientWidth + 1
        || (part.scrollHeight > part.clientHeight + 1 && getComputedStyle(part).overflowY !== "auto"))
    .map(({ className }) => className)"""
SIZES = {"on its side": ON_ITS_SIDE, "small": SMALL, "laptop": DESKTOP, "upright": PHONE}
SMALLEST = 56  # px: the height of a key


def boxes(page: Page) -> dict[str, list[int]]:
    found: dict[str, list[int]] = page.evaluate(BOXES)
    return found


def in_each_window(page: Page) -> Iterator[str]:
    """The page in a window of each size; the last one is a phone's, where the next key is tapped."""
    for name, size in SIZES.items():
        page.set_viewport_size(size["viewport"])
        yield name


@pytest.mark.clause("ICF-L45", "ICF-L33")
def test_no_key_moves_whatever_is_tapped_asked_ruled_recorded_and_taken_back_and_each_hand_has_its_side(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server)
    sheet = UmpireSheet(page)
    seen = 0
    places: dict[str, dict[str, list[int]]] = {}
    for size in in_each_window(page):
        places[size] = boxes(page)
        assert min(height for _x, _y, _width, height in places[size].values()) >= SMALLEST, size

    def stands(after: str) -> None:
        for size in in_each_window(page):
            assert page.evaluate(f"[{BOXES}, {CLIPPED}]") == [places[size], []], (after, size)

    def tap(selector: str) -> None:
        nonlocal seen
        page.locator(selector).click()
        seen += 1
        stands(selector)

    def ruled(after: str) -> None:
        sheet.ruled()
        page.evaluate("document.querySelector('#ruled-here').hidden = false")  # a slow server: the phone rules
        stands(after)

    tap("#nothing")  # the break: asked at once, and the keys stay
    expect(page.locator("#asked")).to_have_text("The break: was a coin touched?")
    expect(page.locator("#record-words")).to_have_text("Answer first")
    tap("#answers [data-answer=yes]")
    expect(page.locator("#verdict-text")).to_contain_text("No coin touched: first attempt. Law 45")
    expect(page.locator("#stroke-line")).to_have_text("Break 2 of 3")
    for selector in ("[data-place=left]", "[data-place=left]", "[data-place=queen]", "[data-place=striker]"):
        tap(selector)
        ruled(selector)
    expect(page.locator("#keys [data-place=left]")).to_contain_text("2")
    tap("#undo")  # Clear
    expect(page.locator("#undo-words")).to_have_text("Undo")
    tap("[data-place=left]")
    sheet.ruled()
    tap("#record")
    wait_for_script(page, "() => Number(document.body.dataset.version) === 2")
    tap("[data-foul=push]")
    expect(page.locator("#asked")).to_have_text("Pushed: who, and when?")
    tap("#answers [data-answer=stroke]")
    tap("[data-place=left]")  # what fell in it may be said after it
    expect(page.locator("#verdict-title")).to_have_class("bad")
    expect(page.locator("#verdict-over")).to_contain_text("pushed instead of struck")
    sheet.ruled()
    tap("#record")
    expect(page.locator("#sides .on")).to_contain_text("Tomasz")
    tap("#nothing")  # nothing can be added to it
    wait_for_script(page, "() => Number(document.body.dataset.version) === 4")
    tap("#undo")
    expect(page.locator("#verdict-over")).to_have_text("Taken back")
    tap("#again")
    wait_for_script(page, "() => Number(document.body.dataset.version) === 6")
    expect(page.locator("#sides .on")).to_contain_text("Asha")
    assert seen == 16
    assert violations(page) == ""
    use_the_other_hand_the_sun_and_a_keyboard(sheet, server)


def use_the_other_hand_the_sun_and_a_keyboard(sheet: UmpireSheet, server: LiveServer) -> None:
    page, before = sheet.page, sheet.version
    right = boxes(page)
    sheet.menu("Left")
    page.locator("#menu").get_by_role("button", name="Bright sun").tap()
    page.locator("#menu").get_by_role("button", name="Close").tap()
    left = boxes(page)
    assert left["record"][0] < left["undo"][0] and right["undo"][0] < right["record"][0]
    assert left["nothing"][0] < left["queen"][0] and left["left"] == right["left"]
    assert violations(page) == ""

    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("1")
    page.keyboard.press("1")
    expect(page.locator("#keys [data-place=left] .n")).to_have_text("2")
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    sheet.ruled()
    page.keyboard.press("Enter")
    wait_for_script(page, "arrived => Number(document.body.dataset.version) === arrived", arg=before + 1)
    page.keyboard.press("u")
    wait_for_script(page, "arrived => Number(document.body.dataset.version) === arrived", arg=before + 2)
    assert [entry.kind for entry in sheet.saved_record(server).entries][before + 1 :] == ["facts", "take_back"]


def test_a_stroke_records_itself_after_two_seconds_but_not_under_a_finger_nor_the_end_of_a_board(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server)
    page.clock.install()
    sheet = UmpireSheet(page)
    page.evaluate("localStorage.removeItem('carrom-sheet-auto')")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 60)  # it goes on when we say so
    ring = page.locator("#ring")

    sheet.tap("white")
    expect(ring).to_have_class("ring run")
    page.clock.fast_forward(1_900)
    assert sheet.version == 0
    sheet.tap("white")  # it starts again
    expect(ring).to_have_class("ring run")
    page.clock.fast_forward(1_900)
    page.locator("#verdict").dispatch_event("pointerdown", {"pointerId": 7})
    expect(ring).to_have_class("ring run held")
    page.clock.fast_forward(10_000)
    assert sheet.version == 0
    page.locator("#verdict").dispatch_event("pointerup", {"pointerId": 7})
    page.clock.fast_forward(299)
    assert sheet.version == 0
    page.clock.fast_forward(2)
    wait_for_script(page, "() => Number(document.body.dataset.version) === 1")
    assert sheet.figure("a") == "7"

    page.evaluate("localStorage.setItem('carrom-sheet-auto', '0')")
    sheet.stroke("white", "white", "queen", "white")
    page.evaluate("localStorage.removeItem('carrom-sheet-auto')")
    sheet.tap("white", "white", "white", "white")
    expect(page.locator("#record-words")).to_have_text("Record the board")
    expect(ring).to_have_class("ring")
    page.clock.fast_forward(60_000)
    assert sheet.version == 2
    sheet.tap_on("#record")
    wait_for_script(page, "() => Number(document.body.dataset.version) === 3")
    expect(page.locator("#sides [data-side=a] .pts")).to_contain_text("12")
    expect(page.locator("#keys [data-place=left]")).to_contain_text("Black")  # the other side breaks with white now
    expect(page.locator("#keys [data-place=left]")).to_contain_text("Asha")


def test_a_board_is_three_taps_in_any_order_and_play_goes_on_stroke_by_stroke_with_other_names(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server)
    sheet = UmpireSheet(page, ceremony="score")
    page.evaluate("localStorage.removeItem('carrom-sheet-auto')")
    keys = (
        "() => [...document.querySelectorAll('#board-panel label, #undo')].map((key) => key.getBoundingClientRect().y)"
    )
    places = page.evaluate(keys)
    title = page.locator("#verdict-title")
    expect(title).to_have_text("Who finished?")

    for name, value, asked in (("queen", "b", "Who finished?"), ("winner", "a", "Coins that Tomasz has left")):
        page.locator(f"label:has(#board-{name}-{value})").tap()
        expect(title).to_have_text(asked)
        assert page.evaluate(keys) == places
    assert sheet.version == 0
    page.locator("label:has(#board-coins-5)").tap()
    expect(title).to_have_text("Asha wins the board with 5 points. Law 5, 53, 52")
    expect(page.locator("#verdict-text")).to_have_text("The score is now 5 to 0.")
    assert sheet.version == 1 and page.evaluate(keys) == places
    assert violations(page) == ""
    page.locator("#undo").tap()
    expect(page.locator("#sides [data-side=a] .pts")).to_contain_text("0")
    page.get_by_role("button", name="Stroke by stroke from here").first.tap()
    sheet.tap("white")
    page.evaluate("localStorage.setItem('carrom-sheet-auto', '0')")
    sheet.ruled()
    sheet.menu("Names…")
    page.locator("#name-b-0").fill("Tomasz Wolski")
    page.get_by_role("button", name="Save the names").tap()
    expect(page.locator("#sides [data-side=b] .names")).to_have_text("Tomasz Wolski")
    expect(page.locator("#keys [data-place=left] .n")).to_have_text("1")  # the stroke in hand stays
    expect(page.locator("#log > li").first).to_contain_text("Tomasz is now called Tomasz Wolski")
