"""Importing a match: the page reads the file before it is sent."""

from playwright.sync_api import Page, expect

from carrom.match.requests import TellBoard
from carrom.notation.record import write_matches
from carrom.terms import Side
from tests.support.play.score_sheets import new_sheet, report

BROKEN = b"carrom-match 2\n\nmatch icf 1\nplayer a Asha\nplayer b Tomasz\n1 S 0.1 fast 2\nend 1\n"


def finished(names: str) -> bytes:
    """A match of one board on a sheet."""
    sheet = new_sheet(players=names, length="board", tags={"event": "Club evening"})
    report(sheet, TellBoard(winner=Side.B, coins_left=3, queen=Side.B))
    assert sheet.over
    return write_matches([sheet]).encode()


def test_a_file_is_read_before_it_is_sent_and_one_of_its_matches_imported(desktop: Page) -> None:
    page = desktop
    first, second = finished("AB"), finished("CD")
    page.goto("/matches/import/")
    file = page.get_by_label("Match file")

    file.set_input_files({"name": "broken.carrom", "mimeType": "text/plain", "buffer": BROKEN})
    expect(page.get_by_role("alert")).to_have_text("Line 6: Something on this line is not possible.")
    page.get_by_role("button", name="Import").click()
    expect(page).to_have_url("/matches/import/")  # nothing was sent

    both = first + second.split(b"\n", 1)[1]
    file.set_input_files({"name": "two.carrom", "mimeType": "text/plain", "buffer": both})
    expect(page.get_by_role("alert")).to_be_hidden()
    expect(page.get_by_label("Match 1: A – B")).to_be_checked()
    page.get_by_label("Match 2: C – D").check()
    page.get_by_label("You were").select_option("D")
    page.get_by_role("button", name="Import").click()

    page.wait_for_url("**/share/")
    page.goto("/matches/")
    expect(page.get_by_role("heading", name="Against C")).to_be_visible()
    expect(page.get_by_role("listitem").get_by_text("Won", exact=True)).to_be_visible()
