"""Samples of strokes under a hand's errors, shared between all strokes that might have been intended.

A stroke that slipped is, for a stroke that was meant a little otherwise, one that did not: each sample counts for every
intention as much as it is likelier from it than from all that were sampled together (the balance heuristic of
multiple importance sampling, compiled in `carrom.physics.sight`). So neighbours lend each other their samples, and an
intention that was never sampled can be judged by those about it.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from carrom.bots.noise import TAIL_FACTOR, TAIL_SHARE, Noise
from carrom.physics import sight
from carrom.physics.native import native
from carrom.physics.sight import W_BACKING, W_DEVIATION, W_MEAN

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Number = TypeVar("Number", np.float64, np.int64)


@dataclass(frozen=True, slots=True)
class Seen:
    """Results of strokes: mean and deviation of the worth, and how many samples stand behind it. Shapes: (n,)."""

    means: Floats
    deviations: Floats
    backing: Floats


@dataclass
class Samples:
    """Strokes as they were meant, as they were made, and what these led to."""

    noise: Noise
    meant: list[Floats] = field(default_factory=list)  # (k, 3) each
    counts: list[Ints] = field(default_factory=list)  # (k,) samples of each
    made: list[Floats] = field(default_factory=list)  # (m, 3)
    worths: list[Floats] = field(default_factory=list)  # (m,)
    _drawn: Floats = field(default_factory=lambda: np.empty(0))  # (m,) how likely each was made at all
    _known: int = 0  # of so many of the strokes that were meant

    def add(self, meant: Floats, made: Floats, worths: Floats) -> None:
        """Add samples. Shapes: meant (k, 3), made (k, m, 3), worths (k, m)."""
        self.meant.append(meant)
        self.counts.append(np.full(len(meant), worths.shape[1], np.int64))
        self.made.append(made.reshape(-1, 3))
        self.worths.append(worths.ravel())

    def of(self, strokes: Floats) -> "Seen":
        """Return what these strokes lead to under the hand's errors, from samples of the same place of the striker.

        Shapes: strokes (n, 3).
        """
        if not self.noise.magnitude:
            return self._exactly(strokes)
        sources, counts, made, worths = (
            _joined(self.meant),
            _joined(self.counts),
            _joined(self.made),
            _joined(self.worths),
        )
        known = np.array([self._known])
        more = np.empty(len(made) - len(self._drawn))
        self._drawn = np.concatenate((self._drawn, more)) if self._known else more
        self._known = len(sources)
        shares = np.empty((len(strokes), 3))
        native().share_samples(
            np.ascontiguousarray(strokes),
            sources,
            counts,
            made,
            worths,
            hand_figures(self.noise),
            known,
            self._drawn,
            np.empty(len(made)),
            shares,
        )
        return Seen(shares[:, W_MEAN], shares[:, W_DEVIATION], shares[:, W_BACKING])

    def _exactly(self, strokes: Floats) -> "Seen":
        """The same of a hand that never errs: its samples of a stroke differ by the board alone, if by anything."""
        worth_of = {
            tuple(stroke): worth
            for meant, worths in zip(self.meant, self.worths, strict=True)
            for stroke, worth in zip(meant.tolist(), worths.reshape(len(meant), -1).mean(axis=1).tolist(), strict=True)
        }
        known = [worth_of.get(tuple(stroke)) for stroke in strokes.tolist()]
        means = np.array([0.0 if worth is None else worth for worth in known])
        return Seen(means, np.zeros(len(strokes)), np.array([float(worth is not None) for worth in known]))


def _joined(parts: list[NDArray[Number]]) -> NDArray[Number]:
    """One array of all parts."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


@lru_cache(maxsize=64)
def hand_figures(noise: Noise) -> Floats:
    """Figures of a hand for the compiled sharing. Shapes: result (HAND_FIGURES,)."""
    figures = np.empty(sight.HAND_FIGURES)
    figures[[sight.H_PLACE, sight.H_AIM, sight.H_SPEED]] = 1.0 / noise.place, 1.0 / noise.aim, 1.0 / noise.speed
    figures[[sight.H_STEADY, sight.H_SLIPPED]] = 1.0 - TAIL_SHARE, TAIL_SHARE / TAIL_FACTOR**3
    figures[sight.H_WIDE] = 1.0 / TAIL_FACTOR**2
    return figures
