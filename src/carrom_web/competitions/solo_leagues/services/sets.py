"""Sets come in: begun on the site or on a sheet at home, and taken when their match ends; or reported as numbers."""

import logging
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Q

from carrom.errors import CarromError, NotAllowedError
from carrom.league.solo_season import SetResult
from carrom.league.solo_terms import SeasonTerms
from carrom.league.solo_violations import Fault, RefusedSetError, faults_of
from carrom.match.entries import Head
from carrom.match.entries import Player as Seated
from carrom.play.game import new_head
from carrom.terms import Side
from carrom_web.competitions.solo_leagues import emails, repository, selectors
from carrom_web.competitions.solo_leagues.models import AuditEntry, Player, Season, SoloSet, new_key
from carrom_web.competitions.solo_leagues.services.audit import audit_entry, check_organises
from carrom_web.competitions.solo_leagues.services.correction_requests import ask_of_record
from carrom_web.competitions.solo_leagues.services.registration import SeasonNotOpenError
from carrom_web.matches import selectors as match_queries
from carrom_web.matches import services as matches
from carrom_web.matches.repository import Player as AtSeat
from carrom_web.outbox.deferred import queue
from carrom_web.umpire import selectors as sheet_queries
from carrom_web.umpire import services as sheets
from carrom_web.umpire.rights import Role

_log = logging.getLogger(__name__)


class NotYourSetError(NotAllowedError):
    """Somebody else's set."""

    code = "not-your-set"


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A set as numbers, and what shall speak for it."""

    strokes: tuple[int, ...]
    day: date
    is_sure: bool = False
    witness: str = ""
    witness_email: str = ""
    film: str = ""
    note: str = ""


def start_on_site(player: Player, guest_id: UUID, *, now: datetime) -> SoloSet:
    """Begin a set on the site, under the season's laws, and give its row; its match is the player's alone.

    Raises:
        SeasonNotOpenError, RefusedSetError: no set can be begun now.
    """

    def begin(head: Head) -> UUID:
        return matches.start_match(head, [AtSeat("a", 0, guest_id, "")])

    return _begin(player, SoloSet.Origin.PLAYED, begin, guest_id, now=now)


def start_at_home(player: Player, guest_id: UUID, *, device: str, now: datetime) -> SoloSet:
    """Begin a set on the player's own board, kept on his phone, and give its row.

    Raises:
        SeasonNotOpenError, RefusedSetError: no set can be begun now.
    """

    def begin(head: Head) -> UUID:
        return sheets.start_sheet(head, guest_id, role=Role.PLAYER, device=device)

    return _begin(player, SoloSet.Origin.KEPT, begin, guest_id, now=now)


def _begin(
    player: Player, origin: SoloSet.Origin, begin: Callable[[Head], UUID], guest_id: UUID, *, now: datetime
) -> SoloSet:
    season, today = player.season, repository.today_in(player.season, now)
    terms = repository.terms_of(season)
    cap = terms.rules.stroke_cap or 1
    whole = SetResult(
        key="",
        player=player.key,
        day=today,
        strokes=(cap,) * terms.rules.boards_per_set,
        handed_in=today,
        origin=origin.value,  # type: ignore[arg-type]  # the column's choices are the library's
    )
    check(player, whole, today=today)
    try:
        with audit_entry(
            season, "begun", now=now, role=AuditEntry.Role.PLAYER, by=player.name, guest_id=player.guest_id
        ) as deeds:
            row = _new_set(player, date.fromisoformat(today), origin, now=now)
            row.standing = SoloSet.Standing.BEGUN
            row.match_id = begin(_head(player, row, terms, origin))
            row.source = str(row.match_id)
            deeds.add(row)
    except IntegrityError:
        raise _twice(row) from None
    return row


def _head(player: Player, row: SoloSet, terms: SeasonTerms, origin: SoloSet.Origin) -> Head:
    tags = {"date": row.day.isoformat(), "event": terms.title}
    if not terms.has_free_dates:
        tags["place"] = f"week {row.week}"
    equipment = player.equipment or {}
    is_kept = origin == SoloSet.Origin.KEPT
    if is_kept and equipment.get("equipment_declared"):
        tags["equipment"] = "declared"
    if is_kept and equipment.get("powder_kind"):
        tags["powder"] = str(equipment["powder_kind"])
    return new_head(
        terms.ruleset,
        players=[Seated(side=Side.A, name=repository.shown_name(player))],
        length="match",
        breaks="toss",
        take_back="never",
        positions=not is_kept,
        tags=tags,
    )


def report(player: Player, told: Report, *, now: datetime, guest_id: UUID | None = None) -> SoloSet:
    """Store a set that its player tells as numbers; a witness is asked by e-mail if his address is there.

    Raises:
        SeasonNotOpenError: nothing comes in now.
        RefusedSetError: what is wrong with it, all of it; questions included that were not answered.
    """
    return _report(player, told, now=now, role=AuditEntry.Role.PLAYER, guest_id=guest_id, has_word=False)


def enter(season: Season, guest_id: UUID | None, player: Player, told: Report, *, why: str, now: datetime) -> SoloSet:
    """Store a set for a player, on the organiser's word. Raises NotOrganiserError, and what `report` raises."""
    check_organises(season, guest_id)
    return _report(player, told, now=now, role=AuditEntry.Role.ORGANISER, guest_id=guest_id, has_word=True, why=why)


def _report(
    player: Player,
    told: Report,
    *,
    now: datetime,
    role: AuditEntry.Role,
    guest_id: UUID | None,
    has_word: bool,
    why: str = "",
) -> SoloSet:
    by_organiser = role is AuditEntry.Role.ORGANISER
    season = player.season
    terms = repository.terms_of(season)
    row = _new_set(player, told.day, SoloSet.Origin.REPORTED, now=now)
    row.strokes, row.handed_in_at, row.is_sure = list(told.strokes), now, told.is_sure
    row.film, row.note, row.has_word = told.film, told.note, has_word
    row.witness, row.witness_email = told.witness, told.witness_email
    check(player, repository.set_value(row), by_organiser=by_organiser, today=repository.today_in(season, now))
    row.standing = SoloSet.Standing.COUNTS if repository.shown_by_evidence(terms, row) else SoloSet.Standing.PENDING
    row.witness_code = new_key()
    by = "" if by_organiser else player.name
    try:
        with audit_entry(season, "reported", now=now, role=role, by=by, guest_id=guest_id, why=why) as deeds:
            deeds.add(row)
            if row.standing == SoloSet.Standing.PENDING and row.witness_email:
                queue(emails.witness_asked, row.pk)
    except IntegrityError:
        raise _twice(row) from None
    return row


def check_takes_sets(player: Player, *, by_organiser: bool = False) -> None:
    """Pass if sets of a player come in now. Raises SeasonNotOpenError."""
    state = player.season.state
    if state != Season.State.OPEN and not (by_organiser and state == Season.State.CLOSED):
        raise SeasonNotOpenError("no-sets")
    if player.standing == Player.Standing.WITHDRAWN and not by_organiser:
        raise SeasonNotOpenError("withdrawn")
    if player.standing in (Player.Standing.WAITING, Player.Standing.ASKED):
        raise SeasonNotOpenError("not-playing")


def check(player: Player, one: SetResult, *, by_organiser: bool = False, today: str) -> None:
    """Pass if a set can come to its season now.

    Sets that were begun and go on hold their place too. What is played on the site needs no board of wood.

    Raises:
        SeasonNotOpenError: nothing comes in now.
        RefusedSetError: all that is wrong.
    """
    season = player.season
    check_takes_sets(player, by_organiser=by_organiser)
    told = repository.told(season, whole_names=True, with_refused=False)
    faults: list[Fault] = list(faults_of(told, one, by=one.player, is_organiser=by_organiser, today=today))
    if one.origin == "played":
        faults = [fault for fault in faults if not fault.code.startswith("equipment-")]
    if by_organiser:
        faults = [fault for fault in faults if fault.code not in ("equipment-not-declared", "equipment-incomplete")]
    faults += _going_on(player, one, told.terms, faults)
    if faults:
        raise RefusedSetError(tuple(faults))


def _going_on(player: Player, one: SetResult, terms: SeasonTerms, faults: list[Fault]) -> list[Fault]:
    """The week's places are taken by sets that go on as well."""
    week = terms.week_of(one.day)
    if week is None or not terms.sets_per_week or any(fault.code == "week-full" for fault in faults):
        return []
    rows = SoloSet.objects.filter(player=player, week=week.number, standing__in=selectors.STANDS).exclude(key=one.key)
    if rows.count() < terms.sets_per_week:
        return []
    return [Fault("week-full", {"week": week.number, "most": terms.sets_per_week})]


def _new_set(player: Player, day: date, origin: SoloSet.Origin, *, now: datetime) -> SoloSet:
    """A set, not stored yet, at the first free place of its week."""
    week = repository.terms_of(player.season).week_of(day.isoformat())
    number = week.number if week else 0
    taken = set(
        SoloSet.objects.filter(player=player, week=number, standing__in=selectors.STANDS).values_list("nth", flat=True)
    )
    nth = next(one for one in range(1, len(taken) + 2) if one not in taken)
    return SoloSet(
        season=player.season,
        player=player,
        week=number,
        nth=nth,
        day=day,
        origin=origin,
        begun_at=now,
        standing="begun",
    )


def _twice(row: SoloSet) -> RefusedSetError:
    """Two requests took one place at the same moment."""
    return RefusedSetError((Fault("set-twice", {"day": row.day}),))


def give_up(row: SoloSet, *, now: datetime) -> None:
    """End a set that was begun and goes on; its place is free again, and it stays in the log.

    Raises:
        NotYourSetError: it has ended already.
    """
    if row.standing != SoloSet.Standing.BEGUN:
        raise NotYourSetError()
    player = row.player
    with audit_entry(
        row.season, "given up", now=now, role=AuditEntry.Role.PLAYER, by=player.name, guest_id=player.guest_id
    ) as deeds:
        deeds.put(row, standing=SoloSet.Standing.STRUCK)


def take_sets(*, now: datetime) -> int:
    """Take all sets whose match has ended, or was corrected, since it was looked at; give how many changed.

    One that cannot be taken now is logged, and stops no other one.
    """
    changed = SoloSet.objects.filter(match__version__gt=F("heard")).exclude(standing=SoloSet.Standing.STRUCK)
    due = changed.filter(Q(match__phase="over") | ~Q(standing=SoloSet.Standing.BEGUN))
    taken = 0
    for row in due.select_related("player__season", "season", "match"):
        try:
            taken += take_set(row, now=now)
        except CarromError as error:  # somebody wrote at the same moment: it is looked at again
            _log.warning("set %s could not be taken: %s", row.key, error)
        except Exception:
            _log.exception("set %s could not be taken", row.key)
    return taken


def take_set(row: SoloSet, *, now: datetime) -> bool:
    """Take what the record of a set's match says; False if nothing changes.

    A correction on the sheet corrects the season, an end that was undone there lets the set go on, and a set without
    all its boards is given up. After the set's deadline other strokes are asked of the organiser; evidence is taken.

    Raises:
        ChangedSinceError: somebody else wrote at the same moment; nothing was stored.
    """
    if row.match_id is None:
        return False
    loaded = match_queries.load(row.match_id)
    match, version = loaded.state.match, loaded.state.version
    strokes = [board.points for board in match.boards if board.how != "replayed"]
    is_asked = False
    fields: dict[str, object] = {}
    what = "handed in" if row.standing == SoloSet.Standing.BEGUN else "corrected on the sheet"
    if row.standing == SoloSet.Standing.REFUSED:
        pass  # it was looked at and not taken; the organiser can undo that
    elif row.standing != SoloSet.Standing.BEGUN and selectors.is_past_deadline(row, now):
        is_whole = match.result is not None and len(strokes) == match.ruleset.boards_per_set
        is_asked = is_whole and (strokes != row.strokes or selectors.asked_correction(row) is not None)
        fields = _taken(row, list(row.strokes), now) if is_whole else {}
        what = "evidence on the sheet"
    elif match.result is None:
        if row.standing != SoloSet.Standing.BEGUN:
            what = "goes on"
            fields = {"standing": SoloSet.Standing.BEGUN, "strokes": [], "handed_in_at": None, "witnessed_at": None}
    elif len(strokes) != match.ruleset.boards_per_set:
        what, fields = "given up", {"standing": SoloSet.Standing.STRUCK}
    else:
        fields = _taken(row, strokes, now)
    with transaction.atomic():
        if is_asked:
            is_asked = ask_of_record(row, strokes, now=now)
        if fields:
            with audit_entry(row.season, what, now=now, role=AuditEntry.Role.RECORD) as deeds:
                deeds.put(row, **fields)
        SoloSet.objects.filter(pk=row.pk).update(heard=version)
    return bool(fields) or is_asked


def _taken(row: SoloSet, strokes: list[int], now: datetime) -> dict[str, Any]:
    """What changes in a row whose match has ended: other strokes, another film; a witness saw what was there before."""
    said = _attested(row)
    fields: dict[str, Any] = {"strokes": strokes, "film": said.get("film", row.film)}
    if row.standing == SoloSet.Standing.BEGUN:
        fields |= {"handed_in_at": now, "witness": row.witness or said.get("witness", "")}
        fields["witness_code"] = row.witness_code or new_key()
    elif strokes != row.strokes:
        fields["witnessed_at"] = None
    after = copy(row)
    for name, value in fields.items():
        setattr(after, name, value)
    is_shown = repository.shown_by_evidence(repository.terms_of(row.season), after)
    fields["standing"] = SoloSet.Standing.COUNTS if is_shown else SoloSet.Standing.PENDING
    return {name: value for name, value in fields.items() if getattr(row, name) != value}


def _attested(row: SoloSet) -> dict[str, str]:
    """Who saw it and where its film lies, as the sheet has it."""
    if row.origin != SoloSet.Origin.KEPT or row.match_id is None:
        return {}
    seen = sheet_queries.attested(match_queries.load(row.match_id))
    return {} if seen is None else {name: getattr(seen, name) for name in ("witness", "film") if getattr(seen, name)}
