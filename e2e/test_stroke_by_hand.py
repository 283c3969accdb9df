"""A stroke by hand: what a pull means, what lifting does not, and that every pull can be taken back."""

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
    play_to_the_end,
    set_dues,
    spot,
    start_match,
    striker,
    strokes_sent,
    wait_for_mode,
    wait_until,
)


def next_stroke(page: Page) -> None:
    """Go on when the last one has come to rest: the ruling that it brought is closed, and the next player aims."""
    play_to_the_end(page)
    set_dues(page)
    wait_for_mode(page, "stroke")
    if page.locator("#ruling-sheet").is_visible():
        page.keyboard.press("Escape")


def slip_aside_while_pulling(small: Page) -> None:
    """The aim does not turn along the base line."""
    before = len(strokes_sent(small))
    mouse, (x, y) = Mouse(small), striker(small)
    mouse.press(x, y)
    mouse.to(x, y + 20)

    mouse.to(x - 160, y + 20)

    assert figure(small, "aim") == pytest.approx(-55)
    small.keyboard.press("Escape")
    mouse.lift()
    assert len(strokes_sent(small)) == before


def pull_so_many_pixels(small: Page) -> None:
    """They give a speed, and it is sent."""
    mouse, (x, y) = Mouse(small), striker(small)
    mouse.press(x, y)
    for length, speed in ((20, 0.33), (46, 0.84), (148, 8.00), (80, 2.00)):
        mouse.to(x, y + length)
        shown = figure(small, "power")
        assert shown == pytest.approx(speed, rel=0.03), length
    mouse.lift()
    wait_until(small, lambda: strokes_sent(small))

    assert [stroke["speed"] for stroke in strokes_sent(small)] == [shown]


def slip_and_lift(page: Page, x: float, y: float) -> None:
    """The last move and the lifting 20 ms apart by their own stamps, however busy the machine is."""
    session, now = page.context.new_cdp_session(page), time.time()
    for kind, stamp in (("mouseMoved", now), ("mouseReleased", now + 0.02)):
        reported = {"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1, "timestamp": stamp}
        session.send("Input.dispatchMouseEvent", reported)
    session.detach()


def test_what_is_sent_is_what_is_drawn_and_one_gesture_places_aims_and_pulls(small: Page) -> None:
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
    wait_until(small, lambda: strokes_sent(small))

    sent = strokes_sent(small)[0]
    assert {name: sent[name] for name in drawn} == pytest.approx(drawn, abs=1e-9)
    (x0, y0), (x1, y1) = (tuple(map(float, part.split())) for part in line.removeprefix("M").split("L")[:2])
    assert math.atan2(-(x1 - x0), y1 - y0) == pytest.approx(sent["angle"], abs=0.001)
    expect(small.locator("#hint")).to_be_hidden()
    next_stroke(small)
    place_aim_and_pull(Mouse(small), small.sent)  # type: ignore[attr-defined]


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
    assert strokes_sent(small) == []
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
    assert strokes_sent(small) == []


def slip_on_lifting(small: Page) -> None:
    """Nine pixels hardly move the aim."""
    before = len(strokes_sent(small))
    mouse, (x, y) = Mouse(small), striker(small)
    mouse.press(x, y)
    mouse.to(x + 20, y + 90, rest=200)
    rested = figure(small, "aim")

    slip_and_lift(small, x + 27, y + 84)
    wait_until(small, lambda: len(strokes_sent(small)) > before)

    sent = strokes_sent(small)[-1]
    assert rested == pytest.approx(math.degrees(math.atan2(20, 90)), abs=0.01)
    assert math.degrees(sent["angle"]) == pytest.approx(rested, abs=0.15)


def test_a_pull_that_is_cancelled_sends_nothing_of_another_its_length_is_the_speed_and_slips_hardly_move_the_aim(
    small: Page,
) -> None:
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

        assert strokes_sent(small) == [], way
        assert figure(small, "aim") == before, way
        assert figure(small, "power") == 0, way
        expect(small.locator("#say")).to_contain_text("Cancelled")
    cancel_after_placing(small)
    pull_so_many_pixels(small)
    next_stroke(small)
    slip_aside_while_pulling(small)
    slip_on_lifting(small)


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
    assert strokes_sent(small) == []


def ask_after_letting_go(small: Page) -> None:
    """Who wants to be asked strikes by a button after letting go."""
    before = len(strokes_sent(small))
    small.evaluate("localStorage.setItem('carrom-settings', JSON.stringify({ask: true}))")
    small.reload()
    wait_for_mode(small, "stroke")
    mouse, (x, y) = Mouse(small), striker(small)
    mouse.press(x, y)
    mouse.to(x, y + 80)
    mouse.lift()
    small.wait_for_timeout(200)
    assert len(strokes_sent(small)) == before

    small.get_by_role("button", name="Strike", exact=True).click()
    wait_until(small, lambda: len(strokes_sent(small)) > before)

    assert strokes_sent(small)[-1]["speed"] == pytest.approx(2.0, rel=0.03)


def test_an_aim_that_was_pointed_stays_in_a_slightly_crooked_pull_alone_and_who_wants_it_is_asked_before_a_stroke(
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
    wait_until(small, lambda: strokes_sent(small))

    assert math.degrees(strokes_sent(small)[0]["angle"]) == pytest.approx(aimed)
    next_stroke(small)
    ask_after_letting_go(small)


def test_a_pull_is_cancelled_by_touch_and_one_gesture_places_aims_and_pulls(phone: Page) -> None:
    sent = listen(phone)
    start_match(phone)
    cancel_by_touch(phone, sent)

    place_aim_and_pull(Finger(phone), sent)


def place_aim_and_pull(hand: Mouse | Finger, sent: Sent) -> None:
    """One gesture, and what is sent is what was shown."""
    page, before = hand.page, len(sent.of("stroke"))
    began = figure(hand.page, "place")
    place, aim = place_and_pull(hand, page)
    assert figure(page, "power") > 1
    hand.lift()
    wait_until(page, lambda: len(sent.of("stroke")) > before)

    stroke = sent.of("stroke")[-1]
    assert place - began == pytest.approx(40 * 880 / page.locator("svg.board").bounding_box()["width"], abs=3)  # type: ignore[index]
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
