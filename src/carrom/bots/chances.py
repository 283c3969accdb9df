"""Guessed chances to pocket pieces, in many positions at once: what a position is worth before anything is simulated.

Straight strokes by geometry, compiled (`carrom.physics.sight`). Reads no laws, knows no colours.
"""

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from carrom.bots.candidates import FUNNEL, MOUTH, REACH, STRIKER_ROOM, THINNEST
from carrom.bots.noise import Noise
from carrom.equipment.measurements import BASE_CIRCLE_OFFSET, BASE_MIDDLE, COIN_RADIUS, POCKET_CENTRE
from carrom.physics import sight
from carrom.physics.native import native

Floats = NDArray[np.float64]

BLOCKED = 0.22  # what is left of a chance when something lies in the way: there are rebounds and lucky strokes
HARD = 0.12  # nothing is quite without hope
SURE = 0.97
SECOND = 0.15  # what a second pocket adds of its own chance


def chances(layouts: Floats, asked: Iterable[int], noise: Noise, *, quarter_turns: int = 0) -> Floats:
    """Guess how likely one good stroke from the base line pockets each piece, in many positions at once.

    Straight strokes only, from the one place on the base line that lies best behind the coin, into the two likeliest
    pockets; a piece in the way makes it unlikely, not impossible.

    Args:
        asked: numbers of the pieces that matter.
        quarter_turns: how far anticlockwise the one who strikes sits from the player in whose axes the layouts are.
    Shapes: layouts (n, 20, 2), row = number, NaN where none lies; result (n, 20), 0 for pieces that are not asked for.
    """
    found = np.empty(layouts.shape[:2])
    mask = sum(1 << number for number in asked)
    native().guess_chances(np.ascontiguousarray(layouts), np.array([mask, quarter_turns]), sight_figures(noise), found)
    return found


@lru_cache(maxsize=64)
def sight_figures(noise: Noise) -> Floats:
    """Figures of a hand, the board and its tolerances for the compiled guess (`carrom.physics.sight`).

    Shapes: result (SIGHT_FIGURES,).
    """
    figures = np.empty(sight.SIGHT_FIGURES)
    figures[[sight.S_LINE, sight.S_HALF_LINE]] = -BASE_MIDDLE, BASE_CIRCLE_OFFSET
    figures[[sight.S_AIM, sight.S_PLACE]] = noise.aim, noise.place
    figures[[sight.S_REACH, sight.S_ROOM, sight.S_POCKET]] = REACH, STRIKER_ROOM, POCKET_CENTRE
    figures[[sight.S_MOUTH, sight.S_THINNEST]] = FUNNEL * MOUTH, THINNEST
    figures[[sight.S_BLOCKED, sight.S_HARD, sight.S_SURE, sight.S_SECOND]] = BLOCKED, HARD, SURE, SECOND
    figures[[sight.S_COIN_CLEAR, sight.S_STRIKER_CLEAR]] = 1.9 * COIN_RADIUS, 0.97 * REACH
    return figures
