"""From a table to places: the tie-breaks in the regulation's order, each among entrants who are still level."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from carrom.tournament import tie_breaks
from carrom.tournament.results import Outcome
from carrom.tournament.table import Table
from carrom.tournament.tie_breaks import Level, Number


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the standings.

    `place` is shared with `level - 1` others below or above. `values` are the tie-breaks that were asked, in the
    regulation's order; `apart_by` names the one that put this row below the row before it, empty where they are level
    or nothing but the format (a round reached, a flight) says so. `reached` tells that of a bracket: a stage or group.
    """

    place: int
    key: str
    level: int
    played: int
    won: int
    tied: int
    lost: int
    byes: int
    values: tuple[tuple[str, Number], ...] = ()
    apart_by: str = ""
    reached: str = ""

    def value(self, name: str) -> Number | None:
        """Return the value of a tie-break; None where it was not asked."""
        for known, number in self.values:
            if known == name:
                return number
        return None


def ranked(table: Table) -> tuple[Row, ...]:
    """Everyone in the table with a place; who is level after the last tie-break shares one, in the order of keys.

    Raises:
        UnknownTieBreakError: the regulation names one that does not exist.
    """
    order = asked(table)
    everyone = frozenset(table.encounters)
    values: dict[str, dict[str, Number]] = {key: {} for key in everyone}
    for name in order:
        if not tie_breaks.find(name).relative:
            for key, number in tie_breaks.find(name).of(table, everyone).items():
                values[key][name] = number
    rows: list[Row] = []
    for level, apart_by in _split(table, everyone, order, "", values):
        place = len(rows) + 1
        for number, key in enumerate(sorted(level)):
            rows.append(_row(table, key, place, len(level), values[key], order, apart_by if number == 0 else ""))
    return tuple(rows)


def asked(table: Table) -> tuple[str, ...]:
    """The tie-breaks that are asked of a table; absences only where there are any."""
    if any(one.outcome is Outcome.LOST and not one.is_played for ones in table.encounters.values() for one in ones):
        return table.regulation.ranking
    return table.regulation.order


@dataclass(frozen=True, slots=True)
class Apart:
    """Why a row stands above the next one: the tie-break that separated them, and what it gave to each."""

    above: str
    below: str
    by: str
    better: Number
    worse: Number


def apart(rows: Sequence[Row]) -> Iterator[Apart]:
    """For every two neighbours that are level on points but not on all: what separated them."""
    for above, below in pairwise(rows):
        better, worse = above.value(below.apart_by), below.value(below.apart_by)
        if below.apart_by not in ("", "points") and better is not None and worse is not None:
            yield Apart(above.key, below.key, below.apart_by, better, worse)


def need_lots(table: Table, rows: Iterable[Row]) -> tuple[Level, ...]:
    """Those who are level in the end, group by group, where the regulation lets lots decide."""
    if "lots" not in table.regulation.order:
        return ()
    by_place: dict[int, set[str]] = {}
    for row in rows:
        if row.level > 1:
            by_place.setdefault(row.place, set()).add(row.key)
    return tuple(frozenset(keys) for _, keys in sorted(by_place.items()))


def _split(
    table: Table, level: Level, order: tuple[str, ...], apart_by: str, values: dict[str, dict[str, Number]]
) -> list[tuple[Level, str]]:
    """Those level in groups from the best, each with the tie-break that put it below the one before."""
    if len(level) <= 1 or not order:
        return [(level, apart_by)] if level else []
    name = order[0]
    tie_break = tie_breaks.find(name)
    if tie_break.relative:
        numbers = tie_break.of(table, level)
        for key, number in numbers.items():
            values[key][name] = number
    else:
        numbers = {key: values[key][name] for key in level}
    parts: dict[Number, set[str]] = {}
    for key, number in numbers.items():
        parts.setdefault(number, set()).add(key)
    groups: list[tuple[Level, str]] = []
    for index, number in enumerate(sorted(parts, reverse=True)):
        part = frozenset(parts[number])
        rest = order if tie_break.relative and len(part) < len(level) else order[1:]
        groups += _split(table, part, rest, apart_by if index == 0 else name, values)
    return groups


def _row(
    table: Table, key: str, place: int, level: int, values: Mapping[str, Number], order: tuple[str, ...], apart_by: str
) -> Row:
    outcomes = [one.outcome for one in table.encounters[key]]
    byes = outcomes.count(Outcome.BYE)
    return Row(
        place=place,
        key=key,
        level=level,
        played=len(outcomes) - byes,
        won=outcomes.count(Outcome.WON),
        tied=outcomes.count(Outcome.TIED),
        lost=outcomes.count(Outcome.LOST),
        byes=byes,
        values=tuple((name, values[name]) for name in order if name in values),
        apart_by=apart_by,
    )
