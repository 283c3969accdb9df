"""Rounds of a search in one compiled call: the same to the bit as one step after the other, under any laws."""

import random
from dataclasses import replace

import numpy as np
import pytest

from carrom.bots.look_ahead import LookAhead, Positions
from carrom.bots.noise import Noise
from carrom.bots.search import WORST, Search, felt_of
from carrom.bots.stakes import BOARD, Stakes
from carrom.bots.view import View, turns_to_next
from carrom.laws.facts import ContradictoryFactsError
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruleset_file import ruleset_from_text
from carrom.laws.rulesets.every import RULESETS
from carrom.physics import rounds
from carrom.physics.surface import SURFACES, TOURNAMENT, Surface
from carrom.play import packed, verdict_table
from carrom.play.batch import Batch
from carrom.play.domain import domain_on
from carrom.play.verdict_table import VerdictTable, table_of
from carrom.terms import Queen, Seat, Side
from tests.support.bots import by_arrays
from tests.support.bots.village_laws import LOOSE, STRICT
from tests.support.thorough import one_of

RULES = [*RULESETS.values(), ruleset_from_text(STRICT), ruleset_from_text(LOOSE)]
AT_STAKE = Stakes(np.linspace(-9.0, 11.0, 24))
JUMPY = replace(SURFACES["low-frames"], frame_lift=0.3)
TABLES = [(2, JUMPY), (4, TOURNAMENT)]  # players, surface


def aimed(batch: Batch, rng: np.random.Generator) -> np.ndarray:
    """A stroke on each board at one of its pieces, full or thin, soft or hard; a few that cannot be made."""
    count, seen = len(batch), batch.seen()
    offset = rng.uniform(-0.24, 0.24, count)
    which = np.where(np.isnan(seen[..., 0]), -1.0, rng.random((count, 20))).argmax(axis=1)
    target = np.nan_to_num(seen[np.arange(count), which]) + rng.uniform(-0.04, 0.04, (count, 2))
    angle = np.arctan2(offset - target[:, 0], target[:, 1] + 0.3085)
    speed = rng.choice([0.8, 2.0, 4.0, 8.0], count) * rng.uniform(0.8, 1.0, count)
    return np.stack([offset, angle, speed], axis=1)


def boards(ruleset: Ruleset, players: int, surface: Surface, count: int = 16, turns: int = 14) -> list[Batch]:
    """Many boards after some strokes, at several times."""
    rng, seeded = np.random.default_rng(players), random.Random(7)
    batch = Batch.new(count, ruleset, rng=seeded, players=4 if players == 4 else 2, surface=surface)
    found = []
    for turn in range(turns):
        batch.play(aimed(batch, rng), strict=False)
        batch.renew(seeded)
        if turn % 6 == 1:
            lying = [(batch.position(row), batch.board(row)) for row in range(count)]
            found.append(Batch(*zip(*lying, strict=True), ruleset, surface=surface))
    return found


def search_of(batch: Batch, row: int, stakes: Stakes) -> Search:
    board, position = batch.board(row), batch.position(row)
    view = View(board, board.to_play, board.seat, position, turns_to_next(board, batch.ruleset))
    domain = domain_on(position, board.seat, batch.ruleset)
    return Search(view, domain, batch.ruleset, batch.surface, Noise(1.3), stakes=stakes)


@pytest.mark.parametrize(
    ("ruleset", "players", "surface"),
    [
        pytest.param(ruleset, *table, id=f"{ruleset.slug}, {table[0]} players")
        for row, ruleset in enumerate(RULES)
        for table in one_of(TABLES[row % 2 :: 2], TABLES)
    ],
)
def test_strokes_are_worth_the_same_to_the_bit(ruleset: Ruleset, players: int, surface: Surface):
    """In the suite every second ruleset with two players, the others in pairs; in a thorough run each with both."""
    table_of.cache_clear()  # some verdicts are not known yet, some are
    rng = np.random.default_rng(3)
    held = goes_on = unmade = 0
    for number, batch in enumerate(boards(ruleset, players, surface)):
        for row in range(0, len(batch), 5):
            search = search_of(batch, row, AT_STAKE if row % 2 and ruleset.side_count == 2 else BOARD)
            strokes = np.repeat(aimed(batch, rng)[row : row + 1], 40, axis=0)
            strokes += rng.normal(0.0, (0.02, 0.1, 0.3), strokes.shape)
            for careful in (True, False):
                worths, keeps = search._worths(strokes, careful=careful), search._goes_on(strokes)
                expected = by_arrays.led_to(search, strokes, careful=careful)
                assert worths.tobytes() == expected[0].tobytes(), (number, row, careful)
                assert keeps.tolist() == expected[1].tolist()
                held, goes_on, unmade = held + len(worths), goes_on + keeps.sum(), unmade + int((worths == WORST).sum())
    assert held > 800 and goes_on > 0 and unmade > 10


@pytest.mark.parametrize("count", [1, 3, 41])
def test_on_a_board_that_is_not_known_strokes_go_round_those_that_it_may_be(count: int):
    batch = boards(RULESETS["icf"], 2, TOURNAMENT)[0]
    may_be = (TOURNAMENT, SURFACES["worn"], JUMPY)
    search = search_of(batch, 0, BOARD)
    strokes = np.repeat(aimed(batch, np.random.default_rng(6))[:1], count, axis=0)
    strokes += np.random.default_rng(7).normal(0.0, (0.02, 0.1, 0.3), strokes.shape)

    for careful in (True, False):
        unsure = replace(search, may_be=may_be)
        worths, keeps = unsure._worths(strokes, careful=careful), unsure._goes_on(strokes)
        for first, surface in enumerate(may_be[:count]):
            expected = by_arrays.led_to(replace(search, surface=surface), strokes[first::3], careful=careful)
            assert worths[first::3].tobytes() == expected[0].tobytes()
            assert keeps[first::3].tolist() == expected[1].tolist()


@pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        pytest.param(ruleset, players, id=f"{ruleset.slug}, {players} players")
        for row, ruleset in enumerate(RULES)
        for players in one_of([4 - row % 2 * 2], [2, 4])
    ],
)
def test_the_next_stroke_is_worth_the_same_to_the_bit(ruleset: Ruleset, players: int):
    table_of.cache_clear()
    rng, unmade = np.random.default_rng(4), 0
    stakes = AT_STAKE if ruleset.side_count == 2 else BOARD
    for batch in boards(ruleset, players, TOURNAMENT):
        scores = rng.integers(0, 24, (len(batch), 2))
        positions = Positions(batch.seen(), batch.packed, scores, rng.random(len(batch)) < 0.5)
        turns = turns_to_next(batch.board(0), ruleset)
        look = LookAhead(ruleset, TOURNAMENT, felt_of(TOURNAMENT), Noise(0.8), stakes, turns, 4)
        rows = rng.integers(0, len(batch), 300)
        strokes = aimed(batch, rng)[rows] + rng.normal(0.0, (0.01, 0.05, 0.2), (300, 3))

        found = look._worths(positions, rows, strokes)

        assert found.tobytes() == by_arrays.worths_ahead(look, positions, rows, strokes).tobytes()
        assert len(np.unique(found)) > 15
        unmade += int(np.isnan(found).sum())
    assert unmade


def test_a_board_that_could_not_have_been_so_is_refused():
    batch = boards(RULESETS["icf"], 2, TOURNAMENT)[0]
    board = replace(batch.board(0), broken=True, queen=Queen.COVERED, queen_side=Side.B)
    view = View(board, board.to_play, Seat.SOUTH, batch.position(0))
    search = Search(view, domain_on(view.position, Seat.SOUTH, batch.ruleset), batch.ruleset, TOURNAMENT, Noise(1.0))
    strokes = np.concatenate([aimed(batch, np.random.default_rng(seed)) for seed in range(40)])

    with pytest.raises(ContradictoryFactsError):
        search._worths(strokes, careful=True)  # some pocket the queen, who is said to be down


def test_what_others_look_up_stays_true_while_the_table_grows(monkeypatch: pytest.MonkeyPatch):
    """A view of a table never says what only later questions made true: it knows less of a stroke, not more."""
    monkeypatch.setattr(verdict_table, "FEWEST", 4)
    table = VerdictTable(RULESETS["kagw"])
    rng = np.random.default_rng(5)
    views, asked = [table.known()], []
    for batch in boards(table.ruleset, 2, TOURNAMENT):
        for _ in range(4):
            played = batch.play(aimed(batch, rng), strict=False)
            facts = packed.pack_results(played.results, played.strokes, played.before)[played.made]
            asked.append((played.packed[played.made], facts))
            table.look_up(*asked[-1])
            views.append(table.known())
            batch.renew(random.Random(6))

    known = 0
    for view in views:
        for boards_of, facts in asked:
            strokes, rows = facts.copy(), np.empty(len(facts), np.int64)
            rounds.find_verdicts(boards_of, strokes, view.slots, view.known, packed.BITS, view.asked_for, rows)
            found = rows >= 0
            known += int(found.sum())
            after = view.known[rows[found], rounds.K_AFTER]
            assert after.tolist() == table.look_up(boards_of, facts).after[found].tolist()
    assert known > 500 and len({view.asked_for[0] for view in views}) > 1
