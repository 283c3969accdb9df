"""The players of a season: joining, returning after last season, waiting, moving up, withdrawing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from carrom.errors import NotAllowedError
from carrom.league import solo_acts as acts
from carrom.league.solo_state import HOLDS_PLACE, PlayerStatus, SeasonStatus
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.models import new_key
from carrom_web.competitions.solo_leagues import emails, repository
from carrom_web.competitions.solo_leagues.models import Kind, Player, Season
from carrom_web.competitions.solo_leagues.services.changes import (
    SITE,
    Author,
    SeasonChange,
    author_of,
    changing,
    organiser,
)
from carrom_web.core.translation import current_language
from carrom_web.outbox.backend import queue
from carrom_web.people import services as people
from carrom_web.people.services import Details


class SeasonNotOpenError(NotAllowedError):
    """A season that nobody can join or hand in to: not announced yet, or closed."""

    code = "season-not-open"


class AlreadyPlaysError(NotAllowedError):
    """This person is in the season already."""

    code = "already-plays"


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """An application to join."""

    name: str
    email: str = ""
    shows_name: bool = False
    equipment: Mapping[str, Any] | None = None
    guest_id: UUID | None = None
    language: str = field(default_factory=current_language)
    site: str = ""


def check_open(season: Season, *, now: datetime, by_organiser: bool = False) -> None:
    """Pass if somebody can join a season now. Raises SeasonNotOpenError."""
    if season.state == Season.State.CLOSED or repository.today_in(season, now) > season.last_day.isoformat():
        raise SeasonNotOpenError("over")
    if season.state != Season.State.OPEN and not by_organiser:
        raise SeasonNotOpenError("no-players")


def join(season: Season, application: Application, *, now: datetime, by_organiser: UUID | None = None) -> Player:
    """Store a player: with a place, or on the waiting list. Who was invited after last season keeps their division.

    Raises:
        SeasonNotOpenError: the season is not announced, or over.
        AlreadyPlaysError: this address, or this account, plays already; its link was sent once more.
    """
    author = (
        Author(AuditEntry.Role.PLAYER, application.guest_id, application.name)
        if by_organiser is None
        else organiser(by_organiser)
    )
    with changing(season, now=now) as change:
        check_open(change.season, now=now, by_organiser=by_organiser is not None)
        earlier = _earlier(season, application)
        if earlier is None or _comes_back(earlier, application):
            by_official = by_organiser is not None
            player = (
                _come_back(change, earlier, application, author)
                if earlier
                else _new(change, application, author, by_official=by_official)
            )
            queue(emails.joined, player.pk)
            player.season = season
            return player
    letter = emails.asked_again if earlier.status == Player.Status.INVITED else emails.link_again
    letter(earlier.pk)  # after the transaction: what is raised takes no email back
    raise AlreadyPlaysError(day=earlier.joined_on)


def _earlier(season: Season, application: Application) -> Player | None:
    rows = Player.objects.filter(season=season).exclude(status=Player.Status.WITHDRAWN)
    same = Q(pk=None)
    if application.email:
        same |= Q(person__root__email__iexact=application.email)
    if application.guest_id is not None:
        same |= Q(guest_id=application.guest_id)
    return rows.filter(same).first()


def _comes_back(earlier: Player, application: Application) -> bool:
    """Whether they were invited after last season, and are who they say: an address alone, anybody could type."""
    same = application.guest_id is not None and earlier.guest_id == application.guest_id
    return same and earlier.status == Player.Status.INVITED


def equipment_of(given: Mapping[str, Any]) -> acts.Equipment:
    """Return a player's declaration as acts hold it."""
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in sorted(given.items()))


def _new(change: SeasonChange, application: Application, author: Author, *, by_official: bool) -> Player:
    state, season = change.state, change.season
    details = Details(name=application.name, email=application.email.lower(), shows_name=application.shows_name)
    person = people.player_for(
        season.club_id,
        details,
        guest_id=application.guest_id,
        by_official=by_official,
        but=repository.persons_in(season),
    )
    player = Player(
        season=season,
        key=new_key(),
        name=application.name,
        person=person,
        guest_id=application.guest_id,
        language=application.language,
        site=application.site,
    )
    join_act = acts.Join(
        player=player.key,
        division=repository.division_for(season, application.guest_id, application.email),
        day=repository.today_in(season, change.now),
        waits=state.places is not None and state.taken >= state.places,
        equipment=None if application.equipment is None else equipment_of(application.equipment),
    )
    change.do(Kind.JOINED, [join_act], author, rows=[player])
    return player


def _come_back(change: SeasonChange, player: Player, application: Application, author: Author) -> Player:
    """Confirm that somebody with a place from last season plays."""
    Player.objects.filter(pk=player.pk).update(
        name=application.name,
        guest_id=application.guest_id or player.guest_id,
        language=application.language,
        site=application.site,
    )
    people.set_consent(player.person, shows_name=application.shows_name)
    player.refresh_from_db()
    accepted: list[acts.Act] = [acts.AcceptPlace(player=player.key, day=repository.today_in(change.season, change.now))]
    if application.equipment is not None:
        accepted.append(acts.Declare(player=player.key, equipment=equipment_of(application.equipment)))
    change.do(Kind.JOINED, accepted, author, rows=[player])
    return player


def answer(player: Player, *, plays: bool, now: datetime) -> None:
    """Take the answer of somebody who was invited after last season."""
    if not plays:
        if player.status == Player.Status.INVITED:
            withdraw(player, now=now)
        return
    with changing(player.season, now=now) as change:
        if change.state.players[player.key].status is PlayerStatus.INVITED:
            accepted = acts.AcceptPlace(player=player.key, day=repository.today_in(change.season, now))
            change.do(Kind.JOINED, [accepted], author_of(player), rows=[player])


def declare(player: Player, equipment: Mapping[str, Any], *, now: datetime) -> None:
    """Store what a player says of their board, coins, striker and powder (B-006 to B-012)."""
    with changing(player.season, now=now) as change:
        declared = acts.Declare(player=player.key, equipment=equipment_of(equipment))
        change.do(Kind.EQUIPMENT_DECLARED, [declared], author_of(player), rows=[player])


def withdraw(player: Player, *, now: datetime, by_organiser: UUID | None = None, why: str = "") -> None:
    """End somebody's season; what they have handed in stays. Who waits moves up. A second time changes nothing."""
    author = author_of(player) if by_organiser is None else organiser(by_organiser)
    with changing(player.season, now=now) as change:
        before = change.state.players.get(player.key)
        if before is None or before.status is PlayerStatus.WITHDRAWN:
            return
        left = acts.Withdraw(player=player.key, day=repository.today_in(change.season, now))
        change.do(Kind.WITHDRAWN, [left], author, reason=why, rows=[player])
        if before.status in HOLDS_PLACE:
            _move_up(change)
        queue(emails.withdrawn, player.pk)


def _move_up(change: SeasonChange) -> None:
    """Give free places to those who wait, who came first first. Nobody moves up in a season that is not open.

    Each has an entry of their own: undoing a withdrawal takes nobody's place away.
    """
    if change.state.status is not SeasonStatus.OPEN:
        return
    for waiting in [one for one in change.state.players.values() if one.status is PlayerStatus.WAITING]:
        if change.state.places is not None and change.state.taken >= change.state.places:
            return
        change.do(Kind.MOVED_UP, [acts.MoveUp(player=waiting.key)], SITE)
        queue(emails.moved_up, Player.objects.get(season=change.season, key=waiting.key).pk)
