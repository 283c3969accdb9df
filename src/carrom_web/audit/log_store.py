"""Logs (`carrom.log`) stored one row for each act: reading adds what was stored since, writing adds what is new.

A log that was read stays in the memory of the process. Reading it again asks for its last entry and those after it, so
that both reading and writing cost the same however long the log is.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone

from carrom import serialization
from carrom.errors import NotAllowedError
from carrom.log import Entry, Fold, Log, Revert
from carrom_web.audit.models import AuditEntry, LogEntry, LoggedModel
from carrom_web.audit.services import record_audit
from carrom_web.core.cache import ProcessCache

S = TypeVar("S")
A = TypeVar("A")
M = TypeVar("M", bound=LoggedModel)
MOST_IN_MEMORY = 64  # logs of one kind


def iso(moment: datetime) -> str:
    """A moment as logs hold it: in UTC, so that texts compare as moments do."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class StoredLog(Generic[S, A]):
    """A log with the primary key of its last stored entry, by which two readings are known to be the same."""

    log: Log[S, A]
    last: UUID | None

    @property
    def key(self) -> Hashable:
        """Equal for equal logs of one subject."""
        return self.last


class LogStore(Generic[M, S, A]):
    """The logs of the rows of one model."""

    def __init__(
        self,
        *,
        fold: Callable[[M], Fold[S, A]],
        acts: Any,
        stale: Callable[[], NotAllowedError],
        columns: Callable[[S], dict[str, object]] = lambda state: {},
    ) -> None:
        """Say how a log of this kind is folded and written.

        Args:
            fold: of a row; equal folds give equal states.
            acts: their types, a union that `carrom.serialization` can read.
            stale: the error if somebody else has written since a row was read.
            columns: what the row itself holds of a state, for the database to find and for lists.
        """
        self._fold, self._stale = fold, stale
        self.acts = acts | Revert
        self._columns = columns
        self._memory: ProcessCache[tuple[type, int], StoredLog[S, A]] = ProcessCache(MOST_IN_MEMORY)

    def read(self, row: M) -> StoredLog[S, A]:
        """The log of a row. Raises CarromError: what is stored is not a log of this kind."""
        fold, key = self._fold(row), (type(row), row.pk)
        known = self._memory.get(key)
        if known is not None and known.last is not None and known.log.fold == fold:
            found = self._entries(row, from_number=len(known.log.entries))
            if found and found[0][0] == known.last:
                added = found[1:]
                if not added:
                    return known
                log = known.log.extend(entry for _pk, entry in added)
                return self._memory.set(key, StoredLog(log, added[-1][0]))
        found = self._entries(row)
        log = Log(fold, (entry for _pk, entry in found))
        return self._memory.set(key, StoredLog(log, found[-1][0] if found else None))

    def write(
        self, row: M, before: Log[S, A], after: Log[S, A], *, audit: AuditEntry | None = None, **columns: object
    ) -> None:
        """Store the entries that `after` has beyond `before`, and columns of the row, if nobody has written since.

        Where `after` does not continue `before`, it replaces what is stored.

        Raises:
            NotAllowedError: somebody has (`stale`); nothing was stored.
        """
        with transaction.atomic():
            rows = type(row)._default_manager.filter(pk=row.pk, version=row.version)
            changed = {"version": row.version + 1, "changed_at": timezone.now()}
            if not rows.update(**changed | self._columns(after.state) | columns):
                raise self._stale()
            goes_on = after.fold == before.fold and after.entries[: len(before.entries)] == before.entries
            if not goes_on:
                row.log_entries.all().delete()
            kind = ContentType.objects.get_for_model(row)
            LogEntry.objects.bulk_create(
                LogEntry(
                    subject_type=kind,
                    subject_id=row.pk,
                    number=entry.number,
                    act=serialization.to_plain(entry.act),
                    at=entry.at,
                    audit=audit,
                )
                for entry in after.entries[len(before.entries) if goes_on else 0 :]
            )

    def change(
        self,
        row: M,
        change: Callable[[Log[S, A]], Log[S, A]],
        kind: str,
        *,
        at: datetime,
        guest_id: UUID | None,
        **detail: Any,
    ) -> Log[S, A]:
        """Change the log of a row, store it and write it into the audit log, all or nothing; return the log after it.

        Raises:
            NotAllowedError: somebody has written meanwhile (`stale`).
            CarromError: what `change` raises.
        """
        before = self.read(row).log
        after = change(before)
        with transaction.atomic():
            self.write(row, before, after, audit=record_audit(row, kind, at=at, guest_id=guest_id, **detail))
        row.refresh_from_db()
        return after

    def append(
        self, row: M, acts: Sequence[A], kind: str, *, at: datetime, guest_id: UUID | None, **detail: Any
    ) -> Log[S, A]:
        """Do acts, all or none. Raises what `change` raises."""

        def appended(log: Log[S, A]) -> Log[S, A]:
            for act in acts:
                log = log.append(act, at=iso(at))
            return log

        return self.change(row, appended, kind, at=at, guest_id=guest_id, **detail)

    def revert(self, row: M, numbers: Sequence[int], *, at: datetime, guest_id: UUID | None) -> Log[S, A]:
        """Revert entries, all or none. Raises LogError, and what `change` raises."""

        def reverted(log: Log[S, A]) -> Log[S, A]:
            for number in numbers:
                log = log.revert(number, at=iso(at))
            return log

        return self.change(row, reverted, Revert.kind, at=at, guest_id=guest_id, entries=list(numbers))

    def _entries(self, row: M, *, from_number: int = 1) -> list[tuple[UUID, Entry[A]]]:
        rows = LogEntry.objects.filter(subject_type=ContentType.objects.get_for_model(row), subject_id=row.pk)
        if from_number > 1:
            rows = rows.filter(number__gte=from_number)
        return [
            (pk, Entry(number=number, act=serialization.from_plain(self.acts, act), at=at))
            for pk, number, act, at in rows.order_by("number").values_list("pk", "number", "act", "at")
        ]
