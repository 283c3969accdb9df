"""Rows as the library's values and back: terms, players, sets, decisions; what the standings are made of.

Reads rows, decides nothing: what a set is for the standings, `carrom.league` says.
"""

from collections.abc import Hashable, Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import lru_cache
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from carrom.league import solo_season as told_types
from carrom.league.solo_season import AcceptLate, Decision, DrawnLots, ExcuseWeek, PlaceIn, Proof, RefuseSet, SetResult
from carrom.league.solo_standings import DivisionTable, standings
from carrom.league.solo_table import is_proven
from carrom.league.solo_terms import SeasonTerms
from carrom.match import solo
from carrom_web.competitions.solo_leagues.models import AuditEntry, Excuse, Player, Season, SoloSet
from carrom_web.core import serialization
from carrom_web.core.cache import ProcessCache

PLAYS = (Player.Standing.PLAYING, Player.Standing.WITHDRAWN)
FILM_DELETED = "-"  # there was a film, and its address is nobody's business any more
HANDED_IN = (SoloSet.Standing.PENDING, SoloSet.Standing.COUNTS, SoloSet.Standing.REFUSED)


Standing = tuple[told_types.Season, str, tuple[DivisionTable, ...]]
MOST_KEPT = 12  # standings in memory, by all that they depend on: a change makes all who follow ask for the same ones
KEPT: ProcessCache[Hashable, Standing] = ProcessCache(MOST_KEPT)


@lru_cache(maxsize=64)
def _terms(text: str) -> SeasonTerms:
    return serialization.read(SeasonTerms, text)


def terms_of(season: Season) -> SeasonTerms:
    """Give what a season announces."""
    return _terms(season.terms)


def columns(terms: SeasonTerms) -> dict[str, object]:
    """What is written of a season's terms."""
    return {
        "terms": serialization.write(terms),
        "first_day": date.fromisoformat(terms.first_day),
        "last_day": date.fromisoformat(terms.last_day),
        "most": places_of(terms),
    }


def places_of(terms: SeasonTerms) -> int | None:
    """How many may play: the places of all divisions; None where one of them has no bound."""
    sizes = [one.size for one in terms.divisions]
    return sum(sizes) if all(sizes) else None


def division_title(season: Season, key: str) -> str:
    """What a division is called."""
    division = terms_of(season).division(key)
    return (division.title if division else "") or _("All players")


def today_in(season: Season, now: datetime) -> str:
    """The day of a moment where the season is played."""
    return terms_of(season).day_of(now.isoformat())


def zone_of(terms: SeasonTerms) -> ZoneInfo:
    """The clocks of a season."""
    return ZoneInfo(terms.time_zone)


def average_of(terms: SeasonTerms, strokes: Iterable[int]) -> str:
    """The average of some boards, as it is written; empty for none."""
    return solo.average(tuple(strokes), terms.rules)


def shown_name(player: Player) -> str:
    """A name in public: whole with consent, else its first letters."""
    if not player.name:
        return _("(deleted)")
    if player.shows_name:
        return player.name
    return " ".join(f"{word[0].upper()}." for word in player.name.split())


def player_value(player: Player, *, whole_name: bool) -> told_types.Player:
    """A player as the library knows him."""
    equipment = player.equipment
    left = (player.left_on or player.joined_on) if player.standing == Player.Standing.WITHDRAWN else None
    return told_types.Player(
        key=player.key,
        name=player.name if whole_name else shown_name(player),
        division=player.division,
        joined=player.joined_on.isoformat(),
        left=left.isoformat() if left else "",
        equipment=None
        if equipment is None
        else {key: tuple(value) if isinstance(value, list) else value for key, value in equipment.items()},
    )


def set_value(row: SoloSet, *, player_key: str = "", trail: Iterable[AuditEntry] = ()) -> SetResult:
    """A set as the library knows it, with what speaks for it, and with its corrections if they are given."""
    proofs = []
    if row.source:
        proofs.append(Proof(kind="record", what=row.source))
    if row.witnessed_at is not None:
        proofs.append(Proof(kind="witness", by=row.witness, at=row.witnessed_at.isoformat()))
    if row.film:
        proofs.append(Proof(kind="film", what=row.film))
    if row.has_word:
        proofs.append(Proof(kind="organiser"))
    return SetResult(
        key=row.key,
        player=player_key or row.player.key,
        day=row.day.isoformat(),
        strokes=tuple(row.strokes),
        handed_in=(row.handed_in_at or row.begun_at).isoformat(),
        origin=row.origin,  # type: ignore[arg-type]  # the choices of the column are the library's
        source=row.source,
        proofs=tuple(proofs),
        few_confirmed=row.is_sure,
        trail=tuple(_corrections(row, trail)),
    )


def _corrections(row: SoloSet, trail: Iterable[AuditEntry]) -> Iterable[told_types.Correction]:
    for line in trail:
        for table, pk, told in line.changes:
            before = told.get("strokes", [None])[0] if (table, pk) == ("set", row.pk) else None
            if before:
                day = told.get("day", [row.day.isoformat()])[0]
                yield told_types.Correction(
                    strokes=tuple(before), day=day, at=line.at.isoformat(), by=line.by or line.role, why=line.why
                )


def shown_by_evidence(terms: SeasonTerms, row: SoloSet) -> bool:
    """Whether what the season asks for is there."""
    return is_proven(terms, set_value(row))


def told(
    season: Season, *, whole_names: bool = False, with_refused: bool = True, trail: bool = False
) -> told_types.Season:
    """The whole season as the library's value: who plays, what was handed in, what was decided.

    Who has withdrawn without a set is left out.
    """
    standing = HANDED_IN if with_refused else HANDED_IN[:-1]
    rows = list(SoloSet.objects.filter(season=season, standing__in=standing).order_by("pk"))
    with_sets = {row.player_id for row in rows}
    players = {
        row.pk: row
        for row in Player.objects.filter(season=season, standing__in=PLAYS).order_by("pk")
        if row.standing == Player.Standing.PLAYING or row.pk in with_sets
    }
    rows = [row for row in rows if row.player_id in players]
    deeds: dict[int | None, list[AuditEntry]] = {}
    if trail:
        for line in AuditEntry.objects.filter(season=season, set__in=rows).order_by("pk"):
            deeds.setdefault(line.set_id, []).append(line)
    sets = [set_value(row, player_key=players[row.player_id].key, trail=deeds.get(row.pk, ())) for row in rows]
    decisions: list[Decision] = []
    for row in rows:
        if row.standing == SoloSet.Standing.REFUSED or row.late_accepted is False:
            decisions.append(RefuseSet(set=row.key))
        elif row.late_accepted:
            decisions.append(AcceptLate(set=row.key))
    for excuse in Excuse.objects.filter(season=season, holds=True, player__in=players).order_by("pk"):
        decisions.append(ExcuseWeek(player=players[excuse.player_id].key, week=excuse.week, why=excuse.why))
    terms = terms_of(season)
    for player in players.values():
        if player.next_division and terms.division(player.next_division) is not None:
            decisions.append(PlaceIn(player=player.key, division=player.next_division))
    keys = {player.key for player in players.values()}
    for one in (serialization.read_plain(DrawnLots, lots) for lots in season.lots):
        decisions.append(replace(one, order=tuple(key for key in one.order if key in keys)))
    for player in players.values():
        if terms.division(player.division) is None:  # it is gone; who had left came back by an undoing
            player.division = terms.divisions[-1].key
    return told_types.Season(
        terms=terms,
        players=tuple(player_value(one, whole_name=whole_names) for one in players.values()),
        sets=tuple(sets),
        decisions=tuple(decisions),
    )


def standing(
    season: Season, now: datetime, *, whole_names: bool = False
) -> tuple[told_types.Season, str, tuple[DivisionTable, ...]]:
    """Give the season as the library's value, the day for which its standings are told, and the standings.

    Of a season that is closed they are those after all its deadlines.
    """
    terms, today = terms_of(season), today_in(season, now)
    if season.state == Season.State.CLOSED:
        last = date.fromisoformat(terms.deadline(terms.all_weeks[-1]))
        today = max(today, (last + timedelta(days=1)).isoformat())
    # every change is a line of the log, so the last line says whether anything has changed
    newest = AuditEntry.objects.filter(season=season).order_by("-pk").values_list("pk", flat=True).first()
    key = (season.pk, season.slug, season.version, newest, today, whole_names, get_language())

    def make() -> Standing:
        value = told(season, whole_names=whole_names)
        return value, today, standings(value, today=today)

    return KEPT.get_or_set(key, make)


def tables(season: Season, now: datetime, *, whole_names: bool = False) -> tuple[DivisionTable, ...]:
    """The standings of all divisions as they are now; of a season that is closed, as they were after its last day."""
    return standing(season, now, whole_names=whole_names)[2]


def division_for(season: Season, guest_id: UUID | None, email: str) -> str:
    """The division that somebody new begins in: that of his last season if there is room, else the lowest with room."""
    terms = terms_of(season)
    held = dict.fromkeys((one.key for one in terms.divisions), 0)
    standing = (Player.Standing.ASKED, Player.Standing.PLAYING)
    for key in Player.objects.filter(season=season, standing__in=standing).values_list("division", flat=True):
        held[key] = held.get(key, 0) + 1
    free = [one.key for one in terms.divisions if not one.size or held[one.key] < one.size]
    before = last_entry(season, guest_id, email)
    if before is not None and before.division in free:
        return before.division
    return free[-1] if free else terms.divisions[-1].key


def last_entry(season: Season, guest_id: UUID | None, email: str) -> Player | None:
    """Give who somebody was in the season before this one."""
    if season.previous_id is None:
        return None
    rows = Player.objects.filter(season_id=season.previous_id, standing__in=PLAYS)
    return (rows.filter(guest_id=guest_id).first() if guest_id else None) or (
        rows.filter(email=email.lower()).first() if email else None
    )
