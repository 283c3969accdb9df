"""Candidate combinations: the striker sends one coin onto another, and that one falls.

Axes, ghosts and windows are those of `carrom.bots.candidates`. Each ghost is found from the pocket backwards: where the
first coin must be when it meets the second, then where the striker must be when it meets the first. Reads no laws,
knows no colours: any coin may be the first.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from carrom.bots.candidates import (
    COMBINATION,
    GRAVITY,
    MOUTH,
    NO_AIMS,
    REACH,
    THINNEST,
    Aims,
    Felt,
    aims_of,
    clear,
    ghosts,
    length_of,
    lines_to_pockets,
)
from carrom.bots.noise import Noise
from carrom.equipment.measurements import BASE_MIDDLE, COIN_RADIUS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

COINS_REACH = 2.0 * COIN_RADIUS
THINNEST_OF_COINS = math.cos(math.radians(60))  # the second coin leaves at most so far from the first one's way
FARTHEST = 0.35  # metres that the first coin goes: beyond, nobody's aim is good enough
MOST_PAIRS = 24  # of two coins and a pocket, the most forgiving ones
TRUST = 0.6  # two throws and two contacts that geometry guesses


def combinations(
    coins: Floats, numbers: Ints, wanted: Sequence[int], offsets: Floats, felt: Felt, noise: Noise
) -> Aims:
    """Find strokes that send one coin onto another, which goes into a pocket. Shapes: as of `candidates.direct`."""
    lines = lines_to_pockets(coins, numbers, wanted)
    if not len(lines) or len(coins) < 2:
        return NO_AIMS
    meeting = ghosts(lines.target, lines.u, coins[None], felt, COINS_REACH)  # (lines, coins, 2)
    way, line = meeting - coins, lines.target[:, None] - meeting
    gone = length_of(way)
    going = np.maximum(gone, COIN_RADIUS)
    cut = np.einsum("klx,klx->kl", way, line) / (np.maximum(gone, 1e-6) * length_of(line))
    forgiving = MOUTH / lines.travel[:, None] * COINS_REACH * cut / going  # of the first coin's direction
    is_other = lines.which[:, None] != np.arange(len(coins))
    rows, first = np.nonzero(is_other & (cut > THINNEST_OF_COINS) & (gone < FARTHEST) & (gone > 1e-3))
    free = clear(coins[first], meeting[rows, first], coins, 0.99 * COINS_REACH, first)
    rows, first = rows[free], first[free]
    best = np.argsort(-forgiving[rows, first], kind="stable")[:MOST_PAIRS]
    rows, first = rows[best], first[best]
    pair = rows, first
    u = way[pair] / gone[pair][:, None]

    start = np.stack([offsets, np.full_like(offsets, -BASE_MIDDLE)], axis=-1)[None]
    ghost = ghosts(coins[first], u, start, felt)  # (pairs, places, 2)
    run, to_first = ghost - start, coins[first][:, None] - ghost
    length = np.maximum(length_of(run), 1e-6)
    full = np.einsum("plx,plx->pl", run, to_first) / (length * length_of(to_first))
    which, place = np.nonzero(full > THINNEST)
    free = clear(start[0, place], ghost[which, place], coins, 0.999 * REACH, first[which])
    which, place = which[free], place[free]
    run, length, full = run[which, place], length[which, place], full[which, place]

    slowing = 2.0 * felt.friction * GRAVITY
    leaves = felt.speed_to_go(lines.travel[rows] * 1.25 + 0.02)  # the second coin
    arrives = leaves / (0.5 * (1.0 + felt.restitution) * np.maximum(cut[pair], 0.05))
    sent = np.sqrt(arrives**2 + slowing * gone[pair])[which]
    at_contact = sent / (felt.passed_on * np.maximum(full, 0.05))
    speed = np.sqrt(at_contact**2 + slowing * length)
    window = forgiving[pair][which] * REACH * full / length
    family, trust = np.full(len(which), COMBINATION), np.full(len(which), TRUST)
    coin = numbers[lines.which[rows[which]]]
    return aims_of(family, coin, offsets[place], run, speed, window, noise, trust, lines.pocket[rows[which]])
