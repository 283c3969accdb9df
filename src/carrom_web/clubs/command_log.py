"""Acts of organisers as rows: added to, never changed (`clubs.acts`)."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, Protocol, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Manager, QuerySet

from carrom.errors import NotAllowedError
from carrom_web.accounts.models import Guest
from carrom_web.clubs.commands import LogEntry
from carrom_web.core import serialization


class LogState(Protocol):
    """How it stands after all acts that hold: what lists of such things show of it."""

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def closed(self) -> bool:
        """Whether it is in the archive."""


A = TypeVar("A")
B = TypeVar("B", bound=LogState)


def entries_of(deeds: "Manager[Any]", kind: Any) -> tuple[LogEntry[Any], ...]:
    """All acts in their order; `kind` is the union of them. Raises BadJsonError."""
    rows = deeds.order_by("number").values_list("number", "act")
    return tuple(LogEntry(number, serialization.read(kind, act)) for number, act in rows)


def add(
    lines: Iterable[LogEntry[A]],
    acts: Sequence[A],
    *,
    check: Callable[[Sequence[LogEntry[A]], A], None],
    book_of: Callable[[Sequence[LogEntry[A]]], B],
    rows: "QuerySet[Any]",
    deeds: "Manager[Any]",
    guest_id: UUID | None,
    now: datetime,
    stale: NotAllowedError,
) -> B:
    """Store acts, all or none, and give how it stands after them.

    Args:
        lines: all acts so far.
        check: raises if one more cannot be done.
        rows: the row that they belong to, of the version that was read; none of them: somebody was first.
        stale: what is raised then; nothing was stored.

    Raises:
        NotAllowedError: one of them cannot be done, or `stale`.
    """
    told = list(lines)
    name = Guest.objects.filter(pk=guest_id).values_list("name", flat=True).first() if guest_id else ""
    with transaction.atomic():
        for act in acts:
            check(told, act)
            told.append(LogEntry(len(told) + 1, act))
        stands = book_of(told)
        if not rows.update(version=len(told), title=stands.title, closed=stands.closed, changed_at=now):
            raise stale
        for line in told[-len(acts) :]:
            deeds.create(
                number=line.number, at=now, by=name or "", guest_id=guest_id, act=serialization.write(line.act)
            )
    return stands
