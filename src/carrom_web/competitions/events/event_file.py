"""A whole event as one file, and back: terms, entries, draws, the records of its matches, ledger, notices, log.

The file holds personal data: an organiser alone gets it. A match goes along entry by entry, and is folded again where
it comes to; one that is not over yet is called and started again there. Line-ups that nobody may see yet stay behind.
"""

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from carrom import serialization
from carrom.errors import CarromError, UnreadableError
from carrom.match.entries import Entry as MatchEntry
from carrom.tournament import record as records
from carrom.tournament.event import EventTerms
from carrom.tournament.event_faults import check_terms
from carrom.tournament.registration import TAKES_A_PLACE, EntryStatus
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.models import Club
from carrom_web.competitions.events import audit_labels, contests, repository
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import (
    BoardCall,
    Category,
    Challenge,
    Contest,
    Entry,
    Event,
    Group,
    LedgerEntry,
    Member,
    Notice,
    Registration,
    WaiverText,
    new_identity,
)
from carrom_web.competitions.events.services import draws, organising, registration
from carrom_web.competitions.events.services.consents import StoredConsent
from carrom_web.core.files import DAMAGED, parse_day, parse_json, parse_moment
from carrom_web.matches import repository as matches
from carrom_web.matches.models import Match
from carrom_web.people.models import Player
from carrom_web.people.services import Details

FORMAT = 3
MOST_BYTES = 16_000_000  # of the file as it comes
MOST_UNPACKED = 64_000_000
FORM = (
    "number", "name", "gender", "club_name", "language", "method", "made_at", "withdrawn_at", "came_at",
)  # fmt: skip
ASKED = ("answers", "consents")  # what files of earlier versions lack
WAIVER = ("version", "text", "made_at")
GROUP = ("name", "email", "club_name", "language", "method", "made_at")
MEMBER = ("position", "name", "gender", "agreed_at", "active", "plays")
PERSON = ("email", "born", "shows_name")  # of their player
CHALLENGE = ("by", "to", "state", "made_at", "until", "fixture", "boards", "reported_by")
CALL = ("fixture", "a", "b", "board", "called_at", "ended_at")
MOVEMENT = ("at", "kind", "amount", "method", "receipt", "by", "note")
DAYS = ("born", "deadline_was", "deadline_is")
MOMENTS = ("made_at", "withdrawn_at", "came_at", "agreed_at", "at", "called_at", "ended_at", "until")


class EventFileError(UnreadableError):
    """A file that is no event of this site, or of a newer version of it."""

    code = "event-file"


def write(event: Event) -> str:
    """Return the whole event as JSON."""
    keys = {row.pk: row.key for row in event.categories.all()}
    log = list(event.audit_entries.order_by("pk"))
    notices = list(event.notices.select_related("category").order_by("pk"))
    places: dict[int | None, int] = {entry.pk: place for place, entry in enumerate(log)}
    groups: dict[UUID | None, int] = {
        pk: number for number, pk in enumerate(event.groups.order_by("made_at", "pk").values_list("pk", flat=True))
    }
    numbers = {notice.pk: number for number, notice in enumerate(notices)}
    acts: dict[int, dict[str, list[int]]] = {}
    for contest in Contest.objects.filter(category__event=event):
        for audit_id, number in contest.log_entries.order_by("number").values_list("audit", "number"):
            acts.setdefault(audit_id, {}).setdefault(keys[contest.pk], []).append(number)
    data = {
        "format": FORMAT,
        "terms": json.loads(event.terms),
        "state": event.state,
        "closed_at": event.closed_at,
        "categories": [
            {"key": row.key, "state": row.state, "merged_into": keys.get(row.merged_into_id or 0)}
            for row in event.categories.order_by("pk")
        ],
        "forms": [
            {name: getattr(form, name) for name in (*FORM, *ASKED, *PERSON, "wants_calls")}
            | {"group": groups.get(form.group_id)}
            | {
                "entries": [
                    {
                        "key": entry.key,
                        "category": keys[entry.category_id],
                        "standing": entry.standing,
                        "fee": entry.fee,
                        "team": entry.team,
                        "made_at": entry.made_at,
                        "members": [
                            {name: getattr(one, name) for name in (*MEMBER, "consents", *PERSON)}
                            for one in entry.members.order_by("position")
                        ],
                    }
                    for entry in form.entries.order_by("pk")
                ],
                "ledger": [
                    {name: getattr(line, name) for name in MOVEMENT} | {"entry": line.entry.key if line.entry else None}
                    for line in form.movements.select_related("entry").order_by("pk")
                ],
            }
            for form in event.forms.order_by("number")
        ],
        "waivers": [{name: getattr(one, name) for name in WAIVER} for one in event.waivers.order_by("version")],
        "groups": [{name: getattr(one, name) for name in GROUP} for one in event.groups.order_by("made_at", "pk")],
        "contests": {
            row.category.key: records.write(contests.record_of(row))
            for row in Contest.objects.filter(category__event=event).select_related("category")
        },
        "notices": [
            {"at": row.at, "text": row.text, "log": places.get(row.audit_id), "deadline_was": row.deadline_was}
            | {"deadline_is": row.deadline_is, "category": row.category.key if row.category else None}
            | {"is_free": row.is_free, "is_withdrawn": row.is_withdrawn}
            for row in notices
        ],
        "log": [
            {"at": entry.at, "by": entry.by, "role": entry.role, "kind": entry.kind}
            | {"undoes": places.get(entry.undoes_id), "acts": acts.get(entry.pk, {})}
            | {"detail": dict(sorted(_with_notice(entry.detail, numbers).items()))}
            for entry in log
        ],
        "challenges": [
            {"category": one.category.key} | {name: getattr(one, name) for name in CHALLENGE}
            for one in Challenge.objects.filter(category__event=event).select_related("category").order_by("pk")
        ],
        "calls": [
            {"category": keys[table.category_id], "match": _match(table.match_id) if table.match_id else None}
            | {name: getattr(table, name) for name in CALL}
            for table in BoardCall.objects.filter(category__event=event).order_by("pk")
        ],
    }
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


def _match(match_id: UUID) -> dict[str, Any]:
    entries = [serialization.to_plain(entry) for entry in matches.entries_of(match_id)]
    return {"id": match_id, "entries": entries}


def read(club: Club, guest_id: Any, data: bytes, *, now: datetime) -> Event:
    """Store the event of a file as a draft of a club; links that were sent for it elsewhere do not work here.

    Raises:
        NotOfficialError: they may not organise in this club.
        EventFileError, EventTermsError: the file cannot be read. Nothing was stored.
    """
    try:
        content = parse_json(_unpacked(data))
        if not isinstance(content, dict) or "terms" not in content or "format" not in content:
            raise EventFileError("not-an-event")
        if content["format"] != FORMAT:
            raise EventFileError("unknown-format", format=content["format"], known=FORMAT)
        terms = serialization.from_plain(EventTerms, content["terms"])
        check_terms(terms)
        with transaction.atomic():
            event = organising.start_event(club, guest_id, terms, now=now)
            event.audit_entries.all().delete()  # the file says how it came about
            _fill(event, content)
            _take_calls(event, content.get("calls", []), now)
            _take_challenges(event, content.get("challenges", []))
            organising.record_audit(event, guest_id, AuditKind.IMPORTED, now)
    except DAMAGED as error:
        if isinstance(error, CarromError):
            raise
        raise EventFileError("damaged", kind=type(error).__name__, cause=str(error)) from None
    return event


def _unpacked(data: bytes) -> bytes:
    """The JSON of a file, packed or not. Raises EventFileError: it is too large, or damaged."""
    if len(data) > MOST_BYTES:
        raise EventFileError("too-large", most=MOST_BYTES // 1_000_000)
    if data[:2] != b"\x1f\x8b":
        return data
    try:
        reader = zlib.decompressobj(wbits=31)
        text = reader.decompress(data, MOST_UNPACKED)
    except zlib.error as error:
        raise EventFileError("cannot-unpack", cause=str(error)) from None
    if reader.unconsumed_tail:
        raise EventFileError("unpacked-too-large", most=MOST_UNPACKED // 1_000_000)
    if not reader.eof:
        raise EventFileError("incomplete")
    return text


def _take_calls(event: Event, data: list[dict[str, Any]], now: datetime) -> None:
    """The calls to boards with the records of their matches; what was being played is called again here."""
    rows = {row.key: row for row in event.categories.all()}
    for one in data:
        fields = _plain(one, CALL)
        table = BoardCall(category=rows[one["category"]], **(fields | {"ended_at": fields["ended_at"] or now}))
        if one["match"] is not None:
            entries = [serialization.from_plain(MatchEntry, entry) for entry in one["match"]["entries"]]
            if [entry.number for entry in entries] != list(range(len(entries))) or not entries:
                raise EventFileError("record-gaps", match=one["fixture"])
            match_id = UUID(one["match"]["id"])
            if Match.objects.filter(pk=match_id).exists():
                match_id = uuid4()
            matches.write_whole(match_id, entries)
            table.match_id, table.seen_version = match_id, entries[-1].number
        table.save()


def _take_challenges(event: Event, data: list[dict[str, Any]]) -> None:
    """The challenges of ladders; links to answer them were sent by the other site and do not work here."""
    rows = {row.key: row for row in event.categories.all()}
    for one in data:
        fields = _plain(one, CHALLENGE) | {"state": Challenge.State(one["state"])}
        Challenge.objects.create(category=rows[one["category"]], **fields)


def _fill(event: Event, data: dict[str, Any]) -> None:
    terms = repository.terms_of(event)
    rows = {row.key: row for row in event.categories.all()}
    for one in data["categories"]:
        into = rows[one["merged_into"]] if one.get("merged_into") else None
        Category.objects.filter(event=event, key=one["key"]).update(
            state=Category.State(one["state"]), merged_into=into
        )
    for one in data.get("waivers", []):
        WaiverText.objects.create(event=event, **_plain(one, WAIVER))
    groups = [Group.objects.create(event=event, **_plain(one, GROUP)) for one in data.get("groups", [])]
    entries: dict[str, Entry] = {}
    receipts = 0
    for one in data["forms"]:
        form = Registration(
            event=event,
            answers=serialization.from_plain(dict[str, str], one.get("answers", {})),
            consents=_consents(one),
            group=None if one.get("group") is None else groups[one["group"]],
            identity=new_identity(one["name"], _day(one["born"])),
            person=_person(event, one),
            **_plain(one, FORM),
            wants_calls=one.get("wants_calls") is True,  # not in older files
        )
        form.save()
        for entry in one["entries"]:
            entries[entry["key"]] = _entry(form, rows[entry["category"]], entry)
        for line in one["ledger"]:
            receipts = max(receipts, line["receipt"] or 0)
            LedgerEntry.objects.create(
                event=event, form=form, entry=entries.get(line["entry"]), **_plain(line, MOVEMENT)
            )
    for row in rows.values():
        taken = row.entries.filter(standing__in=TAKES_A_PLACE).count()
        Category.objects.filter(pk=row.pk).update(taken=taken)
    log = [
        AuditEntry.objects.create(
            subject=event, **_plain(one, ("at", "by", "kind", "detail")), role=AuditEntry.Role(one["role"])
        )
        for one in data["log"]
    ]
    for key, record in data["contests"].items():
        draws.store(rows[key], None, records.read(record))
    for one, entry in zip(data["log"], log, strict=True):
        if one["undoes"] is not None:
            AuditEntry.objects.filter(pk=entry.pk).update(undoes=log[one["undoes"]])
        for key, acts in one["acts"].items():
            rows[key].contest.log_entries.filter(number__in=acts).update(audit=entry)
    notices: list[int] = []
    for one in data["notices"]:
        category = rows[one["category"]] if one["category"] else None
        fields = _plain(one, ("at", "text", "deadline_was", "deadline_is"))
        is_free = bool(one.get("is_free", category is None and fields["deadline_is"] is None))
        withdrawn = bool(one.get("is_withdrawn"))
        notice = Notice.objects.create(
            event=event,
            category=category,
            is_free=is_free,
            is_withdrawn=withdrawn,
            audit=None if one["log"] is None else log[one["log"]],
            **fields,
        )
        notices.append(notice.pk)
    for entry in log:
        entry.detail = _with_notice(entry.detail, dict(enumerate(notices)))
        entry.save(update_fields=["detail"])
        audit_labels.log_view(event, terms, may_undo=False).row(
            entry
        )  # what cannot be shown would break the page of the log
    numbers = [one["number"] for one in data["forms"]]
    closed = _moment(data["closed_at"])
    columns = repository.columns(terms)
    Event.objects.filter(pk=event.pk).update(
        forms_made=max(numbers, default=0), receipts_made=receipts, closed_at=closed, **columns
    )
    event.refresh_from_db()


def _with_notice(detail: dict[str, Any], numbers: Mapping[int, int]) -> dict[str, Any]:
    """The detail of an entry with the notice that it is about named by another number."""
    return detail | {"_notice": numbers[detail["_notice"]]} if "_notice" in detail else detail


def _consents(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The words of one person on the terms. Raises BadJsonError."""
    found = serialization.from_plain(tuple[StoredConsent, ...], data.get("consents", []))
    return [asdict(one) for one in found]


def _entry(form: Registration, category: Category, data: dict[str, Any]) -> Entry:
    entry = Entry.objects.create(
        form=form,
        category=category,
        key=data["key"],
        standing=EntryStatus(data["standing"]),
        fee=data["fee"],
        team=data.get("team", ""),
        made_at=parse_moment(data["made_at"]),
    )
    for member in data["members"]:
        fields = _plain({"plays": True} | member, MEMBER) | {"consents": _consents(member)}
        who = new_identity(member["name"], _day(member["born"]))
        person = form.person if fields["position"] == 0 else _person(form.event, member)
        Member.objects.create(entry=entry, category=category, identity=who, person=person, **fields)
    return entry


def _person(event: Event, given: dict[str, Any]) -> Player:
    """The player of the club whom a row of a file means."""
    born = _day(given["born"])
    details = Details(name=given["name"], email=given["email"], born=born, shows_name=bool(given["shows_name"]))
    return registration.person_for(event, details, new_identity(given["name"], born), by_official=True)


def _plain(data: dict[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """The named values with days and moments as such."""
    return {
        name: _day(data[name]) if name in DAYS else _moment(data[name]) if name in MOMENTS else data[name]
        for name in names
    }


def _day(text: str | None) -> date | None:
    return parse_day(text) if text else None


def _moment(text: str | None) -> datetime | None:
    return parse_moment(text) if text else None
