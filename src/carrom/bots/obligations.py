"""Boards on which the next stroke is not free: what the laws ask of it decides more than where the coins lie."""

import numpy as np
from numpy.typing import NDArray

from carrom.bots.evaluation import I_COVER, UP, Standings
from carrom.terms import Side

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
FEW = 2  # coins with which the queen has to come next, or after the next


def have_obligation(boards: Ints) -> Bools:
    """Say on which boards those in turn have the queen to cover, a due to pay, their last coin, or the queen to fetch.

    Shapes: boards (n,), packed as those in turn see them; result (n,).
    """
    mine = Standings(boards, np.ones(len(boards), np.bool_), Side.A)
    coins = mine.white_up + mine.black_up if len(boards) and mine.solo else mine.up
    is_last = (coins <= 1) | ((coins <= FEW) & (mine.queen == UP))
    return np.asarray((mine.queen == I_COVER) | (mine.owed > 0) | is_last, np.bool_)
