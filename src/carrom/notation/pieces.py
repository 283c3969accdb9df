"""Positions and strokes as text, on one line or on several.

A piece is `q1(x,y)`, `w2(x,y)` or `b11(x,y)`: kind, number, centre in metres, in the board's axes. The number may be
left out: the piece gets the lowest free one of its kind. Every float comes back exactly.
"""

import math
import re
from collections.abc import Sequence

from carrom.equipment.position import PlacedPiece, Position
from carrom.equipment.validity import ImpossiblePositionError, check_position
from carrom.notation.cursor import Cursor, NotationError, UnwritableError, check_text
from carrom.terms import BLACK_NUMBERS, QUEEN_NUMBER, WHITE_NUMBERS, Piece, Stroke, piece_of

EMPTY = "empty"
_NUMBERS: dict[str, Sequence[int]] = {"q": (QUEEN_NUMBER,), "w": WHITE_NUMBERS, "b": BLACK_NUMBERS}
_LETTERS = {Piece.QUEEN: "q", Piece.WHITE: "w", Piece.BLACK: "b"}
_PIECE = re.compile(r"([qwb])(\d{1,3})?\(", re.ASCII)
_MOST = 19
_KINDS = (Piece.QUEEN, Piece.WHITE, Piece.BLACK)


def write_position(position: Position, *, lines: bool = False) -> str:
    """Write a position on one line, or with `lines` on one line for each kind.

    Raises:
        UnwritableError: a coordinate is not finite, or a piece is none.
    """
    if not position.pieces:
        return EMPTY
    if not lines:
        return " ".join(write_piece(piece) for piece in position.pieces)
    kinds = (position.of(kind) for kind in _KINDS)
    return "\n".join(" ".join(write_piece(piece) for piece in kind) for kind in kinds if kind)


def read_position(text: str) -> Position:
    """Read a position; spaces and line ends alike stand between pieces, in any order.

    Raises:
        NotationError: with line, column and code; also for pieces that cannot lie so.
    """
    rows = check_text(text).split("\n")
    cursors = [Cursor(row, number) for number, row in enumerate(rows, start=1)]
    filled = [cursor for cursor in cursors if not cursor.at_end() and not cursor.looks_like("#")]
    if not filled:
        raise NotationError("bad-syntax.empty", empty=EMPTY)
    return _read_rows(filled)


def write_piece(piece: PlacedPiece) -> str:
    """Write one piece: `w2(-0.078,0.048)`. Raises UnwritableError: no piece has such a number."""
    try:
        letter = _LETTERS[piece_of(piece.number)]
    except (ValueError, KeyError):
        raise UnwritableError("piece", number=piece.number) from None
    return f"{letter}{piece.number}({write_real(piece.x)},{write_real(piece.y)})"


def read_piece(cursor: Cursor) -> PlacedPiece:
    """Read one piece that has its number. Raises NotationError."""
    start = cursor.place
    piece, letter = _read_piece(cursor)
    if piece.number < 0:
        cursor.fail("bad-syntax.no-number", at=start, piece=f"{letter}{_NUMBERS[letter][0]}")
    return piece


def read_pieces(cursor: Cursor) -> Position:
    """Read a position up to the end of the line. Raises NotationError."""
    return _read_rows([cursor])


def write_stroke(stroke: Stroke) -> str:
    """Write a stroke: `offset 0.1203 angle -0.21 speed 2.4`; metres, radians (left positive), metres a second."""
    return f"offset {write_real(stroke.offset)} angle {write_real(stroke.angle)} speed {write_real(stroke.speed)}"


def read_stroke(text: str) -> Stroke:
    """Read a stroke.

    Raises:
        NotationError: with line, column and code.
    """
    rows = check_text(text).split("\n")
    filled = [Cursor(row, number) for number, row in enumerate(rows, start=1) if row.strip()]
    if len(filled) != 1:
        raise NotationError("bad-syntax.stroke")
    cursor, values = filled[0], []
    for name in ("offset", "angle", "speed"):
        if cursor.peek_word() != name:
            cursor.fail("missing-key.expected", expected=repr(name), found=cursor.rest())
        cursor.word(name)
        values.append(cursor.real())
    cursor.end()
    return Stroke(*values)


def write_real(value: object) -> str:
    """The shortest text that gives this float back. Raises UnwritableError: it is not finite, or no number."""
    if isinstance(value, bool) or not isinstance(value, float | int) or not math.isfinite(value):
        raise UnwritableError("not-finite", value=value)
    return float.__repr__(float(value))


def _read_piece(cursor: Cursor) -> tuple[PlacedPiece, str]:
    """One piece and its letter; number -1 if it has none."""
    match = cursor.match(_PIECE)
    if match is None:
        cursor.fail("bad-syntax.expected", expected="a piece like w2(-0.078,0.048)", found=cursor.rest())
    letter, digits = match.groups()
    if digits is not None and int(digits) not in _NUMBERS[letter]:
        numbers = _NUMBERS[letter]
        cursor.fail(
            "unknown-piece", piece=f"{letter}{digits}", least=f"{letter}{numbers[0]}", most=f"{letter}{numbers[-1]}"
        )
    cursor.place = match.end()
    x = cursor.real()
    cursor.expect(",")
    y = cursor.real()
    cursor.expect(")")
    cursor.expect_gap("a piece")
    return PlacedPiece(-1 if digits is None else int(digits), x, y), letter


def _read_rows(cursors: list[Cursor]) -> Position:
    """Pieces from all rows, numbered where they have no number, checked one after the other."""
    if len(cursors) == 1 and cursors[0].peek_word() == EMPTY:
        cursors[0].word(EMPTY)
        cursors[0].end()
        return Position()
    read: list[tuple[PlacedPiece, str, Cursor, int]] = []
    for cursor in cursors:
        while not cursor.at_end():
            if len(read) == _MOST:
                cursor.fail("piece-twice.all", most=_MOST)
            start = cursor.place
            read.append((*_read_piece(cursor), cursor, start))
    if not read:
        cursors[0].fail("bad-syntax.empty", empty=EMPTY)
    taken = {piece.number for piece, *_ in read}
    placed: list[PlacedPiece] = []
    for piece, letter, cursor, start in read:
        number = piece.number
        if number < 0:
            free = [candidate for candidate in _NUMBERS[letter] if candidate not in taken]
            if not free:
                cursor.fail("piece-twice.of-colour", at=start, most=len(_NUMBERS[letter]), letter=letter)
            number = free[0]
            taken.add(number)
        placed.append(PlacedPiece(number, piece.x, piece.y))
    return _checked(placed, [(cursor, start) for _, _, cursor, start in read])


def _checked(placed: list[PlacedPiece], places: list[tuple[Cursor, int]]) -> Position:
    """The position in order of numbers; an error names the first piece that causes it."""
    whole = Position(tuple(sorted(placed)))
    try:
        check_position(whole)
    except ImpossiblePositionError:
        for count, (cursor, start) in enumerate(places, start=1):
            try:
                check_position(Position(tuple(sorted(placed[:count]))))
            except ImpossiblePositionError as error:
                cursor.refuse(error, at=start)
        raise
    return whole
