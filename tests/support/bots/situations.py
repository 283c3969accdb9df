"""States that await each kind of decision from a player, made the way that a match makes them."""

import math
import random
from collections.abc import Callable
from dataclasses import replace

from carrom.equipment.position import PlacedPiece, Position
from carrom.laws.board_state import BoardState
from carrom.match.entries import Entry, Head, Player
from carrom.match.requests import MakeStroke, Offer, Request, Toss
from carrom.play.handlers import answer, start
from carrom.play.state import PlayState, follow
from carrom.terms import Queen, Seat, Side, Stroke

PLAYERS = (
    Player(side=Side.A, name="Asha", kind="computer", level="easy"),
    Player(side=Side.B, name="Binu", kind="computer", level="easy"),
)


def started(*, seed: int = 1, **values: object) -> PlayState:
    """A match after its head."""
    head = Head(**{"ruleset": "icf", "edition": 1, "players": PLAYERS, "breaks": Side.A, **values})  # type: ignore[arg-type]
    return follow(None, start(head, random.Random(seed)))


def answered(state: PlayState, request: Request, author: Seat, *, seed: int = 1) -> PlayState:
    """The state after a request."""
    return follow(state, entry_of(state, request, author, seed=seed))


def entry_of(state: PlayState, request: Request, author: Seat, *, seed: int = 1, number: int = 1) -> Entry:
    """The entry that a request makes; raises if it may not be made."""
    entry, _ = answer(
        state, request, author=author.value, request_id=f"r{number}", time="", rng=random.Random(seed), entries=()
    )
    return entry


def with_board(state: PlayState, pieces: dict[int, tuple[float, float]], **changed: object) -> PlayState:
    """The state with these pieces on the board and the rest down, broken; `changed` are values of the board."""
    position = Position(tuple(PlacedPiece(number, *pieces[number]) for number in sorted(pieces)))
    white = sum(2 <= number <= 10 for number in pieces)
    black = sum(11 <= number for number in pieces)
    board = state.match.board
    assert board is not None
    counted: BoardState = replace(
        board, **{"white_up": white, "black_up": black, "broken": True, "earned": (white < 9, black < 9), **changed}
    )
    standing = replace(state.match.standing, board=counted)
    return replace(state, match=replace(state.match, standing=standing), position=position)


def rack() -> PlayState:
    """The break: nothing has been touched yet."""
    return started()


def toss() -> PlayState:
    return started(breaks="toss")


def choice() -> PlayState:
    return answered(toss(), Toss(), Seat.SOUTH)


def midgame() -> PlayState:
    """White (A, SOUTH) to play, four of each and the queen up."""
    return with_board(
        started(),
        {
            1: (0.02, 0.01),
            2: (0.28, 0.27),
            3: (-0.2, 0.1),
            4: (0.1, -0.12),
            5: (-0.3, 0.31),
            11: (0.25, -0.1),
            12: (-0.1, 0.25),
            13: (0.05, 0.2),
            14: (-0.28, -0.05),
        },
    )


def to_cover() -> PlayState:
    """A has pocketed the queen and must cover her; one white lies before a pocket."""
    return with_board(
        started(),
        {2: (0.31, 0.31), 3: (0.0, 0.05), 11: (0.25, -0.1), 12: (-0.1, 0.25)},
        queen=Queen.AWAITING_COVER,
        queen_side=Side.A,
        first_of_turn=False,
    )


def placing() -> PlayState:
    """A pocketed the striker; B may place one white."""
    state = midgame()
    x, y = 0.34775, -0.34775
    stroke = Stroke(0.0, -math.atan2(x, y + 0.2526), 1.2)
    after = answered(state, MakeStroke(stroke), Seat.SOUTH)
    assert after.match.awaiting.dues, "the striker fell, so a white comes back"
    return after


def offered(what: str) -> Callable[[], tuple[PlayState, tuple[Entry, ...]]]:
    """A draw, a replay or a stroke taken back, offered by A to B after the break; with the record so far."""

    def made() -> tuple[PlayState, tuple[Entry, ...]]:
        head = Head(ruleset="icf", edition=1, players=PLAYERS, breaks=Side.A, values=(("agreed_draw", True),))
        entries = [start(head, random.Random(1))]
        state = follow(None, entries[0])
        for request in (MakeStroke(Stroke(0.0, 0.02, 4.0)), Offer(what)):  # type: ignore[arg-type]
            entries.append(entry_of(state, request, Seat.SOUTH, number=len(entries)))
            state = follow(state, entries[-1])
        return state, tuple(entries)

    return made


def no_room_at_the_line() -> PlayState:
    """Pieces lie along the whole of A's base line, so that only a pass is left."""
    row = {2 + index: (-0.21 + 0.035 * index, -0.2526) for index in range(9)}
    row |= {11 + index: (0.105 + 0.035 * index, -0.2526) for index in range(4)}
    return with_board(started(), row | {1: (0.0, 0.0)})
