"""What is played on boards now: told by the apps above, which know matches; clubs know only boards.

An app that puts matches on boards gives its function to `register` when it is ready.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class InUse:
    """What is played on a board: who plays, how it stands, where it is followed."""

    title: str
    score: str
    url: str


Tell = Callable[[Sequence[int]], Mapping[int, InUse]]
_HOOKS: list[Tell] = []


def register(tell: Tell) -> None:
    """Ask this function from now on as well: it gives what is played on those of the boards that it knows of."""
    if tell not in _HOOKS:
        _HOOKS.append(tell)


def in_use(board_ids: Sequence[int]) -> dict[int, InUse]:
    """Give what is played now, by board; those that are free are missing."""
    found: dict[int, InUse] = {}
    for tell in _HOOKS:
        found.update(tell(board_ids))
    return found
