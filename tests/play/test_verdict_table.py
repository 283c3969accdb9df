"""The table says what `judge` says: of random strokes on random boards, under every ruleset and readings of them."""

import os
import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from carrom.laws.board_state import BoardState, opening_board
from carrom.laws.case_format import board_of, facts_of
from carrom.laws.cases import read_file
from carrom.laws.facts import ContradictoryFactsError, Direction, StrokeFacts
from carrom.laws.judge import judge, verdict, verdict_and_questions
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Ruling
from carrom.laws.situations import situations
from carrom.laws.values import choices, parameters, with_values
from carrom.play import packed, verdict_table
from carrom.play.verdict_table import VerdictTable
from carrom.terms import Piece, Queen, Side
from tests.support.laws import tables
from tests.support.laws.boards import simulated_boards
from tests.support.laws.cases import CASE_FILES
from tests.support.thorough import one_of

STROKES = int(os.environ.get("CARROM_VERDICTS", one_of("200", "600")))  # of each ruleset; a million in all: 170000
Judged = tuple[BoardState, StrokeFacts, Ruling]


def asked(table: VerdictTable, judged: list[Judged]) -> verdict_table.Verdicts:
    boards = np.array([packed.pack_board(board) for board, _, _ in judged], np.int64)
    strokes = np.array([packed.pack_facts(facts) for _, facts, _ in judged], np.int64)
    return table.look_up(boards, strokes)


def chunks(judged: Iterable[Judged], count: int, size: int = 500) -> Iterable[list[Judged]]:
    left = islice(judged, count)
    while some := list(islice(left, size)):
        yield some


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.slug)
def test_every_verdict_is_the_rulings(ruleset: Ruleset):
    table = VerdictTable(ruleset)
    for judged in chunks(simulated_boards(ruleset, 5), STROKES):
        found = asked(table, judged)
        for row, (board, _, ruling) in enumerate(judged):
            assert found.verdict(row, board) == ruling.verdict
            assert (bool(found.over[row]), bool(found.keeps[row])) == (ruling.over, ruling.keeps_turn)


ORDER = (Piece.QUEEN, Piece.WHITE, Piece.BLACK)


def could_be_simulated(facts: StrokeFacts) -> bool:
    """Whether the engine can tell of this stroke: it declares nothing, and names what left the board by number."""
    plain = facts.made and not (facts.improper or facts.declared or facts.by_opponent) and facts.claims_extra is True
    return plain and facts.left_board == tuple(sorted(facts.left_board, key=ORDER.index))


def table_against_judge(asked_of: Iterable[tuple[BoardState, StrokeFacts]], ruleset: Ruleset) -> int:
    """Hold the table to the judge for those that could be simulated; say how many they were."""
    judged = []
    for board, facts in asked_of:
        if could_be_simulated(facts):
            try:
                judged.append((board, facts, judge(board, facts, ruleset)))
            except ContradictoryFactsError:
                continue
    if judged:
        found = asked(VerdictTable(ruleset), judged)
        for row, (board, facts, ruling) in enumerate(judged):
            expected = replace(ruling.verdict, after=replace(ruling.verdict.after, passes=0))
            assert found.verdict(row, board) == expected, (board, facts)
    return len(judged)


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.slug)
def test_every_situation_that_rulesets_are_compared_in_is_looked_up_as_judged(ruleset: Ruleset):
    every = situations(solo=ruleset.side_count == 1)

    assert table_against_judge([(one.board, one.facts) for one in every], ruleset) > 100


def test_every_law_case_of_a_stroke_is_looked_up_as_judged():
    cases = [case for path in CASE_FILES for case in read_file(path)]
    held = 0
    for case in cases:
        try:
            board = board_of(case.given, case.stroke, case.ruleset)
            held += table_against_judge([(board, facts_of(case.stroke, board))], case.ruleset)
        except ContradictoryFactsError:
            continue

    assert held > 150


@pytest.mark.parametrize(
    ("slug", "every", "share"),
    [("icf", tables.with_scores, 11), ("polish", tables.with_scores, 11), ("common", tables.with_mishaps, 11)],
)
def test_the_grids_of_the_tables_of_outcomes_are_looked_up_as_judged(
    slug: str, every: Callable[[tables.Situation], Iterable[tables.Situation]], share: int
):
    grid = (more for one in tables.situations() for more in every(one))
    some = islice(grid, 0, None, 1 if STROKES > 600 else share)

    assert table_against_judge([tables.asked(one) for one in some], RULESETS[slug]) > 1000


@pytest.mark.parametrize("seed", range(one_of(6, 12)))
def test_rules_that_nobody_wrote_before_have_a_table_too(seed: int):
    rng = random.Random(seed)
    base = rng.choice([ruleset for ruleset in RULESETS.values() if ruleset.side_count == 2])
    free = {
        "side_count",
        "colour_assignment",
        "score_mode",
        "foul_voids_cover",
        "technical_foul",
        "board_replay_events",
    }
    names = [name for name in parameters() if choices(name) and name not in free]
    ruleset = with_values(base, {name: rng.choice(choices(name)) for name in rng.sample(names, 15)})
    judged = list(islice(simulated_boards(ruleset, seed), 200))

    found = asked(VerdictTable(ruleset), judged)

    assert [found.verdict(row, board) for row, (board, _, _) in enumerate(judged)] == [
        ruling.verdict for _, _, ruling in judged
    ]


def test_what_was_asked_once_is_not_asked_again():
    table = VerdictTable(RULESETS["icf"])
    judged = list(islice(simulated_boards(table.ruleset, 1), 300))

    asked(table, judged)
    asked(table, judged)  # some once more: what was asked before it was known which facts are asked for
    known = table.asked
    asked(table, judged)

    assert 0 < known <= 600
    assert table.asked == known


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=lambda ruleset: ruleset.slug)
def test_facts_that_no_stage_asks_for_change_nothing(ruleset: Ruleset):
    unasked = 0
    for board, facts, _ in islice(simulated_boards(ruleset, 6), 300):
        came_to, asked_for = verdict_and_questions(board, facts, ruleset)
        assert came_to == verdict(board, facts, ruleset)
        other = {
            "struck": frozenset(),
            "direction": Direction.FORWARD,
            "crossed_front_line": not facts.crossed_front_line,
            "stayed_behind_line": not facts.stayed_behind_line,
            "touched_own_frame": not facts.touched_own_frame,
            "came_back_into_own_half": not facts.came_back_into_own_half,
            "struck_behind_line": not facts.struck_behind_line,
            "striker_left_board": False,
        }
        assert other.keys() == packed.SELDOM_ASKED.keys()
        free = {name: value for name, value in other.items() if name not in asked_for}
        unasked += len(free)
        assert verdict(board, replace(facts, **free), ruleset) == came_to  # type: ignore[arg-type]
    assert unasked > 300


def test_a_full_table_begins_anew_and_a_small_one_grows(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(verdict_table, "FEWEST", 4)
    monkeypatch.setattr(verdict_table, "MOST", 100)
    table = VerdictTable(RULESETS["common"])
    for judged in chunks(simulated_boards(table.ruleset, 2), 400, 40):
        found = asked(table, judged)
        assert [found.verdict(row, board) for row, (board, _, _) in enumerate(judged)] == [
            ruling.verdict for _, _, ruling in judged
        ]


def test_a_verdict_is_what_the_judge_says_without_why():
    for board, facts, ruling in islice(simulated_boards(RULESETS["kagw"], 3), 200):
        assert verdict(board, facts, RULESETS["kagw"]) == ruling.verdict


def test_warnings_stay():
    board = replace(opening_board(), warnings=((Side.B, "delay", 1),))
    facts = StrokeFacts()
    found = asked(VerdictTable(RULESETS["icf"]), [(board, facts, judge(board, facts, RULESETS["icf"]))])

    assert found.verdict(0, board).after.warnings == board.warnings


def test_a_stroke_that_this_board_could_not_have_seen_is_refused():
    board = replace(opening_board(), broken=True, queen=Queen.COVERED, queen_side=Side.B)
    boards = np.array([packed.pack_board(board)])
    strokes = np.array([packed.pack_facts(StrokeFacts(pocketed=(Piece.QUEEN,)))])

    with pytest.raises(ContradictoryFactsError):
        VerdictTable(RULESETS["icf"]).look_up(boards, strokes)


def test_a_board_that_goes_on_has_no_outcome():
    board, facts = opening_board(), StrokeFacts()
    found = asked(VerdictTable(RULESETS["icf"]), [(board, facts, judge(board, facts, RULESETS["icf"]))])

    with pytest.raises(ValueError, match="goes on"):
        found.outcome(0, board)


def test_more_than_the_fields_hold_is_refused():
    with pytest.raises(OverflowError):
        packed.pack_board(replace(opening_board(), owed=(1024, 0)))


def test_packed_boards_and_strokes_come_out_again():
    for board, facts, _ in islice(simulated_boards(RULESETS["classic"], 4), 300):
        again = packed.unpack_board(packed.pack_board(board), board.to_play, board.seat, board.score, board.strokes)
        assert again == board
        stroke = packed.pack_facts(facts)
        assert packed.pack_facts(packed.unpack_facts(stroke)) == stroke
