"""What an organiser does with a season: announce, change, open, close, players and divisions, lots, the next season."""

import random
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils.text import slugify

from carrom.errors import NotAllowedError
from carrom.league.solo_standings import UndecidedError, draw_lots, promotion
from carrom.league.solo_terms import SeasonTerms, Week
from carrom.league.solo_tie_breaks import Level
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.solo_leagues import emails, repository, selectors
from carrom_web.competitions.solo_leagues.models import (
    SLUG_LENGTH,
    AuditEntry,
    Excuse,
    Player,
    Season,
    SoloSet,
)
from carrom_web.competitions.solo_leagues.services.audit import (
    AuditTrail,
    NotOrganiserError,
    audit_entry,
    check_organises,
    count_places,
    organised,
)
from carrom_web.core import serialization
from carrom_web.outbox.deferred import queue

_DICE = random.SystemRandom()
NOT_A_SLUG = frozenset({"new", "own", "witness"})


class SeasonHasSetsError(NotAllowedError):
    """A change by which sets that were handed in would not fit any more."""

    code = "season-has-sets"


class NothingToDecideError(NotAllowedError):
    """Nobody is level where lots would decide, or there is no such player or division."""

    code = "nothing-to-decide"


def start_season(
    club: Club, guest_id: UUID | None, terms: SeasonTerms, *, now: datetime, after: Season | None = None
) -> Season:
    """Store a new season as a draft; `after`: the one it follows.

    Raises:
        NotOrganiserError: he may not organise in this club.
    """
    if not clubs.may(club.pk, guest_id, Action.ORGANISE):
        raise NotOrganiserError("announce")
    previous = after if after is not None and after.club_id == club.pk else None
    columns = repository.columns(terms)
    with transaction.atomic():
        season = Season.objects.create(club=club, slug=_slug(terms), previous=previous, **columns)
        with audit_entry(season, "announced as a draft", now=now, role=AuditEntry.Role.ORGANISER, guest_id=guest_id):
            pass
    return season


def change_season(season: Season, guest_id: UUID | None, terms: SeasonTerms, *, now: datetime, why: str = "") -> None:
    """Store other terms. Divisions with players stay, and so do the weeks of sets that are there.

    Raises:
        NotOrganiserError.
        SeasonHasSetsError: players or sets would not fit any more.
        ChangedSinceError: somebody else has changed the season meanwhile.
    """
    before = repository.terms_of(season)
    held = Player.objects.filter(season=season).exclude(standing=Player.Standing.WITHDRAWN)
    in_use = {*held.values_list("division", flat=True), *(one.division for one in repository.told(season).players)}
    for key in sorted(in_use):
        if terms.division(key) is None:
            name = repository.division_title(season, key)
            raise SeasonHasSetsError("division-in-use", division=name)
    if season.sets.exists():
        if terms.ruleset != before.ruleset:
            raise SeasonHasSetsError("laws-in-use")
        for day, week in season.sets.values_list("day", "week").distinct():
            found = terms.week_of(day.isoformat())
            if found is None:
                raise SeasonHasSetsError("set-in-no-week", day=day, week=week)
            if found.number != week:
                raise SeasonHasSetsError("set-in-another-week", day=day, week=week, other=found.number)
    taken, most = held.filter(standing__in=("asked", "playing")).count(), repository.places_of(terms)
    if most is not None and taken > most:
        raise SeasonHasSetsError("too-few-places", count=taken, most=most)
    with organised(season, guest_id, "changed", now=now, why=why) as deeds:
        deeds.put(season, **repository.columns(terms))


def change_weeks(season: Season, guest_id: UUID | None, terms: SeasonTerms, *, now: datetime, why: str = "") -> None:
    """Store other weeks; sets and excuses go to the weeks that their days lie in now.

    Raises:
        NotOrganiserError.
        SeasonHasSetsError: a set would lie in no week.
        ChangedSinceError: somebody else has changed the season meanwhile.
    """
    check_organises(season, guest_id)
    before = repository.terms_of(season)
    moves: list[tuple[SoloSet, int]] = []
    for row in season.sets.select_related("player").order_by("day", "pk"):
        week = terms.week_of(row.day.isoformat())
        if week is None and row.standing in selectors.STANDS:
            raise SeasonHasSetsError("day-without-week", day=row.day)
        if week is not None and week.number != row.week:
            moves.append((row, week.number))
    # a place is free before it is taken: who goes to a later week goes from the last, who goes back from the first
    later = reversed([one for one in moves if one[1] > one[0].week])
    with organised(season, guest_id, "weeks changed", now=now, why=why) as deeds:
        deeds.put(season, **repository.columns(terms))
        for row, number in [*later, *(one for one in moves if one[1] < one[0].week)]:
            places = SoloSet.objects.filter(player=row.player, week=number, standing__in=selectors.STANDS)
            taken = set(places.exclude(pk=row.pk).values_list("nth", flat=True))
            nth = next(one for one in (row.nth, *range(1, len(taken) + 2)) if one not in taken)
            deeds.put(row, week=number, nth=nth)
        _move_excuses(deeds, season, before, terms)
        deeds.deed.set = deeds.deed.player = None


def _move_excuses(deeds: AuditTrail, season: Season, before: SeasonTerms, terms: SeasonTerms) -> None:
    """An excuse holds for the week in which the middle of its old week lies; where that is none, for nothing."""
    target: dict[int, int] = {}
    for week in before.all_weeks:
        first, last = date.fromisoformat(week.first), date.fromisoformat(week.last)
        now_in = terms.week_of((first + (last - first) / 2).isoformat())
        target[week.number] = now_in.number if now_in else 0
    held = {(one.player_id, one.week): one for one in Excuse.objects.filter(season=season)}
    wanted = {(player, target[week]): one.why for (player, week), one in held.items() if one.holds and target.get(week)}
    for key, one in held.items():
        deeds.put(one, holds=key in wanted, why=wanted.get(key, one.why))
    for (player, number), why in wanted.items():
        if (player, number) not in held:
            deeds.put(Excuse.objects.create(season=season, player_id=player, week=number), holds=True, why=why)


def open_season(season: Season, guest_id: UUID | None, *, now: datetime) -> None:
    """Show a season to everybody, let people join and sets come in. Raises NotOrganiserError."""
    if season.state == Season.State.OPEN:
        return
    what = "announced" if season.state == Season.State.DRAFT else "opened again"
    with organised(season, guest_id, what, now=now) as deeds:
        deeds.put(season, state=Season.State.OPEN)
        if what == "announced":
            for pk in season.players.filter(standing=Player.Standing.ASKED).values_list("pk", flat=True):
                queue(emails.asked_again, pk)


def close_season(season: Season, guest_id: UUID | None, *, now: datetime) -> None:
    """End a season: nothing comes in any more, and the standings are final. Raises NotOrganiserError."""
    if season.state != Season.State.OPEN:
        return
    with organised(season, guest_id, "closed", now=now) as deeds:
        for row in season.sets.filter(standing=SoloSet.Standing.BEGUN).select_related("player"):
            deeds.put(row, standing=SoloSet.Standing.STRUCK)
        deeds.put(season, state=Season.State.CLOSED)


def place(
    season: Season, guest_id: UUID | None, player: Player, division: str, *, now: datetime, why: str = ""
) -> None:
    """Put a player into another division; his sets go with him.

    Raises:
        NotOrganiserError.
        NothingToDecideError: there is no such division, or it is full.
    """
    found = repository.terms_of(season).division(division)
    if found is None:
        raise NothingToDecideError("no-division")
    standing = (Player.Standing.ASKED, Player.Standing.PLAYING)
    others = Player.objects.filter(season=season, division=division, standing__in=standing).exclude(pk=player.pk)
    if found.size and others.count() >= found.size:
        name = repository.division_title(season, division)
        raise NothingToDecideError("division-full", division=name, most=found.size)
    with organised(season, guest_id, "placed", now=now, why=why) as deeds:
        deeds.put(player, division=division)


def place_by_average(season: Season, guest_id: UUID | None, *, now: datetime) -> int:
    """Fill the divisions by last season's averages, the best first; give how many were moved.

    Who has no average comes after all others, as they joined. A division without bound takes all that are left.

    Raises:
        NotOrganiserError.
        NothingToDecideError: there was no season before.
    """
    if season.previous is None:
        raise NothingToDecideError("no-previous-season")
    averages = last_averages(season, now=now)
    rows = list(season.players.filter(standing__in=(Player.Standing.ASKED, Player.Standing.PLAYING)).order_by("pk"))
    rows.sort(key=lambda row: float(averages.get(row.pk) or "inf"))
    moved = 0
    with organised(season, guest_id, "placed by last averages", now=now) as deeds:
        for division in repository.terms_of(season).divisions:
            count = division.size or len(rows)
            for row in rows[:count]:
                moved += row.division != division.key
                deeds.put(row, division=division.key)
            rows = rows[count:]
        deeds.deed.player = None
    return moved


def last_averages(season: Season, *, now: datetime) -> Mapping[int, str]:
    """Give the averages of last season by the rows of this one's players."""
    if season.previous is None:
        return {}
    rows = {row.key: row.average for table in repository.tables(season.previous, now) for row in table.rows}
    found = {}
    for player in season.players.all():
        before = repository.last_entry(season, player.guest_id, player.email)
        if before is not None and rows.get(before.key):
            found[player.pk] = rows[before.key]
    return found


def level_groups(season: Season, now: datetime) -> list[Level]:
    """Who is level where lots decide: by the season's order, or at a line between staying and going, placed or not."""
    value, today, tables = repository.standing(season, now)
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
    check_organises(season, guest_id)
    groups = level_groups(season, now)
    if not groups:
        raise NothingToDecideError("nobody-level")
    with organised(season, guest_id, "lots drawn", now=now) as deeds:
        at = now.isoformat(timespec="seconds")
        drawn = [serialization.plain(draw_lots(group, _DICE, at=at, by=deeds.deed.by)) for group in groups]
        deeds.put(season, lots=[*season.lots, *drawn])
    return len(groups)


def place_next(season: Season, guest_id: UUID | None, wanted: Mapping[str, str], *, now: datetime) -> None:
    """Store where players go next season against the table; "" is as the table says. Raises NotOrganiserError."""
    terms = repository.terms_of(season)
    with organised(season, guest_id, "next divisions", now=now) as deeds:
        for player in season.players.filter(key__in=wanted):
            division = wanted[player.key]
            if not division or terms.division(division) is not None:
                deeds.put(player, next_division=division)
        deeds.deed.player = None


def apply_promotion(
    season: Season, guest_id: UUID | None, *, now: datetime, terms: SeasonTerms | None = None
) -> Season:
    """Store the next season as a draft, everybody in his new division; each is asked once it is announced.

    Raises:
        NotOrganiserError.
        UndecidedError: players are level at a line between staying and going.
    """
    if not clubs.may(season.club_id, guest_id, Action.ORGANISE):
        raise NotOrganiserError("announce")
    told, today, _tables = repository.standing(season, now)
    changes = promotion(told, today=today)
    after = terms or following(told.terms)
    players = {row.key: row for row in season.players.filter(standing=Player.Standing.PLAYING)}
    with transaction.atomic():
        rows = Season.objects.filter(pk=season.pk, version=season.version)  # two who ask at once make one season
        if season.next_seasons.exists() or not rows.update(version=season.version + 1):
            raise NothingToDecideError("next-season-exists")
        following_season = start_season(season.club, guest_id, after, now=now, after=season)
        with audit_entry(
            following_season, "players of last season", now=now, role=AuditEntry.Role.ORGANISER, guest_id=guest_id
        ) as deeds:
            for change in changes:
                before = players.get(change.key)
                if before is None or not (before.name and (before.email or before.guest_id)):
                    continue  # nobody could ask him
                division = change.after if after.division(change.after) else after.divisions[-1].key
                deeds.add(_again(before, following_season, division))
            deeds.deed.player = None
            count_places(following_season)
    following_season.refresh_from_db()
    return following_season


def _again(before: Player, season: Season, division: str) -> Player:
    return Player(
        season=season,
        name=before.name,
        email=before.email,
        shows_name=before.shows_name,
        guest_id=before.guest_id,
        division=division,
        standing=Player.Standing.ASKED,
        joined_on=season.first_day,
        equipment=before.equipment,
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


def _slug(terms: SeasonTerms) -> str:
    base = slugify(f"{terms.title} {terms.first_day[:4]}")[: SLUG_LENGTH - 4].strip("-") or "season"
    taken = set(Season.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | NOT_A_SLUG
    return next(slug for slug in (base, *(f"{base}-{n}" for n in range(2, 1000))) if slug not in taken)
