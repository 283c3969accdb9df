"""How likely one good stroke from a base line pockets each piece: geometry, for thousands of positions at once.

Computers ask for this after each stroke that they imagine (`carrom.bots.candidates`), and before that which ways are
clear, so it is compiled with the kernel: plain Python that runs as it stands, and the C that `tools/kernel_in_c.py`
writes from it. The same limits hold as for `kernel.py`: nothing of the project is known here but the kernel's figures,
all others come in as arguments, and only + - * / and sqrt stand between a position and its chances.
"""

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from carrom.physics.kernel import DISCS, inlined

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.int8]

# Figures, in their order.
(
    S_LINE,  # y of the base line from which the striker is played
    S_HALF_LINE,  # greatest offset there
    S_AIM,  # spread of the hand's direction, radians
    S_PLACE,  # and of its place, metres
    S_REACH,  # from centre to centre, striker and coin
    S_ROOM,  # greatest coordinate of the striker's centre
    S_POCKET,  # coordinate of the pockets' centres
    S_MOUTH,  # so far beside the pocket's centre a coin may pass
    S_THINNEST,  # cosine of the thinnest cut
    S_BLOCKED,  # what is left of a chance when something lies in the way
    S_HARD,  # the least chance
    S_SURE,  # the greatest
    S_SECOND,  # how much the second pocket adds
    S_COIN_CLEAR,  # how far others must be from a coin's way
    S_STRIKER_CLEAR,  # and from the striker's
) = range(15)
SIGHT_FIGURES = 15

# What is asked: the mask of the pieces' numbers, and how many quarter turns anticlockwise their player sits from SOUTH.
S_MASK, S_TURNS = range(2)
SIGHT_QUESTIONS = 2

LOG2_E = 1.4426950408889634
LN2_HIGH = 0.6931471803691238  # ln 2 in two parts; the first has 32 bits, so few that its multiples are exact
LN2_LOW = 1.9082149292705877e-10
LEAST = 1e-3  # metres; shorter ways are taken for so long
MOST_SPREADS = 7.6  # of a hand that a pocket forgives; a greater share of them cannot be distinguished from 1


def exponential(x: float) -> float:
    """Raise e to the power of x, for x from -1000 to 0, to two units in the last place."""
    halvings = int(0.5 - x * LOG2_E)
    r = (x + halvings * LN2_HIGH) + halvings * LN2_LOW
    p = 1.0 / 6227020800.0
    p = p * r + 1.0 / 479001600.0
    p = p * r + 1.0 / 39916800.0
    p = p * r + 1.0 / 3628800.0
    p = p * r + 1.0 / 362880.0
    p = p * r + 1.0 / 40320.0
    p = p * r + 1.0 / 5040.0
    p = p * r + 1.0 / 720.0
    p = p * r + 1.0 / 120.0
    p = p * r + 1.0 / 24.0
    p = p * r + 1.0 / 6.0
    p = p * r + 0.5
    p = p * r + 1.0
    p = p * r + 1.0
    half = 0.5
    while halvings > 0:
        if halvings & 1:
            p *= half
        half *= half
        halvings = halvings >> 1
    return p


@inlined
def within(z: float) -> float:
    """The chance that a standard normal number lies within plus or minus z, to 2 %."""
    z = z if z < MOST_SPREADS else MOST_SPREADS
    z = z if z > 0.0 else 0.0
    return math.sqrt(1.0 - exponential(-2.0 / math.pi * (z * z)))


@inlined
def in_the_way(
    xs: Floats, ys: Floats, count: int, own: int, x: float, y: float, to_x: float, to_y: float, reach: float
) -> int:
    """How many of `count` discs but `own` lie nearer than `reach` to the way from one point to another."""
    way_x = to_x - x
    way_y = to_y - y
    length2 = way_x * way_x + way_y * way_y
    length2 = length2 if length2 > 1e-12 else 1e-12
    reach2 = reach * reach
    near = 0
    for i in range(count):
        dx = xs[i] - x
        dy = ys[i] - y
        along = (dx * way_x + dy * way_y) / length2
        along = along if along > 0.0 else 0.0
        along = along if along < 1.0 else 1.0
        dx = dx - along * way_x
        dy = dy - along * way_y
        near += (dx * dx + dy * dy < reach2) & (i != own)
    return near


def chance_of_one(xs: Floats, ys: Floats, count: int, own: int, f: Floats, lines: Floats) -> float:
    """How likely one good stroke pockets disc `own` of `count`; `lines` is room for what is known of four pockets."""
    x = xs[own]
    y = ys[own]
    reach = f[S_REACH]
    room = f[S_ROOM]
    half_line = f[S_HALF_LINE]
    first = 0
    second = 0
    for pocket in range(4):
        goal_x = -f[S_POCKET] if pocket == 1 or pocket == 2 else f[S_POCKET]
        goal_y = -f[S_POCKET] if pocket > 1 else f[S_POCKET]
        ux = goal_x - x
        uy = goal_y - y
        travel = math.sqrt(ux * ux + uy * uy)
        travel = travel if travel > LEAST else LEAST
        ux = ux / travel
        uy = uy / travel
        ghost_x = x - reach * ux
        ghost_y = y - reach * uy
        ghost_x = ghost_x if ghost_x < room else room
        ghost_x = ghost_x if ghost_x > -room else -room
        ghost_y = ghost_y if ghost_y < room else room
        ghost_y = ghost_y if ghost_y > -room else -room
        # where the line from the pocket through the coin meets the base line, else the end that is nearer to it
        drop = ghost_y - f[S_LINE]
        rise = 1e-6 if abs(uy) < 1e-6 else uy
        start_x = -half_line if ux > 0.0 else half_line
        if drop * rise > 0.0:
            start_x = ghost_x - ux / rise * drop
            start_x = start_x if start_x < half_line else half_line
            start_x = start_x if start_x > -half_line else -half_line
        way_x = ghost_x - start_x
        way_y = drop
        far = math.sqrt(way_x * way_x + way_y * way_y)
        far = far if far > LEAST else LEAST
        cut = (way_x * ux + way_y * uy) / far
        turned = far * f[S_AIM]
        lateral = math.sqrt(turned * turned + f[S_PLACE] * f[S_PLACE]) + 1e-6
        spreads = 0.0
        if cut > f[S_THINNEST]:
            spreads = f[S_MOUTH] / travel * reach * (cut if cut > 0.05 else 0.05) / lateral
            spreads = spreads if spreads < MOST_SPREADS else MOST_SPREADS
        lines[pocket * 4] = spreads
        lines[pocket * 4 + 1] = start_x
        lines[pocket * 4 + 2] = ghost_x
        lines[pocket * 4 + 3] = ghost_y
        if pocket == 0 or spreads >= lines[first * 4]:
            second = first
            first = pocket
        elif pocket == 1 or spreads >= lines[second * 4]:
            second = pocket
    best = 0.0
    other = 0.0
    for turn in range(2):
        pocket = first if turn == 0 else second
        chance = 0.0
        if lines[pocket * 4] > 0.0:
            chance = within(lines[pocket * 4])
            goal_x = -f[S_POCKET] if pocket == 1 or pocket == 2 else f[S_POCKET]
            goal_y = -f[S_POCKET] if pocket > 1 else f[S_POCKET]
            near = in_the_way(xs, ys, count, own, x, y, goal_x, goal_y, f[S_COIN_CLEAR])
            if near == 0:
                ghost_x = lines[pocket * 4 + 2]
                ghost_y = lines[pocket * 4 + 3]
                start_x = lines[pocket * 4 + 1]
                near = in_the_way(xs, ys, count, own, start_x, f[S_LINE], ghost_x, ghost_y, f[S_STRIKER_CLEAR])
            if near > 0:
                chance = f[S_BLOCKED] * chance
        if chance > best:
            other = best
            best = chance
        else:
            other = chance
    best = best + f[S_SECOND] * other * (1.0 - best)
    best = best if best > f[S_HARD] else f[S_HARD]
    return best if best < f[S_SURE] else f[S_SURE]


def guess_chances(layouts: Floats, asked: Integers, figures: Floats, chances: Floats) -> None:
    """Guess the chance of each piece that is asked for in each position; 0 for those not asked for, or not there.

    Straight strokes only, from the one place on the base line that lies best behind the coin, into the two likeliest
    pockets; a piece in the way makes it unlikely, not impossible.

    Shapes: layouts (n, 20, 2), row = number, NaN where none lies; asked (SIGHT_QUESTIONS,); figures (SIGHT_FIGURES,);
        chances (n, 20), filled in.
    """
    xs = np.empty(DISCS)
    ys = np.empty(DISCS)
    lines = np.empty(16)
    places = np.empty(DISCS, np.int64)
    turns = asked[S_TURNS] % 4
    for k in range(layouts.shape[0]):
        count = 0
        for number in range(DISCS):
            chances[k, number] = 0.0
            x = layouts[k, number, 0]
            y = layouts[k, number, 1]
            if number > 0 and x == x:
                if turns == 1:  # the board turned back, so that the player sits at SOUTH
                    x, y = y, -x
                elif turns == 2:
                    x, y = -x, -y
                elif turns == 3:
                    x, y = -y, x
                xs[count] = x
                ys[count] = y
                places[count] = number
                count += 1
        for i in range(count):
            if (asked[S_MASK] >> places[i]) & 1:
                chances[k, places[i]] = chance_of_one(xs, ys, count, i, figures, lines)


def find_clear_ways(ways: Floats, points: Floats, ignored: Integers, reach: Floats, free: Bytes) -> None:
    """Say which ways pass all points by at least `reach`, but for one point that a way may ignore.

    Shapes: ways (n, 4), from x, y to x, y; points (at most DISCS, 2); ignored (n,) rows of points, -1 for none; reach
        (1,); free (n,), filled in.
    """
    xs = np.empty(DISCS)
    ys = np.empty(DISCS)
    count = points.shape[0]
    for i in range(count):
        xs[i] = points[i, 0]
        ys[i] = points[i, 1]
    for k in range(ways.shape[0]):
        own = ignored[k]
        near = in_the_way(xs, ys, count, own, ways[k, 0], ways[k, 1], ways[k, 2], ways[k, 3], reach[0])
        free[k] = 1 if near == 0 else 0
