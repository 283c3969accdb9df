"""A simulated stroke from release to rest: exact segments, ordered events, the final position."""

from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from carrom.equipment.position import Position
from carrom.physics.batch import position_at_rest
from carrom.physics.kernel import EVENT_COLUMNS, SEGMENT_COLUMNS
from carrom.physics.motion_data import Drawing
from carrom.physics.trace import Trace

PAIR, FRAME, POCKET, WALL, JUMP = 1, 2, 3, 5, 6  # kinds of events as the kernel writes them


class Happening(StrEnum):
    """The kind of an event."""

    PAIR = "pair"
    FRAME = "frame"
    POCKET = "pocket"  # it fell
    WALL = "wall"  # a frame, met over a pocket
    JUMP = "jump"  # it went over a frame


class Event(NamedTuple):
    """One impact or fall.

    `number` is the disc (0: the striker); `other` is the disc it met, or the frame (0 right, 1 left, 2 top, 3 bottom;
    also of `wall` and `jump`), or the pocket (1 for right, 2 for top). Units: s, m/s.
    """

    time: float
    what: Happening
    number: int
    other: int
    speed: float


class DiscState(NamedTuple):
    """A disc at one moment: number, centre in metres, velocity in m/s."""

    number: int
    x: float
    y: float
    vx: float
    vy: float


class Motion(NamedTuple):
    """The motion of one stroke, in the axes of the board.

    From a segment's t on its disc moves as x + vx h + ax h²/2, until its next segment; it spins with w, which changes
    by aw a second at first, evenly if it lies, else along the curve of docs/physics/model.md. A disc
    with v = 0 lies (or, if its last event is `pocket` or `jump`, is gone).

    Shapes: segments (rows, 10): number, t, x, y, vx, vy, ax, ay, w, aw, ordered by t; event_table (rows, 5): t, kind
        (1 pair, 2 frame, 3 pocket, 5 wall, 6 jump), number, other, speed.
    """

    numbers: tuple[int, ...]  # of the discs, the striker (0) first
    segment_bytes: bytes  # as the kernel wrote them: most motions are asked for their end alone
    event_bytes: bytes
    duration: float  # until the last disc lies still; it may spin on the spot a little longer
    rests: bytes  # where the discs lie in the end, as `batch.position_at_rest` reads it
    trace: Trace
    engine: str

    @property
    def segments(self) -> NDArray[np.float64]:
        """How each disc moves, from each of its events to the next; cannot be written to. Shapes: result (rows, 10)."""
        return np.frombuffer(self.segment_bytes).reshape(-1, SEGMENT_COLUMNS)

    @property
    def event_table(self) -> NDArray[np.float64]:
        """All impacts and falls as numbers; cannot be written to. Shapes: result (rows, 5)."""
        return np.frombuffer(self.event_bytes).reshape(-1, EVENT_COLUMNS)

    @property
    def final(self) -> Position:
        """The pieces on the surface in the end, without the striker; made when it is asked for."""
        return position_at_rest(self.rests)

    @property
    def events(self) -> tuple[Event, ...]:
        """All impacts and falls in order of time."""
        return tuple(
            Event(time, _HAPPENINGS[int(kind)], int(number), int(other), speed)
            for time, kind, number, other, speed in self.event_table.tolist()
        )

    @property
    def pocketed(self) -> tuple[int, ...]:
        """Numbers in the order they fell; 0 is the striker."""
        return self.trace.pocketed

    @property
    def striker_pocketed(self) -> bool:
        """The striker fell."""
        return self.trace.striker_pocketed

    @property
    def first_contact(self) -> int | None:
        """The piece that the striker hit first."""
        return self.trace.first_contact

    @property
    def struck(self) -> frozenset[int]:
        """The pieces that the striker itself hit."""
        return self.trace.struck

    @property
    def spread_numbers(self) -> frozenset[int]:
        """Pieces that crossed a base line outwards or fell."""
        return self.trace.spread_numbers

    @property
    def crossed_front_line(self) -> bool:
        """The striker crossed its own front line forwards before its first contact."""
        return self.trace.crossed_front_line

    @property
    def touched_own_frame(self) -> bool:
        """The striker touched the frame behind the player before its first contact."""
        return self.trace.touched_own_frame

    @property
    def came_back_into_own_half(self) -> bool:
        """The striker crossed the centre line and came back before its first contact."""
        return self.trace.came_back_into_own_half

    @property
    def gone(self) -> dict[int, float]:
        """The discs that fell or went over a frame, each with the time at which it left the surface."""
        return {int(number): time for time, kind, number, _, _ in self.event_table.tolist() if kind in (POCKET, JUMP)}

    def segments_of(self, number: int) -> NDArray[np.float64]:
        """The segments of one disc, in order of time. Shapes: result (rows, 10)."""
        return self.segments[self.segments[:, 0] == number]

    def at(self, t: float) -> tuple[DiscState, ...]:
        """The discs on the surface at time t, striker included, in order of their numbers; before 0 as at 0."""
        t = max(t, 0.0)
        rows = self.segments[: int(np.searchsorted(self.segments[:, 1], t, side="right"))]
        latest = {int(row[0]): row for row in rows.tolist()}
        for number, time in self.gone.items():
            if time <= t:
                latest.pop(number, None)
        states = []
        for number in sorted(latest):
            _, start, x, y, vx, vy, ax, ay, _, _ = latest[number]
            h = t - start
            states.append(
                DiscState(number, x + h * (vx + 0.5 * h * ax), y + h * (vy + 0.5 * h * ay), vx + h * ax, vy + h * ay)
            )
        return tuple(states)

    def drawing(self) -> Drawing:
        """The same in single precision, for pictures and the wire."""
        rows = np.empty((len(self.segments), 7), np.float32)
        rows[:, :6] = self.segments[:, :6]
        rows[:, 6] = np.hypot(self.segments[:, 6], self.segments[:, 7])
        return Drawing(
            numbers=self.numbers, rows=rows, event_rows=self.event_table.astype(np.float32), duration=self.duration
        )

    def to_bytes(self) -> bytes:
        """The drawing packed; `Drawing.from_bytes` reads it."""
        return self.drawing().to_bytes()

    @staticmethod
    def from_bytes(data: bytes) -> Drawing:
        """Read what `to_bytes` packed: enough to draw the motion, not to go on from it.

        Raises:
            UnreadableMotionError: not such bytes, or of an unknown version.
        """
        return Drawing.from_bytes(data)

    @classmethod
    def of_drawing(cls, drawing: Drawing) -> "Motion":
        """A motion made of its drawing, to be shown again: places and times to a float32, no spin, an empty trace."""
        segments = np.zeros((len(drawing.rows), SEGMENT_COLUMNS))
        segments[:, :6] = drawing.rows[:, :6]
        speeds = np.hypot(segments[:, 4], segments[:, 5])
        slowing = np.divide(-drawing.rows[:, 6], speeds, out=np.zeros_like(speeds), where=speeds > 0)
        segments[:, 6:8] = segments[:, 4:6] * slowing[:, np.newaxis]
        nothing = Trace(
            pocketed=(),
            first_contact=None,
            struck=frozenset(),
            spread_numbers=frozenset(),
            crossed_front_line=False,
            stayed_behind_line=False,
            touched_own_frame=False,
            came_back_into_own_half=False,
        )
        motion = cls(
            drawing.numbers,
            segments.tobytes(),
            drawing.event_rows.astype(np.float64).tobytes(),
            drawing.duration,
            b"",
            nothing,
            "",
        )
        places = np.full((20, 2), np.nan)
        for disc in motion.at(drawing.duration):
            places[disc.number] = disc.x, disc.y
        return motion._replace(rests=places.tobytes())

    def to_wire(self) -> dict[str, Any]:
        """The `motion` object of docs/wire.md."""
        return self.drawing().to_wire()


_HAPPENINGS = dict(zip((PAIR, FRAME, POCKET, WALL, JUMP), Happening, strict=True))
