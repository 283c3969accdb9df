"""The acts of a championship, read and added to."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom_web.accounts.models import Guest
from carrom_web.championships.book import Act, Book, Line, book_of, check
from carrom_web.championships.models import Championship, Deed
from carrom_web.common import typed_json


class StaleChampionshipError(NotAllowedError):
    """Somebody else has changed the championship meanwhile."""

    code = "stale-championship"


def lines_of(championship: Championship) -> tuple[Line, ...]:
    """All acts in their order."""
    rows = Deed.objects.filter(championship=championship).order_by("number").values_list("number", "act")
    return tuple(Line(number, typed_json.read(Act, act)) for number, act in rows)  # type: ignore[arg-type]


def book(championship: Championship) -> Book:
    """How it stands."""
    return book_of(lines_of(championship))


def add(championship: Championship, guest_id: UUID | None, acts: Sequence[Act], *, now: datetime) -> None:
    """Store acts, all or none, if nobody has written since the championship was read.

    Raises:
        ChampionshipError: one of them cannot be done.
        StaleChampionshipError: somebody was first; nothing was stored.
    """
    lines = list(lines_of(championship))
    name = Guest.objects.filter(pk=guest_id).values_list("name", flat=True).first() if guest_id else ""
    with transaction.atomic():
        for act in acts:
            check(lines, act)
            lines.append(Line(len(lines) + 1, act))
        stands, rows = book_of(lines), Championship.objects.filter(pk=championship.pk, version=championship.version)
        if not rows.update(version=len(lines), title=stands.title, closed=stands.closed, changed_at=now):
            raise StaleChampionshipError(
                "Somebody else has changed this championship. You see it as it is now; try again."
            )
        for line in lines[-len(acts) :]:
            Deed.objects.create(
                championship=championship,
                number=line.number,
                at=now,
                by=name or "",
                guest_id=guest_id,
                act=typed_json.write(line.act),
            )
    championship.refresh_from_db()
