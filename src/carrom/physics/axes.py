"""Arrays of points, frames and pockets turned by quarter turns, exactly, as `equipment.position.turn` turns a point."""

import numpy as np
from numpy.typing import NDArray

# One quarter turn anticlockwise: right goes to far, far to left, left to near, near to right; pockets likewise.
_NEXT_FRAME = np.array([2, 3, 1, 0])
_NEXT_POCKET = np.array([1, 3, 0, 2])


def turn_in_place(points: NDArray[np.float64], quarter_turns: int) -> None:
    """Turn pairs of numbers anticlockwise by quarter turns.

    Shapes: points (..., 2). No zero comes out negative.
    """
    turns = quarter_turns % 4
    if turns == 0:
        return
    x, y = points[..., 0].copy(), points[..., 1].copy()
    if turns == 2:
        x, y = -x, -y
    elif turns == 1:
        x, y = -y, x
    else:
        x, y = y, -x
    points[..., 0] = x + 0.0
    points[..., 1] = y + 0.0


def turned_frames(frames: NDArray[np.float64], quarter_turns: int) -> NDArray[np.float64]:
    """Frames (0 right, 1 left, 2 far, 3 near) after an anticlockwise turn of the board."""
    return _turned(frames, _NEXT_FRAME, quarter_turns)


def turned_pockets(pockets: NDArray[np.float64], quarter_turns: int) -> NDArray[np.float64]:
    """Pockets (1 for right, 2 for far) after an anticlockwise turn of the board."""
    return _turned(pockets, _NEXT_POCKET, quarter_turns)


def _turned(codes: NDArray[np.float64], following: NDArray[np.int64], quarter_turns: int) -> NDArray[np.float64]:
    where = codes.astype(np.int64)
    for _ in range(quarter_turns % 4):
        where = following[where]
    return where.astype(np.float64)
