"""Entries of a log, and which of them count: those that no standing revert names."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Revert:
    """Entries that no longer count, by their numbers."""

    kind: ClassVar[str] = "revert"

    entries: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(Generic[A]):
    """One act, or a revert: its number from 1, when (ISO 8601, empty if not known) and by whom."""

    number: int
    act: A | Revert
    at: str = ""
    by: str = ""


def standing(entries: Iterable[Entry[A]]) -> tuple[Entry[A], ...]:
    """The entries that no standing revert names, reverts among them, in their order."""
    reverted: set[int] = set()
    found = []
    for entry in reversed(tuple(entries)):
        if entry.number in reverted:
            continue
        found.append(entry)
        if isinstance(entry.act, Revert):
            reverted.update(entry.act.entries)
    return tuple(reversed(found))


def effective(entries: Iterable[Entry[A]]) -> tuple[Entry[A], ...]:
    """The entries from which a state is folded: the standing ones without the reverts."""
    return tuple(entry for entry in standing(entries) if not isinstance(entry.act, Revert))


def last_revert(entries: Sequence[Entry[A]]) -> int | None:
    """The number of the newest revert of an act that nobody has brought back since; None if there is none.

    Args:
        entries: the whole log; the entry of number n stands at n - 1.
    """
    reverted: set[int] = set()
    for entry in reversed(entries):
        if entry.number in reverted or not isinstance(entry.act, Revert):
            continue
        if not any(isinstance(entries[number - 1].act, Revert) for number in entry.act.entries):
            return entry.number
        reverted.update(entry.act.entries)  # this one brought something back
    return None
