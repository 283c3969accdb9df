"""What many imagined strokes lead to: final places as arrays, and the different facts among them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from carrom.bots.view import View
from carrom.laws.facts import Direction, StrokeFacts
from carrom.physics.simulate import simulate_batch
from carrom.physics.surface import Surface
from carrom.play.facts_from_motion import direction_of, facts_from_trace
from carrom.terms import Seat, Stroke

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.intp]

_DIRECTIONS = tuple(Direction)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What n strokes at k pieces came to, in the player's axes.

    Shapes: coins (n, k, 2) where each piece lies, 0 where it fell; present (n, k); possible (n,): the stroke can be
        made; which (n,) indexes `facts`, and means nothing for impossible strokes.
    """

    coins: Floats
    present: Bools
    possible: Bools
    facts: tuple[StrokeFacts, ...]
    which: Ints


def imagine(view: View, strokes: Floats, surface: Surface) -> Outcomes:
    """Let the engine play strokes (n, 3) of offset, angle, speed, each on the board as it lies; tell their facts."""
    batch = simulate_batch(view.own_axes, strokes, Seat.SOUTH, surface, strict=False)
    coins = batch.layouts[:, view.numbers]
    present = ~np.isnan(coins[..., 0])
    traces, trace_of = batch.distinct_traces()
    directions = np.array([_DIRECTIONS.index(direction_of(angle)) for angle in strokes[:, 1].tolist()], np.intp)
    keys, first, kind_of = np.unique(trace_of * len(_DIRECTIONS) + directions, return_index=True, return_inverse=True)
    indices: dict[StrokeFacts, int] = {}
    index_of = np.empty(len(keys), np.intp)
    for place, (key, row) in enumerate(zip(keys.tolist(), first.tolist(), strict=True)):
        stroke = Stroke(*strokes[row].tolist())
        facts = facts_from_trace(traces[key // len(_DIRECTIONS)], view.own_axes, stroke, Seat.SOUTH)
        index_of[place] = indices.setdefault(facts, len(indices))
    return Outcomes(
        coins=np.where(present[..., None], coins, 0.0),
        present=present,
        possible=batch.status == 0,
        facts=tuple(indices),
        which=index_of[kind_of],
    )
