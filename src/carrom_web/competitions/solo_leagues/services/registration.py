"""Who plays in a season: joining, coming back after last season, waiting, moving up, withdrawing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.db.models import F, Q

from carrom.errors import NotAllowedError
from carrom_web.competitions.solo_leagues import emails, repository, selectors
from carrom_web.competitions.solo_leagues.models import AuditEntry, Player, Season, SoloSet
from carrom_web.competitions.solo_leagues.services.audit import AuditTrail, audit_entry
from carrom_web.outbox.deferred import queue


class SeasonNotOpenError(NotAllowedError):
    """A season that nobody can join or hand in to: not announced yet, or closed."""

    code = "season-not-open"


class AlreadyPlaysError(NotAllowedError):
    """This person is in the season already."""

    code = "already-plays"


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """Who joins."""

    name: str
    email: str = ""
    shows_name: bool = False
    equipment: Mapping[str, Any] | None = None
    guest_id: UUID | None = None
    language: str = "en"
    site: str = ""


def check_open(season: Season, *, now: datetime, by_organiser: bool = False) -> None:
    """Pass if somebody can join a season now. Raises SeasonNotOpenError."""
    if season.state == Season.State.CLOSED or _today(season, now) > season.last_day:
        raise SeasonNotOpenError("over")
    if season.state != Season.State.OPEN and not by_organiser:
        raise SeasonNotOpenError("no-players")


def join(season: Season, application: Application, *, now: datetime, by_organiser: UUID | None = None) -> Player:
    """Store a player: with a place, or on the waiting list. Who was asked after last season keeps his division.

    Raises:
        SeasonNotOpenError: the season is not announced, or over.
        AlreadyPlaysError: this address, or this account, plays already; its link was sent once more.
    """
    check_open(season, now=now, by_organiser=by_organiser is not None)
    earlier = _earlier(season, application)
    if earlier is not None and not _comes_back(earlier, application):
        _refuse_second(earlier)
    role = AuditEntry.Role.PLAYER if by_organiser is None else AuditEntry.Role.ORGANISER
    try:
        by = application.name if by_organiser is None else ""
        who = by_organiser or application.guest_id
        with audit_entry(season, "joined", now=now, role=role, by=by, guest_id=who) as deeds:
            player = _come_back(deeds, earlier, application, now) if earlier else _new(deeds, season, application, now)
            queue(emails.joined, player.pk)
    except IntegrityError:
        earlier = _earlier(season, application)
        if earlier is not None:
            _refuse_second(earlier)
        raise
    return player


def _earlier(season: Season, application: Application) -> Player | None:
    rows = Player.objects.filter(season=season).exclude(standing=Player.Standing.WITHDRAWN)
    same = Q(pk=None)
    if application.email:
        same |= Q(email=application.email.lower())
    if application.guest_id is not None:
        same |= Q(guest_id=application.guest_id)
    return rows.filter(same).first()


def _comes_back(earlier: Player, application: Application) -> bool:
    """Whether he was asked after last season, and is who he says: an address alone, anybody could type."""
    same = application.guest_id is not None and earlier.guest_id == application.guest_id
    return same and earlier.standing == Player.Standing.ASKED


def _refuse_second(earlier: Player) -> None:
    letter = emails.asked_again if earlier.standing == Player.Standing.ASKED else emails.link_again
    letter(earlier.pk)
    raise AlreadyPlaysError(day=earlier.joined_on)


def _new(deeds: AuditTrail, season: Season, application: Application, now: datetime) -> Player:
    has_place = take_place(season)
    player = Player(
        season=season,
        name=application.name,
        email=application.email.lower(),
        shows_name=application.shows_name,
        equipment=None if application.equipment is None else dict(application.equipment),
        guest_id=application.guest_id,
        language=application.language,
        site=application.site,
        division=repository.division_for(season, application.guest_id, application.email),
        standing=Player.Standing.PLAYING if has_place else Player.Standing.WAITING,
        joined_on=_today(season, now),
    )
    deeds.add(player)
    return player


def _come_back(deeds: AuditTrail, player: Player, application: Application, now: datetime) -> Player:
    """Who has a place since last season says that he plays."""
    deeds.put(
        player,
        standing=Player.Standing.PLAYING,
        joined_on=max(player.joined_on, _today(player.season, now)),
        equipment=None if application.equipment is None else dict(application.equipment),
    )
    Player.objects.filter(pk=player.pk).update(
        name=application.name,
        shows_name=application.shows_name,
        guest_id=application.guest_id or player.guest_id,
        language=application.language,
        site=application.site,
    )
    player.refresh_from_db()
    return player


def answer(player: Player, *, plays: bool, now: datetime) -> None:
    """Take the word of somebody who was asked after last season."""
    if player.standing != Player.Standing.ASKED:
        return
    if not plays:
        withdraw(player, now=now)
        return
    with audit_entry(
        player.season, "joined", now=now, role=AuditEntry.Role.PLAYER, by=player.name, guest_id=player.guest_id
    ) as deeds:
        deeds.put(player, standing=Player.Standing.PLAYING, joined_on=max(player.joined_on, _today(player.season, now)))


def declare(player: Player, equipment: Mapping[str, Any], *, now: datetime) -> None:
    """Store what a player says of his board, coins, striker and powder (B-006 to B-012)."""
    what = "equipment declared"
    with audit_entry(
        player.season, what, now=now, role=AuditEntry.Role.PLAYER, by=player.name, guest_id=player.guest_id
    ) as deeds:
        deeds.put(player, equipment=dict(equipment))


def withdraw(player: Player, *, now: datetime, by_organiser: UUID | None = None, why: str = "") -> None:
    """End somebody's season; what he has handed in stays. Who waits moves up. A second time changes nothing."""
    before = player.standing
    if before == Player.Standing.WITHDRAWN:
        return
    season = player.season
    role = AuditEntry.Role.PLAYER if by_organiser is None else AuditEntry.Role.ORGANISER
    name, guest_id = ("", by_organiser) if by_organiser else (player.name, player.guest_id)
    with audit_entry(season, "withdrawn", now=now, role=role, by=name, guest_id=guest_id, why=why) as deeds:
        deeds.put(player, standing=Player.Standing.WITHDRAWN, left_on=_today(season, now))
        for row in player.sets.filter(standing=SoloSet.Standing.BEGUN):
            deeds.put(row, standing=SoloSet.Standing.STRUCK)
        if before in selectors.HOLDS_A_PLACE:
            Season.objects.filter(pk=season.pk, taken__gt=0).update(taken=F("taken") - 1)
            move_up(season, now=now)
        queue(emails.withdrawn, player.pk)


def _today(season: Season, now: datetime) -> date:
    return date.fromisoformat(repository.today_in(season, now))


def take_place(season: Season) -> bool:
    """Take one place of a season; False if there is none. Two askers never get the last one."""
    free = Q(most=None) | Q(taken__lt=F("most"))
    return bool(Season.objects.filter(free, pk=season.pk).update(taken=F("taken") + 1))


def move_up(season: Season, *, now: datetime) -> None:
    """Give free places to those who wait, who came first first. Nobody moves up in a season that is closed."""
    if season.state != Season.State.OPEN:
        return
    for player in Player.objects.filter(season=season, standing=Player.Standing.WAITING).order_by("pk"):
        if not take_place(season):
            return
        # a line of its own: undoing a withdrawal takes nobody's place away
        with audit_entry(season, "moved up", now=now, role=AuditEntry.Role.RECORD) as deeds:
            deeds.put(player, standing=Player.Standing.PLAYING)
            queue(emails.moved_up, player.pk)
