"""Records whose lines are never changed, only struck out by later ones: which of them hold, which can be brought back.

Striking out a strike-out brings back what it struck.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar


@dataclass(frozen=True, slots=True)
class Revert:
    """Lines that hold no more."""

    lines: tuple[int, ...]


class Reverts(Protocol):
    """What an act that strikes out has: the numbers of the lines that hold no more."""

    @property
    def lines(self) -> tuple[int, ...]:
        """The numbers of the lines."""


class Numbered(Protocol):
    """A line of a record: its number, from 1, and what was done."""

    @property
    def number(self) -> int:
        """Its number."""

    @property
    def act(self) -> object:
        """What was done."""


L = TypeVar("L", bound=Numbered)


def not_struck(lines: Iterable[L], strike: type[Reverts] = Revert) -> tuple[L, ...]:
    """The lines that no line which holds itself has struck out, strike-outs among them, in their order."""
    struck: set[int] = set()
    kept = []
    for line in reversed(list(lines)):
        if line.number not in struck:
            kept.append(line)
            if isinstance(line.act, strike):
                struck |= set(line.act.lines)
    return tuple(reversed(kept))


def holding(lines: Iterable[L], strike: type[Reverts] = Revert) -> tuple[L, ...]:
    """The lines that make what is folded from a record: those that hold, strike-outs left away."""
    return tuple(line for line in not_struck(lines, strike) if not isinstance(line.act, strike))


def last_reverted(lines: Sequence[Numbered]) -> int | None:
    """The number of the newest line that undid something which is not brought back yet; None: nothing is undone.

    `lines` are all of the record: that of number n stands at n - 1.
    """
    struck: set[int] = set()
    for line in reversed(lines):
        if line.number in struck or not isinstance(line.act, Revert):
            continue
        if not any(isinstance(lines[number - 1].act, Revert) for number in line.act.lines):
            return line.number
        struck |= set(line.act.lines)  # this one brought something back
    return None
