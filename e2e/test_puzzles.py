"""A puzzle is solved by a real pull of the striker; the idea is shown, and then it is one's own turn."""

import math
import re

from playwright.sync_api import Page, expect

from carrom.puzzles.collection import shipped
from carrom.puzzles.puzzle import Goal, Puzzle
from carrom.terms import Stroke
from tests.support.browser.board import BASE_MIDDLE, Mouse, figure, open_numbers, spot


def surest() -> Puzzle:
    """A puzzle that is solved by a stroke made nearly as its solution is."""
    return max(
        (each for each in shipped().values() if isinstance(each.solution, Stroke) and each.goal is Goal.WIN),
        key=lambda each: each.chance,
    )


def open_puzzle(page: Page, puzzle: Puzzle) -> None:
    page.goto(f"/puzzles/{puzzle.id}/")
    expect(page.locator("#stage[data-ready]")).to_be_visible()


def aim(page: Page, stroke: Stroke) -> None:
    """Give place and direction as numbers: a straight pull leaves them."""
    open_numbers(page)
    page.locator("#exact-offset").fill(f"{stroke.offset * 1000:.2f}")
    page.locator("#exact-angle").fill(f"{stroke.angle * 57.29577951:.3f}")
    page.locator("#exact-form button[type=submit]").click()


def pull(page: Page, stroke: Stroke) -> None:
    """Pull the striker back, against its aim, until the speed is the wanted one to the pixel, and let go."""
    mouse = Mouse(page)
    x, y = spot(page, stroke.offset * 1000, -BASE_MIDDLE)
    mouse.press(x, y)

    def is_short(back: int) -> bool:
        page.mouse.move(x + back * math.sin(stroke.angle), y + back * math.cos(stroke.angle))
        return back < 200 and figure(page, "power") < stroke.speed

    back = 8
    for step in (16, 1):
        while is_short(back + step):
            back += step
    page.wait_for_timeout(120)  # a slip on lifting is undone: it must rest
    mouse.lift()


def test_a_puzzle_is_solved_by_pulling_the_striker_and_counts_once(desktop: Page) -> None:
    puzzle = surest()
    assert isinstance(puzzle.solution, Stroke)
    open_puzzle(desktop, puzzle)
    before = int(desktop.locator("#rating").inner_text().rstrip("?"))

    aim(desktop, puzzle.solution)
    pull(desktop, puzzle.solution)

    expect(desktop.locator("#verdict.good")).to_contain_text("Solved!", timeout=60_000)
    expect(desktop.locator("#verdict-chips")).to_contain_text("Rating")
    assert int(desktop.locator("#rating").inner_text()) > before
    expect(desktop.locator("#run")).to_have_text("1")

    desktop.locator("#again").click()
    desktop.locator("#show").click()
    expect(desktop.locator("#verdict-title")).to_have_text("The idea", timeout=60_000)
    expect(desktop.locator(".predicted .falls").first).to_be_attached()
    expect(desktop.locator("#controls")).to_be_visible()  # it is one's own turn
    expect(desktop.locator("#run")).to_have_text("1")
    desktop.locator("#next").click()
    expect(desktop).not_to_have_url(re.compile(puzzle.id))
    expect(desktop.locator("#stage[data-ready]")).to_be_visible()
