"""Acts of organisers with something of their club: what those of a championship and of a rating list share.

An act is undone by a later act that names it; everything else is folded anew. Persons are keys, never names.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from carrom.tournament import reverting

A = TypeVar("A", covariant=True)
L = TypeVar("L", bound=reverting.Numbered)


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """Two who were taken for different people are one."""

    kind: ClassVar[str] = "join"
    person: str
    into: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """It is over and goes to the archive: nothing is done with it any more."""

    kind: ClassVar[str] = "close"


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """An earlier act holds no more."""

    kind: ClassVar[str] = "undo"
    number: int

    @property
    def lines(self) -> tuple[int, ...]:
        """The act's number, as a strike-out names what it strikes."""
        return (self.number,)


@dataclass(frozen=True, slots=True)
class LogEntry(Generic[A]):
    """An act with its number."""

    number: int
    act: A


def effective(lines: Iterable[L]) -> tuple[L, ...]:
    """All acts that no act which holds itself has undone: an undoing that was undone lets the act hold again."""
    return reverting.not_struck(lines, Undo)


def holding(lines: Iterable[L]) -> tuple[L, ...]:
    """The acts from which it is folded: what is not undone, without the undoing itself."""
    return reverting.holding(lines, Undo)


def author_of(joined: Mapping[str, str], key: str) -> str:
    """Who that is, after all joining."""
    seen = set()
    while key in joined and key not in seen:
        seen.add(key)
        key = joined[key]
    return key


def joined_by(joined: Mapping[str, str], act: Join) -> Mapping[str, str]:
    """Who is who after one more joining; one that would lead round in a circle changes nothing."""
    return joined if author_of(joined, act.into) == act.person else {**joined, act.person: act.into}
