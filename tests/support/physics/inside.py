"""Parts of the kernel, callable from Python: the kernel makes no such entry for its own helpers."""

import numpy as np
from numba import njit

from carrom.physics import kernel
from carrom.physics.compiled import sliding_table
from carrom.physics.surface import TOURNAMENT, Surface

_time_of_approach = kernel.time_of_approach
_next_contact = kernel.next_contact
_start_piece = kernel.start_piece
_advance = kernel.advance
_collide = kernel.collide
_collide_together = kernel.collide_together
_rebound = kernel.rebound
_sine_cosine = kernel.sine_cosine
V, W, T1, KIND, X = kernel.V, kernel.W, kernel.T1, kernel.KIND, kernel.X
STOP, PIECE, MOST_CONTACTS = kernel.STOP, kernel.PIECE, kernel.MOST_CONTACTS
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


@njit
def sine_cosine(angles: np.ndarray) -> np.ndarray:
    out = np.empty((len(angles), 2))
    for k in range(len(angles)):
        out[k] = _sine_cosine(angles[k])
    return out


@njit
def times_of_approach(cases: np.ndarray) -> np.ndarray:
    """Shapes: cases (n, 8): dx, dy, ux, uy, gx, gy, reach, limit."""
    out = np.empty(len(cases))
    for k in range(len(cases)):
        c = cases[k]
        out[k] = _time_of_approach(c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], 1e-3, 2e-4)
    return out


@njit
def next_contact(s: np.ndarray, i: int, j: int, t: float, p: np.ndarray) -> float:
    return _next_contact(s, i, j, t, p)


@njit
def slide_to_rest(s: np.ndarray, p: np.ndarray, table: np.ndarray) -> float:
    """Let disc 0 slide on an endless board; the time at which it rests."""
    t = 0.0
    for _ in range(1000):
        _start_piece(s, np.int64(0), t, p, table)
        if s[0, V] == 0.0:
            return t
        t = s[0, T1]
        kind = int(s[0, KIND])
        _advance(s, np.int64(0), t)
        if kind == STOP:
            return t
    return np.nan


@njit
def spin_after(s: np.ndarray, p: np.ndarray, table: np.ndarray, t: float) -> float:
    """The spin of disc 0, which lies, after some time."""
    _start_piece(s, np.int64(0), 0.0, p, table)
    _advance(s, np.int64(0), t)
    return s[0, W]


@njit
def collide(s: np.ndarray, p: np.ndarray) -> float:
    """One impact of discs 0 and 1."""
    return _collide(s, np.int64(0), np.int64(1), p)


@njit
def rebound(s: np.ndarray, frame: int, p: np.ndarray) -> float:
    return _rebound(s, np.int64(0), frame, p[kernel.P_E_FRAME], p)


@njit
def collide_together(s: np.ndarray, pairs: np.ndarray, p: np.ndarray) -> np.ndarray:
    """One impact of several pairs at once; the speeds of the contacts. Shapes: pairs (2, contacts)."""
    cluster = np.empty((MOST_CONTACTS, 9))
    changed = np.arange(s.shape[0])
    _collide_together(s, pairs, pairs.shape[1], changed, s.shape[0], cluster, p)
    return cluster[: pairs.shape[1], 5].copy()
