"""The ruler, the wheel and keys: how a stroke is set in steps, what is said of it, and when it is struck."""

import math

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.board import (
    Mouse,
    choose,
    figure,
    listen,
    spot,
    start_match,
    striker,
    strokes_sent,
    wait_for_mode,
    wait_until,
)
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, OpenPage

WINDOWS = [(1366, 768), (1280, 640), (390, 844), (360, 740), (667, 375)]  # one for each layout of the page


def test_full_power_is_reached_on_every_screen_by_the_striker_and_by_the_ruler(small: Page) -> None:
    mouse = Mouse(small)
    for width, height in WINDOWS:
        small.set_viewport_size({"width": width, "height": height})
        small.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        x, y = striker(small)
        mouse.press(x, y)
        mouse.to(x, height - 13, rest=0, steps=2)
        straight = (figure(small, "power"), figure(small, "aim"))
        mouse.to(x, y, rest=0, steps=2)
        mouse.lift()
        assert straight == (8.0, 0.0), (width, height)
        small.locator("[data-value=place]").click()  # power that is chosen already would open the numbers
        x, y = choose(small, "power")
        for _ in range(4):  # a short ruler is dragged more than once
            mouse.press(x, y)
            mouse.to(x + 85, y, rest=0, steps=2)
            mouse.lift()
            if figure(small, "power") >= 8:
                break
        assert (figure(small, "power"), figure(small, "aim")) == (8.0, 0.0), (width, height)
        small.keyboard.press("Escape")
        assert figure(small, "power") == 0
    assert strokes_sent(small) == []


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
    assert strokes_sent(small) == []


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

    assert strokes_sent(small) == []


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
    assert strokes_sent(small) == []


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


def touch_the_board(small: Page) -> None:
    """It chooses what the ruler sets."""
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
    assert strokes_sent(small) == []


def test_the_ruler_sets_what_is_chosen_also_by_touching_the_board_finer_from_afar_and_says_the_aim_in_words(
    small: Page,
) -> None:
    check_thirty_pixels(small)
    check_taps_beside(small)
    check_farther_is_finer(small)
    for check in (check_words, touch_the_board):
        small.reload()
        wait_for_mode(small, "stroke")
        check(small)


def test_a_forbidden_place_has_its_reason_and_in_steps_one_strikes_once_power_is_set_and_the_ruler_has_rested(
    small: Page,
) -> None:
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
    assert strokes_sent(small) == []

    small.get_by_role("button", name="Nearest legal place").click()

    assert abs(figure(small, "place")) in (pytest.approx(182.55, abs=0.01), pytest.approx(214.35, abs=0.01))
    strike_in_steps(small)


def strike_in_steps(small: Page) -> None:
    """Once power is set and the ruler has rested."""
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
    assert (at_once, strokes_sent(small)) == ("true", [])
    shown = figure(small, "power")
    button.click()
    wait_until(small, lambda: strokes_sent(small))

    assert [stroke["speed"] for stroke in strokes_sent(small)] == [shown]


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
    wait_until(small, lambda: strokes_sent(small))


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
