"""Ties of teams at an event: handing in and removing line-ups, and deciding a level tie."""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.terms import Side
from carrom.tournament import record as records
from carrom.tournament.commands import NameLineUp, Tell
from carrom.tournament.record import effective
from carrom.tournament.results import Result
from carrom.tournament.teams import LineUp
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import contests, fixture_emails
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Category, Event
from carrom_web.competitions.events.services import line_ups
from carrom_web.competitions.events.services.draws import changing, contest_of, do_act
from carrom_web.competitions.events.services.organising import check_may, record_audit
from carrom_web.competitions.events.services.results import NotReadyError
from carrom_web.outbox.backend import queue

TRIES = 3


class TieStartedError(NotAllowedError):
    """A match of the tie has a result: its line-ups stay."""

    code = "tie-started"


def name_of(category: Category) -> str:
    """How the contest of a category is named where closed line-ups are recorded."""
    return f"category {category.pk}"


def hand_in(
    event: Event,
    key: str,
    fixture: str,
    team: str,
    line_up: LineUp,
    *,
    guest_id: UUID | None,
    is_captain: bool,
    now: datetime,
) -> bool:
    """Keep a team's line-up closed until the other is in too; True once both are open.

    The page has made sure that a captain is the team's own; anybody else needs the right to draw.

    Raises:
        NotOfficialError, NotReadyError, LineUpTooLateError, LineUpsOpenError, LineUpError, ActError, StaleContestError.
    """
    if not is_captain:
        check_may(event, guest_id, Action.DRAW)
    for attempt in range(1, TRIES + 1):
        try:
            return _hand_in(event, key, fixture, NameLineUp(fixture, team, line_up), guest_id, is_captain, now)
        except contests.StaleContestError:
            if attempt == TRIES:
                raise
    return False


def _hand_in(
    event: Event, key: str, fixture: str, act: NameLineUp, guest_id: UUID | None, is_captain: bool, now: datetime
) -> bool:
    kind = AuditKind.LINE_UP if is_captain else AuditKind.LINE_UP_BY_DESK
    category, found = contest_of(event, key)
    meeting, team = found.meeting(fixture), found.name(act.team)
    if not meeting.a or not meeting.b:
        raise NotReadyError("teams-unknown")
    with changing(event, guest_id, key, kind, now, right=None, fixture=fixture, team=team) as change:
        of = name_of(category)
        if is_captain:
            line_ups.check_in_time(of, fixture, now)
        contest = records.contest_of(change.record)
        opened = line_ups.keep(of, contest, fixture, (meeting.a, meeting.b), act, guest_id=guest_id, now=now)
        for one in opened:
            change.do(one)
        if is_captain:
            queue(fixture_emails.line_up_taken, category.pk, fixture, act.team)
    return bool(opened)


def set_deadline(
    event: Event,
    guest_id: UUID | None,
    key: str,
    fixture: str,
    until: datetime | None,
    *,
    whole_round: bool = False,
    now: datetime,
) -> None:
    """Set until when the captains of a tie, or of all ties of its round, hand in; None takes it away.

    Raises:
        NotOfficialError, NotReadyError, UnknownFixtureError.
    """
    check_may(event, guest_id, Action.DRAW)
    with transaction.atomic():
        category, found = contest_of(event, key)
        number = found.contest.fixture(fixture).round
        meant = [one.id for one in found.contest.fixtures if one.round == number] if whole_round else [fixture]
        for one in meant:
            line_ups.set_deadline(name_of(category), one, until)
        says = until.isoformat(timespec="minutes") if until else ""
        record_audit(
            event, guest_id, AuditKind.LINE_UP_DEADLINE, now, category=key, fixture=", ".join(meant), until=says
        )


def take_line_ups_back(event: Event, guest_id: UUID | None, key: str, fixture: str, *, now: datetime) -> None:
    """Take both line-ups of a tie out of the record, before its first match; captains hand in again.

    Raises:
        NotOfficialError, TieStartedError, NotReadyError: none is open.
    """
    _category, found = contest_of(event, key)
    if any(one.result.fixture == fixture for one in found.contest.tie_matches):
        raise TieStartedError()
    lines = [
        line.number
        for line in effective(found.record)
        if isinstance(line.act, NameLineUp) and line.act.fixture == fixture
    ]
    if not lines:
        raise NotReadyError("no-open-line-up")
    with changing(event, guest_id, key, AuditKind.LINE_UPS_CLEARED, now, fixture=fixture) as change:
        for number in lines:
            change.record = records.revert(change.record, number, at=change.at)


def decide(
    event: Event, guest_id: UUID | None, key: str, fixture: str, winner: Side, *, reason: str, now: datetime
) -> Result:
    """Say who goes on after a tie that is level on everything its terms ask; its matches stay. Undone by `clear`.

    Raises:
        NotOfficialError, StaleContestError. NotReadyError: it is not level, or not over.
    """
    _category, found = contest_of(event, key)
    result = found.meeting(fixture).result
    if result is None or not result.is_played or result.winner is not None:
        raise NotReadyError("tie-not-level")
    decided = replace(result, winner=winner, how="agreed", reason=reason)
    do_act(event, guest_id, key, Tell(decided), AuditKind.TIE_DECIDED, now, fixture=fixture)
    return decided
