"""A whole competition as one file, and back: its log, who takes part, the audit log.

A kind whose acts name rows of this site says what the file has instead (`CompetitionKind.portable`). A kind that holds
more than its log in rows of its own has a file of its own (`CompetitionKind.write`, `.read`).
"""

import gzip
import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

from carrom import serialization
from carrom.errors import CarromError, UnreadableError
from carrom.log import Revert
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
from carrom_web.people.models import Player, name_key
from carrom_web.people.selectors import names_of
from carrom_web.people.services import Details

M = TypeVar("M", bound=Competition)
A = TypeVar("A")
FORMAT = 2
MOST_BYTES = 8_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePerson:
    """Somebody in a competition, as its file has them: their key there, the name there, their player."""

    key: str
    name: str
    player: Player


@dataclass(frozen=True, slots=True, kw_only=True)
class Portable(Generic[A]):
    """Content of a competition's file in place of references to this site.

    Args:
        people: everybody whom the acts of the file name.
        act: gives for an act of the log that of the file.
        more: what else the file says; `CompetitionKind.complete` gets it back.
    """

    people: Sequence[FilePerson]
    act: Callable[[A], A] = lambda act: act
    more: Mapping[str, Any] = field(default_factory=dict)


def write(kind: str, store: CompetitionStore[M, Any, A], row: M, portable: Portable[A]) -> str:
    """Return the whole competition as JSON.

    Args:
        kind: what it is, written into the file.
    """
    audit = list(row.audit_entries.order_by("pk"))
    numbers = {entry.pk: number for number, entry in enumerate(audit)}
    stored = dict(row.log_entries.values_list("number", "audit_id"))
    people = sorted(portable.people, key=lambda one: one.player.pk != one.player.root_id)  # survivors of merges first
    data = {
        "format": FORMAT,
        "kind": kind,
        "slug": row.slug,
        "title": row.title,
        "state": row.state,
        **portable.more,
        "participants": [_person(one) for one in people],
        "log": [
            {
                "act": serialization.to_plain(entry.act if isinstance(entry.act, Revert) else portable.act(entry.act)),
                "at": entry.at,
                "audit": numbers.get(stored[entry.number] or 0),
            }
            for entry in store.log(row).entries
        ],
        "audit": [
            {"at": one.at, "by": one.by, "role": one.role, "kind": one.kind, "reason": one.reason, "detail": one.detail}
            for one in audit
        ],
    }
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


def _person(one: FilePerson) -> dict[str, Any]:
    """Somebody in the file. Those who are one person have one `root`."""
    root = one.player.root
    return {
        "key": one.key,
        "name": one.name,
        "player": {"id": one.player.pk, "root": root.pk, "name": root.name if one.name else ""},
        "shows_name": root.shows_name,
    }


def participants_of(model: type[Participant], row: Competition) -> list[FilePerson]:
    """Everybody who takes part, as the file has them."""
    found = model.objects.filter(competition=row).order_by("pk")
    return [FilePerson(key=one.key, name=one.name, player=one.person) for one in found]


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
    complete: Callable[[M, Mapping[str, Any], datetime], None] | None = None,
    now: datetime,
) -> M:
    """Store the competition of a file as one of a club.

    Args:
        complete: refuses acts that do not count, and stores what follows from the log beside the columns of the row.

    Raises:
        NotAllowedInClubError: they are not organisers of this club.
        CompetitionFileError: the file cannot be read. Nothing was stored.
    """
    try:
        given = parse_json(_unpacked(data))
    except UnreadableError as error:
        if isinstance(error, CompetitionFileError):
            raise
        raise CompetitionFileError("damaged", detail=error) from None
    if not isinstance(given, dict) or (given.get("format"), given.get("kind")) != (FORMAT, kind):
        raise CompetitionFileError("other-kind")
    with transaction.atomic():
        title, slug = (str(given.get(name, "")) for name in ("title", "slug"))
        made = services.new_row(store.model, club, guest_id, title, slug=slug)
        try:
            with transaction.atomic():
                if participants is not None:
                    _add_people(participants, made, given["participants"])
                _fill(store, made, given)
                if complete is not None:
                    complete(made, given, now)
        except CompetitionFileError:
            raise
        except DAMAGED as error:
            detail = error if isinstance(error, CarromError) else f"{type(error).__name__}: {error}"
            raise CompetitionFileError("damaged", detail=detail) from None
    made.refresh_from_db()
    return made


def _unpacked(data: bytes) -> bytes:
    """The text of a file, gzipped or not. Raises CompetitionFileError."""
    if data[:2] == b"\x1f\x8b":
        reader = zlib.decompressobj(wbits=31)
        try:
            data = reader.decompress(data, MOST_BYTES + 1)
        except zlib.error as error:
            raise CompetitionFileError("damaged", detail=str(error)) from None
        if len(data) <= MOST_BYTES and not reader.eof:
            raise CompetitionFileError("incomplete")
    if len(data) > MOST_BYTES:
        raise CompetitionFileError("too-large", most=MOST_BYTES // 1000)
    return data


def _add_people(model: type[Participant], row: Competition, given: Iterable[Mapping[str, Any]]) -> None:
    """Let the people of a file take part: as players of the club, made where it has none of them yet."""
    roots: dict[str, Player] = {}
    meant: set[UUID] = set()
    keys: set[str] = set()
    for one in given:
        key = str(one["key"])[:40]
        if key in keys:
            raise CompetitionFileError("key-twice", key=key)
        keys.add(key)
        known, name = one["player"], tidy_name(str(one["name"]), NAME_LENGTH)
        called = tidy_name(str(known["name"]), NAME_LENGTH) or name
        person = _player_here(row.club_id, str(known["id"]), called) or roots.get(str(known["root"]))
        if person is None and name:
            details = Details(name=called, shows_name=bool(one["shows_name"]))
            person = people.player_for(row.club_id, details, by_official=True, but=meant)
        elif person is None:  # somebody who was erased
            person = Player(club_id=row.club_id, erased_at=timezone.now())
            person.save()
        roots.setdefault(str(known["root"]), person)
        meant.add(person.root_id)
        model.objects.create(competition=row, key=key, name=name, person=person)


def _player_here(club_id: int, player_id: str, name: str) -> Player | None:
    """The very player of a file that was written on this site, if the club still has them under this name."""
    found = Player.objects.select_related("root").filter(club_id=club_id, pk=UUID(player_id)).first()
    if found is None or (found.root.erased_at is None) is not bool(name):
        return None
    names = names_of([found.root])[found.root_id]
    return found if not name or name_key(name) in {name_key(one) for one in names} else None


def _fill(store: CompetitionStore[M, Any, Any], row: M, given: Mapping[str, Any]) -> None:
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
