"""Strokes that are being weighed, and those that may be made.

What goes through all of them is compiled (`carrom.physics.aims`): they are few, and numpy would take longer to begin.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from carrom.bots.candidates import Aims
from carrom.bots.noise import Noise
from carrom.physics.native import native
from carrom.play.domain import StrokeDomain

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

CELLS = np.array([0.004, 0.004, 0.4])  # strokes in the same cell are nearly the same
# How wide fans are, in windows and radians (`carrom.physics.aims`).
# A frame does not mirror exactly, so off it they are wide.
FANS = np.array([0.9, 0.02, 0.06, 2.0, 0.005, 0.03])


@dataclass(slots=True, eq=False)
class Tried:
    """Strokes that are being weighed. Shapes: strokes (n, 3), the others (n,)."""

    strokes: Floats
    worths: Floats
    liked: Floats  # what taste adds
    spreads: Floats  # what a taste for risk adds, once it is known

    @classmethod
    def of(cls, strokes: Floats, worths: Floats, liked: Floats) -> "Tried":
        """Strokes of whose spreads nothing is known."""
        return cls(strokes, worths, liked, np.zeros(len(strokes)))

    def __len__(self) -> int:
        """How many they are."""
        return len(self.strokes)

    def take(self, rows: Ints) -> "Tried":
        """Some of them."""
        strokes, worths = self.strokes.take(rows, axis=0), self.worths.take(rows)
        return Tried(strokes, worths, self.liked.take(rows), self.spreads.take(rows))

    def order(self) -> Ints:
        """The rows, the best first; worths that differ by rounding alone are the same."""
        n = len(self.strokes)
        order, merged = np.empty(n, np.int64), np.empty(n, np.int64)
        native().rank_strokes(self.worths, self.liked, self.spreads, np.empty(n), order, merged)
        return order

    def best(self, count: int) -> "Tried":
        """The best so many."""
        return self.take(self.order()[:count])

    def spread_out(self, count: int) -> "Tried":
        """The best so many, no two of them nearly the same."""
        n = len(self.strokes)
        taken, number = np.empty(n, np.int64), np.empty(1, np.int64)
        most, room = np.array([count]), np.empty((n, 3))
        native().keep_apart(self.strokes, self.order(), CELLS, most, room, taken, number)
        return self.take(taken[: number[0]])


def join_tried(first: Tried, second: Tried) -> Tried:
    """Put strokes together."""
    return Tried(
        np.concatenate((first.strokes, second.strokes)),
        np.concatenate((first.worths, second.worths)),
        np.concatenate((first.liked, second.liked)),
        np.concatenate((first.spreads, second.spreads)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Limits:
    """A domain of strokes as arrays. Shapes: spans (s, 2) of offsets and angles (a, 2), speed (2,)."""

    spans: Floats
    angles: Floats
    speed: Floats

    @classmethod
    def of(cls, domain: StrokeDomain) -> "Limits":
        """Those of a domain, which leaves a place for the striker."""
        return cls(np.array(domain.spans), np.array(domain.angles), np.array(domain.speed))

    def within(self, strokes: Floats) -> Floats:
        """Return each stroke, moved to the nearest one that may be made. Shapes: (n, 3) to (n, 3)."""
        made = np.empty(strokes.shape)
        native().into_domain(np.ascontiguousarray(strokes), self.spans, self.angles, self.speed, made)
        return made

    def spread(self, strokes: Floats, noise: Noise, errors: Floats) -> tuple[Floats, Floats]:
        """Return what each stroke becomes under each error of a hand (`Noise.spread`), and of it what may be made.

        Shapes: strokes (n, 3), errors (m, 3); results (n, m, 3) and (n * m, 3).
        """
        meant, made = np.empty((len(strokes), len(errors), 3)), np.empty((len(strokes) * len(errors), 3))
        native().spread_strokes(strokes, errors, hand_of(noise), self.spans, self.angles, self.speed, meant, made)
        return meant, made

    def fans(self, aims: Aims, rows: Ints, fan: int, speeds: Sequence[float]) -> Floats:
        """Return some aims, each with a fan of directions and speeds, multiples of its own; moved as by `within`.

        Shapes: rows (k,), result (k * fan * speeds, 3).
        """
        turns = np.linspace(-1.0, 1.0, fan) if fan > 1 else np.zeros(1)
        faster = np.array(speeds)
        made = np.empty((len(rows) * len(turns) * len(faster), 3))
        given = (aims.strokes, aims.family, aims.window, rows, turns, faster)
        native().fan_out(*given, FANS, self.spans, self.angles, self.speed, made)
        return made


@lru_cache(maxsize=64)
def hand_of(noise: Noise) -> Floats:
    """Standard deviations of a hand's place, aim and speed. Shapes: result (3,)."""
    return np.array([noise.place, noise.aim, noise.speed])


def within_domain(strokes: Floats, domain: StrokeDomain) -> Floats:
    """Return each stroke, moved to the nearest one that may be made. Shapes: (n, 3) to (n, 3)."""
    return Limits.of(domain).within(strokes)
