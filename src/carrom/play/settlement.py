"""From a ruling to pieces: those the umpire puts back, those in hand, and the dues to be placed.

Reads the ruling; judges nothing. Which piece of a kind comes out is always the same for the same stroke.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from carrom.equipment.position import PlacedPiece, Position
from carrom.laws.board_state import BoardState, may_forgo, with_dues_down
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import UMPIRE, Return, Ruling, Verdict
from carrom.match.awaiting import Due
from carrom.match.progression import claim_of
from carrom.play import places
from carrom.terms import BLACK_NUMBERS, QUEEN_NUMBER, WHITE_NUMBERS, Piece, Seat, piece_of

_NUMBERS: dict[Piece, Iterable[int]] = {
    Piece.QUEEN: (QUEEN_NUMBER,),
    Piece.WHITE: WHITE_NUMBERS,
    Piece.BLACK: BLACK_NUMBERS,
}


@dataclass(slots=True, kw_only=True)
class Settled:
    """The board after a ruling, filled in place by `settle` and seen by nobody else until it returns."""

    board: BoardState
    position: Position
    hand: tuple[int, ...] = ()
    dues: tuple[Due, ...] = ()
    returned: list[PlacedPiece] = field(default_factory=list)
    no_room: tuple[int, ...] = ()
    suggested: tuple[float, float] | None = None  # where the first due may lie


def settle(
    ruling: Ruling,
    lying: Position,
    ruleset: Ruleset,
    *,
    gone: tuple[int, ...] = (),
    jumped: tuple[int, ...] = (),
    seat: Seat,
) -> Settled:
    """Put back what the umpire's law puts back, take the dues in hand; dues without room go down and are owed again.

    `lying` is where the stroke by `seat` left the pieces, `gone` are the numbers that it took away, `jumped` those of
    them that left the surface over a frame. A coin that comes back is one of this stroke first (the lowest number),
    then of all that are down.
    """
    settled = put_back(ruling, lying, ruleset, gone=gone, jumped=jumped, seat=seat)
    settled.hand = tuple(due.number for due in settled.dues if due.number is not None)
    settled.hand += _up_elsewhere(settled.board, settled.position, settled.hand)
    return settled


def put_back(
    ruling: Ruling | Verdict,
    lying: Position,
    ruleset: Ruleset,
    *,
    gone: tuple[int, ...],
    jumped: tuple[int, ...],
    seat: Seat,
) -> Settled:
    """The same without what is in hand."""
    settled = Settled(board=ruling.after, position=lying)
    if ruling.outcome is None:
        off = list(jumped)
        dues: list[Due] = []
        umpires: list[int] = []
        alone: list[int] = []  # dues of one who plays alone: nobody chooses a place for them
        for back in ruling.returns:
            taken = {*lying.numbers, *umpires, *alone, *(due.number for due in dues)}
            number = _jumped(back, off) if back.jumped else _from_pockets(back.piece, taken, off, gone)
            if back.placer == UMPIRE or (ruling.after.solo and (back.jumped or back.piece is Piece.QUEEN)):
                umpires.append(number)
            elif ruling.after.solo:
                alone.append(number)
            else:
                dues.append(_due(back, number, ruling.after))
        for placed in places.put_back(tuple(umpires), lying, seat):
            settled.position = settled.position.with_piece(*placed)
            settled.returned.append(placed)
        for placed in places.put_dues_at_centre(tuple(alone), settled.position, seat, ruleset):
            settled.position = settled.position.with_piece(*placed)
            settled.returned.append(placed)
        settled.dues = tuple(dues)
        settled.suggested = make_room(settled, ruleset, seat)
    return settled


def jumped_of(gone: tuple[int, ...], kinds: tuple[Piece, ...]) -> tuple[int, ...]:
    """Return which of the pieces that a stroke took away count as jumped: of these kinds the lowest numbers.

    Pieces of one kind are alike, and facts name kinds: so a record tells the same as the stroke did.
    """
    left: list[int] = []
    for kind in kinds:
        left += [number for number in sorted(gone) if piece_of(number) is kind and number not in left][:1]
    return tuple(left)


def make_room(settled: Settled, ruleset: Ruleset, seat: Seat) -> tuple[float, float] | None:
    """Send the dues at the head of the line back down while no place is free for them: they are owed again (ICF 79).

    The last coin of a side cannot stay down, nor any where the laws let it lie on another (K-045): the umpire puts it
    on the nearest flat place. Gives where the first due that is left is suggested to lie.

    Raises ValueError: a due has no number, so it has no place.
    """
    while settled.dues:
        first, claim = settled.dues[0], claim_of(settled.dues)
        place = places.suggested(settled.position, first, ruleset)
        if place is not None:
            return place
        if first.side is not None and not ruleset.stacking and may_forgo(settled.board, first.side, len(claim)):
            settled.board = with_dues_down(settled.board, first.side, len(claim), owed_again=True)
            settled.dues = tuple(due for due in settled.dues if due not in claim)
            settled.no_room += tuple(due.number for due in claim if due.number is not None)
            continue
        number = first.number
        if number is None:
            raise ValueError("a due without a number has no place")
        x, y = places.nearest_to_centre(settled.position, seat)
        settled.position = settled.position.with_piece(number, x, y)
        settled.returned.append(PlacedPiece(number, x, y))
        settled.dues = settled.dues[1:]
    return None


def lay_where_suggested(settled: Settled, ruleset: Ruleset) -> None:
    """Lay every due that is left where it is suggested, as players do who have no better idea; none is forgone."""
    place = settled.suggested
    while settled.dues and place is not None:
        number = settled.dues[0].number
        if number is None:
            raise ValueError("a due without a number has no place")
        settled.position = settled.position.with_piece(number, *place)
        settled.returned.append(PlacedPiece(number, *place))
        settled.dues = settled.dues[1:]
        place = make_room(settled, ruleset, settled.board.seat)


def _due(back: Return, number: int, board: BoardState) -> Due:
    """A piece that somebody at the board places."""
    if not isinstance(back.placer, Seat):
        raise ValueError("the umpire's pieces are placed at once")
    return Due(
        piece=back.piece,
        side=None if back.piece is Piece.QUEEN else board.side_of(back.piece),
        placer=back.placer,
        region=back.region,
        why=back.why,
        clauses=back.clauses,
        number=number,
    )


def _jumped(back: Return, jumped: list[int]) -> int:
    """The piece of this kind that left the surface first."""
    for number in jumped:
        if piece_of(number) is back.piece:
            jumped.remove(number)
            return number
    raise ValueError(f"no {back.piece} left the surface")


def _from_pockets(kind: Piece, taken: set[int | None], jumped: list[int], gone: tuple[int, ...]) -> int:
    """A piece of this kind that is down: of those that fell in this stroke, else of all, the lowest number."""
    for number in (*sorted(gone), *_NUMBERS[kind]):
        if number and piece_of(number) is kind and number not in taken and number not in jumped:
            return number
    raise ValueError(f"no {kind} is down")


def _up_elsewhere(board: BoardState, position: Position, hand: tuple[int, ...]) -> tuple[int, ...]:
    """Pieces that count as up but lie nowhere: the early queen; on a board that is over also what left the surface."""
    elsewhere: list[int] = []
    present = {*position.numbers, *hand}
    up = {Piece.QUEEN: int(not board.queen_down), Piece.WHITE: board.white_up, Piece.BLACK: board.black_up}
    for kind, count in up.items():
        absent = [number for number in _NUMBERS[kind] if number not in present]
        here = sum(piece_of(number) is kind for number in present)
        elsewhere.extend(absent[: max(0, count - here)])
    return tuple(elsewhere)
