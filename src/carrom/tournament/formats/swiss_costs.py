"""The cost of a pair of contenders: the criteria of a Swiss round, most important first.

A round is legal if nobody meets anybody twice and nobody has a second bye: other pairs are never offered. Of the legal
rounds the one is drawn whose pairs cost least together, compared criterion by criterion. The contenders stand in the
order of the standings; those with equal points are a group.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal

from carrom.tournament.formats.swiss_matching import Levels, Pair, levels_for, pair

Within = Literal["slide", "fold", "adjacent"]
Row = list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Contender:
    """A player of this round as the draw sees them.

    `points` are those by which groups are made. `met` are keys. `floats` are their last two rounds, the latest first: 1
    against somebody with fewer points, -1 with more, 0 neither. `breaks` is how much more often they broke first than
    their opponents did.
    """

    key: str
    points: int = 0
    met: frozenset[str] = frozenset()
    had_bye: bool = False
    floats: tuple[int, int] = (0, 0)
    breaks: int = 0
    club: str = ""
    country: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aims:
    """The aims of this round beside points."""

    within: Within = "slide"
    countries_apart: bool = False
    clubs_apart: bool = False
    balance_breaks: bool = False

    @property
    def keep_apart(self) -> bool:
        """Whether compatriots or club mates should not meet yet."""
        return self.countries_apart or self.clubs_apart


@dataclass(frozen=True, slots=True)
class Field:
    """All who play in a round, in order, with their groups.

    `place[i]` is i's place in their group from 0, `size[i]` how many are in it. With an odd number somebody has a bye:
    they meets the number after the last.
    """

    contenders: tuple[Contender, ...]
    aims: Aims
    place: tuple[int, ...]
    size: tuple[int, ...]

    @property
    def bye(self) -> int | None:
        """The number of the bye; None where everybody plays."""
        return len(self.contenders) if len(self.contenders) % 2 else None

    @property
    def count(self) -> int:
        """How many are matched, the bye included."""
        return len(self.contenders) + len(self.contenders) % 2

    @property
    def pairs(self) -> int:
        """How many pairs make a round, the bye's included."""
        return self.count // 2

    @property
    def spread(self) -> int:
        """The most points less the least."""
        return self.contenders[0].points - self.contenders[-1].points

    @property
    def have_floated(self) -> bool:
        """Whether anybody floated in the last two rounds."""
        return any(any(one.floats) for one in self.contenders)

    def may_meet(self, one: int, other: int) -> bool:
        """Whether the two have not met, or this one has not had their bye."""
        first, second = pair(one, other)
        if second == self.bye:
            return not self.contenders[first].had_bye
        return self.contenders[second].key not in self.contenders[first].met

    def always_open(self, rounds: int) -> bool:
        """Whether so many rounds can be drawn for sure: half of all are open to everybody even in the last (Dirac)."""
        fewest = self.count - 1 - max(len(one.met) + one.had_bye for one in self.contenders)
        if self.bye is not None:
            fewest = min(fewest, sum(not one.had_bye for one in self.contenders))
        return 2 * (fewest - rounds + 1) >= self.count

    def open_pairs(self) -> list[Pair]:
        """The pairs that may meet, (i, bye) for all who may have the bye."""
        numbers = range(self.count)
        return [(one, other) for one in numbers for other in numbers[one + 1 :] if self.may_meet(one, other)]


def field_of(contenders: Sequence[Contender], aims: Aims) -> Field:
    """The field of contenders who stand in the order of the standings; those with more points come first."""
    ordered = tuple(sorted(contenders, key=lambda one: -one.points))
    place: list[int] = []
    sizes: dict[int, int] = {}
    for one in ordered:
        place.append(sizes.get(one.points, 0))
        sizes[one.points] = place[-1] + 1
    return Field(ordered, aims, tuple(place), tuple(sizes[one.points] for one in ordered))


@dataclass(frozen=True, slots=True)
class Criterion:
    """One thing that a round should keep small.

    `row` gives what it costs contender i to meet each of those below them, without the bye; `bye` what it costs that
    they has the bye; `bound` the most that a whole round can cost. All pairs of a large field are priced, row by row.
    """

    code: str
    heeded: Callable[[Field], bool]
    bound: Callable[[Field], int]
    row: Callable[[Field, int], Row] | None = None
    bye: Callable[[Field, int], int] | None = None

    def costs(self, field: Field, one: int) -> Row:
        """Return the costs of the pairs of i and each one below, the bye last."""
        costs = self.row(field, one) if self.row else [0] * (len(field.contenders) - one - 1)
        return costs if field.bye is None else [*costs, self.bye(field, one) if self.bye else 0]


def _below(field: Field, one: int) -> "islice[Contender]":
    return islice(field.contenders, one + 1, None)


def _bye_points(field: Field, one: int) -> int:
    """Points that the bye's receiver has above the least."""
    return field.contenders[one].points - field.contenders[-1].points


def _bye_place(field: Field, one: int) -> int:
    """How many stand below the bye's receiver."""
    return len(field.contenders) - 1 - one


def _gap(field: Field, one: int) -> Row:
    """The difference of points, squared: two small floats rather than a large one."""
    own = field.contenders[one].points
    return [(own - other.points) ** 2 for other in _below(field, one)]


def _apart(field: Field, one: int) -> Row:
    """One for the same country, one for the same club, in the rounds that keep them apart."""
    country = field.contenders[one].country if field.aims.countries_apart else ""
    club = field.contenders[one].club if field.aims.clubs_apart else ""
    return [
        (country != "" and country == other.country) + (club != "" and club == other.club)
        for other in _below(field, one)
    ]


def _again(floats: tuple[int, int], way: int) -> int:
    """2 if they floated this way in the last round, 1 in the round before."""
    return 2 * (floats[0] == way) + (floats[1] == way)


def _floats(field: Field, one: int) -> Row:
    """Penalties for floating the same way again: 2 for each who did in the last round, 1 for the round before."""
    own = field.contenders[one]
    down = _again(own.floats, 1)
    return [
        0 if other.points == own.points else down + _again(other.floats, -1) if any(other.floats) else down
        for other in _below(field, one)
    ]


def _breaks(field: Field, one: int) -> Row:
    """How far both wait for the same: to break first, or not to."""
    own = field.contenders[one].breaks
    return [min(abs(own), abs(other.breaks), 3) if own * other.breaks > 0 else 0 for other in _below(field, one)]


def _distance(field: Field, one: int) -> Row:
    """How far the two are from the places that should meet, squared.

    In a group the first meets the first of the lower half (slide), the last (fold) or the second (adjacent). Between
    groups the last of the upper one meets the first of the lower one.
    """
    place, size = field.place[one], field.size[one]
    wanted = {"slide": place + size // 2, "fold": size - 1 - place, "adjacent": place + 1}[field.aims.within]
    last = (size - 1 - place) ** 2
    within = [(other - wanted) ** 2 for other in range(place + 1, size)]
    return within + [last + other * other for other in field.place[one + size - place :]]


CRITERIA = (
    Criterion("bye-points", lambda field: field.bye is not None, lambda field: field.spread, bye=_bye_points),
    Criterion("gap", lambda field: field.spread > 0, lambda field: field.spread**2 * field.pairs, _gap),
    Criterion("bye-place", lambda field: field.bye is not None, lambda field: field.count, bye=_bye_place),
    Criterion("apart", lambda field: field.aims.keep_apart, lambda field: 2 * field.pairs, _apart),
    Criterion("floats", lambda field: field.have_floated, lambda field: 6 * field.pairs, _floats),
    Criterion("breaks", lambda field: field.aims.balance_breaks, lambda field: 3 * field.pairs, _breaks),
    Criterion("distance", lambda field: True, lambda field: 2 * field.count**2 * field.pairs, _distance),
)
"""The costs of a round, the most important first."""


@dataclass(frozen=True, slots=True)
class Priced:
    """All legal pairs of a field with their costs, packed, and what unpacks them."""

    field: Field
    criteria: tuple[Criterion, ...]
    levels: Levels
    costs: Mapping[Pair, int]

    def cost(self, one: int, other: int) -> dict[str, int]:
        """Return the cost of a meeting of the two, by criterion; whether they may is not asked."""
        first, second = pair(one, other)
        return {criterion.code: criterion.costs(self.field, first)[second - first - 1] for criterion in self.criteria}

    def total(self, pairs: Sequence[Pair]) -> dict[str, int]:
        """Return the total cost of these legal pairs, by criterion."""
        packed = self.levels.unpack(sum(self.costs[met] for met in pairs))
        return dict(zip((criterion.code for criterion in self.criteria), packed, strict=True))


def priced(field: Field) -> Priced:
    """The legal pairs of a field with what each costs; where points differ enormously, groups are counted instead."""
    criteria = tuple(criterion for criterion in CRITERIA if criterion.heeded(field))
    levels = levels_for([criterion.bound(field) for criterion in criteria])
    if not levels.fit:
        return priced(_by_groups(field))
    weighed = list(zip(criteria, levels.factors, strict=True))
    costs: dict[Pair, int] = {}
    for one, contender in enumerate(field.contenders):
        row = [0] * (len(field.contenders) - one - 1)
        for criterion, factor in weighed:
            if criterion.row:
                row = [sum_ + cost * factor for sum_, cost in zip(row, criterion.row(field, one), strict=True)]
        met = contender.met
        for other, (rival, cost) in enumerate(zip(_below(field, one), row, strict=True), one + 1):
            if rival.key not in met:
                costs[one, other] = cost
        if field.bye is not None and not contender.had_bye:
            costs[one, field.bye] = sum(
                criterion.bye(field, one) * factor for criterion, factor in weighed if criterion.bye
            )
    return Priced(field, criteria, levels, costs)


def _by_groups(field: Field) -> Field:
    """The same field with the number of the group, counted from the lowest, for points."""
    number = {points: index for index, points in enumerate(sorted({one.points for one in field.contenders}))}
    return replace(field, contenders=tuple(replace(one, points=number[one.points]) for one in field.contenders))
