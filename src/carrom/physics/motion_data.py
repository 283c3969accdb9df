"""A motion in single precision, with what a page or a picture needs."""

import base64
import struct
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from carrom.errors import UnreadableError

_HEADER = struct.Struct("<4sHHIId")  # mark, version, discs, rows, events, duration
_MARK = b"CARM"
_VERSION = 1
_WORDS = {1: "pair", 2: "frame", 3: "pocket", 5: "wall", 6: "jump"}


class UnreadableMotionError(UnreadableError):
    """Bytes that are no motion, are cut off, or come from an unknown version."""

    code = "unreadable-motion"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Drawing:
    """A motion to be drawn, in the axes of the board.

    Shapes: rows (segments, 7) float32: number, t, x, y, vx, vy, deceleration against the velocity; event_rows
        (events, 5) float32: t, kind (1 pair, 2 frame, 3 pocket, 5 wall, 6 jump), number, other, speed. Both by t.
    """

    numbers: tuple[int, ...]
    rows: NDArray[np.float32]
    event_rows: NDArray[np.float32]
    duration: float

    def to_bytes(self) -> bytes:
        """Pack it: header, numbers, rows, events; little-endian."""
        header = _HEADER.pack(_MARK, _VERSION, len(self.numbers), len(self.rows), len(self.event_rows), self.duration)
        return b"".join(
            (header, bytes(self.numbers), self.rows.astype("<f4").tobytes(), self.event_rows.astype("<f4").tobytes())
        )

    @classmethod
    def from_bytes(cls, data: bytes) -> "Drawing":
        """Read what `to_bytes` packed.

        Raises:
            UnreadableMotionError: not such bytes, or of an unknown version.
        """
        if len(data) < _HEADER.size or data[:4] != _MARK:
            raise UnreadableMotionError("not-a-motion")
        _, version, discs, rows, events, duration = _HEADER.unpack_from(data)
        if version != _VERSION:
            raise UnreadableMotionError("version", version=version, readable=_VERSION)
        first = _HEADER.size + discs
        second = first + 28 * rows
        if len(data) != second + 20 * events:
            raise UnreadableMotionError("length")
        drawing = cls(
            numbers=tuple(data[_HEADER.size : first]),
            rows=np.frombuffer(data, "<f4", 7 * rows, first).reshape(rows, 7),
            event_rows=np.frombuffer(data, "<f4", 5 * events, second).reshape(events, 5),
            duration=duration,
        )
        if not (np.isfinite(duration) and np.isfinite(drawing.rows).all() and np.isfinite(drawing.event_rows).all()):
            raise UnreadableMotionError("not-finite")
        if not np.isin(drawing.event_rows[:, 1], list(_WORDS)).all():
            raise UnreadableMotionError("event")
        return drawing

    def to_wire(self) -> dict[str, Any]:
        """The `motion` object of docs/wire.md; times to a microsecond, speeds to 0.1 mm/s."""
        return {
            "discs": list(self.numbers),
            "duration": round(self.duration, 6),
            "segments": base64.b64encode(self.rows.astype("<f4").tobytes()).decode("ascii"),
            "events": [
                [round(time, 6), _WORDS[int(kind)], int(number), int(other), round(speed, 4)]
                for time, kind, number, other, speed in self.event_rows.tolist()
            ],
        }
