"""Leagues of every kind as rows from their apps, for the index and a club's page."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from carrom_web.competitions.kinds import CompetitionKind, kinds
from carrom_web.core.hooks import ClubSection, ClubSectionRow


def indexed_kinds() -> list[CompetitionKind[Any, Any]]:
    """Return each kind that is installed and in the index."""
    return [kind for kind in reversed(kinds()) if kind.plural]


def rows(guest_id: UUID | None, *, only: str = "") -> list[dict[str, Any]]:
    """Return what somebody may see, of one kind or of all, kind by kind."""
    return [
        {**row, "source": kind.key, "kind": kind.plural}
        for kind in indexed_kinds()
        if only in ("", kind.key)
        for row in kind.index_rows(guest_id)
    ]


def club_section(club_id: int, guest_id: UUID | None) -> ClubSection:
    """The leagues of a club that somebody may see: those that run first."""
    own = sorted((row for row in rows(guest_id) if row["club_id"] == club_id), key=lambda row: not row["is_open"])
    return ClubSection(
        heading=_("Leagues"),
        rows=[ClubSectionRow(title=row["title"], when=_about(row), state=row["state"], url=row["url"]) for row in own],
        new_url=f"{reverse('leagues')}#begin-title",
        new_title=_("Announce a league"),
    )


def _about(row: dict[str, Any]) -> str:
    when = row["when"] if isinstance(row["when"], str) else date_format(row["when"], "DATE_FORMAT")
    return f"{row['kind']} · {when}" if when else str(row["kind"])
