"""Changing the weeks of a running season: adding a break, removing or extending a week; and the effect on sets.

A set belongs to the week that its day lies in. Reads terms and sets, changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from carrom.league.solo_season import Season, SetResult
from carrom.league.solo_terms import SeasonTerms, SeasonTermsError, Week


@dataclass(frozen=True, slots=True)
class Moved:
    """A set that would come into another week; `after` None: its day would lie in none."""

    set: SetResult
    before: Week
    after: Week | None


@dataclass(frozen=True, slots=True)
class Rescheduled:
    """The effects of other weeks: on sets, to weeks that hold more sets of somebody than they take, to deadlines.

    `beyond` names (player, number of the week); `late` are sets that came in time and would be late, `in_time` those
    that were late and would not be.
    """

    terms: SeasonTerms
    moved: tuple[Moved, ...] = ()
    beyond: tuple[tuple[str, int], ...] = ()
    late: tuple[SetResult, ...] = ()
    in_time: tuple[SetResult, ...] = ()

    @property
    def homeless(self) -> tuple[SetResult, ...]:
        """The sets that would lie in no week: with any, the weeks cannot be so."""
        return tuple(one.set for one in self.moved if one.after is None)


def with_weeks(terms: SeasonTerms, weeks: Sequence[Week]) -> SeasonTerms:
    """The terms with these weeks, numbered from 1 in their order; the season begins and ends with them at least.

    Raises:
        SeasonTermsError: there is none, one ends before it begins, or two overlap.
    """
    if not weeks:
        raise SeasonTermsError("no-week", field="weeks")
    ordered = sorted(weeks, key=lambda one: (one.first, one.last))
    numbered = tuple(replace(one, number=number) for number, one in enumerate(ordered, 1))
    first_day = min(terms.first_day, ordered[0].first)
    last_day = max(terms.last_day, *(one.last for one in ordered))
    return replace(terms, weeks=numbered, first_day=first_day, last_day=last_day)


def shifted(weeks: Sequence[Week], number: int, days: int) -> tuple[Week, ...]:
    """The weeks from this number on so many days later: a break before it."""

    def later(day: str) -> str:
        return (date.fromisoformat(day) + timedelta(days=days)).isoformat()

    return tuple(
        replace(one, first=later(one.first), last=later(one.last)) if one.number >= number else one for one in weeks
    )


def rescheduled(season: Season, terms: SeasonTerms) -> Rescheduled:
    """Return the effects of these terms on the sets of a season."""
    moved: list[Moved] = []
    held: dict[tuple[str, int], int] = {}
    late: list[SetResult] = []
    in_time: list[SetResult] = []
    for one in sorted(season.sets, key=lambda one: (one.day, one.player, one.key)):
        before, after = season.terms.week_of(one.day), terms.week_of(one.day)
        if before is not None and (after is None or after.number != before.number):
            moved.append(Moved(one, before, after))
        if after is None or before is None:
            continue
        held[one.player, after.number] = held.get((one.player, after.number), 0) + 1
        was, is_now = (then.day_of(one.handed_in) > then.deadline(week)
                       for then, week in ((season.terms, before), (terms, after)))  # fmt: skip
        if was is not is_now:
            (late if is_now else in_time).append(one)
    most = terms.sets_per_week
    beyond = tuple(sorted(key for key, count in held.items() if most and count > most))
    return Rescheduled(terms, tuple(moved), beyond, tuple(late), tuple(in_time))
