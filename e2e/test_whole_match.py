"""In the browser: a whole ICF match of three games, scored stroke by stroke on a phone, whatever happens meanwhile."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from carrom.notation.record import read_match
from carrom.play.record import Record
from carrom.play.replay import verify
from carrom.terms import Side
from tests.support.browser.live_server import LiveServer
from tests.support.browser.pages import DESKTOP, PHONE, OpenPage, Watch, wait_for_script
from tests.support.browser.umpire import NO_NETWORK, UmpireSheet

PIECES = {"w": "white", "b": "black", "q": "queen", "s": "striker"}
LATEST = 60  # entries that the sheet and the live page show
# who won each board of games 1 to 3, and their points; 1.2 was reported as 11 and is corrected
BOARDS = [[("a", 12), ("a", 10), ("a", 9)], [("b", 12), ("b", 11), ("b", 9)], [("a", 12), ("a", 11), ("a", 9)]]
WIDER_THAN_THE_PHONE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"  # px
LINES = """items => items.map((item) => ({
  text: [...item.childNodes].filter((child) => child instanceof Text).map(({ data }) => data).join("").trim(),
  now: item.querySelector(".now")?.textContent.trim() ?? "",
  struck: item.classList.contains("struck"),
}))"""

Line = dict[str, Any]


def strokes(sheet: UmpireSheet, reported: str) -> str:
    """Tell strokes as they fell, "ww s - qb": a letter a piece, "-" for nothing; give the last one's ruling."""
    ruling = ""
    for fell in reported.split():
        ruling = sheet.stroke(*(PIECES[letter] for letter in fell if letter in PIECES))
    return ruling


def strokes_saved_here(sheet: UmpireSheet, reported: str) -> None:
    """Tell strokes that cannot be sent now."""
    for waiting, fell in enumerate(reported.split(), start=1):
        sheet.stroke(*(PIECES[letter] for letter in fell), is_sent=False)
        expect(sheet.page.locator("#unsent")).to_have_text(f"{waiting} saved on this phone")
    expect(sheet.page.locator("#log > li.waits")).to_have_count(len(reported.split()))


def all_sent(sheet: UmpireSheet) -> None:
    """Wait until nothing waits on the phone."""
    expect(sheet.page.locator("#unsent")).to_have_text("all sent", timeout=60_000)
    expect(sheet.page.locator("#log > li.waits")).to_have_count(0)


def ceremony(sheet: UmpireSheet) -> None:
    """From the call of the match to the first "Play": Asha wins the toss and breaks."""
    sheet.press("Call the match: 15 minutes")
    sheet.page.get_by_label("Both sides are here").tap()
    sheet.answer("Who won the toss?", "Asha")
    sheet.answer("Asha chooses", "Break")
    sheet.answer("Trial boards played", "1")
    sheet.press("Play!")


def stop_play(sheet: UmpireSheet, *, who: str, why: str) -> None:
    """An appeal stops play."""
    sheet.menu("Appeal, or stop play…")
    sheet.page.locator("#stop-about").select_option(label=who)
    sheet.page.locator("#stop-reason").fill(why)
    sheet.page.get_by_role("button", name="Stop play", exact=True).tap()


def loses_the_board(sheet: UmpireSheet, *, who: str, why: str) -> None:
    """An official takes the board from a side."""
    before = sheet.version
    sheet.menu("Warning or penalty…")
    sheet.page.locator("#official-about").select_option(label=who)
    sheet.page.locator("#official-what").select_option("board")
    sheet.page.locator("#official-reason").fill(why)
    sheet.page.get_by_role("button", name="Record it").tap()
    wait_for_script(sheet.page, "before => Number(document.body.dataset.version) > before", arg=before)


def correct(sheet: UmpireSheet, number: int, fell: str) -> None:
    """Correct an older stroke on the page of the entries, its changes seen first, and come back to the sheet."""
    page = sheet.page
    page.get_by_role("button", name="Sheet menu").tap()
    page.get_by_role("link", name="Entries, corrections and statistics").tap()
    correction = page.get_by_role("button", name=f"Correct… entry {number}", exact=True)
    expect(correction).to_be_enabled()
    assert page.evaluate(WIDER_THAN_THE_PHONE) <= 0
    correction.tap()
    page.locator("#amend #nothing").tap()
    for letter in fell:
        sheet.tap_on(f"#amend #keys [data-piece={PIECES[letter]}]")
    expect(page.locator("#changes-score")).to_contain_text("Asha 10 (22 : 0)")
    expect(page.locator("#changes-score")).to_contain_text("Asha 11 (23 : 0)")
    page.get_by_label("Reason").fill("both saw the second coin fall")
    page.locator("#amend-confirm").tap()
    expect(page.locator(f"#e{number} .now")).to_contain_text("2 white down")
    page.get_by_role("link", name="Back to the sheet").tap()
    expect(page.locator("#sides .half").first).to_be_visible()


def lines(items: Locator) -> list[Line]:
    """The lines of a log as a reader sees them: the entry, what replaces it, whether it is struck out."""
    found: list[Line] = items.evaluate_all(LINES)
    return found


def check_record(record: Record) -> None:
    """The outcome of the match by its record: every ruling again, boards, games and notes."""
    assert verify(record).holds
    match = record.state.match
    boards = [(board.game, str(board.winner), board.points) for board in match.boards]
    assert boards == [(game, *each) for game, reported in enumerate(BOARDS, start=1) for each in reported]
    assert match.result is not None and match.result.winner is Side.A
    assert tuple(match.result.games) == (2, 1)
    kinds = [entry.kind for entry in record.entries]
    assert [kinds.count(kind) for kind in ("correct", "amend", "appeal", "decide", "declare", "penalise")] == [1] * 6
    assert len({entry.request_id for entry in record.entries}) == len(kinds), "nothing came twice"


def check_agreement(sheet: UmpireSheet, live: Page, record: Record) -> None:
    """Sheet, live page and what the server answers say the same, entry by entry, and as many entries as the record."""
    page, newest = sheet.page, record.entries[-1].number
    assert sheet.version == newest
    expect(live.locator("body")).to_have_attribute("data-version", str(newest))
    answered = json.loads(page.context.request.get(f"{sheet.url}entries/").text())["situation"]
    assert [line["number"] for line in answered["log"]] == list(range(newest, max(newest - LATEST, 0), -1))
    by_server = [{key: line[key] for key in ("text", "now", "struck")} for line in answered["log"]]
    assert lines(page.locator("#log > li")) == by_server
    for seen, said in zip(lines(live.locator("#log > li")), by_server, strict=True):
        assert (seen["text"], seen["struck"], bool(seen["now"])) == (said["text"], said["struck"], bool(said["now"]))
        assert said["now"].startswith(seen["now"])  # who watches reads the ruling, the keeper the score as well
    here, there = (each.locator("#boards tbody tr").all_text_contents() for each in (page, live))
    assert here == there != []
    for side in "ab":
        assert live.locator(f"#sides [data-side={side}] .big").inner_text().split()[0] == sheet.figure(side)
    assert page.locator("#entry-title").inner_text() == live.locator("#verdict-title").inner_text()
    for each in (page, live):  # the newest board is seen without scrolling
        assert each.locator("#boards").evaluate(
            "({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight - 1"
        )


@pytest.mark.slow
@pytest.mark.clause("ICF-L40", "L-124")
def test_a_whole_match_is_recorded_through_mistakes_cuts_and_a_killed_server_and_all_agree_to_the_last_entry(
    open_page: OpenPage, own_server: LiveServer, watch: Watch, tmp_path: Path
) -> None:
    watch.allow(NO_NETWORK)
    page = open_page(PHONE, own_server)
    sheet = UmpireSheet(page, length="match", breaks="toss", ceremony="whole", is_hurried=True)

    # game 1, board 1: the break missed, a due, a foul, a cover that the umpire forgets, the network cut
    ceremony(sheet)
    page.locator("#nothing").tap()
    page.get_by_role("button", name="Missed: 1 of 3").tap()
    expect(page.locator("#verdict-text")).to_contain_text("first attempt")
    assert "Tomasz places one white" in strokes(sheet, "ww s")
    sheet.tap("black")
    sheet.more("Improper stroke")
    assert "one black is owed" in sheet.record()
    assert "the queen is not covered" in strokes(sheet, "q -")
    sheet.correct()
    sheet.tap("white")
    assert "the queen is covered" in sheet.record()
    page.context.set_offline(True)
    strokes_saved_here(sheet, "ww w")
    page.context.set_offline(False)
    all_sent(sheet)
    assert "Asha wins the board with 12 points" in strokes(sheet, "wwww")

    # board 2: an appeal; board 3: a technical foul; the tab is closed before the entries are sent
    sheet.press("Play!")
    seen_wrongly = sheet.version + 1
    strokes(sheet, "w -")
    stop_play(sheet, who="Tomasz", why="the striker was not at rest")
    expect(page.locator("#entry-title")).to_contain_text("the striker was not at rest")
    sheet.press("Refused: play on")
    assert "Asha wins the board with 11 points" in strokes(sheet, "bbbb qb bbbb")
    sheet.press("Play!")
    strokes(sheet, "ww")
    sheet.more("Another foul or fact…")
    page.locator("#declare-about").select_option(label="Tomasz")
    page.locator("#declare-when").select_option("without")
    page.get_by_role("button", name=re.compile("touched a coin by hand")).tap()
    expect(page.locator("#log > li:not(.waits)").first).to_contain_text("Touched a coin by hand")
    context = page.context
    context.set_offline(True)
    strokes_saved_here(sheet, "q w")
    page.close()
    context.set_offline(False)
    sheet = UmpireSheet.again(sheet, context.new_page())
    page = sheet.page
    expect(page.locator("#log > li:not(.waits)").first).to_contain_text("the queen is covered")
    assert "Asha wins game 1, 32 to 0" in strokes(sheet, "wwwwww")

    # game 2 is Tomasz's: somebody watches; the server is killed during the break; Asha loses a board by decision
    live = open_page(DESKTOP, own_server)
    live.goto(f"/matches/{sheet.match}/")
    sheet.press("Play!")
    sheet.tap("white", "white")
    own_server.kill()
    sheet.tap("queen", "white")
    sheet.record(is_sent=False)
    expect(page.locator("#unsent")).to_have_text("1 saved on this phone")
    own_server.start()
    all_sent(sheet)
    assert "Tomasz wins the board with 12 points" in strokes(sheet, "wwwwww")
    sheet.press("Play!")
    strokes(sheet, "w")
    loses_the_board(sheet, who="Asha", why="left the hall")
    sheet.press("Play!")
    assert "Tomasz wins game 2, 32 to 0" in strokes(sheet, "wwww - bs - qw wwww")

    # game 3: an entry of game 1 is corrected; the network is gone when sides change in its middle
    sheet.press("Play!")
    strokes(sheet, "wwww")
    correct(sheet, seen_wrongly, "ww")
    assert "Asha wins the board with 12 points" in strokes(sheet, "qwwwww")
    sheet.press("Play!")
    strokes(sheet, "w - bbbb qbbbbb")
    page.context.set_offline(True)
    expect(page.get_by_label("The sides have changed")).to_be_visible()
    page.get_by_role("button", name="Play!").tap()
    expect(page.locator("#unsent")).to_have_text("1 saved on this phone")
    page.context.set_offline(False)
    all_sent(sheet)
    assert "Asha wins game 3, 32 to 0" in strokes(sheet, "wwww q wwwww")
    expect(page.locator("#entry-title")).to_contain_text("Asha wins the match, 2 to 1 games")

    # what everybody has
    page.get_by_role("button", name="Sheet menu").tap()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").tap()
    saved = tmp_path / "match.carrom"
    download.value.save_as(saved)
    record = read_match(saved.read_text())
    check_record(record)
    subprocess.run([own_server.carrom, "replay", "--verify", saved], check=True, timeout=60)
    check_agreement(sheet, live, record)
