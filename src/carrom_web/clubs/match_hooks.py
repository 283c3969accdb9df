"""To which club a match belongs, told by the apps above that have fixtures: who officiates there may at its sheet.

An app whose fixtures are kept as matches gives its function to `register` when it is ready.
"""

from collections.abc import Callable
from uuid import UUID

Tell = Callable[[UUID], int | None]
_HOOKS: list[Tell] = []


def register(tell: Tell) -> None:
    """Ask this function from now on as well: it gives the id of the club of a match that it knows; else None."""
    if tell not in _HOOKS:
        _HOOKS.append(tell)


def club_of(match_id: UUID) -> int | None:
    """Give the club to whose league a match belongs; None: to none."""
    return next((club_id for tell in _HOOKS if (club_id := tell(match_id)) is not None), None)
