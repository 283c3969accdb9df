"""Pieces scattered over a board, and what is seen among them from the base line."""

import math
import random
from collections.abc import Callable

import numpy as np

from carrom.bots import candidates
from carrom.bots.candidates import Aims, Felt
from carrom.bots.noise import Noise
from carrom.equipment.measurements import BASE_CIRCLE_OFFSET, COIN_RADIUS

FELT = Felt()
HAND = Noise(1.0)
PLACES = np.linspace(-BASE_CIRCLE_OFFSET, BASE_CIRCLE_OFFSET, 11)


def scattered(count: int, seed: int) -> np.ndarray:
    """So many pieces that touch neither each other nor a pocket nor the base line."""
    rng = random.Random(seed)
    found: list[tuple[float, float]] = []
    while len(found) < count:
        x, y = rng.uniform(-0.34, 0.34), rng.uniform(-0.2, 0.34)
        apart = all(math.hypot(x - a, y - b) > 2.2 * COIN_RADIUS for a, b in found)
        if apart and all(math.hypot(x - a, y - b) > 0.04 for a, b in candidates.POCKETS):
            found.append((x, y))
    return np.array(found)


def seen(find: Callable[..., Aims], coins: np.ndarray, noise: Noise = HAND) -> Aims:
    """The aims that a finder sees from a few places of the base line."""
    numbers = np.arange(2, 2 + len(coins))
    return find(coins, numbers, list(numbers), PLACES, FELT, noise)
