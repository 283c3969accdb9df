"""Strokes to think about: the compiled module is its source to the bit, and does what numpy did step by step."""

import math
from types import ModuleType

import numpy as np
import pytest

from carrom.bots import candidates, tried
from carrom.bots.candidates import Felt
from carrom.bots.noise import Noise, draws
from carrom.physics import aims, native
from carrom.physics.native import Native
from tests.support.bots.scattered import scattered

HAND = Noise(2.0)
SPANS, ANGLES, SPEEDS = (
    np.array([[-0.21, -0.05], [0.01, 0.2]]),
    np.array([[-1.2, 0.3], [0.5, 1.4]]),
    np.array([0.2, 5.0]),
)
LIMITS = tried.Limits(SPANS, ANGLES, SPEEDS)


def strokes(count: int, seed: int) -> np.ndarray:
    """Any strokes, also backwards, round and round, and faster than anybody."""
    rng = np.random.default_rng(seed)
    found = np.stack([rng.normal(0, 0.2, count), rng.normal(0, 4.0, count), rng.uniform(-1.0, 8.0, count)], axis=1)
    found[:3, 1] = math.pi, -math.pi, 3e7
    return found


def calls(count: int, seed: int) -> dict[str, list[np.ndarray]]:
    """Arguments of each entry, those that it fills in last."""
    rng = np.random.default_rng(seed)
    coins, offsets = scattered(count % 19 + 1, seed), rng.uniform(-0.2, 0.2, 7)
    figures, n = candidates.aim_figures(Felt(restitution=0.8)), len(coins)
    lines = candidates.lines_to_pockets(coins, np.arange(n) + 1, range(20), candidates.ALL_WAYS)
    most, given = len(lines) * len(offsets), strokes(count, seed)
    numbers = rng.integers(-1, 5, (3, count))
    return {
        "find_lines": [
            coins,
            np.arange(n) + 1,
            np.array([6014, 0, 5]),
            figures,
            np.zeros((20 * n, 3), np.int64),
            np.zeros((20 * n, 5)),
            np.zeros(1, np.int64),
        ],
        "find_aims": [
            coins,
            lines.found.copy(),
            lines.lines.copy(),
            offsets,
            figures,
            np.zeros((most, 2), np.int64),
            np.zeros((most, 3)),
            np.zeros(3 * most),
            np.zeros(most),
            np.zeros(1, np.int64),
        ],
        "forgive": [
            rng.uniform(0, 1, count),
            rng.uniform(0, 0.1, count),
            rng.uniform(-1, 1, count),
            candidates.forgiving_figures(HAND),
            np.zeros(count),
        ],
        "rank_strokes": [
            rng.normal(0, 1, count).round(1),
            np.zeros(count),
            rng.normal(0, 1e-10, count),
            np.zeros(count),
            np.zeros(count, np.int64),
            np.zeros(count, np.int64),
        ],
        "pair_errors": [
            rng.normal(0, 1, (count, 3)),
            rng.random(count),
            np.array([0.3, 3.0]),
            np.zeros((2 * count - 1, 3)),
        ],
        "choose_ideas": [
            rng.permutation(count),
            *numbers,
            np.array([count // 2, 2]),
            np.zeros(count, np.int64),
            np.zeros(1, np.int64),
        ],
        "into_domain": [given, SPANS, ANGLES, SPEEDS, np.zeros((count, 3))],
        "spread_strokes": [
            given,
            draws(rng, 5),
            np.array([HAND.place, HAND.aim, HAND.speed]),
            SPANS,
            ANGLES,
            SPEEDS,
            np.zeros((5 * count, 3)),
            np.zeros((5 * count, 3)),
        ],
        "fan_out": [
            given,
            numbers[0].copy(),
            rng.uniform(0, 0.1, count),
            rng.permutation(count),
            np.linspace(-1, 1, 3),
            np.array([1.0, 1.5]),
            tried.FANS,
            SPANS,
            ANGLES,
            SPEEDS,
            np.zeros((6 * count, 3)),
        ],
        "aim_anywhere": [
            coins,
            rng.integers(0, n, count),
            rng.random((count, 2)),
            rng.random(count),
            rng.integers(0, 2, count),
            rng.random(count),
            rng.uniform(-0.2, 0.2, count),
            candidates.ANYWHERE,
            np.zeros(2 * count),
        ],
        "keep_apart": [
            given.round(1),
            rng.permutation(count),
            np.array([0.2, 2.0, 2.0]),
            np.array([count // 2]),
            np.zeros((count, 3)),
            np.zeros(count, np.int64),
            np.zeros(1, np.int64),
        ],
    }


def called(engine: ModuleType | Native, entry: str, count: int, seed: int) -> list[bytes]:
    given = calls(count, seed)[entry]
    getattr(engine, entry)(*(np.ascontiguousarray(each) for each in given))
    return [each.tobytes() for each in given]


@pytest.mark.parametrize("entry", list(calls(3, 1)))
def test_the_source_as_it_stands_gives_the_same_bits(entry: str):
    changed = 0
    for count, seed in ((3, 1), (11, 2), (32, 3), (41, 4)):
        found = called(native.native(), entry, count, seed)
        assert found == called(aims, entry, count, seed)
        changed += found != [each.tobytes() for each in calls(count, seed)[entry]]
    assert changed == 4


def test_arrays_that_do_not_fit_are_refused():
    for entry, given in calls(9, 5).items():
        for at, array in enumerate(given):
            for other in (array[:-1] if array.size > 1 else np.zeros(0, array.dtype), array.astype(np.float32)):
                arrays = [np.ascontiguousarray(each) for each in given]
                arrays[at] = other
                if other.dtype == array.dtype and (entry, at) in MAY_BE_SHORTER:
                    getattr(native.native(), entry)(*arrays)
                    continue
                with pytest.raises((TypeError, ValueError)):
                    getattr(native.native(), entry)(*arrays)
        with pytest.raises(TypeError):
            getattr(native.native(), entry)(*given[:-1])


# What says how many there are, or has room for more than there are.
MAY_BE_SHORTER = {
    *(("find_lines", 0), ("find_aims", 0), ("find_aims", 1), ("find_aims", 3), ("forgive", 2), ("rank_strokes", 0)),
    *(("pair_errors", 0), ("pair_errors", 3), ("choose_ideas", 0), ("choose_ideas", 1), ("into_domain", 0)),
    *(("into_domain", 1), ("into_domain", 2), ("spread_strokes", 0), ("spread_strokes", 1), ("spread_strokes", 3)),
    *(("spread_strokes", 4), ("fan_out", 0), ("fan_out", 3), ("fan_out", 4), ("fan_out", 5), ("fan_out", 7)),
    *(("fan_out", 8), ("aim_anywhere", 0), ("aim_anywhere", 1), ("keep_apart", 0), ("keep_apart", 1)),
}


def test_ghosts_and_aims_are_those_that_numpy_finds():
    felt, offsets = Felt(), np.linspace(-0.2, 0.2, 9)
    start = np.stack([offsets, np.full_like(offsets, aim_line())], axis=-1)[None]
    found = 0
    for seed in range(5):
        coins = scattered(6, seed)
        lines = candidates.lines_to_pockets(coins, np.arange(2, 8), range(2, 8))
        ghost = candidates.ghosts(lines.target, lines.u, start, felt)
        way, line = ghost - start, lines.target[:, None] - ghost
        length = candidates.length_of(way)
        cut = (way * line).sum(axis=-1) / (length * candidates.length_of(line))
        rows, columns = np.nonzero(cut > candidates.THINNEST)
        reach = 0.999 * candidates.REACH
        free = candidates.clear(start[0, columns], ghost[rows, columns], coins, reach, lines.which[rows])
        rows, columns = rows[free], columns[free]
        aimed = candidates.direct(coins, np.arange(2, 8), range(2, 8), offsets, felt, HAND)

        assert aimed.strokes[:, 0].tolist() == offsets[columns].tolist()
        assert aimed.coin.tolist() == (lines.which[rows] + 2).tolist()
        assert aimed.pocket.tolist() == lines.pocket[rows].tolist()
        angle = np.arctan2(-way[rows, columns, 0], way[rows, columns, 1])
        assert np.allclose(aimed.strokes[:, 1], angle, rtol=0, atol=1e-15)
        found += len(aimed)
    assert found > 100


def aim_line() -> float:
    return float(candidates.aim_figures(Felt())[aims.D_LINE])


def test_strokes_are_moved_to_the_nearest_that_may_be_made():
    given = strokes(300, 7)

    made = LIMITS.within(given)

    assert np.all((made[:, 2] >= 0.2) & (made[:, 2] <= 5.0))
    turned = np.remainder(given[:, 1] + math.pi, 2 * math.pi) - math.pi
    for column, values, spans in ((0, given[:, 0], SPANS), (1, turned, ANGLES)):
        inside = np.clip(values[:, None], spans[:, 0], spans[:, 1])
        nearest = inside[np.arange(300), np.abs(inside - values[:, None]).argmin(axis=1)]
        assert made[:, column].tobytes() == nearest.tobytes()
    assert np.isnan(aims.within_turn(math.inf)) and np.isnan(aims.within_turn(math.nan))


def test_a_spread_is_the_hands_moved_into_the_domain():
    given, errors = strokes(20, 8), draws(np.random.default_rng(1), 6)

    meant, made = LIMITS.spread(given, HAND, errors)

    assert meant.tobytes() == HAND.spread(given, errors).tobytes()
    assert made.tobytes() == LIMITS.within(meant.reshape(-1, 3)).tobytes()


def test_the_order_is_numpys_stable_one():
    rng = np.random.default_rng(2)
    for count in (0, 1, 2, 3, 7, 64, 1000):
        some = tried.Tried.of(np.zeros((count, 3)), rng.normal(0, 3, count).round(1), rng.normal(0, 1e-10, count))
        expected = np.argsort(-np.round(some.worths + some.liked + some.spreads, 9), kind="stable")
        assert some.order().tolist() == expected.tolist()


def test_no_two_that_are_spread_out_are_nearly_the_same():
    rng = np.random.default_rng(4)
    some = tried.Tried.of(rng.normal(0, 0.01, (200, 3)), rng.normal(0, 1, 200), np.zeros(200))
    cells = np.round(some.strokes / tried.CELLS).astype(np.int64)
    first: dict[tuple[int, ...], int] = {}
    for row in some.order().tolist():
        first.setdefault(tuple(cells[row].tolist()), row)

    assert some.spread_out(200).strokes.tolist() == some.strokes[list(first.values())].tolist()
    assert some.spread_out(5).strokes.tolist() == some.strokes[list(first.values())[:5]].tolist()
    assert 5 < len(first) < 150


def test_families_have_the_numbers_that_fans_go_by():
    assert (aims.FAMILY_DIRECT, aims.FAMILY_COMBINATION) == (candidates.DIRECT, candidates.COMBINATION)
