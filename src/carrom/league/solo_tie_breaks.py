"""Tie-breaks of a season of sets played alone: each a function from a table and those level to a value for each.

More is better. One line in `TIE_BREAKS` adds one; the organiser orders them (`solo_terms.SeasonTerms.order`). Sets that
are missing are charged in the average; no other tie-break looks at them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from carrom.errors import NotAllowedError
from carrom.match.solo import mean
from carrom.messages import gettext_noop as _

if TYPE_CHECKING:  # a season names its tie-breaks, and the table is made of a season
    from carrom.league.solo_table import Counted, Table

Level = frozenset[str]
Value = tuple[Fraction, ...]
"""The compared values, from the first number on."""
Values = Mapping[str, Value]
NO_SET = Fraction(-1_000_000)


class UnknownTieBreakError(NotAllowedError):
    """No tie-break has this name."""

    code = "unknown-tie-break"


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break: what it is called, and what it counts.

    `relative`: its values depend on who is level, so it is asked again whenever fewer are.
    """

    label: str
    says: str
    of: Callable[[Table, Level], Values]
    relative: bool = False


def _each(measure: Callable[[tuple[Counted, ...]], Value]) -> Callable[[Table, Level], Values]:
    """A tie-break that looks at each player's own sets; without any comes last."""

    def of(table: Table, level: Level) -> Values:
        played = {key: table.tallies[key].played for key in level}
        return {key: measure(sets) if sets else (NO_SET,) for key, sets in played.items()}

    return of


def exact_average(table: Table, level: Level) -> Values:
    """The average before it is rounded, the lowest first."""
    return {key: (NO_SET if (value := table.average(key)) is None else -value,) for key in level}


def average(table: Table, level: Level) -> Values:
    """The average as it is written, to the ruleset's decimals: 22.803 and 22.798 are level at 22.80.

    Law: B-034, B-038.
    """

    def written(key: str) -> Fraction:
        value = table.average(key)
        if value is None:
            return NO_SET
        return -Fraction(Decimal(mean(value.numerator, value.denominator, table.rules)))

    return {key: (written(key),) for key in level}


def best_board(sets: tuple[Counted, ...]) -> Value:
    """Fewest strokes in a board."""
    return (-Fraction(min(min(one.boards) for one in sets)),)


def best_boards(sets: tuple[Counted, ...]) -> Value:
    """The boards from the best on, one after the other, until they differ."""
    return tuple(-Fraction(board) for board in sorted(board for one in sets for board in one.boards))


def best_set(sets: tuple[Counted, ...]) -> Value:
    """Fewest strokes in a set."""
    return (-Fraction(min(one.total for one in sets)),)


def later_sets(sets: tuple[Counted, ...]) -> Value:
    """The last set, then the one before it, and so on; weeks first, then days."""
    return tuple(-Fraction(one.total) for one in sorted(sets, key=_when, reverse=True))


def steadiest(sets: tuple[Counted, ...]) -> Value:
    """Fewest strokes between the best and the worst board."""
    boards = [board for one in sets for board in one.boards]
    return (-Fraction(max(boards) - min(boards)),)


def head_to_head(table: Table, level: Level) -> Values:
    """Week by week against each of the others level: two points for fewer strokes a board, one for as many.

    Only weeks in which both have played count, and only if every two have met in as many weeks; else nothing.
    """
    weeks = {key: _by_week(table.tallies[key].played) for key in level}
    points = dict.fromkeys(level, 0)
    meetings: set[int] = set()
    for (one, of_one), (other, of_other) in combinations(weeks.items(), 2):
        shared = of_one.keys() & of_other.keys()
        meetings.add(len(shared))
        if len(meetings) > 1:
            return dict.fromkeys(level, (Fraction(0),))
        for week in shared:
            if of_one[week] == of_other[week]:
                points[one] += 1
                points[other] += 1
            else:
                points[one if of_one[week] < of_other[week] else other] += 2
    return {key: (Fraction(value),) for key, value in points.items()}


def lots(table: Table, level: Level) -> Values:
    """The lot that was drawn; who has none stays level with the others who have none."""
    drawn = {key: index for index, key in enumerate(table.lots)}
    return {key: (-Fraction(drawn.get(key, len(drawn))),) for key in level}


def _when(one: Counted) -> tuple[object, ...]:
    """Sorts sets by when they were played, two of one day by their strokes: no order of telling counts."""
    return (one.week, one.day, one.total)


def _by_week(sets: tuple[Counted, ...]) -> dict[int, Fraction | int]:
    """The average of each week's sets that count; of one set a whole number, since fractions are slow to compare."""
    found: dict[int, list[int]] = {}
    for one in sets:
        found.setdefault(one.week, []).append(one.total)
    return {
        week: Fraction(sum(totals), len(totals)) if len(totals) > 1 else totals[0] for week, totals in found.items()
    }


TIE_BREAKS: Mapping[str, TieBreak] = MappingProxyType(
    {
        "average": TieBreak(_("average"), "average as it is written", average),
        "exact_average": TieBreak(_("average before rounding"), "average before rounding", exact_average),
        "best_board": TieBreak(_("fewest strokes in the best board"), "fewest strokes in a board", _each(best_board)),
        "best_boards": TieBreak(
            _("fewest strokes in the best board, then in the next"),
            "fewest strokes in the best board, then in the next, and so on",
            _each(best_boards),
        ),
        "best_set": TieBreak(_("best set"), "fewest strokes in a set", _each(best_set)),
        "head_to_head": TieBreak(
            _("head to head, week by week"), "weeks won against those level", head_to_head, relative=True
        ),
        "later_sets": TieBreak(
            _("the later sets"), "fewest strokes in the last set, then in the one before", _each(later_sets)
        ),
        "steadiest": TieBreak(
            _("smallest difference between best and worst board"),
            "fewest strokes between best and worst board",
            _each(steadiest),
        ),
        "more_sets": TieBreak(_("more sets"), "sets that count", _each(lambda sets: (Fraction(len(sets)),))),
        "lots": TieBreak(_("drawing lots"), "drawing lots", lots, relative=True),
    }
)


def find(name: str) -> TieBreak:
    """The tie-break of that name. Raises UnknownTieBreakError."""
    if name not in TIE_BREAKS:
        raise UnknownTieBreakError(name=name, tie_breaks=list(TIE_BREAKS))
    return TIE_BREAKS[name]
