"""Placing the opponent's dues where they are worth least to the opponent."""

from dataclasses import replace

import numpy as np

from carrom.bots.evaluation import Standings, board_worth
from carrom.bots.noise import Noise, Rng, generator
from carrom.bots.view import View
from carrom.equipment.position import turn
from carrom.laws.ruleset import Ruleset
from carrom.match.awaiting import Due
from carrom.match.requests import Forgo, Place
from carrom.play import places

SPACING = 0.006  # metres between the spots that are weighed
MOST_SPOTS = 120


def place(view: View, due: Due, ruleset: Ruleset, noise: Noise, rng: Rng) -> Place | Forgo:
    """Return the legal spot, of many over the region, that leaves the board worth most to the one who places.

    A claim is never given up as long as there is a spot.
    """
    piece = due.number
    spots = _spots(view, due, ruleset, rng)
    if piece is None or not spots:
        return Forgo()
    after = replace(view, position=view.position.with_piece(piece, *spots[0]))
    layouts = np.repeat(after.layout, len(spots), axis=0)
    layouts[:, piece] = [turn(x, y, -view.seat.quarter_turns) for x, y in spots]
    worths = board_worth(Standings.of(view.board, view.me), after.sights(layouts, noise))
    x, y = spots[int(np.argmax(worths))]
    return Place(piece, x, y)


def _spots(view: View, due: Due, ruleset: Ruleset, rng: Rng) -> list[tuple[float, float]]:
    """Some of the legal spots, chosen by the random generator."""
    spots = places.spots(view.position, due, ruleset, SPACING)
    if not spots:
        suggested = places.suggested(view.position, due, ruleset)
        return [] if suggested is None else [suggested]
    chosen = generator(rng).permutation(len(spots))[:MOST_SPOTS]
    return [spots[index] for index in chosen]
