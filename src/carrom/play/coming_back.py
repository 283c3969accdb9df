"""Pieces that come back on many boards at once: what the verdicts say of them, as the compiled places ask it.

`carrom.physics.returning` lays them where `settlement` would; a board that it leaves in doubt, or on which something
left the surface over a frame, goes to that module.
"""

import math
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from carrom.equipment.measurements import POCKET_CENTRE, POCKET_RADIUS
from carrom.laws.placement import AIMED, NEAR_REACH, PAIR_REACH, due_ring
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import UMPIRE, Region, Return
from carrom.laws.spots import DIAMETER, NEAR, SPACING
from carrom.physics import returning
from carrom.physics.native import native
from carrom.play import free_places
from carrom.play.packed import BLACKS, THE_QUEEN, WHITES
from carrom.terms import Piece, Seat

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

UNTOLD = -1  # in the place of what comes back, where the compiled places know no rule for it
_MASKS = {Piece.QUEEN: THE_QUEEN, Piece.WHITE: WHITES, Piece.BLACK: BLACKS}
_SHOTS = {"allowed": 0, "not_with_queen": 1, "forbidden": 2}
_PAIRS = {"free": 0, "touching_pair": 1}


def put_back(layouts: Floats, asked: Ints, ruleset: Ruleset) -> Bools:
    """Lay on boards what comes back; say on which of them that was done. The others are as they were.

    Shapes: layouts (n, 20, 2), as SOUTH sees them, filled in; asked (n, RETURNING_COLUMNS), of `question`; result (n,).
    """
    placed = np.zeros(len(layouts), np.int8)
    native().put_back_pieces(layouts, asked, _figures(ruleset), placed)
    return np.asarray(placed != 0, np.bool_)


def question(seats: NDArray[np.int8], solo: Ints, fell: Ints, backs: Ints) -> Ints:
    """Return the question about each board for the compiled places.

    Shapes: seats (n,), that struck, in quarter turns; solo (n,); fell (n,), masks; backs (n, MOST_BACK), `as_numbers`.
    """
    return np.concatenate([np.stack([seats, solo, fell], axis=1), backs], axis=1)


def as_numbers(returns: Iterable[Return]) -> list[int]:
    """Return the pieces that come back after a stroke by SOUTH, as numbers. Shapes: result (MOST_BACK,)."""
    numbers = [_number(back) for back in returns]
    if len(numbers) > returning.MOST_BACK or UNTOLD in numbers:
        return [UNTOLD] * returning.MOST_BACK
    return numbers + [0] * (returning.MOST_BACK - len(numbers))


def _number(back: Return) -> int:
    if back.jumped:
        return UNTOLD
    number = _MASKS[back.piece] | (returning.TO_CENTRE if back.region is Region.CENTRE else 0)
    if back.placer == UMPIRE:
        return number | returning.BY_UMPIRE
    return number | Seat(back.placer).quarter_turns << returning.PLACER


@lru_cache(maxsize=32)
def _figures(ruleset: Ruleset) -> Floats:
    ring = due_ring(ruleset)
    figures = np.zeros(returning.RETURNING_FIGURES)
    for figure, value in {
        returning.B_SPACING: SPACING,
        returning.B_APART: SPACING - NEAR / 2,
        returning.B_DIAMETER: DIAMETER,
        returning.B_NEAR: NEAR,
        returning.B_CLEAR: free_places.CLEAR,
        returning.B_TOUCH: free_places.TOUCH,
        returning.B_NEARLY: free_places.NEARLY,
        returning.B_LEAST: ring.least,
        returning.B_MOST: ring.most,
        returning.B_SHOTS: _SHOTS[ruleset.placing_makes_shot],
        returning.B_PAIRS: _PAIRS[ruleset.double_due_layout],
        returning.B_POCKET: POCKET_CENTRE,
        returning.B_POCKET_RADIUS: POCKET_RADIUS,
        returning.B_PAIR_REACH: PAIR_REACH,
        returning.B_NEAR_REACH: NEAR_REACH,
        returning.B_AIMED: math.tan(AIMED),
    }.items():
        figures[figure] = value
    figures.setflags(write=False)
    return figures
