"""What is done in a season is written with a line in its log, in one transaction, and undone by that line.

A row is changed only if nobody has changed it since it was read: `version` is compared by the database itself.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, models, transaction
from django.db.models import F

from carrom.errors import NotAllowedError
from carrom_web.accounts.models import Guest
from carrom_web.competitions.solo_leagues import selectors, sockets
from carrom_web.competitions.solo_leagues.models import (
    AuditEntry,
    CorrectionRequest,
    Excuse,
    Player,
    Season,
    SoloSet,
)

TABLES: dict[str, type[models.Model]] = {
    "season": Season, "player": Player, "set": SoloSet, "excuse": Excuse, "correction": CorrectionRequest
}  # fmt: skip
NAMES = {model: name for name, model in TABLES.items()}
Row = Season | Player | SoloSet | Excuse | CorrectionRequest
ENDED: dict[type[models.Model], str] = {
    Player: Player.Standing.WITHDRAWN, SoloSet: SoloSet.Standing.STRUCK,
    CorrectionRequest: CorrectionRequest.Standing.TAKEN_BACK,
}  # fmt: skip


class NotOrganiserError(NotAllowedError):
    """Somebody without the role for it."""

    code = "not-official"


class ChangedSinceError(NotAllowedError):
    """Somebody else has changed the same thing meanwhile."""

    code = "changed-since"


class AuditTrail:
    """A line of the log that is being written, and the changes that it stands for."""

    def __init__(self, deed: AuditEntry) -> None:
        self.deed = deed

    def put(self, row: Row, **fields: Any) -> None:
        """Change columns of a row that nobody has changed since it was read. Raises ChangedSinceError."""
        told = {
            name: [_plain(getattr(row, name)), _plain(value)]
            for name, value in fields.items()
            if getattr(row, name) != value
        }
        if not told:
            return
        rows = type(row)._default_manager.filter(pk=row.pk, version=row.version)
        if not rows.update(version=F("version") + 1, **fields):
            raise ChangedSinceError("stale")
        row.version += 1
        for name, value in fields.items():
            setattr(row, name, value)
        self._note(row, told)

    def add(self, row: Player | SoloSet | CorrectionRequest) -> None:
        """Store a new row. Undone, it is not deleted: a player is withdrawn, a set struck, a question taken back."""
        row.save(force_insert=True)
        self._note(row, {"standing": [str(ENDED[type(row)]), str(row.standing)]})

    def _note(self, row: Row, told: dict[str, list[Any]]) -> None:
        self.deed.changes.append([NAMES[type(row)], row.pk, told])
        if isinstance(row, Player):
            self.deed.player = self.deed.player or row
        elif isinstance(row, SoloSet):
            self.deed.set = self.deed.set or row
            self.deed.player = self.deed.player or row.player
        elif isinstance(row, CorrectionRequest):
            self.deed.set = self.deed.set or row.set
            self.deed.player = self.deed.player or row.set.player
        elif isinstance(row, Excuse):
            self.deed.player = self.deed.player or row.player


@contextmanager
def audit_entry(
    season: Season,
    what: str,
    *,
    now: datetime,
    role: AuditEntry.Role,
    guest_id: UUID | None = None,
    by: str = "",
    why: str = "",
) -> Iterator[AuditTrail]:
    """Open a transaction and a line of the log; it is stored at the end, and pages that follow are told after that."""
    with transaction.atomic():
        name = by or ("" if guest_id is None else Guest.objects.get(pk=guest_id).name)
        line = AuditEntry(season=season, at=now, by=name, guest_id=guest_id, role=role, what=what, why=why, changes=[])
        yield AuditTrail(line)
        line.save()
        sockets.FOLLOWERS.changed_after_commit(season.pk)


def check_organises(season: Season, guest_id: UUID | None) -> None:
    """Pass if somebody may organise a season. Raises NotOrganiserError."""
    if not selectors.organises(season, guest_id):
        raise NotOrganiserError("role")


def organised(
    season: Season, guest_id: UUID | None, what: str, *, now: datetime, why: str = ""
) -> AbstractContextManager[AuditTrail]:
    """Open a line of the log for an organiser of the season. Raises NotOrganiserError."""
    check_organises(season, guest_id)
    return audit_entry(season, what, now=now, role=AuditEntry.Role.ORGANISER, guest_id=guest_id, why=why)


def undo(season: Season, guest_id: UUID | None, deed_id: int, *, now: datetime) -> None:
    """Put back what a line of the log changed; the undoing is a line as well, and can be undone.

    Raises:
        NotOrganiserError: he may not.
        ChangedSinceError: it was changed again since, or its place was taken.
    """
    check_organises(season, guest_id)
    before = AuditEntry.objects.select_related("set__player", "player").filter(pk=deed_id, season=season).first()
    if before is None or not is_revertible(before):
        raise ChangedSinceError("nothing-to-undo")
    try:
        with audit_entry(season, "undone", now=now, role=AuditEntry.Role.ORGANISER, guest_id=guest_id) as deeds:
            deeds.deed.undoes = before
            for table, pk, told in reversed(before.changes):
                _put_back(deeds, TABLES[table], pk, told)
            count_places(season)
    except IntegrityError:
        raise ChangedSinceError("place-lost") from None


def is_revertible(line: AuditEntry) -> bool:
    """Whether a line changed something that an organiser can put back, and nobody has."""
    return bool(line.changes) and line.role != AuditEntry.Role.RECORD and not hasattr(line, "undone_by")


def _put_back(deeds: AuditTrail, table: type[models.Model], pk: int, told: dict[str, list[Any]]) -> None:
    row: Any = table._default_manager.get(pk=pk)
    fields = {}
    for name, (was, now) in told.items():
        if _plain(getattr(row, name)) != now:
            raise ChangedSinceError("changed-again")
        field: Any = table._meta.get_field(name)
        fields[name] = was if field.get_internal_type() == "JSONField" else field.to_python(was)
    deeds.put(row, **fields)


def count_places(season: Season) -> None:
    """Count a season's places anew; the row's lock keeps others out meanwhile."""
    Season.objects.filter(pk=season.pk).update(taken=F("taken"))
    held = Player.objects.filter(season=season, standing__in=selectors.HOLDS_A_PLACE).count()
    Season.objects.filter(pk=season.pk).update(taken=held)


def _plain(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else str(value) if isinstance(value, UUID) else value
