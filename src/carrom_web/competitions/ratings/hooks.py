"""What rating lists answer to the hooks between apps (core/hooks.py)."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from carrom_web.competitions.ratings import privacy, seeding, selectors
from carrom_web.core.hooks import Candidate, LeagueKind, hookimpl


@hookimpl(trylast=True)  # after the competitions whose results they rate
def league_kind() -> LeagueKind:
    """Rating lists, on the index of leagues."""
    return LeagueKind(key="ratings", title=_("Ratings"), new_url=reverse("rating-new"), rows=selectors.index_rows)


@hookimpl
def seed_sources(club_id: int) -> list[tuple[str, str]]:
    """Every open list, group by group."""
    return seeding.choices(club_id)


@hookimpl
def seed_strengths(source: str, people: Iterable[Candidate]) -> Mapping[str, float] | None:
    """The newest ratings of those whom a list knows."""
    return seeding.strengths(source, people) if source.startswith(f"{seeding.PREFIX}:") else None


@hookimpl
def export_person(guest_id: UUID) -> Mapping[str, Any]:
    """Under which name and in which lists they are rated."""
    return {"ratings": privacy.export_guest(guest_id)}


@hookimpl
def erase_person(guest_id: UUID) -> None:
    """Take their name from all lists."""
    privacy.erase_guest(guest_id)
