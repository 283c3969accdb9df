"""A board between two strokes, or with dues still to be placed: the start of `Match.from_situation`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from carrom.equipment.position import Position
from carrom.equipment.validity import check_position
from carrom.errors import ImpossibleError, NotAllowedError
from carrom.laws import judge as laws
from carrom.laws.board_state import BoardState
from carrom.laws.clauses.possible import check_board
from carrom.match.awaiting import Decision, Due
from carrom.match.entries import UMPIRE, Entry, Head, Player
from carrom.match.progression import awaiting_on
from carrom.match.sides import first_seat_of
from carrom.match.snapshot import MatchSnapshot, Seated, Tally
from carrom.match.state import ruleset_of
from carrom.play import invariants
from carrom.play.game import new_head
from carrom.play.handlers import start
from carrom.play.rng import SeededRng
from carrom.play.state import PlayState, follow
from carrom.terms import Piece, Queen, Seat, Side, piece_of

ROUND = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)
SEATINGS = ("A-B-", "B-A-", "-A-B", "-B-A", "ABAB", "BABA", "A---", "-A--", "--A-", "---A")
"""Players at south, east, north and west: two, four, or one alone."""


class SituationError(ImpossibleError):
    """A board that cannot stand like this between two strokes."""

    code = "impossible-situation"


class NotBetweenStrokesError(NotAllowedError):
    """The match waits neither for a stroke nor for a due, on a board with positions."""

    code = "not-between-strokes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """A position with the counts of the laws on this board, the seats and the ruleset.

    `dues` are still to be placed before the next stroke, first the one that comes now; each has its piece's number.
    `ruleset` is the slug of an included one. What was warned for earlier, and boards and games before, are not part of
    it; the score of the game is (`board.score`). Raises SituationError: it could not stand like this.
    """

    ruleset: str  # the slug of an included one
    position: Position  # where the pieces lie
    board: BoardState  # what the laws count
    seats: str = "A-B-"  # who sits at SOUTH, EAST, NORTH, WEST
    breaker: Seat = Seat.SOUTH  # who opened this board
    dues: tuple[Due, ...] = ()  # what is to be placed before the next stroke

    def __post_init__(self) -> None:
        check_position(self.position)
        found = self._fault()
        if found:
            raise SituationError(found)

    def _fault(self) -> str:
        """The reason why it could not stand like this; "" if it could."""
        board, side = self.board, dict(zip(ROUND, self.seats, strict=False))
        if self.seats not in SEATINGS:
            return "seats"
        if side[board.seat] != board.to_play.name or side[self.breaker] == "-":
            return "nobody-there"
        if board.players != (4 if "-" not in self.seats else 2) or board.solo != (self.seats.count("-") == 3):
            return "men"
        if self._wrong_dues(side):
            return "dues"
        counts = (board.white_up, board.black_up)
        if counts != (self.up(Piece.WHITE), self.up(Piece.BLACK)):
            return "counts"
        if board.queen_down is bool(self.up(Piece.QUEEN)):
            return "queen"
        if (board.queen_side is not None) is not board.queen_down or board.early_queen:
            return "queen"
        if not sum(counts) or (not board.solo and not all(counts)):
            return "board-over"
        if not board.broken and (sum(counts) != 18 or board.queen_down):
            return "not-broken"
        if min(*board.owed, *board.score, board.strokes, board.passes) < 0 or board.attempt < 1 or board.warnings:
            return "negative"
        return ""

    def _wrong_dues(self, side: Mapping[Seat, str]) -> bool:
        numbers = [due.number for due in self.dues if due.number is not None]
        return (
            len(set(numbers)) != len(self.dues)
            or not {*numbers}.isdisjoint(self.position.numbers)
            or any(piece_of(due.number or 0) is not due.piece or side[due.placer] == "-" for due in self.dues)
            or any((due.side is None) is not (due.piece is Piece.QUEEN) for due in self.dues)
        )

    def up(self, kind: Piece) -> int:
        """How many pieces of a kind count as up: those that lie, and those that are to be placed."""
        return len(self.position.of(kind)) + sum(due.piece is kind for due in self.dues)


def situation_of(state: PlayState) -> Situation:
    """The situation of a match that waits for a stroke or a due. Raises NotBetweenStrokesError."""
    match, board = state.match, state.match.board
    dues = match.awaiting.dues
    if board is None or state.position is None or match.awaiting.kind not in (Decision.STROKE, Decision.PLACING):
        raise NotBetweenStrokesError()
    if state.hand != tuple(due.number for due in dues):  # an early queen
        raise NotBetweenStrokesError()
    sides = {seated.seat: seated.side.name for seated in match.seats}
    return Situation(
        ruleset=match.head.ruleset,
        position=state.position,
        board=replace(board, warnings=()),
        seats="".join(sides.get(seat, "-") for seat in ROUND),
        breaker=match.standing.breaker or board.seat,
        dues=dues,
    )


def first_entry(
    situation: Situation,
    *,
    players: Sequence[str | Player] | None = None,
    length: str = "board",
    options: Mapping[str, object] | None = None,
    seed: int = 0,
) -> Entry:
    """Entry 0 of a match that begins with a situation; see `new_head` for what can be chosen.

    Raises:
        BadHeadError: no such ruleset or length, or another number of players. RulesetValueError: no such value.
    """
    men = 4 - situation.seats.count("-")
    named = tuple(players) if players is not None else ("A", "B", "C", "D")[:men]
    seats = _seated(situation.seats)
    breaking = next(one.side for one in seats if one.seat is situation.breaker)
    head = new_head(situation.ruleset, players=named, length=length, options=options, breaks=breaking, seed=seed)
    return entry_of_situation(situation, head)


def entry_of_situation(
    situation: Situation,
    head: Head,
    *,
    author: str = UMPIRE,
    time: str = "",
    by: str = "",
    role: str = "",
) -> Entry:
    """Entry 0 of a match with this head that begins with a situation.

    Raises:
        SituationError: head and situation do not agree. ContradictoryFactsError: the laws know no such board.
    """
    if (head.ruleset, head.men, head.positions) != (situation.ruleset, 4 - situation.seats.count("-"), True):
        raise SituationError("men")
    if not situation.dues:
        check_board(situation.board, ruleset_of(head))
    plain = start(head, SeededRng(head.seed or 0), author=author, time=time, by=by, role=role)
    seats, board = _seated(situation.seats), situation.board
    breaking = next(one.side for one in seats if one.seat is situation.breaker)
    standing = MatchSnapshot(
        seats=seats,
        score=Tally(*board.score),
        opener=first_seat_of(seats, breaking),
        breaker=situation.breaker,
        board=board,
        awaiting=awaiting_on(board, situation.dues, ruleset_of(head)),
    )
    hand = tuple(due.number for due in situation.dues if due.number is not None)
    followed = replace(plain.followed, standing=standing, position=situation.position, hand=hand)
    entry = replace(plain, followed=followed, laws=laws.VERSION)
    invariants.check(None, entry, follow(None, entry))
    return entry


def _seated(seats: str) -> tuple[Seated, ...]:
    """Return the seated players; the first of a side, from south on to the right, is its first player."""
    met = {Side.A: 0, Side.B: 0}
    found = []
    for seat, letter in zip(ROUND, seats, strict=True):
        if letter != "-":
            side = Side[letter]
            found.append(Seated(seat, side, met[side]))
            met[side] += 1
    return tuple(found)


def queen_word(board: BoardState) -> str:
    """The queen's standing as a situation line has it: up, due-A, A."""
    if board.queen is Queen.ON_BOARD or board.queen_side is None:
        return "up"
    return board.queen_side.name if board.queen is Queen.COVERED else f"due-{board.queen_side.name}"
