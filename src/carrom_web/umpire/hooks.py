"""The answers of sheets to hooks between apps (core/hooks.py)."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from carrom_web.core.hooks import InUse, PlayedMatch, hookimpl
from carrom_web.umpire import players_of_boards, privacy, selectors


@hookimpl
def boards_in_use(board_ids: Sequence[int]) -> Mapping[int, InUse]:
    """The matches on these boards whose sheets are not over."""
    return selectors.in_use(board_ids)


@hookimpl
def player_matches(player_ids: Sequence[UUID]) -> list[PlayedMatch]:
    """The matches on boards of their clubs whose sheets have their names."""
    return players_of_boards.matches_of(player_ids)


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Take their name out of every sheet that they worked on."""
    privacy.erase_person(guest_id)
