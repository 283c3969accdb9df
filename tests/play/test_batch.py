"""Many boards at once: each goes the way of a match on which the same strokes are made."""

import random
from dataclasses import replace

import numpy as np
import pytest

import carrom
from carrom.errors import CarromError
from carrom.laws.board_state import BoardState
from carrom.laws.judge import judge
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.values import with_values
from carrom.match.awaiting import Decision
from carrom.match.entries import Player
from carrom.match.requests import AtCap, Claim, MakeStroke, Place, Ready
from carrom.play import packed
from carrom.play.batch import Batch
from carrom.play.domain import domain_on
from carrom.play.errors import BadHeadError, NotAwaitedError
from carrom.play.game import Match, board_of
from carrom.play.strokes import check_within
from carrom.terms import Piece, Seat, Side, Stroke

STROKES = 40


def aimed(batch: Batch, rng: np.random.Generator) -> np.ndarray:
    """A stroke on each board at one of its pieces, or so; one in four at a pocket, where the striker may fall."""
    count, seen = len(batch), batch.seen()
    offset = rng.uniform(-0.24, 0.24, count)
    which = np.where(np.isnan(seen[..., 0]), -1.0, rng.random((count, 20))).argmax(axis=1)
    target = seen[np.arange(count), which] + rng.uniform(-0.04, 0.04, (count, 2))
    target = np.where(rng.random((count, 1)) < 0.25, [0.34, 0.34], target)
    angle = np.arctan2(offset - target[:, 0], target[:, 1] + 0.3085)
    speed = np.where(batch.broken, rng.uniform(0.8, 6.0, count), rng.uniform(4.5, 8.0, count))
    return np.stack([offset, angle, speed], axis=1)


def matches(ruleset: str, players: int) -> list[Match]:
    """Matches of one board, the first stroke awaited."""
    seated = [Player(side=tuple(Side)[k % 2], name=f"{k}") for k in range(players)]
    return [
        Match.new(ruleset, players=seated, length="board", breaks=Side.A, seed=seed, surface="club")
        for seed in range(8)
    ]


def settle(match: Match) -> None:
    """Answer all but strokes as a batch does."""
    while not match.over and match.awaiting.kind is not Decision.STROKE:
        match.answer(
            {
                Decision.PLACING: lambda: Place(match.domain.piece, *match.domain.suggested),  # type: ignore[union-attr]
                Decision.CLAIM: lambda: Claim(match.awaiting.most),
                Decision.READY: Ready,
                Decision.CAP: lambda: AtCap("play_on"),
            }[match.awaiting.kind]()
        )


def reported(board: BoardState | None) -> BoardState:
    assert board is not None
    return board


@pytest.mark.parametrize(
    ("ruleset", "players"), [*((slug, 2) for slug in RULESETS if slug != "baca19"), ("baca19", 1), ("icf", 4)]
)
def test_a_board_of_a_batch_goes_the_way_of_a_match(ruleset: str, players: int):
    rng = np.random.default_rng(7)
    played = matches(ruleset, players)
    surface = carrom.SURFACES["club"]
    for match in played:
        settle(match)
    boards = [reported(match.state.match.board) for match in played]
    batch = Batch([match.state.position for match in played], boards, ruleset, surface=surface)  # type: ignore[misc]
    returned = 0

    for _ in range(STROKES):
        strokes = aimed(batch, rng)
        rows = np.flatnonzero(batch.allowed(strokes) & ~batch.over)
        done = batch.play(strokes[rows], rows)
        assert done.made.all()
        for index, row in enumerate(rows.tolist()):
            match = played[row]
            match.answer(MakeStroke(Stroke(*strokes[row].tolist())))
            settle(match)
            entry = next(entry for entry in reversed(match.entries) if isinstance(entry.asked, MakeStroke))
            assert done.ruling(index) == entry.followed.ruling
            assert done.facts(index) == entry.followed.facts
            assert done.over[index] == (entry.followed.ruling.outcome is not None)
            returned += len(entry.followed.ruling.returns)
            if done.over[index]:
                assert done.points[index].sum() == entry.followed.ruling.outcome.points
                continue
            assert batch.position(row) == match.state.position
            assert batch.board(row) == replace(reported(match.state.match.board), passes=0)
    assert returned >= 3


def test_arrays_tell_what_the_boards_are():
    batch = Batch.new(8, "kagw", rng=random.Random(1), players=4)
    rng = np.random.default_rng(2)
    for _ in range(25):
        batch.play(aimed(batch, rng), strict=False)
    boards = [batch.board(row) for row in range(8)]

    assert batch.white_up.tolist() == [board.white_up for board in boards]
    assert batch.black_up.tolist() == [board.black_up for board in boards]
    assert batch.owed.tolist() == [list(board.owed) for board in boards]
    assert batch.broken.tolist() == [board.broken for board in boards]
    assert {board.players for board in boards} == {4} and len({board.seat for board in boards}) > 1
    assert [SIDE[k] for k in batch.to_play.tolist()] == [board.to_play for board in boards]
    playing = [{None: -1, Piece.WHITE: 1, Piece.BLACK: 0}[board.colour_of(board.to_play)] for board in boards]
    assert batch.plays_white.tolist() == playing
    assert [int(batch.queen[row]) > 0 for row in range(8)] == [board.queen_down for board in boards]
    assert [len(batch.position(row).pieces) for row in range(8)] == (~np.isnan(batch.layouts[..., 0])).sum(1).tolist()


SIDE = tuple(Side)


def test_facts_packed_from_arrays_are_those_of_each_stroke():
    batch = Batch.new(300, "common", rng=random.Random(3))
    rng = np.random.default_rng(4)
    jumpy = replace(carrom.SURFACES["low-frames"], frame_lift=0.3)
    batch.surface = jumpy
    kinds = set()
    for turn in range(12):
        strokes = aimed(batch, rng)
        strokes[::7, 1] += 3.0 if turn % 2 else 0.0  # backwards
        before = batch.seen()
        played = batch.play(strokes, strict=False)
        made = np.flatnonzero(played.made)
        found = packed.pack_results(played.results, played.strokes, before)[made]
        reported = [packed.pack_facts(played.facts(row)) for row in made.tolist()]
        assert found.tolist() == reported
        kinds |= set(reported)
        batch.renew(random.Random(turn))
    seen = np.bitwise_or.reduce(np.array(sorted(kinds)))
    for field in (packed.LEFT_WHITE, packed.STRIKER_FELL, packed.BLACK_FIRST, packed.BEHIND_LINE, packed.FELL_QUEEN):
        assert packed.values(seen, field), field


def test_threads_change_nothing():
    def after(threads: int) -> Batch:
        batch, rng = Batch.new(200, "icf", rng=random.Random(5)), np.random.default_rng(6)
        for _ in range(4):
            batch.play(aimed(batch, rng), strict=False, threads=threads)
        return batch

    one, two = after(1), after(3)

    assert np.array_equal(one.layouts, two.layouts, equal_nan=True) and np.array_equal(one.packed, two.packed)


def test_a_rulesets_own_values_hold(tmp_path: object):
    ours: Ruleset = with_values(RULESETS["icf"], {"striker_alone": 3})
    batch = Batch.new(64, ours, rng=random.Random(8))
    rng = np.random.default_rng(9)
    costs = set()
    for _ in range(30):
        played = batch.play(aimed(batch, rng), strict=False)
        for stroke in np.flatnonzero(played.made).tolist():
            facts = played.facts(stroke)
            if facts.striker_pocketed and not facts.pocketed and played.board(stroke).broken:
                ruling = judge(played.board(stroke), facts, ours)
                assert ruling == played.ruling(stroke)
                costs.add(sum(ruling.after.owed) - sum(played.board(stroke).owed) + len(ruling.returns))
    assert costs == {3}


def test_boards_that_are_over_are_racked_again_with_their_score():
    batch = Batch([carrom.read_position("w(0.33,0.33) b(-0.1,0.1)")], [finishing()], "icf")
    played = batch.play([[0.1, *straight_to(0.33, 0.33, 0.1)]])

    assert played.over.tolist() == [True] and batch.over.tolist() == [True]
    assert played.points.tolist() == [[4, 0]]
    assert played.ruling(0).outcome is not None
    with pytest.raises(NotAwaitedError):
        batch.play([[0.0, 0.0, 1.0]])
    assert batch.renew(random.Random(1)).tolist() == [0]
    assert not batch.over[0] and batch.white_up.tolist() == [9] and batch.score.tolist() == [[7, 3]]


def finishing() -> BoardState:
    """Side A's last white, the queen covered by it."""
    board = board_of(carrom.read_position("w(0.33,0.33) b(-0.1,0.1)"))
    return replace(board, score=(7, 3))


def straight_to(x: float, y: float, offset: float) -> tuple[float, float]:
    return float(np.arctan2(offset - x, y + 0.3085)), 3.0


@pytest.mark.parametrize(
    ("stroke", "code"),
    [
        ((0.9, 0.0, 1.0), "stroke-off-line"),
        ((0.0, 0.0, 99.0), "speed-limit"),
        ((0.0, 3.0, 1.0), "direction-forbidden"),
        ((0.1, 0.0, 1.0), "place-forbidden"),
        ((float("nan"), 0.0, 1.0), "not-a-number"),
    ],
)
def test_what_a_match_refuses_a_batch_refuses(stroke: tuple[float, float, float], code: str):
    position = carrom.read_position("w(0.1,-0.28) b(-0.1,0.1) q(0,0)")
    board = board_of(position)
    batch = Batch([position] * 2, [board] * 2, "kagw")
    strokes = [(0.0, 0.1, 2.0), stroke]

    with pytest.raises(CarromError) as refused:
        batch.play(strokes)
    assert refused.value.code == code
    assert batch.strokes.tolist() == [0, 0]

    played = batch.play(strokes, strict=False)
    assert played.made.tolist() == [True, False]
    assert batch.strokes.tolist() == [1, 0] and batch.position(1) == position


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_allowed_is_what_a_match_lets_through(ruleset: str):
    rules, rng = RULESETS[ruleset], np.random.default_rng(10)
    batch = Batch.new(150, ruleset, rng=random.Random(11))
    for _ in range(6):
        batch.play(aimed(batch, rng), strict=False)
    strokes = aimed(batch, rng)
    strokes[:, 0] *= 1.05  # some beyond the ends
    strokes[::5, 1] += 2.0
    strokes[::11, 2] = 0.0
    batch.layouts[::3, 2] = np.stack([strokes[::3, 0], np.full(50, -0.29)], axis=1)  # a coin in the way
    batch.seat[:] = 0
    let_through = []
    for row, stroke in enumerate(strokes.tolist()):
        try:
            check_within(Stroke(*stroke), lambda row=row: domain_on(batch.position(row), Seat.SOUTH, rules))
            let_through.append(True)
        except CarromError:
            let_through.append(False)

    assert batch.allowed(strokes).tolist() == let_through
    assert 20 < sum(let_through) < 130


def test_a_ruleset_that_does_not_ship_is_refused_by_name():
    with pytest.raises(BadHeadError):
        Batch.new(1, "house", rng=random.Random(1))


def test_strokes_and_boards_must_be_as_many():
    batch = Batch.new(2, rng=random.Random(1))
    with pytest.raises(ValueError, match="2 boards"):
        batch.play([[0.0, 0.0, 5.0]])
