"""What is asked about championships. Reads, never writes."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from carrom.errors import UnreadableError
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.rights import Action
from carrom_web.competitions.championships.models import Championship
from carrom_web.competitions.events.models import Category, Event
from carrom_web.competitions.events.repository import terms_of


class UnknownChampionshipError(UnreadableError):
    """There is no such championship."""

    code = "unknown-championship"


def championship_at(slug: str) -> Championship:
    """Give a championship. Raises UnknownChampionshipError."""
    found = Championship.objects.select_related("club").filter(slug=slug).first()
    if found is None:
        raise UnknownChampionshipError()
    return found


def may(championship: Championship, guest_id: UUID | None) -> bool:
    """Whether somebody organises a championship: whoever organises its club's events."""
    return clubs.may(championship.club_id, guest_id, Action.ORGANISE)


def all_championships() -> list[Championship]:
    """Give the championships that run, the newest first, then the archive."""
    return list(Championship.objects.select_related("club").order_by("closed", "-changed_at", "-pk"))


def index_rows(guest_id: UUID | None) -> list[dict[str, Any]]:
    """Give the championships as lines of the index of leagues."""
    return [
        {
            "kind": _("Championship"),
            "title": row.title,
            "url": reverse("championship", args=[row.slug]),
            "club": row.club.name,
            "club_id": row.club_id,
            "when": "",
            "state": _("closed") if row.closed else _("running"),
            "is_open": not row.closed,
            "day": row.changed_at.date(),
        }
        for row in all_championships()
    ]


def categories_to_count(championship: Championship) -> list[tuple[int, str]]:
    """Give the categories of the club's events that a championship can count, with their titles, the latest first."""
    found = []
    events = Event.objects.filter(club=championship.club).exclude(state=Event.State.CANCELLED)
    for event in events.prefetch_related("categories").order_by("-first_day", "-pk"):
        terms = terms_of(event)
        titles = {one.key: one.title for one in terms.categories}
        found += [
            (row.pk, f"{terms.title}: {titles[row.key]}")
            for row in event.categories.all()
            if row.state == Category.State.OPEN and row.key in titles
        ]
    return found
