"""Fitting the two parameters of pockets to films: how fast discs crossed a pocket, on which line, which fell.

The kernel's rule is sharp, what is read off a film is not: so a row's chance to fall is that of the rule averaged over
the errors of speed and line. The likelihood of both parameters is worked out on a grid; an interval holds the values
whose likelihood, with the other parameter at its best, is within what chance explains in 95 %.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from carrom.physics.measured_rows import Pocketing
from carrom.physics.pocket_rule import way_over
from carrom.physics.surface import RANGES, Surface

Floats = NDArray[np.float64]

FITTED = ("pocket_drop", "pocket_restitution")
FEWEST = 12  # rows below which no interval is worth telling
SPEED_ERROR = 0.08  # standard deviation of an entering speed, as a part of it: two frames of a film at 120 a second
LINE_ERROR = 0.0015  # of where a line passes the pocket's centre, metres
BY_CHANCE = (
    0.04  # of the rows, fall or not whatever the rule says: a burr, a coin that was on its edge, a slip of the pen
)
WITHIN = 1.9207  # half the 95 % quantile of chi squared with one degree of freedom
SUSPECT = 0.05  # chance of what was seen below which a row is reported
DROPS = np.linspace(0.0, RANGES["pocket_drop"][1], 81)
RESTITUTIONS = np.linspace(0.1, 0.9, 33).round(4)
NODES = np.linspace(-2.25, 2.25, 19)  # of an error, in standard deviations
LINE_NODES = ((-math.sqrt(3), 1 / 6), (0.0, 2 / 3), (math.sqrt(3), 1 / 6))  # Gauss and Hermite, three points


@dataclass(frozen=True, slots=True, kw_only=True)
class PocketFit:
    """The likeliest values, intervals of 95 % by the profile likelihood, and the chance of each row to fall."""

    values: dict[str, float]
    intervals: dict[str, tuple[float, float]]  # one that ends where the grid does may reach farther
    chances: Floats  # (rows,)


def fit_pockets(rows: Sequence[Pocketing], base: Surface, hold: Collection[str] = ()) -> PocketFit:
    """Fit those of `FITTED` that are not held."""
    drops = np.array([base.pocket_drop]) if "pocket_drop" in hold else DROPS
    restitutions = np.array([base.pocket_restitution]) if "pocket_restitution" in hold else RESTITUTIONS
    chances = chances_to_fall(rows, base, drops, restitutions)
    fell = np.array([row.fell for row in rows])
    likelihood = np.where(fell[:, None, None], np.log(chances), np.log1p(-chances)).sum(axis=0)
    at_restitution, at_drop = np.unravel_index(int(likelihood.argmax()), likelihood.shape)
    axes = {"pocket_drop": (drops, 0, at_drop), "pocket_restitution": (restitutions, 1, at_restitution)}
    values, intervals = {}, {}
    for name, (grid, others, best) in axes.items():
        if name in hold:
            continue
        inside = grid[likelihood.max(axis=others) >= likelihood.max() - WITHIN]
        values[name] = float(grid[best])
        intervals[name] = (float(inside[0]), float(inside[-1]))
    return PocketFit(values=values, intervals=intervals, chances=chances[:, at_restitution, at_drop])


def chances_to_fall(rows: Sequence[Pocketing], base: Surface, drops: Floats, restitutions: Floats) -> Floats:
    """How likely each row's disc is to fall. Shapes: drops (d,), restitutions (e,), result (rows, e, d)."""
    weights = np.exp(-0.5 * NODES * NODES)
    weights /= weights.sum()
    times = np.sqrt(2 * drops / base.gravity)
    chances = np.zeros((len(rows), len(restitutions), len(drops)))
    for e, restitution in enumerate(restitutions):
        surface = replace(base, pocket_restitution=float(restitution))
        for k, row in enumerate(rows):
            speeds = row.speed * np.exp(SPEED_ERROR * NODES)
            for sigmas, weight in LINE_NODES:
                way = way_over(surface, row.disc, row.offset + sigmas * LINE_ERROR, row.angle)
                if way is None:
                    continue
                over = way.length / speeds
                stays = way.part * speeds <= base.gravity * over
                held = stays[:, None] | (over[:, None] >= times)
                chances[k, e] += weight * (weights @ held)
    return 0.5 * BY_CHANCE + (1 - BY_CHANCE) * chances
