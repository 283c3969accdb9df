"""A measured figure, how a benchmark gives it, and how a table of them is printed.

A benchmark is a module of this folder, or of `benchmarks/` in a checkout, with a function `measure() ->
Iterable[Figure]` and its title as docstring; those here take `quick`. It measures only: no figure fails a test, since
machines differ.
"""

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure: what was measured, how much, in which unit, and what it should be (None: reported only)."""

    name: str
    value: float
    unit: str
    should_be: float | None = None
    better: Literal["less", "more"] = "less"
    note: str = ""

    @property
    def is_met(self) -> bool | None:
        """Whether it is as it should be; None where nothing was asked."""
        if self.should_be is None:
            return None
        return self.value <= self.should_be if self.better == "less" else self.value >= self.should_be


def best_of(work: Callable[[], object], *, times: int = 5, clock: Callable[[], float] | None = None) -> float:
    """Return the shortest of some runs in seconds: what the machine can do when nobody disturbs it.

    Args:
        clock: `time.thread_time` counts only what this thread computes; None: the time on the wall.
    """
    return min(_seconds(work, clock or time.perf_counter) for _ in range(times))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of the values does not exceed (0.99: p99)."""
    if len(values) < 2:
        return values[0]
    return statistics.quantiles(values, n=1000, method="inclusive")[min(998, max(0, round(share * 1000) - 1))]


def line(figure: Figure) -> str:
    """Write a figure as a line of a table whose columns are as wide as most of them need, for none waits for others."""
    cells = (f"{figure.name:58}", f"{short(figure.value):>8}", f"{figure.unit:5}", f"{_asked(figure):18}", figure.note)
    return "  ".join(cells).rstrip()


def as_values(figures: Iterable[Figure]) -> list[dict[str, Any]]:
    """Give figures as plain values, for JSON."""
    return [asdict(figure) | {"is_met": figure.is_met} for figure in figures]


def short(value: float) -> str:
    """Write a value with three digits that count, thousands apart."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}" if abs(value) < 100 else f"{value:.0f}"


def _asked(figure: Figure) -> str:
    if figure.should_be is None:
        return ""
    sign = "<=" if figure.better == "less" else ">="
    return f"{sign} {short(figure.should_be)} {'met' if figure.is_met else 'MISSED'}"


def _seconds(work: Callable[[], object], clock: Callable[[], float]) -> float:
    started = clock()
    work()
    return clock() - started
