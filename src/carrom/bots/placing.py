"""Setting down what the other side gives back: where it is worth least to it."""

import math

import numpy as np

from carrom.bots.noise import Dice, Noise, generator
from carrom.bots.value import board_worth
from carrom.bots.view import View
from carrom.match.entries import Place
from carrom.play.domain import PlacingDomain
from carrom.terms import piece_of

SPOTS = 60  # tried, spread evenly over the ring
CLEARANCE = 1e-6  # metres kept from what may not be touched, so that rounding makes no place illegal


def place(view: View, domain: PlacingDomain, noise: Noise, dice: Dice) -> Place:
    """Give the legal spot, of many over the ring, that leaves the board worth most to the one who places."""
    spots = legal_spots(domain, dice)
    numbers = tuple(int(number) for number in view.numbers)
    with_piece = View(view.board, view.me, view.seat, view.position.with_piece(domain.piece, *spots[0]))
    column = int(np.searchsorted(np.array(numbers), domain.piece))
    own_axes = np.array(
        [
            (p.x, p.y)
            for x, y in spots
            for p in with_piece.position.with_piece(domain.piece, x, y).seen_from(view.seat).pieces
        ]
    ).reshape(len(spots), len(numbers) + 1, 2)
    assert with_piece.kinds[column] is piece_of(domain.piece)  # noqa: S101
    present = np.ones(own_axes.shape[:2], np.bool_)
    worth = board_worth(view.board, view.me, with_piece.sights(own_axes, present, noise))
    x, y = spots[int(np.argmax(worth))]
    return Place(domain.piece, x, y)


def legal_spots(domain: PlacingDomain, dice: Dice) -> list[tuple[float, float]]:
    """Give places that the domain leaves, in a spiral with a turn of the dice; the suggested one is the first."""
    rng = generator(dice)
    least, most = domain.ring
    least, most = least + CLEARANCE, most - CLEARANCE
    spots = [domain.suggested]
    turn = 2.0 * math.pi * rng.random()
    golden = math.pi * (3.0 - math.sqrt(5.0))
    for index in range(SPOTS if most > least else 0):
        radius = math.sqrt(least**2 + (most**2 - least**2) * (index + rng.random()) / SPOTS)
        angle = turn + golden * index
        x, y = radius * math.cos(angle), radius * math.sin(angle)
        if all(math.hypot(x - ax, y - ay) > distance + CLEARANCE for ax, ay, distance in domain.avoid):
            spots.append((x, y))
    return spots
