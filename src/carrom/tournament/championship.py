"""A championship: a series of events whose places bring points, the worst of them dropped.

The five tables are SoL's (its manual, "Bounties"), as is the rule of dropping: an event that somebody missed counts as
nothing and may be one of those dropped, but nothing is dropped for anyone who came to no more events than that.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

from carrom.errors import NotAllowedError
from carrom.tournament.ranking import Row

Table = tuple[Decimal, ...]
CENT = Decimal("0.01")
NOTHING = Decimal(0)
FIXED = tuple(map(Decimal, (18, 16, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1)))
FIXED_40 = tuple(
    map(
        Decimal,
        (
            *(1000, 900, 800, 750, 700, 650, 600, 550, 500, 450, 400, 375, 350, 325, 300, 275, 250, 225, 200, 175),
            *(150, 140, 130, 120, 110, 100, 90, 80, 70, 60, 50, 40, 35, 30, 25, 20, 15, 10, 5, 1),
        ),
    )
)


class ChampionshipError(NotAllowedError):
    """Terms or events that make no championship."""

    code = "bad-championship"


def decreasing(count: int) -> Table:
    """As many points as there are entrants for the winner, one for the last."""
    return tuple(Decimal(count - place) for place in range(count))


def millesimal(count: int) -> Table:
    """1000 for the winner, each further place less by the whole part of 1000 shared among all."""
    return tuple(Decimal(1000 - place * (1000 // count)) for place in range(count))


def centesimal(count: int) -> Table:
    """100 for the winner, 1 for the last, the others in between on a line."""
    if count == 1:
        return (Decimal(100),)
    return tuple((100 - Decimal(99 * place) / (count - 1)).quantize(CENT) for place in range(count))


def of_places(points: Table) -> Callable[[int], Table]:
    """The same for a place however many there are; nothing beyond the last place named."""
    return lambda count: (points + (NOTHING,) * count)[:count]


TABLES: Mapping[str, Callable[[int], Table]] = MappingProxyType(
    {
        "asis": decreasing,
        "fixed": of_places(FIXED),
        "fixed40": of_places(FIXED_40),
        "millesimal": millesimal,
        "centesimal": centesimal,
    }
)
"""SoL's tables by its names. Under `asis` a championship adds the points of the events' own standings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a championship is counted.

    `table` is one of `TABLES`, or own points place by place, never more for a lower place. `shared`: those who share a
    place has the mean of the places' points, or all have those of the best. `attendance` is added for each event.
    """

    table: str | Table = "fixed"
    drop_worst: int = 0
    shared: Literal["mean", "best"] = "mean"
    attendance: Decimal = NOTHING

    def __post_init__(self) -> None:
        """Check the terms. Raises ChampionshipError."""
        if isinstance(self.table, str) and self.table not in TABLES:
            raise ChampionshipError("unknown-table", table=self.table, tables=list(TABLES))
        if not isinstance(self.table, str) and any(worse > better for better, worse in pairwise(self.table)):
            raise ChampionshipError("rising-table")
        if self.drop_worst < 0 or self.attendance < 0:
            raise ChampionshipError("below-zero")

    def points(self, count: int) -> Table:
        """The points of each place of an event with so many entrants."""
        return TABLES[self.table](count) if isinstance(self.table, str) else of_places(self.table)(count)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """How an event ended: everyone's place, from 1; who shares a place has the same one.

    `points` are those of the event's own standings (`asis` adds them), `awarded` what was given whatever the table
    says, `bonus` what is added, as for slams. `weight` multiplies what the table gives.
    """

    key: str
    places: Mapping[str, int]
    points: Mapping[str, Decimal] = field(default_factory=dict)
    awarded: Mapping[str, Decimal] = field(default_factory=dict)
    bonus: Mapping[str, Decimal] = field(default_factory=dict)
    weight: Decimal = Decimal(1)


def event_of(key: str, rows: Sequence[Row]) -> Event:
    """The event that ended with these standings."""
    return Event(
        key=key,
        places={row.key: row.place for row in rows},
        points={row.key: Decimal(str(row.value("points") or 0)) for row in rows},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """One line of a championship: `results` event by event (None: not there), `dropped` those that do not count."""

    place: int
    key: str
    total: Decimal
    events: int
    results: tuple[Decimal | None, ...]
    dropped: tuple[int, ...] = ()

    @property
    def order(self) -> tuple[Decimal, int]:
        """The ranking criteria: the total, then who came to more events."""
        return self.total, self.events


def awards(terms: Terms, event: Event) -> Mapping[str, Decimal]:
    """Return the points of an event for each who was there."""
    table = terms.points(len(event.places))
    on_place: dict[int, list[str]] = {}
    for key, place in event.places.items():
        on_place.setdefault(place, []).append(key)
    found = {}
    for place, keys in on_place.items():
        shared = table[place - 1 : place - 1 + len(keys)] or (NOTHING,)
        worth = shared[0] if terms.shared == "best" else (sum(shared, NOTHING) / len(keys)).quantize(CENT)
        for key in keys:
            own = event.points.get(key, NOTHING) if terms.table == "asis" else worth
            own = event.awarded.get(key, own * event.weight)
            found[key] = own + event.bonus.get(key, NOTHING) + terms.attendance
    return found


def standings(terms: Terms, events: Sequence[Event]) -> tuple[StandingsRow, ...]:
    """The championship after these events; who is level shares a place, in the order of keys."""
    given = [awards(terms, event) for event in events]
    keys = sorted({key for one in given for key in one})
    lines = [_line(terms, key, tuple(one.get(key) for one in given)) for key in keys]
    lines.sort(key=lambda line: (-line.total, -line.events, line.key))
    orders = [line.order for line in lines]
    return tuple(replace(line, place=orders.index(line.order) + 1) for line in lines)


@dataclass(frozen=True, slots=True)
class Apart:
    """Why a line stands above the next one, which has the same total: the events that each came to."""

    above: str
    below: str
    better: int
    worse: int


def apart(rows: Sequence[StandingsRow]) -> Iterator[Apart]:
    """For every two neighbours with the same total and not the same place: what separated them."""
    for above, below in pairwise(rows):
        if above.total == below.total and above.place != below.place:
            yield Apart(above.key, below.key, above.events, below.events)


def _line(terms: Terms, key: str, results: tuple[Decimal | None, ...]) -> StandingsRow:
    there = sum(one is not None for one in results)
    values = [one or NOTHING for one in results]
    dropped: tuple[int, ...] = ()
    if there > terms.drop_worst > 0:
        by_worth = sorted(range(len(values)), key=lambda number: (values[number], number))
        dropped = tuple(sorted(by_worth[: terms.drop_worst]))
    total = sum((value for number, value in enumerate(values) if number not in dropped), NOTHING)
    return StandingsRow(place=0, key=key, total=total, events=there, results=results, dropped=dropped)
