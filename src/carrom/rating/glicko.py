"""Glicko-2: ratings with deviation and volatility, and their update by the results of one period.

The arithmetic is the library `glicko2-py` (docs/decisions/0013); only this module knows it. Its numbers are on
Glickman's scale (1500, 350); inside the library they are smaller by 173.7178.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from glicko2.math import E, g, mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

from carrom.errors import ImpossibleError

HIGHEST = 10_000.0


class RatingError(ImpossibleError):
    """Numbers that cannot be a rating, or a result that cannot be rated."""

    code = "bad-rating"


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong somebody is, by results: `value` with its standard `deviation`, and the `volatility` of their form."""

    value: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    def __post_init__(self) -> None:
        """Check the numbers. Raises RatingError."""
        if not (math.isfinite(self.value) and abs(self.value) <= HIGHEST):
            raise RatingError("value", highest=HIGHEST, rating=self.value)
        if not 0 < self.deviation <= 1000:
            raise RatingError("deviation", deviation=self.deviation)
        if not 0 < self.volatility <= 1:
            raise RatingError("volatility", volatility=self.volatility)

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the strength lies in 19 of 20 cases."""
        return self.value - 1.96 * self.deviation, self.value + 1.96 * self.deviation


@dataclass(frozen=True, slots=True)
class Met:
    """One result, as it counts for one player: whom they met, and the part of the win that was theirs, 0 to 1."""

    rating: Rating
    score: float


def after_period(rating: Rating, met: Sequence[Met], *, tau: float, most_deviation: float) -> Rating:
    """The rating after a period in which these were met; with nobody met it only grows less certain.

    `tau` holds back how fast the volatility changes; nobody is less certain than `most_deviation`, a newcomer's.
    Source: Glickman, Example of the Glicko-2 system (2012), steps 2 to 8.
    """
    updated = update_rating(
        rating_to_mu(rating.value),
        rd_to_phi(rating.deviation),
        rating.volatility,
        [(rating_to_mu(one.rating.value), rd_to_phi(one.rating.deviation), one.score) for one in met],
        tau=tau,
    )
    return Rating(mu_to_rating(updated.mu), min(most_deviation, phi_to_rd(updated.phi)), updated.sigma)


def expected(rating: Rating, other: Rating) -> float:
    """The part of the win expected against somebody, 0 to 1: the less certain their rating, the nearer to a half."""
    return E(rating_to_mu(rating.value), rating_to_mu(other.value), rd_to_phi(other.deviation))


def points_for(after: Rating, met: Met, score_expected: float) -> float:
    """Return the points that one result of a period added to the value; those of a period add up to its whole change.

    Where `after_period` held the deviation at its limit, they add up to within a hundredth of a point.
    """
    phi = rd_to_phi(after.deviation)
    return (mu_to_rating(phi**2 * g(rd_to_phi(met.rating.deviation)) * (met.score - score_expected))) - 1500.0
