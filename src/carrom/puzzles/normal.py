"""Any board as a puzzle shows it: the solver is side A at SOUTH, the score is even, pieces have the lowest numbers."""

from dataclasses import replace

from carrom.equipment.position import PlacedPiece, Position
from carrom.equipment.validity import check_position
from carrom.errors import CarromError
from carrom.laws.board_state import BoardState, Pair
from carrom.match.awaiting import Due
from carrom.play.situation import Situation
from carrom.terms import BLACK_NUMBERS, QUEEN_NUMBER, WHITE_NUMBERS, Piece, Seat, Side, piece_of

TWO, ALONE = "A-B-", "A---"
PLACES = (4, 5, 6)  # decimals of a metre: the fewest at which pieces that touch do not overlap
FIRST_NUMBERS = {Piece.QUEEN: QUEEN_NUMBER, Piece.WHITE: WHITE_NUMBERS.start, Piece.BLACK: BLACK_NUMBERS.start}


def normalised(situation: Situation) -> Situation | None:
    """The board as its solver sees it; None: in doubles, or where pieces lie too close to be written briefly."""
    if situation.board.players != 2:
        return None
    board, seat = situation.board, situation.board.seat
    numbers = _new_numbers(situation)
    position = _rounded(
        Position(
            tuple(
                sorted(PlacedPiece(numbers[n], x, y) for n, x, y in situation.position.seen_from(seat).pieces),
            )
        )
    )
    if position is None:
        return None
    swapped = board.to_play is Side.B
    dues = tuple(_due(due, numbers, swapped=swapped) for due in situation.dues)
    return Situation(
        ruleset=situation.ruleset,
        position=position,
        board=_board(board, swapped=swapped),
        seats=ALONE if board.solo else TWO,
        breaker=Seat.SOUTH,
        dues=dues,
    )


def _board(board: BoardState, *, swapped: bool) -> BoardState:
    def side(which: Side | None) -> Side | None:
        return which.other if which and swapped else which

    def pair(values: Pair) -> Pair:
        return values[::-1] if swapped else values

    return replace(
        board,
        queen_side=side(board.queen_side),
        white_side=side(board.white_side),
        owed=pair(board.owed),
        earned=board.earned[::-1] if swapped else board.earned,
        score=(0, 0),
        to_play=Side.A,
        seat=Seat.SOUTH,
        strokes=0,
        passes=0,
        warnings=(),
    )


def _due(due: Due, numbers: dict[int, int], *, swapped: bool) -> Due:
    side = due.side.other if due.side and swapped else due.side
    return replace(due, side=side, placer=Seat.SOUTH, number=numbers[due.number] if due.number is not None else None)


def _new_numbers(situation: Situation) -> dict[int, int]:
    """The lowest numbers of each kind, for the pieces that lie and then for those that are placed."""
    held = [due.number for due in situation.dues if due.number is not None]
    found: dict[int, int] = {}
    counted = dict(FIRST_NUMBERS)
    for number in (*situation.position.numbers, *held):
        kind = piece_of(number)
        found[number] = counted[kind]
        counted[kind] += 1
    return found


def _rounded(position: Position) -> Position | None:
    for places in PLACES:
        rounded = Position(tuple(PlacedPiece(n, round(x, places), round(y, places)) for n, x, y in position.pieces))
        try:
            check_position(rounded)
        except CarromError:
            continue
        return rounded
    return None
