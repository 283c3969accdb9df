"""In the browser: a thumb in a hurry. Every tap counts, however soon after the last one; a slip is one undo."""

import time
from itertools import pairwise

from playwright.sync_api import CDPSession, Page, expect

from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, OpenPage, wait_for_script
from tests.support.browser.umpire import UmpireSheet

APART = (80, 250)  # ms between two taps of one thumb, as umpires tap: the fastest and the slowest
HELD = 40  # ms that a finger stays down


class Finger:
    """A finger as the browser feels it: touches by the protocol of its own tools, at times of our choosing."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)

    def down(self, selector: str) -> None:
        self._touch("touchStart", [self.over(selector)])

    def over(self, selector: str) -> dict[str, float]:
        target = self.page.locator(selector)
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box, selector
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    def up(self) -> None:
        self._touch("touchEnd", [])

    def taps(self, selector: str, apart: int, times: int = 2) -> float:
        """So many taps where a key is, or was before the first one, their beginnings `apart` ms from each other.

        Gives the longest distance at which the page saw them: a busy machine may be late.
        """
        point = self.over(selector)
        self.page.evaluate("""() => {
            window.downs = [];
            addEventListener("pointerdown", () => downs.push(performance.now()), true);
        }""")
        for number in range(times):
            began = time.monotonic()
            self._touch("touchStart", [point])
            self._sleep(began, HELD)
            self.up()
            if number < times - 1:
                self._sleep(began, apart)
        downs: list[float] = self.page.evaluate("downs")
        return max((later - earlier for earlier, later in pairwise(downs)), default=0.0)

    def _touch(self, kind: str, points: list[dict[str, float]]) -> None:
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def _sleep(self, began: float, milliseconds: int) -> None:
        time.sleep(max(began + milliseconds / 1000 - time.monotonic(), 0.0))


def test_quick_taps_on_the_sheet_count_and_a_key_is_what_it_was_while_the_ruling_arrives(
    open_page: OpenPage, server: LiveServer
) -> None:
    sheet = UmpireSheet(open_page(PHONE, server))
    tap_twice_and_take_back(sheet.page)
    record_in_one_breath_and_take_back(sheet, server)
    press_a_key_while_the_ruling_arrives(sheet)


def tap_twice_and_take_back(page: Page) -> None:
    """On a sheet with nothing in hand, which it leaves so. Each kind of key is tapped both as fast and as slowly."""
    (fast, slow), finger, clear = APART, Finger(page), page.locator("#undo")
    twice = (("white", "2", fast), ("black", "2", slow), ("queen", "1", fast), ("striker", "1", slow))
    for piece, count, apart in twice:  # of the last ones there is one
        finger.taps(f"#keys [data-piece={piece}]", apart)
        expect(page.locator(f"#keys [data-piece={piece}] .n")).to_have_text(count)
        clear.tap()
        expect(page.locator(f"#keys [data-piece={piece}] .n")).to_be_hidden()

    page.locator("#more-open").tap()
    finger.taps("#jumped [data-piece=black]", fast)
    expect(page.locator("#jumped [data-piece=black]")).to_have_text("Black × 2")
    finger.taps("#dropped [data-piece=white]", slow)
    expect(page.locator("#dropped [data-piece=white]")).to_have_text("White × 2")
    page.locator("#more").get_by_role("button", name="Close").tap()
    expect(page.locator("#verdict-over")).to_have_text("This stroke · white fell on its own · white fell on its own")
    finger.taps("#undo", fast)  # the second one was not meant for Undo, which is in the place of Clear
    expect(page.locator("#verdict-over")).to_have_text("Asha")


def record_in_one_breath_and_take_back(sheet: UmpireSheet, server: LiveServer) -> None:
    """A coin and Record are a recorded stroke, and two undos take two back."""
    page, finger = sheet.page, Finger(sheet.page)
    becomes = "number => Number(document.body.dataset.version) === number"
    for number, apart in enumerate(APART, 1):
        finger.taps("#keys [data-piece=white]", apart, times=1)
        finger.taps("#record", apart)
        wait_for_script(page, becomes, arg=number)
        expect(page.locator("#unsent")).to_have_text("all sent")
    assert sheet.figure("a") == "7"

    finger.taps("#undo", APART[0])
    wait_for_script(page, becomes, arg=4)
    assert sheet.figure("a") == "9"
    kinds = [entry.kind for entry in sheet.saved_record(server).entries]
    assert kinds[1:] == ["facts", "facts", "take_back", "take_back"]


def press_a_key_while_the_ruling_arrives(sheet: UmpireSheet) -> None:
    """It counts as what it was when the finger came down."""
    page, finger, before = sheet.page, Finger(sheet.page), sheet.version
    page.locator("#keys [data-piece=white]").tap()
    expect(page.locator("#record")).to_have_attribute("aria-busy", "false")
    page.evaluate("""() => document.querySelector("#keys [data-piece=black]")
        .addEventListener("touchstart", () => document.querySelector("#record").click())""")
    finger.down("#keys [data-piece=black]")  # and at once the stroke is recorded: the turn and the keys change
    wait_for_script(page, "before => Number(document.body.dataset.version) === before + 1", arg=before)
    finger.up()

    expect(page.locator("#keys [data-piece=black] .n")).to_have_text("1")
    expect(page.locator("#keys > .k").first).to_contain_text("White")  # white stays where it was


def test_two_quick_taps_count_two_strokes_of_a_set(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server)
    page.goto("/umpire/solo/")
    page.locator("input[name=name]").fill("Asha")
    page.get_by_role("button", name="Start the set").tap()
    finger, count = Finger(page), page.locator("#count")
    expect(count).to_have_text("0")

    for fell, apart in enumerate(APART):
        finger.taps("#stroke", apart, times=3)
        expect(count).to_have_text(str(fell + 3))
        finger.taps("#undo", apart)
        expect(count).to_have_text(str(fell + 1))
    finger.taps("#cleared", APART[0])  # the question came after the first tap; the second one did not answer it
    expect(page.locator("#asking-text")).to_contain_text("19 pieces in 2 strokes")


def test_two_quick_taps_count_where_an_entry_is_corrected_and_on_a_board_from_the_score_sheet(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server)
    sheet = UmpireSheet(page)
    sheet.stroke()
    finger = Finger(page)
    sheet.menu("Just score: enter whole boards")
    for name, value in (("winner", "a"), ("coins", "3"), ("queen", "a")):
        finger.taps(f"label:has(#board-{name}-{value})", APART[0], times=1)
    expect(page.locator("#verdict-title")).to_contain_text("wins the board with 6 points")
    finger.taps("label:has(#board-coins-4)", APART[0])
    expect(page.locator("#verdict-title")).to_contain_text("wins the board with 7 points")

    page.goto(f"{sheet.url}history/")
    page.get_by_role("button", name="Correct… entry 1").tap()
    fell = page.locator("#fell > li.chip")
    for piece in ("black", "queen"):
        page.locator("#amend #nothing").tap()
        place = page.locator(f"#amend #keys [data-piece={piece}]").bounding_box()
        finger.taps(f"#amend #keys [data-piece={piece}]", APART[0])
        expect(fell).to_have_text([piece, piece])
        assert page.locator(f"#amend #keys [data-piece={piece}]").bounding_box() == place, "it stays under the finger"
        page.locator("#amend #fell-back").tap()
        expect(fell).to_have_text([piece])

    white = page.locator("#amend #keys [data-piece=white]")
    page.locator("#amend #nothing").tap()
    white.tap()
    expect(page.locator("#amend-changes")).to_be_visible()
    page.evaluate("document.querySelector('#amend').scrollTop = 200")  # or as far as what is below allows
    place = white.bounding_box()
    white.tap()  # the changes below are asked for again, and gone meanwhile
    expect(fell).to_have_text(["white", "white"])
    assert white.bounding_box() == place, "it stays under the finger of somebody who has scrolled"


def test_two_quick_taps_count_in_what_if(open_page: OpenPage, server: LiveServer) -> None:
    page, (fast, slow) = open_page(PHONE, server), APART
    page.goto("/laws/what-if/?ruleset=icf")
    finger = Finger(page)
    owed = page.locator("#situation .steps").nth(1).locator("input").first
    name = owed.get_attribute("name")
    finger.taps(f"button[name=step][value='{name}+1']", fast, times=3)
    expect(owed).to_have_value("3")
    finger.taps(f"button[name=step][value='{name}-1']", slow)
    expect(owed).to_have_value("1")
    for word, apart in (("own", slow), ("opponent", fast)):
        finger.taps(f".keys button[name=add][value={word}]", apart)
    expect(page.locator("#fell .chip")).to_have_count(4)
