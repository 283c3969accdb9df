"""Figures of one player's sets: bests, averages over time with their trend, how often a board took so many strokes.

Reads sets as they were played; late strokes and missing sets are no play and are left out.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from statistics import median

from carrom.laws.ruleset import Ruleset
from carrom.league.solo_season import SetResult, in_order
from carrom.match.solo import average

FEWEST_FOR_A_TREND = 3  # through two points any line runs
IN_A_ROW = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """A personal best: what it is, when, and in which sets."""

    value: str
    day: str
    sets: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bests:
    """A player's bests: fewest strokes in a board, lowest average of a set and of three sets in a row.

    The earliest holds where there are several. None: not played so far.
    """

    board: Best | None = None
    set: Best | None = None
    row: Best | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One set on its day: its exact average and as it is written."""

    set: str
    day: str
    average: float
    written: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """A straight line: strokes a board on the first day, and how many more (below zero: fewer) with each week."""

    first_day: str
    start: float
    per_week: float

    def on(self, day: str) -> float:
        """The line on a day."""
        return self.start + self.per_week * (_days(day) - _days(self.first_day)) / 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """How many boards took how many strokes, every number from the least to the most listed; quartiles by halves."""

    counts: tuple[tuple[int, int], ...]
    boards: int
    lower_quartile: float
    median: float
    upper_quartile: float
    average: str
    at_the_cap: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """All of one player's figures; `trend` is None for too few sets or days, `distribution` without a set."""

    sets: int
    average: str
    bests: Bests
    points: tuple[Point, ...]
    trend: Trend | None
    distribution: Distribution | None


def figures_of(sets: Iterable[SetResult], rules: Ruleset) -> Figures:
    """The figures of these sets, in whatever order they come."""
    ordered = sorted(sets, key=in_order)
    boards = [board for one in ordered for board in one.strokes]
    points = tuple(
        Point(set=one.key, day=one.day, average=one.total / len(one.strokes), written=average(list(one.strokes), rules))
        for one in ordered
    )
    return Figures(
        sets=len(ordered),
        average=average(boards, rules),
        bests=_bests(ordered, rules),
        points=points,
        trend=trend_of([(point.day, point.average) for point in points]),
        distribution=distribution_of(boards, rules) if boards else None,
    )


def trend_of(points: Sequence[tuple[str, float]]) -> Trend | None:
    """The trend through (day, average): the median of the slopes between every two points, through their middle.

    Theil and Sen's line: up to 29 % of the points may lie anywhere without moving it far, so one bad evening, which
    least squares would follow, does not make a trend. None for fewer than three points, or all of one day.

    Source: Sen, P. K. (1968), Estimates of the regression coefficient based on Kendall's tau, JASA 63.
    """
    if len(points) < FEWEST_FOR_A_TREND:
        return None
    first = min(day for day, _ in points)
    placed = [(_days(day) - _days(first), value) for day, value in points]
    slopes = [
        (later - earlier) / (x - x0)
        for number, (x0, earlier) in enumerate(placed)
        for x, later in placed[number + 1 :]
        if x != x0
    ]
    if not slopes:
        return None
    slope = median(slopes)
    return Trend(first_day=first, start=median(value - slope * x for x, value in placed), per_week=7 * slope)


def distribution_of(boards: Sequence[int], rules: Ruleset) -> Distribution:
    """How many boards took how many strokes.

    Raises:
        ValueError: no board.
    """
    if not boards:
        raise ValueError("a distribution needs at least one board")
    counts = Counter(boards)
    ordered = sorted(boards)
    half = len(ordered) // 2
    return Distribution(
        counts=tuple((strokes, counts[strokes]) for strokes in range(ordered[0], ordered[-1] + 1)),
        boards=len(ordered),
        lower_quartile=median(ordered[: half or 1]),
        median=median(ordered),
        upper_quartile=median(ordered[len(ordered) - (half or 1) :]),
        average=average(ordered, rules),
        at_the_cap=0 if rules.stroke_cap is None else counts[rules.stroke_cap],
    )


def _bests(ordered: Sequence[SetResult], rules: Ruleset) -> Bests:
    if not ordered:
        return Bests()
    board = min(ordered, key=lambda one: min(one.strokes))
    best = min(ordered, key=lambda one: one.total)
    rows = [ordered[number : number + IN_A_ROW] for number in range(len(ordered) - IN_A_ROW + 1)]
    return Bests(
        board=Best(value=str(min(board.strokes)), day=board.day, sets=(board.key,)),
        set=_best([best], rules),
        row=_best(min(rows, key=lambda ones: sum(one.total for one in ones)), rules) if rows else None,
    )


def _best(ones: Sequence[SetResult], rules: Ruleset) -> Best:
    """The average of some sets as a best, on the day of the last."""
    boards = [board for one in ones for board in one.strokes]
    return Best(value=average(boards, rules), day=ones[-1].day, sets=tuple(one.key for one in ones))


def _days(day: str) -> int:
    return date.fromisoformat(day).toordinal()
