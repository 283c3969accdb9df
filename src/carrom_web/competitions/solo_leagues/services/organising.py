"""Actions of organisers: announce, change, open, close, players and divisions, lots, the next season."""

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.league import solo_acts as acts
from carrom.league.solo_standings import UndecidedError, draw_lots, promotion
from carrom.league.solo_state import HOLDS_PLACE, IN_PLAY, PlayerStatus, SeasonState, SeasonStatus, season_of
from carrom.league.solo_terms import SeasonTerms, Week
from carrom.league.solo_tie_breaks import Level
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.models import free_slug, new_key
from carrom_web.competitions.solo_leagues import emails, projection, repository
from carrom_web.competitions.solo_leagues.models import Kind, Player, Season
from carrom_web.competitions.solo_leagues.repository import ChangedSinceError
from carrom_web.competitions.solo_leagues.services import changes
from carrom_web.competitions.solo_leagues.services.changes import NotOrganiserError, SeasonChange, organiser
from carrom_web.outbox.backend import queue

_RANDOM = random.SystemRandom()


class SeasonHasSetsError(NotAllowedError):
    """A change by which sets that were handed in would not fit any more."""

    code = "season-has-sets"


class NothingToDecideError(NotAllowedError):
    """Nobody is level where lots would decide, or there is no such player or division."""

    code = "nothing-to-decide"


def new_season(club: Club, guest_id: UUID | None, terms: SeasonTerms, *, previous: Season | None = None) -> Season:
    """Store the row of a season whose log is still empty. Raises NotOrganiserError."""
    if not clubs.may(club.pk, guest_id, Action.ORGANISE):
        raise NotOrganiserError("announce")
    columns = projection.season_columns(SeasonState(terms=terms))
    slug = free_slug(Season, terms.title, otherwise="season", year=terms.first_day[:4])
    return Season.objects.create(club=club, slug=slug, previous=previous, **columns)


def start_season(
    club: Club, guest_id: UUID | None, terms: SeasonTerms, *, now: datetime, after: Season | None = None
) -> Season:
    """Store a new season as a draft; `after`: the one it follows.

    Raises:
        NotOrganiserError: they may not organise in this club.
    """
    previous = after if after is not None and after.club_id == club.pk else None
    with transaction.atomic():
        season = new_season(club, guest_id, terms, previous=previous)
        with changes.changing(season, now=now) as change:
            change.do(Kind.DRAFTED, [acts.Announce(terms=terms)], organiser(guest_id))
    return season


def change_season(season: Season, guest_id: UUID | None, terms: SeasonTerms, *, now: datetime, why: str = "") -> None:
    """Store other terms. Divisions with players stay, and so do the weeks of sets that are there.

    Raises:
        NotOrganiserError.
        SeasonHasSetsError: players or sets would not fit any more.
        ChangedSinceError: somebody else has changed the terms since the season was read.
    """
    before = repository.terms_of(season)
    with changes.organising(season, guest_id, now=now) as change:
        state = change.state
        _check_terms(change, before)
        players = {one.key for one in season_of(state, names={}).players}
        in_use = {
            one.division
            for one in state.players.values()
            if one.status is not PlayerStatus.WITHDRAWN or one.key in players
        }
        for key in sorted(in_use):
            if terms.division(key) is None and before.division(key) is not None:
                raise SeasonHasSetsError("division-in-use", division=repository.division_title(season, key))
        if state.sets:
            _check_sets(state, terms)
        most = SeasonState(terms=terms).places
        if most is not None and state.taken > most:
            raise SeasonHasSetsError("too-few-places", count=state.taken, most=most)
        if terms != before:
            change.do(Kind.CHANGED, [acts.Change(terms=terms)], organiser(guest_id), reason=why)


def _check_terms(change: SeasonChange, read: SeasonTerms) -> None:
    """Pass if nobody has changed the terms since they were read. Raises ChangedSinceError."""
    if change.state.terms != read:
        raise ChangedSinceError("stale")


def _check_sets(state: SeasonState, terms: SeasonTerms) -> None:
    """Pass if the sets that are there fit other terms. Raises SeasonHasSetsError."""
    if terms.ruleset != state.terms.ruleset:
        raise SeasonHasSetsError("laws-in-use")
    for one in state.sets.values():
        week, found, day = state.week_of(one), terms.week_of(one.day), date.fromisoformat(one.day)
        if week and found is None:
            raise SeasonHasSetsError("set-in-no-week", day=day, week=week)
        if week and found is not None and found.number != week:
            raise SeasonHasSetsError("set-in-another-week", day=day, week=week, other=found.number)


def change_weeks(season: Season, guest_id: UUID | None, terms: SeasonTerms, *, now: datetime, why: str = "") -> None:
    """Store other weeks; sets and excuses go to the weeks that their days lie in now.

    Raises:
        NotOrganiserError.
        SeasonHasSetsError: a set would lie in no week.
        ChangedSinceError: somebody else has changed the terms since the season was read.
    """
    before = repository.terms_of(season)
    with changes.organising(season, guest_id, now=now) as change:
        _check_terms(change, before)
        for one in sorted(change.state.sets.values(), key=lambda one: one.day):
            if terms.week_of(one.day) is None and change.state.status_of(one) in IN_PLAY:
                raise SeasonHasSetsError("day-without-week", day=date.fromisoformat(one.day))
        change.do(Kind.WEEKS_CHANGED, [acts.ChangeWeeks(terms=terms)], organiser(guest_id), reason=why)


def open_season(season: Season, guest_id: UUID | None, *, now: datetime) -> None:
    """Show a season to everybody, let people join and sets come in. Raises NotOrganiserError."""
    with changes.organising(season, guest_id, now=now) as change:
        before = change.state.status
        if before is SeasonStatus.OPEN:
            return
        is_new = before is SeasonStatus.DRAFT
        change.do(Kind.ANNOUNCED if is_new else Kind.REOPENED, [acts.Open()], organiser(guest_id))
        if is_new:
            for pk in season.players.filter(status=Player.Status.INVITED).values_list("pk", flat=True):
                queue(emails.asked_again, pk)


def close_season(season: Season, guest_id: UUID | None, *, now: datetime) -> None:
    """End a season: nothing comes in any more, and the standings are final. Raises NotOrganiserError."""
    with changes.organising(season, guest_id, now=now) as change:
        if change.state.status is SeasonStatus.OPEN:
            change.do(Kind.CLOSED, [acts.Close()], organiser(guest_id))


def place(
    season: Season, guest_id: UUID | None, player: Player, division: str, *, now: datetime, why: str = ""
) -> None:
    """Put a player into another division; their sets go with them.

    Raises:
        NotOrganiserError.
        NothingToDecideError: there is no such division, or it is full.
    """
    with changes.organising(season, guest_id, now=now) as change:
        state = change.state
        found, before = state.terms.division(division), state.players.get(player.key)
        if found is None or before is None:
            raise NothingToDecideError("no-division")
        is_there = before.status in HOLDS_PLACE and before.division == division
        if found.size and state.taken_in(division) - is_there >= found.size:
            name = repository.division_title(season, division)
            raise NothingToDecideError("division-full", division=name, most=found.size)
        placed = acts.Place(players=((player.key, division),))
        change.do(Kind.PLACED, [placed], organiser(guest_id), reason=why, rows=[player])


def place_by_average(season: Season, guest_id: UUID | None, *, now: datetime) -> int:
    """Fill the divisions by last season's averages, the best first; return how many were moved.

    Who has no average comes after all others, as they joined. A division without bound takes all that are left.

    Raises:
        NotOrganiserError.
        NothingToDecideError: there was no season before.
    """
    if season.previous is None:
        raise NothingToDecideError("no-previous-season")
    averages = {row.key: average for row, average in _averages(season, now)}
    with changes.organising(season, guest_id, now=now) as change:
        players = [one for one in change.state.players.values() if one.status in HOLDS_PLACE]
        players.sort(key=lambda one: float(averages.get(one.key) or "inf"))
        moved = []
        for division in change.state.terms.divisions:
            count = division.size or len(players)
            moved += [(one.key, division.key) for one in players[:count] if one.division != division.key]
            players = players[count:]
        if moved:
            change.do(Kind.PLACED_BY_AVERAGE, [acts.Place(players=tuple(moved))], organiser(guest_id))
    return len(moved)


def last_averages(season: Season, *, now: datetime) -> Mapping[int, str]:
    """Return the averages of last season by the rows of this one's players."""
    return {player.pk: average for player, average in _averages(season, now)}


def _averages(season: Season, now: datetime) -> list[tuple[Player, str]]:
    if season.previous is None:
        return []
    rows = {row.key: row.average for table in repository.tables(season.previous, now) for row in table.rows}
    found = []
    for player in season.players.all():
        before = repository.last_entry(season, player.guest_id, player.email)
        if before is not None and rows.get(before.key):
            found.append((player, rows[before.key]))
    return found


def level_groups(season: Season, now: datetime) -> list[Level]:
    """Return the groups for which lots decide: level by the season's order, or at a line of promotion."""
    value, today, tables = repository.standings_of(season, now)
    groups = [group for table in tables for group in table.need_lots]
    try:
        promotion(value, today=today)
    except UndecidedError as error:
        groups += [group for group in error.groups if not any(group <= one for one in groups)]
    return groups


def lots(season: Season, guest_id: UUID | None, *, now: datetime) -> int:
    """Draw lots for everybody who is level, division by division; give for how many groups.

    Raises:
        NotOrganiserError.
        NothingToDecideError: nobody is level where lots would decide.
    """
    with changes.organising(season, guest_id, now=now) as change:
        groups = level_groups(change.season, now)
        if not groups:
            raise NothingToDecideError("nobody-level")
        at = now.isoformat(timespec="seconds")
        drawn = acts.DrawLots(lots=tuple(draw_lots(group, _RANDOM, at=at) for group in groups))
        change.do(Kind.LOTS_DRAWN, [drawn], organiser(guest_id))
    return len(groups)


def place_next(season: Season, guest_id: UUID | None, wanted: Mapping[str, str], *, now: datetime) -> None:
    """Store where players go next season against the table; "" is as the table says. Raises NotOrganiserError."""
    with changes.organising(season, guest_id, now=now) as change:
        state = change.state
        placed = tuple(
            (key, division)
            for key, division in wanted.items()
            if key in state.players
            and state.players[key].next_division != division
            and (not division or state.terms.division(division) is not None)
        )
        if placed:
            change.do(Kind.PLACED_NEXT, [acts.PlaceNext(players=placed)], organiser(guest_id))


def apply_promotion(
    season: Season, guest_id: UUID | None, *, now: datetime, terms: SeasonTerms | None = None
) -> Season:
    """Store the next season as a draft, everybody in their new division; each is asked once it is announced.

    Raises:
        NotOrganiserError.
        UndecidedError: players are level at a line between staying and going.
    """
    if not clubs.may(season.club_id, guest_id, Action.ORGANISE):
        raise NotOrganiserError("announce")
    with changes.changing(season, now=now) as change:  # two who ask at once make one season
        if change.season.next_seasons.exists():
            raise NothingToDecideError("next-season-exists")
        value, today, _tables = repository.standings_of(change.season, now)
        places = promotion(value, today=today)
        after = terms or following(value.terms)
        players = {row.key: row for row in season.players.filter(status=Player.Status.PLAYING)}
        next_season = start_season(season.club, guest_id, after, now=now, after=season)
        rows, invited = [], []
        for one in places:
            before = players.get(one.key)
            if before is None or not (before.name and (before.email or before.guest_id)):
                continue  # nobody could ask them
            row = _again(before, next_season)
            rows.append(row)
            invited.append(
                acts.Invited(
                    player=row.key,
                    division=one.after if after.division(one.after) else after.divisions[-1].key,
                    day=after.first_day,
                    equipment=change.state.players[one.key].equipment,
                )
            )
        with changes.changing(next_season, now=now) as next_change:
            next_change.do(Kind.INVITED, [acts.Invite(players=tuple(invited))], organiser(guest_id), rows=rows)
    next_season.refresh_from_db()
    return next_season


def _again(before: Player, season: Season) -> Player:
    return Player(
        season=season,
        key=new_key(),
        name=before.name,
        person=before.person,
        guest_id=before.guest_id,
        language=before.language,
        site=before.site,
    )


def following(terms: SeasonTerms, *, first_day: date | None = None) -> SeasonTerms:
    """The same season once more, from the first such weekday after its end, or from another day on."""
    first, last = date.fromisoformat(terms.first_day), date.fromisoformat(terms.last_day)
    begins = first_day or last + timedelta(days=1 + (first.weekday() - last.weekday() - 1) % 7)
    shift = begins - first

    def moved(day: str) -> str:
        return (date.fromisoformat(day) + shift).isoformat()

    return replace(
        terms,
        first_day=moved(terms.first_day),
        last_day=moved(terms.last_day),
        weeks=tuple(
            Week(number=one.number, first=moved(one.first), last=moved(one.last), title=one.title)
            for one in terms.weeks
        ),
    )
