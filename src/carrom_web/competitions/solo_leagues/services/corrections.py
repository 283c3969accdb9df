"""Players' corrections of their own sets: at once before the deadline, after it if the organiser accepts.

All of it is in the log, and with the set for everybody to read. A set with a record is corrected on its sheet.
"""

from dataclasses import replace
from datetime import date, datetime
from uuid import UUID

from carrom.league import solo_acts as acts
from carrom.league.solo_state import SetStatus, set_result
from carrom_web.competitions.solo_leagues import emails, repository, selectors
from carrom_web.competitions.solo_leagues.models import CorrectionRequest, Kind, Season, SoloSet
from carrom_web.competitions.solo_leagues.services.changes import (
    author_of,
    changing,
    organiser,
    organising,
)
from carrom_web.competitions.solo_leagues.services.set_reviews import NothingToSayError, check_week, week_number
from carrom_web.competitions.solo_leagues.services.sets import check, request_correction
from carrom_web.outbox.backend import queue


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
    player = row.player
    with changing(player.season, now=now) as change:
        one = change.state.sets.get(row.key)
        if one is not None and one.source:
            raise NothingToSayError("has-record")
        if one is None or one.stage is not SetStatus.COUNTS:
            raise NothingToSayError("not-counting")
        new_day = day.isoformat()
        if (strokes, new_day) == (one.strokes, one.day):
            raise NothingToSayError("nothing-different")
        value = replace(set_result(one), proofs=(), strokes=strokes, day=new_day, few_confirmed=is_sure)
        check(change, player, value, today=repository.today_in(change.season, now))
        terms = change.state.terms
        before, after = change.state.week_of(one), week_number(terms, new_day)
        is_past = [selectors.is_past_deadline_of(terms, week, now) for week in (before, after)]
        if is_past[0] or (after != before and is_past[1]):
            request_correction(change, row, strokes, new_day, author_of(player), is_sure=is_sure, why=why)
            return False
        corrected = acts.CorrectSet(
            set=row.key, strokes=strokes, day=new_day, few_confirmed=is_sure, is_seen_anew=strokes != one.strokes
        )
        change.do(Kind.SET_CORRECTED, [corrected], author_of(player), reason=why, rows=[row])
    return True


def take_back(row: SoloSet, *, now: datetime) -> None:
    """Ask no more. Raises NothingToSayError: nothing is asked, or the sheet asks: it is put right there."""
    with changing(row.player.season, now=now) as change:
        if change.state.open_request(row.key) is None:
            raise NothingToSayError("no-request")
        if change.state.sets[row.key].source:
            raise NothingToSayError("has-record")
        change.do(Kind.REQUEST_WITHDRAWN, [acts.WithdrawRequest(set=row.key)], author_of(row.player))


def decide(season: Season, guest_id: UUID | None, row: SoloSet, *, accepts: bool, why: str, now: datetime) -> None:
    """Accept the correction that a player asks for, or refuse it; they are notified.

    Raises:
        NotOrganiserError.
        NothingToSayError: none is asked for. RefusedSetError: the week of its day has no place.
    """
    kind = Kind.CORRECTION_ACCEPTED if accepts else Kind.CORRECTION_REFUSED
    with organising(season, guest_id, now=now) as change:
        request = change.state.open_request(row.key)
        if request is None:
            raise NothingToSayError("request-closed")
        if accepts:
            one, week = change.state.sets[row.key], week_number(change.state.terms, request.day)
            if week != change.state.week_of(one):
                check_week(change, one, week)
        decided = acts.DecideRequest(set=row.key, accepts=accepts)
        change.do(kind, [decided], organiser(guest_id), reason=why, rows=[row])
        queue(emails.correction_decided, CorrectionRequest.objects.get(season=season, key=request.key).pk)
