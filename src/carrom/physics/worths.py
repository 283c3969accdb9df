"""Worths of boards to a side by counts and chances, thousands at once: a race of two sides, or strokes alone.

Computers ask this after each stroke that they imagine (`carrom.bots.evaluation`, which has the figures and what they
mean), so it is compiled with the kernel: plain Python that runs as it stands, and the C that `tools/kernel_in_c.py`
writes from it. The same limits hold as for `kernel.py`: nothing of the project is known here, all figures come in as
arguments, and only + - * / and sqrt stand between a board and its worth.
"""

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from carrom.physics.kernel import inlined

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.int8]

# Figures, in their order.
(
    V_WINNING,
    V_QUEEN_POINTS,
    V_RETURNED,
    V_AT_CENTRE,
    V_CHANCE,
    V_AS_IT_LIES,
    V_NEXT,
    V_LATER,
    V_COIN,
    V_RUN,
    V_LONGEST_RUN,
    V_OWED,
    V_WHITE,
    V_BLACK,
    V_QUEEN,
    V_MISS,
    V_COVER,
    V_LAST_COVER,
    V_BASE,
) = range(19)
WORTH_FIGURES = 19

# Fields of a packed board: the first bit of each, then how many bits, so many places on.
N_WHITE, N_BLACK, N_QUEEN, N_COLOUR, N_OWED, N_OTHERS_OWED, N_SOLO = range(7)
BOARD_FIELDS = 7

# What is asked of all boards: whether the side that counts has the whites while colours are open.
A_FIRST, A_FIELDS = range(2)
WORTH_QUESTIONS = 15  # and from A_FIELDS on, the fields
MOST_FIELD = 62  # no field begins at a later bit, or has more bits

QUEEN_UP, QUEEN_AWAITS_COVER, QUEEN_OWN, QUEEN_OTHERS = range(4)  # as the side to play sees her
WHITE_IS_OWN, WHITE_IS_OTHERS, COLOURS_OPEN = range(3)
WHITE_PIECE, BLACK_PIECE, QUEEN_PIECE = range(3)  # kinds
KINDS_OF_PIECES = 3
# Which columns hold which kind: those of whites, then of blacks and of the queen; and how many there are by then.
AFTER_WHITES, AFTER_BLACKS, AFTER_QUEENS = range(20, 23)
UNLIKELY = 0.05  # a chance below this makes no more misses
LEAST_POWER = 40.0  # e to the power of less than minus so much cannot be distinguished from nothing


@inlined
def power_of_e(x: float) -> float:
    """Raise e to the power of x from -LEAST_POWER (less is taken for that) to 0, to 1e-14 of it."""
    r = (x if x > -LEAST_POWER else -LEAST_POWER) * 0.015625
    p = 1.0 / 1307674368000.0
    p = p * r + 1.0 / 87178291200.0
    p = p * r + 1.0 / 6227020800.0
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
    p = p * p
    p = p * p
    p = p * p
    p = p * p
    p = p * p
    return p * p


@inlined
def normal_below(z: float) -> float:
    """The standard normal distribution, to 0.02 %."""
    q = 1.5976 * z + 0.07056 * z * z * z
    p = power_of_e(-abs(q))
    return 1.0 / (1.0 + p) if q >= 0.0 else p / (1.0 + p)


@inlined
def field_of(board: int, asked: Integers, field: int) -> int:
    """The value of one field of a packed board."""
    return (board >> asked[A_FIELDS + field]) & ((1 << asked[A_FIELDS + BOARD_FIELDS + field]) - 1)


@inlined
def misses_of(
    chances: Floats, start: int, columns: Integers, first: int, end: int, up: float, elsewhere: float, f: Floats
) -> tuple[float, float]:
    """The misses to expect before the pieces in `columns` from `first` to `end` are down, and their variance.

    How they lie now says little of how they will lie when their turn comes: each counts in the main as one piece of
    ordinary chance, and in part as it lies. Pieces in hand have the chance `elsewhere`.
    """
    there = 0.0
    misses = 0.0
    spread = 0.0
    for k in range(first, end):  # without branches
        chance = chances[start + columns[k]]
        tries = 1.0 / (chance if chance > UNLIKELY else UNLIKELY)
        tries = tries if chance > 0.0 else 1.0
        there += 1.0 if chance > 0.0 else 0.0
        misses += tries - 1.0
        spread += tries * tries - tries
    missing = up - there if up > there else 0.0
    misses += missing * (1.0 - elsewhere) / elsewhere
    spread += missing * (1.0 - elsewhere) / (elsewhere * elsewhere)
    ordinary = (1.0 - f[V_CHANCE]) / f[V_CHANCE]
    lies = f[V_AS_IT_LIES]
    return (
        lies * misses + (1.0 - lies) * up * ordinary,
        lies * spread + (1.0 - lies) * up * ordinary / f[V_CHANCE],
    )


@inlined
def best_of(chances: Floats, start: int, columns: Integers, first: int, end: int) -> float:
    """The best chance of the pieces in `columns` from `first` to `end`, 0 if there are none."""
    best = 0.0
    for k in range(first, end):
        chance = chances[start + columns[k]]
        best = chance if chance > best else best
    return best


@inlined
def helpful(coins: float, queen: float, is_up: bool, up: float) -> float:
    """The chance of the best piece that helps a side now: the last coin does not while the queen is up."""
    best = coins
    if is_up:
        best = queen if up <= 1.0 or queen > coins else coins
    return best


def side_misses(
    chances: Floats,
    start: int,
    columns: Integers,
    first: int,
    end: int,
    up: float,
    owed: float,
    is_up: bool,
    to_cover: bool,
    to_play: bool,
    f: Floats,
    found: Floats,
) -> None:
    """Find a side's misses in a race, their variance, and what its next stroke lacks. Shapes: found (3,), filled in.

    The next stroke is everything that is known of the strokes to come; the other side's is known if it comes soon.
    """
    misses, spread = misses_of(chances, start, columns, first, end, up, f[V_RETURNED], f)
    best = best_of(chances, start, columns, first, end)
    queens = columns[AFTER_BLACKS]
    queens_end = columns[AFTER_QUEENS]
    lacks = 1.0 - helpful(best, best_of(chances, start, columns, queens, queens_end), is_up, up)
    misses += f[V_OWED] * owed + (f[V_NEXT] if to_play else f[V_LATER]) * lacks
    if is_up:  # one of the two is spared the trouble, so each bears a part; she also needs a cover
        her_misses, her_spread = misses_of(chances, start, columns, queens, queens_end, 1.0, f[V_AT_CENTRE], f)
        misses += 0.6 * (her_misses + 0.3)
        spread += 0.4 * her_spread
    elif to_cover:
        misses += 2.0 * (1.0 - best)
    found[0] = misses
    found[1] = spread
    found[2] = lacks


def race_worth(
    board: int,
    to_play: bool,
    mine: Floats,
    theirs: Floats,
    start: int,
    columns: Integers,
    asked: Integers,
    f: Floats,
    own: Floats,
    other: Floats,
) -> float:
    """Return the worth of a board of two sides; own and other (3,) are room."""
    colour = field_of(board, asked, N_COLOUR)
    is_white = asked[A_FIRST] != 0
    if colour != COLOURS_OPEN:
        is_white = (colour == WHITE_IS_OWN) == to_play
    blacks = columns[AFTER_WHITES]
    coins = columns[AFTER_BLACKS]
    first = blacks if colour != COLOURS_OPEN and not is_white else 0
    end = blacks if colour != COLOURS_OPEN and is_white else coins
    their_first = blacks if colour != COLOURS_OPEN and is_white else 0
    their_end = blacks if colour != COLOURS_OPEN and not is_white else coins
    up = 1.0 * field_of(board, asked, N_WHITE if is_white else N_BLACK)
    their_up = 1.0 * field_of(board, asked, N_BLACK if is_white else N_WHITE)
    owed = 1.0 * field_of(board, asked, N_OWED if to_play else N_OTHERS_OWED)
    their_owed = 1.0 * field_of(board, asked, N_OTHERS_OWED if to_play else N_OWED)
    queen = field_of(board, asked, N_QUEEN)
    is_up = queen == QUEEN_UP
    awaits = queen == QUEEN_AWAITS_COVER
    side_misses(mine, start, columns, first, end, up, owed, is_up, awaits and to_play, to_play, f, own)
    side_misses(
        theirs,
        start,
        columns,
        their_first,
        their_end,
        their_up,
        their_owed,
        is_up,
        awaits and not to_play,
        not to_play,
        f,
        other,
    )
    spread = math.sqrt(own[1] + other[1] + 1.0)
    ahead = other[0] - own[0] if to_play else own[0] - other[0]
    winning = normal_below((ahead + 0.5) / spread)
    winning = winning if to_play else 1.0 - winning
    ahead = (their_up + their_owed) - (up + owed)
    # a side that is to play pockets some of its coins before its turn ends
    most = up if to_play else their_up
    run = f[V_RUN] * (1.0 - (own[2] if to_play else other[2]))
    run = run * (most if most < f[V_LONGEST_RUN] else f[V_LONGEST_RUN])
    ahead = ahead + run if to_play else ahead - run
    share = 0.0
    if awaits:
        share = 0.8 if to_play else -0.8
    elif not is_up:
        share = 1.0 if (queen == QUEEN_OWN) == to_play else -1.0
    return f[V_WINNING] * (2.0 * winning - 1.0) + f[V_COIN] * ahead + f[V_QUEEN_POINTS] * share


def strokes_alone(
    board: int, to_play: bool, mine: Floats, start: int, columns: Integers, asked: Integers, f: Floats
) -> float:
    """The strokes that a board alone still takes.

    What is up counts, and how likely the next stroke is to help; how hard the other pieces lie now says nothing of the
    strokes to come, for every stroke moves them.
    """
    white = 1.0 * field_of(board, asked, N_WHITE)
    queen = field_of(board, asked, N_QUEEN)
    best_white = best_of(mine, start, columns, 0, columns[AFTER_WHITES])
    best_black = best_of(mine, start, columns, columns[AFTER_WHITES], columns[AFTER_BLACKS])
    best_queen = best_of(mine, start, columns, columns[AFTER_BLACKS], columns[AFTER_QUEENS])
    best = best_white if best_white > best_queen else best_queen
    # which pieces bring the board nearer to its end now: the last white comes back while the queen is up
    if queen == QUEEN_UP and white <= 1.0:
        best = best_queen
    elif white == 0.0 and best_black > best:
        best = best_black
    strokes = f[V_BASE] + f[V_WHITE] * white + f[V_BLACK] * field_of(board, asked, N_BLACK)
    strokes = strokes + field_of(board, asked, N_OWED if to_play else N_OTHERS_OWED) + f[V_MISS] * (1.0 - best)
    # the last white is her cover: its cost counts before she is down too, or pocketing her would seem to be a loss
    if queen == QUEEN_UP:
        strokes += f[V_QUEEN]
        if white == 1.0:
            strokes += f[V_LAST_COVER] * (1.0 - best_white)
    elif queen == QUEEN_AWAITS_COVER and to_play:
        strokes += f[V_COVER] * (1.0 - best_white)
    return strokes


def weigh_boards(
    boards: Integers,
    turns: Bytes,
    kinds: Integers,
    mine: Floats,
    theirs: Floats,
    asked: Integers,
    figures: Floats,
    worths: Floats,
) -> None:
    """Say what boards that go on are worth to the side that counts them.

    Shapes: boards (n,) packed, or (1,) for one that holds for all; turns likewise, 1 where it is that side's turn;
        kinds (k,) of the pieces; mine and theirs (n * k,), chances of each piece for that side and for the other, row
        by row, 0 for one that is not there or that a side is not after; asked (WORTH_QUESTIONS,); figures
        (WORTH_FIGURES,); worths (n,), filled in.
    """
    own = np.empty(3)
    other = np.empty(3)
    columns = np.empty(AFTER_QUEENS + 1, np.int64)
    count = 0
    for kind in range(KINDS_OF_PIECES):
        for k in range(kinds.shape[0]):
            if kinds[k] == kind:
                columns[count] = k
                count += 1
        columns[AFTER_WHITES + kind] = count
    one_board = boards.shape[0] == 1
    one_turn = turns.shape[0] == 1
    for i in range(worths.shape[0]):
        board = boards[0 if one_board else i]
        to_play = turns[0 if one_turn else i] != 0
        start = i * kinds.shape[0]
        if field_of(board, asked, N_SOLO) != 0:
            worths[i] = -strokes_alone(board, to_play, mine, start, columns, asked, figures)
        else:
            worths[i] = race_worth(board, to_play, mine, theirs, start, columns, asked, figures, own, other)
