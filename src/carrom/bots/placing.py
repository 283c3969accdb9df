"""Setting down what the other side gives back: where it is worth least to it."""

import numpy as np

from carrom.bots.evaluation import board_worth
from carrom.bots.noise import Noise, Rng, generator
from carrom.bots.view import View
from carrom.laws.ruleset import Ruleset
from carrom.match.awaiting import Due
from carrom.match.requests import Forgo, Place
from carrom.play import places

SPACING = 0.006  # metres between the spots that are weighed
MOST_SPOTS = 120


def place(view: View, due: Due, ruleset: Ruleset, noise: Noise, rng: Rng) -> Place | Forgo:
    """Give the legal spot, of many over the region, that leaves the board worth most to the one who places.

    A claim is never given up as long as there is a spot.
    """
    piece = due.number
    spots = _spots(view, due, ruleset, rng)
    if piece is None or not spots:
        return Forgo()
    positions = [view.position.with_piece(piece, x, y).seen_from(view.seat) for x, y in spots]
    coins = np.array([[(p.x, p.y) for p in position.pieces] for position in positions])
    after = View(view.board, view.me, view.seat, view.position.with_piece(piece, *spots[0]))
    sights = after.sights(coins, np.ones(coins.shape[:2], np.bool_), noise)
    x, y = spots[int(np.argmax(board_worth(view.board, view.me, sights)))]
    return Place(piece, x, y)


def _spots(view: View, due: Due, ruleset: Ruleset, rng: Rng) -> list[tuple[float, float]]:
    """Some of the legal spots, chosen by the random generator."""
    spots = places.spots(view.position, due, ruleset, SPACING)
    if not spots:
        suggested = places.suggested(view.position, due, ruleset)
        return [] if suggested is None else [suggested]
    chosen = generator(rng).permutation(len(spots))[:MOST_SPOTS]
    return [spots[index] for index in chosen]
