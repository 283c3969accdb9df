"""Undoing a step of a category, by its entry in the audit log: all its entries in the category's log, last first.

The boards are as before the step where they are still free. Undoing an undo brings the step back. `consequences_of_...`
say what a change of a draw would change, before it is made.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from carrom.errors import NotAllowedError
from carrom.log import standing
from carrom.terms import Side
from carrom.tournament import record as records
from carrom.tournament.commands import Draw, Swap, Tell
from carrom.tournament.record import Consequences, Record
from carrom.tournament.results import Result
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import contests, selectors
from carrom_web.competitions.events.audit import PAGES, AuditKind
from carrom_web.competitions.events.models import BoardCall, Contest, Event
from carrom_web.competitions.events.services import registration
from carrom_web.competitions.events.services.draws import changing, check_version, clearing, contest_of
from carrom_web.competitions.events.services.organising import check_may


class NotUndoableError(NotAllowedError):
    """A step that added nothing to a draw, or nothing that still counts."""

    code = "step-not-undoable"


@dataclass(frozen=True, slots=True)
class Preview:
    """The effects of undoing a step on the contest `found`."""

    found: contests.ContestView
    changes: Consequences


class StandingSteps:
    """The lines of each step that still stand; every category's log is read once."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self._records: dict[str, Record | None] = {}

    def lines(self, step: AuditEntry) -> list[int]:
        """The lines of a step that can be undone, the last first; none: the step cannot be."""
        numbers = {one.number for one in step.log_entries.all()} if step.kind in PAGES["event-draw"] else set()
        record = self._record(str(step.detail.get("category", ""))) if numbers else None
        if record is None:
            return []
        found = [entry for entry in standing(record.entries) if entry.number in numbers]
        if step.kind == AuditKind.DRAWN:  # those who were entered for the first draw stay
            found = [entry for entry in found if isinstance(entry.act, Draw)]
        return [entry.number for entry in reversed(found)]

    def _record(self, key: str) -> Record | None:
        if key not in self._records:
            row = Contest.objects.filter(category__event=self._event, category__key=key).first()
            self._records[key] = contests.record_of(row) if row is not None else None
        return self._records[key]


def preview(event: Event, number: int) -> Preview:
    """Preview undoing a step, by its number in the audit log. Raises NotUndoableError, CarromError."""
    step, lines = _step(event, number)
    _category, found = contest_of(event, step.detail["category"], whole_names=True)
    after = _without(found.record, lines)
    return Preview(found, records.consequences(found.contest, records.contest_of(after)))


def undo(event: Event, guest_id: UUID | None, number: int, *, version: int | None = None, now: datetime) -> None:
    """Undo a step by its number in the audit log; `version` is that of the contest at which the preview looked.

    Raises:
        NotOfficialError, StaleContestError, NotUndoableError. CarromError: a later step needs it.
    """
    check_may(event, guest_id, Action.DRAW)
    step, lines = _step(event, number)
    key = str(step.detail["category"])
    if version is not None:
        check_version(event, key, version)
    undoes = None if selectors.was_reverted(step) else step
    with transaction.atomic():
        restore_boards(event, step, now=now)
        with changing(event, guest_id, key, AuditKind.REVERTED, now, undoes=undoes, line=lines[-1]) as change:
            change.record = _without(change.record, lines, at=change.at)
        if step.kind == AuditKind.LATE_PLAYER:
            registration.withdraw(event.forms.get(number=step.detail["form"]), now=now)


def _step(event: Event, number: int) -> tuple[AuditEntry, list[int]]:
    step = event.audit_entries.filter(pk=number).select_related("reverted_by").prefetch_related("log_entries").first()
    lines = StandingSteps(event).lines(step) if step is not None else []
    if step is None or not lines:
        raise NotUndoableError()
    return step, lines


def _without(record: Record, lines: list[int], *, at: str = "") -> Record:
    """The record without these lines; one that went with another is passed over."""
    for line in lines:
        if any(entry.number == line for entry in standing(record.entries)):
            record = records.revert(record, line, at=at)
    return record


def restore_boards(event: Event, step: AuditEntry, *, now: datetime) -> None:
    """End the calls that a step made, and let those stand again that it ended, where the board is free."""
    calls = BoardCall.objects.filter(category__event=event)
    made = calls.filter(called_at=step.at, ended_at=None)
    made.filter(match=None).delete()
    made.update(ended_at=now)
    taken = set(calls.filter(ended_at=None).values_list("board", flat=True))
    for call in calls.filter(ended_at=step.at).order_by("-pk"):
        if call.board not in taken:
            BoardCall.objects.filter(pk=call.pk).update(ended_at=None)
            taken.add(call.board)


def consequences_of_clearing(event: Event, key: str, fixture: str) -> Consequences:
    """Preview taking a result back. Raises NotReadyError, ActError: it may not be done."""
    _category, found = contest_of(event, key)
    return records.preview(found.record, clearing(found, fixture))


def consequences_of_result(event: Event, key: str, result: Result) -> Consequences:
    """Preview reporting this result of a fixture. Raises ActError: it may not be done."""
    _category, found = contest_of(event, key)
    return records.preview(found.record, Tell(result))


def consequences_of_undoing(event: Event, key: str, number: int) -> Consequences:
    """Preview undoing an act, by the number of its line. Raises ActError: it may not be done."""
    _category, found = contest_of(event, key)
    return records.consequences(found.contest, records.contest_of(records.revert(found.record, number)))


def consequences_of_swap(
    event: Event, key: str, fixture: str, side: Side, other: str, other_side: Side
) -> Consequences:
    """Preview exchanging two sides. Raises ActError: it may not be done."""
    _category, found = contest_of(event, key)
    return records.preview(found.record, Swap(fixture, side, other, other_side))
