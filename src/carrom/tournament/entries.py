"""Entrants by key, without names, with everything that a draw may use.

An entrant is what plays as one side: a person, a pair, a team. Names, emails and payments stay with whatever keeps
them; here an entrant is a key.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from carrom.errors import CarromError

_KEY = re.compile(r"[^\s\x00-\x1f\x7f](?:[^\x00-\x1f\x7f]{0,78}[^\s\x00-\x1f\x7f])?")


class EntryError(CarromError):
    """An entry that cannot be drawn: a key twice, a seed twice, nobody in it."""

    code = "bad-entry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """One side of a draw.

    `seed` 1 is the best; None is unseeded. `rating` is any number that grows with strength. `players` are the keys of
    the persons, so that nobody is at two boards at once; empty: the entrant is that person.
    `joined` is the first round they play (a late entry); `left` the first round that they no longer play, None while
    they are in. A withdrawal before the first round is `left` 1.
    """

    key: str
    seed: int | None = None
    rating: float | None = None
    club: str = ""
    country: str = ""
    players: tuple[str, ...] = ()
    joined: int = 1
    left: int | None = None

    def __post_init__(self) -> None:
        """Check the entry. Raises EntryError."""
        if not _KEY.fullmatch(self.key):
            raise EntryError("key", entrant=self.key)
        if self.seed is not None and self.seed < 1:
            raise EntryError("seed", entrant=self.key, seed=self.seed)
        if self.joined < 1 or (self.left is not None and self.left < 1):
            raise EntryError("round", entrant=self.key)
        if self.rating is not None and not -1e9 < self.rating < 1e9:
            raise EntryError("rating", entrant=self.key, rating=self.rating)
        if len(set(self.players)) != len(self.players):
            raise EntryError("same-person", entrant=self.key)

    @property
    def persons(self) -> tuple[str, ...]:
        """The keys of those who sit at the board."""
        return self.players or (self.key,)

    def plays_in(self, round_number: int) -> bool:
        """Whether they are in: they have joined and have not left."""
        return self.joined <= round_number and (self.left is None or round_number < self.left)


class InOrder(tuple[Entrant, ...]):
    """Entrants that were checked and put in order; it need not be done again."""

    __slots__ = ()


def in_order(entrants: Iterable[Entrant]) -> InOrder:
    """The entrants by key: nothing ever depends on who came first.

    Raises:
        EntryError: a key, a seed or a person is there twice.
    """
    if isinstance(entrants, InOrder):
        return entrants
    ordered = InOrder(sorted(entrants, key=lambda one: one.key))
    for reason, values in (
        ("entrant-twice", [one.key for one in ordered]),
        ("seed-twice", [one.seed for one in ordered if one.seed is not None]),
        ("player-twice", [person for one in ordered for person in one.persons]),
    ):
        twice = [
            value for value, following in zip(sorted(values), sorted(values)[1:], strict=False) if value == following
        ]
        if twice:
            raise EntryError(reason, value=twice[0])
    return ordered


def by_key(entrants: Iterable[Entrant]) -> Mapping[str, Entrant]:
    """The entrants under their keys."""
    return {one.key: one for one in entrants}


def strength(entrant: Entrant) -> tuple[bool, int, bool, float]:
    """Return a sort key: the seeded first by their seeds, then by rating from the highest, those without one last."""
    return entrant.seed is None, entrant.seed or 0, entrant.rating is None, -(entrant.rating or 0.0)


def by_strength(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """The entrants from the strongest; at even strength by key."""
    return tuple(sorted(entrants, key=lambda one: (strength(one), one.key)))
