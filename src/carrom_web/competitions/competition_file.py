"""A whole competition as one file, and back: its log, who takes part, the audit log.

A kind that holds more than that in rows of its own has a file of its own (`CompetitionKind.write`, `.read`).
"""

import gzip
import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, TypeVar
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from carrom.errors import CarromError, UnreadableError
from carrom_web.accounts.services import tidy_name
from carrom_web.audit.log_store import iso
from carrom_web.audit.models import AuditEntry, LogEntry
from carrom_web.clubs.models import Club
from carrom_web.competitions import services
from carrom_web.competitions.errors import CompetitionFileError
from carrom_web.competitions.models import NAME_LENGTH, Competition, Participant
from carrom_web.competitions.repository import CompetitionStore
from carrom_web.core.files import DAMAGED, parse_json, parse_moment
from carrom_web.people import services as people
from carrom_web.people.services import Details

M = TypeVar("M", bound=Competition)
FORMAT = 1
MOST_BYTES = 2_000_000


def write(kind: str, row: Competition, people: Iterable[Any]) -> str:
    """Return the whole competition as JSON.

    Args:
        kind: what it is, written into the file.
        people: who takes part, rows with key and name.
    """
    audit = list(row.audit_entries.order_by("pk"))
    numbers = {entry.pk: number for number, entry in enumerate(audit)}
    data = {
        "format": FORMAT,
        "kind": kind,
        "title": row.title,
        "state": row.state,
        "participants": [
            {"key": one.key, "name": one.name, "shows_name": getattr(one, "shows_name", False)} for one in people
        ],
        "log": [
            {"act": entry.act, "at": entry.at, "audit": numbers.get(entry.audit_id or 0)}
            for entry in row.log_entries.order_by("number")
        ],
        "audit": [
            {"at": one.at, "by": one.by, "role": one.role, "kind": one.kind, "reason": one.reason, "detail": one.detail}
            for one in audit
        ],
    }
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


def packed(text: str) -> bytes:
    """A file, gzipped: the same bytes for the same text."""
    return gzip.compress(text.encode(), 6, mtime=0)


def read(
    kind: str,
    store: CompetitionStore[M, Any, Any],
    participants: type[Participant] | None,
    club: Club,
    guest_id: UUID | None,
    data: bytes,
    *,
    now: datetime,
) -> M:
    """Store the competition of a file as one of a club.

    Raises:
        NotAllowedInClubError: they are not organisers of this club.
        CompetitionFileError: the file cannot be read. Nothing was stored.
    """
    if len(data) > MOST_BYTES:
        raise CompetitionFileError("too-large", most=MOST_BYTES // 1000)
    try:
        given = parse_json(data)
    except UnreadableError as error:
        raise CompetitionFileError("damaged", detail=error) from None
    if not isinstance(given, dict) or (given.get("format"), given.get("kind")) != (FORMAT, kind):
        raise CompetitionFileError("other-kind")
    with transaction.atomic():
        made = services.new_row(store.model, club, guest_id, str(given.get("title", "")))
        try:
            with transaction.atomic():
                _fill(store, made, given, participants)
        except DAMAGED as error:
            detail = error if isinstance(error, CarromError) else f"{type(error).__name__}: {error}"
            raise CompetitionFileError("damaged", detail=detail) from None
    return made


def _fill(
    store: CompetitionStore[M, Any, Any], row: M, given: dict[str, Any], participants: type[Participant] | None
) -> None:
    for one in given["participants"] if participants else ():
        details = Details(name=tidy_name(str(one["name"]), NAME_LENGTH), shows_name=bool(one["shows_name"]))
        person = people.player_for(row.club_id, details, by_official=True)
        participants.objects.create(  # type: ignore[union-attr]  # none: nobody is read
            competition=row, key=str(one["key"])[:40], name=details.name, person=person
        )
    audit = [
        AuditEntry.objects.create(
            subject=row,
            at=parse_moment(one["at"]),
            by=tidy_name(str(one["by"]), NAME_LENGTH),
            role=AuditEntry.Role(one["role"]),
            kind=str(one["kind"])[:60],
            reason=str(one["reason"])[:200],
            detail=dict(one["detail"]),
        )
        for one in given["audit"]
    ]
    for number, one in enumerate(given["log"], 1):
        of = one["audit"]
        LogEntry.objects.create(
            subject=row,
            number=number,
            act=one["act"],
            at=iso(parse_moment(one["at"])) if one["at"] else "",
            audit=None if of is None else audit[int(of)],
        )
    store.model._default_manager.filter(pk=row.pk).update(state=Competition.State(given["state"]))
    log = store.log(row)  # refuses acts that do not follow from each other
    store.write(row, log, log)
    row.refresh_from_db()
