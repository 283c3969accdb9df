"""One stroke simulated by itself: arrays that a thread keeps for it, and plain numbers out of them.

A batch shares the cost of its arrays among many strokes; here it would be several times that of the stroke.
"""

import threading
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrom.equipment import validity
from carrom.equipment.position import Position
from carrom.physics.axes import turn_in_place
from carrom.physics.batch import trace_of
from carrom.physics.compiled import kernel, parameters_of, sliding_table
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.physics.trace import Trace
from carrom.terms import Seat, Stroke

DISCS = 20
SEGMENT_ROWS = 1024  # room for all but the rarest strokes; more is made when it does not do
_NOWHERE = (float("nan"),) * (2 * DISCS)
_FAR = 1e6  # metres; no place lies so far


class CameTo(NamedTuple):
    """What the kernel left of one stroke, in the axes of the board: copies, and facts as they are in the kernel."""

    rests: bytes  # as in `Motion`
    pocketed: bytes  # numbers in order, then 255
    facts: list[int]
    duration: float

    @property
    def trace(self) -> Trace:
        """What happened."""
        return trace_of(self.pocketed, *_told()(self.facts))


class Room:
    """Arrays for one stroke, used again for the next."""

    __slots__ = (
        "duration",
        "events",
        "facts",
        "facts_row",
        "fallen",
        "final",
        "layout",
        "no_events",
        "no_segments",
        "numbers",
        "parameters",
        "places",
        "position",
        "segments",
        "stroke",
        "stroke_row",
        "surface",
        "table",
        "turns",
    )

    def __init__(self) -> None:
        self.stroke = np.empty((1, 3))
        self.stroke_row = self.stroke[0]
        self.layout = np.empty((1, DISCS, 2))
        self.places = self.layout.reshape(-1)
        self.final = np.empty((1, DISCS, 2))
        self.fallen = np.empty((1, DISCS), np.int8)
        self.facts = np.zeros((1, kernel().FACTS), np.int64)
        self.facts_row = self.facts[0]
        self.duration = np.zeros(1)
        self.no_segments, self.no_events = rows_for(0)
        self.segments, self.events = rows_for(SEGMENT_ROWS)
        self.surface, self.parameters, self.table = TOURNAMENT, parameters_of(TOURNAMENT), sliding_table()
        self.position: Position | None = None  # whose layout is in `layout`, turned so often
        self.turns = 0
        self.numbers: tuple[int, ...] = ()  # of its discs, the striker (0) first


class _OfThisThread(threading.local):
    room: Room | None = None


_held = _OfThisThread()


def room() -> Room:
    """The arrays of the thread that asks."""
    if _held.room is None:
        _held.room = Room()
    return _held.room


def rows_for(count: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Arrays for so many segments and events."""
    return np.empty((count, kernel().SEGMENT_COLUMNS)), np.empty((count, kernel().EVENT_COLUMNS))


def simulate_alone(
    position: Position,
    stroke: Stroke,
    seat: Seat,
    surface: Surface,
    segments: NDArray[np.float64],
    events: NDArray[np.float64],
) -> CameTo:
    """Simulate one stroke; segments and events, if they have rows, are filled in the player's axes."""
    held = room()
    turns = seat.quarter_turns
    held.stroke_row[:] = stroke.offset, stroke.angle, stroke.speed
    if position is not held.position or turns != held.turns:  # many strokes are tried on one position
        held.position = None
        held.places[:] = flat_layout(position)
        if turns:
            turn_in_place(held.layout, -turns)
        held.position, held.turns = position, turns
        held.numbers = (0, *sorted([piece[0] for piece in position.pieces]))
    if surface is not held.surface:
        held.surface, held.parameters = surface, parameters_of(surface)
    held.final.fill(np.nan)
    held.fallen.fill(-1)  # facts and duration are written whatever they hold
    kernel().simulate_strokes(
        held.stroke,
        held.layout,
        held.parameters,
        held.table,
        held.final,
        held.fallen,
        held.facts,
        held.duration,
        segments,
        events,
    )
    if turns:
        turn_in_place(held.final, turns)
    return CameTo(held.final.tobytes(), held.fallen.tobytes(), held.facts_row.tolist(), held.duration.item())


def flat_layout(position: Position) -> list[float]:
    """A position as the kernel takes it, in the axes of the board: x and y by number, NaN where nothing lies.

    Raises:
        UnknownPieceError, PieceTwiceError, NotAPlaceError.
    """
    row = list(_NOWHERE)
    for number, x, y in position.pieces:
        if type(number) is not int or not 0 < number < DISCS:
            raise validity.UnknownPieceError(number=number)
        if not (-_FAR < x < _FAR and -_FAR < y < _FAR):
            raise validity.NotAPlaceError("not-finite", number=number, x=x, y=y)
        at = 2 * number
        if row[at] == row[at]:
            raise validity.PieceTwiceError(number=number)
        row[at] = x + 0.0
        row[at + 1] = y + 0.0
    return row


@cache
def _told() -> Callable[[list[int]], tuple[Any, ...]]:
    """The kernel's facts in the order of `trace_of`."""
    names = "FIRST STRUCK JUMPED SPREAD FRAMES CROSSED BEHIND BACK".split()
    return itemgetter(*(getattr(kernel(), f"F_{name}") for name in names))
