"""What seasons of 19-coin sets answer to the hooks between apps (core/hooks.py)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from carrom_web.competitions.solo_leagues import privacy, selectors
from carrom_web.core.hooks import LeagueKind, ParentPage, hookimpl


@hookimpl
def parent_of_match(match_id: UUID) -> ParentPage | None:
    """The season whose set a match is."""
    return selectors.season_of_match(match_id)


@hookimpl
def club_of_match(match_id: UUID) -> int | None:
    """The club of the season whose set a match is."""
    return selectors.club_of_match(match_id)


@hookimpl
def league_kind() -> LeagueKind:
    """Seasons, on the index of leagues."""
    return LeagueKind(
        key="solo_leagues",
        title=_("19-coin solo"),
        new_url=reverse("solo-season-new"),
        rows=selectors.index_rows,
    )


@hookimpl
def export_person(guest_id: UUID) -> Mapping[str, Any]:
    """The seasons that they play in."""
    return {"solo_leagues": privacy.export_guest(guest_id)}


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Take their name from seasons, as a player and as who did something there."""
    privacy.erase_guest(guest_id)
