"""When two discs meet, against numpy's roots of the quartic."""

import math

import numpy as np
import pytest

from tests.support.physics import inside

REACH = 0.0318


def first_root(case: np.ndarray) -> float:
    """The first time at which the distance falls to the reach, by numpy; infinity if none within the limit."""
    dx, dy, ux, uy, gx, gy, reach, limit = case
    coefficients = [
        0.25 * (gx * gx + gy * gy),
        ux * gx + uy * gy,
        ux * ux + uy * uy + dx * gx + dy * gy,
        2 * (dx * ux + dy * uy),
        dx * dx + dy * dy - reach * reach,
    ]
    roots = np.roots(coefficients)
    times = sorted(float(root.real) for root in roots if abs(root.imag) < 1e-9 * max(1.0, abs(root.real)))
    slope = np.polyder(np.poly1d(coefficients))
    return next((t for t in times if 0 <= t <= limit and slope(t) < 0), math.inf)


def random_cases(rng: np.random.Generator, count: int) -> np.ndarray:
    """Two discs that start apart and slow down each against its own velocity; a third of them nearly graze."""
    cases = []
    while len(cases) < count:
        v1, v2 = rng.normal(0, 1.5, (2, 2))
        d = rng.uniform(-0.4, 0.4, 2)
        if len(cases) % 3 == 0:
            v2 = v1 + d / np.hypot(*d) * -rng.uniform(0.1, 2)
            side = np.array([-d[1], d[0]]) / np.hypot(*d)
            d = d + side * REACH * rng.uniform(0.99, 1.001)
        if np.hypot(*d) <= REACH + 1e-6:
            continue
        g1, g2 = (-1.177 * v / np.hypot(*v) for v in (v1, v2))
        limit = min(np.hypot(*v) for v in (v1, v2)) / 1.177
        cases.append((*d, *(v2 - v1), *(g2 - g1), REACH, limit))
    return np.array(cases)


def test_no_contact_is_missed_and_none_invented():
    cases = random_cases(np.random.default_rng(1), 6_000)
    found = inside.times_of_approach(cases)
    for case, t in zip(cases, found, strict=True):
        expected = first_root(case)
        if math.isinf(t) or math.isinf(expected):
            # they may disagree only where the paths touch without crossing
            moment = expected if math.isinf(t) else t
            assert math.isinf(moment) or least_gap_near(case, moment) > -1e-11
        else:
            assert gap(case, t) == pytest.approx(0.0, abs=1e-12)
            assert t == pytest.approx(expected, abs=1e-6)
    assert np.isfinite(found).sum() > 1_000


def gap(case: np.ndarray, t: float) -> float:
    dx, dy, ux, uy, gx, gy, reach, _ = case
    return math.hypot(dx + t * (ux + 0.5 * t * gx), dy + t * (uy + 0.5 * t * gy)) - reach


def least_gap_near(case: np.ndarray, t: float) -> float:
    times = np.linspace(max(0, t - 1e-4), min(case[7], t + 1e-4), 2001)
    return min(gap(case, float(time)) for time in times)


def test_a_disc_at_rest_is_met_at_the_same_time_as_by_the_quartic():
    rng = np.random.default_rng(2)
    for _ in range(500):
        x, y = rng.uniform(0.05, 0.3), rng.uniform(-0.04, 0.04)
        v = rng.uniform(0.3, 3)
        s = inside.discs(np.array([[0.0, 0.0, v, 0.0, 0.0], [x, y, 0.0, 0.0, 0.0]]))
        p = inside.parameters()
        s[0, inside.kernel.A] = 1.1772
        s[0, inside.kernel.AX] = -1.1772
        s[0, inside.T1] = limit = v / 1.1772
        quartic = inside.times_of_approach(np.array([[x, y, -v, 0.0, 1.1772, 0.0, REACH, limit]]))[0]

        assert inside.next_contact(s, 0, 1, 0.0, p) == pytest.approx(quartic, abs=1e-9)


def test_slow_contacts_wait_for_a_contacts_duration():
    touching = np.array([[REACH, 0.0, -5e-4, 0.0, 0.1, 0.0, REACH, 1.0]])
    faster = np.array([[REACH, 0.0, -5e-3, 0.0, 0.1, 0.0, REACH, 1.0]])

    assert inside.times_of_approach(touching)[0] == pytest.approx(2e-4)
    assert inside.times_of_approach(faster)[0] == 0.0


def test_discs_that_part_and_come_together_again_are_not_missed():
    """They touched within rounding (2e-19 m²): a difference cancelled, and the march went past the root."""
    case = [-4.8817430060278666e-05, -0.03179996252919998, -0.022563461470613916, -0.11402173143705896]
    case += [0.19283244899945362, 0.5317500741799797, 0.0318, 0.46810633424265263]

    assert inside.times_of_approach(np.array([case]))[0] == pytest.approx(first_root(np.array(case)), abs=1e-9)
