"""A lesson is played by mouse, finger and keys, shown, skipped and gone on with."""

from playwright.sync_api import Page, expect

from tests.support.browser.board import BASE_MIDDLE, Finger, Mouse, choose, middle, spot
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import PHONE, OpenPage

LESSON = "/learn/first/"
AFTER_THE_RULER = 350  # ms: longer than the 300 for which one cannot strike


def open_lesson(page: Page, address: str = LESSON) -> None:
    page.goto(address)
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
    desktop.emulate_media(reduced_motion="reduce")
    open_lesson(desktop)
    expect(desktop.get_by_role("heading", name="Place the striker")).to_be_visible()

    pull(Mouse(desktop), 0)
    expect(desktop.locator("#said")).to_contain_text("First slide the striker along its line")
    expect(desktop.locator("#said")).to_have_class("card said bad")
    expect(desktop.locator("#stage svg.board[role=application]")).to_be_visible()
    desktop.get_by_role("button", name="Start over").click()
    place_and_strike(Mouse(desktop))
    check_done(desktop, 1, "The striker may start anywhere")

    desktop.reload()
    expect(desktop.get_by_role("heading", name="Aim", exact=True)).to_be_visible()


def test_a_step_is_done_by_keys_and_the_others_are_skipped_to_the_end(desktop: Page) -> None:
    desktop.emulate_media(reduced_motion="reduce")
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


def give_a_coin_back(page: Page) -> None:
    """It is placed where it may lie."""
    page.get_by_text("Step 1 of 8").tap()
    page.get_by_role("button", name="8. Give a coin back").tap()
    finger = Finger(page)

    finger.press(*spot(page, 0, 0))
    finger.lift()
    expect(page.get_by_role("button", name="Nearest free spot")).to_be_visible()
    page.get_by_role("button", name="Nearest free spot").tap()
    page.get_by_role("button", name="Place it here").tap()

    expect(page.locator("#said")).to_contain_text("Place it where it is hard to sink")
    expect(page.locator("#next")).to_have_text("Finish")


def test_a_step_is_done_in_steps_on_the_ruler_and_a_coin_is_given_back_where_it_may_lie(phone: Page) -> None:
    phone.emulate_media(reduced_motion="reduce")
    open_lesson(phone)
    phone.get_by_text("Set it in steps instead").tap()
    x, y = choose(phone, "place")
    finger = Finger(phone)
    for _ in range(3):  # mm, at 0.8 mm a px
        x, y = middle(phone, "#ruler")
        finger.press(x, y)
        finger.to(x + 50 / 0.8, y)
        finger.lift()
    choose(phone, "power")
    phone.wait_for_timeout(AFTER_THE_RULER)

    phone.get_by_role("button", name="Strike", exact=True).tap()

    check_done(phone, 1, "The striker may start anywhere")
    give_a_coin_back(phone)


# where pockets and coins are drawn, and what lies over the board without belonging to it
COVERED = """() => {
  const board = document.querySelector("svg.board");
  const { left, top, width } = board.getBoundingClientRect();
  const px = width / 880;
  const boxes = [];
  for (const x of [-347.75, 347.75])
    for (const y of [-347.75, 347.75])
      boxes.push([left + (440 + x - 22) * px, top + (440 + y - 22) * px, 44 * px, 44 * px]);
  for (const piece of board.querySelectorAll("[href^='#p-']")) {
    const box = piece.getBoundingClientRect();
    if (box.width) boxes.push([box.left, box.top, box.width, box.height]);
  }
  const over = [];
  for (const part of document.body.querySelectorAll("*")) {
    if (board.contains(part) || part.contains(board) || part.closest(".sr, nav, header, .skip")) continue;
    const box = part.getBoundingClientRect();
    if (!box.width || !box.height || getComputedStyle(part).visibility === "hidden") continue;
    for (const [x, y, w, h] of boxes)
      if (box.left < x + w && x < box.right && box.top < y + h && y < box.bottom) over.push(part.outerHTML);
  }
  return { boxes: boxes.length, over };
}"""


def check_nothing_covered(page: Page) -> None:
    found = page.evaluate(COVERED)
    assert found["boxes"] > 6  # four pockets and some pieces
    assert found["over"] == []


def test_no_hint_lies_over_a_pocket_or_a_coin_on_a_phone(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server, reduced_motion="reduce")
    page.goto("/")
    expect(page.locator("#stage[data-ready]")).to_be_visible()
    check_nothing_covered(page)

    open_lesson(page, "/learn/dues/")
    check_nothing_covered(page)
    finger = Finger(page)
    finger.press(*spot(page, 0, 0))
    finger.lift()
    expect(page.get_by_role("button", name="Nearest free spot")).to_be_visible()
    check_nothing_covered(page)

    open_lesson(page, "/learn/kagw/")
    check_nothing_covered(page)
    pull(finger, 0)
    expect(page.locator("[data-section=behind-line] .hint")).to_be_visible()
    check_nothing_covered(page)


def test_the_list_says_how_far_one_is_and_leads_on(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(PHONE, server, reduced_motion="reduce")
    page.goto("/")
    page.get_by_role("link", name="All lessons").tap()
    expect(page.locator("[data-lesson=first] .how-far")).to_have_text("8 steps")
    page.get_by_role("link", name="Start : Learn carrom in three minutes").tap()
    expect(page.locator("#stage[data-ready]")).to_be_visible()
    place_and_strike(Finger(page))
    check_done(page, 1, "The striker may start anywhere")

    page.get_by_role("link", name="All lessons").tap()

    expect(page.locator("[data-lesson=first] .how-far")).to_have_text("1 of 8 steps done")
    page.get_by_role("link", name="Continue : Learn carrom in three minutes").tap()
    expect(page.get_by_role("heading", name="Aim", exact=True)).to_be_visible()


# what the page shows of itself: where the striker is put, where it is aimed, and how far it is pulled
PULLS = """async ({ offset, angle, speed }) => {
  const { fullPull, shareOfSpeed, roomFor, DEAD } = await import(document.querySelector('[href*="board/pull"]').href);
  const board = document.querySelector("svg.board");
  const { left, top, width } = board.getBoundingClientRect();
  const px = width / 880;
  const from = [left + (440 + offset * 1000) * px, top + (440 + 252.6) * px];
  const back = [Math.sin(angle), Math.cos(angle)];
  const full = fullPull(width, roomFor(from, back, [innerWidth, innerHeight]));
  const length = DEAD + shareOfSpeed(speed) * (full - DEAD);
  const [to, ahead] = [length, -90].map((far) => [from[0] + back[0] * far, from[1] + back[1] * far]);
  return { from, to, ahead };
}"""


def strike(finger: Finger, stroke: dict[str, float]) -> None:
    """Place the striker, point where it goes, and pull it back from there: that sets the power alone."""
    page = finger.page
    finger.press(*spot(page, 0, -BASE_MIDDLE))
    finger.to(*spot(page, stroke["offset"] * 1000, -BASE_MIDDLE))
    finger.lift()
    ways = page.evaluate(PULLS, stroke)
    finger.press(*ways["ahead"])
    finger.lift()
    finger.press(*ways["from"])
    finger.to(*ways["to"])
    finger.lift()


def test_a_lesson_is_played_to_its_end_by_touch_after_each_step_was_shown(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(PHONE, server, reduced_motion="reduce")
    open_lesson(page, "/learn/icf/")
    finger = Finger(page)
    steps = page.evaluate("() => JSON.parse(document.getElementById('lesson').textContent).steps")
    for number, step in enumerate(steps, 1):
        page.locator("#show").tap()
        expect(page.locator(f"[data-section={step['key']}] .goals > .done")).to_have_count(step["goals"])
        expect(page.locator("#said")).to_have_text("Your turn.")
        expect(page.locator("#dots > .done")).to_have_count(number - 1)
        page.locator(".live").evaluate("(live) => live.scrollIntoView({ block: 'center' })")
        for stroke in step["shown"]:
            strike(finger, stroke)

        expect(page.locator("#said")).to_have_class("card said good")
        expect(page.locator(f"#dots > .done:nth-child({number})")).to_have_count(1)
        page.locator("#next").tap()

    expect(page.get_by_role("heading", name="That is the whole lesson.")).to_be_visible()
    page.get_by_role("link", name="All lessons").tap()
    expect(page.locator("[data-lesson=icf] .how-far")).to_have_text("All steps done")
