"""Opens each page of play, lessons and laws in one of its states, as the test of every page needs it.

A walk shows several states one after the other and names each; what a state opens, the walk closes.
"""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.support.browser.board import (
    start_match,
    start_match_by_http,
    start_match_under,
    strike_by_keys,
)


def open_home(page: Page) -> None:
    page.goto("/")


def open_lesson_of_rules(page: Page) -> None:
    page.goto("/learn/kagw/")
    expect(page.locator("#stage[data-ready]")).to_be_visible()
    page.get_by_text("The rule", exact=True).locator("visible=true").click()


def open_lobby(page: Page) -> None:
    """Somebody waits, and so does the visitor."""
    other = page.context.new_page()
    other.goto("/lobby/")
    other.locator("button.tile").first.click()
    expect(other.locator("button.tile[aria-pressed=true]")).to_be_visible()
    page.context.clear_cookies()  # the visitor is somebody else
    page.goto("/lobby/")
    page.locator("button.tile").nth(1).click()
    expect(page.locator(".open button")).to_be_visible()
    other.close()


def open_lessons(page: Page) -> None:
    page.goto("/learn/")
    page.evaluate("() => localStorage.setItem('carrom-lesson-first', '[\"place\"]')")
    page.reload()
    expect(page.get_by_text("1 of 8 steps done")).to_be_visible()


def open_play(page: Page) -> None:
    page.goto("/play/")


def open_invitation(page: Page) -> None:
    page.goto("/play/?opponent=friend")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def open_taken(page: Page) -> None:
    invitation = start_match_by_http(page, opponent="friend")
    page.context.clear_cookies()  # somebody else opens the link,
    page.goto(invitation)
    page.get_by_role("button", name="Sit down and play").click()
    expect(page.locator("#arena")).to_be_visible()
    page.context.clear_cookies()  # and a third one
    page.goto(invitation)
    expect(page.get_by_role("heading", name="The seats are taken")).to_be_visible()


def open_days_off(page: Page) -> None:
    page.goto("/matches/days-off/")
    day = page.get_by_label("Last day off")
    day.fill(str(day.get_attribute("min")))
    page.get_by_role("button", name="Start days off").click()
    expect(page.get_by_role("button", name="End days off")).to_be_visible()


def open_without_network(page: Page) -> None:
    page.goto("/offline/")
    expect(page.get_by_text("None yet.")).to_be_visible()


def open_nothing(page: Page) -> None:
    page.goto("/there-is-no-such-page/")


def open_saved_form(page: Page) -> None:
    page.goto("/clubs/")
    page.context.clear_cookies()  # the token of the open form is stale now
    page.get_by_label("Club name").fill("Pune Carrom Club")
    page.get_by_label("Your name").fill("Asha")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("button", name="Send it again")).to_be_visible()
    page.get_by_text("Your input", exact=True).click()


def walk_through_a_match(page: Page) -> Iterator[str]:
    """A stroke, the settings, the board in words, a ruling; then among one's own matches."""
    start_match(page)
    yield "stroke"
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Settings").click()
    yield "settings"
    page.keyboard.press("Escape")
    page.locator("svg.board").focus()
    page.keyboard.press("b")
    yield "words"
    page.keyboard.press("Escape")
    strike_by_keys(page)
    if page.locator("#ruling-sheet").is_hidden() and page.locator("#last").is_visible():
        page.locator("#last").click()
    yield "ruling"
    page.goto("/matches/")
    expect(page.get_by_role("link", name="Continue").first).to_be_visible()
    yield "own matches"


def open_declaring(page: Page) -> None:
    """A match of pairs in which a fact is declared."""
    start_match_under(page, "kagw", pairs=True)
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Declare a fact").click()


def open_solo(page: Page) -> None:
    start_match_under(page, "baca19", length="match")


def open_options(page: Page) -> None:
    page.goto("/play/?opponent=screen&ruleset=common")
    page.locator("input[name=sides][value=doubles]").check(force=True)
    page.get_by_text("Change these laws for this match").click()


def walk_through_practice(page: Page) -> Iterator[str]:
    """A stroke that is foretold, and pieces that are put by hand."""
    page.goto("/practice/")
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    page.locator("svg.board").focus()
    page.keyboard.press("n")
    expect(page.locator(".predicted .track").first).to_be_attached()
    yield "practice"
    page.get_by_role("button", name="Place pieces").click()
    page.locator("svg.board").focus()
    page.keyboard.press("n")
    page.keyboard.press("Delete")
    yield "putting"


def open_analysis(page: Page) -> None:
    position = "q1(0.05,0.05)+w2(-0.2,0.2)+b11(0,0.2)"  # few pieces, so that what a hand makes of it is soon worked out
    page.goto(f"/analysis/#position={position}&surface=tournament&striker=15&seat=south&aim=0+0+2")
    for fold in page.locator(".fold > summary").all():
        fold.click()
    page.locator("#hand-aim").press("ArrowRight")
    expect(page.locator("#chances li").first).to_be_visible()


def open_laws(page: Page) -> None:
    page.goto("/laws/?q=queen")


def open_ruleset(page: Page) -> None:
    page.goto("/laws/polish/")


def open_comparison(page: Page) -> None:
    page.goto("/laws/compare/?a=icf&b=polish")


def open_what_if(page: Page) -> None:
    page.goto("/laws/what-if/?ruleset=kagw&own=6&opponent=1&pocketed=own,striker&off_board=opponent&declared=push")
    for fold in ("#more-situation", "#declaring", "#off-board", "#more-stroke"):
        page.locator(f"{fold} > summary").click()


def open_impossible(page: Page) -> None:
    page.goto("/laws/what-if/?own=1&pocketed=own,own")


def open_puzzles(page: Page) -> None:
    page.goto("/puzzles/")


def open_puzzle(page: Page) -> None:
    """A puzzle whose idea was shown: its verdict, its ways on the board, and the controls."""
    page.goto("/puzzles/daily/")
    page.locator("#show").click()
    expect(page.locator("#verdict")).to_be_visible()


STATES = (
    open_home,
    open_puzzles,
    open_puzzle,
    open_lesson_of_rules,
    open_lessons,
    open_lobby,
    open_play,
    open_options,
    open_invitation,
    open_taken,
    open_days_off,
    open_without_network,
    open_nothing,
    open_saved_form,
    open_solo,
    open_declaring,
)

PAGES_OF_LAWS = (open_analysis, open_laws, open_ruleset, open_comparison, open_what_if, open_impossible)

WALKS = (walk_through_a_match, walk_through_practice)
