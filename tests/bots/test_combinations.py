"""Combinations: geometry from the pocket backwards, held against the engine."""

import numpy as np
import pytest

from carrom.bots import candidates
from carrom.bots.candidates import COMBINATION, Aims
from carrom.bots.combinations import combinations
from carrom.bots.noise import Noise
from carrom.equipment.measurements import COIN_RADIUS
from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.simulate import simulate
from carrom.puzzles.themes import is_sent_by_a_piece
from carrom.terms import Seat, Stroke
from tests.support.bots.scattered import FELT, PLACES, scattered, seen

BEST = 6  # of a layout
TURNS = np.linspace(-1.0, 1.0, 7)


def falls_by_another(coins: np.ndarray, aims: Aims, row: int) -> bool:
    """Whether the coin that is meant falls by a coin, in some stroke a little beside the aim."""
    position = Position(tuple(PlacedPiece(2 + i, float(x), float(y)) for i, (x, y) in enumerate(coins)))
    offset, angle, speed = aims.strokes[row].tolist()
    coin = int(aims.coin[row])
    for turn in TURNS * np.clip(2.0 * aims.window[row], 0.005, 0.03):
        motion = simulate(position, Stroke(offset, angle + turn, min(1.2 * speed, 8.0)), Seat.SOUTH)
        if coin in motion.pocketed and is_sent_by_a_piece(motion, coin):
            return True
    return False


def test_nearly_every_combination_comes_off_a_little_beside_its_aim():
    came_off = []
    for seed in range(8):
        coins = scattered(7, seed)
        aims = candidates.likeliest(seen(combinations, coins), BEST)
        assert np.all(aims.family == COMBINATION)
        came_off += [falls_by_another(coins, aims, row) for row in range(len(aims))]

    assert len(came_off) >= 30
    assert np.mean(came_off) > 0.85


def test_two_coins_in_line_with_a_pocket_are_a_sure_combination():
    pocket = candidates.POCKETS[0]
    away = -pocket / np.linalg.norm(pocket)
    coins = np.array([pocket + 0.12 * away, pocket + (0.12 + 2.5 * COIN_RADIUS) * away])

    aims = seen(combinations, coins)
    best = candidates.likeliest(aims, 1)

    assert (int(best.coin[0]), int(best.pocket[0])) == (2, 0)
    assert best.chance[0] > 0.5 and falls_by_another(coins, best, 0)
    assert seen(combinations, coins, Noise(4.0)).chance.max() < best.chance[0]


def test_a_piece_before_the_pocket_leaves_none_into_it():
    pocket = candidates.POCKETS[0]
    away = -pocket / np.linalg.norm(pocket)
    before, near, far = (pocket + distance * away for distance in (0.07, 0.13, 0.3))

    free, blocked = (seen(combinations, np.array(coins)) for coins in ((near, far), (near, far, before)))

    assert np.any((free.coin == 2) & (free.pocket == 0))
    assert not np.any((blocked.coin == 2) & (blocked.pocket == 0))
    assert np.any((blocked.coin == 4) & (blocked.pocket == 0))  # the one before the pocket, by another


@pytest.mark.parametrize("coins", [np.zeros((0, 2)), np.array([[0.1, 0.1]])])
def test_one_coin_alone_makes_none(coins: np.ndarray):
    numbers = np.arange(2, 2 + len(coins))

    assert len(combinations(coins, numbers, numbers.tolist(), PLACES, FELT, Noise(1.0))) == 0
