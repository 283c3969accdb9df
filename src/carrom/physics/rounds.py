"""Rounds of a search: strokes in, worths out, thousands in one call that holds no lock.

Each stroke is played by the kernel; what it came to is packed into a whole number (`carrom.play.packed`) and looked up
among the verdicts of that kind that are known (`carrom.play.verdict_table`), and the board that it leads to is weighed
by the chances of its pieces. A stroke whose verdict is not known yet comes back with its layout, to be weighed once
somebody has asked the laws. So no law is known here: where a packed value has its fields, and which pieces a side is
after, come in as arguments.

Plain Python that runs as it stands, and the C that `tools/kernel_in_c.py` writes from it, which calls the entries of
the other files. The same limits hold as for `kernel.py`.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from carrom.physics.kernel import (
    DISCS,
    DONE,
    F_BACK,
    F_BEHIND,
    F_CROSSED,
    F_FIRST,
    F_FRAMES,
    F_JUMPED,
    F_SPREAD,
    F_STATUS,
    F_STRUCK,
    FACTS,
    INF,
    inlined,
    simulate_strokes,
)
from carrom.physics.sight import S_MASK, S_TURNS, SIGHT_QUESTIONS, guess_chances
from carrom.physics.worths import (
    BLACK_PIECE,
    COLOURS_OPEN,
    KINDS_OF_PIECES,
    QUEEN_PIECE,
    QUEEN_UP,
    WHITE_PIECE,
    weigh_boards,
)

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.int8]

# First bits of the fields of a packed stroke, then of a packed board, in their order.
(
    B_FELL_WHITE,
    B_FELL_BLACK,
    B_FELL_QUEEN,
    B_BLACK_FIRST,
    B_LEFT_WHITE,
    B_LEFT_BLACK,
    B_LEFT_QUEEN,
    B_STRIKER_FELL,
    B_STRIKER_LEFT,
    B_TOUCHED,
    B_SPREAD,
    B_STRUCK_WHITE,
    B_STRUCK_BLACK,
    B_STRUCK_QUEEN,
    B_DIRECTION,
    B_CROSSED,
    B_STAYED_BEHIND,
    B_OWN_FRAME,
    B_CAME_BACK,
    B_BEHIND_LINE,
    B_COLOUR,  # two bits
    B_QUEEN,  # two bits
    B_BROKEN,
) = range(23)
FIELD_BITS = 23
MOST_BIT = 48  # no field begins at a later one

# Figures that packing needs: a coin's radius, where the front line lies, how near to the base line's direction a
# stroke is one along it, radians.
G_COIN_RADIUS, G_FRONT, G_PARALLEL = range(3)
PACKING_FIGURES = 3

# Columns of the known verdicts.
K_BOARD, K_STROKE, K_AFTER, K_FLAGS, K_TURNS, K_RETURNS = range(6)
KNOWN_COLUMNS = 6
# K_FLAGS
PASSED = 1
GOES_ON = 2
ENDED = 4
QUEEN_BACK = 8
# What is said of a stroke beside these; one that cannot be made has its status so many times.
WAS_MADE = 16
WAS_JUDGED = 32
REFUSED = 64

# What is said of some of the strokes, and what of all.
SAID_OF_SOME, SAID_OF_ALL = range(2)
SUMMARY = 2

# What is asked of a round.
(
    Q_ASKED_FOR,  # bits of a packed stroke that the known verdicts depend on
    Q_CAREFUL,  # 0: chances as the pieces lay before; 1: as they come to rest; 2: nobody asks what boards are worth
    Q_STRIKER,  # 1: the side that counts has struck
    Q_NEXT,  # quarter turns to the seat that plays when the turn passes
    Q_PARTNER,  # and to the one after that, 0 for the same player
    Q_ALONE,  # 1: nobody else plays
    Q_QUEEN,  # how it is known that the queen comes back
    Q_MINE,  # masks of the pieces that the side is after, for each colour: whites, blacks, open
    Q_MINE_BLACK,
    Q_MINE_OPEN,
    Q_THEIRS,  # and of those that the other side is after
    Q_THEIRS_BLACK,
    Q_THEIRS_OPEN,
) = range(13)
ROUND_QUESTIONS = 13
AS_BEFORE, AS_THEY_REST, UNWEIGHED = range(3)  # Q_CAREFUL
BY_NOBODY, BY_VERDICT, BY_BOARD = range(3)  # Q_QUEEN: she was down, the verdict says so, she is up and not there

QUEEN_DISC = 1
FIRST_WHITE = 2
FIRST_BLACK = 11
OWN_FRAME_BIT = 8  # F_FRAMES
FORWARD, ALONG, BACKWARD = range(3)
PART = 16  # strokes played before they are weighed
ROUND = 6755399441055744.0  # added and taken off again, it leaves the nearest whole number
HALF_TURN = 3.141592653589793
QUARTER_TURN = 1.5707963267948966


@inlined
def direction_of(angle: float, parallel: float) -> int:
    """Whether a stroke goes forward, along the base line or backward."""
    turned = angle - 2.0 * HALF_TURN * (angle / (2.0 * HALF_TURN) + ROUND - ROUND)
    from_side = abs(turned) - QUARTER_TURN
    away = FORWARD if from_side < 0.0 else BACKWARD
    return ALONG if abs(from_side) <= parallel else away


def pack_stroke(
    k: int,
    at: int,
    strokes: Floats,
    layouts: Floats,
    fallen: Bytes,
    facts: Integers,
    bits: Integers,
    figures: Floats,
) -> int:
    """Pack what stroke k on layout `at` came to."""
    white = 0
    black = 0
    gone = 0
    first = 0
    j = 0
    while j < DISCS and fallen[k, j] >= 0:
        number = int(fallen[k, j]) & 31
        gone |= 1 << number
        white += 1 if (number >= FIRST_WHITE) & (number < FIRST_BLACK) else 0
        black += 1 if number >= FIRST_BLACK else 0
        first = number if first < FIRST_WHITE else first
        j += 1
    packed = (white << bits[B_FELL_WHITE]) | (black << bits[B_FELL_BLACK])
    packed |= (((gone >> QUEEN_DISC) & 1) << bits[B_FELL_QUEEN]) | ((gone & 1) << bits[B_STRIKER_FELL])
    packed |= (1 if first >= FIRST_BLACK else 0) << bits[B_BLACK_FIRST]
    struck = facts[k, F_STRUCK] & gone
    packed |= (1 if (struck >> FIRST_BLACK) != 0 else 0) << bits[B_STRUCK_BLACK]
    packed |= (1 if (struck & ((1 << FIRST_BLACK) - (1 << FIRST_WHITE))) != 0 else 0) << bits[B_STRUCK_WHITE]
    packed |= ((struck >> QUEEN_DISC) & 1) << bits[B_STRUCK_QUEEN]
    jumped = facts[k, F_JUMPED]
    if jumped != 0:
        white = 0
        black = 0
        for i in range(FIRST_WHITE, FIRST_BLACK):
            white += (jumped >> i) & 1
        for i in range(FIRST_BLACK, DISCS):
            black += (jumped >> i) & 1
        packed |= (white << bits[B_LEFT_WHITE]) | (black << bits[B_LEFT_BLACK])
        packed |= (((jumped >> QUEEN_DISC) & 1) << bits[B_LEFT_QUEEN]) | ((jumped & 1) << bits[B_STRIKER_LEFT])
    met = facts[k, F_FIRST]
    packed |= (1 if met >= 0 else 0) << bits[B_TOUCHED]
    packed |= (1 if facts[k, F_SPREAD] != 0 else 0) << bits[B_SPREAD]
    packed |= (1 if facts[k, F_CROSSED] != 0 else 0) << bits[B_CROSSED]
    packed |= (1 if facts[k, F_BEHIND] != 0 else 0) << bits[B_STAYED_BEHIND]
    packed |= (1 if (facts[k, F_FRAMES] & OWN_FRAME_BIT) != 0 else 0) << bits[B_OWN_FRAME]
    packed |= (1 if facts[k, F_BACK] != 0 else 0) << bits[B_CAME_BACK]
    if met >= 0 and met < DISCS and facts[k, F_CROSSED] == 0:
        behind = layouts[at, met, 1] - figures[G_COIN_RADIUS] < figures[G_FRONT]
        packed |= (1 if behind else 0) << bits[B_BEHIND_LINE]
    return packed | (direction_of(strokes[k, 1], figures[G_PARALLEL]) << bits[B_DIRECTION])


def pack_strokes(
    strokes: Floats,
    layouts: Floats,
    fallen: Bytes,
    facts: Integers,
    bits: Integers,
    figures: Floats,
    packed: Integers,
) -> None:
    """Pack what the kernel says of strokes.

    Shapes: strokes (n, 3); layouts (n, 20, 2) or (1, 20, 2), before the strokes; fallen (n, 20) and facts (n, FACTS) of
        the kernel; bits (FIELD_BITS,); figures (PACKING_FIGURES,); packed (n,), filled in. A row means nothing where
        the stroke cannot be played.
    """
    shared = layouts.shape[0] == 1
    for k in range(strokes.shape[0]):
        packed[k] = pack_stroke(k, 0 if shared else k, strokes, layouts, fallen, facts, bits, figures)


@inlined
def without_unasked(board: int, stroke: int, bits: Integers) -> int:
    """Return a packed stroke without what no question about this board asks: fewer differ."""
    colour = (board >> bits[B_COLOUR]) & 3
    first = 1 << bits[B_BLACK_FIRST]
    stroke = stroke if colour == COLOURS_OPEN else stroke & (-1 ^ first)
    met_only = ((stroke >> bits[B_TOUCHED]) & 1) > ((stroke >> bits[B_SPREAD]) & 1)
    broken = ((board >> bits[B_BROKEN]) & 1) == 1
    return stroke | (1 << bits[B_SPREAD]) if broken & met_only else stroke


@inlined
def hash_of(board: int, stroke: int) -> int:
    """A number that little else has; no step of it needs more than 62 bits."""
    mixed = (board & 16777215) * 1540483477 ^ ((board >> 24) & 67108863) * 668265263
    mixed = mixed ^ (stroke & 16777215) * 1274126177 ^ ((stroke >> 24) & 16777215) * 2246822519
    mixed = mixed ^ (mixed >> 29)
    mixed = (mixed & 1073741823) * 1597334677
    return (mixed >> 22) & 2147483647


def row_of(board: int, stroke: int, slots: Integers, known: Integers) -> int:
    """The row of a verdict among those known, -1 where it is not."""
    slot = hash_of(board, stroke)
    last = slots.shape[0] - 1
    found = -1
    steps = 0
    while steps <= last:
        steps += 1
        slot = slot & last
        row = slots[slot]
        if row < 0 or row >= known.shape[0]:
            steps = last + 1
        elif known[row, K_BOARD] == board and known[row, K_STROKE] == stroke:
            found = row
            steps = last + 1
        slot += 1
    return found


def find_verdicts(
    boards: Integers,
    strokes: Integers,
    slots: Integers,
    known: Integers,
    bits: Integers,
    asked_for: Integers,
    rows: Integers,
) -> None:
    """Say which of the known verdicts is that on each stroke on its board.

    Shapes: boards (n,) and strokes (n,), packed, of which what is never asked is taken out; slots (s,), a power of two,
        rows of known by `hash_of`, -1 where none is; known (m, KNOWN_COLUMNS); bits (FIELD_BITS,); asked_for (1,), bits
        of a stroke that these verdicts depend on; rows (n,), filled in, -1 for those that are not known.
    """
    for k in range(boards.shape[0]):
        strokes[k] = without_unasked(boards[k], strokes[k], bits)
        rows[k] = row_of(boards[k], strokes[k] & asked_for[0], slots, known)


def weigh_part(
    first: int,
    count: int,
    finals: Floats,
    board_rows: Integers,
    boards: Integers,
    bits: Integers,
    slots: Integers,
    known: Integers,
    asked: Integers,
    hand: Floats,
    now: Floats,
    fields: Integers,
    weights: Floats,
    worths: Floats,
    said: Integers,
    packed: Integers,
) -> None:
    """Look strokes up and weigh what they lead to: `count` of them, from `first` on, as `imagine_strokes` says."""
    mine = np.zeros(PART * DISCS)
    theirs = np.zeros(PART * DISCS)
    chances = np.zeros((1, DISCS))
    after = np.zeros(PART, np.int64)
    turns = np.zeros(PART, np.int8)
    kinds = np.empty(DISCS, np.int64)
    question = np.empty(SIGHT_QUESTIONS, np.int64)
    for i in range(DISCS):
        kinds[i] = WHITE_PIECE if i < FIRST_BLACK else BLACK_PIECE
    kinds[0] = KINDS_OF_PIECES  # the striker is none
    kinds[QUEEN_DISC] = QUEEN_PIECE
    for k in range(count):
        if said[first + k] != WAS_MADE:
            continue
        board = boards[board_rows[first + k]]
        packed[first + k] = without_unasked(board, packed[first + k], bits)
        row = row_of(board, packed[first + k] & asked[Q_ASKED_FOR], slots, known)
        if row < 0:
            continue
        flags = known[row, K_FLAGS]
        said[first + k] = WAS_MADE | WAS_JUDGED | (flags & (PASSED | GOES_ON | ENDED | QUEEN_BACK))
        passes = flags & PASSED
        to_play = 1 if passes != asked[Q_STRIKER] else 0
        after[k] = known[row, K_AFTER]
        turns[k] = to_play
        if (flags & ENDED) != 0 or asked[Q_CAREFUL] == UNWEIGHED:
            continue
        if asked[Q_CAREFUL] == AS_BEFORE:
            for i in range(DISCS):
                there = finals[k, i, 0] == finals[k, i, 0]
                mine[DISCS * k + i] = now[0, i] if there else 0.0
                theirs[DISCS * k + i] = now[1, i] if there else 0.0
            continue
        is_up = ((after[k] >> bits[B_QUEEN]) & 3) == QUEEN_UP
        gone = finals[k, QUEEN_DISC, 0] != finals[k, QUEEN_DISC, 0]
        by_verdict = (asked[Q_QUEEN] == BY_VERDICT) & ((flags & QUEEN_BACK) != 0)
        if by_verdict | ((asked[Q_QUEEN] == BY_BOARD) & is_up & gone):
            finals[k, QUEEN_DISC, 0] = 0.0
            finals[k, QUEEN_DISC, 1] = 0.0
        colour = (after[k] >> bits[B_COLOUR]) & 3
        colour = colour if colour < COLOURS_OPEN else COLOURS_OPEN
        if to_play == 0 and colour != COLOURS_OPEN:
            colour = 1 - colour
        question[S_MASK] = asked[Q_MINE + colour]
        question[S_TURNS] = asked[Q_PARTNER] if to_play == 0 else 0
        guess_chances(finals[k : k + 1], question, hand, chances)
        for i in range(DISCS):
            mine[DISCS * k + i] = chances[0, i]
        if asked[Q_ALONE] == 0:
            question[S_MASK] = asked[Q_THEIRS + colour]
            question[S_TURNS] = asked[Q_NEXT]
            guess_chances(finals[k : k + 1], question, hand, chances)
            for i in range(DISCS):
                theirs[DISCS * k + i] = chances[0, i]
    if asked[Q_CAREFUL] == UNWEIGHED:
        return
    weigh_boards(
        after[0:count],
        turns[0:count],
        kinds[0:DISCS],
        mine,
        theirs,
        fields,
        weights,
        worths[first : first + count],
    )


def weigh_outcomes(
    finals: Floats,
    board_rows: Integers,
    boards: Integers,
    bits: Integers,
    slots: Integers,
    known: Integers,
    asked: Integers,
    hand: Floats,
    now: Floats,
    fields: Integers,
    weights: Floats,
    worths: Floats,
    said: Integers,
    packed: Integers,
) -> None:
    """Weigh strokes that `imagine_strokes` left because their verdicts were not known, as it would have.

    Shapes: finals (n, 20, 2), board_rows (n,), said (n,) and packed (n,) as they came out of it; worths (n,), filled in
        like `said`; the others as there.
    """
    first = 0
    while first < finals.shape[0]:
        rest = finals.shape[0] - first
        count = rest if rest < PART else PART
        weigh_part(
            first,
            count,
            finals[first : first + count],
            board_rows,
            boards,
            bits,
            slots,
            known,
            asked,
            hand,
            now,
            fields,
            weights,
            worths,
            said,
            packed,
        )
        first += PART


def imagine_strokes(
    strokes: Floats,
    board_rows: Integers,
    layouts: Floats,
    boards: Integers,
    parameters: Floats,
    table: Floats,
    bits: Integers,
    figures: Floats,
    slots: Integers,
    known: Integers,
    asked: Integers,
    hand: Floats,
    now: Floats,
    fields: Integers,
    weights: Floats,
    segments: Floats,
    events: Floats,
    worths: Floats,
    said: Integers,
    packed: Integers,
    left: Floats,
    summary: Integers,
) -> None:
    """Play strokes, look up what they lead to, and weigh it for the side that counts.

    Shapes: strokes (n, 3); board_rows (n,), on which layout (m, 20, 2) and board (m,) each is made; parameters and
        table of the kernel; bits (FIELD_BITS,), figures (PACKING_FIGURES,), slots and known as of `find_verdicts`;
        asked (ROUND_QUESTIONS,); hand (SIGHT_FIGURES,); now (2, 20), chances of either side's pieces as they lie
        before; fields (WORTH_QUESTIONS,) and weights (WORTH_FIGURES,) as of `weigh_boards`; segments and events without
        rows. Filled in: worths (n,), which mean nothing where it is not asked what boards are worth, one is over or the
        stroke was not judged; said (n,), flags; packed (n,) what the strokes came to; left (n, 20, 2), where the pieces
        of those strokes lie whose verdict is not known (`said` is WAS_MADE), one after the other; summary (SUMMARY,),
        flags of some and of all.
    """
    lying = np.empty((PART, DISCS, 2))
    finals = np.empty((PART, DISCS, 2))
    fallen = np.empty((PART, DISCS), np.int8)
    facts = np.empty((PART, FACTS), np.int64)
    durations = np.empty(PART)
    shared = layouts.shape[0] == 1
    nowhere = INF - INF
    of_some = 0
    of_all = -1
    waiting = 0
    first = 0
    while first < strokes.shape[0]:
        rest = strokes.shape[0] - first
        count = rest if rest < PART else PART
        for k in range(count):
            durations[k] = 0.0
            for i in range(DISCS):
                fallen[k, i] = -1
                finals[k, i, 0] = nowhere
                finals[k, i, 1] = nowhere
            for i in range(FACTS):
                facts[k, i] = 0
            if k == 0 or not shared:
                for i in range(DISCS):
                    lying[k, i, 0] = layouts[board_rows[first + k], i, 0]
                    lying[k, i, 1] = layouts[board_rows[first + k], i, 1]
        simulate_strokes(
            strokes[first : first + count],
            lying[0 : 1 if shared else count],
            parameters,
            table,
            finals[0:count],
            fallen[0:count],
            facts[0:count],
            durations[0:count],
            segments,
            events,
        )
        for k in range(count):
            status = facts[k, F_STATUS]
            said[first + k] = WAS_MADE if status == DONE else status * REFUSED
            packed[first + k] = 0
            if status == DONE:
                at = 0 if shared else k
                packed[first + k] = pack_stroke(
                    k, at, strokes[first : first + count], lying, fallen, facts, bits, figures
                )
        weigh_part(
            first,
            count,
            finals,
            board_rows,
            boards,
            bits,
            slots,
            known,
            asked,
            hand,
            now,
            fields,
            weights,
            worths,
            said,
            packed,
        )
        for k in range(count):
            of_some |= said[first + k]
            of_all &= said[first + k]
            if said[first + k] == WAS_MADE:
                for i in range(DISCS):
                    left[waiting, i, 0] = finals[k, i, 0]
                    left[waiting, i, 1] = finals[k, i, 1]
                waiting += 1
        first += PART
    summary[SAID_OF_SOME] = of_some
    summary[SAID_OF_ALL] = of_all
