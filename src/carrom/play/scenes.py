"""Named positions and states, ready to play from: for tests, benchmarks, pictures and docs, so that they agree.

Every scene is a state of a match of two, side A at SOUTH with white, one board long; each call gives the same one.
"""

from collections.abc import Callable
from dataclasses import replace

from carrom.equipment.position import PlacedPiece, Position
from carrom.laws.board_state import BoardState
from carrom.laws.ruling import Reason, Region
from carrom.match.awaiting import Awaiting, Due
from carrom.match.progression import after_conceding, awaiting_on
from carrom.play.game import board_of, new_head
from carrom.play.handlers import start
from carrom.play.rng import SeededRng
from carrom.play.state import PlayState, follow
from carrom.terms import Piece, Queen, Seat, Side

_MIDGAME = (
    (1, 0.030, 0.045), (2, -0.215, 0.120), (3, 0.180, 0.255), (4, -0.060, -0.090), (5, 0.245, -0.020),
    (11, 0.110, 0.150), (12, -0.300, 0.290), (13, -0.120, 0.020), (14, 0.020, 0.260),
)  # fmt: skip
_FEW = ((1, 0.0, 0.0), (2, 0.250, 0.240), (3, -0.140, 0.190), (11, -0.255, 0.100), (12, 0.120, -0.080))
_HANGING = ((2, 0.334, 0.336), (3, -0.100, 0.050), (11, -0.3335, 0.3365), (12, 0.060, 0.180))
_LAST_EACH = ((2, 0.190, 0.215), (11, -0.170, 0.235))
_ON_THE_LINE = ((1, 0.0, 0.0), (2, 0.060, -0.255), (3, -0.120, -0.225), (4, 0.100, 0.150), (11, -0.020, 0.210))


def position(name: str) -> Position:
    """Return the position of a scene. Raises KeyError: there is no such scene."""
    held = scene(name).position
    if held is None:
        raise KeyError(name)
    return held


def scene(name: str) -> PlayState:
    """A scene by its name; `NAMES` lists them. Raises KeyError: there is no such scene."""
    return _SCENES[name]()


def _start(breaks: Side = Side.A, men: int = 2) -> PlayState:
    players = ("Asha", "Tomasz", "Priya", "Ben")[:men]
    head = new_head("icf", players=players, length="board", breaks=breaks, seed=1)
    return follow(None, start(head, SeededRng(1)))


def _on(pieces: tuple[tuple[int, float, float], ...], **changes: object) -> PlayState:
    """A stroke awaited from SOUTH on these pieces, after the break; `changes` are values of the board."""
    state = _start()
    lying = Position(tuple(PlacedPiece(*piece) for piece in pieces))
    board = replace(board_of(lying), strokes=12, **changes)  # type: ignore[arg-type]
    return _with(state, board, lying, awaiting_on(board, (), state.match.ruleset))


def _with(state: PlayState, board: BoardState, lying: Position, awaiting: Awaiting) -> PlayState:
    standing = replace(state.match.standing, board=board, awaiting=awaiting)
    hand = tuple(due.number for due in awaiting.dues if due.number is not None)
    return PlayState(match=replace(state.match, standing=standing), position=lying, hand=hand)


def _toss() -> PlayState:
    head = new_head("icf", players=("Asha", "Tomasz"), length="board", seed=1)
    return follow(None, start(head, SeededRng(1)))


def _queen_pending() -> PlayState:
    without_queen = tuple(piece for piece in _MIDGAME if piece[0] != 1)
    return _on(without_queen, queen=Queen.AWAITING_COVER, queen_side=Side.A, first_of_turn=False)


def _dues(count: int) -> PlayState:
    """Side B owes; SOUTH places black coins, then strikes."""
    state = _on(_MIDGAME)
    board = state.match.board
    if board is None or state.position is None:
        raise ValueError("a scene has a board and a position")
    cited = state.match.ruleset.citations.get(Reason.STRIKER_ALONE, ())
    dues = tuple(
        Due(
            piece=Piece.BLACK,
            side=Side.B,
            placer=Seat.SOUTH,
            region=Region.OUTER_CIRCLE,
            why=Reason.STRIKER_ALONE,
            clauses=cited,
            number=15 + index,
        )
        for index in range(count)
    )
    board = replace(board, black_up=board.black_up + count)
    return _with(state, board, state.position, awaiting_on(board, dues, state.match.ruleset))


def _over() -> PlayState:
    state = _start()
    course = after_conceding(state.match, Side.B, "match")
    match = replace(state.match, standing=course.standing, result=course.match_result)
    return replace(state, match=match)


_SCENES: dict[str, Callable[[], PlayState]] = {
    "toss": _toss,
    "opening": _start,
    "opening-doubles": lambda: _start(men=4),
    "midgame": lambda: _on(_MIDGAME),
    "few-coins": lambda: _on(_FEW),
    "hanging-coin": lambda: _on(_HANGING),
    "last-coins": lambda: _on(_LAST_EACH),
    "coins-on-the-line": lambda: _on(_ON_THE_LINE),
    "queen-pending": _queen_pending,
    "owing": lambda: _on(_MIDGAME, owed=(2, 1)),
    "due-to-place": lambda: _dues(1),
    "two-dues-to-place": lambda: _dues(2),
    "over": _over,
}
NAMES = tuple(_SCENES)
