"""A situation as one line: everything needed to continue a board. `docs/notation.md` has its grammar.

    icf seats A-B- strikes south breaks south turn first white A queen up dues 0:0 earned A score 4:11 passes 0
    strokes 12 pieces q1(0.03,0.045) w2(-0.215,0.12) b11(0.11,0.15)

(on one line). Every key is there, in this order, so that one situation has one line; only between dues there is also

    placing b12/B/south/outer_circle/striker_alone/ICF-L78+ICF-L84,b13/...

before `pieces`: each piece that is to be placed, who owes it, who places it, where, why, by which clauses.
"""

import re
from typing import TypeVar

from carrom.errors import CarromError
from carrom.laws.board_state import BoardState, Pair
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.ruling import Reason, Region
from carrom.match.awaiting import Due
from carrom.notation.cursor import Cursor, NotationError, UnwritableError, check_text
from carrom.notation.pieces import read_pieces, write_position
from carrom.play.situation import ROUND, SEATINGS, Situation, queen_word
from carrom.terms import Piece, Queen, Side, piece_of

_Value = TypeVar("_Value")
_PAIR = re.compile(r"([0-9]{1,6}):([0-9]{1,6})", re.ASCII)
_TURN = re.compile(r"(break([1-9][0-9]{0,3})|first|on)(\+covered)?(\+reprieved)?", re.ASCII)
_DUE = re.compile(r"([qwb])([0-9]{1,2})/([AB-])/([a-z]+)/([a-z_]+)/([a-z_]+)/([A-Za-z0-9.+-]*)", re.ASCII)
_LETTERS = {"q": Piece.QUEEN, "w": Piece.WHITE, "b": Piece.BLACK}
_REGIONS = {str(region.value): region for region in Region}
_REASONS = {str(reason.value): reason for reason in Reason}
_SIDES = {"A": Side.A, "B": Side.B}
_WHITE: dict[str, Side | None] = {**_SIDES, "-": None}
_QUEEN: dict[str, tuple[Queen, Side | None]] = {
    "up": (Queen.ON_BOARD, None),
    "due-A": (Queen.AWAITING_COVER, Side.A),
    "due-B": (Queen.AWAITING_COVER, Side.B),
    "A": (Queen.COVERED, Side.A),
    "B": (Queen.COVERED, Side.B),
}
_EARNED = {"-": (False, False), "A": (True, False), "B": (False, True), "AB": (True, True)}
_SEATS = {seat.value: seat for seat in ROUND}


def write_situation(situation: Situation) -> str:
    """Write a situation on one line. Raises UnwritableError."""
    board = situation.board
    turn = "first" if board.first_of_turn else "on"
    if not board.broken:
        if not board.first_of_turn:
            raise UnwritableError("type", value="a break that is not the first of its turn")
        turn = f"break{board.attempt}"
    turn += "+covered" * board.covered_this_turn + "+reprieved" * board.reprieved
    earned = "".join(name for name, had in zip("AB", board.earned, strict=True) if had) or "-"
    placing = f" placing {','.join(map(_written, situation.dues))}" if situation.dues else ""
    return (
        f"{situation.ruleset} seats {situation.seats} strikes {board.seat.value} breaks {situation.breaker.value}"
        f" turn {turn} white {board.white_side.name if board.white_side else '-'} queen {queen_word(board)}"
        f" dues {board.owed[0]}:{board.owed[1]} earned {earned} score {board.score[0]}:{board.score[1]}"
        f" passes {board.passes} strokes {board.strokes}{placing} pieces {write_position(situation.position)}"
    )


def _written(due: Due) -> str:
    letter = next(letter for letter, piece in _LETTERS.items() if piece is due.piece)
    side = due.side.name if due.side else "-"
    return f"{letter}{due.number}/{side}/{due.placer.value}/{due.region}/{due.why}/{'+'.join(due.clauses)}"


def looks_like_a_situation(text: str) -> bool:
    """Whether somebody means a situation and not the pieces alone."""
    return re.match(r"\s*[a-z][a-z0-9-]* +seats\b", text, re.ASCII) is not None


def read_situation(text: str) -> Situation:
    """Read a situation.

    Raises:
        NotationError: with line, column and code; also for a board that cannot stand like this.
    """
    rows = check_text(text).split("\n")
    filled = [Cursor(row, number) for number, row in enumerate(rows, start=1) if row.strip()]
    if len(filled) != 1:
        raise NotationError("bad-syntax.situation")
    cursor = filled[0]
    ruleset = _one_of(cursor, {slug: slug for slug in RULESETS})
    seats = _after(cursor, "seats", dict(zip(SEATINGS, SEATINGS, strict=True)))
    seat, breaker = _after(cursor, "strikes", _SEATS), _after(cursor, "breaks", _SEATS)
    _key(cursor, "turn")
    turn = cursor.match(_TURN)
    if turn is None:
        cursor.fail("unknown-word.expected", expected="break1, first or on", found=cursor.rest())
    cursor.place = turn.end()
    cursor.expect_gap("the turn")
    white = _after(cursor, "white", _WHITE)
    queen, queen_side = _after(cursor, "queen", _QUEEN)
    owed = _pair(cursor, "dues")
    earned = _after(cursor, "earned", _EARNED)
    score = _pair(cursor, "score")
    passes, strokes = _count(cursor, "passes"), _count(cursor, "strokes")
    dues = _dues(cursor) if cursor.peek_word() == "placing" else ()
    _key(cursor, "pieces")
    position = read_pieces(cursor)
    letter = seats[ROUND.index(seat)]
    if letter == "-":
        cursor.fail("unknown-word.seat", at=0, seat=seat.value, seats=seats)
    board = BoardState(
        white_up=len(position.of(Piece.WHITE)) + sum(due.piece is Piece.WHITE for due in dues),
        black_up=len(position.of(Piece.BLACK)) + sum(due.piece is Piece.BLACK for due in dues),
        queen=queen,
        queen_side=queen_side,
        white_side=white,
        owed=owed,
        earned=earned,
        score=score,
        to_play=_SIDES[letter],
        seat=seat,
        players=2 if "-" in seats else 4,
        solo=seats.count("-") == 3,
        broken=turn[2] is None,
        attempt=int(turn[2] or 1),
        first_of_turn=turn[1] != "on",
        covered_this_turn=bool(turn[3]),
        reprieved=bool(turn[4]),
        passes=passes,
        strokes=strokes,
    )
    try:
        return Situation(ruleset=ruleset, position=position, board=board, seats=seats, breaker=breaker, dues=dues)
    except CarromError as error:
        cursor.refuse(error, at=0)


def _dues(cursor: Cursor) -> tuple[Due, ...]:
    """Return the dues to be placed, from `placing` on."""
    _key(cursor, "placing")
    found: list[Due] = []
    while True:
        start = cursor.place
        match = cursor.match(_DUE)
        if match is None:
            cursor.fail("unknown-word.expected", expected="a due, such as b12/B/south/...", found=cursor.rest())
        letter, digits, side, placer, region, why, clauses = match.groups()
        number, known = int(digits), (placer in _SEATS, region in _REGIONS, why in _REASONS)
        if not all(known) or not 1 <= number <= 19 or piece_of(number) is not _LETTERS[letter]:
            cursor.fail("unknown-word.expected", at=start, expected="a due of this game", found=match[0])
        found.append(
            Due(
                piece=_LETTERS[letter],
                side=_SIDES.get(side),
                placer=_SEATS[placer],
                region=_REGIONS[region],
                why=_REASONS[why],
                clauses=tuple(clauses.split("+")) if clauses else (),
                number=number,
            )
        )
        cursor.place = match.end()
        if not cursor.text.startswith(",", cursor.place):
            cursor.expect_gap("the dues")
            return tuple(found)
        cursor.place += 1


def _key(cursor: Cursor, name: str) -> None:
    if cursor.peek_word() != name:
        cursor.fail("missing-key.expected", expected=repr(name), found=cursor.rest())
    cursor.word(name)


def _one_of(cursor: Cursor, known: dict[str, _Value]) -> _Value:
    start = cursor.place
    word = cursor.word("one of " + ", ".join(known))
    if word not in known:
        cursor.fail("unknown-word.expected", at=start, expected=" or ".join(known), found=repr(word))
    return known[word]


def _after(cursor: Cursor, key: str, known: dict[str, _Value]) -> _Value:
    _key(cursor, key)
    return _one_of(cursor, known)


def _pair(cursor: Cursor, key: str) -> Pair:
    _key(cursor, key)
    found = cursor.match(_PAIR)
    if found is None:
        cursor.fail("unknown-word.expected", expected="two whole numbers, such as 4:11", found=cursor.rest())
    cursor.place = found.end()
    cursor.expect_gap("a pair")
    return int(found[1]), int(found[2])


def _count(cursor: Cursor, key: str) -> int:
    _key(cursor, key)
    start = cursor.place
    number = cursor.whole()
    if not 0 <= number <= 999_999:
        cursor.fail("unknown-word.expected", at=start, expected="0 to 999999", found=str(number))
    return number
