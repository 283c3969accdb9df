"""What a match is part of, told by the apps above: an event, a league, a season. Its page leads back there.

An app whose matches are played or kept here gives its function to `ask_also` when it is ready.
"""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class Whole:
    """What a match is part of: its title and the address that everybody may see."""

    title: str
    url: str


Tell = Callable[[UUID], Whole | None]
_TELLERS: list[Tell] = []


def ask_also(tell: Tell) -> None:
    """Ask this function from now on as well: it gives what a match that it knows is part of; else None."""
    if tell not in _TELLERS:
        _TELLERS.append(tell)


def whole_of(match_id: UUID) -> Whole | None:
    """Give what a match is part of; None: it stands alone."""
    return next((whole for tell in _TELLERS if (whole := tell(match_id)) is not None), None)
