"""A stroke by hand: what a drag means, what lifting does not, and that every pull can be taken back."""

import math
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.board import (
    Finger,
    Mouse,
    Sent,
    choose,
    figure,
    listen,
    middle,
    spot,
    start_match,
    striker,
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


WINDOWS = [(1366, 768), (1280, 640), (390, 844), (360, 740), (844, 390), (667, 375)]


def test_full_power_is_reached_on_every_screen_by_the_striker_and_by_the_ruler(small: Page) -> None:
    mouse = Mouse(small)
    for width, height in WINDOWS:
        small.set_viewport_size({"width": width, "height": height})
        small.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        x, y = striker(small)
        mouse.press(x, y)
        mouse.to(x, height - 13, rest=0)
        straight = (figure(small, "power"), figure(small, "aim"))
        mouse.to(x, y, rest=0)
        mouse.lift()
        assert straight == (8.0, 0.0), (width, height)
        small.locator("[data-value=place]").click()  # power that is chosen already would open the numbers
        x, y = choose(small, "power")
        for _ in range(4):  # a short ruler is dragged more than once
            mouse.press(x, y)
            mouse.to(x + 85, y, rest=0)
            mouse.lift()
        assert (figure(small, "power"), figure(small, "aim")) == (8.0, 0.0), (width, height)
        small.keyboard.press("Escape")
        assert figure(small, "power") == 0
    assert strokes(small) == []


def slip_aside_while_pulling(small: Page) -> None:
    """The aim does not turn along the base line."""
    mouse, (x, y) = Mouse(small), striker(small)
    mouse.press(x, y)
    mouse.to(x, y + 20)

    mouse.to(x - 160, y + 20)

    assert figure(small, "aim") == pytest.approx(-55)
    small.keyboard.press("Escape")
    mouse.lift()
    assert strokes(small) == []


def test_a_pull_of_so_many_pixels_gives_this_speed_and_it_is_sent(small: Page) -> None:
    mouse, (x, y) = Mouse(small), striker(small)
    mouse.press(x, y)
    for length, speed in ((20, 0.33), (46, 0.84), (148, 8.00), (80, 2.00)):
        mouse.to(x, y + length)
        shown = figure(small, "power")
        assert shown == pytest.approx(speed, rel=0.03), length
    mouse.lift()
    wait_until(small, lambda: strokes(small))

    assert [stroke["speed"] for stroke in strokes(small)] == [shown]


def check_thirty_pixels(small: Page) -> None:
    """They set what is chosen."""
    mouse = Mouse(small)
    for value, pixels, change in (("aim", -30, 1.20), ("aim", 30, -1.20), ("place", 30, 24.0), ("place", -30, -24.0)):
        before = figure(small, value)
        x, y = choose(small, value)
        mouse.press(x, y)
        mouse.to(x + pixels, y)
        expect(small.locator("#lens")).to_be_visible(visible=value == "aim")
        mouse.lift()

        assert figure(small, value) - before == pytest.approx(change, abs=1e-9), (value, pixels)
    assert strokes(small) == []


def check_farther_is_finer(small: Page) -> None:
    """Farther from the ruler the same way sets less."""
    mouse, (x, y) = Mouse(small), choose(small, "aim")

    mouse.press(x, y)
    for away in (60, 100, 160):  # a half, a quarter, a tenth: first beside it, then along
        mouse.to(x, y - away)
        before = figure(small, "aim")
        mouse.to(x - 30, y - away)
        turned = figure(small, "aim") - before
        assert turned == pytest.approx({60: 0.60, 100: 0.30, 160: 0.12}[away], abs=0.012)
        mouse.to(x, y - away)
    mouse.lift()

    assert strokes(small) == []


def check_taps_beside(small: Page) -> None:
    """They are a twentieth of a degree, a millimetre and one per cent."""
    less = small.get_by_role("button", name="A little to the left, or less")
    more = small.get_by_role("button", name="A little to the right, or more")
    choose(small, "aim")
    more.click()
    more.click()
    assert figure(small, "aim") == pytest.approx(-0.10)
    choose(small, "place")
    less.click()
    assert figure(small, "place") == -1
    choose(small, "power")
    power = small.locator("[data-value=power] data")
    expect(power).to_have_text("medium, 35 %")
    more.click()
    expect(power).to_have_text("medium, 36 %")
    assert strokes(small) == []


def test_the_ruler_sets_what_is_chosen_by_taps_by_dragging_and_finer_from_afar(small: Page) -> None:
    check_thirty_pixels(small)
    check_taps_beside(small)
    check_farther_is_finer(small)


def test_in_steps_one_strikes_once_power_is_set_and_the_ruler_has_rested(small: Page) -> None:
    button, mouse = small.locator("#strike"), Mouse(small)
    expect(button).to_have_text("Pull the striker, or set power")
    button.click(force=True)
    x, y = choose(small, "power")
    expect(button).to_have_text("Strike")
    expect(button).to_have_attribute("aria-disabled", "false")

    mouse.press(x, y)
    mouse.to(x + 40, y, rest=0)
    mouse.lift()
    at_once = button.evaluate("each => { each.click(); return each.ariaDisabled; }")
    expect(button).to_have_attribute("aria-disabled", "false")
    assert (at_once, strokes(small)) == ("true", [])
    shown = figure(small, "power")
    button.click()
    wait_until(small, lambda: strokes(small))

    assert [stroke["speed"] for stroke in strokes(small)] == [shown]


def check_words(small: Page) -> None:
    """The first contact and the power are said in words."""
    says = small.locator("#ruler-says")
    expect(says).to_have_text("white, full on")  # straight at the rack
    choose(small, "power")
    expect(small.locator("[data-value=power] data")).to_have_text("medium, 35 %")
    expect(says).to_contain_text("m/s")
    small.locator("[data-value=aim]").click()
    small.locator("#ruler").focus()
    for _ in range(4):
        small.keyboard.press("ArrowLeft")
    expect(says).to_have_text("white, three quarters")
    for _ in range(86):
        small.keyboard.press("ArrowLeft")
    expect(says).to_have_text("touches nothing")  # along the base line


def test_the_aim_is_said_in_words_and_touching_the_board_chooses_what_the_ruler_sets(small: Page) -> None:
    check_words(small)
    small.reload()
    wait_for_mode(small, "stroke")
    mouse, (x, y) = Mouse(small), striker(small)
    chosen = small.locator(".values [aria-pressed=true]")
    mouse.press(x, y)
    mouse.to(x + 40, y)
    mouse.lift()
    expect(chosen).to_have_attribute("data-value", "place")
    mouse.press(*spot(small, -90, 60))
    mouse.lift()
    expect(chosen).to_have_attribute("data-value", "aim")
    mouse.press(*striker(small))
    mouse.to(x + 40, y + 60)
    expect(chosen).to_have_attribute("data-value", "power")
    small.keyboard.press("Escape")
    mouse.lift()
    assert strokes(small) == []


def slip_and_lift(page: Page, x: float, y: float) -> None:
    """The last move and the lifting 20 ms apart by their own stamps, however busy the machine is."""
    session, now = page.context.new_cdp_session(page), time.time()
    for kind, stamp in (("mouseMoved", now), ("mouseReleased", now + 0.02)):
        reported = {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1, "timestamp": stamp}
        session.send("Input.dispatchMouseEvent", reported)
    session.detach()


def test_a_slip_while_pulling_and_one_of_nine_pixels_on_lifting_hardly_move_the_aim(small: Page) -> None:
    slip_aside_while_pulling(small)
    mouse, (x, y) = Mouse(small), striker(small)
    mouse.press(x, y)
    mouse.to(x + 20, y + 90, rest=200)
    rested = figure(small, "aim")

    slip_and_lift(small, x + 27, y + 84)
    wait_until(small, lambda: strokes(small))

    sent = strokes(small)[0]
    assert rested == pytest.approx(math.degrees(math.atan2(20, 90)), abs=0.01)
    assert math.degrees(sent["angle"]) == pytest.approx(rested, abs=0.15)


def test_what_is_sent_is_what_is_drawn(small: Page) -> None:
    mouse = Mouse(small)
    expect(small.locator("#hint")).to_contain_text("Slide the striker")  # to who has never struck here
    x, y = choose(small, "place")
    mouse.press(x, y)
    mouse.to(x - 37, y)
    mouse.lift()
    mouse.press(*spot(small, 31, 17))
    mouse.to(*spot(small, -40, 90))
    mouse.lift()
    x, y = striker(small)
    mouse.press(x, y)
    mouse.to(x, y + 70)
    drawn = {
        "offset": figure(small, "place") / 1000,
        "angle": math.radians(figure(small, "aim")),
        "speed": figure(small, "power"),
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


def tap_on_the_striker(small: Page) -> None:
    """It changes nothing and never strikes."""
    mouse, (x, y) = Mouse(small), striker(small)
    mouse.press(x, y)
    mouse.lift()
    small.mouse.dblclick(x, y)

    small.wait_for_timeout(200)
    assert strokes(small) == []
    assert [figure(small, value) for value in ("place", "aim", "power")] == [0, 0, 0]


def place_and_pull(hand: Mouse | Finger, page: Page) -> tuple[float, float]:
    """One gesture: along the base line, then back behind it; gives what is shown before letting go: mm and degrees."""
    x, y = striker(page)
    hand.press(x, y)
    hand.to(x + 40, y + 2)
    hand.to(x + 40, y + 90)
    return figure(page, "place"), figure(page, "aim")


def cancel_after_placing(small: Page) -> None:
    """What a cancel leaves is the place."""
    mouse = Mouse(small)
    place, _ = place_and_pull(mouse, small)

    small.keyboard.press("Escape")
    mouse.lift()

    assert [figure(small, value) for value in ("place", "aim", "power")] == [place, 0, 0]
    assert strokes(small) == []


def test_a_pull_that_is_cancelled_with_the_mouse_sends_nothing_and_leaves_all_as_before(small: Page) -> None:
    tap_on_the_striker(small)
    mouse, (x, y) = Mouse(small), striker(small)
    ways: tuple[Way, ...] = (back_within_the_dead_zone, escape, right_button, page_hidden)
    for way in ways:
        small.locator("#say").evaluate("say => { say.textContent = ''; }")  # what was said of the one before
        before = figure(small, "aim")
        mouse.press(x, y)
        mouse.to(x + 30, y + 80)
        assert figure(small, "power") > 1, way

        way(small, mouse, x, y)
        small.wait_for_timeout(200)

        assert strokes(small) == [], way
        assert figure(small, "aim") == before, way
        assert figure(small, "power") == 0, way
        expect(small.locator("#say")).to_contain_text("Cancelled")
    cancel_after_placing(small)


def test_a_forbidden_place_is_shown_with_its_reason_and_cannot_be_struck_from(small: Page) -> None:
    mouse, (x, y) = Mouse(small), choose(small, "place")
    mouse.press(x, y)
    mouse.to(x + 198 / 0.8, y)  # mm, at 0.8 mm a px
    mouse.lift()

    expect(small.locator("#tag")).to_have_class("tag bad")
    expect(small.locator("#tag-text")).not_to_be_empty()
    expect(small.locator("#strike")).to_have_text("Move the striker first")
    expect(small.locator("#strike")).to_have_attribute("aria-disabled", "true")
    mouse.press(*striker(small))
    mouse.to(striker(small)[0], striker(small)[1] + 100)
    mouse.lift()
    small.locator("svg.board").focus()
    small.keyboard.press("Space")
    small.keyboard.press("Space")
    small.wait_for_timeout(200)
    assert strokes(small) == []

    small.get_by_role("button", name="Nearest legal place").click()

    expect(small.locator("#strike")).to_have_text("Pull the striker, or set power")
    assert abs(figure(small, "place")) in (pytest.approx(182.55, abs=0.01), pytest.approx(214.35, abs=0.01))


BUZZES = "window.buzzes = []; navigator.vibrate = (ms) => window.buzzes.push(ms)"


def pull_clearly_crooked(small: Page) -> None:
    """It frees the aim, and a cancel holds it again."""
    small.evaluate(BUZZES)
    mouse = Mouse(small)
    mouse.press(*spot(small, -90, 60))
    mouse.lift()
    aimed = figure(small, "aim")
    x, y = striker(small)

    mouse.press(x, y)
    mouse.to(x - 25, y + 25)  # 35 px: too short to mean anything by its direction
    assert figure(small, "aim") == aimed
    mouse.to(x - 50, y + 60)
    assert figure(small, "aim") == pytest.approx(-math.degrees(math.atan2(50, 60)), abs=0.01)
    expect(small.locator("#stage .l-aim .hand.held")).to_have_count(0)  # its line is dashed
    assert small.evaluate("window.buzzes").count(6) == 1
    small.keyboard.press("Escape")
    mouse.lift()

    assert (figure(small, "aim"), figure(small, "power")) == (aimed, 0)
    expect(small.locator("#stage .l-aim .hand.held")).to_have_count(1)
    assert strokes(small) == []


def test_an_aim_that_was_pointed_stays_in_a_pull_that_is_a_little_crooked_and_not_in_one_that_clearly_is(
    small: Page,
) -> None:
    pull_clearly_crooked(small)
    small.evaluate(BUZZES)
    mouse = Mouse(small)
    mouse.press(*spot(small, -90, 60))
    mouse.lift()
    aimed = figure(small, "aim")
    x, y = striker(small)
    way = math.radians(aimed + 9)

    mouse.press(x, y)
    mouse.to(x + 80 * math.sin(way), y + 80 * math.cos(way))
    assert figure(small, "aim") == aimed
    expect(small.locator("#stage .l-aim .hand.held")).to_have_count(1)
    assert 6 not in small.evaluate("window.buzzes")
    mouse.lift()
    wait_until(small, lambda: strokes(small))

    assert math.degrees(strokes(small)[0]["angle"]) == pytest.approx(aimed)


def test_one_gesture_places_aims_and_pulls(small: Page) -> None:
    place_aim_and_pull(Mouse(small), small.sent)  # type: ignore[attr-defined]


def test_a_pull_is_cancelled_by_touch_and_one_gesture_places_aims_and_pulls(phone: Page) -> None:
    sent = listen(phone)
    start_match(phone)
    cancel_by_touch(phone, sent)

    place_aim_and_pull(Finger(phone), sent)


def place_aim_and_pull(hand: Mouse | Finger, sent: Sent) -> None:
    """One gesture, and what is sent is what was shown."""
    page = hand.page
    place, aim = place_and_pull(hand, page)
    assert figure(page, "power") > 1
    hand.lift()
    wait_until(page, lambda: sent.of("stroke"))

    (stroke,) = sent.of("stroke")
    assert place == pytest.approx(40 * 880 / page.locator("svg.board").bounding_box()["width"], abs=3)  # type: ignore[index]
    assert aim == pytest.approx(0, abs=2)
    assert (stroke["offset"] * 1000, math.degrees(stroke["angle"])) == pytest.approx((place, aim), abs=0.01)


def cancel_by_touch(phone: Page, sent: Sent) -> None:
    """By the system's own gesture and by a second finger: nothing is sent."""
    finger, (x, y) = Finger(phone), striker(phone)
    for way in ("pointercancel", "second finger"):
        finger.press(x, y)
        finger.to(x + 10, y + 80)
        assert figure(phone, "power") > 1, way

        if way == "second finger":
            finger.press(*middle(phone, "#ruler"), name=1)
            phone.wait_for_timeout(50)
            finger.lift(1)
        else:
            finger.cancel()
        phone.wait_for_timeout(200)

        assert sent.of("stroke") == [], way
        assert figure(phone, "power") == 0, way
        assert figure(phone, "aim") == 0, way


def turn_the_wheel(small: Page) -> None:
    """It turns the aim by a tenth, and with Shift by a fiftieth."""
    small.mouse.move(*spot(small, 0, 100))
    small.mouse.wheel(0, 100)
    wait_until(small, lambda: figure(small, "aim") == -0.1)
    small.keyboard.down("Shift")
    small.mouse.wheel(0, -100)
    wait_until(small, lambda: figure(small, "aim") == -0.08)
    small.keyboard.up("Shift")


def test_the_wheel_turns_the_aim_and_keys_on_the_ruler_set_what_is_chosen(small: Page) -> None:
    turn_the_wheel(small)
    choose(small, "place")
    small.locator("#ruler").focus()
    for key in ("ArrowRight", "Shift+ArrowUp", "Alt+ArrowLeft"):
        small.keyboard.press(key)
    assert figure(small, "place") == pytest.approx(10.9)
    expect(small.get_by_role("slider", name="Place")).to_have_attribute("aria-valuetext", "10.9 mm right")
    choose(small, "power")
    small.locator("#ruler").focus()
    small.keyboard.press("ArrowRight")
    expect(small.locator("[data-value=power] data")).to_have_text("medium, 40 %")
    small.keyboard.press("Enter")
    small.keyboard.press("Enter")
    wait_until(small, lambda: strokes(small))


def press_twice_too_late(page: Page) -> None:
    """The second press counts within five seconds only, and Escape ends it."""
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    page.keyboard.press("Space")
    page.wait_for_timeout(5200)
    page.keyboard.press("Space")
    page.wait_for_timeout(200)
    page.keyboard.press("Escape")


def test_keys_aim_place_and_pull_in_their_steps_and_strike_at_the_second_press_in_time(
    open_page: OpenPage, server: LiveServer
) -> None:
    page = open_page(DESKTOP, server)
    sent = listen(page)
    start_match(page)
    page.locator("svg.board").focus()
    press_twice_too_late(page)
    assert sent.of("stroke") == []
    for key in (
        "ArrowLeft",
        "ArrowLeft",
        "Shift+ArrowLeft",
        "Alt+ArrowRight",
        "Control+ArrowRight",
        "Control+Shift+ArrowLeft",
    ):
        page.keyboard.press(key)
    assert figure(page, "aim") == pytest.approx(2.09)
    assert figure(page, "place") == pytest.approx(9)

    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowDown")
    speed = figure(page, "power")
    page.keyboard.press("Space")
    expect(page.locator("#say")).to_contain_text("Press again to strike")
    assert sent.of("stroke") == []
    page.keyboard.press("Space")
    wait_until(page, lambda: sent.of("stroke"))

    (stroke,) = sent.of("stroke")
    assert (stroke["offset"], stroke["speed"]) == (0.009, speed)
    assert math.degrees(stroke["angle"]) == pytest.approx(2.09)


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
