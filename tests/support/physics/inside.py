"""Parts of the kernel by themselves: it is plain Python, so they are called as they stand."""

import numpy as np

from carrom.physics import kernel
from carrom.physics.kernel_inputs import sliding_table
from carrom.physics.surface import TOURNAMENT, Surface

V, W, T1, KIND, X = kernel.V, kernel.W, kernel.T1, kernel.KIND, kernel.X
TABLE = sliding_table()


def parameters(surface: Surface = TOURNAMENT) -> np.ndarray:
    return np.array(surface.parameters)


def discs(states: np.ndarray, surface: Surface = TOURNAMENT) -> np.ndarray:
    """Rows of the kernel for coins at rest or moving. Shapes: states (n, 5): x, y, vx, vy, w."""
    s = np.zeros((len(states), kernel.COLUMNS))
    s[:, : kernel.W + 1] = states
    s[:, kernel.V] = np.hypot(s[:, kernel.VX], s[:, kernel.VY])
    s[:, kernel.RADIUS] = surface.coin_radius
    s[:, kernel.MASS] = surface.coin_mass
    s[:, kernel.TIP] = surface.tip_distance(surface.coin_radius)
    s[:, kernel.OVER] = -1.0
    s[:, kernel.T1] = np.inf
    return s


def sine_cosine(angles: np.ndarray) -> np.ndarray:
    return np.array([kernel.sine_cosine(angle) for angle in angles.tolist()])


def times_of_approach(cases: np.ndarray) -> np.ndarray:
    """Shapes: cases (n, 8): dx, dy, ux, uy, gx, gy, reach, limit."""
    return np.array([kernel.time_of_approach(*case, 1e-3, 2e-4) for case in cases.tolist()])


def next_contact(s: np.ndarray, i: int, j: int, t: float, p: np.ndarray) -> float:
    return kernel.next_contact(s, i, j, t, p)


def slide_to_rest(s: np.ndarray, p: np.ndarray, table: np.ndarray) -> float:
    """Let disc 0 slide on an endless board; the time at which it rests."""
    t = 0.0
    for _ in range(1000):
        kernel.start_piece(s, 0, t, p, table)
        if s[0, V] == 0.0:
            return t
        t = s[0, T1]
        kind = int(s[0, KIND])
        kernel.advance(s, 0, t)
        if kind == kernel.STOP:
            return t
    return np.nan


def spin_after(s: np.ndarray, p: np.ndarray, table: np.ndarray, t: float) -> float:
    """The spin of disc 0, which lies, after some time."""
    kernel.start_piece(s, 0, 0.0, p, table)
    kernel.advance(s, 0, t)
    return float(s[0, W])


def collide(s: np.ndarray, p: np.ndarray) -> float:
    """One impact of discs 0 and 1."""
    return kernel.collide(s, 0, 1, p)


def rebound(s: np.ndarray, frame: int, p: np.ndarray) -> float:
    return kernel.rebound(s, 0, frame, p[kernel.P_E_FRAME], p)


def collide_together(s: np.ndarray, pairs: np.ndarray, p: np.ndarray) -> np.ndarray:
    """One impact of several pairs at once; the speeds of the contacts. Shapes: pairs (2, contacts)."""
    cluster = np.empty((kernel.MOST_CONTACTS, 11))
    changed = np.arange(s.shape[0])
    kernel.collide_together(s, pairs, pairs.shape[1], changed, s.shape[0], cluster, p)
    return cluster[: pairs.shape[1], 5].copy()
