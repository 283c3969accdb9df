"""Fixtures: what fills their two sides, and why the two meet.

A side is a known entrant, nobody (a bye), or the outcome of another fixture or a group. So a whole bracket can be
drawn, shown and edited before anything is played.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from carrom.errors import ImpossibleError
from carrom.terms import Side


class FixtureError(ImpossibleError):
    """Fixtures that cannot stand together: an id twice, a side that depends on a later fixture."""

    code = "bad-fixture"


@dataclass(frozen=True, slots=True)
class Known:
    """An entrant."""

    kind: ClassVar[str] = "known"
    key: str


@dataclass(frozen=True, slots=True)
class Bye:
    """Nobody: the other side goes on without a match."""

    kind: ClassVar[str] = "bye"


@dataclass(frozen=True, slots=True)
class WinnerOf:
    """The winner of another fixture."""

    kind: ClassVar[str] = "winner-of"
    fixture: str


@dataclass(frozen=True, slots=True)
class LoserOf:
    """The loser of another fixture; nobody, if that was a bye."""

    kind: ClassVar[str] = "loser-of"
    fixture: str


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """The entrant who ends a group in a place, from 1."""

    kind: ClassVar[str] = "place-of"
    group: str
    place: int


Slot = Known | Bye | WinnerOf | LoserOf | PlaceOf
BYE = Bye()
Detail = str | int | float


@dataclass(frozen=True, slots=True)
class PairingReason:
    """One reason why two meet: a stable code and what it speaks of. Sentences are made where people read them."""

    code: str
    about: tuple[tuple[str, Detail], ...] = ()

    def __getitem__(self, name: str) -> Detail:
        """Return the value of `name`."""
        return dict(self.about)[name]


def why(code: str, **about: Detail) -> PairingReason:
    """A reason: `why("seeded", seed=1, against=16)`."""
    return PairingReason(code, tuple(sorted(about.items())))


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """Two sides that are to meet, or a bye.

    `id` is unique in its contest and stays. `place` counts the fixtures of a round from 1. `stage` and `group` name a
    part of the contest ("group" and "A"; "winners", "losers", "final", "third-place"; a flight), empty where there is
    only one. `a` is named first and breaks first where nothing else decides. `only_if_b_wins` names another fixture:
    this one is played only if side B wins that one (the second final of a double elimination).
    """

    id: str
    round: int
    place: int
    a: Slot
    b: Slot
    stage: str = ""
    group: str = ""
    only_if_b_wins: str | None = None
    board: int | None = None
    why: tuple[PairingReason, ...] = ()

    def slot(self, side: Side) -> Slot:
        """Return the slot of a side."""
        return self.a if side is Side.A else self.b

    def with_slot(self, side: Side, slot: Slot) -> "Fixture":
        """The same with another side."""
        return replace(self, a=slot) if side is Side.A else replace(self, b=slot)

    @property
    def feeders(self) -> tuple[str, ...]:
        """The fixtures that must be decided before its sides are known, groups apart."""
        sources = [slot.fixture for slot in (self.a, self.b) if isinstance(slot, WinnerOf | LoserOf)]
        return tuple(dict.fromkeys([*sources, *([self.only_if_b_wins] if self.only_if_b_wins else [])]))

    @property
    def feeding_groups(self) -> tuple[str, ...]:
        """The groups that must be decided before its sides are known."""
        return tuple(dict.fromkeys(slot.group for slot in (self.a, self.b) if isinstance(slot, PlaceOf)))


def known_keys(fixture: Fixture) -> tuple[str, ...]:
    """The entrants that stand in it by name."""
    return tuple(slot.key for slot in (fixture.a, fixture.b) if isinstance(slot, Known))


def check_fixtures(fixtures: Iterable[Fixture], keys: Iterable[str]) -> None:
    """Check that fixtures can be followed from first to last.

    Raises:
        FixtureError: an id is no part of an address or stands twice, an entrant is unknown, meets themselves, or a side
            depends on a fixture or a group that does not come before.
    """
    ids: dict[str, Fixture] = {}
    groups: set[str] = set()
    entrants = set(keys)
    for fixture in fixtures:
        if not fixture.id or "/" in fixture.id:
            raise FixtureError("no-name", fixture=fixture.id)
        if fixture.id in ids:
            raise FixtureError("twice", fixture=fixture.id)
        unknown = [key for key in known_keys(fixture) if key not in entrants]
        if unknown:
            raise FixtureError("unknown-entrant", fixture=fixture.id, entrant=unknown[0])
        if fixture.a == fixture.b and not isinstance(fixture.a, Bye):
            raise FixtureError("same-sides", fixture=fixture.id)
        late = [one for one in fixture.feeders if one not in ids] + [
            g for g in fixture.feeding_groups if g not in groups
        ]
        if late:
            raise FixtureError("order", fixture=fixture.id, feeder=late[0])
        ids[fixture.id] = fixture
        groups.add(fixture.group)


def numbered(fixtures: Iterable[Fixture]) -> tuple[Fixture, ...]:
    """The fixtures by round, otherwise in the order given, with their places counted in each round."""
    counted: dict[int, int] = {}
    placed = []
    for one in sorted(fixtures, key=lambda one: one.round):
        counted[one.round] = counted.get(one.round, 0) + 1
        placed.append(replace(one, place=counted[one.round]))
    return tuple(placed)
