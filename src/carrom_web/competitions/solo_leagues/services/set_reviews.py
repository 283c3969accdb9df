"""Reviews of sets: a witness's confirmation, and the organiser's decisions. All of it can be undone."""

from datetime import UTC, date, datetime
from uuid import UUID

from carrom.errors import NotAllowedError
from carrom.league import solo_acts as acts
from carrom.league.solo_season import SetResult
from carrom.league.solo_state import SeasonSet, SetStatus
from carrom.league.solo_terms import SeasonTerms
from carrom.league.solo_violations import Fault, RefusedSetError, strokes_faults
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.solo_leagues import emails, repository
from carrom_web.competitions.solo_leagues.models import Kind, Player, PrivateText, Season, SoloSet
from carrom_web.competitions.solo_leagues.repository import ChangedSinceError
from carrom_web.competitions.solo_leagues.services.changes import (
    Author,
    SeasonChange,
    author_of,
    changing,
    organiser,
    organising,
)
from carrom_web.outbox.backend import queue


class OwnWitnessError(NotAllowedError):
    """A player cannot be the witness of their own set."""

    code = "own-witness"


class NothingToSayError(NotAllowedError):
    """A set about which this cannot be said now."""

    code = "nothing-to-say"


def witness_says(row: SoloSet, *, saw: bool, name: str, why: str, guest_id: UUID | None, now: datetime) -> None:
    """Take a witness's word; their address is deleted with it. A second word changes nothing.

    Raises:
        OwnWitnessError: the player has opened the link.
        NothingToSayError: the set was decided otherwise meanwhile, or nobody's name is given.
        ChangedSinceError: somebody else wrote at the same moment.
    """
    if guest_id is not None and guest_id == row.player.guest_id:
        raise OwnWitnessError()
    with changing(row.season, now=now) as change:
        one = _pending(change, row)
        if one is None or one.witnessed_at:
            raise NothingToSayError("decided")
        if not name:
            raise NothingToSayError("no-name")
        change.check_current(row)
        witness = change.text(row.player, PrivateText.About.WITNESS, name)
        said = acts.Testify(set=row.key, witness=witness, at=now.astimezone(UTC).isoformat(), saw=saw)
        kind = Kind.WITNESSED if saw else Kind.WITNESS_REFUSED
        author = Author(AuditEntry.Role.WITNESS, guest_id, name)
        change.do(kind, [said], author, reason=why, rows=[row])
        if not saw:
            queue(emails.decided, row.pk)
        _delete_address(row)


def ask_witness(row: SoloSet, *, witness: str, email: str, now: datetime) -> None:
    """Ask somebody else, or the same again; the link of before leads nowhere any more.

    Raises:
        NothingToSayError: the set waits for nobody.
    """
    with changing(row.season, now=now) as change:
        if _pending(change, row) is None:
            raise NothingToSayError("no-witness-needed")
        text = PrivateText.objects.create(
            season=change.season, player=row.player, about=PrivateText.About.WITNESS, text=witness
        )
        change.do(
            Kind.WITNESS_ASKED, [acts.AskWitness(set=row.key, witness=text.key)], author_of(row.player), rows=[row]
        )
        SoloSet.objects.filter(pk=row.pk).update(witness_email=email)
        if email:
            queue(emails.witness_asked, row.pk)


def add_film(row: SoloSet, film: str, *, now: datetime) -> None:
    """Store the address of a film of a set. Raises NothingToSayError."""
    if not film:
        raise NothingToSayError("no-film")
    with changing(row.season, now=now) as change:
        one = change.state.sets.get(row.key)
        if one is None or one.stage is not SetStatus.COUNTS:
            raise NothingToSayError("film-closed")
        key = change.text(row.player, PrivateText.About.FILM, film)
        change.do(Kind.FILM_ADDED, [acts.AddFilm(set=row.key, film=key)], author_of(row.player), rows=[row])


def give_word(season: Season, guest_id: UUID | None, row: SoloSet, *, why: str, now: datetime) -> None:
    """Let the organiser's word speak for a set; if it is evidence here. Raises NotOrganiserError."""
    with organising(season, guest_id, now=now) as change:
        one = _set(change, row)
        if change.state.status_of(one) not in (SetStatus.PENDING, SetStatus.REFUSED):
            raise NothingToSayError("not-waiting")
        if "organiser" not in change.state.terms.evidence.of(one.origin):
            raise NothingToSayError("word-not-accepted")
        if one.stage is SetStatus.REFUSED:
            check_week(change, one, change.state.week_of(one))
        change.do(Kind.WORD_GIVEN, [acts.GiveWord(set=row.key)], organiser(guest_id), reason=why, rows=[row])
        _delete_address(row)
        queue(emails.decided, row.pk)


def refuse(season: Season, guest_id: UUID | None, row: SoloSet, *, why: str, now: datetime) -> None:
    """Void a set; its player learns why and may hand in another one. Raises NotOrganiserError."""
    with organising(season, guest_id, now=now) as change:
        if _set(change, row).stage is not SetStatus.COUNTS:
            raise NothingToSayError("nothing-to-refuse")
        change.do(Kind.SET_REFUSED, [acts.RefuseSet(set=row.key)], organiser(guest_id), reason=why, rows=[row])
        _delete_address(row)
        queue(emails.decided, row.pk)


def strike(season: Season, guest_id: UUID | None, row: SoloSet, *, why: str, now: datetime) -> None:
    """Take a set out, as one that was handed in by mistake. Raises NotOrganiserError."""
    with organising(season, guest_id, now=now) as change:
        if _set(change, row).stage is not SetStatus.STRUCK:
            change.do(Kind.SET_STRUCK, [acts.StrikeSet(set=row.key)], organiser(guest_id), reason=why, rows=[row])
            queue(emails.decided, row.pk)


def judge_late(
    season: Season, guest_id: UUID | None, row: SoloSet, *, takes: bool | None, why: str, now: datetime
) -> None:
    """Take a late set or not; None: as the terms say. Raises NotOrganiserError."""
    kind = {True: Kind.LATE_ACCEPTED, False: Kind.LATE_REFUSED, None: Kind.LATE_BY_TERMS}[takes]
    with organising(season, guest_id, now=now) as change:
        _set(change, row)
        judged = acts.JudgeLate(set=row.key, accepted=takes)
        change.do(kind, [judged], organiser(guest_id), reason=why, rows=[row])


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
    with organising(season, guest_id, now=now) as change:
        one, terms = _set(change, row), change.state.terms
        if one.source and strokes != one.strokes:
            raise NothingToSayError("has-record")
        week = week_number(terms, day.isoformat())
        if not week:
            bounds = {"first": date.fromisoformat(terms.first_day), "last": date.fromisoformat(terms.last_day)}
            raise RefusedSetError((Fault("outside-season", {"day": day, **bounds}),))
        changed = SetResult(
            key=one.key, player=one.player, day=day.isoformat(), strokes=strokes, handed_in=one.handed_in_at,
            origin=one.origin, few_confirmed=is_sure,
        )  # fmt: skip
        faults = strokes_faults(repository.season_value(change.season), changed)
        if faults:
            raise RefusedSetError(faults)
        if week != change.state.week_of(one):
            check_week(change, one, week)
        corrected = acts.CorrectSet(set=row.key, strokes=strokes, day=day.isoformat(), few_confirmed=is_sure)
        change.do(Kind.SET_CORRECTED, [corrected], organiser(guest_id), reason=why, rows=[row])


def check_week(change: SeasonChange, one: SeasonSet, week: int) -> None:
    """Pass if a week has a place for a set that is not in it. Raises RefusedSetError."""
    most = change.state.terms.sets_per_week
    if week and most and len(change.state.in_week(one.player, week)) >= most:
        raise RefusedSetError((Fault("week-full", {"week": week, "most": most}),))


def week_number(terms: SeasonTerms, day: str) -> int:
    """The number of the week that a day lies in; 0: it lies in none."""
    week = terms.week_of(day)
    return week.number if week else 0


def excuse(
    season: Season, guest_id: UUID | None, player: Player, week: int, *, holds: bool, why: str, now: datetime
) -> None:
    """Let a player owe no set of a week, or take that back. Raises NotOrganiserError."""
    with organising(season, guest_id, now=now) as change:
        if all(one.number != week for one in change.state.terms.all_weeks):
            raise NothingToSayError("no-week")
        if holds:
            reason = change.text(player, PrivateText.About.EXCUSE, why)
            excused = acts.Excuse(player=player.key, week=week, reason=reason)
            change.do(Kind.WEEK_EXCUSED, [excused], organiser(guest_id), reason=why)
        elif (player.key, week) in change.state.excuses:
            withdrawn = acts.WithdrawExcuse(player=player.key, week=week)
            change.do(Kind.EXCUSE_WITHDRAWN, [withdrawn], organiser(guest_id), reason=why)


def _set(change: SeasonChange, row: SoloSet) -> SeasonSet:
    """A set that nobody has changed since its row was read. Raises ChangedSinceError."""
    change.check_current(row)
    if row.key not in change.state.sets:
        raise ChangedSinceError("stale")
    return change.state.sets[row.key]


def _pending(change: SeasonChange, row: SoloSet) -> SeasonSet | None:
    """The set, if it waits for evidence."""
    one = change.state.sets.get(row.key)
    return one if one is not None and change.state.status_of(one) is SetStatus.PENDING else None


def _delete_address(row: SoloSet) -> None:
    """The witness's address served to ask them; nobody needs it any more."""
    SoloSet.objects.filter(pk=row.pk).update(witness_email="")
