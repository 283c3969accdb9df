"""Import of a whole match league from its file (written by `exports.whole_file`): checked, then stored as a draft.

Everything that is wrong is named at once, each with its place and a stable code; with anything wrong nothing is stored.
The file holds personal data: an organiser alone has it. Sheets of matches stay where they are, what was taken from them
is in the log; line-ups that nobody may see yet stay behind. Captains get new links.
"""

import base64
import binascii
import gzip
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction

from carrom.errors import CarromError, UnreadableError
from carrom.league import match_record as records
from carrom.league.match_commands import League as Folded
from carrom.league.match_commands import follow, started
from carrom.league.match_record import LeagueFold, LeagueRecord
from carrom.league.match_terms import faults_of
from carrom.log import Log, Revert, effective
from carrom_web.accounts.services import tidy_name
from carrom_web.audit.models import AuditEntry, LogEntry
from carrom_web.clubs.models import Club
from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.exports import AUDIT, FORMAT, LETTERS, MEMBER, TEAM
from carrom_web.competitions.match_leagues.models import (
    EMAIL_LENGTH,
    League,
    Team,
    TeamMember,
)
from carrom_web.competitions.match_leagues.services import organising, registration
from carrom_web.competitions.match_leagues.services.changes import add_audit_entry
from carrom_web.competitions.models import NAME_LENGTH
from carrom_web.core.files import parse_json, parse_moment
from carrom_web.people.services import Details, player_for

MOST_BYTES = 8_000_000  # unpacked
MOST_PACKED = 600_000  # as it goes through the page that is looked at before
MOST_FAULTS = 40
REASON_LENGTH = 200
OF_PLAYERS = ("email", "shows_names")
TEXTS = {"name": NAME_LENGTH, "club_name": NAME_LENGTH, "captain": NAME_LENGTH, "venue": NAME_LENGTH, "time": 5,
         "language": 12, "key": 40, "email": EMAIL_LENGTH}  # fmt: skip


class LeagueFileError(UnreadableError):
    """A file that is no match league of this site, or has faults."""

    code = "league-file"


class FileContentError(LeagueFileError):
    """One thing that is wrong with what a file holds."""

    own_codes = True


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong, and where: a line of the file, an entry of the record, a team."""

    where: str
    error: CarromError


@dataclass(frozen=True, slots=True)
class LeagueFilePreview:
    """A file looked over: what it holds, and everything that is wrong with it."""

    content: Mapping[str, Any]
    record: LeagueRecord | None = None
    league: Folded | None = None
    faults: tuple[Fault, ...] = ()


def look(data: bytes) -> LeagueFilePreview:
    """Look a file over; nothing is stored."""
    try:
        content = parse_json(_unpacked(data))
    except LeagueFileError as error:
        return LeagueFilePreview({}, faults=(Fault("file", error),))
    except UnreadableError as error:
        line, column = (error.parameters.get(name) for name in ("line", "column"))
        where = f"line {line}, column {column}" if line else "file"
        return LeagueFilePreview({}, faults=(Fault(where, FileContentError("not-json", cause=error)),))
    if not isinstance(content, dict) or not isinstance(content.get("record"), dict):
        return LeagueFilePreview({}, faults=(Fault("file", FileContentError("no-league")),))
    if content.get("format") != FORMAT:
        other = FileContentError("other-format", found=content.get("format"), format=FORMAT)
        return LeagueFilePreview({}, faults=(Fault("format", other),))
    faults: list[Fault] = []
    record = league = None
    try:
        record = records.read(content["record"])
    except CarromError as error:
        faults.append(Fault("record", error))
    if record is not None:
        faults += [Fault(f"terms, {one.field}", one) for one in faults_of(record.terms)]
        broken = list(_entry_faults(record))
        if not broken:
            league, broken = _folded(record)
        faults += broken
    faults += _team_faults(content, league)
    faults += _log_faults(content, None if record is None else len(record.entries))
    return LeagueFilePreview(content, record, league, tuple(faults[:MOST_FAULTS]))


def store(club: Club, guest_id: UUID | None, data: bytes, *, now: datetime) -> League:
    """Store the league of a file as a draft of a club.

    Raises:
        NotOfficialError: they may not organise in this club.
        LeagueFileError: the file has faults. Nothing was stored.
    """
    looked = look(data)
    for fault in looked.faults:
        raise LeagueFileError("faulty", where=fault.where, cause=fault.error)
    if looked.record is None:
        raise FileContentError("no-league")
    with transaction.atomic():
        league = organising.create_league(club, guest_id, looked.record.terms)
        for one in looked.content["teams"]:
            fields = {name: one[name] for name in TEAM if name not in OF_PLAYERS}
            fields |= {name: one.get(name) is not False for name in LETTERS}
            fields |= {"made_at": parse_moment(one["made_at"]), "standing": Team.Standing(one["standing"])}
            fields |= {name: tidy_name(fields[name], NAME_LENGTH) for name in ("name", "club_name", "captain", "venue")}
            captain = Details(name=fields["captain"], email=one["email"])
            team = Team.objects.create(league=league, person=player_for(club.pk, captain, by_official=True), **fields)
            for member in one["members"]:
                known = Details(name=member["name"], shows_name=one["shows_names"])
                person = registration.person_of(team, known, by_official=True)
                TeamMember.objects.create(team=team, person=person, **{name: member[name] for name in MEMBER})
        _store_log(league, looked.record, looked.content["log"])
        add_audit_entry(league, guest_id, AuditKind.IMPORTED, now, title=looked.record.terms.title)
    league.refresh_from_db()
    return league


def _store_log(league: League, record: LeagueRecord, lines: Sequence[Mapping[str, Any]]) -> None:
    """The entries of the record, each with the line of the audit log that it belongs to."""
    entries = tuple(replace(entry, by="") for entry in record.entries)
    log = Log(LeagueFold(record.terms), entries)
    repository.STORE.write(league, Log(log.fold), log)
    audit = AuditEntry.objects.bulk_create(
        AuditEntry(subject=league, **{name: line[name] for name in AUDIT} | {"at": parse_moment(line["at"])})
        for line in lines
    )
    of = {number: one for line, one in zip(lines, audit, strict=True) for number in line["entries"]}
    stored = list(league.log_entries.filter(number__in=of))
    for entry in stored:
        entry.audit = of[entry.number]
    LogEntry.objects.bulk_update(stored, ["audit"], batch_size=500)


def carried(data: bytes) -> str:
    """A file as text that a page carries along, from the look to the storing. Raises LeagueFileError: too large."""
    text = base64.b64encode(gzip.compress(_unpacked(data), 9, mtime=0)).decode()
    if len(text) > MOST_PACKED:
        raise LeagueFileError("too-large-for-page")
    return text


def brought(text: str) -> bytes:
    """The file that a page carried along. Raises LeagueFileError."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise LeagueFileError("lost") from None


def _unpacked(data: bytes) -> bytes:
    if data[:2] == b"\x1f\x8b":
        reader = zlib.decompressobj(wbits=31)
        try:
            data = reader.decompress(data, MOST_BYTES + 1)
        except zlib.error as error:
            raise LeagueFileError("not-unpacked", detail=str(error)) from None
    if len(data) > MOST_BYTES:
        raise LeagueFileError("too-large", most=MOST_BYTES // 1_000_000)
    return data


def _folded(record: LeagueRecord) -> tuple[Folded | None, list[Fault]]:
    """The league after all entries that count, or the first that does not fit."""
    league = started(record.terms)
    for entry in effective(record.entries):
        try:
            league = follow(league, entry.act)  # type: ignore[arg-type]  # reverts are left out
        except CarromError as error:
            return None, [Fault(f"record, entry {entry.number}", error)]
        except KeyError as error:
            missing = FileContentError("not-there", name=error.args[0])
            return None, [Fault(f"record, entry {entry.number}", missing)]
    return league, []


def _entry_faults(record: LeagueRecord) -> Iterator[Fault]:
    for entry in record.entries:
        where = f"record, entry {entry.number}"
        if entry.at and not _is_moment(entry.at):
            yield Fault(where, FileContentError("bad-moment", text=entry.at))
        if isinstance(entry.act, Revert) and not all(0 < one < entry.number for one in entry.act.entries):
            yield Fault(where, FileContentError("bad-revert", entries=entry.act.entries))


def _team_faults(content: Mapping[str, Any], league: Folded | None) -> Iterator[Fault]:
    teams = content.get("teams")
    if not isinstance(teams, list):
        yield Fault("teams", FileContentError("no-teams"))
        return
    seen: set[str] = set()
    named: set[str] = set()
    for number, one in enumerate(teams, 1):
        where = f"teams, {number}"
        if not isinstance(one, dict) or not {*TEAM, "members"} <= one.keys():
            yield Fault(where, FileContentError("missing-fields.team", names=(*TEAM, "members")))
            continue
        yield from _field_faults(where, one)
        if str(one["key"]) in seen:
            yield Fault(where, FileContentError("key-twice.teams", key=one["key"]))
        seen.add(str(one["key"]))
        if one["standing"] == Team.Standing.ENTERED and one["name"]:
            if str(one["name"]) in named:
                yield Fault(where, FileContentError("name-twice", name=one["name"]))
            named.add(str(one["name"]))
        yield from _member_faults(where, one["members"])
    for entrant in league.season.entrants if league is not None else ():
        if entrant.key not in seen:
            yield Fault("teams", FileContentError("no-such-team", key=entrant.key))


def _field_faults(where: str, one: Mapping[str, Any]) -> Iterator[Fault]:
    for name, most in TEXTS.items():
        if not isinstance(one[name], str) or len(one[name]) > most or "\0" in one[name]:
            yield Fault(f"{where}, {name}", FileContentError("bad-text", name=name, most=most))
    if one["email"]:
        try:
            validate_email(one["email"])
        except (ValidationError, TypeError):
            yield Fault(f"{where}, email", FileContentError("bad-address", email=one["email"]))
    if one["standing"] not in Team.Standing.values:
        yield Fault(
            f"{where}, standing",
            FileContentError("bad-value.standing", standing=one["standing"], choices=Team.Standing.values),
        )
    if not isinstance(one["shows_names"], bool):
        yield Fault(f"{where}, shows_names", FileContentError("bad-value.boolean", name="shows_names"))
    if type(one["at_once"]) is not int or not 0 <= one["at_once"] <= 64:
        yield Fault(f"{where}, at_once", FileContentError("bad-number.range", name="at_once", least=0, most=64))
    if one["weekday"] is not None and (type(one["weekday"]) is not int or not 0 <= one["weekday"] <= 6):
        yield Fault(f"{where}, weekday", FileContentError("bad-number.weekday"))
    if not _is_moment(one["made_at"]):
        yield Fault(f"{where}, made_at", FileContentError("bad-moment", text=one["made_at"]))


def _member_faults(where: str, members: object) -> Iterator[Fault]:
    if not isinstance(members, list):
        yield Fault(where, FileContentError("no-members"))
        return
    keys: set[str] = set()
    for number, one in enumerate(members, 1):
        place = f"{where}, member {number}"
        if not isinstance(one, dict) or not {*MEMBER} <= one.keys():
            yield Fault(place, FileContentError("missing-fields.member", names=MEMBER))
            continue
        for name, most in (("key", 40), ("name", NAME_LENGTH)):
            if not isinstance(one[name], str) or len(one[name]) > most or "\0" in one[name]:
                yield Fault(f"{place}, {name}", FileContentError("bad-text", name=name, most=most))
        if type(one["position"]) is not int or not 0 <= one["position"] <= 1000 or not isinstance(one["active"], bool):
            yield Fault(place, FileContentError("bad-value.position"))
        if one["rating"] is not None and not (
            isinstance(one["rating"], int | float) and abs(one["rating"]) < 1e9 and not isinstance(one["rating"], bool)
        ):
            yield Fault(f"{place}, rating", FileContentError("bad-number.rating", rating=one["rating"]))
        if str(one["key"]) in keys:
            yield Fault(place, FileContentError("key-twice.members", key=one["key"]))
        keys.add(str(one["key"]))


def _log_faults(content: Mapping[str, Any], entries: int | None) -> Iterator[Fault]:
    """Faults of the lines of the audit log; `entries`: how many the record has, None if it cannot be read."""
    log = content.get("log")
    if not isinstance(log, list):
        yield Fault("log", FileContentError("no-log"))
        return
    taken: set[int] = set()
    for number, one in enumerate(log, 1):
        if not _is_log_line(one):
            yield Fault(f"log, {number}", FileContentError("bad-line", names=(*AUDIT, "entries")))
            continue
        for entry in one["entries"]:
            if entries is not None and (not 0 < entry <= entries or entry in taken):
                yield Fault(f"log, {number}", FileContentError("no-such-entry", number=entry))
            taken.add(entry)


def _is_log_line(one: object) -> bool:
    return (
        isinstance(one, dict)
        and {*AUDIT, "entries"} <= one.keys()
        and _is_moment(one["at"])
        and all(
            isinstance(one[name], str) and len(one[name]) <= most and "\0" not in one[name]
            for name, most in (("by", NAME_LENGTH), ("reason", REASON_LENGTH))
        )
        and one["role"] in AuditEntry.Role.values
        and one["kind"] in AuditKind.values
        and isinstance(one["detail"], dict)
        and all(isinstance(value, str | int) for value in one["detail"].values())
        and isinstance(one["entries"], list)
        and all(type(entry) is int for entry in one["entries"])
    )


def _is_moment(text: object) -> bool:
    try:
        return isinstance(text, str) and bool(parse_moment(text))
    except ValueError:
        return False
