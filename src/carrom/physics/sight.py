"""How likely one good stroke from a base line pockets each piece: geometry, for thousands of positions at once.

Computers ask for this after each stroke that they imagine (`carrom.bots.candidates`), before that which ways are
clear, and after it what samples say of all strokes beside them (`carrom.bots.samples`), so it is compiled with the
kernel: plain Python that runs as it stands, and the C that `tools/kernel_in_c.py` writes from it. The same limits hold
as for `kernel.py`: nothing of the project is known here but the kernel's figures, all others come in as arguments, and
only + - * / and sqrt stand between a position and its chances.
"""

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from carrom.physics.kernel import DISCS, LANE_STEP, inlined

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

# What a hand's samples are shared by.
(
    H_PLACE,  # the reciprocals of its spreads
    H_AIM,
    H_SPEED,
    H_STEADY,  # the share of its strokes that do not slip
    H_SLIPPED,  # of those that do, spread over so much more room
    H_WIDE,  # the reciprocal of the square by which a slip is wider
) = range(6)
HAND_FIGURES = 6

# What samples say of a stroke: mean and deviation of the worth, and how many samples stand behind it.
W_MEAN, W_DEVIATION, W_BACKING = range(3)

LEAST = 1e-3  # metres; shorter ways are taken for so long
MOST_SPREADS = 7.6  # of a hand that a pocket forgives; a greater share of them cannot be distinguished from 1
LEAST_POWER = 40.0  # e to the power of less than minus so much cannot be distinguished from nothing
MOST_APART = 500.0  # the square of the spreads beyond which one stroke is never made for another
FEWEST = 1e-12  # a weight that stands for none
FAR_AWAY = 1e3  # metres; where what is not there lies


@inlined
def exponential(x: float) -> float:
    """Raise e to the power of x from -LEAST_POWER (less is taken for that) to 0: to a millionth, near 0 far better."""
    r = (x if x > -LEAST_POWER else -LEAST_POWER) * 0.015625
    p = 1.0 / 40320.0
    p = p * r + 1.0 / 5040.0
    p = p * r + 1.0 / 720.0
    p = p * r + 1.0 / 120.0
    p = p * r + 1.0 / 24.0
    p = p * r + 1.0 / 6.0
    p = p * r + 0.5
    p = p * r + 1.0
    p = p * r + 1.0
    p = p * p
    p = p * p
    p = p * p
    p = p * p
    p = p * p
    return p * p


@inlined
def within(z: float) -> float:
    """The chance that a standard normal number lies within plus or minus z, to 2 %."""
    z = z if z < MOST_SPREADS else MOST_SPREADS
    z = z if z > 0.0 else 0.0
    return math.sqrt(1.0 - exponential(-2.0 / math.pi * (z * z)))


@inlined
def in_the_way(
    xs: Floats, ys: Floats, discs: int, own: int, x: float, y: float, to_x: float, to_y: float, reach: float
) -> int:
    """How many of the first `discs` discs but `own` lie nearer than `reach` to the way from one point to another.

    `discs` is a multiple of LANE_STEP, so that several are looked at in one go.
    """
    way_x = to_x - x
    way_y = to_y - y
    length2 = way_x * way_x + way_y * way_y
    length2 = length2 if length2 > 1e-12 else 1e-12
    share_x = way_x / length2
    share_y = way_y / length2
    reach2 = reach * reach
    near = 0
    for i in range(discs & -LANE_STEP):
        dx = xs[i] - x
        dy = ys[i] - y
        along = dx * share_x + dy * share_y
        along = along if along > 0.0 else 0.0
        along = along if along < 1.0 else 1.0
        dx = dx - along * way_x
        dy = dy - along * way_y
        near += (dx * dx + dy * dy < reach2) & (i != own)
    return near


def look_at_pockets(x: float, y: float, f: Floats, lines: Floats, at: int) -> None:
    """Note of a coin at x, y how it would go into each of four pockets, whatever else lies there: `lines` from `at` on.

    What is noted, four each: how many spreads the pocket forgives, where the striker starts and where it meets the
    coin (x and y), and the chance.
    """
    reach = f[S_REACH]
    room = f[S_ROOM]
    half_line = f[S_HALF_LINE]
    line = f[S_LINE]
    aim = f[S_AIM]
    place2 = f[S_PLACE] * f[S_PLACE]
    mouth = f[S_MOUTH] * reach
    thinnest = f[S_THINNEST]
    corner = f[S_POCKET]
    for pocket in range(4):  # all side by side, without branches
        goal_x = -corner if (pocket == 1) | (pocket == 2) else corner
        goal_y = -corner if pocket > 1 else corner
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
        drop = ghost_y - line
        rise = 1e-6 if abs(uy) < 1e-6 else uy
        met = ghost_x - ux / rise * drop
        met = met if met < half_line else half_line
        met = met if met > -half_line else -half_line
        end = -half_line if ux > 0.0 else half_line
        start_x = met if drop * rise > 0.0 else end
        way_x = ghost_x - start_x
        far = math.sqrt(way_x * way_x + drop * drop)
        far = far if far > LEAST else LEAST
        cut = (way_x * ux + drop * uy) / far
        turned = far * aim
        lateral = math.sqrt(turned * turned + place2) + 1e-6
        spreads = mouth * (cut if cut > 0.05 else 0.05) / (travel * lateral)
        spreads = spreads if spreads < MOST_SPREADS else MOST_SPREADS
        lines[at + pocket] = spreads if cut > thinnest else 0.0
        lines[at + 4 + pocket] = start_x
        lines[at + 8 + pocket] = ghost_x
        lines[at + 12 + pocket] = ghost_y
        chance = within(spreads)
        lines[at + 16 + pocket] = chance if cut > thinnest else 0.0


def chance_of_one(xs: Floats, ys: Floats, discs: int, own: int, f: Floats, lines: Floats, at: int) -> float:
    """How likely one good stroke pockets disc `own` of `discs`, by what `look_at_pockets` noted of it.

    Hardly a branch, for a processor would guess wrong at every second one.
    """
    x = xs[own]
    y = ys[own]
    line = f[S_LINE]
    corner = f[S_POCKET]
    first = 0
    second = 0
    for pocket in range(1, 4):
        spreads = lines[at + pocket]
        better = spreads >= lines[at + first]
        later = pocket if (pocket == 1) | (spreads >= lines[at + second]) else second
        second = first if better else later
        first = pocket if better else first
    best = 0.0
    other = 0.0
    for turn in range(2):
        pocket = first if turn == 0 else second
        goal_x = -corner if (pocket == 1) | (pocket == 2) else corner
        goal_y = -corner if pocket > 1 else corner
        near = in_the_way(xs, ys, discs, own, x, y, goal_x, goal_y, f[S_COIN_CLEAR])
        near += in_the_way(
            xs,
            ys,
            discs,
            own,
            lines[at + 4 + pocket],
            line,
            lines[at + 8 + pocket],
            lines[at + 12 + pocket],
            f[S_STRIKER_CLEAR],
        )
        chance = lines[at + 16 + pocket]
        blocked = f[S_BLOCKED] * chance
        chance = blocked if near > 0 else chance
        other = best if chance > best else chance
        best = chance if chance > best else best
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
    xs = np.empty(DISCS + LANE_STEP)
    ys = np.empty(DISCS + LANE_STEP)
    numbers = np.empty(DISCS + 1, np.int64)
    own = np.empty(DISCS + 1, np.int64)
    lines = np.empty(20 * DISCS)
    turns = asked[S_TURNS] % 4
    for k in range(layouts.shape[0]):
        count = 0  # the discs that are there, one after the other
        for number in range(DISCS):
            chances[k, number] = 0.0
            x = layouts[k, number, 0]
            y = layouts[k, number, 1]
            numbers[count] = number
            if turns == 1:  # the board turned back, so that the player sits at SOUTH
                x, y = y, -x
            elif turns == 2:
                x, y = -x, -y
            elif turns == 3:
                x, y = -y, x
            xs[count] = x
            ys[count] = y
            count += (number > 0) & (x == x) & (y == y)
        for i in range(LANE_STEP - 1):
            xs[count + i] = FAR_AWAY
            ys[count + i] = FAR_AWAY
        discs = (count + LANE_STEP - 1) & -LANE_STEP
        wanted = 0
        for i in range(count):
            own[wanted] = i
            wanted += (asked[S_MASK] >> numbers[i]) & 1
        for i in range(wanted):  # by themselves, so that a processor works at several at once
            look_at_pockets(xs[own[i]], ys[own[i]], figures, lines, 20 * i)
        for i in range(wanted):
            chances[k, numbers[own[i]]] = chance_of_one(xs, ys, discs, own[i], figures, lines, 20 * i)


def find_clear_ways(ways: Floats, points: Floats, ignored: Integers, reach: Floats, free: Bytes) -> None:
    """Say which ways pass all points by at least `reach`, but for one point that a way may ignore.

    Shapes: ways (n, 4), from x, y to x, y; points (at most DISCS, 2); ignored (n,) rows of points, -1 for none; reach
        (1,); free (n,), filled in.
    """
    xs = np.empty(DISCS)
    ys = np.empty(DISCS)
    discs = (points.shape[0] + LANE_STEP - 1) & -LANE_STEP
    for i in range(discs):
        xs[i] = FAR_AWAY
        ys[i] = FAR_AWAY
    for i in range(points.shape[0]):
        xs[i] = points[i, 0]
        ys[i] = points[i, 1]
    for k in range(ways.shape[0]):
        near = in_the_way(xs, ys, discs, ignored[k], ways[k, 0], ways[k, 1], ways[k, 2], ways[k, 3], reach[0])
        free[k] = 1 if near == 0 else 0


@inlined
def likelihood(meant: Floats, made: Floats, hand: Floats) -> float:
    """How likely a stroke is made where another is meant, but for a factor; shapes: meant, made (3,)."""
    aim = (made[1] - meant[1]) * hand[H_AIM]
    square = aim * aim
    found = 0.0
    if square < MOST_APART:
        place = (made[0] - meant[0]) * hand[H_PLACE]
        speed = (made[2] / meant[2] - 1.0) * hand[H_SPEED]
        square = place * place + square + speed * speed
        if square < MOST_APART:
            square = -0.5 * square
            steady = hand[H_STEADY] * exponential(square)
            found = (steady + hand[H_SLIPPED] * exponential(hand[H_WIDE] * square)) / meant[2]
    return found


def share_samples(
    intended: Floats,
    sources: Floats,
    counts: Integers,
    made: Floats,
    worths: Floats,
    hand: Floats,
    known: Integers,
    drawn: Floats,
    weights: Floats,
    shares: Floats,
) -> None:
    """Say what strokes lead to by the samples of all that were meant from the same place, as likely as each is theirs.

    Shapes: intended (n, 3); sources (k, 3), those that were sampled, counts (k,) how often; made (m, 3) their samples,
        one source's after the other's, worths (m,); hand (HAND_FIGURES,); known (1,), of how many sources `drawn` (m,)
        already knows, which says how likely each sample was drawn at all and is filled in; weights (m,) is room;
        shares (n, 3), filled in.
    """
    start = 0
    for j in range(sources.shape[0]):
        end = start + counts[j]
        if j >= known[0]:
            for t in range(start, end):
                drawn[t] = 0.0
        for k in range(sources.shape[0]):
            if sources[k, 0] == sources[j, 0] and k >= (known[0] if j < known[0] else 0):
                for t in range(start, end):
                    drawn[t] += counts[k] * likelihood(sources[k], made[t], hand)
        start = end
    for i in range(intended.shape[0]):
        total = 0.0
        squares = 0.0
        mean = 0.0
        start = 0
        for j in range(sources.shape[0]):
            end = start + counts[j]
            if sources[j, 0] == intended[i, 0]:
                for t in range(start, end):
                    likely = likelihood(intended[i], made[t], hand)
                    weight = 0.0
                    if likely > 0.0:
                        weight = likely / (drawn[t] if drawn[t] > FEWEST else FEWEST)
                        total += weight
                        squares += weight * weight
                        mean += weight * worths[t]
                    weights[t] = weight
            start = end
        backing = total * total / (squares if squares > FEWEST * FEWEST else FEWEST * FEWEST)
        total = total if total > FEWEST else FEWEST
        mean = mean / total
        variance = 0.0
        start = 0
        for j in range(sources.shape[0]):
            end = start + counts[j]
            if sources[j, 0] == intended[i, 0]:
                for t in range(start, end):
                    off = worths[t] - mean
                    variance += weights[t] * (off * off)
            start = end
        shares[i, W_MEAN] = mean
        shares[i, W_DEVIATION] = math.sqrt(variance / total)
        shares[i, W_BACKING] = backing
