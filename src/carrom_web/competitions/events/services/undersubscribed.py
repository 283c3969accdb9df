"""A category with too few entries once they have closed: cancelled or merged into another, and both undone.

Nothing happens by itself (K-014, K-015): the organiser is shown what each decision means and takes one. What it changed
stands in its line of the log, entry by entry, so that it can be taken back until the draw.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from carrom.errors import NotAllowedError
from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import EventTerms, is_open
from carrom.tournament.registration import TAKES_A_PLACE, EntryStatus
from carrom.tournament.undersubscribed import Decision, decisions
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import contests, emails, repository, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import (
    Category,
    Entry,
    Event,
    LedgerEntry,
    Member,
    Notice,
)
from carrom_web.competitions.events.services.organising import (
    UnknownCategoryError,
    cancel_entries,
    check_confirmed,
    check_may,
    record_audit,
)
from carrom_web.competitions.events.services.registration import move_up
from carrom_web.outbox.backend import queue

STANDS = (*TAKES_A_PLACE, EntryStatus.WAITING)
DECISIONS = {
    AuditKind.CATEGORY_CANCELLED: AuditKind.CATEGORY_HELD,
    AuditKind.CATEGORY_MERGED: AuditKind.CATEGORY_SEPARATED,
}  # and how each is undone


class CannotMergeError(NotAllowedError):
    """Two categories that cannot be played together, or not any more."""

    code = "cannot-merge"


class CannotUndoError(NotAllowedError):
    """A decision about a category that cannot be taken back any more."""

    code = "cannot-undo"


@dataclass(frozen=True, slots=True)
class Short:
    """A category with too few entries: its entries in the order of `Decision`, and who is in the other already."""

    decision: Decision
    entries: tuple[Entry, ...]
    twice: dict[str, tuple[Entry, ...]]  # by the other category: entries with somebody who plays there already


def short_categories(event: Event, terms: EventTerms, now: datetime) -> list[Short]:
    """Return what is to be decided once entries have closed; nothing before, and nothing of a drawn category."""
    if is_open(terms, now) or event.state != Event.State.OPEN:
        return []
    rows = {row.key: row for row in event.categories.filter(state=Category.State.OPEN)}
    entries = {key: _confirmed(row) for key, row in rows.items()}
    undrawn = {key for key, row in rows.items() if not _is_drawn(row)}
    people = {
        key: [tuple(selectors.person(member) for member in entry.players) for entry in found]
        for key, found in entries.items()
    }
    paid = {key: sum(entry.fee for entry in found) for key, found in entries.items()}
    found = []
    for decision in decisions(terms, people, paid):
        if decision.category not in undrawn:
            continue
        others = {merge.into for merge in decision.merges if merge.into in undrawn}
        found.append(
            Short(
                decision,
                tuple(entries[decision.category]),
                {key: tuple(_twice(entries[decision.category], rows[key])) for key in sorted(others)},
            )
        )
    return found


def _confirmed(row: Category) -> list[Entry]:
    rows = row.entries.filter(standing=EntryStatus.CONFIRMED).select_related("form", "category")
    return list(rows.prefetch_related("members").order_by("pk"))


def _is_drawn(row: Category) -> bool:
    found = contests.shown(row)
    return found is not None and bool(found.contest.draws)


def _twice(entries: list[Entry], into: Category) -> list[Entry]:
    there = set(Member.objects.filter(category=into, active=True).values_list("identity", flat=True))
    return [entry for entry in entries if any(member.identity in there for member in entry.members.all())]


def merge(
    event: Event, guest_id: UUID | None, key: str, into: str, *, fees_follow: bool, why: str = "", now: datetime
) -> int:
    """Play a category together with another: its entries move there. Give how many moved.

    With `fees_follow` each entry has the other category's fee, and the difference is charged or given back; else the
    fees stay as they were paid. Who plays in the other already cannot be there twice: that entry ends, and its fee
    goes back. Public, by email to whom it touches, and undone by `undo`.

    Raises:
        NotOfficialError, UnknownCategoryError. CannotMergeError: other kinds, drawn, or no room.
    """
    check_may(event, guest_id, Action.ORGANISE)
    terms = repository.terms_of(event)
    with transaction.atomic():
        row, other = _open(event, key), _open(event, into)
        _check_mergeable(terms.category(key), terms.category(into), row, other)
        twice = {entry.pk for entry in _twice(list(row.entries.filter(standing__in=STANDS)), other)}
        was: dict[str, Any] = cancel_entries(row, now, only=twice)
        moved: dict[str, int] = {}
        for entry in row.entries.filter(standing__in=STANDS).select_related("form__event").order_by("pk"):
            moved[entry.key] = entry.fee
            _move(entry, other, terms.category(into).fee if fees_follow else entry.fee, now)
            queue(emails.merged, entry.pk, terms.category(key).title)
        Category.objects.filter(pk=row.pk).update(state=Category.State.MERGED, merged_into=other, taken=0)
        titles = {"category": terms.category(key).title, "into": terms.category(into).title}
        says = _("%(category)s is played together with %(into)s.") % titles
        decision = record_audit(event, guest_id, AuditKind.CATEGORY_MERGED, now, **titles, entries=len(moved))
        notice = Notice.objects.create(event=event, at=now, text=f"{says} {why}".strip(), audit=decision)
        _keep_for_undo(decision, key=key, into=into, moved=moved, ended=was, notice=notice.pk)
    return len(moved)


def _open(event: Event, key: str) -> Category:
    row = event.categories.filter(key=key, state=Category.State.OPEN).first()
    if row is None:
        raise UnknownCategoryError()
    return row


def _check_mergeable(own: CategoryTerms, its: CategoryTerms, row: Category, other: Category) -> None:
    if own.key == its.key or own.kind is not its.kind or own.size != its.size:
        raise CannotMergeError("different-entries")
    if _is_drawn(row) or _is_drawn(other):
        raise CannotMergeError("drawn")
    moving = row.entries.filter(standing__in=TAKES_A_PLACE).count()
    if other.most is not None and other.taken + moving > other.most:
        raise CannotMergeError("too-many", category=its.title, most=other.most)


def _move(entry: Entry, to: Category, fee: int, now: datetime) -> None:
    """Let an entry stand in another category, with a place there if it had one, and pay what is asked there."""
    has_place = entry.takes_a_place
    if has_place:
        repository.give_place_back(entry.category)
        if not repository.take_place(to):
            raise CannotMergeError("no-place")
    if has_place and fee != entry.fee:
        kind = LedgerEntry.Kind.CHARGE if fee > entry.fee else LedgerEntry.Kind.RELIEF
        repository.move(
            entry.form.event, entry.form_id, kind, abs(fee - entry.fee), at=now, entry=entry, note="other category"
        )
    Entry.objects.filter(pk=entry.pk).update(category=to, fee=fee)
    Member.objects.filter(entry=entry).update(category=to)


def _keep_for_undo(decision: AuditEntry, **undo: Any) -> None:
    AuditEntry.objects.filter(pk=decision.pk).update(detail={**decision.detail, "_undo": undo})


def cancel(event: Event, guest_id: UUID | None, key: str, *, why: str = "", confirmed: str = "", now: datetime) -> int:
    """Cancel one category: its entries end, their fees go back, the others go on (K-015). Give how many ended.

    Public, by email to whom it touches, and undone by `undo`. Once something was played, `confirmed` is its title.

    Raises:
        NotOfficialError, UnknownCategoryError, NotConfirmedError.
    """
    check_may(event, guest_id, Action.ORGANISE)
    _open(event, key)
    check_confirmed(repository.terms_of(event).category(key).title, confirmed, contests.result_count(event, key=key))
    with transaction.atomic():
        row = _open(event, key)
        was = cancel_entries(row, now)
        Category.objects.filter(pk=row.pk).update(state=Category.State.CANCELLED)
        title = repository.terms_of(event).category(key).title
        decision = record_audit(event, guest_id, AuditKind.CATEGORY_CANCELLED, now, category=title, entries=len(was))
        notice = Notice.objects.create(event=event, at=now, text=why, category=row, audit=decision)
        _keep_for_undo(decision, key=key, ended=was, notice=notice.pk)
    return len(was)


def decision_to_undo(event: Event, key: str) -> AuditEntry | None:
    """The line of the log by which a category was cancelled or merged; None where that cannot be undone."""
    for entry in event.audit_entries.filter(kind__in=DECISIONS).order_by("-pk"):
        if entry.detail.get("_undo", {}).get("key") == key:
            return entry
    return None


def undo(event: Event, guest_id: UUID | None, key: str, *, now: datetime) -> None:
    """Hold a category after all, though it was cancelled or merged: its entries are back, with their fees.

    Raises:
        NotOfficialError. CannotUndoError: it is drawn by now, somebody has no place any more, or it was not done here.
    """
    check_may(event, guest_id, Action.ORGANISE)
    with transaction.atomic():
        row = event.categories.exclude(state=Category.State.OPEN).filter(key=key).first()
        decision = decision_to_undo(event, key) if row is not None else None
        if row is None or decision is None or event.state != Event.State.OPEN:
            raise CannotUndoError("no-decision")
        saved = decision.detail["_undo"]
        Category.objects.filter(pk=row.pk).update(state=Category.State.OPEN, merged_into=None)
        row.refresh_from_db()
        if "into" in saved:
            other = event.categories.get(key=saved["into"])
            if _is_drawn(other):
                raise CannotUndoError("drawn-together")
            moved = other.entries.filter(key__in=saved["moved"], standing__in=STANDS).select_related("form__event")
            for entry in moved.select_related("form__event", "category").order_by("pk"):
                _move(entry, row, saved["moved"][entry.key], now)
                queue(emails.held_after_all, entry.pk)
            move_up(other, now=now)
        _bring_back(row, saved["ended"], now)
        title = repository.terms_of(event).category(key).title
        logged = record_audit(event, guest_id, DECISIONS[AuditKind(decision.kind)], now, category=title)
        says = _("%(category)s is reinstated as a category of its own.") % {"category": title}
        Notice.objects.create(event=event, at=now, text=says, audit=logged)


def event_to_hold(event: Event) -> AuditEntry | None:
    """The line of the log by which the whole event was cancelled; None where that cannot be undone."""
    entry = event.audit_entries.filter(kind=AuditKind.EVENT_CANCELLED).order_by("-pk").first()
    return entry if event.state == Event.State.CANCELLED and entry is not None and "_undo" in entry.detail else None


def hold_event(event: Event, guest_id: UUID | None, *, now: datetime) -> None:
    """Hold an event after all, though it was cancelled: all entries are back, with their fees.

    Raises:
        NotOfficialError. CannotUndoError: it is not cancelled, or was elsewhere.
    """
    check_may(event, guest_id, Action.ORGANISE)
    decision = event_to_hold(event)
    if decision is None:
        raise CannotUndoError("event-not-cancelled")
    with transaction.atomic():
        if not Event.objects.filter(pk=event.pk, state=Event.State.CANCELLED).update(state=Event.State.OPEN):
            raise CannotUndoError("already-undone")
        event.refresh_from_db()
        for key, ended in decision.detail["_undo"].items():
            Category.objects.filter(event=event, key=key).update(state=Category.State.OPEN)
            _bring_back(event.categories.get(key=key), ended, now)
        logged = record_audit(event, guest_id, AuditKind.EVENT_HELD, now)
        Notice.objects.create(event=event, at=now, text=_("The event is reinstated."), audit=logged)


def _bring_back(row: Category, ended: dict[str, str], now: datetime) -> None:
    """Let all who were cancelled with their category stand as before, and tell them."""
    rows = row.entries.filter(key__in=ended, standing=EntryStatus.CANCELLED)
    for entry in rows.select_related("form__event", "category"):
        _stand_again(entry, EntryStatus(ended[entry.key]), now)
        queue(emails.held_after_all, entry.pk)


def _stand_again(entry: Entry, standing: EntryStatus, now: datetime) -> None:
    """Let an entry that was cancelled stand as before; its fee is asked again."""
    taken = entry.members.values_list("identity", flat=True)
    if Member.objects.filter(category=entry.category, active=True, identity__in=list(taken)).exists():
        raise CannotUndoError("entered-again")
    if standing in TAKES_A_PLACE:
        if not repository.take_place(entry.category):
            raise CannotUndoError("no-place")
        if entry.fee:
            repository.move(
                entry.form.event,
                entry.form_id,
                LedgerEntry.Kind.CHARGE,
                entry.fee,
                at=now,
                entry=entry,
                note="held after all",
            )
    Entry.objects.filter(pk=entry.pk).update(standing=standing)
    Member.objects.filter(entry=entry).update(active=True)
