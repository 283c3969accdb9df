"""Handing in sets: started on the site or on a sheet at home, and taken over when they end; or reported as numbers."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from uuid import UUID

from django.db.models import F, Q

from carrom.errors import CarromError, NotAllowedError
from carrom.league import solo_acts as acts
from carrom.league.solo_season import Season as SeasonValue
from carrom.league.solo_season import SetResult
from carrom.league.solo_state import PlayerStatus, SeasonSet, SeasonState, SeasonStatus, SetStatus
from carrom.league.solo_terms import SeasonTerms
from carrom.league.solo_violations import Fault, RefusedSetError, faults_of
from carrom.match.entries import Head
from carrom.match.entries import Player as Seated
from carrom.play.game import new_head
from carrom.terms import Side
from carrom_web.competitions.models import new_key
from carrom_web.competitions.solo_leagues import emails, repository, selectors
from carrom_web.competitions.solo_leagues.models import (
    CorrectionRequest,
    Kind,
    Player,
    PrivateText,
    Season,
    SoloSet,
)
from carrom_web.competitions.solo_leagues.services.changes import (
    SITE,
    Author,
    SeasonChange,
    author_of,
    changing,
    check_organises,
    organiser,
)
from carrom_web.competitions.solo_leagues.services.registration import SeasonNotOpenError
from carrom_web.matches import selectors as match_queries
from carrom_web.matches import services as matches
from carrom_web.matches.repository import Player as AtSeat
from carrom_web.outbox.backend import queue
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


def moment_text(now: datetime) -> str:
    """A moment as acts of seasons hold it."""
    return now.astimezone(UTC).isoformat()


def start_on_site(player: Player, guest_id: UUID, *, now: datetime) -> SoloSet:
    """Start a set on the site, under the season's laws, and return its row; its match is the player's alone.

    Raises:
        SeasonNotOpenError, RefusedSetError: no set can be started now.
    """

    def start(head: Head) -> UUID:
        return matches.start_match(head, [AtSeat("a", 0, guest_id, "")])

    return _start(player, SoloSet.Origin.PLAYED, start, now=now)


def start_at_home(player: Player, guest_id: UUID, *, device: str, now: datetime) -> SoloSet:
    """Start a set on the player's own board, scored on their phone, and return its row.

    Raises:
        SeasonNotOpenError, RefusedSetError: no set can be started now.
    """

    def start(head: Head) -> UUID:
        return sheets.start_sheet(head, guest_id, role=Role.PLAYER, device=device)

    return _start(player, SoloSet.Origin.AT_HOME, start, now=now)


def _start(player: Player, origin: SoloSet.Origin, start: Callable[[Head], UUID], *, now: datetime) -> SoloSet:
    with changing(player.season, now=now) as change:
        terms, today = change.state.terms, repository.today_in(change.season, now)
        whole = SetResult(
            key="",
            player=player.key,
            day=today,
            strokes=(terms.rules.stroke_cap or 1,) * terms.rules.boards_per_set,
            handed_in=today,
            origin=origin.value,  # type: ignore[arg-type]  # the column's choices are the library's
        )
        check(change, player, whole, today=today)
        match_id = start(_head(player, today, terms, origin))
        row = SoloSet(season=change.season, player=player, key=new_key(), match_id=match_id)
        started = acts.StartSet(
            set=row.key,
            player=player.key,
            day=today,
            origin=origin.value,  # type: ignore[arg-type]  # the column's choices are the library's
            source=str(match_id),
            at=moment_text(now),
        )
        change.do(Kind.SET_STARTED, [started], author_of(player), rows=[row])
    row.season = player.season
    return row


def _head(player: Player, day: str, terms: SeasonTerms, origin: SoloSet.Origin) -> Head:
    tags = {"date": day, "event": terms.title}
    week = terms.week_of(day)
    if not terms.has_free_dates and week is not None:
        tags["place"] = f"week {week.number}"
    equipment = player.equipment or {}
    is_at_home = origin == SoloSet.Origin.AT_HOME
    if is_at_home and equipment.get("equipment_declared"):
        tags["equipment"] = "declared"
    if is_at_home and equipment.get("powder_kind"):
        tags["powder"] = str(equipment["powder_kind"])
    return new_head(
        terms.ruleset,
        players=[Seated(side=Side.A, name=repository.shown_name(player))],
        length="match",
        breaks="toss",
        take_back="never",
        positions=not is_at_home,
        tags=tags,
    )


def report(player: Player, given: Report, *, now: datetime, guest_id: UUID | None = None) -> SoloSet:
    """Store a set that its player reports as numbers; a witness is asked by email if their address is there.

    Raises:
        SeasonNotOpenError: nothing comes in now.
        RefusedSetError: what is wrong with it, all of it; questions included that were not answered.
    """
    author = Author(author_of(player).role, guest_id, player.name)
    return _report(player, given, author, now=now, by_organiser=False)


def enter(season: Season, guest_id: UUID | None, player: Player, given: Report, *, why: str, now: datetime) -> SoloSet:
    """Store a set for a player, on the organiser's word. Raises NotOrganiserError, and what `report` raises."""
    check_organises(season, guest_id)
    return _report(player, given, organiser(guest_id), now=now, by_organiser=True, why=why)


def _report(
    player: Player, given: Report, author: Author, *, now: datetime, by_organiser: bool, why: str = ""
) -> SoloSet:
    with changing(player.season, now=now) as change:
        row = SoloSet(
            season=change.season, player=player, key=new_key(), note=given.note, witness_email=given.witness_email
        )
        reported = acts.ReportSet(
            set=row.key,
            player=player.key,
            day=given.day.isoformat(),
            strokes=given.strokes,
            at=moment_text(now),
            few_confirmed=given.is_sure,
            witness=change.text(player, PrivateText.About.WITNESS, given.witness),
            film=change.text(player, PrivateText.About.FILM, given.film),
            on_word=by_organiser,
        )
        value = SetResult(
            key=row.key,
            player=player.key,
            day=reported.day,
            strokes=given.strokes,
            handed_in=reported.at,
            few_confirmed=given.is_sure,
        )
        check(change, player, value, by_organiser=by_organiser, today=repository.today_in(change.season, now))
        change.do(Kind.SET_REPORTED, [reported], author, reason=why, rows=[row])
        if row.status == SoloSet.Status.PENDING and row.witness_email:
            queue(emails.witness_asked, row.pk)
    row.season = player.season
    return row


def check_takes_sets(player: Player, *, by_organiser: bool = False) -> None:
    """Pass if sets of a player come in now. Raises SeasonNotOpenError."""
    one = repository.state_of(player.season).players.get(player.key)
    _check_takes_sets(player.season.state, one.status if one else PlayerStatus.WITHDRAWN, by_organiser=by_organiser)


def _check_takes_sets(season: str, player: PlayerStatus, *, by_organiser: bool) -> None:
    if season != SeasonStatus.OPEN and not (by_organiser and season == SeasonStatus.CLOSED):
        raise SeasonNotOpenError("no-sets")
    if player is PlayerStatus.WITHDRAWN and not by_organiser:
        raise SeasonNotOpenError("withdrawn")
    if player in (PlayerStatus.WAITING, PlayerStatus.INVITED):
        raise SeasonNotOpenError("not-playing")


def check(change: SeasonChange, player: Player, one: SetResult, *, by_organiser: bool = False, today: str) -> None:
    """Pass if a set can come to its season now.

    Sets that are being played hold their place too. What is played on the site needs no board of wood.

    Raises:
        SeasonNotOpenError: nothing comes in now.
        RefusedSetError: everything that is wrong.
    """
    check_comes_in(change, player, by_organiser=by_organiser)
    season = repository.season_value(change.season, whole_names=True, with_refused=False)
    if faults := faults_in(change, season, one, by_organiser=by_organiser, today=today):
        raise RefusedSetError(tuple(faults))


def check_comes_in(change: SeasonChange, player: Player, *, by_organiser: bool = False) -> None:
    """Pass if sets of a player come to a season that is being changed. Raises SeasonNotOpenError."""
    known = change.state.players.get(player.key)
    status = known.status if known else PlayerStatus.WITHDRAWN
    _check_takes_sets(change.state.status, status, by_organiser=by_organiser)


def faults_in(
    change: SeasonChange, season: SeasonValue, one: SetResult, *, by_organiser: bool = False, today: str
) -> list[Fault]:
    """Everything that is wrong with a set for `season`, which is the value of the season that is being changed."""
    faults: list[Fault] = list(faults_of(season, one, by=one.player, is_organiser=by_organiser, today=today))
    if one.origin == "played":
        faults = [fault for fault in faults if not fault.code.startswith("equipment-")]
    if by_organiser:
        faults = [fault for fault in faults if fault.code not in ("equipment-not-declared", "equipment-incomplete")]
    return faults + _sets_in_play(change.state, one, faults)


def _sets_in_play(state: SeasonState, one: SetResult, faults: list[Fault]) -> list[Fault]:
    """The week's places are taken by sets that are being played as well."""
    week, most = state.terms.week_of(one.day), state.terms.sets_per_week
    if week is None or not most or any(fault.code == "week-full" for fault in faults):
        return []
    others = [other for other in state.in_week(one.player, week.number) if other.key != one.key]
    return [Fault("week-full", {"week": week.number, "most": most})] if len(others) >= most else []


def give_up(row: SoloSet, *, now: datetime) -> None:
    """End a set that is being played; its place is free again, and it stays in the log.

    Raises:
        NotYourSetError: it has ended already.
    """
    with changing(row.season, now=now) as change:
        one = change.state.sets.get(row.key)
        if one is None or one.stage is not SetStatus.STARTED:
            raise NotYourSetError()
        change.do(Kind.SET_GIVEN_UP, [acts.GiveUpSet(set=row.key)], author_of(row.player), rows=[row])


def take_sets(*, now: datetime) -> int:
    """Take all sets whose match has ended, or was corrected, since it was looked at; return how many changed.

    One that cannot be taken now is logged, and stops no other one.
    """
    changed = SoloSet.objects.filter(match__version__gt=F("match_version")).exclude(status=SoloSet.Status.STRUCK)
    due = changed.filter(Q(match__phase="over") | ~Q(status=SoloSet.Status.STARTED))
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
    strokes = tuple(board.points for board in match.boards if board.how != "replayed")
    with changing(row.season, now=now) as change:
        before = change.log
        one = change.state.sets.get(row.key)
        if one is None or one.stage in (SetStatus.REFUSED, SetStatus.STRUCK):
            pass  # it was looked at and not taken; the organiser can undo that
        elif match.result is None:
            if one.stage is not SetStatus.STARTED and not _is_past_deadline(change, one):
                change.do(Kind.SET_RESUMED, [acts.ResumeSet(set=one.key)], SITE, rows=[row])
        elif len(strokes) != match.ruleset.boards_per_set:
            if one.stage is SetStatus.STARTED or not _is_past_deadline(change, one):
                change.do(Kind.SET_GIVEN_UP, [acts.GiveUpSet(set=one.key)], SITE, rows=[row])
        elif one.stage is SetStatus.STARTED or not _is_past_deadline(change, one):
            is_first = one.stage is SetStatus.STARTED
            _take(change, row, strokes, Kind.SET_HANDED_IN if is_first else Kind.SHEET_CORRECTED)
        else:
            _request_by_record(change, row, strokes)
            _take(change, row, one.strokes, Kind.SHEET_EVIDENCE)
        SoloSet.objects.filter(pk=row.pk).update(match_version=version)
        return change.log is not before


def _is_past_deadline(change: SeasonChange, one: SeasonSet) -> bool:
    return selectors.is_past_deadline_of(change.state.terms, change.state.week_of(one), change.now)


def _take(change: SeasonChange, row: SoloSet, strokes: tuple[int, ...], kind: Kind) -> None:
    """Take strokes and evidence of a record; nothing is written if the season knows them."""
    one = change.state.sets[row.key]
    given = _attested(row)
    film, witness = given.get("film", ""), given.get("witness", "")
    is_first = one.stage is SetStatus.STARTED
    new_film = film if film and film != row.film else ""
    if not is_first and strokes == one.strokes and not new_film:
        return
    taken = acts.TakeRecord(
        set=row.key,
        strokes=strokes,
        at=moment_text(change.now),
        witness=change.text(row.player, PrivateText.About.WITNESS, witness if is_first else ""),
        film=change.text(row.player, PrivateText.About.FILM, new_film),
    )
    change.do(kind, [taken], SITE, rows=[row])


def _request_by_record(change: SeasonChange, row: SoloSet, strokes: tuple[int, ...]) -> None:
    """Hold what the sheet of a set says after its deadline as a request to the organiser."""
    one, before = change.state.sets[row.key], change.state.open_request(row.key)
    if strokes == (before.strokes if before is not None else one.strokes):
        return
    if strokes == one.strokes:  # put back on the sheet
        change.do(Kind.REQUEST_WITHDRAWN, [acts.WithdrawRequest(set=row.key)], SITE)
    else:
        request_correction(change, row, strokes, one.day, SITE, is_sure=True)


def request_correction(
    change: SeasonChange,
    row: SoloSet,
    strokes: tuple[int, ...],
    day: str,
    author: Author,
    *,
    is_sure: bool,
    why: str = "",
) -> None:
    """Ask the organiser for a correction, in place of an older request."""
    request = CorrectionRequest(season=change.season, set=row, key=new_key(), why=why, asked_at=change.now)
    asked = acts.RequestCorrection(request=request.key, set=row.key, strokes=strokes, day=day, few_confirmed=is_sure)
    change.do(Kind.CORRECTION_REQUESTED, [asked], author, reason=why, rows=[request])


def _attested(row: SoloSet) -> dict[str, str]:
    """Return the witness and the film's address from the sheet."""
    if row.origin != SoloSet.Origin.AT_HOME or row.match_id is None:
        return {}
    seen = sheet_queries.attested(match_queries.load(row.match_id))
    return {} if seen is None else {name: getattr(seen, name) for name in ("witness", "film") if getattr(seen, name)}
