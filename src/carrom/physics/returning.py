"""The places of pieces that come back after strokes, by the laws, for thousands of boards at once.

Batches of boards ask for this after each stroke, so it is compiled with the kernel: plain Python that runs as it
stands, and the C that `tools/kernel_in_c.py` writes from it. Which pieces come back, and how, is handed over by
`carrom.play.coming_back`; the places are those of `carrom.play.settlement`, to the bit. A board on which they cannot be
reported so, since a rare rule is needed or rounding might decide, is left as it is and said to be in doubt: then that
module is asked.

The same limits hold as for `kernel.py`: nothing of the project is known here but the kernel's figures, all others come
in as arguments, and only + - * / and sqrt stand between a position and its places.
"""

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from carrom.physics.kernel import DISCS, INF, inlined

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.int8]

# Figures, in their order.
(
    B_SPACING,  # of two centres, as the umpire leaves it
    B_APART,  # so far from others a place of the umpire's is free
    B_DIAMETER,  # of a coin
    B_NEAR,  # a point this near to a border lies on it
    B_CLEAR,  # distance of centres that is surely free
    B_TOUCH,  # nearer than this they overlap
    B_NEARLY,  # more than places are rounded by when they are compared
    B_LEAST,  # of the ring of dues
    B_MOST,
    B_SHOTS,  # which shots a due may not make: 0 any may, 1 none with the queen, 2 none at all
    B_PAIRS,  # 1: two dues at the centre touch each other over it
    B_POCKET,  # coordinate of the pockets' centres
    B_POCKET_RADIUS,
    B_PAIR_REACH,  # centres this far apart still make a pair with the queen
    B_NEAR_REACH,  # and nearer than this any shot
    B_AIMED,  # tangent of the angle within which a pocket is aimed at
) = range(16)
RETURNING_FIGURES = 16

# What is asked of each board: quarter turns of the seat that struck, whether it plays alone, the mask of the numbers
# that fell, and what comes back, in its order: 0 for nothing more, else the mask of the numbers of its kind and these.
B_TURNS, B_SOLO, B_FELL, B_BACK = range(4)
MOST_BACK = 8
RETURNING_COLUMNS = 11
BY_UMPIRE = 1048576  # the bit after the numbers' twenty
TO_CENTRE = 2097152
PLACER = 22  # the first of two bits: quarter turns from the seat that struck to the one that places it
QUEEN = 1  # her number

RING, AT_CENTRE, ANYWHERE = range(3)  # which places will do
TWO_TO_27_AND_1 = 134217729.0


@inlined
def lost(a: float, b: float, product: float) -> float:
    """Return the rounding error of a product of two numbers (Veltkamp's and Dekker's way)."""
    c = TWO_TO_27_AND_1 * a
    high_a = c - (c - a)
    low_a = a - high_a
    c = TWO_TO_27_AND_1 * b
    high_b = c - (c - b)
    low_b = b - high_b
    return ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b


@inlined
def length(x: float, y: float) -> float:
    """The length of a vector as `math.hypot` rounds it, which sqrt alone does not."""
    xx = x * x
    yy = y * y
    h = math.sqrt(xx + yy)
    if not h > 1e-100:
        return h
    hh = h * h
    rest = (xx - hh) + yy if xx > yy else (yy - hh) + xx
    return h + (rest + ((lost(x, x, xx) + lost(y, y, yy)) - lost(h, h, hh))) / (2.0 * h)


def billionths(x: float, doubt: Integers) -> int:
    """The whole number that `round(x, 9)` is of 1e-9; one that lies midway to the bit, or is large, is in doubt."""
    a = abs(x)
    scaled = a * 1e9
    if not scaled < 1e9:
        doubt[0] = 1
        return 0
    nearest = int(scaled)
    above = (scaled - nearest - 0.5) + lost(a, 1e9, scaled)  # half a coin's spacing lies about midway, so to the bit
    if above == 0.0:
        doubt[0] = 1
    nearest += 1 if above > 0.0 else 0
    return nearest if x >= 0.0 else -nearest


# --- shots that a placing may not make


def lines_up_with_queen(xs: Floats, ys: Floats, x: float, y: float, f: Floats) -> bool:
    """Whether a piece there and the queen are lined up on a pocket: `placement.makes_shot`."""
    dx = xs[QUEEN] - x
    dy = ys[QUEEN] - y
    apart = length(dx, dy)
    if not (apart > 0.0 and apart <= f[B_PAIR_REACH]):
        return False
    ux = dx / apart
    uy = dy / apart
    for pocket in range(4):
        to_x = (f[B_POCKET] if pocket > 1 else -f[B_POCKET]) - xs[QUEEN]
        to_y = (f[B_POCKET] if pocket == 1 or pocket == 3 else -f[B_POCKET]) - ys[QUEEN]
        along = to_x * ux + to_y * uy
        beside = to_x * uy - to_y * ux
        if abs(beside) <= f[B_POCKET_RADIUS] and (along > 0.0 or along < -apart):
            return True
    return False


@inlined
def is_aimed(x: float, y: float, to_x: float, to_y: float, f: Floats, doubt: Integers) -> bool:
    """Whether the line from one piece through another runs near a pocket ahead of it."""
    ux = to_x - x
    uy = to_y - y
    for pocket in range(4):
        vx = (f[B_POCKET] if pocket > 1 else -f[B_POCKET]) - to_x
        vy = (f[B_POCKET] if pocket == 1 or pocket == 3 else -f[B_POCKET]) - to_y
        inside = f[B_AIMED] * (ux * vx + uy * vy) - abs(ux * vy - uy * vx)
        if abs(inside) < 1e-12:
            doubt[0] = 1
        if inside > 0.0:
            return True
    return False


def makes_any_shot(xs: Floats, ys: Floats, x: float, y: float, f: Floats, doubt: Integers) -> bool:
    """Whether a piece there nearly touches another in line with a pocket: `placement.any_shot`."""
    reach = f[B_NEAR_REACH]
    for i in range(1, DISCS):
        if xs[i] == xs[i] and x - xs[i] > -reach and x - xs[i] < reach:
            apart = length(x - xs[i], y - ys[i])
            if apart > 0.0 and apart < reach:
                if is_aimed(x, y, xs[i], ys[i], f, doubt) or is_aimed(xs[i], ys[i], x, y, f, doubt):
                    return True
    return False


# --- the umpire's places


@inlined
def is_apart(xs: Floats, ys: Floats, close: Integers, x: float, y: float, f: Floats) -> bool:
    """Whether a piece fits there among those that are `close`: `spots.is_free`."""
    for i in range(1, DISCS):
        if close[i] == 1 and length(x - xs[i], y - ys[i]) < f[B_APART]:
            return False
    return True


def offer_spot(
    xs: Floats,
    ys: Floats,
    close: Integers,
    x: float,
    y: float,
    away_x: float,
    away_y: float,
    f: Floats,
    spot: Floats,
    ranks: Integers,
    doubt: Integers,
) -> None:
    """Take a place for the best so far, if it is free: the nearer to the centre, then the farther from the player."""
    near = billionths(length(x, y), doubt)
    if ranks[0] >= 0 and near > ranks[0]:
        return
    far = -billionths(x * away_x + y * away_y, doubt)
    if ranks[0] >= 0 and near == ranks[0]:
        if far > ranks[1] or (far == ranks[1] and (x > spot[0] or (x == spot[0] and y >= spot[1]))):
            return
    if is_apart(xs, ys, close, x, y, f):
        ranks[0] = near
        ranks[1] = far
        spot[0] = x
        spot[1] = y


def find_spot(
    xs: Floats,
    ys: Floats,
    close: Integers,
    away_x: float,
    away_y: float,
    f: Floats,
    spot: Floats,
    ranks: Integers,
    doubt: Integers,
) -> None:
    """Find the free place nearest to the centre: `centre_places.centre_spot`."""
    spacing = f[B_SPACING]
    reach = 12.0 * spacing
    taken = False
    for i in range(1, DISCS):
        close[i] = 0
        if xs[i] == xs[i]:
            apart = length(xs[i], ys[i])
            close[i] = 1 if apart < reach else 0
            if apart < f[B_APART]:
                taken = True
    spot[0] = 0.0
    spot[1] = 0.0
    if not taken:
        return
    ranks[0] = -1
    for i in range(1, DISCS):
        if close[i] == 1:
            x = xs[i]
            y = ys[i]
            apart = length(x, y)
            if not apart < f[B_NEAR]:
                scale = 1.0 - spacing / apart
                offer_spot(xs, ys, close, x * scale, y * scale, away_x, away_y, f, spot, ranks, doubt)
            x = x + away_x * spacing
            y = y + away_y * spacing
            offer_spot(xs, ys, close, x, y, away_x, away_y, f, spot, ranks, doubt)
    for i in range(1, DISCS):
        if close[i] == 1:
            for j in range(i + 1, DISCS):
                if close[j] == 1:
                    apart = length(xs[i] - xs[j], ys[i] - ys[j])
                    if apart > f[B_NEAR] and apart <= 2.0 * spacing:
                        q = spacing * spacing - apart * apart / 4.0
                        half = math.sqrt(q if q > 0.0 else 0.0)
                        mx = (xs[i] + xs[j]) / 2.0
                        my = (ys[i] + ys[j]) / 2.0
                        ux = (ys[j] - ys[i]) / apart
                        uy = (xs[i] - xs[j]) / apart
                        x = mx + ux * half
                        y = my + uy * half
                        offer_spot(xs, ys, close, x, y, away_x, away_y, f, spot, ranks, doubt)
                        x = mx - ux * half
                        y = my - uy * half
                        offer_spot(xs, ys, close, x, y, away_x, away_y, f, spot, ranks, doubt)
    if ranks[0] < 0:
        doubt[0] = 1


def find_pair(xs: Floats, ys: Floats, close: Integers, f: Floats, doubt: Integers) -> int:
    """Find the pair of two dues over the centre: 0 beside each other, 1 one behind the other, -1 none is free."""
    for i in range(1, DISCS):
        close[i] = 1 if xs[i] == xs[i] else 0
    half = f[B_SPACING] / 2.0
    found = -1
    for pair in range(2):
        x = half if pair == 0 else 0.0
        y = half if pair == 1 else 0.0
        if is_apart(xs, ys, close, -x, -y, f) and is_apart(xs, ys, close, x, y, f):
            if f[B_SHOTS] != 2.0:
                return pair
            one = makes_any_shot(xs, ys, -x, -y, f, doubt)
            if not one and not makes_any_shot(xs, ys, x, y, f, doubt):
                return pair
            if found < 0:
                found = pair
    return found


# --- places of dues


@inlined
def is_free(xs: Floats, ys: Floats, x: float, y: float, f: Floats) -> bool:
    """Whether a coin there lies on no piece: `free_places.is_free`."""
    limit = f[B_TOUCH] * f[B_TOUCH]
    for i in range(1, DISCS):
        if (xs[i] - x) * (xs[i] - x) + (ys[i] - y) * (ys[i] - y) < limit:
            return False
    return True


def fault_in_ring(xs: Floats, ys: Floats, x: float, y: float, f: Floats, doubt: Integers) -> int:
    """Why a due may not lie there: 0 it may, 1 the place itself, 2 it makes a shot: `placement.refusal_of_due`."""
    from_centre = length(x, y)
    if not from_centre <= f[B_MOST] + f[B_NEAR] or from_centre < f[B_LEAST] - f[B_NEAR]:
        return 1
    for i in range(1, DISCS):
        if length(x - xs[i], y - ys[i]) < f[B_DIAMETER]:
            return 1
    if f[B_SHOTS] == 1.0 and xs[QUEEN] == xs[QUEEN]:
        return 2 if lines_up_with_queen(xs, ys, x, y, f) else 0
    if f[B_SHOTS] == 2.0:
        return 2 if makes_any_shot(xs, ys, x, y, f, doubt) else 0
    return 0


def will_do(xs: Floats, ys: Floats, x: float, y: float, rule: int, most: float, f: Floats, doubt: Integers) -> bool:
    """Whether a due fits there and may lie there."""
    if not is_free(xs, ys, x, y, f):
        return False
    if rule == RING:
        return fault_in_ring(xs, ys, x, y, f, doubt) == 0
    return rule == ANYWHERE or math.sqrt(x * x + y * y) <= most + f[B_NEAR]


def nearest_place(
    xs: Floats,
    ys: Floats,
    wish_x: float,
    wish_y: float,
    rule: int,
    least: float,
    most: float,
    f: Floats,
    rims: Floats,
    spot: Floats,
    doubt: Integers,
) -> bool:
    """Find the place nearest to a wish that will do: `free_places.nearest_place`; `rims` is room for circles."""
    if will_do(xs, ys, wish_x, wish_y, rule, most, f, doubt):
        spot[0] = wish_x
        spot[1] = wish_y
        return True
    count = 0
    for i in range(1, DISCS):
        if xs[i] == xs[i]:
            rims[count, 0] = xs[i]
            rims[count, 1] = ys[i]
            rims[count, 2] = f[B_CLEAR]
            count += 1
    if rule != ANYWHERE:
        for k in range(2):
            rims[count, 0] = 0.0
            rims[count, 1] = 0.0
            rims[count, 2] = least if k == 0 else most
            count += 1
    best = -1
    side = math.sqrt(0.5)
    for k in range(count):
        radius = rims[k, 2]
        dx = wish_x - rims[k, 0]
        dy = wish_y - rims[k, 1]
        apart = math.sqrt(dx * dx + dy * dy)
        around = 1 if apart > 1e-12 else 8
        for turn in range(around):
            if around == 1:
                x = rims[k, 0] + dx / apart * radius
                y = rims[k, 1] + dy / apart * radius
            else:
                ux = (
                    (1.0 if turn == 1 else -1.0 if turn == 2 else 0.0) if turn < 4 else side if turn % 2 == 0 else -side
                )
                uy = (1.0 if turn == 0 else -1.0 if turn == 3 else 0.0) if turn < 4 else side if turn < 6 else -side
                x = rims[k, 0] + ux * radius
                y = rims[k, 1] + uy * radius
            away = billionths(math.sqrt((x - wish_x) * (x - wish_x) + (y - wish_y) * (y - wish_y)), doubt)
            if (best < 0 or away < best) and will_do(xs, ys, x, y, rule, most, f, doubt):
                best = away
                spot[0] = x
                spot[1] = y
    limit = INF if best < 0 else best / 1e9 + f[B_NEARLY]
    likely = 0
    for k in range(count):
        dx = rims[k, 0] - wish_x
        dy = rims[k, 1] - wish_y
        if abs(math.sqrt(dx * dx + dy * dy) - rims[k, 2]) <= limit:
            for z in range(3):
                rims[likely, z] = rims[k, z]
            likely += 1
    for i in range(likely):
        one = rims[i, 2]
        for k in range(i + 1, likely):
            other = rims[k, 2]
            dx = rims[k, 0] - rims[i, 0]
            dy = rims[k, 1] - rims[i, 1]
            apart = math.sqrt(dx * dx + dy * dy)
            if apart < 1e-12 or apart > one + other or apart < abs(one - other):
                continue
            along = (one * one - other * other + apart * apart) / (2.0 * apart)
            squared = one * one - along * along
            aside = math.sqrt(squared) if squared > 0.0 else 0.0
            ux = dx / apart
            uy = dy / apart
            for turn in range(2):
                x = rims[i, 0] + along * ux
                y = rims[i, 1] + along * uy
                if turn == 0:
                    x = x - aside * uy
                    y = y + aside * ux
                else:
                    x = x + aside * uy
                    y = y - aside * ux
                away = billionths(math.sqrt((x - wish_x) * (x - wish_x) + (y - wish_y) * (y - wish_y)), doubt)
                if (best < 0 or away < best) and will_do(xs, ys, x, y, rule, most, f, doubt):
                    best = away
                    spot[0] = x
                    spot[1] = y
    return best >= 0


def find_due_place(
    xs: Floats,
    ys: Floats,
    to_centre: int,
    turns: int,
    f: Floats,
    rims: Floats,
    spot: Floats,
    doubt: Integers,
) -> None:
    """Find where a due is suggested to lie: `places.suggested`; without such a place it is in doubt."""
    rule = RING
    least = f[B_LEAST]
    most = f[B_MOST]
    if to_centre == 1:
        rule = AT_CENTRE
        least = 0.0
        most = 0.0
        if not is_free(xs, ys, 0.0, 0.0, f):
            if not nearest_place(xs, ys, 0.0, 0.0, ANYWHERE, least, most, f, rims, spot, doubt):
                doubt[0] = 1
                return
            most = math.sqrt(spot[0] * spot[0] + spot[1] * spot[1])
    wish_x = 0.0
    wish_y = -least
    if turns == 1:
        wish_x, wish_y = -wish_y, wish_x
    elif turns == 2:
        wish_x, wish_y = -wish_x, -wish_y
    elif turns == 3:
        wish_x, wish_y = wish_y, -wish_x
    fault = 0
    if rule == RING:
        fault = fault_in_ring(xs, ys, wish_x, wish_y, f, doubt)
    elif not is_free(xs, ys, wish_x, wish_y, f):
        fault = 1
    spot[0] = wish_x
    spot[1] = wish_y
    if fault == 2:  # the border of a shot is no circle
        doubt[0] = 1
    elif fault == 1 and not nearest_place(xs, ys, wish_x, wish_y, rule, least, most, f, rims, spot, doubt):
        doubt[0] = 1


@inlined
def choose_number(mask: int, fell: int, taken: int) -> int:
    """The lowest number of a kind that comes out: of those that fell now, else of all that are down; 0: none is."""
    down = mask & (mask ^ taken)
    now = down & fell
    down = now if now != 0 else down
    number = 0
    for i in range(1, DISCS):
        if number == 0 and (down >> i) & 1 == 1:
            number = i
    return number


def put_back_pieces(layouts: Floats, asked: Integers, figures: Floats, placed: Bytes) -> None:
    """Lay on each board what comes back where the umpire and the players lay it, none of them having a better idea.

    Shapes: layouts (n, 20, 2), row = number, NaN where none lies, filled in; asked (n, RETURNING_COLUMNS); figures
        (RETURNING_FIGURES,); placed (n,), filled in: 1, or 0 where it is in doubt and the board is as it was.
    """
    xs = np.empty(DISCS)
    ys = np.empty(DISCS)
    spot = np.empty(2)
    rims = np.empty((24, 3))
    close = np.empty(DISCS, np.int64)
    ranks = np.empty(2, np.int64)
    numbers = np.empty(MOST_BACK, np.int64)
    doubt = np.empty(1, np.int64)
    for k in range(layouts.shape[0]):
        taken = 1
        for i in range(DISCS):
            xs[i] = layouts[k, i, 0]
            ys[i] = layouts[k, i, 1]
            if xs[i] == xs[i]:
                taken |= 1 << i
        doubt[0] = 0
        turns = asked[k, B_TURNS] % 4
        solo = asked[k, B_SOLO] != 0
        umpires = 0
        alone = 0
        for b in range(MOST_BACK):
            back = asked[k, B_BACK + b]
            numbers[b] = 0
            if back == 0:
                continue
            numbers[b] = choose_number(back & (BY_UMPIRE - 1), asked[k, B_FELL], taken)
            taken |= 1 << numbers[b]
            if numbers[b] == 0:
                doubt[0] = 1
            elif (back & BY_UMPIRE) != 0 or (solo and numbers[b] == QUEEN):
                umpires += 1
            elif solo:
                alone += 1
        if umpires > 1:  # each next one touches the one before: a rare thing
            doubt[0] = 1
        away_x = 1.0 if turns == 3 else -1.0 if turns == 1 else -0.0 if turns == 2 else 0.0
        away_y = 1.0 if turns == 0 else -1.0 if turns == 2 else -0.0 if turns == 3 else 0.0
        for stage in range(3):
            pair = -1
            second = False
            if stage == 1 and alone == 2 and figures[B_PAIRS] == 1.0:
                pair = find_pair(xs, ys, close, figures, doubt)
            for b in range(MOST_BACK):
                number = numbers[b]
                if number == 0 or doubt[0] == 1:
                    continue
                back = asked[k, B_BACK + b]
                how = 0 if (back & BY_UMPIRE) != 0 or (solo and number == QUEEN) else 1 if solo else 2
                if how != stage:
                    continue
                if stage == 2:
                    placer = ((back >> PLACER) + turns) % 4
                    to_centre = 1 if (back & TO_CENTRE) != 0 else 0
                    find_due_place(xs, ys, to_centre, placer, figures, rims, spot, doubt)
                elif pair >= 0:
                    half = figures[B_SPACING] / 2.0
                    half = half if second else -half
                    spot[0] = half if pair == 0 else 0.0
                    spot[1] = half if pair == 1 else 0.0
                    second = True
                else:
                    find_spot(xs, ys, close, away_x, away_y, figures, spot, ranks, doubt)
                    if stage == 1 and figures[B_SHOTS] == 2.0:
                        if makes_any_shot(xs, ys, spot[0], spot[1], figures, doubt):
                            doubt[0] = 1  # places that are equally near are looked for on an arc
                xs[number] = spot[0]
                ys[number] = spot[1]
        placed[k] = 1 - doubt[0]
        if doubt[0] == 0:
            for b in range(MOST_BACK):
                number = numbers[b]
                if number > 0:
                    layouts[k, number, 0] = xs[number]
                    layouts[k, number, 1] = ys[number]
