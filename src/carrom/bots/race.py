"""The chance to win a board: a race of two players who go on until they miss, both with the same hand.

A side that plays needs so many strokes that succeed, one after the other; a miss gives the other side the turn. A hand
that seldom misses runs through a whole board: being ahead is worth little then, and having the turn is worth much.
People read this (`carrom.bots.coach`). What computers choose by is `carrom.bots.evaluation`: calibrated
chances did not make them stronger (docs/decisions/0062).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.bots.evaluation import (
    COLOURS,
    I_COVER,
    THEY_COVER,
    UP,
    CandidateCache,
    Standings,
    best_helpful,
    kind_columns,
)
from carrom.bots.noise import Noise
from carrom.terms import Piece

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

MOST = 14  # strokes that a side may need: nine coins, the queen, and what is owed; more count as so many
# Fitted to 160 boards of a computer against itself, magnitudes 0.5 to 3 (docs/decisions/0062).
SURE, SLIPS, SHAKES = (
    0.995,
    0.03,
    2.3,
)  # a hand of magnitude m makes a stroke that lies well in SURE - SLIPS m ** SHAKES
LEAST_SURE = 0.2
UNSEEN = 0.15  # of the strokes succeeds beside the chance that geometry sees, by ways that it does not see
CHOICE = (0.7, 0.7, 0.98)  # the best chance that geometry sees with one coin left, two, more
QUEEN, COVER = 2.7, 0.4  # strokes that a queen costs a side while she is up, and while that side has to cover her
ROUNDS = 400
DONE = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Race:
    """The chance to win of a side that has the turn, by the strokes that it and the other side need.

    Shapes: wins (MOST + 1, MOST + 1).
    """

    sure: float
    wins: Floats

    def won(self, mine: Floats, theirs: Floats, seen_mine: Floats, seen_theirs: Floats) -> Floats:
        """Return the chance to win for a side that has the turn.

        Args:
            mine, theirs: the strokes that are needed; parts of a stroke count.
            seen_mine, seen_theirs: chances of the best piece that geometry sees, for the next stroke of each.
        Shapes: all (n,).
        """
        mine, theirs = np.minimum(mine, MOST), np.minimum(theirs, MOST)
        good, bad = self._chance(seen_mine), self._chance(seen_theirs)
        wins = _between(self.wins, mine, theirs)
        they_win = bad * _between(self.wins, theirs - 1.0, mine) + (1.0 - bad) * (1.0 - wins)
        return np.asarray(good * _between(self.wins, mine - 1.0, theirs) + (1.0 - good) * (1.0 - they_win))

    def _chance(self, seen: Floats) -> Floats:
        """The chance that the next stroke succeeds, where geometry sees this chance of the best piece."""
        return self.sure * (UNSEEN + (1.0 - UNSEEN) * seen)


@lru_cache(maxsize=64)
def race_of(magnitude: float) -> Race:
    """Return the race of two players with a hand of this magnitude."""
    sure = max(LEAST_SURE, SURE - SLIPS * magnitude**SHAKES)
    choice = np.array([CHOICE[min(n, len(CHOICE)) - 1] for n in range(1, MOST + 1)])
    chance = (sure * (UNSEEN + (1.0 - UNSEEN) * choice))[:, None]
    wins = np.full((MOST + 1, MOST + 1), 0.5)
    wins[0] = 1.0
    for _ in range(ROUNDS):
        before = wins
        wins = wins.copy()
        wins[1:] = chance * before[:-1] + (1.0 - chance) * (1.0 - before[:, 1:].T)
        if np.abs(wins - before).max() < DONE:
            break
    return Race(sure, wins)


def board_won(boards: Standings, sights: CandidateCache, noise: Noise) -> Floats:
    """Return the chance of the side that counts boards to win them. Shapes: result (n,)."""
    found = np.empty(len(sights.mine))
    for colour, (own, others) in COLOURS.items():
        rows = np.flatnonzero(np.broadcast_to(boards.colour == colour, found.shape))
        if not len(rows):
            continue

        def of(values: NDArray[Any], rows: Ints = rows) -> NDArray[Any]:
            return values[rows] if len(values) > 1 else values

        queens, queen = kind_columns(sights.kinds, Piece.QUEEN), of(boards.queen)
        is_up, to_play = queen == UP, of(boards.to_play)
        up, their_up = of(boards.up), of(boards.their_up)
        seen = best_helpful(sights.mine[rows], kind_columns(sights.kinds, own), queens, is_up, up)
        theirs_seen = best_helpful(sights.theirs[rows], kind_columns(sights.kinds, others), queens, is_up, their_up)
        need = up + of(boards.owed) + np.select([is_up, queen == I_COVER], [QUEEN, COVER], 0.0)
        they_need = their_up + of(boards.their_owed) + np.select([is_up, queen == THEY_COVER], [QUEEN, COVER], 0.0)
        won = race_of(noise.magnitude).won(
            np.where(to_play, need, they_need),
            np.where(to_play, they_need, need),
            np.where(to_play, seen, theirs_seen),
            np.where(to_play, theirs_seen, seen),
        )
        found[rows] = np.where(to_play, won, 1.0 - won)
    return found


def _between(table: Floats, n: Floats, k: Floats) -> Floats:
    """The values of a table between its places; below 0 they are those of 0. Shapes: n, k and result (m,)."""
    n, k = np.maximum(n, 0.0), np.maximum(k, 0.0)
    low_n, low_k = np.minimum(n.astype(np.int64), MOST - 1), np.minimum(k.astype(np.int64), MOST - 1)
    part_n, part_k = n - low_n, k - low_k
    lower = (1.0 - part_k) * table[low_n, low_k] + part_k * table[low_n, low_k + 1]
    upper = (1.0 - part_k) * table[low_n + 1, low_k] + part_k * table[low_n + 1, low_k + 1]
    return np.asarray((1.0 - part_n) * lower + part_n * upper)
