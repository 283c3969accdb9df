"""Entering a match league: a player, a pair or a team with its captain, roster and home; changed by its captain."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from carrom.errors import NotAllowedError
from carrom.league import match_record as records
from carrom.league.match_commands import Join
from carrom.league.match_record import LeagueRecord
from carrom.league.match_terms import MatchLeagueTerms
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Action
from carrom_web.competitions.match_leagues import emails, repository, selectors
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.models import Captain, League, Team, TeamMember
from carrom_web.competitions.match_leagues.services.changes import change_record, check_captain
from carrom_web.competitions.match_leagues.services.organising import remove
from carrom_web.core.translation import current_language
from carrom_web.outbox.backend import queue
from carrom_web.people import services as people
from carrom_web.people.models import Player, name_key
from carrom_web.people.services import Details


class EntriesClosedError(NotAllowedError):
    """The league takes nobody any more."""

    code = "entries-closed"


class LeagueFullError(NotAllowedError):
    """All places are taken."""

    code = "league-full"


class NameTakenError(NotAllowedError):
    """Another one has this name."""

    code = "name-taken"


class RosterError(NotAllowedError):
    """Too few or too many persons, or one twice."""

    code = "bad-roster"


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry:
    """One of a roster; `key` of somebody who is in it already."""

    name: str
    rating: float | None = None
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry that somebody hands in; `name` is empty where the persons' names are the name."""

    name: str
    members: Sequence[RosterEntry]
    club_name: str = ""
    captain: str = ""
    email: str = ""
    shows_names: bool = False
    venue: str = ""
    at_once: int = 1
    weekday: int | None = None
    time: str = ""
    language: str = field(default_factory=current_language)
    site: str = ""


def is_open(league: League, terms: MatchLeagueTerms, now: datetime, *, is_drawn: bool) -> bool:
    """Whether a league takes entries: announced, before its deadline, and no fixtures made."""
    today = now.astimezone(terms.zone).date().isoformat()
    return (
        league.state == League.State.OPEN and not is_drawn and not (terms.entries_until and today > terms.entries_until)
    )


def enter(league: League, guest_id: UUID | None, entry: Entry, *, now: datetime) -> Team:
    """Enter a league; who does it becomes the captain. An organiser enters others also after the deadline.

    Raises:
        EntriesClosedError, LeagueFullError, NameTakenError, RosterError, StaleCompetitionError.
    """
    league.refresh_from_db()
    seen = repository.seen(league)
    by_official = selectors.may(league, guest_id, Action.REGISTER)
    if seen.league.is_drawn or not (by_official or is_open(league, seen.terms, now, is_drawn=False)):
        raise EntriesClosedError("closed")
    check_roster(seen.terms, entry.members)
    if len(seen.league.season.entrants) >= seen.terms.most:
        raise LeagueFullError(most=seen.terms.most)
    try:
        with transaction.atomic():
            details = Details(name=_captain_of(entry), email=entry.email)
            own_id = None if by_official else guest_id
            captain = people.player_for(league.club_id, details, guest_id=own_id, by_official=by_official)
            team = Team.objects.create(league=league, made_at=now, person=captain, **_columns(entry))
            _store_members(team, entry, by_official=by_official)
            if guest_id is not None and not (by_official and entry.email):
                Captain.objects.create(team=team, guest_id=guest_id, since=now)
            _join(league, team, guest_id, AuditKind.ENTERED, now, by_official=by_official)
            queue(emails.entered, team.pk)
    except IntegrityError:
        raise NameTakenError(name=_columns(entry)["name"]) from None
    return team


def change_team(team: Team, guest_id: UUID | None, entry: Entry, *, now: datetime) -> None:
    """Change roster, home and name, as the captain or an official; who has played for it stays in its matches.

    Raises:
        NotCaptainError, NameTakenError, RosterError, StaleCompetitionError.
    """
    by_official = selectors.may(team.league, guest_id, Action.REGISTER)
    if not by_official:
        check_captain(team, guest_id)
    check_roster(repository.terms_of(team.league), entry.members)
    columns = _columns(entry)
    for name in ("language", "site"):
        columns.pop(name)
    try:
        with transaction.atomic():
            own_rows = 1 + team.members.filter(person=team.person).count()
            details = Details(name=_captain_of(entry), email=entry.email or team.email, born=team.born)
            captain = people.change(team.person, details, own_rows=own_rows, guest_id=guest_id, by_official=by_official)
            team.members.filter(person=team.person_id, name=entry.captain).update(person=captain)
            Team.objects.filter(pk=team.pk).update(person=captain, **columns)
            team.refresh_from_db()
            _store_members(team, entry, by_official=by_official)
            _join(team.league, team, guest_id, AuditKind.ROSTER_CHANGED, now, by_official=by_official)
    except IntegrityError:
        raise NameTakenError(name=columns["name"]) from None


def leave(team: Team, guest_id: UUID | None, *, reason: str = "", now: datetime) -> None:
    """Withdraw one's own team. Raises NotCaptainError, LeagueActError, StaleCompetitionError."""
    check_captain(team, guest_id)
    remove(team.league, guest_id, team.key, role=AuditEntry.Role.PLAYER, reason=reason, now=now)


def become_captain(team: Team, guest_id: UUID, *, now: datetime) -> None:
    """Act for a team from now on: anybody who opens its link may."""
    Captain.objects.update_or_create(team=team, guest_id=guest_id, defaults={"since": now})


def check_roster(terms: MatchLeagueTerms, members: Sequence[RosterEntry]) -> None:
    """Pass if so many, each once, may play as one. Raises RosterError."""
    least, most = terms.persons
    names = [one.name.casefold() for one in members]
    if not least <= len(names) <= most:
        if least == most:
            raise RosterError("exact-number", number=least, count=len(names))
        raise RosterError("number", least=least, most=most, count=len(names))
    if len(set(names)) != len(names):
        raise RosterError("twice")


def _columns(entry: Entry) -> dict[str, object]:
    name = entry.name or " & ".join(one.name for one in entry.members)
    own = (
        "club_name", "captain", "venue", "at_once", "weekday", "time", "language", "site",
    )  # fmt: skip
    return {"name": name[:80], **{one: getattr(entry, one) for one in own}}


def _captain_of(entry: Entry) -> str:
    return entry.captain or entry.members[0].name


def person_of(team: Team, details: Details, *, by_official: bool) -> Player:
    """Return the player of the club whom a roster names; the captain is one of them where the names are the same."""
    if name_key(details.name) == name_key(team.captain or team.person.name):
        if details.shows_name or (details.shows_name is False and not by_official):
            people.set_consent(team.person, shows_name=details.shows_name)
        return team.person
    return people.player_for(team.league.club_id, details, by_official=by_official)


def _store_members(team: Team, entry: Entry, *, by_official: bool) -> None:
    """The roster in its order; who is no longer in it stays for the matches that they played."""
    members = entry.members
    before = {row.key: row for row in team.members.all()}
    staying = {one.key for one in members if one.key in before}
    TeamMember.objects.filter(team=team).exclude(key__in=staying).update(active=False)
    for position, one in enumerate(members):
        columns = {"name": one.name, "rating": one.rating, "position": position, "active": True}
        row = before.get(one.key)
        if row is None:
            details = Details(name=one.name, shows_name=entry.shows_names)
            person = person_of(team, details, by_official=by_official)
            TeamMember.objects.create(team=team, person=person, **columns)
        else:
            own_rows = 1 + (row.person_id == team.person_id)
            details = Details(name=one.name, email=row.email, born=row.born, shows_name=entry.shows_names)
            person = people.change(row.person, details, own_rows=own_rows, by_official=by_official)
            TeamMember.objects.filter(team=team, key=one.key).update(person=person, **columns)


def _join(
    league: League, team: Team, guest_id: UUID | None, kind: AuditKind, now: datetime, *, by_official: bool
) -> None:
    team = Team.objects.prefetch_related("members").get(pk=team.pk)

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        act = Join(repository.entrant_of(team), repository.ground_of(team))
        before = next((one for one in records.league_of(record).season.entrants if one.key == team.key), None)
        if before is not None and before.left is not None:
            raise EntriesClosedError("withdrawn")
        return records.apply(record, act, at=at)

    role = AuditEntry.Role.ORGANISER if by_official else AuditEntry.Role.PLAYER
    change_record(league, guest_id, change, kind, now, role=role, team=team.key)
