"""A whole board against the computer, by mouse, by finger and by keys alone; and a server that is killed in between."""

import math
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from carrom.notation.record import read_match
from carrom.play.replay import verify
from tests.support.browser.board import (
    Finger,
    Mouse,
    Sent,
    choose,
    figure,
    listen,
    spot,
    start_match,
    striker,
    wait_for_mode,
    wait_until,
)
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch, wait_for_script
from tests.support.browser.umpire import NO_NETWORK

PATIENCE = 240.0  # seconds for a board on a busy machine
QUICK = 300  # ms
AFTER_THE_RULER = 350  # ms: longer than the 300 for which one cannot strike


def target(page: Page) -> tuple[float, float]:
    """A piece to play at, in millimetres as its player sees it: the one farthest from the frame."""
    places = page.evaluate(
        """() => {
            const board = document.querySelector('svg.board').getBoundingClientRect();
            return [...document.querySelectorAll('.l-pieces use')].map(use => use.getBoundingClientRect()).map(box => [
                (box.x + box.width / 2 - board.x) / board.width * 880 - 440,
                440 - (box.y + box.height / 2 - board.y) / board.height * 880]);
        }"""
    )
    x, y = min(places, key=lambda place: abs(place[0]) + abs(place[1]))
    return x, y


def by_mouse(page: Page, turn: int) -> None:
    mouse = Mouse(page)
    x, y = choose(page, "place")
    mouse.press(x, y)
    mouse.to(x + (turn % 5 - 2) * 20, y, rest=70)
    mouse.lift()
    if page.get_by_role("button", name="Nearest legal place").is_visible():
        page.get_by_role("button", name="Nearest legal place").click()
    mouse.press(*spot(page, *target(page)))
    mouse.lift()
    x, y = choose(page, "power")
    mouse.press(x, y)
    mouse.to(x + (-1) ** turn * 60, y, rest=70)
    mouse.lift()
    page.wait_for_timeout(AFTER_THE_RULER)
    page.get_by_role("button", name="Strike", exact=True).click()


def place_by_mouse(page: Page) -> None:
    if page.get_by_role("button", name="Nearest free spot").is_visible():
        page.get_by_role("button", name="Nearest free spot").click()
    page.get_by_role("button", name="Place it here").click()


def by_finger(page: Page, turn: int) -> None:
    finger = Finger(page)
    finger.press(*spot(page, *target(page)))
    finger.lift()
    (x, y), aim = striker(page), math.radians(figure(page, "aim"))
    finger.press(x, y)
    finger.to(x + 95 * math.sin(aim), y + 95 * math.cos(aim), rest=70)
    finger.lift()


def place_by_finger(page: Page) -> None:
    page.get_by_role("button", name="Place it here").tap()


def by_keys(page: Page, turn: int) -> None:
    if page.evaluate("document.activeElement !== document.querySelector('svg.board')"):
        page.evaluate("document.activeElement.blur()")
        for _ in range(12):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement === document.querySelector('svg.board')"):
                break
    page.keyboard.press("c")
    for _ in range(turn % 4 + 1):
        page.keyboard.press("n")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    page.keyboard.press("Space")


def place_by_keys(page: Page) -> None:
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("c")
    page.keyboard.press("Enter")


def play_to_the_end(
    page: Page,
    sent: Sent,
    stroke: Callable[[Page, int], None],
    place: Callable[[Page], None],
    close: Callable[[Page], None],
) -> int:
    """Answer whatever the page asks until the match is over, going to the end of each stroke; count the own ones."""
    made, until = 0, time.monotonic() + PATIENCE
    while sent.view["phase"] != "over" or page.evaluate("document.body.dataset.mode") == "watch":
        assert time.monotonic() < until, f"not over after {made} strokes: {sent.view['awaiting']['text']}"
        mode = page.evaluate("document.body.dataset.mode")
        if page.locator("#ruling-sheet").is_visible():
            close(page)
        if mode == "stroke" and not page.evaluate("document.querySelector('#controls').inert"):
            before = sent.view["version"]
            stroke(page, made)
            made += 1
            wait_for_script(page, "() => document.body.dataset.mode !== 'stroke'", timeout=90_000)
            assert sent.of("stroke")[-1]["after"] >= before
        elif mode == "place":
            if page.locator("#due-set").get_attribute("aria-disabled") == "false":
                place(page)
            page.wait_for_timeout(QUICK)
        elif mode == "watch":
            page.evaluate("document.querySelector('#to-end').click()")
            page.wait_for_timeout(50)
        else:
            page.wait_for_timeout(100)
    if page.locator("#ruling-sheet").is_visible():
        close(page)
    return made


def check_the_end(page: Page, tmp_path: Path) -> None:
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    with page.expect_download() as download:
        page.locator("#panel").get_by_role("link", name="Download the record").click()
    record = tmp_path / "match.txt"
    download.value.save_as(record)
    assert verify(read_match(record.read_text())).holds


def ask_for_a_hint(page: Page) -> None:
    """A good stroke is aimed and described; the speed is left to the player."""
    straight = figure(page, "aim")
    page.get_by_role("button", name="Match menu").click()
    page.get_by_role("button", name="Show a good stroke").click()
    expect(page.locator("#notice-text")).to_contain_text("Pull to about", timeout=60_000)
    wait_until(page, lambda: figure(page, "aim") != straight)


@pytest.mark.slow
def test_a_whole_board_by_mouse_at_the_desk(open_page: OpenPage, server: LiveServer, tmp_path: Path) -> None:
    page = open_page(DESKTOP, server, reduced_motion="reduce")
    sent = listen(page)
    page.goto("/play/?opponent=computer&length=board")
    for name, value in {"breaks": "me", "level": "strong"}.items():
        page.locator(f"input[name={name}][value={value}]").check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    wait_for_mode(page, "stroke")
    ask_for_a_hint(page)

    made = play_to_the_end(
        page, sent, by_mouse, place_by_mouse, lambda page: page.get_by_role("button", name="Continue").click()
    )

    assert made >= 1
    check_the_end(page, tmp_path)


@pytest.mark.slow
def test_a_whole_board_by_finger_on_a_phone(open_page: OpenPage, server: LiveServer, tmp_path: Path) -> None:
    page = open_page(PHONE, server, reduced_motion="reduce")
    sent = listen(page)
    start_match(page, opponent="computer", level="strong")

    made = play_to_the_end(
        page,
        sent,
        by_finger,
        place_by_finger,
        lambda page: page.get_by_role("button", name="Continue").tap(),
    )

    assert made >= 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    check_the_end(page, tmp_path)


@pytest.mark.slow
def test_a_whole_board_by_keys_alone(open_page: OpenPage, server: LiveServer, tmp_path: Path) -> None:
    page = open_page(DESKTOP, server, reduced_motion="reduce")  # as many who play by keys have it
    sent = listen(page)
    start_match(page, opponent="computer", level="strong")

    made = play_to_the_end(page, sent, by_keys, place_by_keys, lambda page: page.keyboard.press("Escape"))

    assert made >= 1
    check_the_end(page, tmp_path)


@pytest.mark.slow
def test_a_match_goes_on_after_the_server_was_killed_while_the_computer_was_to_play(
    open_page: OpenPage, own_server: LiveServer, watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    page = open_page(DESKTOP, own_server)
    sent = listen(page)
    start_match(page, opponent="computer")
    by_mouse(page, 2)
    wait_for_script(page, "() => document.body.dataset.mode !== 'stroke'", timeout=90_000)  # the engine may be new
    while not any(message["kind"] == "event" for message in sent.received):
        page.wait_for_timeout(20)
    shown = sent.view["version"]

    own_server.kill()
    expect(page.locator("#connection")).to_have_text("reconnecting")
    own_server.start()

    expect(page.locator("#connection")).to_be_hidden(timeout=60_000)
    wait_for_mode(page, "stroke", "place", "panel", timeout=60_000)
    wait_for_script(page, "() => document.body.dataset.mode === 'stroke'", timeout=60_000)
    assert sent.view["version"] >= shown
    assert [message["kind"] for message in sent.received].count("hello") >= 2
    by_mouse(page, 1)
    wait_for_script(page, "() => document.body.dataset.mode !== 'stroke'", timeout=90_000)
