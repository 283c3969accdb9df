"""The answers of matches to hooks between apps (core/hooks.py)."""

from collections.abc import Sequence
from uuid import UUID

from carrom_web.core.hooks import PlayedMatch, hookimpl
from carrom_web.matches import online_ratings, players, privacy


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Take their name out of every match that they played."""
    privacy.erase_person(guest_id)


@hookimpl
def is_name_imitated(likeness: str, guest_id: UUID | None) -> bool:
    """Whether a rated player has a name that looks like this one."""
    return online_ratings.is_known_by(likeness, without=guest_id)


@hookimpl
def player_matches(player_ids: Sequence[UUID]) -> list[PlayedMatch]:
    """The matches that stand alone, of the guests who claimed the players."""
    return players.matches_of(player_ids)
