"""Pairs of those who are free in an arena: at once, about as many points, not the same two again and again."""

from collections.abc import Sequence
from dataclasses import dataclass

AGAIN_AFTER_S = 10.0  # so long two who have just met wait for somebody else
COMPUTER_AFTER_S = 10.0  # so long somebody waits before a computer takes the other seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Free:
    """Somebody who is there and plays no match."""

    key: str
    score: int = 0
    waited_s: float = 0.0
    last: str | None = None  # whom they met last
    apart: frozenset[str] = frozenset()  # whom they do not meet


def pairs(free: Sequence[Free], *, others_play: bool) -> tuple[tuple[str, str], ...]:
    """The pairs that begin now. The one who has waited longest chooses first, somebody with the nearest score.

    Args:
        others_play: whether somebody else will be free soon: two who have just met then wait a little for them.
    """
    left = sorted(free, key=lambda one: (-one.waited_s, one.key))
    found: list[tuple[str, str]] = []
    while left:
        first = left.pop(0)
        fitting = [one for one in left if _may_meet(first, one, others_play=others_play)]
        if fitting:
            fresh = [one for one in fitting if not _have_just_met(first, one)] or fitting
            other = min(fresh, key=lambda one: abs(one.score - first.score))
            left.remove(other)
            found.append((first.key, other.key))
    return tuple(found)


def _have_just_met(one: Free, other: Free) -> bool:
    return one.last == other.key and other.last == one.key


def _may_meet(one: Free, other: Free, *, others_play: bool) -> bool:
    if other.key in one.apart or one.key in other.apart:
        return False
    return not (others_play and _have_just_met(one, other) and min(one.waited_s, other.waited_s) < AGAIN_AFTER_S)
