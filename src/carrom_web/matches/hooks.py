"""What a match is part of, told by the apps above: an event, a league, a season. Its page leads back there.

An app whose matches are played or kept here gives its function to `register` when it is ready.
"""

from collections.abc import Callable
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True, kw_only=True)
class ParentPage:
    """What a match is part of: its title and the address that everybody may see."""

    title: str
    url: str


Tell = Callable[[UUID], ParentPage | None]
_HOOKS: list[Tell] = []


def register(tell: Tell) -> None:
    """Ask this function from now on as well: it gives what a match that it knows is part of; else None."""
    if tell not in _HOOKS:
        _HOOKS.append(tell)


def whole_of(match_id: UUID) -> ParentPage | None:
    """Give what a match is part of; None: it stands alone."""
    return next((whole for tell in _HOOKS if (whole := tell(match_id)) is not None), None)
