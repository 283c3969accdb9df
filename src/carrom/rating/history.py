"""Ratings over time: results in periods, folded from the first to the last; and why each changed.

All results of a period count together and against the ratings before it, so their order never matters. A pair is as
strong as the mean of its two; each of the two is rated as if they alone had met somebody who is as much stronger or
weaker as the other pair is (docs/decisions/0013).
"""

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Literal

from carrom.messages import gettext_noop as _
from carrom.rating.glicko import Met, Rating, RatingError, after_period, expected, points_for
from carrom.settings import refusals, setting
from carrom.terms import Side

PeriodLength = Literal["week", "month", "quarter"]
Scoring = Literal["winner", "share"]
NEWCOMER = Rating()


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a list rates.

    `scoring`: a win counts one and a tie a half, or both sides have their share of the points that were made. A rating
    whose deviation is above `provisional_above` is shown as provisional.
    """

    period: PeriodLength = setting(
        "month",
        label=_("Results are rated together in"),
        choices={"month": _("a month"), "week": _("a week"), "quarter": _("a quarter")},
        group="terms",
    )
    scoring: Scoring = setting(
        "winner",
        label=_("What counts"),
        choices={"winner": _("who won"), "share": _("each side's share of the points")},
        group="terms",
    )
    newcomer: Rating = NEWCOMER
    provisional_above: float = setting(
        110.0, least=30, most=349, label=_("Provisional above a deviation of"), group="terms"
    )
    tau: float = setting(0.5, least=0.3, most=1.2, label=_("How fast form may change (tau, 0.3 to 1.2)"), group="terms")

    def __post_init__(self) -> None:
        """Check the terms. Raises SettingError."""
        for refusal in refusals(self).values():
            raise refusal

    def is_provisional(self, rating: Rating) -> bool:
        """Whether too few results stand behind a rating, or too old ones."""
        return rating.deviation > self.provisional_above


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedResult:
    """A result that counts: one or two persons a side, and the part of the win that was side A's, 0 to 1."""

    key: str
    day: date
    a: tuple[str, ...]
    b: tuple[str, ...]
    score: float

    def __post_init__(self) -> None:
        """Check the result. Raises RatingError."""
        if not self.a or len(self.a) != len(self.b) or len(self.a) > 2 or len({*self.a, *self.b}) != 2 * len(self.a):
            raise RatingError("sides", result=self.key)
        if not 0 <= self.score <= 1:
            raise RatingError("score", result=self.key, score=self.score)


@dataclass(frozen=True, slots=True)
class Start:
    """A rating that somebody brings from elsewhere; it holds from the beginning of the period of its day."""

    person: str
    day: date
    rating: Rating


@dataclass(frozen=True, slots=True)
class RatingRow:
    """Somebody's rating after a period, with all results that stand behind it."""

    rating: Rating
    results: int = 0


@dataclass(frozen=True, slots=True)
class Period:
    """Everyone's rating after a period, which is named by its first day."""

    first_day: date
    standings: Mapping[str, RatingRow] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The effect of one result on one player's rating."""

    key: str
    day: date
    side: Side
    expected: float
    score: float
    points: float


def score_of(scoring: Scoring, winner: Side | None, points_a: int = 0, points_b: int = 0) -> float:
    """The part of the win that is side A's. Where nobody made a point, only the winner counts."""
    if scoring == "share" and points_a + points_b > 0:
        return points_a / (points_a + points_b)
    return {Side.A: 1.0, Side.B: 0.0, None: 0.5}[winner]


def period_of(day: date, length: PeriodLength) -> date:
    """The first day of the period in which a day lies."""
    if length == "week":
        return day - timedelta(days=day.weekday())
    return date(day.year, day.month if length == "month" else (day.month - 1) // 3 * 3 + 1, 1)


def following(first_day: date, length: PeriodLength) -> date:
    """The first day of the next period."""
    if length == "week":
        return first_day + timedelta(days=7)
    months = first_day.month + (1 if length == "month" else 3)
    return date(first_day.year + (months > 12), (months - 1) % 12 + 1, 1)


def history(
    terms: Terms,
    results: Iterable[RatedResult],
    starts: Iterable[Start] = (),
    *,
    until: date,
    earlier: Sequence[Period] = (),
) -> tuple[Period, ...]:
    """All periods from the first with a result or start to the one of `until`, which may still run.

    `earlier` are periods from the first on that hold already: the fold goes on after them. This makes
    a corrected result cost no more than what comes after it.
    """
    by_period: dict[date, list[RatedResult]] = {}
    for one in results:
        by_period.setdefault(period_of(one.day, terms.period), []).append(one)
    starting: dict[date, list[Start]] = {}
    for start in starts:
        starting.setdefault(period_of(start.day, terms.period), []).append(start)
    days = [*by_period, *starting]
    if not days:
        return ()
    last = period_of(until, terms.period)
    periods = list(earlier)
    day = following(periods[-1].first_day, terms.period) if periods else min(days)
    standings: Mapping[str, RatingRow] = periods[-1].standings if periods else {}
    while day <= last:
        before = with_starts(terms, standings, starting.get(day, ()))
        standings = _after(terms, before, by_period.get(day, ()))
        periods.append(Period(day, standings))
        day = following(day, terms.period)
    return tuple(periods)


def carried_over(terms: Terms, periods: Sequence[Period], changed: date) -> tuple[Period, ...]:
    """The periods that no change on that day, or later, can touch."""
    first = period_of(changed, terms.period)
    return tuple(periods[: bisect_left([one.first_day for one in periods], first)])


def with_starts(terms: Terms, standings: Mapping[str, RatingRow], starts: Iterable[Start]) -> dict[str, RatingRow]:
    """The standings at the beginning of a period: a rating brought along counts; of two, the later one."""
    found = dict(standings)
    for start in sorted(starts, key=lambda one: (one.day, one.person)):
        rating = replace(start.rating, deviation=min(start.rating.deviation, terms.newcomer.deviation))
        found[start.person] = RatingRow(rating, found[start.person].results if start.person in found else 0)
    return found


def changes(
    terms: Terms, before: Mapping[str, RatingRow], results: Iterable[RatedResult], person: str
) -> tuple[Change, ...]:
    """Return the effect of each result of a period on somebody, by days; together they are the change of their value.

    `before` are the standings at the beginning of the period (`with_starts`).
    """
    own = sorted((one for one in results if person in (*one.a, *one.b)), key=lambda one: (one.day, one.key))
    rating = _rating(terms, before, person)
    met = [met_by(terms, before, one, person) for one in own]
    after = _updated(terms, rating, met)
    found = []
    for one, meeting in zip(own, met, strict=True):
        hoped = expected(rating, meeting.rating)
        found.append(
            Change(
                key=one.key,
                day=one.day,
                side=Side.A if person in one.a else Side.B,
                expected=hoped,
                score=meeting.score,
                points=points_for(after, meeting, hoped),
            )
        )
    return tuple(found)


def _after(terms: Terms, before: Mapping[str, RatingRow], results: Iterable[RatedResult]) -> dict[str, RatingRow]:
    met: dict[str, list[Met]] = {person: [] for person in before}
    for one in sorted(results, key=lambda one: one.key):  # sums of floats depend on their order
        for person in (*one.a, *one.b):
            met.setdefault(person, []).append(met_by(terms, before, one, person))
    return {
        person: RatingRow(
            _updated(terms, _rating(terms, before, person), meetings),
            len(meetings) + (before[person].results if person in before else 0),
        )
        for person, meetings in sorted(met.items())
    }


def met_by(terms: Terms, before: Mapping[str, RatingRow], result: RatedResult, person: str) -> Met:
    """Whom one of its players met in a result, as they count: a pair as one who is as much stronger or weaker."""
    own, others = (result.a, result.b) if person in result.a else (result.b, result.a)
    score = result.score if person in result.a else 1.0 - result.score
    ratings = {one: _rating(terms, before, one) for one in (*own, *others)}
    strength, opposed = (math.fsum(ratings[one].value for one in side) / len(side) for side in (own, others))
    beside = [ratings[one].deviation for one in (*own, *others) if one != person]
    deviation = math.sqrt(math.fsum(one**2 for one in beside) / len(beside))
    return Met(Rating(ratings[person].value - strength + opposed, deviation), score)  # alone: opposed, to the bit


def _rating(terms: Terms, standings: Mapping[str, RatingRow], person: str) -> Rating:
    return standings[person].rating if person in standings else terms.newcomer


def _updated(terms: Terms, rating: Rating, met: Sequence[Met]) -> Rating:
    return after_period(rating, met, tau=terms.tau, most_deviation=terms.newcomer.deviation)
