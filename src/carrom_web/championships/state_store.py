"""The acts of a championship, read and added to."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from carrom.errors import NotAllowedError
from carrom_web.championships.book import Act, Book, Line, book_of, check
from carrom_web.championships.models import Championship
from carrom_web.clubs import deeds


class StaleChampionshipError(NotAllowedError):
    """Somebody else has changed the championship meanwhile."""

    code = "stale-championship"


def lines_of(championship: Championship) -> tuple[Line, ...]:
    """All acts in their order."""
    return deeds.lines_of(championship.deeds, Act)


def book(championship: Championship) -> Book:
    """How it stands."""
    return book_of(lines_of(championship))


def add(championship: Championship, guest_id: UUID | None, acts: Sequence[Act], *, now: datetime) -> None:
    """Store acts, all or none, if nobody has written since the championship was read.

    Raises:
        ChampionshipError: one of them cannot be done.
        StaleChampionshipError: somebody was first; nothing was stored.
    """
    deeds.add(
        lines_of(championship),
        acts,
        check=check,
        book_of=book_of,
        rows=Championship.objects.filter(pk=championship.pk, version=championship.version),
        deeds=championship.deeds,
        guest_id=guest_id,
        now=now,
        stale=StaleChampionshipError(
            "Somebody else has changed this championship. You see it as it is now; try again."
        ),
    )
    championship.refresh_from_db()
