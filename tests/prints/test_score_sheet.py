"""Score sheets: what stands on them, and that it fits one page."""

import struct
from dataclasses import replace

import pytest

from carrom.bots.contest import play_match
from carrom.bots.registry import find
from carrom.laws.facts import StrokeFacts
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.values import with_values
from carrom.match import requests
from carrom.match.entries import UMPIRE, WITNESS, Player
from carrom.match.requests import Amend, Note, PaperBoard, StateFacts, TakeBack, TellBoard, Verify
from carrom.play.game import new_head
from carrom.play.record import Record
from carrom.printing.paper import LOWEST, data, row_height, sheet_pdf, sheet_png
from carrom.printing.phrases import Words
from carrom.printing.sheet import LONGEST_NOTE, MOST_NOTES, Sheet, blank_sheet, sheet_of
from carrom.terms import Piece, Side
from tests.support.printing.sheets import add_board, go_on_to_next_board, longest_sheet, started_sheet

LINK = "https://club.example/matches/0b1c6a70-7b1a-4b58-9a53-5c7a3a5f4f6e/"


def rows(sheet: Sheet, game: int = 0) -> list[tuple[str, ...]]:
    return list(sheet.games[game].rows)


def test_a_board_has_who_broke_coins_left_queen_points_and_the_running_score():
    match = add_board(add_board(started_sheet(), Side.A, 5, Side.A), Side.B, 3, Side.A)

    first, second, *more = rows(sheet_of(match.record))

    assert first == ("1", "A", "5", "A", "8", "", "8", "0", "")
    assert second == ("2", "B", "3", "A", "", "3", "8", "3", "")
    assert more[0] == ("3", *[""] * 8)


def test_a_board_recorded_stroke_by_stroke_has_the_same_line_as_from_a_sheet():
    match = started_sheet()
    white, black, queen = Piece.WHITE, Piece.BLACK, Piece.QUEEN
    for pocketed in ([white, white], [queen, white], [black, white], [white] * 5):
        match.answer(StateFacts(StrokeFacts(pocketed=tuple(pocketed))), author=UMPIRE)
    go_on_to_next_board(match)

    assert rows(sheet_of(match.record))[0] == ("1", "A", "8", "A", "11", "", "11", "0", "")


def test_what_was_taken_back_is_not_on_the_sheet_but_counted_in_its_note():
    match = started_sheet(take_back="last")
    add_board(match, Side.A, 5, Side.A)
    match.answer(TakeBack(), author=UMPIRE)
    add_board(match, Side.B, 2, Side.A)

    sheet = sheet_of(match.record)

    assert rows(sheet)[0] == ("1", "A", "2", "A", "", "2", "0", "2", "")
    assert rows(sheet)[1] == ("2", *[""] * 8)
    assert sheet.notes == ("Entries corrected or taken back: 1",)


def test_a_corrected_board_and_a_second_persons_paper_stand_on_the_sheet():
    match = add_board(add_board(started_sheet(), Side.A, 5, Side.A), Side.B, 3, Side.A)
    paper = (PaperBoard(game=1, board=1, winner=Side.A, points=7), PaperBoard(game=1, board=2, winner=Side.B, points=3))
    match.answer(Verify(name="Meera", boards=paper), author=WITNESS, time="2026-11-21T10:04:05+00:00")
    assert sheet_of(match.record).notes == ("Paper sheet of Meera, 2026-11-21 10:04; boards that differ: 1",)

    reported = TellBoard(winner=Side.A, coins_left=4, queen=Side.A)
    match.answer(Amend(number=1, board=reported), author=UMPIRE)
    sheet = sheet_of(match.record)

    assert rows(sheet)[:2] == [("1", "A", "4", "A", "7", "", "7", "0", ""), ("2", "B", "3", "A", "", "3", "7", "3", "")]
    assert sheet.notes == ("Verified by Meera, 2026-11-21 10:04; boards: 2", "Entries corrected or taken back: 1")


def test_a_match_of_three_games_shows_each_game_the_extra_boards_and_the_winner():
    match = longest_sheet()
    sheet = sheet_of(match.record, link=LINK)

    assert match.over and [len(game.rows) for game in sheet.games] == [9, 9, 9]
    assert [game.result for game in sheet.games] == ["A wins", "B wins", "A wins"]
    assert [game.score for game in sheet.games] == ["14 : 8", "8 : 11", "14 : 8"]
    assert all(game.rows[-1][-1] == "extra board" for game in sheet.games)
    assert sheet.result == ("A wins, 2 to 1 games, 36 to 27 points",)
    assert sheet.notes[0].startswith("B warned: talked")


@pytest.mark.parametrize("slug", [slug for slug, ruleset in RULESETS.items() if ruleset.side_count == 2])
def test_boards_of_a_sheet_are_those_of_the_match(slug: str):
    match = started_sheet(slug)
    nth = 0
    while not match.over and nth < 40:
        add_board(match, Side.A if nth % 3 else Side.B, 1 + nth % 7, (Side.A, Side.B)[nth % 2])
        nth += 1

    sheet, state = sheet_of(match.record), match.state.match
    reported = [row for game in sheet.games for row in game.rows]

    assert match.over and len(reported) == len(state.boards)
    for row, result in zip(reported, state.boards, strict=True):
        assert (row[4] or row[5] or "0") == str(result.points)
        assert (row[6], row[7]) == (str(result.score.a), str(result.score.b))


def test_a_blank_sheet_has_a_line_for_every_board_that_may_be_played():
    icf, kagw = (blank_sheet(RULESETS[slug]) for slug in ("icf", "kagw"))
    short = blank_sheet(with_values(RULESETS["icf"], {"match_wins_needed": 1, "board_limit": 4}))

    assert [[row[0] for row in game.rows] for game in icf.games] == [[*map(str, range(1, 9)), "extra"]] * 3
    assert [row[0] for row in rows(kagw)] == ["1", "2", "3"]
    assert [row[0] for row in rows(short)] == ["1", "2", "3", "4", "extra"]
    assert icf.laws == "ICF Laws of Carrom, best of 3 games, to 25 points, 8 boards at most"


def test_a_set_alone_has_five_boards_their_strokes_and_the_average_so_far():
    head = new_head("baca19", players=(Player(side=Side.A, name="Asha"),), breaks=Side.A)
    record = Record(play_match(head, {Side.A: find("easy")}, seed=3, budget=20))

    sheet, boards = sheet_of(record), record.state.match.boards

    assert record.state.match.result is not None and len(sheet.boards) == 5 and not sheet.games
    assert [one.made for one in sheet.boards] == [one.strokes for one in boards]
    assert [one.score for one in sheet.boards] == [str(one.points) for one in boards]
    assert sheet.result == (f"Average of the set: {sheet.boards[-1].average}",)
    assert [one.made for one in blank_sheet(RULESETS["baca19"]).boards] == [0] * 5


def pages(sheet: Sheet) -> int:
    return len(sheet_png(sheet, ppi=20))


@pytest.mark.parametrize("slug", RULESETS)
def test_every_blank_sheet_is_one_page_of_a4(slug: str):
    (picture,) = sheet_png(blank_sheet(RULESETS[slug], link=LINK), ppi=72)

    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height) == pytest.approx((595, 842), abs=1)


def test_three_games_with_extra_boards_long_names_and_all_its_notes_fit_on_one_page():
    match = longest_sheet()
    for nth in range(MOST_NOTES + 3):
        match.answer(Note(text=f"{nth}: " + "a protest about the surface " * 20), author=UMPIRE)
    sheet = sheet_of(match.record, link=LINK)

    assert len(sheet.notes) == MOST_NOTES and all(len(note) <= LONGEST_NOTE for note in sheet.notes)
    assert pages(sheet) == 1
    reported = tuple((name, "Championship of the Northern Counties " * 4) for name, _ in sheet.about)
    assert pages(replace(sheet, about=reported)) == 1


def test_many_extra_boards_still_fit_and_rows_never_get_lower_than_can_be_read():
    (game,) = sheet_of(add_board(started_sheet(length="game"), Side.A, 5, Side.A).record).games
    sheet = sheet_of(longest_sheet().record, link=LINK)
    crowded = replace(sheet, games=tuple(replace(one, rows=one.rows + game.rows[:4]) for one in sheet.games))
    endless = replace(sheet, games=tuple(replace(one, rows=one.rows * 4) for one in sheet.games))

    assert crowded.rows == 39 and pages(crowded) == 1
    assert row_height(endless) == LOWEST and pages(endless) > 1


def test_the_same_sheet_is_the_same_file_and_another_is_another():
    sheet = sheet_of(add_board(started_sheet(), Side.A, 5, Side.A).record, link=LINK)
    made = sheet_pdf(sheet)

    assert made.startswith(b"%PDF-") and sheet_pdf(sheet) == made
    assert sheet_pdf(replace(sheet, link=LINK + "x")) != made


def test_a_name_is_never_read_as_markup():
    plain = sheet_of(started_sheet(players=("Asha", "Ben")).record)
    strange = replace(plain, sides=(("A", '#panic("x") ] #evil[ $ \\ " *b* _i_ @ref <label>'), ("B", "")))

    assert pages(strange) == 1


@pytest.mark.parametrize("name", ["आशा शर्मा", "Łucja Wiśniewska", "Αθηνά Παπαδοπούλου", "Юлия Ёлкина"])
def test_names_of_other_scripts_are_drawn_and_not_as_empty_boxes(name: str):
    sheet = sheet_of(started_sheet().record)
    named, boxes = (replace(sheet, sides=(("A", each), ("B", ""))) for each in (name, "\uffff" * len(name)))

    assert sheet_png(named, ppi=60) != sheet_png(boxes, ppi=60)


def test_words_of_another_language_take_the_place_of_the_english_ones():
    words = Words(lang="hi", title="स्कोर शीट", board="बोर्ड", left="बचे सिक्के")
    sheet = blank_sheet(RULESETS["icf"], words)

    assert data(sheet)["columns"][0] == "बोर्ड" and data(sheet)["title"] == "स्कोर शीट"  # type: ignore[index]
    assert data(sheet)["lang"] == "hi"
    assert pages(sheet) == 1


def test_a_conceded_game_says_so():
    match = add_board(started_sheet(), Side.A, 5, Side.A)
    match.answer(requests.Concede("match"), author=match.awaiting.seats[0].value)

    sheet = sheet_of(match.record)

    assert sheet.result[0].startswith(("Asha wins", "Ben wins")) and sheet.result[0].endswith(", conceded")
