"""The results of many strokes as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from struct import Struct

import numpy as np
from numpy.typing import NDArray

from carrom.equipment.position import PlacedPiece, Position
from carrom.physics.trace import OWN_FRAME, Trace, trace_of


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StrokeResults:
    """Results of n strokes; row k tells of stroke k, in the axes of the board. "Own" as in `Trace`.

    Masks have the bit of each piece's number set. A row whose status is not 0 tells of a stroke that cannot be played
    (`simulate.raise_for_status` names the error); its layout holds no disc and nothing happened on it.

    Shapes: layouts (n, 20, 2), row = number, NaN where that disc is gone or never was, row 0 the striker's last place;
        pocketed (n, 20) numbers in the order they fell, then -1; facts (n, FACTS), the kernel's own; all others (n,).
    """

    layouts: NDArray[np.float64]
    pocketed: NDArray[np.int8]
    first_contact: NDArray[np.int64]  # -1: none
    struck: NDArray[np.int64]  # mask
    jumped: NDArray[np.int64]  # mask
    spread: NDArray[np.int64]  # mask
    striker_pocketed: NDArray[np.bool_]
    crossed_front_line: NDArray[np.bool_]
    stayed_behind_line: NDArray[np.bool_]
    touched_own_frame: NDArray[np.bool_]
    came_back_into_own_half: NDArray[np.bool_]
    durations: NDArray[np.float64]
    event_counts: NDArray[np.int64]
    status: NDArray[np.int64]
    facts: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.status)

    def trace(self, row: int) -> Trace:
        """Return the trace of one stroke, equal to `simulate(...).trace` of the same stroke."""
        return trace_of(
            self.pocketed[row].tobytes(),
            int(self.first_contact[row]),
            int(self.struck[row]),
            int(self.jumped[row]),
            int(self.spread[row]),
            OWN_FRAME if self.touched_own_frame[row] else 0,
            int(self.crossed_front_line[row]),
            int(self.stayed_behind_line[row]),
            int(self.came_back_into_own_half[row]),
        )

    def final(self, row: int) -> Position:
        """Return the position after one stroke, without the striker."""
        return position_of(self.layouts[row].ravel().tolist())

    def distinct_traces(self) -> tuple[list[Trace], NDArray[np.intp]]:
        """The different traces of the batch, and for each stroke the index of its own.

        A thousand samples of one stroke hold a few dozen: a ruling for each of these serves them all.
        """
        keys = np.column_stack(
            (
                self.first_contact,
                self.struck,
                self.jumped,
                self.spread,
                self.crossed_front_line,
                self.stayed_behind_line,
                self.touched_own_frame,
                self.came_back_into_own_half,
                np.ascontiguousarray(np.pad(self.pocketed, ((0, 0), (0, 4)), constant_values=-1)).view(np.int64),
            )
        )
        _, rows, which = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        return [self.trace(int(row)) for row in rows], which.reshape(-1)


def position_of(places: Sequence[float]) -> Position:
    """The pieces of a layout as a position, without the striker. Shapes: places (40,): x and y by number."""
    pieces = zip(_NUMBERS, places[2::2], places[3::2], strict=True)
    return Position(tuple([_new(PlacedPiece, piece) for piece in pieces if piece[1] == piece[1]]))


def position_at_rest(rests: bytes) -> Position:
    """The same of a layout's own bytes: 40 doubles, NaN for what is gone or never was."""
    return position_of(_PLACES.unpack(rests))


_PLACES = Struct("40d")
_NUMBERS = tuple(range(1, 20))
_new = tuple.__new__  # half the time of PlacedPiece(number, x, y)
