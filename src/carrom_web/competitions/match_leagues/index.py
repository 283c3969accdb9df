"""Leagues of every kind as rows, for the index and a club's page: matches, 19-coin solo, championships, ratings."""

from importlib import import_module
from typing import Any
from uuid import UUID

from django.apps import apps
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from carrom_web.clubs.hooks import ClubSection, ClubSectionHook
from carrom_web.clubs.models import Club

SOURCES = ("match_leagues", "solo_leagues", "championships", "ratings")


def titles() -> dict[str, str]:
    """Give each kind that is installed, by its app, in words."""
    words = {
        "match_leagues": _("Matches"),
        "solo_leagues": _("19-coin solo"),
        "championships": _("Championships"),
        "ratings": _("Ratings"),
    }
    return {source: words[source] for source in SOURCES if apps.is_installed(f"carrom_web.competitions.{source}")}


def rows(guest_id: UUID | None, *, only: str = "") -> list[dict[str, Any]]:
    """Give what somebody may see, of one kind or of all, kind by kind (`index_rows` of each app)."""
    found: list[dict[str, Any]] = []
    for source, kind in titles().items():
        if only in ("", source):
            told = import_module(f"carrom_web.competitions.{source}.selectors").index_rows(guest_id)
            found += [{**row, "source": source, "kind": kind} for row in told]
    return found


def _heading() -> str:
    return _("Leagues")


def _of_club(club: Club, guest_id: UUID | None) -> list[ClubSection]:
    """The leagues of a club that somebody may see: those that run first."""
    own = sorted((row for row in rows(guest_id) if row["club_id"] == club.pk), key=lambda row: not row["is_open"])
    return [ClubSection(title=row["title"], when=_about(row), state=row["state"], url=row["url"]) for row in own]


def _about(row: dict[str, Any]) -> str:
    when = row["when"] if isinstance(row["when"], str) else date_format(row["when"], "DATE_FORMAT")
    return f"{row['kind']} · {when}" if when else str(row["kind"])


def _new(club: Club) -> tuple[str, str]:
    return f"{reverse('leagues')}#begin-title", _("Announce a league")


HOOK = ClubSectionHook(heading=_heading, rows=_of_club, new=_new)
