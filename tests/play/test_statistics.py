"""Figures of scored and simulated matches: they follow from what counts, corrections included."""

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from carrom.laws.facts import StrokeFacts
from carrom.match.requests import Amend, TellBoard
from carrom.notation.record import write_match
from carrom.play.game import Match
from carrom.play.statistics import statistics
from carrom.terms import Queen, Side
from tests.support.command_line import carrom
from tests.support.play.score_sheets import BLACK, QUEEN, WHITE, new_sheet, report, report_stroke
from tests.support.play.whole_matches import play_on


@pytest.fixture(scope="module")
def reported() -> Match:
    match = new_sheet(length="game")
    report_stroke(match, WHITE)  # 1
    report_stroke(match, striker_pocketed=True)  # 2: a white of A's back
    report_stroke(match, BLACK)  # 3: B
    report_stroke(match, QUEEN)  # 4: B
    report_stroke(match)  # 5: B misses her cover; a black had fallen
    report(match, Amend(number=5, facts=StrokeFacts(pocketed=(BLACK,))))  # 6
    report_stroke(match, WHITE, BLACK)  # 7: B goes on
    report(match, TellBoard(winner=Side.B, coins_left=4, queen=Side.B))  # 8
    return match


def test_figures_of_each_side_are_those_of_the_corrected_record(reported: Match):
    a, b = statistics(reported.record).sides

    assert (a.strokes, a.own_pocketed, a.strikers_pocketed, a.returned, a.points) == (2, 1, 1, 1, 0)
    assert (b.strokes, b.own_pocketed, b.other_pocketed, b.queens_covered, b.boards, b.points) == (4, 3, 1, 1, 1, 7)
    assert (a.turns, a.longest_turn, b.turns, b.longest_turn) == (1, 2, 1, 4)


def test_points_dues_and_queen_are_reported_from_stroke_to_stroke(reported: Match):
    moments = statistics(reported.record).moments

    assert [(m.entry, m.stroke, m.side, m.queen) for m in moments] == [
        (1, 1, Side.A, Queen.ON_BOARD),
        (2, 2, Side.A, Queen.ON_BOARD),
        (3, 3, Side.B, Queen.ON_BOARD),
        (4, 4, Side.B, Queen.AWAITING_COVER),
        (5, 5, Side.B, Queen.COVERED),
        (7, 6, Side.B, Queen.COVERED),
        (8, 6, None, Queen.COVERED),
    ]
    assert [m.returned for m in moments[:3]] == [(0, 0), (1, 0), (0, 0)]
    assert [m.score for m in moments][-2:] == [(0, 0), (0, 7)]
    (board,) = statistics(reported.record).boards
    assert (board.strokes, board.returned, board.queen_side, board.points) == (6, (1, 0), Side.B, 7)


def test_figures_of_simulated_boards_agree_with_their_results():
    match = play_on(Match.new(length="game", breaks=Side.A, seed=4), random.Random(4), most=50)
    found, state = statistics(match.record), match.state.match

    assert len(found.boards) == len(state.boards)
    assert sum(side.strokes for side in found.sides) == sum(m.made for m in found.moments)
    assert [side.points for side in found.sides] == [
        sum(board.points for board in state.boards if board.winner is side) for side in Side
    ]
    for moment in found.moments:
        assert min(moment.up) >= 0 and max(moment.up) <= 9 and min(moment.owed) >= 0


def test_the_command_prints_a_corrected_record_and_its_figures(
    reported: Match, tmp_path: Path, golden: Callable[[str, str], None]
):
    file = tmp_path / "match.txt"
    file.write_text(write_match(reported), encoding="utf-8")
    as_json = json.loads(carrom("replay", str(file), "--statistics", "--json")[1])
    lines = carrom("replay", str(file), "--statistics")[1]

    assert [side["points"] for side in as_json["sides"]] == [0, 7]
    assert len(as_json["moments"]) == 7
    assert "B: points 7, boards 1" in lines and "Board 1.1: 7 points, B (0 : 7); 6 strokes" in lines
    assert carrom("replay", str(file), "--verify")[0] == 0
    listed = carrom("replay", str(file))[1]
    golden("matches/corrected_sheet.txt", f"{listed}\n{lines}")
    assert "5x Umpire" in listed and "5: Umpire reports a stroke. Down: 1 black." in listed
    reported_lines = json.loads(carrom("replay", str(file), "--json")[1])
    assert [each["number"] for each in reported_lines[6]["instead"]] == [5]
