"""Fitting a surface to measurements of a board: friction and restitutions, with intervals.

Straight slides have closed forms: a disc that comes to rest at a way d from where it last met a frame left it with
sqrt(2 mu g d), and met it with that divided by e; so back to the release. What was timed, or measured as a speed, is
compared with what friction and restitution make of it, and both are fitted by least squares. A hit in full gives the
restitution of two discs by itself: friction cancels. What pockets do is fitted in `pocket_calibration`.
"""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from carrom.errors import ImpossibleError
from carrom.physics import pocket_calibration
from carrom.physics.measured_rows import Hit, MeasuredRow, Pocketing, Run
from carrom.physics.surface import TOURNAMENT, Surface, SurfaceError

Floats = NDArray[np.float64]

BY_WAYS = ("board_friction", "frame_restitution", "disc_restitution")
FITTED = (*BY_WAYS, *pocket_calibration.FITTED)
SUSPECT = 3.5  # standard deviations from which a row is reported
DISAGREE = 0.15  # standard deviation, as a part of what was measured, that no tape and watch explain
LOOSE = 0.5  # an interval that reaches farther than this part of its value tells nothing


class CalibrationError(ImpossibleError):
    """The rows do not determine a surface.

    Codes: `too-few-rows`, `not-identifiable` (many surfaces explain the rows equally well), `rows-disagree`,
    `no-such-board` (no surface within the ranges explains them), `off-the-pocket` (a disc that came over no pocket),
    `bad-hold` (a value that cannot be held).
    """

    own_codes = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A value of the surface as the rows tell it, with its interval of 95 %."""

    name: str
    value: float
    low: float
    high: float
    rows: int  # that tell of it


@dataclass(frozen=True, slots=True, kw_only=True)
class Misfit:
    """A row far from what the fitted surface makes of it: look whether it was written down rightly.

    Of a disc that came over a pocket: 1 if it fell and 0 if not, and how likely it was to fall.
    """

    line: int
    measured: float
    expected: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """Result of a calibration: the surface, the values that were fitted, the rows that do not fit."""

    surface: Surface
    estimates: tuple[Estimate, ...]
    misfits: tuple[Misfit, ...]
    spread: float  # standard deviation of times and speeds round the fit, as a part of themselves; NaN without any


def calibrate(rows: Sequence[MeasuredRow], base: Surface = TOURNAMENT, *, hold: Collection[str] = ()) -> Calibration:
    """Fit board friction, the restitutions of frame and discs and the two values of pockets, as far as rows tell them.

    Errors of measurement are taken to be parts of what is measured; intervals are linearised (Student's t). Values
    that no row tells of stay as in `base`.

    Args:
        base: measures, masses, and the values that are not fitted.
        hold: names of values that are known: they stay as in `base`.

    Raises:
        CalibrationError: the rows do not tell.
    """
    for name in hold:
        if name not in FITTED:
            raise CalibrationError("bad-hold", name=name, fitted=FITTED)
    runs = [row for row in rows if isinstance(row, Run)]
    hits = [row for row in rows if isinstance(row, Hit)]
    estimates: list[Estimate] = []
    misfits: list[Misfit] = []
    spread = math.nan
    sought = [
        name
        for name, informative in (
            ("board_friction", len(runs)),
            ("frame_restitution", sum(run.rebounds > 0 for run in runs)),
        )
        if informative and name not in hold
    ]
    if sought:
        table = _table(runs, base)
        fit = _fit(sought, lambda values: _expected(table, values, base), table.measured, table.lines, base)
        estimates += _estimates(
            fit, {"board_friction": len(runs), "frame_restitution": sum(r.rebounds > 0 for r in runs)}
        )
        misfits += _misfits(fit, table.measured, table.lines)
        spread = fit.spread
    if hits and "disc_restitution" not in hold:
        lines = [hit.line for hit in hits]
        ratios = np.array([math.sqrt(hit.coin / hit.striker) for hit in hits])
        fit = _fit(
            ["disc_restitution"],
            lambda values: _speed_ratio(values["disc_restitution"], base, len(hits)),
            ratios,
            lines,
            base,
        )
        estimates += _estimates(fit, {"disc_restitution": len(hits)})
        misfits += _misfits(fit, ratios, lines)
    pockets = [row for row in rows if isinstance(row, Pocketing)]
    if pockets and not set(pocket_calibration.FITTED) <= set(hold):
        found, strange = _pockets(pockets, base, hold)
        estimates += found
        misfits += strange
    if not estimates:
        raise CalibrationError("too-few-rows.no-values")
    try:
        surface = replace(base, **{estimate.name: round(estimate.value, 5) for estimate in estimates})
    except SurfaceError as error:
        raise CalibrationError("no-such-board", cause=error) from None
    return Calibration(
        surface=surface, estimates=tuple(estimates), misfits=tuple(sorted(misfits, key=_line)), spread=spread
    )


def _pockets(rows: Sequence[Pocketing], base: Surface, hold: Collection[str]) -> tuple[list[Estimate], list[Misfit]]:
    """Read the rows about pockets. Raises CalibrationError: they tell nothing."""
    for row in rows:
        tip = base.tip_distance(base.striker_radius if row.disc == "striker" else base.coin_radius)
        if abs(row.offset) >= tip:
            raise CalibrationError(
                "off-the-pocket", line=row.line, disc=row.disc, offset=1000 * abs(row.offset), tip=1000 * tip
            )
    if len(rows) < pocket_calibration.FEWEST:
        raise CalibrationError("too-few-rows.pockets", count=len(rows), needed=pocket_calibration.FEWEST)
    if len({row.fell for row in rows}) < 2:
        raise CalibrationError("not-identifiable.pockets")
    fit = pocket_calibration.fit_pockets(rows, base, hold)
    estimates = [
        Estimate(name=name, value=value, low=fit.intervals[name][0], high=fit.intervals[name][1], rows=len(rows))
        for name, value in fit.values.items()
    ]
    misfits = [
        Misfit(line=row.line, measured=float(row.fell), expected=float(chance))
        for row, chance in zip(rows, fit.chances, strict=True)
        if (chance if row.fell else 1 - chance) < pocket_calibration.SUSPECT
    ]
    return estimates, misfits


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """Runs as arrays (runs,), and what was measured of them (equations,): times and speeds, each with its run."""

    first: Floats
    last: Floats
    between: Floats
    rebounds: NDArray[np.int64]
    is_time: NDArray[np.bool_]
    row: NDArray[np.int64]
    measured: Floats
    lines: list[int]


def _table(runs: Sequence[Run], base: Surface) -> _Table:
    equations = [(k, True, run.time) for k, run in enumerate(runs) if run.time is not None]
    equations += [(k, False, run.speed) for k, run in enumerate(runs) if run.speed is not None]
    radius = {"striker": base.striker_radius, "coin": base.coin_radius}
    return _Table(
        first=np.array([run.first for run in runs]),
        last=np.array([run.last for run in runs]),
        between=np.array([2 * (base.half_surface - radius[run.disc]) for run in runs]),
        rebounds=np.array([run.rebounds for run in runs]),
        is_time=np.array([is_time for _, is_time, _ in equations]),
        row=np.array([k for k, _, _ in equations]),
        measured=np.array([value for _, _, value in equations]),
        lines=[runs[k].line for k, _, _ in equations],
    )


def _backwards(friction: float, restitution: float, table: _Table, gravity: float) -> tuple[Floats, Floats]:
    """Speeds at the release and times until rest. Shapes: results (runs,)."""
    a = friction * gravity
    speed = np.sqrt(2 * a * table.last)
    time = speed / a
    for left in range(int(table.rebounds.max(initial=0)), -1, -1):
        # `left` rebounds still lie before this leg, going backwards from the last
        way = np.where(left == 0, table.first, table.between)
        ongoing = table.rebounds > left
        met = np.where(ongoing, speed / restitution, speed)
        earlier = np.sqrt(met * met + 2 * a * way)
        on = ongoing | ((left == 0) & (table.rebounds == 0))
        time = np.where(on, time + (earlier - met) / a, time)
        speed = np.where(on, earlier, speed)
    return speed, time


def _expected(table: _Table, values: dict[str, float], base: Surface) -> Floats:
    speed, time = _backwards(values["board_friction"], values["frame_restitution"], table, base.gravity)
    return np.where(table.is_time, time[table.row], speed[table.row])


def _speed_ratio(restitution: float, base: Surface, count: int) -> Floats:
    """The coin's speed over the striker's after a hit in full: (1 + e) M / (M - e m)."""
    big, small = base.striker_mass, base.coin_mass
    return np.full(count, (1 + restitution) * big / (big - restitution * small))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fitted:
    names: list[str]
    values: Floats
    low: Floats
    high: Floats
    spread: float
    expected: Floats


def _fit(
    names: list[str],
    expected: Callable[[dict[str, float]], Floats],
    measured: Floats,
    lines: list[int],
    base: Surface,
) -> _Fitted:
    """Least squares of log(measured / expected) over the logarithms of the values, by Gauss and Newton."""
    more = len(measured) - len(names)
    if more < 1:
        raise CalibrationError("too-few-rows.for-intervals", count=len(measured), names=names, needed=len(names) + 1)
    fixed = {name: getattr(base, name) for name in BY_WAYS}

    def rest(theta: Floats) -> Floats:
        values = {**fixed, **dict(zip(names, np.exp(theta).tolist(), strict=True))}
        return np.asarray(np.log(measured) - np.log(expected(values)))

    theta = np.log([fixed[name] for name in names])
    r = rest(theta)
    for _ in range(100):
        slopes = np.column_stack([(rest(theta + d) - rest(theta - d)) / 2e-6 for d in 1e-6 * np.eye(len(names))])
        if np.linalg.cond(slopes) > 1e6:
            raise _not_distinguished(names)
        step = np.linalg.lstsq(slopes, -r, rcond=None)[0]
        step *= min(1.0, 0.5 / max(np.abs(step).max(), 1e-300))  # at most by half at once
        while (after := rest(theta + step)) @ after > r @ r and np.abs(step).max() > 1e-12:
            step *= 0.5
        theta, r = theta + step, after
        if np.abs(step).max() < 1e-11:
            break
    spread = math.sqrt(float(r @ r) / more)
    wide = student_t(more) * spread * np.sqrt(np.diag(np.linalg.inv(slopes.T @ slopes)))
    if (wide > math.log(1 + LOOSE)).any():
        raise _rows_disagree(names, lines[int(np.abs(r).argmax())]) if spread > DISAGREE else _not_distinguished(names)
    return _Fitted(
        names=names,
        values=np.exp(theta),
        low=np.exp(theta - wide),
        high=np.exp(theta + wide),
        spread=spread,
        expected=np.asarray(measured / np.exp(r)),
    )


def _not_distinguished(names: list[str]) -> CalibrationError:
    if len(names) > 1:
        return CalibrationError("not-identifiable.several", names=names)
    return CalibrationError("not-identifiable.one", names=names)


def _rows_disagree(names: list[str], line: int) -> CalibrationError:
    return CalibrationError("rows-disagree", names=names, line=line)


def _estimates(fit: _Fitted, rows: dict[str, int]) -> list[Estimate]:
    return [
        Estimate(name=name, value=float(value), low=float(low), high=float(high), rows=rows[name])
        for name, value, low, high in zip(fit.names, fit.values, fit.low, fit.high, strict=True)
    ]


def _misfits(fit: _Fitted, measured: Floats, lines: list[int]) -> list[Misfit]:
    """Rows far off, by medians, which a single bad row does not move, as it moved the fit itself."""
    off = np.log(measured / fit.expected)
    off -= np.median(off)
    usual = max(1.4826 * float(np.median(np.abs(off))), 1e-6)
    return [
        Misfit(line=lines[k], measured=float(measured[k]), expected=float(fit.expected[k]))
        for k in np.flatnonzero(np.abs(off) > SUSPECT * usual)
    ]


def _line(misfit: Misfit) -> int:
    return misfit.line


@lru_cache(maxsize=64)
def student_t(freedom: int) -> float:
    """The value that Student's t stays below, either way, in 95 %. Source: integration of its density."""
    log_scale = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2) - 0.5 * math.log(freedom * math.pi)

    def inside(t: float) -> float:
        x = np.linspace(0.0, t, 20_001)
        density = np.exp(log_scale - (freedom + 1) / 2 * np.log1p(x * x / freedom))
        return 2 * float(np.trapezoid(density, x))

    low, high = 1.9, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        if inside(middle) < 0.95:
            low = middle
        else:
            high = middle
    return (low + high) / 2
