"""Strokes simulated: one with its motion, one without, many at once.

The compiled kernel is loaded when the first stroke is simulated, not when this module is imported.
The results are the same to the bit whether recorded or not, alone or in a batch, on one thread or many, on the
processor or a graphics card, and from each seat: a position is turned (exactly) into the axes of the player who
strikes, and the results back.
"""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from carrom.equipment import validity
from carrom.equipment.measurements import SPEED_LIMIT
from carrom.equipment.position import Position
from carrom.errors import CarromError
from carrom.physics import errors as physics_errors
from carrom.physics import kernel
from carrom.physics.axes import turn_in_place, turned_frames, turned_pockets
from carrom.physics.batch import StrokeResults, position_at_rest
from carrom.physics.kernel_inputs import parameters_of, sliding_table
from carrom.physics.motion import FRAME, JUMP, POCKET, WALL, Motion
from carrom.physics.native import native
from carrom.physics.single import (
    DISCS,
    DURATION,
    EVENT_COUNT,
    RESTS,
    SEGMENT_COUNT,
    SEGMENT_ROWS,
    STATUS,
    Rows,
    facts_of,
    flat_layout,
    room,
    trace_of_one,
)
from carrom.physics.surface import ENGINE as ENGINE
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.physics.trace import OWN_FRAME, Trace
from carrom.terms import Seat, Stroke

_SEGMENT, _EVENT = 8 * kernel.SEGMENT_COLUMNS, 8 * kernel.EVENT_COLUMNS  # bytes of a row
Backend = Literal["cpu", "cuda", "ray"]
A_TASK = 50_000  # strokes of a batch that go to a node of a cluster at once
LEAST_PART = 64  # strokes; some 200 us, of which handing over takes 20
_NOTHING = Rows(0)  # is recorded of batches


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """The result of one stroke without its motion."""

    final: Position
    trace: Trace
    duration: float


def simulate(position: Position, stroke: Stroke, seat: Seat = Seat.SOUTH, surface: Surface = TOURNAMENT) -> Motion:
    """Simulate a stroke and keep its motion.

    Raises:
        ImpossibleError: an error of `physics.impossible` or `equipment.validity` says what cannot be.
    """
    held = room()
    turns = 0 if seat is Seat.SOUTH else seat.quarter_turns
    rows = held.rows
    came_to = held.play(position, stroke, turns, surface, rows)
    count = SEGMENT_ROWS
    while came_to[STATUS] == kernel.FULL:
        count *= 8
        rows = Rows(count)
        came_to = held.play(position, stroke, turns, surface, rows)
    if came_to[STATUS]:
        raise_for_status(facts_of(came_to), stroke)
    segments = rows.segment_bytes[: _SEGMENT * came_to[SEGMENT_COUNT]].tobytes()
    events = rows.event_bytes[: _EVENT * came_to[EVENT_COUNT]].tobytes()
    if turns:
        segments, events = _turned(segments, events, turns)
    return Motion(held.numbers, segments, events, came_to[DURATION], came_to[RESTS], trace_of_one(came_to), ENGINE)


def _turned(segments: bytes, events: bytes, turns: int) -> tuple[bytes, bytes]:
    """Turn the recording from the player's axes into those of the board."""
    moved = np.frombuffer(segments).reshape(-1, kernel.SEGMENT_COLUMNS).copy()
    happened = np.frombuffer(events).reshape(-1, kernel.EVENT_COLUMNS).copy()
    for column in (2, 4, 6):
        turn_in_place(moved[:, column : column + 2], turns)
    for kinds, turned in (((FRAME, WALL, JUMP), turned_frames), ((POCKET,), turned_pockets)):
        chosen = np.isin(happened[:, 1], kinds)
        happened[chosen, 3] = turned(happened[chosen, 3], turns)
    return moved.tobytes(), happened.tobytes()


def simulate_final(position: Position, stroke: Stroke, seat: Seat = Seat.SOUTH, surface: Surface = TOURNAMENT) -> Final:
    """Simulate a stroke and keep only what it came to.

    Raises:
        ImpossibleError: as `simulate`.
    """
    held = room()
    came_to = held.play(position, stroke, seat.quarter_turns, surface, held.nothing)
    raise_for_status(facts_of(came_to), stroke)
    return Final(final=position_at_rest(came_to[RESTS]), trace=trace_of_one(came_to), duration=came_to[DURATION])


def simulate_batch(
    positions: Position | Sequence[Position],
    strokes: ArrayLike | Sequence[Stroke],
    seat: Seat = Seat.SOUTH,
    surface: Surface = TOURNAMENT,
    *,
    threads: int = 1,
    backend: Backend = "cpu",
    strict: bool = True,
) -> StrokeResults:
    """Simulate many strokes, each on its own position or all on one.

    The interpreter's lock is free meanwhile, so a caller's own threads run too.

    Args:
        threads: of the processor.
        backend: "cuda" simulates on an NVIDIA graphics card (part `gpu`), with equal results; it pays from some
            thousand strokes on. "ray" simulates on a cluster (part `ray`, `carrom.workers`); it pays from millions on.
        strict: raise for the first stroke that cannot be played; else its row carries its status.
    Shapes: strokes (n, 3): offset, angle, speed; or n values of `Stroke`. positions: one, or n.

    Raises:
        ImpossibleError: as `simulate`; of positions always, of strokes if `strict`.
        GraphicsCardError: there is no card that can be used, or it fails.
        ClusterError, ProcessEndedError: there is no cluster that can be used, or it fails.
        MissingPartError: the part that a backend needs is not installed.
        ValueError: the shapes do not fit.
    """
    table = _stroke_table(strokes)
    layouts = _layouts((positions,) if isinstance(positions, Position) else positions, seat)
    if not isinstance(positions, Position) and len(layouts) != len(table):
        raise ValueError(f"{len(layouts)} positions do not fit {len(table)} strokes")
    results, facts = _simulated(layouts, table, surface, threads, backend, shared=isinstance(positions, Position))
    turn_in_place(results.layouts, seat.quarter_turns)
    for row in np.flatnonzero(results.status):
        if strict or results.status[row] not in kernel.STROKE_STATUSES:
            raise_for_status(facts[row].tolist(), Stroke(*table[row].tolist()))
    return results


def simulate_layouts(
    layouts: NDArray[np.float64],
    strokes: NDArray[np.float64],
    surface: Surface = TOURNAMENT,
    *,
    threads: int = 1,
    backend: Backend = "cpu",
) -> StrokeResults:
    """Simulate many strokes on places as arrays, each in its own player's axes; so are the results.

    `threads` and `backend` as in `simulate_batch`.

    Shapes: strokes (n, 3); layouts (n, 20, 2) or (1, 20, 2), row = number, NaN where none lies.

    Raises:
        ImpossibleError: of layouts; a stroke that cannot be played has its status.
        GraphicsCardError, ClusterError, ProcessEndedError, MissingPartError: as `simulate_batch`.
        ValueError: the shapes do not fit.
    """
    table = _stroke_table(strokes)
    given = np.ascontiguousarray(layouts, np.float64)
    if given.shape[1:] != (DISCS, 2) or len(given) not in (1, len(table)):
        raise ValueError(f"layouts of shape {given.shape} do not fit {len(table)} strokes")
    results, facts = _simulated(given, table, surface, threads, backend, shared=len(given) != len(table))
    for row in np.flatnonzero(results.status):
        if results.status[row] not in kernel.STROKE_STATUSES:
            raise_for_status(facts[row].tolist(), Stroke(*table[row].tolist()))
    return results


def _simulated(
    layouts: NDArray[np.float64],
    table: NDArray[np.float64],
    surface: Surface,
    threads: int,
    backend: Backend,
    *,
    shared: bool,
) -> tuple[StrokeResults, NDArray[np.int64]]:
    """Simulate the strokes: results in the players' axes, and the kernel's facts."""
    whole = _empty(len(table))
    if backend == "cuda":
        from carrom.physics.graphics_card import graphics_card  # few have one

        graphics_card().simulate_strokes(table, layouts, surface, *whole)
        return _results(*whole), whole[2]
    if backend == "ray":
        from carrom.workers import Workers, run_tasks  # few have a cluster

        tasks = [
            (layouts if shared else layouts[part], table[part], surface)
            for part in (slice(start, start + A_TASK) for start in range(0, len(table), A_TASK))
        ]
        made = list(run_tasks(_part, tasks, Workers(0, "ray")))
        for array, *pieces in zip(whole, *made, strict=True):
            np.concatenate([array[:0], *pieces], out=array)
        return _results(*whole), whole[2]
    parts = _parts(len(table), threads)
    if len(parts) <= 1:
        _call(layouts, table, surface, *whole)
        return _results(*whole), whole[2]
    left = iter(parts)  # each thread takes the next part when it is done with one: none waits long for another
    failures: list[BaseException] = []

    def work() -> None:
        try:
            for part in left:
                _call(layouts if shared else layouts[part], table[part], surface, *(array[part] for array in whole))
        except BaseException as error:  # raised below, by the caller's own thread
            failures.append(error)

    others = [threading.Thread(target=work) for _ in range(threads - 1)]  # a pool costs four times as much
    for other in others:
        other.start()
    work()
    for other in others:
        other.join()
    if failures:
        raise failures[0]
    return _results(*whole), whole[2]


def _part(layouts: NDArray[np.float64], table: NDArray[np.float64], surface: Surface) -> tuple[NDArray[Any], ...]:
    """Some strokes of a batch, as a task of its own."""
    made = _empty(len(table))
    _call(layouts, table, surface, *made)
    return made


def raise_for_status(facts: Sequence[int], stroke: Stroke) -> None:
    """Raise the error that a row of the kernel's facts tells of, if any."""
    status = facts[kernel.F_STATUS]
    if status == kernel.DONE:
        return
    one, other = facts[kernel.F_ONE], facts[kernel.F_OTHER]
    errors: dict[int, CarromError] = {
        kernel.UNSETTLED: physics_errors.UnsettledError(events=kernel.MOST_EVENTS),
        kernel.BAD_STROKE: physics_errors.ImpossibleStrokeError(
            offset=stroke.offset, angle=stroke.angle, speed=stroke.speed
        ),
        kernel.BAD_SPEED: physics_errors.SpeedError(most=SPEED_LIMIT, speed=stroke.speed),
        kernel.BAD_OFFSET: physics_errors.OffsetError(offset=stroke.offset),
        kernel.BAD_ANGLE: physics_errors.AngleError(angle=stroke.angle),
        kernel.BAD_PLACE: physics_errors.StrikerPlaceError(number=one),
        kernel.OUTSIDE: validity.OffSurfaceError(number=one),
        kernel.OVERLAP: validity.PiecesOverlapError(number=other, other=one),
        kernel.OVER_POCKET: validity.InPocketError(number=one),
    }
    raise errors[status]


def _layouts(positions: Iterable[Position], seat: Seat) -> NDArray[np.float64]:
    """Positions as the kernel takes them, in the player's axes. Shapes: result (positions, 20, 2)."""
    layouts = np.array([flat_layout(position) for position in positions], np.float64).reshape(-1, DISCS, 2)
    turn_in_place(layouts, -seat.quarter_turns)
    return layouts


def _stroke_table(strokes: ArrayLike | Sequence[Stroke]) -> NDArray[np.float64]:
    if isinstance(strokes, Sequence) and all(isinstance(stroke, Stroke) for stroke in strokes):
        strokes = [(stroke.offset, stroke.angle, stroke.speed) for stroke in strokes]  # type: ignore[union-attr]
    table = np.ascontiguousarray(strokes, np.float64)
    if table.size == 0:
        return np.empty((0, 3))
    if table.ndim != 2 or table.shape[1] != 3:
        raise ValueError(f"strokes must have shape (n, 3): offset, angle, speed; got {table.shape}")
    return table


def _parts(count: int, threads: int) -> list[slice]:
    """Parts for threads to take in turn: ever smaller, so that all end together, but none for which taking counts."""
    if threads < 1:
        raise ValueError(f"threads must be at least 1, got {threads}")
    parts, start = [], 0
    while start < count:
        share = (count - start) // (2 * threads) if threads > 1 else count
        end = min(count, start + max(share, LEAST_PART))
        parts.append(slice(start, end))
        start = end
    return parts


def _empty(count: int) -> tuple[Any, ...]:
    """Arrays for results: layouts, pocketed, facts, durations."""
    return (
        np.full((count, DISCS, 2), np.nan),
        np.full((count, DISCS), -1, np.int8),
        np.zeros((count, kernel.FACTS), np.int64),
        np.zeros(count),
    )


def _call(layouts: NDArray[np.float64], strokes: NDArray[np.float64], surface: Surface, *results: Any) -> None:
    given = (strokes, layouts, parameters_of(surface), sliding_table())
    native().simulate_strokes(*given, *results, _NOTHING.segments, _NOTHING.events)


def _results(
    layouts: NDArray[np.float64],
    pocketed: NDArray[np.int8],
    facts: NDArray[np.int64],
    durations: NDArray[np.float64],
) -> StrokeResults:
    return StrokeResults(
        layouts=layouts,
        pocketed=pocketed,
        first_contact=facts[:, kernel.F_FIRST],
        struck=facts[:, kernel.F_STRUCK],
        jumped=facts[:, kernel.F_JUMPED],
        spread=facts[:, kernel.F_SPREAD],
        striker_pocketed=facts[:, kernel.F_STRIKER_FELL] != 0,
        crossed_front_line=facts[:, kernel.F_CROSSED] != 0,
        stayed_behind_line=facts[:, kernel.F_BEHIND] != 0,
        touched_own_frame=facts[:, kernel.F_FRAMES] & OWN_FRAME != 0,
        came_back_into_own_half=facts[:, kernel.F_BACK] != 0,
        durations=durations,
        event_counts=facts[:, kernel.F_EVENTS],
        status=facts[:, kernel.F_STATUS],
        facts=facts,
    )
