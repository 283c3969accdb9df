"""Boards and simulated strokes as whole numbers: everything that a verdict can depend on.

A board is packed as the side to play sees it (own, other): which side that is, and at which seat it sits, changes no
verdict but by name. Left out is what no question about a stroke asks: strokes made, turns passed, warnings; and the
score, which pays only where a board ends. Of what fell the laws ask how many of each kind, and while colours are open
which coin fell first; whether the coins spread they ask of a break alone. Tests hold all of this to `judge`.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from carrom.equipment.measurements import COIN_RADIUS, FRONT_LINE
from carrom.laws.board_state import BoardState, Pair
from carrom.laws.facts import Direction, StrokeFacts
from carrom.laws.placement import PARALLEL
from carrom.physics.batch import StrokeResults
from carrom.physics.native import native
from carrom.terms import BLACK_NUMBERS, QUEEN_NUMBER, WHITE_NUMBERS, Piece, Queen, Seat, Side

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Fields of a board: the first bit and how many bits.
WHITE_UP, BLACK_UP, QUEEN, WHITE_SIDE = (0, 4), (4, 4), (8, 2), (10, 2)
OWN_OWED, OTHER_OWED, OWN_EARNED, OTHER_EARNED = (12, 10), (22, 10), (32, 1), (33, 1)
BROKEN, ATTEMPT, FIRST_OF_TURN, EARLY_QUEEN = (34, 1), (35, 8), (43, 1), (44, 1)
REPRIEVED, COVERED_THIS_TURN, SOLO, DOUBLES = (45, 1), (46, 1), (47, 1), (48, 1)

MOST_OWED, MOST_ATTEMPTS = 1023, 255
QUEEN_UP, QUEEN_AWAITS_COVER, QUEEN_OWN, QUEEN_OTHERS = range(4)  # the field QUEEN
WHITE_IS_OWN, WHITE_IS_OTHERS, COLOURS_OPEN = range(3)  # the field WHITE_SIDE

# Fields of a stroke.
FELL_WHITE, FELL_BLACK, FELL_QUEEN, BLACK_FIRST = (0, 4), (4, 4), (8, 1), (9, 1)
LEFT_WHITE, LEFT_BLACK, LEFT_QUEEN = (10, 4), (14, 4), (18, 1)
STRIKER_FELL, STRIKER_LEFT, TOUCHED, SPREAD = (19, 1), (20, 1), (21, 1), (22, 1)
STRUCK_WHITE, STRUCK_BLACK, STRUCK_QUEEN, DIRECTION = (23, 1), (24, 1), (25, 1), (26, 2)
CROSSED, STAYED_BEHIND, OWN_FRAME, CAME_BACK, BEHIND_LINE = (28, 1), (29, 1), (30, 1), (31, 1), (32, 1)

# Facts that many verdicts do not depend on, by their names.
SELDOM_ASKED = {
    "struck": (STRUCK_WHITE, STRUCK_BLACK, STRUCK_QUEEN),
    "direction": (DIRECTION,),
    "crossed_front_line": (CROSSED,),
    "stayed_behind_line": (STAYED_BEHIND,),
    "touched_own_frame": (OWN_FRAME,),
    "came_back_into_own_half": (CAME_BACK,),
    "struck_behind_line": (BEHIND_LINE,),
    "striker_left_board": (STRIKER_LEFT,),
}

Field = tuple[int, int]
DIRECTIONS = (Direction.FORWARD, Direction.HORIZONTAL, Direction.BACKWARD)
_FELL = ((FELL_WHITE, Piece.WHITE), (FELL_BLACK, Piece.BLACK), (FELL_QUEEN, Piece.QUEEN))
_LEFT = ((LEFT_QUEEN, Piece.QUEEN), (LEFT_WHITE, Piece.WHITE), (LEFT_BLACK, Piece.BLACK))  # by number
_STRUCK = ((STRUCK_WHITE, Piece.WHITE), (STRUCK_BLACK, Piece.BLACK), (STRUCK_QUEEN, Piece.QUEEN))


def _mask(numbers: range) -> int:
    return sum(1 << number for number in numbers)


WHITES, BLACKS, THE_QUEEN = _mask(WHITE_NUMBERS), _mask(BLACK_NUMBERS), 1 << QUEEN_NUMBER
BITS = np.array(  # first bits, in the order of `carrom.physics.rounds`
    [
        first
        for first, _ in (
            *(FELL_WHITE, FELL_BLACK, FELL_QUEEN, BLACK_FIRST, LEFT_WHITE, LEFT_BLACK, LEFT_QUEEN),
            *(STRIKER_FELL, STRIKER_LEFT, TOUCHED, SPREAD, STRUCK_WHITE, STRUCK_BLACK, STRUCK_QUEEN, DIRECTION),
            *(CROSSED, STAYED_BEHIND, OWN_FRAME, CAME_BACK, BEHIND_LINE),
            *(WHITE_SIDE, QUEEN, BROKEN),
        )
    ]
)
PACKING = np.array([COIN_RADIUS, -FRONT_LINE, PARALLEL])  # figures, likewise
_BITS = np.array([*(1 << number for number in range(20)), 0])  # of a number; -1, the last, has none


def bits_of(*fields: Field) -> int:
    """The bits of some fields."""
    return sum((1 << bits) - 1 << first for first, bits in fields)


def put(value: int, field: Field) -> int:
    """A value in its place. Raises OverflowError: it has more bits than the field."""
    first, bits = field
    if value >> bits:
        raise OverflowError(f"{value} has no room in {bits} bits")
    return value << first


def get(packed: int, field: Field) -> int:
    """The value of a field."""
    first, bits = field
    return packed >> first & (1 << bits) - 1


def values(packed: Ints, field: Field) -> Ints:
    """The values of a field."""
    first, bits = field
    return np.asarray(packed >> first & (1 << bits) - 1, np.int64)


def pack_board(board: BoardState) -> int:
    """A board as its side to play sees it.

    Raises:
        OverflowError: more owed, or attempts at the break, than anybody ever made.
    """
    side = board.to_play
    if board.queen is Queen.COVERED:
        queen = QUEEN_OWN if board.queen_side is side else QUEEN_OTHERS
    else:
        queen = QUEEN_AWAITS_COVER if board.queen is Queen.AWAITING_COVER else QUEEN_UP
    white = COLOURS_OPEN if board.white_side is None else WHITE_IS_OWN if board.white_side is side else WHITE_IS_OTHERS
    mine, others = board.owed if side is Side.A else board.owed[::-1]
    earned, they_earned = board.earned if side is Side.A else board.earned[::-1]
    if mine > MOST_OWED or others > MOST_OWED or board.attempt > MOST_ATTEMPTS:
        raise OverflowError(f"{mine} and {others} owed, attempt {board.attempt}")
    return (
        board.white_up << WHITE_UP[0]
        | board.black_up << BLACK_UP[0]
        | queen << QUEEN[0]
        | white << WHITE_SIDE[0]
        | mine << OWN_OWED[0]
        | others << OTHER_OWED[0]
        | earned << OWN_EARNED[0]
        | they_earned << OTHER_EARNED[0]
        | board.broken << BROKEN[0]
        | board.attempt << ATTEMPT[0]
        | board.first_of_turn << FIRST_OF_TURN[0]
        | board.early_queen << EARLY_QUEEN[0]
        | board.reprieved << REPRIEVED[0]
        | board.covered_this_turn << COVERED_THIS_TURN[0]
        | board.solo << SOLO[0]
        | (board.players == 4) << DOUBLES[0]
    )


def unpack_board(
    packed: int, side: Side = Side.A, seat: Seat = Seat.SOUTH, score: Pair = (0, 0), strokes: int = 0
) -> BoardState:
    """The board again, with what was left out; `side` is the one to play."""
    other = side.other
    own_owed, other_owed = packed >> OWN_OWED[0] & MOST_OWED, packed >> OTHER_OWED[0] & MOST_OWED
    own_earned, other_earned = packed >> OWN_EARNED[0] & 1 == 1, packed >> OTHER_EARNED[0] & 1 == 1
    is_a = side is Side.A
    queen = packed >> QUEEN[0] & 3
    return BoardState(
        white_up=packed >> WHITE_UP[0] & 15,
        black_up=packed >> BLACK_UP[0] & 15,
        queen=_QUEENS[queen],
        queen_side=(None, side, side, other)[queen],
        white_side=(side, other, None)[packed >> WHITE_SIDE[0] & 3],
        owed=(own_owed, other_owed) if is_a else (other_owed, own_owed),
        earned=(own_earned, other_earned) if is_a else (other_earned, own_earned),
        score=score,
        to_play=side,
        seat=seat,
        players=4 if packed >> DOUBLES[0] & 1 else 2,
        solo=packed >> SOLO[0] & 1 == 1,
        broken=packed >> BROKEN[0] & 1 == 1,
        attempt=packed >> ATTEMPT[0] & MOST_ATTEMPTS,
        first_of_turn=packed >> FIRST_OF_TURN[0] & 1 == 1,
        strokes=strokes,
        early_queen=packed >> EARLY_QUEEN[0] & 1 == 1,
        reprieved=packed >> REPRIEVED[0] & 1 == 1,
        covered_this_turn=packed >> COVERED_THIS_TURN[0] & 1 == 1,
    )


_QUEENS = (Queen.ON_BOARD, Queen.AWAITING_COVER, Queen.COVERED, Queen.COVERED)


def pack_facts(facts: StrokeFacts) -> int:
    """A stroke that was simulated: nothing was declared, nobody saw more of it than the engine."""
    counted = [(facts.pocketed.count(kind), field) for field, kind in _FELL]
    counted += [(facts.left_board.count(kind), field) for field, kind in _LEFT]
    counted += [(kind in facts.struck, field) for field, kind in _STRUCK]
    first = next((piece for piece in facts.pocketed if piece is not Piece.QUEEN), None)
    fields = (
        *counted,
        (first is Piece.BLACK, BLACK_FIRST),
        (facts.striker_pocketed, STRIKER_FELL),
        (facts.striker_left_board, STRIKER_LEFT),
        (facts.touched, TOUCHED),
        (facts.has_spread, SPREAD),
        (DIRECTIONS.index(facts.direction), DIRECTION),
        (facts.crossed_front_line, CROSSED),
        (facts.stayed_behind_line, STAYED_BEHIND),
        (facts.touched_own_frame, OWN_FRAME),
        (facts.came_back_into_own_half, CAME_BACK),
        (facts.struck_behind_line, BEHIND_LINE),
    )
    return sum(put(int(value), field) for value, field in fields)


def unpack_facts(packed: int) -> StrokeFacts:
    """The stroke again, one of those that get the same verdict."""
    fell = list(_pieces(packed, _FELL))
    if get(packed, BLACK_FIRST):
        fell.sort(key=lambda piece: piece is not Piece.BLACK)
    return StrokeFacts(
        pocketed=tuple(fell),
        striker_pocketed=bool(get(packed, STRIKER_FELL)),
        left_board=tuple(_pieces(packed, _LEFT)),
        striker_left_board=bool(get(packed, STRIKER_LEFT)),
        touched=bool(get(packed, TOUCHED)),
        struck=frozenset(_pieces(packed, _STRUCK)),
        spread=bool(get(packed, SPREAD)),
        direction=DIRECTIONS[get(packed, DIRECTION)],
        crossed_front_line=bool(get(packed, CROSSED)),
        stayed_behind_line=bool(get(packed, STAYED_BEHIND)),
        touched_own_frame=bool(get(packed, OWN_FRAME)),
        came_back_into_own_half=bool(get(packed, CAME_BACK)),
        struck_behind_line=bool(get(packed, BEHIND_LINE)),
    )


def _pieces(packed: int, fields: tuple[tuple[Field, Piece], ...]) -> Iterator[Piece]:
    for field, kind in fields:
        yield from (kind,) * get(packed, field)


def pack_results(results: StrokeResults, strokes: Floats, layouts: Floats) -> Ints:
    """The facts of many strokes: what `pack_facts` gives for `facts_from_trace` of each (`carrom.physics.rounds`).

    Shapes: strokes (n, 3); layouts (n, 20, 2) or (1, 20, 2), the pieces before the strokes in the players' axes;
        result (n,). A row means nothing where the stroke cannot be played.
    """
    found = np.empty(len(results), np.int64)
    given = (np.ascontiguousarray(each) for each in (strokes, layouts, results.pocketed, results.facts))
    native().pack_strokes(*given, BITS, PACKING, found)
    return found


def masks(numbers: NDArray[np.int8]) -> NDArray[np.int64]:
    """The bits of numbers that are there once, then -1 for none. Shapes: numbers (n, 20), result (n,)."""
    found = np.zeros(len(numbers), np.int64)
    for column in numbers.T:  # few strokes pocket more than three
        if not (column >= 0).any():
            break
        found |= _BITS[column]
    return found
