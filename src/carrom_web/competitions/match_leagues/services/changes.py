"""How everything is done in a league: one change of its record, stored if nobody has written since, and in the log."""

import random
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.league import match_record as records
from carrom.league.match_commands import Act
from carrom.league.match_record import LeagueRecord
from carrom_web.accounts.models import Guest
from carrom_web.clubs.rights import Action
from carrom_web.competitions.match_leagues import repository, selectors, sockets
from carrom_web.competitions.match_leagues.models import AuditEntry, Captain, League, Team

DICE = random.SystemRandom()
Change = Callable[[LeagueRecord, str, str], LeagueRecord]


class NotOfficialError(NotAllowedError):
    """Somebody without the role for it."""

    code = "not-official"


class NotCaptainError(NotAllowedError):
    """Somebody who acts for neither side."""

    code = "not-captain"


def check_may(league: League, guest_id: UUID | None, action: Action) -> None:
    """Pass if somebody may do this in a league. Raises NotOfficialError."""
    if not selectors.may(league, guest_id, action):
        raise NotOfficialError("role")


def check_captain(team: Team, guest_id: UUID | None) -> None:
    """Pass if somebody acts for a team. Raises NotCaptainError."""
    if guest_id is None or not Captain.objects.filter(team=team, guest_id=guest_id).exists():
        raise NotCaptainError("captain")


def iso(moment: datetime) -> str:
    """A moment as records hold it: in UTC, so that texts compare as moments do."""
    return moment.astimezone(UTC).isoformat(timespec="seconds")


def record_audit(
    league: League, guest_id: UUID | None, what: str, now: datetime, *, line: int | None = None, **detail: Any
) -> AuditEntry:
    """Add a line to the log and give it; pages that follow the league are told."""
    sockets.FOLLOWERS.changed_after_commit(league.pk)
    name = Guest.objects.filter(pk=guest_id).values_list("name", flat=True).first() or "" if guest_id else ""
    return AuditEntry.objects.create(
        league=league, at=now, by=name, guest_id=guest_id, what=what, detail=detail, line=line
    )


def change_record(
    league: League, guest_id: UUID | None, change: Change, what: str, now: datetime, **detail: Any
) -> repository.LeagueView:
    """Change a league's record, store it and note it; whoever asks has been found to have the right.

    Raises:
        StaleLeagueError: somebody has written meanwhile. CarromError: what `change` raises; nothing was stored.
    """
    with transaction.atomic():
        league.refresh_from_db()
        seen = repository.seen(league)
        name = Guest.objects.filter(pk=guest_id).values_list("name", flat=True).first() or "" if guest_id else ""
        record = change(seen.record, iso(now), name)
        repository.store(league, record)
        line = (
            len(record.entries) if len(record.entries) > len(seen.record.entries) else None
        )  # a closed line-up adds none
        record_audit(league, guest_id, what, now, line=line, **detail)
    return repository.seen(league)


def do_act(
    league: League, guest_id: UUID | None, act: Act, what: str, now: datetime, **detail: Any
) -> repository.LeagueView:
    """Do one act. Raises what `change_record` raises."""

    def change(record: LeagueRecord, at: str, by: str) -> LeagueRecord:
        return records.apply(record, act, at=at, by=by)

    return change_record(league, guest_id, change, what, now, **detail)
