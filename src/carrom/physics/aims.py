"""Strokes that a computer thinks about, by geometry: ways into pockets, where to strike from, fans, a hand's spread.

`carrom.bots.candidates` and `carrom.bots.tried` say what is meant by all this and have the figures. A decision lists
few strokes of each kind, so that calls of numpy would take longer than the strokes: it is compiled with the kernel.
Plain Python that runs as it stands, and the C that `tools/kernel_in_c.py` writes from it. The same limits hold as for
`kernel.py`: nothing of the project is known here but the kernel's figures, all others come in as arguments, and only
+ - * / and sqrt stand between a board and its strokes. Angles are left to the caller, who gets the ways.
"""

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from carrom.physics.kernel import INF, inlined
from carrom.physics.sight import find_clear_ways

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.int8]

# Figures, in their order.
(
    D_LINE,  # y of the base line from which the striker is played
    D_REACH,  # from centre to centre, striker and coin
    D_CLEAR,  # how far others must be from the striker's way
    D_COIN_CLEAR,  # and from a coin's
    D_ROOM,  # greatest coordinate of the striker's centre
    D_COIN_ROOM,  # and of a coin's
    D_POCKET,  # coordinate of the pockets' centres
    D_STRAIGHT_FRAME,  # so far from the middle a frame goes straight on, to where the pockets begin
    D_MOUTH,  # so far beside the pocket's centre a coin may pass
    D_THINNEST,  # cosine of the thinnest cut
    D_RUBBING,  # friction between two pieces
    D_THROWING,  # the tangent of a cut is so many times that of the throw where nothing slides
    D_SLOWING,  # twice the deceleration on the board
    D_PASSED_ON,  # share of the striker's speed that a coin hit full takes along
    D_FARTHER,  # so many times the distance a coin is sent, straight
    D_FARTHER_OFF,  # and off a frame
    D_INTO,  # and so far beyond that
) = range(17)
AIM_FIGURES = 17

# What is asked: the mask of the pieces' numbers, and which of the ways straight (0) and off the four frames (1 to 4):
# the first of them, and the one after the last.
D_MASK, D_FIRST, D_END = range(3)
AIM_QUESTIONS = 3
WAYS_TO_POCKETS = 20  # of one coin, to four pockets straight and off four frames

# Of lines: rows of coins, pockets, and whether straight. Of aims: the line, and the offset's row.
L_COIN, L_POCKET, L_STRAIGHT = range(3)
LINE_COLUMNS = 3
L_X, L_Y, L_UX, L_UY, L_TRAVEL = range(5)  # where the coin lies, its direction, how far it goes
LINE_FIGURES = 5
A_LINE, A_OFFSET = range(2)
AIM_COLUMNS = 2
# Of the striker's ways: to the left, forward, and how long.
WAY_LEFT, WAY_FORWARD, WAY_LENGTH = range(3)
WAY_COLUMNS = 3
# How much of a hand is forgiven: the square of its aim's spread, its place's, how much more than a window, and the
# factor of the power of e.
O_AIM_SQUARE, O_PLACE, O_FORGIVEN, O_POWER = range(4)
FORGIVING_FIGURES = 4
MOST_FORGIVEN = 12.0  # spreads
SHORTEST = 1e-3  # metres; shorter ways are taken for so long

# How wide fans are: shares of windows, and limits in radians.
FAN_SHARE, FAN_MOST, FAN_OFF_FRAMES, FAN_COMBINED, FAN_COMBINED_LEAST, FAN_COMBINED_MOST = range(6)
FAN_FIGURES = 6
FAMILY_DIRECT = 0
FAMILY_COMBINATION = 5
IDEAS = 2048  # of a family, a coin and a pocket

# Of strokes at anything: the share that go off a frame, of those the share off the far one, its place and the line's y;
# how far beside a piece at one end, from there to the other, and the share of it.
Z_MIRRORED, Z_FAR, Z_WALL, Z_LINE, Z_LEAST, Z_RANGE, Z_SHARE = range(7)
ANYWHERE_FIGURES = 7

HALF_TURN = 3.141592653589793
WHOLE_TURN = 6.283185307179586
GRAINS = 1e9  # worths that differ by less than the reciprocal are the same
ROUND = 6755399441055744.0  # added and taken off again, it leaves the nearest whole number
TINY = 1e-12


def find_lines(
    coins: Floats,
    numbers: Integers,
    asked: Integers,
    figures: Floats,
    found: Integers,
    lines: Floats,
    count: Integers,
) -> None:
    """Say which coins have a free way to which pocket: straight, then off one frame after the other.

    Shapes: coins (k, 2), at most DISCS, numbers (k,) theirs; asked (AIM_QUESTIONS,); figures (AIM_FIGURES,); found
        (n, LINE_COLUMNS), lines (n, LINE_FIGURES) and count (1,), filled in, room for WAYS_TO_POCKETS of each coin.
    """
    ways = np.empty((2, 4))
    but = np.empty(2, np.int64)
    free = np.empty(2, np.int8)
    reach = np.empty(1)
    reach[0] = figures[D_COIN_CLEAR]
    corner = figures[D_POCKET]
    first = asked[D_FIRST] if asked[D_FIRST] > 0 else 0
    end = asked[D_END] if asked[D_END] < 5 else 5
    n = 0
    for mirror in range(first, end):
        across = 0 if mirror < 3 else 1  # the axis on which the frame lies, at one end or the other
        wall = figures[D_COIN_ROOM] if (mirror == 1) | (mirror == 3) else -figures[D_COIN_ROOM]
        for pocket in range(4):
            hole_x = -corner if (pocket == 1) | (pocket == 2) else corner
            hole_y = -corner if pocket > 1 else corner
            goal_x = 2.0 * wall - hole_x if (mirror > 0) & (across == 0) else hole_x
            goal_y = 2.0 * wall - hole_y if (mirror > 0) & (across == 1) else hole_y
            for k in range(coins.shape[0]):
                if ((asked[D_MASK] >> (numbers[k] & 31)) & 1) == 0:
                    continue
                x = coins[k, 0]
                y = coins[k, 1]
                way_x = goal_x - x
                way_y = goal_y - y
                travel = math.sqrt(way_x * way_x + way_y * way_y)
                ways[0, 0] = x
                ways[0, 1] = y
                ways[0, 2] = goal_x
                ways[0, 3] = goal_y
                but[0] = k
                legs = 1
                possible = travel > 0.0
                if mirror > 0:
                    towards = way_x if across == 0 else way_y
                    share = (wall - (x if across == 0 else y)) / (TINY if towards == 0.0 else towards)
                    touch_x = x + share * way_x
                    touch_y = y + share * way_y
                    along = touch_y if across == 0 else touch_x
                    possible = possible & (abs(along) < figures[D_STRAIGHT_FRAME]) & (share > 0.02)
                    ways[0, 2] = touch_x
                    ways[0, 3] = touch_y
                    ways[1, 0] = touch_x
                    ways[1, 1] = touch_y
                    ways[1, 2] = hole_x
                    ways[1, 3] = hole_y
                    but[1] = k
                    legs = 2
                if not possible:
                    continue
                find_clear_ways(ways[0:legs], coins, but[0:legs], reach, free[0:legs])
                if free[0] == 0 or (legs == 2 and free[1] == 0):
                    continue
                found[n, L_COIN] = k
                found[n, L_POCKET] = pocket
                found[n, L_STRAIGHT] = 1 if mirror == 0 else 0
                lines[n, L_X] = x
                lines[n, L_Y] = y
                lines[n, L_UX] = way_x / travel
                lines[n, L_UY] = way_y / travel
                lines[n, L_TRAVEL] = travel
                n += 1
    count[0] = n


@inlined
def ghost_of(x: float, y: float, ux: float, uy: float, from_x: float, from_y: float, f: Floats) -> tuple[float, float]:
    """Return the striker's place at the contact that sends a coin along u: the throw corrected, the frame respected."""
    reach = f[D_REACH]
    room = f[D_ROOM]
    nx = ux
    ny = uy
    for _ in range(3):
        way_x = x - reach * nx - from_x
        way_y = y - reach * ny - from_y
        along = way_x * nx + way_y * ny
        across = way_y * nx - way_x * ny  # to the left of n
        thrown = abs(across) / (along if along > 1e-9 else 1e-9) / f[D_THROWING]
        thrown = thrown if thrown < f[D_RUBBING] else f[D_RUBBING]
        cos = 1.0 / math.sqrt(1.0 + thrown * thrown)
        sin = thrown * cos if across < 0.0 else -(thrown * cos)
        # the coin leaves turned by `thrown` from n, so n must lie that much on the other side of u
        nx = ux * cos - uy * sin
        ny = ux * sin + uy * cos
    x = x - reach * nx
    y = y - reach * ny
    x = x if x > -room else -room
    x = x if x < room else room
    y = y if y > -room else -room
    y = y if y < room else room
    return x, y


def find_aims(
    coins: Floats,
    found: Integers,
    lines: Floats,
    offsets: Floats,
    figures: Floats,
    chosen: Integers,
    strokes: Floats,
    ways: Floats,
    windows: Floats,
    count: Integers,
) -> None:
    """Say from which offsets the striker can send coins along their lines: line by line, in the order of the offsets.

    Shapes: coins (k, 2), at most DISCS; found (n, LINE_COLUMNS) and lines (n, LINE_FIGURES) of `find_lines`; offsets
        (m,); figures (AIM_FIGURES,). Filled in: chosen (n * m, AIM_COLUMNS); strokes (n * m, 3), without the angles;
        ways (WAY_COLUMNS * n * m,), n * m of each kind; windows (n * m,), half of the directions that do it; count
        (1,).
    """
    room = found.shape[0] * offsets.shape[0]
    run = np.empty((1, 4))
    but = np.empty(1, np.int64)
    free = np.empty(1, np.int8)
    reach = np.empty(1)
    reach[0] = figures[D_CLEAR]
    base = figures[D_LINE]
    n = 0
    for line in range(found.shape[0]):
        x = lines[line, L_X]
        y = lines[line, L_Y]
        ux = lines[line, L_UX]
        uy = lines[line, L_UY]
        travel = lines[line, L_TRAVEL]
        distance = travel * figures[D_FARTHER_OFF if found[line, L_STRAIGHT] == 0 else D_FARTHER] + figures[D_INTO]
        leaves = math.sqrt(figures[D_SLOWING] * distance)
        for place in range(offsets.shape[0]):
            ghost_x, ghost_y = ghost_of(x, y, ux, uy, offsets[place], base, figures)
            way_x = ghost_x - offsets[place]
            way_y = ghost_y - base
            line_x = x - ghost_x
            line_y = y - ghost_y
            length = math.sqrt(way_x * way_x + way_y * way_y)
            length = length if length > 1e-6 else 1e-6
            apart = length * math.sqrt(line_x * line_x + line_y * line_y)
            cut = (way_x * line_x + way_y * line_y) / (apart if apart > 0.0 else 1.0)
            if not (cut > figures[D_THINNEST]):
                continue
            run[0, 0] = offsets[place]
            run[0, 1] = base
            run[0, 2] = ghost_x
            run[0, 3] = ghost_y
            but[0] = found[line, L_COIN]
            find_clear_ways(run[0:1], coins, but[0:1], reach, free[0:1])
            if free[0] == 0:
                continue
            at_contact = leaves / (figures[D_PASSED_ON] * (cut if cut > 0.05 else 0.05))
            chosen[n, A_LINE] = line
            chosen[n, A_OFFSET] = place
            strokes[n, 0] = offsets[place]
            strokes[n, 2] = math.sqrt(at_contact * at_contact + figures[D_SLOWING] * length)
            ways[WAY_LEFT * room + n] = -way_x
            ways[WAY_FORWARD * room + n] = way_y
            ways[WAY_LENGTH * room + n] = length
            windows[n] = figures[D_MOUTH] / travel * figures[D_REACH] * cut / length
            n += 1
    count[0] = n


def forgive(lengths: Floats, windows: Floats, cosines: Floats, hand: Floats, powers: Floats) -> None:
    """Say by which powers of e a hand of these spreads misses aims.

    Shapes: lengths of the striker's ways and windows, at least n of each; cosines of its directions (n,); hand
        (FORGIVING_FIGURES,); powers (n,), filled in.
    """
    for k in range(cosines.shape[0]):
        length = lengths[k] if lengths[k] > SHORTEST else SHORTEST
        aside = hand[O_PLACE] * cosines[k] / length
        sigma = math.sqrt(hand[O_AIM_SQUARE] + aside * aside) + 1e-6
        spreads = hand[O_FORGIVEN] * windows[k] / sigma
        spreads = spreads if spreads < MOST_FORGIVEN else MOST_FORGIVEN
        powers[k] = hand[O_POWER] * (spreads * spreads)


def rank_strokes(
    worths: Floats, liked: Floats, spreads: Floats, room: Floats, order: Integers, merged: Integers
) -> None:
    """Order strokes, the best first; those worth the same but for rounding stay in their order.

    Shapes: worths (n,), liked and spreads (n,), added to them; room (n,); order (n,), filled in; merged (n,), room.
    """
    n = worths.shape[0]
    for k in range(n):
        room[k] = -(((worths[k] + liked[k] + spreads[k]) * GRAINS + ROUND - ROUND) / GRAINS)
        order[k] = k
    width = 1
    while width < n:  # longer and longer parts are in order
        start = 0
        while start < n:
            middle = start + width if start + width < n else n
            end = middle + width if middle + width < n else n
            left = start
            right = middle
            for at in range(start, end):
                second = right < end
                if second and left < middle:
                    second = room[order[right]] < room[order[left]]
                if second:
                    merged[at] = order[right]
                    right += 1
                else:
                    merged[at] = order[left]
                    left += 1
            start = end
        for k in range(n):
            order[k] = merged[k]
        width = width + width


def pair_errors(half: Floats, slips: Floats, hand: Floats, errors: Floats) -> None:
    """Make errors of a hand in pairs of opposite sign.

    Shapes: half (n, 3), one of each pair; slips (n,) from 0 to 1; hand (2,), the share that slip, and how much wider;
        errors (m, 3), filled in as far as they go: one of each pair, then the others.
    """
    for k in range(errors.shape[0]):
        at = k if k < half.shape[0] else k - half.shape[0]
        if at < half.shape[0]:
            wider = hand[1] if slips[at] < hand[0] else 1.0
            for i in range(3):
                error = half[at, i] * wider
                errors[k, i] = error if k < half.shape[0] else -error


def choose_ideas(
    order: Integers,
    family: Integers,
    coin: Integers,
    pocket: Integers,
    most: Integers,
    taken: Integers,
    count: Integers,
) -> None:
    """Keep the first rows of an order, but few of the same family, coin and pocket.

    Shapes: order (n,), rows of family, coin and pocket; most (2,), how many and how many of the same; taken (n,) and
        count (1,), filled in.
    """
    seen = np.zeros(IDEAS, np.int64)
    n = 0
    for i in range(order.shape[0]):
        row = order[i]
        if row < 0 or row >= family.shape[0] or n >= most[0]:
            continue
        idea = ((family[row] & 7) * 32 + (coin[row] & 31)) * 8 + (pocket[row] & 7)  # -1 is no coin, no pocket
        if seen[idea] < most[1]:
            seen[idea] += 1
            taken[n] = row
            n += 1
    count[0] = n


@inlined
def nearest(value: float, spans: Floats, number: int) -> float:
    """The value, moved to the nearest place inside one of `number` spans."""
    best = value
    for k in range(number):
        inside = value if value > spans[k, 0] else spans[k, 0]
        inside = inside if inside < spans[k, 1] else spans[k, 1]
        best = inside if (k == 0) | (abs(inside - value) < abs(best - value)) else best
    return best


def within_turn(angle: float) -> float:
    """The same direction from minus to plus half a turn, to the bit as numpy's remainder has it; none of none."""
    x = angle + HALF_TURN
    rest = abs(x)
    if not (rest < INF):
        return INF - INF
    while rest >= WHOLE_TURN:  # each step is exact
        part = WHOLE_TURN
        while part + part <= rest:
            part = part + part
        rest = rest - part
    if x < 0.0 and rest > 0.0:
        rest = WHOLE_TURN - rest
    return rest - HALF_TURN


def put_into_domain(
    offset: float,
    angle: float,
    speed: float,
    spans: Floats,
    angles: Floats,
    speeds: Floats,
    of_spans: int,
    of_angles: int,
    made: Floats,
    row: int,
) -> None:
    """Write a stroke as row of `made`, moved to the nearest one that may be made."""
    made[row, 0] = nearest(offset, spans, of_spans)
    made[row, 1] = nearest(within_turn(angle), angles, of_angles)
    speed = speed if speed > speeds[0] else speeds[0]
    made[row, 2] = speed if speed < speeds[1] else speeds[1]


def into_domain(strokes: Floats, spans: Floats, angles: Floats, speeds: Floats, made: Floats) -> None:
    """Move each stroke to the nearest one that may be made.

    Shapes: strokes (n, 3) of offset, angle, speed; spans (s, 2) of offsets and angles (a, 2), from one to another;
        speeds (2,), the least and the greatest; made (n, 3), filled in.
    """
    for k in range(strokes.shape[0]):
        put_into_domain(
            strokes[k, 0],
            strokes[k, 1],
            strokes[k, 2],
            spans,
            angles,
            speeds,
            spans.shape[0],
            angles.shape[0],
            made,
            k,
        )


def spread_strokes(
    strokes: Floats,
    errors: Floats,
    hand: Floats,
    spans: Floats,
    angles: Floats,
    speeds: Floats,
    meant: Floats,
    made: Floats,
) -> None:
    """Say what each stroke becomes under each error of a hand, and what of that may be made.

    Shapes: strokes (n, 3); errors (m, 3) of place, aim and speed in standard deviations, hand (3,) those; spans, angles
        and speeds as of `into_domain`; meant (n * m, 3) and made (n * m, 3), filled in.
    """
    row = 0
    for k in range(strokes.shape[0]):
        for i in range(errors.shape[0]):
            share = 1.0 + hand[2] * errors[i, 2]
            meant[row, 0] = strokes[k, 0] + hand[0] * errors[i, 0]
            meant[row, 1] = strokes[k, 1] + hand[1] * errors[i, 1]
            meant[row, 2] = strokes[k, 2] * (share if share > 0.0 else 0.0)
            put_into_domain(
                meant[row, 0],
                meant[row, 1],
                meant[row, 2],
                spans,
                angles,
                speeds,
                spans.shape[0],
                angles.shape[0],
                made,
                row,
            )
            row += 1


def fan_out(
    strokes: Floats,
    family: Integers,
    windows: Floats,
    rows: Integers,
    turns: Floats,
    speeds_tried: Floats,
    figures: Floats,
    spans: Floats,
    angles: Floats,
    speeds: Floats,
    made: Floats,
) -> None:
    """Give some of the strokes a fan of directions, each with some speeds, in the domain.

    Shapes: strokes (n, 3), family (n,) and windows (n,); rows (k,) of them; turns (f,) from -1 to 1 and speeds_tried
        (s,), multiples; figures (FAN_FIGURES,); spans, angles and speeds as of `into_domain`; made (k * f * s, 3),
        filled in; not for a row that there is not.
    """
    at = 0
    for i in range(rows.shape[0]):
        row = rows[i]
        if row < 0 or row >= strokes.shape[0]:
            continue
        width = figures[FAN_OFF_FRAMES]
        if family[row] == FAMILY_DIRECT:
            width = figures[FAN_SHARE] * windows[row]
            width = width if width < figures[FAN_MOST] else figures[FAN_MOST]
        elif family[row] == FAMILY_COMBINATION:
            width = figures[FAN_COMBINED] * windows[row]
            width = width if width > figures[FAN_COMBINED_LEAST] else figures[FAN_COMBINED_LEAST]
            width = width if width < figures[FAN_COMBINED_MOST] else figures[FAN_COMBINED_MOST]
        for turn in range(turns.shape[0]):
            for faster in range(speeds_tried.shape[0]):
                put_into_domain(
                    strokes[row, 0],
                    strokes[row, 1] + width * turns[turn],
                    strokes[row, 2] * speeds_tried[faster],
                    spans,
                    angles,
                    speeds,
                    spans.shape[0],
                    angles.shape[0],
                    made,
                    at,
                )
                at += 1


def aim_anywhere(
    coins: Floats,
    which: Integers,
    beside: Floats,
    mirrored: Floats,
    axes: Integers,
    sides: Floats,
    offsets: Floats,
    figures: Floats,
    ways: Floats,
) -> None:
    """Say which way strokes go at some piece, full or thin, straight or off a frame.

    Shapes: coins (k, 2); which (n,) rows of them; beside (n, 2), mirrored and sides (n,), numbers from 0 to 1 that
        choose by the figures (ANYWHERE_FIGURES,); axes (n,), 0 or 1; offsets (n,); ways (2 * n,), filled in: all to the
        left, then all forward.
    """
    for k in range(which.shape[0]):
        row = which[k]
        row = row if (row >= 0) & (row < coins.shape[0]) else 0
        x = coins[row, 0] + (figures[Z_LEAST] + figures[Z_RANGE] * beside[k, 0]) * figures[Z_SHARE]
        y = coins[row, 1] + (figures[Z_LEAST] + figures[Z_RANGE] * beside[k, 1]) * figures[Z_SHARE]
        if mirrored[k] < figures[Z_MIRRORED]:
            wall = figures[Z_WALL] if sides[k] < figures[Z_FAR] else -figures[Z_WALL]
            if axes[k] == 0:
                x = 2.0 * wall - x
            else:
                y = 2.0 * wall - y
        ways[k] = offsets[k] - x
        ways[which.shape[0] + k] = y + figures[Z_LINE]


def keep_apart(
    strokes: Floats, order: Integers, cells: Floats, most: Integers, room: Floats, taken: Integers, count: Integers
) -> None:
    """Keep the first strokes of an order, no two of them in the same cell.

    Shapes: strokes (n, 3); order (n,), rows of them; cells (3,), how large they are; most (1,); room (n, 3); taken (n,)
        and count (1,), filled in.
    """
    n = 0
    for i in range(order.shape[0]):
        row = order[i]
        if row < 0 or row >= strokes.shape[0] or n >= most[0]:
            continue
        a = strokes[row, 0] / cells[0] + ROUND - ROUND
        b = strokes[row, 1] / cells[1] + ROUND - ROUND
        c = strokes[row, 2] / cells[2] + ROUND - ROUND
        same = 0
        for k in range(n):
            same += (room[k, 1] == b) & (room[k, 0] == a) & (room[k, 2] == c)
        if same == 0:
            room[n, 0] = a
            room[n, 1] = b
            room[n, 2] = c
            taken[n] = row
            n += 1
    count[0] = n
