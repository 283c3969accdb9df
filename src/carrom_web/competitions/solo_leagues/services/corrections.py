"""What a player corrects in a set of his own: at once before its deadline, after it if the organiser accepts.

All of it stands in the log, and with the set for everybody to read. A set with a record is corrected on its sheet.
"""

from dataclasses import replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from carrom.league.solo_violations import Fault, RefusedSetError
from carrom_web.competitions.solo_leagues import emails, repository, selectors
from carrom_web.competitions.solo_leagues.models import (
    AuditEntry,
    CorrectionRequest,
    Season,
    SoloSet,
    new_key,
)
from carrom_web.competitions.solo_leagues.services.audit import (
    AuditTrail,
    audit_entry,
    check_organises,
    organised,
)
from carrom_web.competitions.solo_leagues.services.correction_requests import ask
from carrom_web.competitions.solo_leagues.services.set_reviews import NothingToSayError, free_place
from carrom_web.competitions.solo_leagues.services.sets import check
from carrom_web.outbox.deferred import queue


def correct_own(
    row: SoloSet, *, strokes: tuple[int, ...], day: date, why: str, now: datetime, is_sure: bool = False
) -> bool:
    """Correct a set that its player has reported; True: at once, False: the organiser is asked.

    What its witness or the organiser had said was said of other numbers: where the season asks for it, it is asked for
    again.

    Raises:
        NothingToSayError: the set has a record, was not taken, or nothing is different.
        SeasonNotOpenError, RefusedSetError: as for a set that is handed in.
    """
    season, player = row.season, row.player
    if row.source:
        raise NothingToSayError("has-record")
    if row.standing not in (SoloSet.Standing.PENDING, SoloSet.Standing.COUNTS):
        raise NothingToSayError("not-counting")
    if (list(strokes), day) == (row.strokes, row.day):
        raise NothingToSayError("nothing-different")
    told = replace(repository.set_value(row), strokes=strokes, day=day.isoformat(), few_confirmed=is_sure)
    check(player, told, today=repository.today_in(season, now))
    who: dict[str, Any] = {"role": AuditEntry.Role.PLAYER, "by": player.name, "guest_id": player.guest_id, "why": why}
    if selectors.is_past_deadline(row, now) or (_week(row, day) != row.week and _is_past(row, day, now)):
        with audit_entry(season, "correction asked", now=now, **who) as deeds:
            ask(deeds, row, strokes=list(strokes), day=day, is_sure=is_sure, why=why, now=now)
        return False
    fields: dict[str, Any] = {"strokes": list(strokes), "day": day, "is_sure": is_sure, **_place(row, day)}
    if list(strokes) != row.strokes:
        fields |= {"witnessed_at": None, "has_word": False, "witness_code": new_key()}
    with audit_entry(season, "corrected", now=now, **who) as deeds:
        _apply(deeds, row, fields)
    return True


def take_back(row: SoloSet, *, now: datetime) -> None:
    """Ask no more. Raises NothingToSayError: nothing is asked, or the sheet asks: it is put right there."""
    asked, player = selectors.asked_correction(row), row.player
    if asked is None:
        raise NothingToSayError("no-request")
    if row.source:
        raise NothingToSayError("has-record")
    who: dict[str, Any] = {"role": AuditEntry.Role.PLAYER, "by": player.name, "guest_id": player.guest_id}
    with audit_entry(row.season, "correction taken back", now=now, **who) as deeds:
        deeds.put(asked, standing=CorrectionRequest.Standing.TAKEN_BACK)


def decide(season: Season, guest_id: UUID | None, row: SoloSet, *, accepts: bool, why: str, now: datetime) -> None:
    """Accept the correction that a player asks for, or refuse it; he is told.

    Raises:
        NotOrganiserError.
        NothingToSayError: none is asked for. RefusedSetError: the week of its day has no place.
    """
    check_organises(season, guest_id)
    asked = selectors.asked_correction(row)
    if asked is None:
        raise NothingToSayError("request-closed")
    what = "correction accepted" if accepts else "correction refused"
    with organised(season, guest_id, what, now=now, why=why) as deeds:
        standing = CorrectionRequest.Standing.ACCEPTED if accepts else CorrectionRequest.Standing.REFUSED
        deeds.put(asked, standing=standing)
        if accepts:
            _apply(
                deeds,
                row,
                {"strokes": asked.strokes, "day": asked.day, "is_sure": asked.is_sure, **_place(row, asked.day)},
            )
        queue(emails.correction_decided, asked.pk)


def _apply(deeds: AuditTrail, row: SoloSet, fields: dict[str, Any]) -> None:
    """Store corrected columns, and how the set stands with them."""
    terms = repository.terms_of(row.season)
    before = {name: getattr(row, name) for name in fields}
    for name, value in fields.items():
        setattr(row, name, value)
    is_shown = repository.shown_by_evidence(terms, row)
    for name, value in before.items():
        setattr(row, name, value)
    standing = SoloSet.Standing.COUNTS if is_shown else SoloSet.Standing.PENDING
    try:
        with transaction.atomic():
            deeds.put(row, **fields, standing=standing)
    except IntegrityError:
        raise RefusedSetError((Fault("set-twice", {"day": row.day}),)) from None


def _place(row: SoloSet, day: date) -> dict[str, int]:
    """The week and the place in it that another day gives. Raises RefusedSetError: it is full."""
    week = _week(row, day)
    if week == row.week or not week:
        return {}
    return {"week": week, "nth": free_place(row.player, week, repository.terms_of(row.season).sets_per_week)}


def _week(row: SoloSet, day: date) -> int:
    week = repository.terms_of(row.season).week_of(day.isoformat())
    return week.number if week else 0


def _is_past(row: SoloSet, day: date, now: datetime) -> bool:
    """Whether the week of another day is over, so that nobody moves a set into it by himself."""
    terms = repository.terms_of(row.season)
    week = terms.week_of(day.isoformat())
    return week is not None and terms.day_of(now.isoformat()) > terms.deadline(week)
