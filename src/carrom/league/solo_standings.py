"""Standings of a season of sets played alone, division by division, and who goes up and down.

Averages are strokes a board over all sets that count (B-034, B-038); players who are level are separated by the
season's tie-breaks, each among those whom all before it left level.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from carrom.equipment.arrangement import Rng
from carrom.errors import NotAllowedError
from carrom.league import solo_tie_breaks
from carrom.league.solo_season import DrawnLots, PlaceIn, Season
from carrom.league.solo_table import SetState, Table, Tally, table_of
from carrom.league.solo_terms import Division
from carrom.league.solo_tie_breaks import Level, Value
from carrom.match.solo import mean
from carrom.tournament.rng import RecordingRng, shuffled

WITHOUT_FIGURES = ("exact_average", "lots")  # tie-breaks whose values say nothing to a reader


class UndecidedError(NotAllowedError):
    """Players are level where one goes up or down and another does not; lots must be drawn first."""

    code = "undecided"

    def __init__(self, groups: Sequence[Level]) -> None:
        """Say who is level."""
        super().__init__(groups=[" = ".join(sorted(group)) for group in groups])
        self.groups = tuple(groups)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a division's standings.

    `place` is shared with `level - 1` others; None: fewer sets than the season asks for, or left. `average` is as it
    is written, empty without a set. `apart_by` names the tie-break that put this row below the one before it, empty
    where they are level, `better` and `worse` the figures that it gave the two, where it has some. `strokes` and
    `boards` are those that the average is made of, charges included. `sets` are
    keys of sets by what they are for the standings.
    """

    place: int | None
    key: str
    name: str
    average: str
    strokes: int = 0
    boards: int = 0
    level: int = 1
    apart_by: str = ""
    better: str = ""
    worse: str = ""
    best_board: int | None = None
    best_set: str = ""
    counts: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    missing: tuple[int, ...] = ()
    by_week: tuple[tuple[int, str], ...] = ()
    has_left: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionTable:
    """A division's standings with the table behind it; `need_lots` are those level at the end, if lots may decide."""

    division: Division
    rows: tuple[Row, ...]
    table: Table
    need_lots: tuple[Level, ...] = ()


@dataclass(frozen=True, slots=True)
class Apart:
    """Why a row stands above the next one: the tie-break that separated them, and the figure of each, if it has one."""

    above: str
    below: str
    by: str
    better: str
    worse: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A player's division next season; `why`: "up", "down", "stays", "fills" (a place that was free), "decided"."""

    key: str
    before: str
    after: str
    why: str


def standings(season: Season, *, today: str) -> tuple[DivisionTable, ...]:
    """The standings of every division as they are on a day; missing sets count once their week is over.

    Law: B-034, B-038, B-041.
    """
    return tuple(_division(season, division, today) for division in season.terms.divisions)


def apart(rows: Sequence[Row]) -> Iterator[Apart]:
    """For every two neighbours with a place and the same average as it is written: what separated them."""
    for above, below in pairwise(row for row in rows if row.place is not None):
        if below.apart_by not in ("", "average"):
            yield Apart(above.key, below.key, below.apart_by, below.better, below.worse)


def promotion(season: Season, *, today: str) -> tuple[Change, ...]:
    """Return the next division of everybody who has not left, in the order of the divisions and their places.

    The first `up` of each division go up, the last `down` go down. Where a division is not full then, the best of the
    division below who do not go up anyway fill it. A player with too few sets for a place goes up for nobody, and goes
    down before all others. A decision of the organiser (`PlaceIn`) holds over all this.

    Raises:
        UndecidedError: players are level at a line between staying and going.
    """
    tables = standings(season, today=today)
    order = [[row for row in one.rows if not row.has_left] for one in tables]
    divisions = season.terms.divisions
    _check_lines(season, order)
    goes: dict[str, tuple[int, str]] = {}
    for number, rows in enumerate(order):
        placed = [row for row in rows if row.place is not None]
        up = {row.key for row in placed[: divisions[number].up]}
        down = {row.key for row in rows[max(len(up), len(rows) - divisions[number].down) :]}
        for row in rows:
            step = -1 if row.key in up else 1 if row.key in down else 0
            goes[row.key] = (number + step, {-1: "up", 0: "stays", 1: "down"}[step])
    _decide(season, goes)
    _fill(season, order, goes)
    return tuple(
        Change(key=row.key, before=divisions[number].key, after=divisions[goes[row.key][0]].key, why=goes[row.key][1])
        for number, rows in enumerate(order)
        for row in rows
    )


def draw_lots(group: Level, rng: Rng, *, at: str = "", by: str = "") -> DrawnLots:
    """Lots for players who are level, with the random generator that gave them."""
    recording = RecordingRng(rng)
    order = tuple(shuffled(sorted(group), recording))
    return DrawnLots(order=order, numbers=recording.given, at=at, by=by)


def _division(season: Season, division: Division, today: str) -> DivisionTable:
    table = table_of(season, (one for one in season.players if one.division == division.key), today=today)
    left = {key for key, tally in table.tallies.items() if tally.player.left and tally.player.left < today}
    few = {key for key, tally in table.tallies.items() if len(tally.played) < max(1, season.terms.least_sets)}
    terms = season.terms
    order = terms.order if "lots" in terms.order else (*terms.order, "lots")  # lots that were drawn hold in any case
    rows: list[Row] = []
    for chosen in (table.tallies.keys() - left - few, few - left, left):
        has_place = not chosen & (left | few)
        groups = _split(table, frozenset(chosen), order, _NOTHING)
        for level, why in groups:
            place = len(rows) + 1 if has_place else None
            for number, key in enumerate(sorted(level)):
                put_below = _NOTHING if number else why
                rows.append(_row(table, table.tallies[key], place, len(level), put_below, key in left))
    by_place: dict[int, set[str]] = {}
    for row in rows:
        if row.place is not None and row.level > 1:
            by_place.setdefault(row.place, set()).add(row.key)
    needed = tuple(frozenset(keys) for _, keys in sorted(by_place.items())) if "lots" in season.terms.order else ()
    return DivisionTable(division=division, rows=tuple(rows), table=table, need_lots=needed)


@dataclass(frozen=True, slots=True)
class _Below:
    """The criterion that put a row below the one before it, with its figures for the two."""

    by: str = ""
    better: str = ""
    worse: str = ""


_NOTHING = _Below()


def _split(table: Table, level: Level, order: tuple[str, ...], below: _Below) -> list[tuple[Level, _Below]]:
    """Those level in groups from the best, each with the tie-break that put it below the one before."""
    if len(level) <= 1 or not order:
        return [(level, below)] if level else []
    tie_break = solo_tie_breaks.find(order[0])
    values = tie_break.of(table, level)
    parts: dict[Value, set[str]] = {}
    for key, value in values.items():
        parts.setdefault(value, set()).add(key)
    groups: list[tuple[Level, _Below]] = []
    before: Value | None = None
    for value in sorted(parts, reverse=True):
        part = frozenset(parts[value])
        rest = order if tie_break.relative and len(part) < len(level) else order[1:]
        groups += _split(table, part, rest, below if before is None else _below(order[0], before, value))
        before = value
    return groups


def _below(name: str, better: Value, worse: Value) -> _Below:
    """The first of the numbers in which two values differ, as a reader counts them."""
    figures = next(((one, other) for one, other in zip(better, worse, strict=False) if one != other), None)
    if name in WITHOUT_FIGURES or figures is None or solo_tie_breaks.NO_SET in figures:
        return _Below(name)
    return _Below(name, *(f"{float(abs(one)):g}" for one in figures))


def _row(table: Table, tally: Tally, place: int | None, level: int, below: _Below, has_left: bool) -> Row:
    rules = table.rules
    strokes, boards = sum(one.total for one in tally.counted), len(tally.counted) * rules.boards_per_set
    weeks: dict[int, list[int]] = {}
    for one in tally.played:
        weeks.setdefault(one.week, []).append(one.total)

    def those(*states: SetState) -> tuple[str, ...]:
        return tuple(one.set.key for one in tally.judged if one.state in states)

    return Row(
        place=place,
        key=tally.player.key,
        name=tally.player.name,
        average=mean(strokes, boards, rules) if boards else "",
        strokes=strokes,
        boards=boards,
        level=level,
        apart_by=below.by,
        better=below.better,
        worse=below.worse,
        best_board=min((board for one in tally.played for board in one.boards), default=None),
        best_set=mean(min(one.total for one in tally.played), rules.boards_per_set, rules) if tally.played else "",
        counts=those(SetState.COUNTS),
        dropped=those(SetState.DROPPED),
        waiting=tuple(
            one.set.key for one in tally.judged if one.state is SetState.UNPROVEN or (one.state is SetState.LATE)
        ),
        refused=those(SetState.REFUSED, SetState.BEYOND, SetState.OUTSIDE),
        late=tuple(one.set.key for one in tally.judged if one.is_late),
        missing=tally.missing,
        by_week=tuple(
            (week, mean(sum(totals), len(totals) * rules.boards_per_set, rules))
            for week, totals in sorted(weeks.items())
        ),
        has_left=has_left,
    )


def _check_lines(season: Season, order: Sequence[Sequence[Row]]) -> None:
    """Raise UndecidedError where a line runs between two who are level and for whom nobody has decided otherwise."""
    decided = {one.player for one in season.decisions if isinstance(one, PlaceIn)}
    groups = []
    for rows, division in zip(order, season.terms.divisions, strict=True):
        for line in (division.up, len(rows) - division.down):
            if not 0 < line < len(rows):
                continue
            first = last = line
            while first > 0 and _is_level(rows[first - 1], rows[first]):
                first -= 1
            while last < len(rows) and _is_level(rows[last - 1], rows[last]):
                last += 1
            above, below = ({row.key for row in part} - decided for part in (rows[first:line], rows[line:last]))
            if above and below:
                groups.append(frozenset(above | below))
    if groups:
        raise UndecidedError(list(dict.fromkeys(groups)))


def _is_level(row: Row, following: Row) -> bool:
    """Whether nothing tells two rows apart, one right below the other."""
    return row.level > 1 and not following.apart_by and (row.place is None) == (following.place is None)


def _decide(season: Season, goes: dict[str, tuple[int, str]]) -> None:
    """Apply the organiser's decisions to those of the table; the last decision for a player holds."""
    numbers = {one.key: number for number, one in enumerate(season.terms.divisions)}
    decided = [one for one in season.decisions if isinstance(one, PlaceIn)]
    for one in sorted(decided, key=lambda one: (one.at, one.player, one.division)):
        if one.player in goes:
            goes[one.player] = (numbers[one.division], "decided")


def _fill(season: Season, order: Sequence[Sequence[Row]], goes: dict[str, tuple[int, str]]) -> None:
    """Fill what is free, from the highest division down: who would go down stays, the best below come up."""
    for number, division in enumerate(season.terms.divisions):
        free = division.size - sum(after == number for after, _ in goes.values()) if division.size else 0
        below = order[number + 1] if number + 1 < len(order) else ()
        candidates = [row.key for row in below if row.place is not None and goes[row.key] == (number + 1, "stays")]
        for key in candidates[: max(0, free)]:
            goes[key] = (number, "fills")
