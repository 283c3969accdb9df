"""A match file on the board, before it is imported: by what it says, and by the laws in the page."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from carrom.match.requests import TellBoard
from carrom.notation.record import read_match, write_match
from carrom.terms import Side
from tests.support.browser.accessibility import violations
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, OpenPage, wait_for_script
from tests.support.play.score_sheets import new_sheet, report
from tools.checks import PYODIDE, ROOT

FETCHED = Path(os.environ.get("CARROM_PYODIDE") or PYODIDE)
START = 90_000  # ms: WebAssembly is compiled, on a machine that may be busy
TALL = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
_IN_THE_DOCUMENT = re.search(r"```match\n(.*?)```", (ROOT / "docs/notation.md").read_text(encoding="utf-8"), re.DOTALL)
assert _IN_THE_DOCUMENT
SHORT = _IN_THE_DOCUMENT[1]  # five strokes, a comment, a variation
VARIATION = "  (\n  3 S 0.1 0.1 2.0\n  # Not that one.\n  )\n"
PIECES = "#stage .l-pieces [data-piece]"
LIES = """() => [...document.querySelectorAll('#stage [data-piece]')].map((each) =>
    [Number(each.dataset.piece), each.x.baseVal.value, each.y.baseVal.value])"""


def with_all_that_followed() -> str:
    """The same match with derived lines, a comment before the second stroke and a variation of the third."""
    text = write_match(read_match(SHORT), derived=True)
    return text.replace("\n2 S", "\n# Straight at the queen.\n2 S").replace("\n4 S", f"\n{VARIATION}4 S")


def choose(page: Page, text: str) -> None:
    """Choose a file with this text."""
    page.get_by_label("Match file").set_input_files(
        {"name": "match.carrom", "mimeType": "text/plain", "buffer": text.encode()}
    )


def lies(page: Page) -> dict[int, tuple[float, float]]:
    """Where the pieces lie on the board, in millimetres."""
    return {number: (x, y) for number, x, y in page.evaluate(LIES)}


def positions() -> list[dict[int, tuple[float, float]]]:
    """Where they lie after each entry of the match."""
    found = []
    for entry in read_match(SHORT).entries:
        assert entry.followed.position
        found.append({piece.number: (1000 * piece.x, 1000 * piece.y) for piece in entry.followed.position.pieces})
    return found


def assert_lies(page: Page, expected: dict[int, tuple[float, float]]) -> None:
    shown = lies(page)
    assert shown.keys() == expected.keys()
    assert all(shown[number] == pytest.approx(place, abs=0.006) for number, place in expected.items())


def test_a_file_is_played_stroke_by_stroke_by_keyboard_before_anything_is_sent(desktop: Page) -> None:
    page, after = desktop, positions()
    page.emulate_media(reduced_motion="no-preference")
    sent: list[Request] = []
    page.goto("/matches/import/")
    page.on("request", lambda request: sent.append(request) if request.method != "GET" else None)

    choose(page, with_all_that_followed())
    expect(page.locator("#replay-note")).to_have_text("Simulated here, 5 strokes end as the file says.")
    assert_lies(page, after[0])
    entries = page.locator("#entries")
    expect(entries.get_by_text("Straight at the queen.")).to_be_visible()
    expect(entries.get_by_text("Not that one.")).to_be_attached()
    assert violations(page) == ""

    page.get_by_role("button", name="4×").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Next stroke").focus()
    for number in (1, 2):
        page.keyboard.press("Enter")
        expect(page.locator("#replay-now")).to_contain_text(f"{number}. Asha strikes.")
        page.get_by_role("button", name="To the end").click()
        wait_for_script(
            page, f"() => document.querySelectorAll('#stage .l-pieces [data-piece]').length === {len(after[number])}"
        )
        page.get_by_role("button", name="Next stroke").focus()
    page.get_by_role("button", name="Previous stroke").click()
    assert_lies(page, after[1])

    page.locator("#entries li li").get_by_role("button").click()  # the variation
    expect(page.locator("#replay-now")).to_contain_text("3. Asha strikes.")
    page.get_by_role("button", name="Previous stroke").click()
    assert_lies(page, after[2])
    page.get_by_role("button", name="Play all").click()
    expect(page.locator("#replay-now")).to_contain_text("5. Asha strikes.")
    expect(page.get_by_role("button", name="Play all")).to_be_visible()
    assert_lies(page, after[5])
    assert not sent


def test_a_stroke_that_ends_otherwise_than_the_file_says_is_marked(desktop: Page) -> None:
    page = desktop
    page.goto("/matches/import/")

    choose(page, with_all_that_followed().replace("2 S 0.0282 0.1366 2.6", "2 S 0.0283 0.1366 2.6"))

    expect(page.locator("#replay-note")).to_contain_text("1 stroke ends otherwise than the file says")
    expect(page.locator("#entries .warn")).to_have_count(1)
    expect(page.locator("#entries .warn")).to_contain_text("Ends otherwise here: pieces lie up to 208.027 mm")


def test_several_matches_and_sheets_by_touch(open_page: OpenPage, server: LiveServer) -> None:
    page = open_page(TALL, server)
    page.emulate_media(reduced_motion="reduce")
    page.goto("/matches/import/")
    sheet = new_sheet(players="AB", length="board")
    report(sheet, TellBoard(winner=Side.B, coins_left=3, queen=Side.B))

    choose(page, with_all_that_followed() + write_match(sheet).split("\n", 1)[1])
    page.get_by_role("button", name="Next stroke").tap()
    expect(page.locator("#replay-now")).to_contain_text("1. Asha strikes.")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert violations(page) == ""
    page.get_by_text("Match 2").tap()

    expect(page.locator("#replay-note")).to_have_text("This match was scored on a sheet, so there is no board to show.")
    expect(page.locator("#stage")).to_be_hidden()


@pytest.mark.skipif(
    not any(FETCHED.glob("*/pyodide.asm.wasm")),
    reason=f"Pyodide is not in {FETCHED}: run CARROM_PYODIDE={FETCHED} carrom offline",
)
def test_the_laws_in_the_page_say_what_followed_in_a_short_file(open_page: OpenPage, laws_server: LiveServer) -> None:
    page, after = open_page(DESKTOP, laws_server), positions()
    page.emulate_media(reduced_motion="reduce")
    page.goto("/matches/import/")

    choose(page, SHORT)
    expect(page.locator("#replay-note")).to_contain_text("The file says what was played")
    page.get_by_role("button", name="Work out the rulings here").click()
    expect(page.locator("#entries")).to_contain_text("1. 2 white down. Asha plays on.", timeout=START)
    expect(page.locator("#entries li li")).to_contain_text("3. Nothing down. Tomasz plays.")
    assert_lies(page, after[0])
    expect(page.locator("#replay-note")).to_have_text("Worked out here, the match goes as the file says.")
    page.locator("#entries").get_by_role("button").last.click()
    page.get_by_role("button", name="To the end").click()
    wait_for_script(
        page, f"() => document.querySelectorAll('#stage .l-pieces [data-piece]').length === {len(after[5])}"
    )
    assert_lies(page, after[5])

    choose(page, SHORT.replace("check 657bf1d7", "check 657bf1d8"))
    page.get_by_role("button", name="Work out the rulings here").click()
    expect(page.locator("#replay-note")).to_contain_text("The file does not hold:", timeout=START)
    expect(page.locator("#entries")).to_contain_text("5. One white down. Asha plays on.")
