"""A lesson is played by mouse, finger and keys, shown, skipped and gone on with."""

from playwright.sync_api import Page, expect

from tests.support.browser.board import BASE_MIDDLE, Finger, Mouse, spot
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage

LESSON = "/learn/first/"


def open_lesson(page: Page) -> None:
    page.goto(LESSON)
    expect(page.locator("#stage[data-ready]")).to_be_visible()


def pull(hand: Mouse | Finger, offset: float) -> None:
    x, y = spot(hand.page, offset, -BASE_MIDDLE)
    hand.press(x, y)
    hand.to(x, y + 60)
    hand.lift()


def place_and_strike(hand: Mouse | Finger) -> None:
    """Slide the striker below the white coin, and strike straight ahead."""
    hand.press(*spot(hand.page, 0, -BASE_MIDDLE))
    hand.to(*spot(hand.page, 150, -BASE_MIDDLE))
    hand.lift()
    pull(hand, 150)


def check_done(page: Page, step: int, praise: str) -> None:
    expect(page.locator("#said")).to_contain_text(praise)
    expect(page.locator(f"#dots > .done:nth-child({step})")).to_have_count(1)
    expect(page.locator("#next")).to_have_text("Next step")


def test_a_step_is_done_by_mouse_and_one_goes_on_where_one_stopped(desktop: Page) -> None:
    open_lesson(desktop)
    expect(desktop.get_by_role("heading", name="Place the striker")).to_be_visible()

    pull(Mouse(desktop), 0)
    expect(desktop.locator("#said")).to_contain_text("Slide the striker along its line first")
    expect(desktop.locator("#said")).to_have_class("card said bad")
    expect(desktop.locator("#stage svg.board[role=application]")).to_be_visible()
    desktop.get_by_role("button", name="Start over").click()
    place_and_strike(Mouse(desktop))
    check_done(desktop, 1, "The striker may start anywhere")

    desktop.reload()
    expect(desktop.get_by_role("heading", name="Aim", exact=True)).to_be_visible()


def test_a_step_is_done_by_finger(phone: Page) -> None:
    open_lesson(phone)

    place_and_strike(Finger(phone))

    check_done(phone, 1, "The striker may start anywhere")


def test_a_step_is_done_by_keys_and_the_others_are_skipped_to_the_end(desktop: Page) -> None:
    open_lesson(desktop)
    desktop.locator("svg.board").focus()
    for _ in range(15):
        desktop.keyboard.press("Control+ArrowRight")
    desktop.keyboard.press("Space")
    desktop.keyboard.press("Space")
    check_done(desktop, 1, "The striker may start anywhere")

    for _ in range(8):
        desktop.locator("#next").click()

    expect(desktop.get_by_role("heading", name="You can play carrom.")).to_be_visible()
    desktop.get_by_role("main").get_by_role("link", name="Play", exact=True).click()
    expect(desktop.locator("#stage[data-ready]")).to_be_visible()


def test_a_step_is_shown_and_then_it_is_ones_own_turn(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(DESKTOP, server, reduced_motion="reduce")
    open_lesson(page)
    page.get_by_text("Step 1 of 8").click()
    page.get_by_role("button", name="6. Cover the queen").click()

    page.get_by_role("button", name="Show me").click()

    expect(page.locator("[data-told=cover] .goals > .done")).to_have_count(2)
    expect(page.locator("#said")).to_have_text("Your turn.")
    expect(page.locator("#dots .done")).to_have_count(0)


def test_a_coin_is_given_back_where_it_may_lie(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server)
    open_lesson(page)
    page.get_by_text("Step 1 of 8").tap()
    page.get_by_role("button", name="8. Give a coin back").tap()
    finger = Finger(page)

    finger.press(*spot(page, 0, 0))
    finger.lift()
    expect(page.get_by_role("button", name="Nearest free spot")).to_be_visible()
    page.get_by_role("button", name="Nearest free spot").tap()
    page.get_by_role("button", name="Set it here").tap()

    expect(page.locator("#said")).to_contain_text("Place it where it is hard to sink")
    expect(page.locator("#next")).to_have_text("Finish")
