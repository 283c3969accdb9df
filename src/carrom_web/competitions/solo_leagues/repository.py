"""The log of a season, read; and rows as the library's values: terms, players, sets, what the standings are made of.

Decides nothing: what a set is for the standings, `carrom.league` says.
"""

import hashlib
from collections.abc import Hashable, Iterable
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from carrom import serialization
from carrom.errors import NotAllowedError
from carrom.league import solo_season, solo_state
from carrom.league.solo_acts import Act
from carrom.league.solo_log import SeasonFold
from carrom.league.solo_standings import DivisionTable, standings
from carrom.league.solo_state import SeasonState
from carrom.league.solo_terms import SeasonTerms
from carrom.log import Log
from carrom.match import solo
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.page_cache import PageFollowers
from carrom_web.competitions.repository import CompetitionStore
from carrom_web.competitions.solo_leagues import projection
from carrom_web.competitions.solo_leagues.models import Player, Season, SoloSet
from carrom_web.core.cache import ProcessCache

IN_SEASON = (Player.Status.PLAYING, Player.Status.WITHDRAWN)
FILM_DELETED = "-"  # there was a film, and its address is nobody's business any more
HANDED_IN = (SoloSet.Status.PENDING, SoloSet.Status.COUNTS, SoloSet.Status.REFUSED)


class ChangedSinceError(NotAllowedError):
    """Somebody else has changed the same thing meanwhile."""

    code = "changed-since"


FOLLOWERS = PageFollowers("solo-season")
STORE = CompetitionStore[Season, SeasonState, Act](
    Season,
    Act,
    fold=lambda row: SeasonFold(),
    stale=lambda: ChangedSinceError("stale"),
    columns=projection.season_columns,
    order=("-first_day", "-pk"),
)

Standings = tuple[solo_season.Season, str, tuple[DivisionTable, ...]]
MOST_CACHED = 12  # standings by everything that they depend on: a change makes all who follow ask for the same ones
STANDINGS: ProcessCache[Hashable, Standings] = ProcessCache(MOST_CACHED)


def log_of(season: Season) -> Log[SeasonState, Act]:
    """Everything that was done in a season, with how it stands."""
    return STORE.read(season).log


def state_of(season: Season) -> SeasonState:
    """How a season stands."""
    return log_of(season).state


@lru_cache(maxsize=64)
def _terms(text: str) -> SeasonTerms:
    return serialization.read(SeasonTerms, text)


def terms_of(season: Season) -> SeasonTerms:
    """Return what a season announces."""
    return _terms(season.terms)


def terms_digest(season: Season) -> str:
    """Stands for what a season announces: a form that was made for other terms is known by it."""
    return hashlib.sha256(season.terms.encode()).hexdigest()[:16]


def division_title(season: Season, key: str) -> str:
    """Return the title of a division."""
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


def player_value(player: Player, *, whole_name: bool) -> solo_season.Player:
    """A player as the library knows them."""
    name = player.name if whole_name else shown_name(player)
    return solo_state.player_value(state_of(player.season).players[player.key], name)


def trails_of(season: Season) -> dict[str, list[solo_season.Correction]]:
    """Return the sets before each correction, by their keys."""
    found: dict[str, list[solo_season.Correction]] = {}
    days = {one.key: one.day for one in state_of(season).sets.values()}
    for entry in season.audit_entries.order_by("pk"):
        was: dict[str, dict[str, Any]] = {}
        for of, key, what, before, _after in entry.detail.get("changes", ()):
            if of == "set":
                was.setdefault(key, {})[what] = before
        for key, before in was.items():
            if before.get("strokes"):
                correction = solo_season.Correction(
                    strokes=tuple(before["strokes"]),
                    day=before.get("day") or days.get(key, ""),
                    at=entry.at.isoformat(),
                    by=entry.by or entry.role,
                    why=entry.reason,
                )
                found.setdefault(key, []).append(correction)
    return found


def season_value(
    season: Season, *, whole_names: bool = False, with_refused: bool = True, with_trails: bool = False
) -> solo_season.Season:
    """The whole season as the library's value: who plays, what was handed in, what was decided.

    Who has withdrawn without a set is left out.
    """
    return solo_state.season_of(
        state_of(season),
        names={one.key: one.name if whole_names else shown_name(one) for one in season.players.all()},
        texts=projection.texts_of(season),
        trails=trails_of(season) if with_trails else None,
        with_refused=with_refused,
    )


def standings_of(season: Season, now: datetime, *, whole_names: bool = False) -> Standings:
    """Return the season as the library's value, the day for which its standings are given, and the standings.

    Of a season that is closed they are those after all its deadlines.
    """
    terms, today = terms_of(season), today_in(season, now)
    if season.state == Season.State.CLOSED:
        last = date.fromisoformat(terms.deadline(terms.all_weeks[-1]))
        today = max(today, (last + timedelta(days=1)).isoformat())
    # every change is an entry of the audit log, so the newest says whether anything has changed
    newest = season.audit_entries.order_by("-pk").values_list("pk", flat=True).first()
    key = (season.pk, season.slug, season.version, newest, today, whole_names, get_language())

    def make() -> Standings:
        value = season_value(season, whole_names=whole_names)
        return value, today, standings(value, today=today)

    return STANDINGS.get_or_set(key, make)


def tables(season: Season, now: datetime, *, whole_names: bool = False) -> tuple[DivisionTable, ...]:
    """The standings of all divisions as they are now; of a season that is closed, as they were after its last day."""
    return standings_of(season, now, whole_names=whole_names)[2]


def division_for(season: Season, guest_id: UUID | None, email: str) -> str:
    """The division of somebody new: that of their last season if there is room, else the lowest with room."""
    state = state_of(season)
    before = last_entry(season, guest_id, email)
    free = [one.key for one in state.terms.divisions if not one.size or state.taken_in(one.key) < one.size]
    if before is not None and before.division in free:
        return before.division
    return free[-1] if free else state.terms.divisions[-1].key


def last_entry(season: Season, guest_id: UUID | None, email: str) -> Player | None:
    """Return who somebody was in the season before this one."""
    if season.previous_id is None:
        return None
    rows = Player.objects.filter(season_id=season.previous_id, status__in=IN_SEASON)
    return (rows.filter(guest_id=guest_id).first() if guest_id else None) or (
        rows.filter(person__root__email__iexact=email).first() if email else None
    )


def entries_about(row: Player | SoloSet) -> list[AuditEntry]:
    """The entries of the audit log about a player or a set, in order."""
    name = "set" if isinstance(row, SoloSet) else "player"
    return list(row.season.audit_entries.filter(**{f"detail__{name}": row.key}).order_by("pk"))


def persons_in(season: Season) -> set[UUID]:
    """The roots of those who are in a season: somebody else of the same name is not them."""
    rows = Player.objects.filter(season=season).exclude(status=Player.Status.WITHDRAWN)
    return set(rows.values_list("person__root_id", flat=True))
