"""Changing a league: one change of its log, stored if nobody has written since, and audited."""

import random
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.league import match_record as records
from carrom.league.match_commands import Act
from carrom.league.match_commands import League as Folded
from carrom.league.match_record import LeagueRecord
from carrom.log import Log
from carrom_web.audit.log_store import iso
from carrom_web.audit.models import AuditEntry
from carrom_web.audit.services import record_audit
from carrom_web.clubs.rights import Action
from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.audit import AuditKind
from carrom_web.competitions.match_leagues.models import Captain, League, Team

RNG = random.SystemRandom()
Change = Callable[[LeagueRecord, str], LeagueRecord]  # the second argument is the moment, as logs hold it


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


def add_audit_entry(
    league: League,
    guest_id: UUID | None,
    kind: AuditKind,
    now: datetime,
    *,
    role: AuditEntry.Role = AuditEntry.Role.ORGANISER,
    **detail: Any,
) -> None:
    """Add an entry to the audit log; pages that follow the league hear of it."""
    repository.FOLLOWERS.changed_after_commit(league.pk)
    record_audit(league, kind, at=now, guest_id=guest_id, role=role, **detail)


def change_record(
    league: League,
    guest_id: UUID | None,
    change: Change,
    kind: AuditKind,
    now: datetime,
    *,
    role: AuditEntry.Role = AuditEntry.Role.ORGANISER,
    **detail: Any,
) -> repository.LeagueView:
    """Change what was done in a league, store it and audit it; the caller has checked the right to do so.

    Raises:
        StaleCompetitionError: somebody has written meanwhile. CarromError: what `change` raises; nothing was stored.
    """

    def changed(log: Log[Folded, Act]) -> Log[Folded, Act]:
        record = LeagueRecord(terms=log.state.terms, entries=log.entries).with_log(log)
        return change(record, iso(now)).log

    with transaction.atomic():
        league.refresh_from_db()
        repository.STORE.change(league, changed, kind, at=now, guest_id=guest_id, role=role, **detail)
        repository.FOLLOWERS.changed_after_commit(league.pk)
    return repository.seen(league)


def do_act(
    league: League,
    guest_id: UUID | None,
    act: Act,
    kind: AuditKind,
    now: datetime,
    *,
    role: AuditEntry.Role = AuditEntry.Role.ORGANISER,
    **detail: Any,
) -> repository.LeagueView:
    """Do one act. Raises what `change_record` raises."""

    def change(record: LeagueRecord, at: str) -> LeagueRecord:
        return records.apply(record, act, at=at)

    return change_record(league, guest_id, change, kind, now, role=role, **detail)
