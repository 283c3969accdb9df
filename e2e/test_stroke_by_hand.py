"""A stroke by hand: what a drag means, what lifting does not, and that every pull can be taken back."""

import math
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.board import (
    BASE_MIDDLE,
    Finger,
    Mouse,
    figure,
    listen,
    middle,
    spot,
    start_match,
    wait_for_mode,
    wait_until,
)
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage


@pytest.fixture
def small(open_page: OpenPage, server: LiveServer) -> Page:
    """A page of a phone's size with a mouse, so that the board is 352 px wide."""
    page = open_page({"viewport": PHONE["viewport"]}, server)
    page.sent = listen(page)  # type: ignore[attr-defined]
    start_match(page)
    return page


def strokes(page: Page) -> list[dict[str, float]]:
    return page.sent.of("stroke")  # type: ignore[attr-defined, no-any-return]


def striker(page: Page) -> tuple[float, float]:
    return spot(page, figure(page, "#rail"), -BASE_MIDDLE)


WINDOWS = [(1366, 768), (1280, 640), (390, 844), (360, 740), (844, 390), (667, 375)]


def test_full_power_is_reached_on_every_screen_by_the_striker_and_by_the_handle(small: Page) -> None:
    mouse = Mouse(small)
    for width, height in WINDOWS:
        small.set_viewport_size({"width": width, "height": height})
        small.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        for x, y in (striker(small), middle(small, "#handle")):
            mouse.press(x, y)
            mouse.to(x, height - 13, rest=0)
            straight = (figure(small, "#handle"), figure(small, "#wheel"))
            mouse.to(x, y, rest=0)
            mouse.lift()
            assert straight == (8.0, 0.0), (width, height)
    assert strokes(small) == []


def test_a_hand_that_slips_aside_while_it_pulls_does_not_turn_the_aim_along_the_base_line(small: Page) -> None:
    mouse, (x, y) = Mouse(small), striker(small)
    mouse.press(x, y)
    mouse.to(x, y + 20)

    mouse.to(x - 160, y + 20)

    assert figure(small, "#wheel") == pytest.approx(-55)
    small.keyboard.press("Escape")
    mouse.lift()
    assert strokes(small) == []


@pytest.mark.parametrize(("length", "speed"), [(20, 0.33), (46, 0.84), (80, 2.00), (148, 8.00)])
def test_a_pull_of_so_many_pixels_gives_this_speed_and_it_is_sent(small: Page, length: int, speed: float) -> None:
    mouse, (x, y) = Mouse(small), striker(small)

    mouse.press(x, y)
    mouse.to(x, y + length)
    shown = figure(small, "#handle")
    mouse.lift()
    wait_until(small, lambda: strokes(small))

    assert shown == pytest.approx(speed, rel=0.03)
    assert [stroke["speed"] for stroke in strokes(small)] == [shown]


def test_thirty_pixels_of_the_wheel_turn_the_aim_by_six_tenths_of_a_degree(small: Page) -> None:
    mouse, (x, y) = Mouse(small), middle(small, "#wheel")

    mouse.press(x, y)
    mouse.to(x - 30, y)
    expect(small.locator("#lens")).to_be_visible()
    mouse.lift()

    assert figure(small, "#wheel") == pytest.approx(0.60, abs=1e-9)
    assert strokes(small) == []


def test_farther_from_the_wheel_its_turn_is_finer(small: Page) -> None:
    mouse, (x, y) = Mouse(small), middle(small, "#wheel")

    mouse.press(x, y)
    for away in (60, 100, 160):  # a half, a quarter, a tenth: first beside it, then along
        mouse.to(x, y - away)
        before = figure(small, "#wheel")
        mouse.to(x - 30, y - away)
        turned = figure(small, "#wheel") - before
        assert turned == pytest.approx({60: 0.30, 100: 0.15, 160: 0.06}[away], abs=0.006)
        mouse.to(x, y - away)
    mouse.lift()

    assert strokes(small) == []


def slip_and_lift(page: Page, x: float, y: float) -> None:
    """The last move and the lifting 20 ms apart by their own stamps, however busy the machine is."""
    session, now = page.context.new_cdp_session(page), time.time()
    for kind, stamp in (("mouseMoved", now), ("mouseReleased", now + 0.02)):
        reported = {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1, "timestamp": stamp}
        session.send("Input.dispatchMouseEvent", reported)
    session.detach()


def test_a_slip_of_nine_pixels_on_lifting_hardly_moves_the_aim(small: Page) -> None:
    mouse, (x, y) = Mouse(small), striker(small)
    mouse.press(x, y)
    mouse.to(x + 20, y + 90, rest=200)
    rested = figure(small, "#wheel")

    slip_and_lift(small, x + 27, y + 84)
    wait_until(small, lambda: strokes(small))

    sent = strokes(small)[0]
    assert rested == pytest.approx(math.degrees(math.atan2(20, 90)), abs=0.01)
    assert math.degrees(sent["angle"]) == pytest.approx(rested, abs=0.15)


def test_what_is_sent_is_what_is_drawn(small: Page) -> None:
    mouse = Mouse(small)
    expect(small.locator("#hint")).to_contain_text("Slide the striker")  # to who has never struck here
    mouse.press(*middle(small, "#rail"))
    mouse.to(middle(small, "#rail")[0] - 37, middle(small, "#rail")[1])
    mouse.lift()
    mouse.press(*spot(small, 31, 17))
    mouse.to(*spot(small, -40, 90))
    mouse.lift()
    x, y = middle(small, "#handle")
    mouse.press(x, y)
    mouse.to(x, y + 70)
    drawn = {
        "offset": figure(small, "#rail") / 1000,
        "angle": math.radians(figure(small, "#wheel")),
        "speed": figure(small, "#handle"),
    }
    line = small.locator("#stage .l-aim .line").get_attribute("d") or ""
    mouse.lift()
    wait_until(small, lambda: strokes(small))

    sent = strokes(small)[0]
    assert {name: sent[name] for name in drawn} == pytest.approx(drawn, abs=1e-9)
    (x0, y0), (x1, y1) = (tuple(map(float, part.split())) for part in line.removeprefix("M").split("L")[:2])
    assert math.atan2(-(x1 - x0), y1 - y0) == pytest.approx(sent["angle"], abs=0.001)
    expect(small.locator("#hint")).to_be_hidden()


def back_within_the_dead_zone(page: Page, mouse: Mouse, x: float, y: float) -> None:
    mouse.to(x, y + 4)
    assert page.locator("#tag-text").text_content() == "Let go here to cancel"
    mouse.lift()


def escape(page: Page, mouse: Mouse, x: float, y: float) -> None:
    page.keyboard.press("Escape")
    mouse.lift()


def right_button(page: Page, mouse: Mouse, x: float, y: float) -> None:
    page.mouse.down(button="right")
    page.mouse.up(button="right")
    mouse.lift()


def page_hidden(page: Page, mouse: Mouse, x: float, y: float) -> None:
    page.evaluate(
        "Object.defineProperty(document, 'hidden', {value: true, configurable: true});"
        "document.dispatchEvent(new Event('visibilitychange')); delete document.hidden"
    )
    mouse.lift()


Way = Callable[[Page, Mouse, float, float], None]


@pytest.mark.parametrize("way", [back_within_the_dead_zone, escape, right_button, page_hidden])
def test_a_pull_that_is_cancelled_with_the_mouse_sends_nothing_and_leaves_all_as_before(small: Page, way: Way) -> None:
    mouse, (x, y) = Mouse(small), striker(small)
    before = figure(small, "#wheel")
    mouse.press(x, y)
    mouse.to(x + 30, y + 80)
    assert figure(small, "#handle") > 1

    way(small, mouse, x, y)
    small.wait_for_timeout(200)

    assert strokes(small) == []
    assert figure(small, "#wheel") == before
    assert figure(small, "#handle") == 0
    expect(small.locator("#say")).to_contain_text("Cancelled")


@pytest.mark.parametrize("way", ["second finger", "pointercancel"])
def test_a_pull_that_is_cancelled_by_touch_sends_nothing(phone: Page, way: str) -> None:
    sent = listen(phone)
    start_match(phone)
    finger, (x, y) = Finger(phone), striker(phone)
    finger.press(x, y)
    finger.to(x + 10, y + 80)
    assert figure(phone, "#handle") > 1

    if way == "second finger":
        finger.press(*middle(phone, "#handle"), name=1)
        phone.wait_for_timeout(50)
        finger.lift(1)
    else:
        finger.cancel()
    phone.wait_for_timeout(200)

    assert sent.of("stroke") == []
    assert figure(phone, "#handle") == 0
    assert figure(phone, "#wheel") == 0


def test_a_forbidden_place_is_shown_with_its_reason_and_cannot_be_struck_from(small: Page) -> None:
    mouse, (x, y) = Mouse(small), middle(small, "#rail")
    width = small.locator("#rail").bounding_box()["width"]  # type: ignore[index]
    mouse.press(x, y)
    mouse.to(x + 198 / 480 * width, y)
    mouse.lift()

    expect(small.locator("#tag")).to_have_class("tag bad")
    expect(small.locator("#tag-text")).not_to_be_empty()
    expect(small.locator("#handle")).to_have_attribute("aria-disabled", "true")
    mouse.press(*middle(small, "#handle"))
    mouse.to(middle(small, "#handle")[0], middle(small, "#handle")[1] + 100)
    mouse.lift()
    small.locator("svg.board").focus()
    small.keyboard.press("Space")
    small.keyboard.press("Space")
    small.wait_for_timeout(200)
    assert strokes(small) == []

    small.get_by_role("button", name="Nearest legal place").click()

    expect(small.locator("#handle")).to_have_attribute("aria-disabled", "false")
    assert abs(figure(small, "#rail")) in (pytest.approx(182.55, abs=0.01), pytest.approx(214.35, abs=0.01))


def test_a_tap_on_the_striker_holds_or_frees_the_aim_and_never_strikes(small: Page) -> None:
    mouse, (x, y) = Mouse(small), striker(small)
    for held in ("true", "false", "true"):
        mouse.press(x, y)
        mouse.lift()
        expect(small.get_by_role("button", name="Lock the aim")).to_have_attribute("aria-pressed", held)
    small.mouse.dblclick(x, y)

    small.wait_for_timeout(200)
    assert strokes(small) == []


def test_a_held_aim_is_not_disturbed_by_a_crooked_pull(small: Page) -> None:
    mouse = Mouse(small)
    mouse.press(*spot(small, -90, 60))
    mouse.lift()
    aimed = figure(small, "#wheel")
    x, y = striker(small)

    mouse.press(x, y)
    mouse.to(x + 40, y + 60)
    assert figure(small, "#wheel") == aimed
    mouse.lift()
    wait_until(small, lambda: strokes(small))

    assert math.degrees(strokes(small)[0]["angle"]) == pytest.approx(aimed)


def test_keys_aim_place_and_pull_in_their_steps_and_strike_at_the_second_press(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(DESKTOP, server)
    sent = listen(page)
    start_match(page)
    page.locator("svg.board").focus()
    for key in (
        "ArrowLeft",
        "ArrowLeft",
        "Shift+ArrowLeft",
        "Alt+ArrowRight",
        "Control+ArrowRight",
        "Control+Shift+ArrowLeft",
    ):
        page.keyboard.press(key)
    assert figure(page, "#wheel") == pytest.approx(2.09)
    assert figure(page, "#rail") == pytest.approx(9)

    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowDown")
    speed = figure(page, "#handle")
    page.keyboard.press("Space")
    expect(page.locator("#say")).to_contain_text("Press again to strike")
    assert sent.of("stroke") == []
    page.keyboard.press("Space")
    wait_until(page, lambda: sent.of("stroke"))

    (stroke,) = sent.of("stroke")
    assert (stroke["offset"], stroke["speed"]) == (0.009, speed)
    assert math.degrees(stroke["angle"]) == pytest.approx(2.09)


def test_the_second_press_counts_within_five_seconds_only_and_escape_ends_it(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(DESKTOP, server)
    sent = listen(page)
    start_match(page)
    page.locator("svg.board").focus()

    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    page.keyboard.press("Space")
    page.wait_for_timeout(5200)
    page.keyboard.press("Space")
    page.wait_for_timeout(200)

    assert sent.of("stroke") == []


def test_who_wants_to_be_asked_strikes_by_a_button_after_letting_go(small: Page) -> None:
    small.evaluate("localStorage.setItem('carrom-settings', JSON.stringify({ask: true}))")
    small.reload()
    wait_for_mode(small, "stroke")
    mouse, (x, y) = Mouse(small), striker(small)
    mouse.press(x, y)
    mouse.to(x, y + 80)
    mouse.lift()
    small.wait_for_timeout(200)
    assert strokes(small) == []

    small.get_by_role("button", name="Strike", exact=True).click()
    wait_until(small, lambda: strokes(small))

    assert [stroke["speed"] for stroke in strokes(small)] == [pytest.approx(2.0, rel=0.03)]
