"""What is said about sets that came in: a witness's word, and what the organiser decides. All of it can be undone."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from carrom.errors import NotAllowedError
from carrom.league.solo_violations import Fault, RefusedSetError, strokes_faults
from carrom_web.competitions.solo_leagues import emails, repository, selectors
from carrom_web.competitions.solo_leagues.models import AuditEntry, Excuse, Player, Season, SoloSet, new_key
from carrom_web.competitions.solo_leagues.services.audit import audit_entry, organised
from carrom_web.outbox.deferred import queue


class OwnWitnessError(NotAllowedError):
    """A player cannot be the witness of his own set."""

    code = "own-witness"


class NothingToSayError(NotAllowedError):
    """A set about which this cannot be said now."""

    code = "nothing-to-say"


def witness_says(row: SoloSet, *, saw: bool, name: str, why: str, guest_id: UUID | None, now: datetime) -> None:
    """Take a witness's word; his address is deleted with it. A second word changes nothing.

    Raises:
        OwnWitnessError: the player himself has opened the link.
        NothingToSayError: the set was decided otherwise meanwhile, or nobody's name is told.
        ChangedSinceError: somebody else wrote at the same moment.
    """
    if guest_id is not None and guest_id == row.player.guest_id:
        raise OwnWitnessError()
    if row.standing != SoloSet.Standing.PENDING or row.witnessed_at is not None:
        raise NothingToSayError("decided")
    if not name:
        raise NothingToSayError("no-name")
    what = "witnessed" if saw else "refused by the witness"
    with audit_entry(
        row.season, what, now=now, role=AuditEntry.Role.WITNESS, by=name, guest_id=guest_id, why=why
    ) as deeds:
        if saw:
            row_after = {"witness": name, "witnessed_at": now}
            deeds.put(row, **row_after, standing=_standing(row, **row_after))
        else:
            deeds.put(row, witness=name, standing=SoloSet.Standing.REFUSED)
            queue(emails.decided, row.pk)
        _forget_address(row)


def ask_witness(row: SoloSet, *, witness: str, email: str, now: datetime) -> None:
    """Ask somebody else, or the same again; the link of before leads nowhere any more.

    Raises:
        NothingToSayError: the set waits for nobody.
    """
    if row.standing != SoloSet.Standing.PENDING:
        raise NothingToSayError("no-witness-needed")
    player = row.player
    who = {"role": AuditEntry.Role.PLAYER, "by": player.name, "guest_id": player.guest_id}
    with audit_entry(row.season, "witness asked", now=now, **who) as deeds:  # type: ignore[arg-type]
        deeds.put(row, witness=witness, witness_code=new_key())
        SoloSet.objects.filter(pk=row.pk).update(witness_email=email)
        if email:
            queue(emails.witness_asked, row.pk)


def add_film(row: SoloSet, film: str, *, now: datetime) -> None:
    """Store the address of a film of a set. Raises NothingToSayError."""
    if not film:
        raise NothingToSayError("no-film")
    if row.standing not in (SoloSet.Standing.PENDING, SoloSet.Standing.COUNTS):
        raise NothingToSayError("film-closed")
    player = row.player
    who = {"role": AuditEntry.Role.PLAYER, "by": player.name, "guest_id": player.guest_id}
    with audit_entry(row.season, "film added", now=now, **who) as deeds:  # type: ignore[arg-type]
        deeds.put(row, film=film, standing=_standing(row, film=film))


def give_word(season: Season, guest_id: UUID | None, row: SoloSet, *, why: str, now: datetime) -> None:
    """Let the organiser's word speak for a set; if that is no evidence here, it is told. Raises NotOrganiserError."""
    if row.standing not in (SoloSet.Standing.PENDING, SoloSet.Standing.REFUSED):
        raise NothingToSayError("not-waiting")
    terms = repository.terms_of(season)
    if "organiser" not in terms.evidence.of(row.origin):  # type: ignore[arg-type]  # the column's choices
        raise NothingToSayError("word-not-accepted")
    with organised(season, guest_id, "taken on the organiser's word", now=now, why=why) as deeds:
        _put(deeds, row, has_word=True, standing=SoloSet.Standing.COUNTS)
        _forget_address(row)
        queue(emails.decided, row.pk)


def refuse(season: Season, guest_id: UUID | None, row: SoloSet, *, why: str, now: datetime) -> None:
    """Let a set count for nothing; its player is told why and may hand in another one. Raises NotOrganiserError."""
    if row.standing not in (SoloSet.Standing.PENDING, SoloSet.Standing.COUNTS):
        raise NothingToSayError("nothing-to-refuse")
    with organised(season, guest_id, "refused", now=now, why=why) as deeds:
        deeds.put(row, standing=SoloSet.Standing.REFUSED)
        _forget_address(row)
        queue(emails.decided, row.pk)


def strike(season: Season, guest_id: UUID | None, row: SoloSet, *, why: str, now: datetime) -> None:
    """Take a set out, as one that was handed in by mistake. Raises NotOrganiserError."""
    with organised(season, guest_id, "taken out", now=now, why=why) as deeds:
        deeds.put(row, standing=SoloSet.Standing.STRUCK)
        queue(emails.decided, row.pk)


def judge_late(
    season: Season, guest_id: UUID | None, row: SoloSet, *, takes: bool | None, why: str, now: datetime
) -> None:
    """Take a late set or not; None: as the terms say. Raises NotOrganiserError."""
    what = {True: "late set taken", False: "late set not taken", None: "late set as the terms say"}[takes]
    with organised(season, guest_id, what, now=now, why=why) as deeds:
        deeds.put(row, late_accepted=takes)


def correct(
    season: Season,
    guest_id: UUID | None,
    row: SoloSet,
    *,
    strokes: tuple[int, ...],
    day: date,
    why: str,
    now: datetime,
    is_sure: bool,
) -> None:
    """Correct a reported set; what it said stays in the log, and the standings follow.

    A set that has a record is corrected on its sheet: the record is what the season believes.

    Raises:
        NotOrganiserError.
        RefusedSetError: these cannot be a set's numbers, or the day is in no week, or that week is full.
    """
    terms = repository.terms_of(season)
    week = terms.week_of(day.isoformat())
    if row.source and list(strokes) != row.strokes:
        raise NothingToSayError("has-record")
    if week is None:
        bounds = {"first": date.fromisoformat(terms.first_day), "last": date.fromisoformat(terms.last_day)}
        raise RefusedSetError((Fault("outside-season", {"day": day, **bounds}),))
    value = repository.set_value(row)
    changed = type(value)(
        key=value.key, player=value.player, day=day.isoformat(), strokes=strokes, handed_in=value.handed_in,
        origin=value.origin, few_confirmed=is_sure,
    )  # fmt: skip
    faults = strokes_faults(repository.told(season), changed)
    if faults:
        raise RefusedSetError(faults)
    fields: dict[str, Any] = {"strokes": list(strokes), "day": day, "is_sure": is_sure}
    if week.number != row.week:
        fields |= {"week": week.number, "nth": free_place(row.player, week.number, terms.sets_per_week)}
    if row.standing == SoloSet.Standing.PENDING:
        fields["witness_code"] = new_key()  # a witness is asked about what stands here now
    with organised(season, guest_id, "corrected", now=now, why=why) as deeds:
        _put(deeds, row, **fields)


def free_place(player: Player, week: int, most: int) -> int:
    """The first free place of a player in a week that takes so many (0: any number). Raises RefusedSetError."""
    taken = set(
        SoloSet.objects.filter(player=player, week=week, standing__in=selectors.STANDS).values_list("nth", flat=True)
    )
    if most and len(taken) >= most:
        raise RefusedSetError((Fault("week-full", {"week": week, "most": most}),))
    return next(one for one in range(1, len(taken) + 2) if one not in taken)


def excuse(
    season: Season, guest_id: UUID | None, player: Player, week: int, *, holds: bool, why: str, now: datetime
) -> None:
    """Let a player owe no set of a week, or take that back. Raises NotOrganiserError."""
    if all(one.number != week for one in repository.terms_of(season).all_weeks):
        raise NothingToSayError("no-week")
    what = "week excused" if holds else "excuse taken back"
    with organised(season, guest_id, what, now=now, why=why) as deeds:
        row, _is_new = Excuse.objects.get_or_create(season=season, player=player, week=week)
        deeds.put(row, holds=holds, why=why)


def _standing(row: SoloSet, **fields: Any) -> SoloSet.Standing:
    """How a set stands once these columns are stored."""
    before = {name: getattr(row, name) for name in fields}
    for name, value in fields.items():
        setattr(row, name, value)
    is_shown = repository.shown_by_evidence(repository.terms_of(row.season), row)
    for name, value in before.items():
        setattr(row, name, value)
    return SoloSet.Standing.COUNTS if is_shown else SoloSet.Standing.PENDING


def _put(deeds: Any, row: SoloSet, **fields: Any) -> None:
    try:
        with transaction.atomic():
            deeds.put(row, **fields)
    except IntegrityError:
        raise RefusedSetError((Fault("set-twice", {"day": row.day}),)) from None


def _forget_address(row: SoloSet) -> None:
    """The witness's address served to ask him; nobody needs it any more."""
    SoloSet.objects.filter(pk=row.pk).update(witness_email="")
