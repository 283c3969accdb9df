"""One stroke simulated by itself: memory that a thread keeps for it, and plain numbers out of it.

A batch shares the cost of its arrays among many strokes; here it would be several times that of the stroke. Views of
memory are handed to the kernel, which asks them for their place and kind in a quarter of the time that arrays take.
"""

import threading
from functools import lru_cache
from operator import itemgetter
from struct import Struct
from typing import Any, TypeAlias

import numpy as np

from carrom.equipment import validity
from carrom.equipment.position import Position
from carrom.physics import kernel
from carrom.physics.axes import turn_in_place
from carrom.physics.kernel_inputs import parameters_of, sliding_table
from carrom.physics.native import native
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.physics.trace import Trace, trace_of
from carrom.terms import Stroke

DISCS = kernel.DISCS
SEGMENT_ROWS = 1024  # room for all but the rarest strokes; more is made when it does not do
_NOWHERE = (float("nan"),) * (2 * DISCS)
_FAR = 1e6  # metres; no place lies so far
_STROKE = Struct("3d")
_PLACES = Struct(f"{2 * DISCS}d")
_RESULTS = Struct(f"{16 * DISCS}s {kernel.FACTS}q d {DISCS}s")  # rests, facts, duration, pocketed
_BLANK = _RESULTS.pack(np.full(2 * DISCS, np.nan).tobytes(), *[0] * kernel.FACTS, 0.0, b"\xff" * DISCS)


CameTo: TypeAlias = tuple[Any, ...]
"""The kernel's results of one stroke, in the axes of the board: copies, and facts as they are in the kernel.

It is a plain tuple, for one with names takes a tenth of a short stroke: rests as in `Motion`, facts, the duration, and
the pocketed numbers in order, then 255.
"""
RESTS, _FIRST_FACT, DURATION, _POCKETED = 0, 1, 1 + kernel.FACTS, 2 + kernel.FACTS
STATUS, SEGMENT_COUNT, EVENT_COUNT = (
    _FIRST_FACT + fact for fact in (kernel.F_STATUS, kernel.F_SEGMENT_ROWS, kernel.F_EVENT_ROWS)
)


def facts_of(came_to: CameTo) -> tuple[int, ...]:
    """The kernel's facts of a stroke."""
    return came_to[_FIRST_FACT:DURATION]


def trace_of_one(came_to: CameTo) -> Trace:
    """Return the trace of a stroke."""
    return trace_of(*_of_trace(came_to))


class Rows:
    """Room for what is recorded of one stroke: segments and events, as the kernel takes them, and as plain bytes."""

    __slots__ = ("event_bytes", "events", "segment_bytes", "segments")

    def __init__(self, count: int) -> None:
        segments, events = np.empty((count, kernel.SEGMENT_COLUMNS)), np.empty((count, kernel.EVENT_COLUMNS))
        self.segments, self.events = segments.data, events.data
        self.segment_bytes, self.event_bytes = (rows.reshape(-1).view(np.uint8).data for rows in (segments, events))


class Room:
    """Memory for one stroke, used again for the next."""

    __slots__ = (
        "_final",
        "_given",
        "_layout",
        "_places",
        "_position",
        "_results",
        "_results_given",
        "_stroke",
        "_surface",
        "_turns",
        "nothing",
        "numbers",
        "rows",
    )

    def __init__(self) -> None:
        stroke, results = np.empty((1, 3)), np.zeros(_RESULTS.size, np.uint8)
        rests, facts, duration, pocketed = np.split(results, np.cumsum([16 * DISCS, 8 * kernel.FACTS, 8]))
        self._stroke, self._results = stroke.reshape(-1).view(np.uint8).data, results.data
        self._layout = np.empty((1, DISCS, 2))
        self._places = self._layout.reshape(-1).view(np.uint8).data
        self._final = rests.view(np.float64).reshape(1, DISCS, 2)
        self._surface = TOURNAMENT
        self._given = [each.data for each in (stroke, self._layout, parameters_of(TOURNAMENT), sliding_table())]
        views = (pocketed.view(np.int8).data, facts.view(np.int64).data, duration.view(np.float64).data)
        self._results_given = [self._final.data, *views]
        self._position: Position | None = None  # whose layout is in `_layout`, turned so often
        self._turns = 0
        self.rows, self.nothing = Rows(SEGMENT_ROWS), Rows(0)
        self.numbers: tuple[int, ...] = ()  # of its discs, the striker (0) first

    def play(self, position: Position, stroke: Stroke, turns: int, surface: Surface, rows: Rows) -> CameTo:
        """Simulate one stroke from a seat so many quarter turns from SOUTH; `rows` are filled in the player's axes."""
        _STROKE.pack_into(self._stroke, 0, stroke.offset, stroke.angle, stroke.speed)
        if position is not self._position or turns != self._turns:  # many strokes are tried on one position
            self._position = None
            there = native().lay_out(position.pieces, self._given[1])
            if there < 0:
                there = self._lay_out_slowly(position)
            if turns:
                turn_in_place(self._layout, -turns)
            self._position, self._turns = position, turns
            self.numbers = _numbers_of(there)
        if surface is not self._surface:
            self._surface, self._given[2] = surface, parameters_of(surface).data
        self._results[:] = _BLANK
        native().simulate_strokes(*self._given, *self._results_given, rows.segments, rows.events)
        if turns:
            turn_in_place(self._final, turns)
        return _RESULTS.unpack_from(self._results)

    def _lay_out_slowly(self, position: Position) -> int:
        """Say what is wrong with a position, or lay out pieces that are no tuples; return the mask of their numbers."""
        _PLACES.pack_into(self._places, 0, *flat_layout(position))
        return sum(1 << piece[0] for piece in position.pieces)


@lru_cache(maxsize=1024)
def _numbers_of(there: int) -> tuple[int, ...]:
    """The striker's number and those of a mask, in their order."""
    return (0, *[number for number in range(1, DISCS) if there >> number & 1])


class _OfThisThread(threading.local):
    room: Room | None = None


_held = _OfThisThread()


def room() -> Room:
    """The memory of the thread that asks."""
    if _held.room is None:
        _held.room = Room()
    return _held.room


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


_of_trace = itemgetter(  # in the order of `trace_of`
    _POCKETED,
    *(
        _FIRST_FACT + fact
        for fact in (
            kernel.F_FIRST,
            kernel.F_STRUCK,
            kernel.F_JUMPED,
            kernel.F_SPREAD,
            kernel.F_FRAMES,
            kernel.F_CROSSED,
            kernel.F_BEHIND,
            kernel.F_BACK,
        )
    ),
)
