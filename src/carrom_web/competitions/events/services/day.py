"""The day of an event: late arrivals, early leavers, postponed matches; and undoing the last action.

Each is one entry of the audit log, and one moment: what a step did to the boards is found again by it.
"""

import random
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.terms import Side
from carrom.tournament import format as formats
from carrom.tournament import record as records
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.commands import Enter, Fill, Leave, Settle, Tell
from carrom.tournament.contest import Contest as Folded
from carrom.tournament.entries import Entrant
from carrom.tournament.fixtures import Bye, Known
from carrom.tournament.scoring import not_played
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import announcements, contests, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import BoardCall, Event, Registration
from carrom_web.competitions.events.services import evenings, run_on, undoing
from carrom_web.competitions.events.services.draws import ContestChange, changing, contest_of
from carrom_web.competitions.events.services.organising import check_may, record_audit

UNDOABLE = (
    AuditKind.RESULT,
    AuditKind.RESULT_CONFIRMED,
    AuditKind.RESULT_CLEARED,
    AuditKind.RESULT_OF_SHEET,
    AuditKind.LATE_PLAYER,
    AuditKind.LEFT,
    AuditKind.EDITED,
    AuditKind.STOPPED,
    AuditKind.CALLED_LATER,
)
LOOKED_AT = 20  # steps, from the last
When = Literal["now", "after"]
_RNG = random.SystemRandom()


class DayError(NotAllowedError):
    """Something of the day that cannot be done now."""

    code = "day"


@dataclass(frozen=True, slots=True)
class Arrival:
    """The effects of a late arrival.

    `how` is "next-round", "next-match", "bye" (in the free place beside `beside`), "redraw" or "full".
    """

    how: Literal["next-round", "next-match", "bye", "redraw", "full"]
    round: int = 0
    beside: str = ""


def arrival(contest: Folded) -> Arrival:
    """Return the effects of a late arrival."""
    form = formats.find(contest.format)
    met = form.meetings(contest)
    if form.takes_late_entries:
        most = int(contest.options.get("rounds", 0) or 0)
        if most and contest.rounds >= most:
            return Arrival("full")
        return Arrival("next-match") if form.draws_one_match else Arrival("next-round", contest.rounds + 1)
    free = _free_place(met)
    if free is not None:
        return Arrival("bye", beside=free.winner or "")
    return Arrival("full") if any(one.state is State.DECIDED for one in met) else Arrival("redraw")


def let_in(event: Event, guest_id: UUID | None, key: str, name: str, *, now: datetime) -> str:
    """Let somebody play who comes late, as `arrival` says; return the name under which they stand.

    Raises:
        NotOfficialError, StaleContestError. DayError: nobody can come in any more, or there is no name.
    """
    check_may(event, guest_id, Action.DRAW)
    standing = Registration.objects.filter(event=event, withdrawn_at=None).values_list("name", flat=True)
    found = evenings.names_of(name, beside=standing)
    if not found:
        raise DayError("no-name")
    with transaction.atomic():
        form = evenings.enter(event, found, now=now)
        entry = form.entries.select_related("form", "category").get(category__key=key)
        with changing(event, guest_id, key, AuditKind.LATE_PLAYER, now, form=form.number) as change:
            _place(change, contests.entrant_of(entry))
    return found


def _place(change: ContestChange, entrant: Entrant) -> None:
    contest = records.contest_of(change.record)
    found = arrival(contest)
    match found.how:
        case "full":
            raise DayError("full")
        case "next-round" | "next-match":
            change.do(Enter(replace(entrant, joined=contest.rounds + 1)))
        case "bye":
            place = _free_place(formats.find(contest.format).meetings(contest))
            assert place is not None  # noqa: S101  # `arrival` has just found it
            side = Side.A if isinstance(place.fixture.a, Bye) else Side.B
            change.do(Enter(entrant))
            change.do(Fill(place.fixture.id, side, Known(entrant.key)))
        case "redraw":
            change.do(Enter(entrant))
            change.record = records.redrawn(change.record, _RNG, at=change.at)


def _free_place(met: tuple[Meeting, ...]) -> Meeting | None:
    """A bye whose player has not played the next match yet."""
    played = {key for one in met if one.state is State.DECIDED for key in one.keys}
    for one in met:
        bye = any(isinstance(slot, Bye) for slot in (one.fixture.a, one.fixture.b))
        if bye and one.state is State.BYE and one.winner not in played and one.fixture.round == 1:
            return one
    return None


def leave(event: Event, guest_id: UUID | None, key: str, entrant: str, when: When, *, now: datetime) -> None:
    """Let somebody go: at once, so that their opponents win, or after the match that they play now.

    Raises:
        NotOfficialError, StaleContestError. UnknownEntrantError.
    """
    _category, found = contest_of(event, key)
    mine = [one for one in found.meetings if entrant in one.keys]
    open_rounds = [one.fixture.round for one in mine if one.state is State.READY]
    played = [one.fixture.round for one in mine if one.state is State.DECIDED]
    last = max([*played, *(open_rounds[:1] if when == "after" else ())], default=0)
    from_round = max(last + 1, min(open_rounds, default=found.contest.rounds + 1))
    with changing(event, guest_id, key, AuditKind.LEFT, now, entrant=found.name(entrant)) as change:
        for one in mine:
            if one.state is State.READY and one.fixture.round < (from_round if when == "now" else last):
                loser = Side.A if one.a == entrant else Side.B
                change.do(Tell(not_played(one, loser=loser, how="walk-over")))
        change.do(Leave(entrant, from_round))


def stop(event: Event, guest_id: UUID | None, key: str, *, now: datetime) -> None:
    """Draw nothing more: what is drawn is played, and then it is over. Raises NotOfficialError, StaleContestError."""
    _category, found = contest_of(event, key)
    with changing(event, guest_id, key, AuditKind.STOPPED, now) as change:
        change.do(Settle(options=(("rounds", max(1, found.contest.rounds)),)))


def call_later(event: Event, guest_id: UUID | None, key: str, fixture: str, *, now: datetime) -> None:
    """Put a match that was called behind those that wait; the next is called to its board.

    Raises:
        NotOfficialError. DayError: it is not called, or no other match waits.
    """
    check_may(event, guest_id, Action.DRAW)
    call = BoardCall.objects.filter(category__event=event, category__key=key, fixture=fixture, ended_at=None).first()
    if call is None:
        raise DayError("not-called")
    with transaction.atomic():
        BoardCall.objects.filter(pk=call.pk).update(ended_at=now)
        record_audit(event, guest_id, AuditKind.CALLED_LATER, now, category=key, fixture=fixture, board=call.board)
        run_on.call_what_can_be(event, now=now)
        again = BoardCall.objects.filter(category=call.category_id, fixture=fixture, ended_at=None)
        if again.exists():
            raise DayError("nobody-waits")


def last_step(event: Event) -> AuditEntry | None:
    """Return the last step of the day that still holds; None: nothing."""
    steps = event.audit_entries.filter(kind__in=UNDOABLE).select_related("reverted_by").order_by("-pk")
    standing = undoing.StandingSteps(event)
    for step in steps.prefetch_related("log_entries")[:LOOKED_AT]:
        if selectors.was_reverted(step):
            continue
        if step.kind == AuditKind.CALLED_LATER or standing.lines(step):
            return step
    return None


def undo(event: Event, guest_id: UUID | None, number: int, *, now: datetime) -> None:
    """Take the last step of the day back, by its number in the audit log; the boards are as they were before it.

    Raises:
        NotOfficialError, StaleContestError. DayError: it is not the last, or was taken back.
    """
    check_may(event, guest_id, Action.DRAW)
    step = last_step(event)
    if step is None or step.pk != number:
        raise DayError("not-the-last")
    if step.kind != AuditKind.CALLED_LATER:
        undoing.undo(event, guest_id, number, now=now)
        return
    with transaction.atomic():
        undoing.restore_boards(event, step, now=now)
        record_audit(event, guest_id, AuditKind.REVERTED, now, undoes=step, category=step.detail["category"])
        run_on.call_what_can_be(event, now=now)
        announcements.changed_after_commit(event.pk)
