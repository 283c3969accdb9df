"""What is seen from the striker's line: geometry, held against the engine."""

import math

import numpy as np
import pytest

from carrom.bots import candidates, chances
from carrom.bots.candidates import Aims
from carrom.bots.noise import Noise
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.axes import turn_in_place
from carrom.physics.simulate import simulate_batch
from tests.support.bots.scattered import HAND, PLACES, scattered, seen


def fallen(coins: np.ndarray, strokes: np.ndarray) -> np.ndarray:
    """Which numbers are down after each stroke. Shapes: result (n, 20)."""
    position = Position(tuple(PlacedPiece(2 + i, float(x), float(y)) for i, (x, y) in enumerate(coins)))
    return np.isnan(simulate_batch(position, strokes).layouts[..., 0])


def hard_enough(aims: Aims) -> np.ndarray:
    strokes = aims.strokes.copy()
    strokes[:, 2] = np.minimum(strokes[:, 2] * 1.1, 8.0)
    return strokes


def share_that_falls(aims: Aims, coins: np.ndarray) -> float:
    down = fallen(coins, hard_enough(aims))
    return float(down[np.arange(len(aims)), aims.coin].mean())


def test_nearly_every_direct_aim_pockets_its_coin_when_struck_exactly():
    shares, count = [], 0
    for seed in range(10):
        coins = scattered(8, seed)
        aims = seen(candidates.direct, coins)
        shares.append(share_that_falls(aims, coins) * len(aims))
        count += len(aims)

    assert count > 200
    assert sum(shares) / count > 0.95


def test_aims_off_a_frame_are_near_enough_for_a_fan_to_find_the_coin():
    """A frame is no mirror: one aim in ten or more falls as it is, most with a turn of a few degrees."""
    for find in (candidates.coin_rebounds, candidates.striker_rebounds):
        tried = found = 0
        for seed in range(4):
            coins = scattered(5, seed)
            aims = seen(find, coins)
            aims = aims.take(np.argsort(-aims.chance)[:12])
            hits = np.zeros(len(aims), np.bool_)
            for turn in np.linspace(-0.08, 0.08, 41):
                strokes = hard_enough(aims)
                strokes[:, 1] += turn
                hits |= fallen(coins, strokes)[np.arange(len(aims)), aims.coin]
            tried += len(aims)
            found += int(hits.sum())

        assert tried > 20
        assert found / tried > 0.6, find.__name__


def test_ways_off_all_frames_at_once_are_those_off_one_after_the_other():
    """Together and in order: which aims are tried out depends on both."""
    for seed in range(6):
        coins = scattered(3 * seed + 1, seed)
        together = seen(candidates.direct_or_rebounds, coins)
        parts = [seen(candidates.direct, coins)]
        for frame in candidates.OFF_FRAMES:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(candidates, "OFF_FRAMES", range(frame, frame + 1))
                parts.append(seen(candidates.coin_rebounds, coins))
        apart = candidates.join([*parts, seen(candidates.striker_rebounds, coins)])

        for name in ("family", "coin", "pocket", "strokes", "window", "chance"):
            assert getattr(together, name).tobytes() == getattr(apart, name).tobytes(), name
        assert len(together) > 20


def test_a_mirrored_board_gives_the_mirrored_aims():
    coins = scattered(7, 3)
    for find in (candidates.direct, candidates.coin_rebounds, candidates.striker_rebounds):
        aims = seen(find, coins)
        mirrored = seen(find, coins * [-1.0, 1.0])

        def key(a: Aims, sign: float) -> list[tuple[float, ...]]:
            rows = np.column_stack([a.coin, sign * a.strokes[:, 0], sign * a.strokes[:, 1], a.strokes[:, 2], a.chance])
            return sorted(map(tuple, np.round(rows, 9) + 0.0))

        assert len(aims) > 0
        assert np.allclose(key(aims, 1.0), key(mirrored, -1.0), atol=1e-8)


def test_a_coin_in_the_way_hides_the_pocket():
    coin, scorer = np.array([0.0, 0.1]), np.array([0.17, 0.22])
    open_way = seen(candidates.direct, coin[None])
    blocked = seen(candidates.direct, np.stack([coin, scorer]))

    assert 0 in open_way.pocket
    assert 0 not in blocked.pocket[blocked.coin == 2]


def test_a_coin_behind_the_base_line_is_aimed_at_backwards():
    aims = seen(candidates.direct, np.array([[0.2, -0.33]]))

    assert len(aims) > 0
    assert np.all(np.abs(aims.strokes[:, 1]) > math.pi / 2)
    assert set(aims.pocket) <= {2, 3}


def test_near_and_far_pockets_are_both_seen():
    aims = seen(candidates.direct, np.array([[-0.3, -0.3], [0.3, 0.3]]))

    assert 0 in aims.pocket[aims.coin == 3]
    assert 2 in aims.pocket[aims.coin == 2]


def test_a_shakier_hand_has_smaller_chances_and_the_same_aims():
    coins = scattered(6, 9)
    sure, shaky = seen(candidates.direct, coins, Noise(0.5)), seen(candidates.direct, coins, Noise(4.0))

    assert np.array_equal(sure.strokes, shaky.strokes)
    assert np.all(shaky.chance < sure.chance)


def test_the_guessed_chance_of_a_straight_stroke_is_about_what_the_engine_gives():
    coins = np.array([[0.1, 0.1]])
    aims = seen(candidates.direct, coins)
    best = aims.take(np.argsort(-aims.chance)[:5])
    draws = np.random.default_rng(1).standard_normal((400, 3))

    for index in range(len(best)):
        meant = hard_enough(best)[index : index + 1]
        spread = HAND.spread(meant, draws)[0]
        falls = fallen(coins, spread)[:, 2].mean()

        assert falls == pytest.approx(best.chance[index], abs=0.2)


def laid(*positions: dict[int, tuple[float, float]]) -> np.ndarray:
    """Layouts of positions by number."""
    layouts = np.full((len(positions), 20, 2), np.nan)
    for layout, position in zip(layouts, positions, strict=True):
        for number, place in position.items():
            layout[number] = place
    return layouts


def test_chances_are_better_near_a_pocket_and_worse_when_blocked():
    lying = {2: (0.3, 0.3), 3: (-0.05, 0.0)}
    layouts = laid({**lying, 11: (0.0, 0.34)}, {**lying, 11: (0.2, 0.2)}, {3: (0.1, 0.1), 11: (0.22, 0.22)})

    found = chances.chances(layouts, (2, 3), HAND)

    assert found[0, 2] > found[0, 3]
    assert np.all(np.delete(found, (2, 3), axis=1) == 0.0)
    assert found[2, 3] < chances.chances(laid({3: (0.1, 0.1)}), (3,), HAND)[0, 3]
    assert found.shape == (3, 20)


def test_chances_do_not_count_pieces_that_are_gone():
    both = chances.chances(laid({2: (0.2, 0.2), 3: (0.27, 0.27)}), (2, 3), HAND)
    alone = chances.chances(laid({2: (0.2, 0.2)}), (2, 3), HAND)

    assert alone[0, 3] == 0.0
    assert alone[0, 2] > both[0, 2]


def test_one_who_sits_elsewhere_sees_the_board_turned():
    rng = np.random.default_rng(3)
    layouts = np.full((50, 20, 2), np.nan)
    layouts[:, 2:12] = rng.uniform(-0.33, 0.33, (50, 10, 2))
    for turns in range(1, 4):
        back = layouts.copy()
        turn_in_place(back, -turns)
        seen = chances.chances(layouts, range(1, 20), HAND, quarter_turns=turns)
        assert np.array_equal(seen, chances.chances(back, range(1, 20), HAND))
        assert not np.array_equal(seen, chances.chances(layouts, range(1, 20), HAND))


def test_nothing_is_seen_on_an_empty_board():
    empty = np.zeros((0, 2))

    assert len(candidates.any_strokes(empty, PLACES, 0.5, 5.0, np.random.default_rng(1), 10)) == 0
    assert len(seen(candidates.direct, empty)) == 0
    assert len(seen(candidates.coin_rebounds, empty)) == 0
    assert len(seen(candidates.striker_rebounds, empty)) == 0
