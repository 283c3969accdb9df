"""Rounds of a search: the compiled module is its source to the bit, and refuses what does not fit."""

import numpy as np
import pytest

from carrom.bots.chances import sight_figures
from carrom.bots.evaluation import WORTH_FIELDS, WORTH_WEIGHTS
from carrom.bots.imagining import pieces_of
from carrom.bots.noise import Noise
from carrom.laws.rulesets.every import RULESETS
from carrom.physics import native, rounds
from carrom.physics.kernel_inputs import parameters_of, sliding_table
from carrom.physics.surface import TOURNAMENT
from carrom.play import packed
from carrom.play.batch import fresh_board
from carrom.play.verdict_table import VerdictTable
from carrom.terms import Piece, Side

STROKES = 20  # more than one part


def laid(rng: np.random.Generator) -> np.ndarray:
    """A few pieces on the board, none of which touch."""
    layout = np.full((20, 2), np.nan)
    for number in (1, 2, 3, 11, 12):
        layout[number] = rng.uniform(-0.25, 0.25, 2)
        others = np.delete(layout, number, axis=0)
        while np.nanmin(np.hypot(*(others - layout[number]).T), initial=1.0) < 0.05:
            layout[number] = rng.uniform(-0.25, 0.25, 2)
    return layout


def given(**asked: int) -> dict[str, np.ndarray]:
    """Strokes on three boards, of which the laws were asked about some."""
    rng = np.random.default_rng(1)
    board = packed.pack_board(fresh_board(RULESETS["icf"])) | packed.put(1, packed.BROKEN)
    boards = np.array([board, board ^ packed.put(1, packed.FIRST_OF_TURN), board])
    table = VerdictTable(RULESETS["icf"])
    nothing = packed.put(1, packed.TOUCHED) | packed.put(1, packed.SPREAD)
    one = nothing | packed.put(1, packed.FELL_WHITE)
    table.look_up(np.repeat(boards, 2), np.array([nothing, one] * 3))
    known = table.known()
    questions = np.zeros(rounds.ROUND_QUESTIONS, np.int64)
    questions[rounds.Q_MINE : rounds.Q_MINE + 3] = pieces_of(Piece.WHITE)
    questions[rounds.Q_THEIRS : rounds.Q_THEIRS + 3] = pieces_of(Piece.BLACK)
    values = {"Q_ASKED_FOR": int(known.asked_for[0]), "Q_CAREFUL": 1, "Q_STRIKER": 1, "Q_NEXT": 2, **asked}
    for name, value in values.items():
        questions[getattr(rounds, name)] = value
    strokes = np.stack([rng.uniform(-0.2, 0.2, STROKES), rng.normal(0, 0.5, STROKES), rng.uniform(1, 5, STROKES)], 1)
    strokes[3, 2] = 99.0  # nobody can strike so
    return {
        "strokes": strokes,
        "board_rows": rng.integers(0, 3, STROKES),
        "layouts": np.array([laid(rng) for _ in boards]),
        "boards": boards,
        "parameters": parameters_of(TOURNAMENT),
        "table": sliding_table(),
        "bits": packed.BITS,
        "figures": packed.PACKING,
        "slots": known.slots,
        "known": known.known,
        "asked": questions,
        "hand": sight_figures(Noise(1.0)),
        "now": rng.random((2, 20)),
        "fields": WORTH_FIELDS[Side.A],
        "weights": WORTH_WEIGHTS,
        "segments": np.empty((0, 10)),
        "events": np.empty((0, 5)),
        "worths": np.zeros(STROKES),
        "said": np.zeros(STROKES, np.int64),
        "packed": np.zeros(STROKES, np.int64),
        "left": np.full((STROKES, 20, 2), 7.0),
        "summary": np.zeros(rounds.SUMMARY, np.int64),
    }


RESULTS = ("worths", "said", "packed", "left", "summary")


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"Q_CAREFUL": rounds.AS_BEFORE},
        {"Q_CAREFUL": rounds.UNWEIGHED},
        {"Q_STRIKER": 0, "Q_NEXT": 1, "Q_PARTNER": 2, "Q_QUEEN": rounds.BY_BOARD},
        {"Q_ALONE": 1, "Q_QUEEN": rounds.BY_VERDICT},
    ],
    ids=str,
)
def test_the_source_as_it_stands_gives_the_same_bits(asked: dict[str, int]):
    plain, here = given(**asked), native.native()
    rounds.imagine_strokes(*plain.values())
    for variant in (1, here.use(0)):
        here.use(variant)
        found = given(**asked)
        here.imagine_strokes(*found.values())
        for name in RESULTS:
            assert np.array_equal(found[name], plain[name], equal_nan=name == "left"), name
    here.use(0)
    assert plain["summary"].tolist() == [np.bitwise_or.reduce(plain["said"]), np.bitwise_and.reduce(plain["said"])]
    assert plain["said"][3] == rounds.REFUSED * 4 and {rounds.WAS_MADE, rounds.WAS_MADE | rounds.WAS_JUDGED} < {
        int(said) & (rounds.WAS_MADE | rounds.WAS_JUDGED) for said in plain["said"]
    } | {0}


def test_what_was_not_known_is_weighed_once_it_is():
    """Strokes that come back are worth what they are if the laws had been asked before."""
    before = given()
    native.native().imagine_strokes(*before.values())
    unknown = np.flatnonzero(before["said"] == rounds.WAS_MADE)
    table = VerdictTable(RULESETS["icf"])
    boards = before["boards"][before["board_rows"]]
    table.look_up(boards[before["said"] < rounds.REFUSED], before["packed"][before["said"] < rounds.REFUSED])
    known = table.known()
    after = given() | {"slots": known.slots, "known": known.known}
    after["asked"][rounds.Q_ASKED_FOR] = known.asked_for[0]
    native.native().imagine_strokes(*after.values())

    names = ("board_rows", "boards", "bits", "slots", "known", "asked", "hand", "now", "fields", "weights")
    left = [before["left"][: len(unknown)], *(after[name] for name in names), *(before[name] for name in RESULTS[:3])]
    for at, name in ((1, "board_rows"), (11, "worths"), (12, "said"), (13, "packed")):
        left[at] = before[name][unknown]
    plain = [each.copy() for each in left]
    native.native().weigh_outcomes(*left)
    rounds.weigh_outcomes(*plain)

    assert 0 < len(unknown) < STROKES - 1
    assert [each.tobytes() for each in left] == [each.tobytes() for each in plain]
    assert left[11].tolist() == after["worths"][unknown].tolist()
    assert np.all(left[12] & rounds.WAS_JUDGED)


def test_packing_and_finding_are_the_sources():
    rng = np.random.default_rng(2)
    fallen, facts = rng.integers(-1, 20, (200, 20)).astype(np.int8), rng.integers(0, 2**20, (200, 15))
    facts[:, 1] = rng.integers(-1, 20, 200)
    strokes, layouts = rng.normal(0, 3, (200, 3)), rng.uniform(-0.37, 0.37, (200, 20, 2))
    found, plain = np.zeros(200, np.int64), np.zeros(200, np.int64)
    native.native().pack_strokes(strokes, layouts, fallen, facts, packed.BITS, packed.PACKING, found)
    rounds.pack_strokes(strokes, layouts, fallen, facts, packed.BITS, packed.PACKING, plain)
    assert np.array_equal(found, plain) and len(np.unique(found)) > 150

    boards = rng.integers(0, 1 << 49, 200)
    slots, known = np.full(512, -1, np.int64), np.zeros((100, rounds.KNOWN_COLUMNS), np.int64)
    known[:, :2] = np.stack([boards, found], axis=1)[::2]
    for row, question in enumerate(known[:, :2].tolist()):
        slot = rounds.hash_of(*question) & 511
        while slots[slot] >= 0:
            slot = slot + 1 & 511
        slots[slot] = row
    rows, again = np.zeros(200, np.int64), np.zeros(200, np.int64)
    asked = found.copy()
    native.native().find_verdicts(boards, found, slots, known, packed.BITS, np.array([-1]), rows)
    rounds.find_verdicts(boards, asked, slots, known, packed.BITS, np.array([-1]), again)
    assert np.array_equal(rows, again) and np.array_equal(found, asked)
    assert np.all(rows[1::2] == -1) and (rows >= 0).sum() > 10


@pytest.mark.parametrize(
    "change",
    [
        {"board_rows": np.full(STROKES, 3)},
        {"board_rows": np.full(STROKES, -1)},
        {"board_rows": np.zeros(STROKES - 1, np.int64)},
        {"layouts": np.zeros((2, 20, 2))},
        {"boards": np.zeros(2, np.int64)},
        {"parameters": np.zeros(30)},
        {"table": np.zeros((256, 2))},
        {"bits": np.full(rounds.FIELD_BITS, 49)},
        {"bits": np.full(rounds.FIELD_BITS, -1)},
        {"bits": np.zeros(22, np.int64)},
        {"figures": np.zeros(2)},
        {"slots": np.zeros(0, np.int64)},
        {"slots": np.zeros(12, np.int64)},
        {"known": np.zeros((8, 5), np.int64)},
        {"asked": np.zeros(12, np.int64)},
        {"hand": np.zeros(14)},
        {"now": np.zeros((1, 20))},
        {"fields": np.full(15, 63)},
        {"weights": np.zeros(18)},
        {"worths": np.zeros(STROKES - 1)},
        {"said": np.zeros(STROKES - 1, np.int64)},
        {"packed": np.zeros(STROKES - 1, np.int64)},
        {"left": np.zeros((STROKES - 1, 20, 2))},
        {"left": np.zeros((STROKES, 20, 2), np.float32)},
        {"summary": np.zeros(1, np.int64)},
    ],
    ids=lambda change: " ".join(
        f"{name} {value.shape} {value.flat[0] if value.size else ''}" for name, value in change.items()
    ),
)
def test_arrays_that_do_not_fit_are_refused(change: dict[str, np.ndarray]):
    with pytest.raises((TypeError, ValueError)):
        native.native().imagine_strokes(*(given() | change).values())


def test_slots_that_name_no_row_find_nothing():
    rows = np.zeros(1, np.int64)
    native.native().find_verdicts(
        *(np.zeros(1, np.int64), np.zeros(1, np.int64), np.full(4, 9), np.zeros((1, 6), np.int64)),
        *(packed.BITS, np.array([-1]), rows),
    )

    assert rows.tolist() == [-1]
