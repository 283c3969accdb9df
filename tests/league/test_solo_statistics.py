"""A player's figures: bests, trend, distribution of strokes, and where strokes go by phase."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.laws.facts import StrokeFacts
from carrom.laws.rulesets.every import RULESETS
from carrom.league.solo_phases import PIECES, phases_of
from carrom.league.solo_season import SetResult
from carrom.league.solo_statistics import distribution_of, figures_of, trend_of
from carrom.match.awaiting import Decision
from carrom.match.entries import UMPIRE
from carrom.match.requests import AtCap, StateFacts, TakeBack, TellBoard
from carrom.play.game import Match, new_head
from carrom.play.handlers import start
from carrom.play.record import Record
from carrom.play.rng import SeededRng
from carrom.terms import Piece, Queen, Side

RULES = RULESETS["baca19"]
W, B, Q = Piece.WHITE, Piece.BLACK, Piece.QUEEN


def a_set(key: str, day: str, *strokes: int) -> SetResult:
    return SetResult(key=key, player="a", day=day, strokes=strokes, handed_in=day)


SETS = [
    a_set("1", "2026-01-06", 30, 28, 31, 29, 27),  # 29.00
    a_set("2", "2026-01-13", 28, 26, 27, 29, 25),  # 27.00
    a_set("3", "2026-01-20", 45, 45, 40, 38, 32),  # 40.00, one bad evening
    a_set("4", "2026-01-27", 23, 25, 22, 24, 21),  # 23.00
    a_set("5", "2026-02-03", 19, 21, 20, 23, 22),  # 21.00
]


@pytest.mark.clause("B-034", "B-038")
def test_a_players_bests_are_the_best_board_set_and_three_in_a_row_whatever_order_is_reported():
    figures = figures_of(random.Random(1).sample(SETS, 5), RULES)

    assert (figures.sets, figures.average) == (5, "28.00")
    assert [
        (one.value, one.day, one.sets) for one in (figures.bests.board, figures.bests.set, figures.bests.row) if one
    ] == [
        ("19", "2026-02-03", ("5",)),
        ("21.00", "2026-02-03", ("5",)),
        ("28.00", "2026-02-03", ("3", "4", "5")),
    ]
    assert [point.written for point in figures.points] == ["29.00", "27.00", "40.00", "23.00", "21.00"]
    assert figures_of([], RULES).bests.board is None and figures_of([], RULES).distribution is None


def test_one_bad_evening_does_not_turn_a_trend_which_least_squares_would_follow():
    trend = figures_of(SETS, RULES).trend

    assert trend is not None and trend.per_week == pytest.approx(-2)
    assert trend.on("2026-02-03") == pytest.approx(21) and trend.start == pytest.approx(29)
    assert trend_of([("2026-01-06", 25.0), ("2026-01-13", 24.0)]) is None
    assert trend_of([("2026-01-06", 25.0)] * 5) is None


@given(
    st.lists(st.tuples(st.integers(1, 28), st.integers(0, 100)), min_size=3, max_size=12, unique_by=lambda one: one[0]),
    st.integers(-3, 3),
    st.integers(10, 40),
)
def test_points_on_a_line_have_that_line_as_their_trend_in_any_order(points: list, per_day: int, start: int):
    reported = [(f"2026-02-{day:02}", start + per_day * day / 4) for day, _ in sorted(points, key=lambda one: one[1])]

    trend = trend_of(reported)

    assert trend is not None and trend.per_week == pytest.approx(7 * per_day / 4, abs=1e-9)
    assert all(trend.on(day) == pytest.approx(value) for day, value in reported)


def test_a_distribution_lists_every_number_between_the_least_and_the_most():
    spread = distribution_of([19, 22, 22, 45, 21, 24, 22], RULES)

    assert dict(spread.counts)[22] == 3 and dict(spread.counts)[20] == 0 and len(spread.counts) == 27
    assert (spread.lower_quartile, spread.median, spread.upper_quartile) == (21, 22, 24)
    assert (spread.boards, spread.average, spread.at_the_cap) == (7, "25.00", 1)
    assert distribution_of([30], RULES).upper_quartile == 30


def started() -> Match:
    """A set scored at home, stroke by stroke."""
    head = new_head("baca19", players="A", positions=False, breaks=Side.A)
    return Match(Record((start(head, SeededRng(1)),)), rng=random.Random(1))


def strike(match: Match, *pocketed: Piece, striker: bool = False) -> None:
    match.answer(StateFacts(StrokeFacts(pocketed=pocketed, striker_pocketed=striker)), author=UMPIRE)


@pytest.mark.clause("B-016", "B-017", "B-039")
def test_b039_each_phase_loses_what_its_strokes_are_more_than_its_pieces():
    match = started()
    for pocketed in (
        *((W,),) * 5, (), (W, W),  # the whites: 7 pieces in 7 strokes, one missed, two at once
        (Q,), (), (Q,), (W,),  # the queen: not covered, so she is back; then she and her cover
        (W,),
        *((B,),) * 8, (), (B,),  # the blacks
    ):  # fmt: skip
        strike(match, *pocketed)

    (board,) = phases_of(match.record).boards
    whites, queen, blacks = board.phases
    assert (whites.strokes, whites.pieces, whites.misses, whites.saved, whites.lost) == (8, 8, 1, 1, 0)
    assert (queen.strokes, queen.pieces, queen.fouls, queen.lost) == (4, 2, 1, 2)
    assert (blacks.strokes, blacks.pieces, blacks.lost) == (10, 9, 1)
    assert board.left == 0 and sum(one.lost for one in board.phases) == 22 - PIECES
    assert phases_of(match.record).together == board.phases


def test_a_corrected_stroke_counts_as_it_holds_now_and_a_board_reported_whole_has_no_phases():
    match = started()
    strike(match, W, striker=True)
    match.answer(TakeBack(), author=UMPIRE)
    for pocketed in ((W,),) * 8 + ((Q, W),) + ((B,),) * 9:
        strike(match, *pocketed)
    strokes = [sum(one.strokes for one in board.phases) for board in phases_of(match.record).boards]
    match.answer(TellBoard(ended="cleared", strokes=21), author=UMPIRE)
    strike(match, W)
    match.answer(TellBoard(ended="cleared", strokes=30), author=UMPIRE)

    assert strokes == [18] and [board.board for board in phases_of(match.record).boards] == [1]


def test_a_board_stopped_at_the_cap_keeps_count_of_the_pieces_that_were_up():
    match = started()
    for _ in range(45):
        strike(match)
    assert match.awaiting.kind is Decision.CAP
    match.answer(AtCap("stop"), author=UMPIRE)

    (board,) = phases_of(match.record).boards
    assert (board.phases[0].strokes, board.phases[0].lost, board.left) == (45, 45, 19)


@pytest.mark.parametrize("seed", range(4))
def test_strokes_and_pieces_of_sets_with_fouls_and_dues_add_up(seed: int):
    match, rng = started(), random.Random(seed)
    while not match.over:
        board = match.state.match.board
        if match.awaiting.kind is Decision.CAP:
            match.answer(AtCap(rng.choice(("stop", "play_on"))), author=UMPIRE)
            continue
        assert board is not None
        up = [W] * board.white_up + [B] * board.black_up + [Q] * (board.queen is Queen.ON_BOARD)
        strike(match, *rng.sample(up, min(len(up), rng.choice((0, 1, 1, 1, 2)))), striker=rng.random() < 0.08)

    found = phases_of(match.record)
    assert [(board.board, sum(one.strokes for one in board.phases)) for board in found.boards] == [
        (board.board, board.strokes) for board in match.state.match.boards
    ]
    assert all(sum(one.pieces for one in board.phases) + board.left == PIECES for board in found.boards)
    assert sum(one.fouls for one in found.together) > 0
    assert [one.strokes for one in found.together] == [
        sum(board.phases[number].strokes for board in found.boards) for number in range(3)
    ]


def test_a_match_of_two_has_no_phases():
    head = new_head("icf", players="AB", positions=False, breaks=Side.A)

    assert phases_of(Record((start(head, SeededRng(1)),))).boards == ()
