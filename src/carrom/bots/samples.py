"""Samples of strokes under a hand's errors, shared between all strokes that might have been intended.

A stroke that slipped is, for a stroke that was meant a little otherwise, one that did not: each sample counts for every
intention as much as it is likelier from it than from all that were sampled together (the balance heuristic of
multiple importance sampling). So neighbours lend each other their samples, and an intention that was never sampled can
be judged by those about it.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from carrom.bots.noise import TAIL_FACTOR, TAIL_SHARE, Noise

Floats = NDArray[np.float64]

FEWEST = 1e-12  # a weight that stands for none


@dataclass(frozen=True, slots=True)
class Seen:
    """What strokes led to: mean and deviation of the worth, and how many samples stand behind it. Shapes: (n,)."""

    means: Floats
    deviations: Floats
    backing: Floats


@dataclass
class Samples:
    """Strokes as they were meant, as they were made, and what these led to."""

    noise: Noise
    meant: list[Floats] = field(default_factory=list)  # (k, 3) each
    counts: list[Floats] = field(default_factory=list)  # (k,) samples of each
    made: list[Floats] = field(default_factory=list)  # (m, 3)
    worths: list[Floats] = field(default_factory=list)  # (m,)

    def add(self, meant: Floats, made: Floats, worths: Floats) -> None:
        """Add samples. Shapes: meant (k, 3), made (k, m, 3), worths (k, m)."""
        self.meant.append(meant)
        self.counts.append(np.full(len(meant), float(worths.shape[1])))
        self.made.append(made.reshape(-1, 3))
        self.worths.append(worths.ravel())

    def of(self, strokes: Floats) -> "Seen":
        """Return what these strokes lead to under the hand's errors, from samples of the same place of the striker.

        Shapes: strokes (n, 3).
        """
        if not self.noise.magnitude:
            return self._exactly(strokes)
        sources, counts = np.concatenate(self.meant), np.concatenate(self.counts)
        made, worths = np.concatenate(self.made), np.concatenate(self.worths)
        place_of_made = np.repeat(sources[:, 0], counts.astype(np.int64))
        seen = Seen(*np.zeros((3, len(strokes))))
        for place in np.unique(strokes[:, 0]):
            rows = np.flatnonzero(strokes[:, 0] == place)
            of_sources, of_made = sources[:, 0] == place, place_of_made == place
            if not of_made.any():
                continue
            some, led_to = made[of_made], worths[of_made]
            drawn = counts[of_sources] @ self._density(sources[of_sources], some)
            weights = self._density(strokes[rows], some) / np.maximum(drawn, FEWEST)
            total = np.maximum(weights.sum(axis=1), FEWEST)
            mean = weights @ led_to / total
            seen.means[rows] = mean
            square = (weights * (led_to - mean[:, None]) ** 2).sum(axis=1) / total
            seen.deviations[rows] = np.sqrt(square)
            seen.backing[rows] = total**2 / np.maximum((weights * weights).sum(axis=1), FEWEST**2)
        return seen

    def _exactly(self, strokes: Floats) -> "Seen":
        """The same of a hand that never errs: every sample of a stroke is that stroke."""
        worth_of = {
            tuple(stroke): worth
            for meant, worths in zip(self.meant, self.worths, strict=True)
            for stroke, worth in zip(meant.tolist(), worths[:: len(worths) // len(meant)].tolist(), strict=True)
        }
        known = [worth_of.get(tuple(stroke)) for stroke in strokes.tolist()]
        means = np.array([0.0 if worth is None else worth for worth in known])
        return Seen(means, np.zeros(len(strokes)), np.array([float(worth is not None) for worth in known]))

    def _density(self, strokes: Floats, made: Floats) -> Floats:
        """How likely each of m strokes is made where each of n is meant, but for a factor. Shapes: result (n, m)."""
        place = (made[None, :, 0] - strokes[:, None, 0]) / self.noise.place
        aim = (made[None, :, 1] - strokes[:, None, 1]) / self.noise.aim
        speed = (made[None, :, 2] / strokes[:, None, 2] - 1.0) / self.noise.speed
        square = place * place + aim * aim + speed * speed
        core = np.exp(-0.5 * square)
        tail = np.exp(-0.5 / TAIL_FACTOR**2 * square) / TAIL_FACTOR**3
        return np.asarray(((1.0 - TAIL_SHARE) * core + TAIL_SHARE * tail) / strokes[:, None, 2])
