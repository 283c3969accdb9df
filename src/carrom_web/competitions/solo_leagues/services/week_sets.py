"""The sets of a week entered by an organiser: checked together, stored as one step that is undone as one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from carrom.errors import CarromError
from carrom.league import solo_acts as acts
from carrom.league.solo_season import SetResult
from carrom.league.solo_violations import Fault, RefusedSetError
from carrom_web.competitions.models import new_key
from carrom_web.competitions.solo_leagues import repository
from carrom_web.competitions.solo_leagues.models import Kind, Player, Season, SoloSet
from carrom_web.competitions.solo_leagues.services.changes import SeasonChange, organiser, organising
from carrom_web.competitions.solo_leagues.services.sets import Report, check_comes_in, faults_in, moment_text


@dataclass(frozen=True, slots=True)
class EnteredSet:
    """A set of a week, and whose it is."""

    player: Player
    report: Report


@dataclass(frozen=True, slots=True)
class _Checked:
    act: acts.ReportSet
    row: SoloSet
    faults: tuple[Fault | CarromError, ...]


def faults_of_week(
    season: Season, guest_id: UUID | None, entered: Sequence[EnteredSet], *, now: datetime
) -> list[tuple[Fault | CarromError, ...]]:
    """Return the faults of each of these sets if all came together; nothing is stored. Raises NotOrganiserError."""
    with organising(season, guest_id, now=now) as change:
        found = [one.faults for one in _checked(change, entered)]
    return found


def enter_week(season: Season, guest_id: UUID | None, entered: Sequence[EnteredSet], *, now: datetime) -> int:
    """Store these sets on the organiser's word, as one entry of the audit log; give its number.

    Raises:
        NotOrganiserError, SeasonNotOpenError. RefusedSetError: one of them cannot come in; none is stored.
    """
    with organising(season, guest_id, now=now) as change:
        checked = _checked(change, entered)
        for one in checked:
            for fault in one.faults:
                raise fault if isinstance(fault, CarromError) else RefusedSetError((fault,))
        change.do(
            Kind.WEEK_ENTERED, [one.act for one in checked], organiser(guest_id), rows=[one.row for one in checked]
        )
    return int(season.audit_entries.filter(kind=Kind.WEEK_ENTERED).order_by("-pk").values_list("pk", flat=True)[0])


def _checked(change: SeasonChange, entered: Sequence[EnteredSet]) -> list[_Checked]:
    """Each set against the season and those before it that may come in."""
    value = repository.season_value(change.season, whole_names=True, with_refused=False)
    today, at = repository.today_in(change.season, change.now), moment_text(change.now)
    found = []
    for one in entered:
        row = SoloSet(season=change.season, player=one.player, key=new_key())
        result = SetResult(
            key=row.key,
            player=one.player.key,
            day=one.report.day.isoformat(),
            strokes=one.report.strokes,
            handed_in=at,
            few_confirmed=one.report.is_sure,
        )
        faults: tuple[Fault | CarromError, ...]
        try:
            check_comes_in(change, one.player, by_organiser=True)
            faults = tuple(faults_in(change, value, result, by_organiser=True, today=today))
        except CarromError as error:
            faults = (error,)
        if not faults:
            value = replace(value, sets=(*value.sets, result))
        act = acts.ReportSet(
            set=row.key,
            player=one.player.key,
            day=result.day,
            strokes=result.strokes,
            at=at,
            few_confirmed=result.few_confirmed,
            on_word=True,
        )
        found.append(_Checked(act, row, faults))
    return found
