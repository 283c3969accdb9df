"""In the browser: an umpire keeps a match on a real board from a phone, mistakes and a lost network included."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.support.browser.accessibility import contrast_ratio
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch, wait_for_script
from tests.support.browser.umpire import NO_NETWORK, UmpireSheet


def test_what_was_reported_survives_a_lost_answer_and_a_closed_tab_and_is_shared_by_two_tabs(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    """Then one tab goes on alone, in bright sun and from the other side. A killed server: test_whole_match."""
    watch.allow(NO_NETWORK)
    page = open_page(PHONE, server)
    sheet = UmpireSheet(page)
    sheet.stroke("white")
    sheet.stroke("white")

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/entries/", lose_the_answer, times=1)
    sheet.stroke("white", is_sent=False)
    wait_for_script(page, "() => Number(document.body.dataset.version) === 3")
    expect(page.locator("#unsent")).to_have_text("all sent")

    page.context.set_offline(True)
    sheet.stroke("white", is_sent=False)
    sheet.stroke("black", is_sent=False)
    expect(page.locator("#unsent")).to_have_text("2 saved on this phone")
    waiting: list[dict[str, Any]] = json.loads(page.evaluate(f"localStorage.getItem('carrom-sheet-{sheet.match}')"))
    assert [reported["after"] for reported in waiting] == [3, 4]
    context = page.context
    page.close()
    context.set_offline(False)
    later = UmpireSheet.again(sheet, context.new_page())
    expect(later.page.locator("#log > li:not(.waits)")).to_have_count(5)

    saved = sheet.saved_record(server)
    assert [entry.kind for entry in saved.entries] == ["head", *["facts"] * 5]
    assert later.page.evaluate(f"localStorage.getItem('carrom-sheet-{sheet.match}')") is None
    share_what_waits_with_another_tab(later, server)
    tap_record_thrice(later, server)
    show_in_bright_sun_with_the_sides_swapped(later)


def test_what_the_server_refuses_stays_and_is_shown_and_nothing_after_it_is_sent(
    open_page: OpenPage, server: LiveServer, watch: Watch
) -> None:
    watch.allow("409")
    first = UmpireSheet(open_page(PHONE, server))
    other = open_page(PHONE, server)
    other.context.add_cookies(first.page.context.cookies())  # the same guest on another phone  # type: ignore[arg-type]
    second = UmpireSheet.again(first, other)
    second.tap("white", "white")
    second.ruled()
    first.stroke("black")

    second.tap_on("#record")
    expect(second.page.locator("#refused")).to_contain_text("Too late")
    second.stroke("queen", is_sent=False)
    expect(second.page.locator("#unsent")).to_have_text("2 saved on this phone")
    second.page.reload()
    expect(second.page.locator("#refused")).to_contain_text("2 entries are saved on this phone")
    second.page.get_by_role("button", name="Discard unsent entries").tap()

    expect(second.page.locator("#refused")).to_be_hidden()
    assert second.version == 1 and second.figure("b") == "8" and second.figure("a") == "9"
    assert len(first.saved_record(server).entries) == 2


def share_what_waits_with_another_tab(first: UmpireSheet, server: LiveServer) -> None:
    """Two tabs of one phone without a network add to the same, and it is sent once."""
    before = first.version
    second = UmpireSheet.again(first, first.page.context.new_page())
    first.page.context.set_offline(True)
    first.stroke("white", is_sent=False)
    expect(second.page.locator("#unsent")).to_have_text("1 saved on this phone")
    second.stroke("black", is_sent=False)
    expect(first.page.locator("#unsent")).to_have_text("2 saved on this phone")
    first.page.context.set_offline(False)

    for sheet in (first, second):
        expect(sheet.page.locator("#unsent")).to_have_text("all sent")
        wait_for_script(sheet.page, "arrived => Number(document.body.dataset.version) === arrived", arg=before + 2)
    kinds = [entry.kind for entry in first.saved_record(server).entries]
    assert kinds == ["head", *["facts"] * (before + 2)]
    second.page.close()


@pytest.mark.clause("ICF-L40", "L-079")
def test_the_ceremony_is_led_from_the_report_to_the_locked_end(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server)
    sheet = UmpireSheet(page, length="board", breaks="toss", ceremony="whole")
    sheet.press("Call the match: 15 minutes")
    expect(page.locator("#interval")).to_contain_text("Time to report: 14:")
    sheet.answer("Trial boards played", "1")  # in any order
    sheet.answer("The winner of the toss chooses", "Break")
    page.get_by_role("button", name="Play!").tap()
    expect(page.locator("#alert")).to_have_text("Answer this first: Who won the toss?")
    page.reload()
    sheet.answer("Who won the toss?", "Tomasz")  # what was answered before is still there
    expect(page.locator("#opening-next")).to_have_text("Tomasz breaks")
    sheet.press("Play!")
    clock = page.locator("#clock")
    expect(clock).to_have_text(re.compile(r"0:1\d"))  # it starts by itself
    sheet.press("Undo")
    expect(page.get_by_role("group", name="Tomasz chooses").get_by_label("Break")).to_be_checked()
    sheet.read()
    page.get_by_role("button", name="Struck before “Play”").tap()
    sheet.tap("black")
    assert "Law 46, 47" in sheet.record()  # all comes out, one is owed, the turn is lost
    sheet.press("Undo")
    page.locator("#more-open").tap()
    page.locator("#set-again").tap()
    expect(page.locator("#set-again")).to_have_text("Striker repositioned 1 time")
    page.get_by_role("button", name="Warn about it…").tap()
    expect(page.locator("#official-reason")).to_have_value("repositioned the striker 1 time")
    page.locator("#official-what").select_option("board")
    expect(page.locator("#official-brings")).to_contain_text("gets 12 points")  # before it is recorded
    page.locator("#official-what").select_option("warning")
    page.locator("#official").get_by_role("button", name="Close").tap()
    sheet.menu("Appeal, or stop play…")
    page.locator("#stop-reason").fill("powder in a pocket")
    page.get_by_role("button", name="Stop play", exact=True).tap()
    expect(page.locator("#entry-title")).to_have_text("Play is stopped: powder in a pocket")
    expect(clock).to_be_hidden()
    sheet.press("Granted, or corrected: play on")
    expect(clock).to_be_visible()
    sheet.menu("Warning or penalty…")
    page.locator("#official-reason").fill("coaching")
    page.get_by_role("button", name="Record it").tap()
    expect(page.locator("#sides")).to_contain_text("warned 1×")
    sheet.menu("Protest…")
    page.locator("#protest-text").fill("the warning")
    page.get_by_role("button", name="Record the protest").tap()
    expect(page.locator("#log > li").first).to_contain_text("Asha protests: the warning")
    page.get_by_role("button", name="Sheet menu").tap()
    assert "/laws/what-if/?ruleset=icf" in str(page.locator("#what-if").get_attribute("href"))
    page.locator("#menu").get_by_role("button", name="Close").tap()

    sheet.menu("Just score: enter whole boards")
    page.locator("label:has(#board-winner-a)").tap()
    page.locator("label:has(#board-coins-3)").tap()
    page.locator("label:has(#board-queen-nobody)").tap()
    expect(page.locator("#verdict-text")).to_contain_text("Nobody covered the queen")
    expect(page.locator("#record")).to_be_disabled()
    page.locator("label:has(#board-queen-a)").tap()
    expect(page.locator("#verdict-title")).to_contain_text("Asha wins the board with 6 points")
    page.locator("#record").tap()
    expect(page.locator("#entry-title")).to_contain_text("Asha wins")

    lock = page.get_by_role("button", name="Hold for a second to unlock")
    lock.tap()
    page.wait_for_timeout(300)
    expect(page.locator("#undo")).to_be_hidden()
    lock.focus()
    page.keyboard.down("Enter")
    page.wait_for_timeout(1100)
    page.keyboard.up("Enter")
    sheet.press("Undo")
    expect(page.locator("#board-panel")).to_be_visible()


def tap_record_thrice(sheet: UmpireSheet, server: LiveServer) -> None:
    """It records once."""
    before = sheet.version
    sheet.tap("white")
    sheet.page.evaluate("for (let i = 0; i < 3; i += 1) document.querySelector('#record').click()")
    wait_for_script(sheet.page, "before => Number(document.body.dataset.version) > before", arg=before)
    assert len(sheet.saved_record(server).entries) == before + 2  # with the head


def show_in_bright_sun_with_the_sides_swapped(sheet: UmpireSheet) -> None:
    """Sunlight has a theme, and the sides can be swapped on the screen."""
    page = sheet.page
    sheet.menu("Bright sun")
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "sun"
    assert page.evaluate("getComputedStyle(document.body.parentElement).color") == "rgb(0, 0, 0)"

    first = page.locator("#halves > div").first
    expect(first).to_contain_text("Asha")
    sheet.menu("Swap the sides on this screen")
    expect(first).to_contain_text("Tomasz")
    page.reload()
    expect(first).to_contain_text("Tomasz")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["finger", "mouse"])
def test_enter_the_next_board_can_be_read_while_it_waits_under_the_finger_that_entered_the_last(
    open_page: OpenPage, server: LiveServer, size: dict[str, Any]
) -> None:
    page = open_page(size, server)
    sheet = UmpireSheet(page)
    page.get_by_role("button", name="Sheet menu").click()
    page.get_by_role("button", name="Just score: enter whole boards").click()
    for name, value in (("winner", "a"), ("coins", "3"), ("queen", "a")):
        page.locator(f"label:has(#board-{name}-{value})").click()
    sheet.ruled()
    record = page.locator("#record")
    if size is PHONE:
        record.tap()
    else:
        record.click()  # and the mouse stays on it

    expect(record).to_have_text("Enter board 2")
    expect(record).to_be_disabled()
    for theme in ("light", "dark", "sun"):
        page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
        page.wait_for_timeout(200)  # its colours change within 120 ms
        assert contrast_ratio(record) >= 4.5, theme


@pytest.mark.clause("C-079", "L-017")
@pytest.mark.parametrize("ruleset", ["classic", "common"])
def test_a_coin_of_the_other_side_brings_the_question_that_these_laws_need_one_tap_answers(
    open_page: OpenPage, server: LiveServer, ruleset: str
) -> None:
    page = open_page(PHONE, server)
    sheet = UmpireSheet(page, ruleset=ruleset)
    if ruleset == "common":
        sheet.press("Both are ready: play")
    sheet.stroke("white")  # the break; under the common laws it gives the colours
    sheet.tap("black")
    expect(page.locator("#asked")).to_have_text("Did the striker hit that coin directly?")
    expect(page.locator("#record")).to_be_disabled()
    page.get_by_role("button", name="Not direct").tap()
    expect(page.locator("#asks")).to_be_hidden()
    sheet.ruled()
    harmless = page.locator("#verdict-text").inner_text()
    page.locator("#undo").tap()

    sheet.tap("black")
    page.get_by_role("button", name="Direct hit").tap()
    sheet.ruled()
    assert page.locator("#verdict-text").inner_text() != harmless
    sheet.tap("black")  # it stays the same stroke, with one coin more
    expect(page.locator("#asks")).to_be_hidden()
    sheet.record()
    facts = sheet.saved_record(server).entries[-1].followed.facts
    assert facts is not None and [each.value for each in facts.struck] == ["black"]


@pytest.mark.clause("P-033")
def test_a_ruling_that_rests_on_a_reading_says_so_before_it_is_recorded_and_in_the_history(
    open_page: OpenPage, server: LiveServer
) -> None:
    sheet = UmpireSheet(open_page(PHONE, server), ruleset="polish")
    readings = sheet.page.locator("#verdict-readings")
    sheet.page.locator("#keys [data-piece=white]").click()
    sheet.ruled()
    expect(sheet.page.locator("#verdict-why")).to_have_text("Why?")  # one coin is ruled alike by every reading
    sheet.page.locator("#keys [data-piece=queen]").click()
    expect(sheet.page.locator("#verdict-why")).to_have_text("A reading: why?")
    sheet.page.locator("#verdict-why").click()
    expect(readings).to_contain_text("A reading: The coin covers her.")
    expect(readings).to_contain_text("Also possible: She must still be covered")
    for size in (DESKTOP, PHONE):
        sheet.page.set_viewport_size(size["viewport"])
        assert sheet.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sheet.page.locator("#why").get_by_role("button", name="Close").click()
    sheet.ruled()
    sheet.page.locator("#record").click()
    wait_for_script(sheet.page, "() => Number(document.body.dataset.version) === 1")

    sheet.page.goto(f"{sheet.url}history/")
    expect(sheet.page.locator("#e1")).to_contain_text("A reading: The coin covers her.")
