"""Actions of organisers: begin, change, publish, extend, announce, cancel. Each is in the audit log."""

from collections.abc import Collection
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from carrom.errors import NotAllowedError
from carrom.tournament import programme
from carrom.tournament import record as records
from carrom.tournament.category import CategoryTerms
from carrom.tournament.commands import Settle
from carrom.tournament.event import EventTerms, extended, lacks_an_account
from carrom.tournament.event_faults import check_terms
from carrom.tournament.registration import TAKES_A_PLACE, EntryStatus
from carrom_web.accounts import selectors as accounts
from carrom_web.audit import services as audit_log
from carrom_web.audit.models import AuditEntry
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import announcements, contests, emails, repository, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Category, Entry, Event, Notice
from carrom_web.competitions.events.services.registration import end_entry, move_up
from carrom_web.competitions.models import free_slug
from carrom_web.outbox.backend import queue


class NotOfficialError(NotAllowedError):
    """Somebody without the role for it."""

    code = "not-official"


class AccountNeededError(NotAllowedError):
    """Somebody who has not signed up wants to hold an event."""

    code = "account-needed"


class NoBankAccountError(NotAllowedError):
    """Fees may be transferred, and no account is given."""

    code = "no-bank-account"


class UnknownCategoryError(NotAllowedError):
    """A category that the event does not have, or that was cancelled."""

    code = "unknown-category"


class CategoryDrawnError(NotAllowedError):
    """A change that a draw does not stand."""

    code = "category-drawn"


class EventHasEntriesError(NotAllowedError):
    """A change that those who entered did not agree to."""

    code = "event-has-entries"


def check_may(event: Event, guest_id: UUID | None, action: Action) -> None:
    """Pass if somebody may do this at an event. Raises NotOfficialError, ProtectionNeededError."""
    if not selectors.may(event, guest_id, action):
        clubs.check_protection(event.club_id, guest_id, action)
        raise NotOfficialError("missing-role")


def record_audit(event: Event, guest_id: UUID | None, kind: AuditKind, now: datetime, **detail: Any) -> AuditEntry:
    """Add an entry to the audit log and give it; pages that follow the event hear of it."""
    announcements.changed_after_commit(event.pk)
    return audit_log.record_audit(event, kind, at=now, guest_id=guest_id, **detail)


def start_event(club: Club, guest_id: UUID | None, terms: EventTerms, *, now: datetime) -> Event:
    """Store a new event as a draft.

    Raises:
        NotOfficialError: they may not organise in this club.
        EventTermsError: it could not be held so.
    """
    if not clubs.may(club.pk, guest_id, Action.ORGANISE):
        raise NotOfficialError("organiser")
    check_terms(terms)
    slug = free_slug(Event, terms.title, otherwise="event", year=str(terms.days[0].date.year))
    with transaction.atomic():
        event = Event.objects.create(club=club, slug=slug, **repository.columns(terms))
        _store_categories(event, terms)
        record_audit(event, guest_id, AuditKind.CREATED, now, title=terms.title)
    return event


def change_event(event: Event, guest_id: UUID | None, terms: EventTerms, *, now: datetime) -> None:
    """Store other terms. Once people have entered, fees, ages and the deadline stay as they were promised.

    Once a category is drawn, its format with its options, its ties and its laws stay too; its tie-breaks may change,
    and its standings follow.

    Raises:
        NotOfficialError, EventTermsError, StaleCompetitionError. CategoryDrawnError.
        EventHasEntriesError: what entries stand on would change.
    """
    check_may(event, guest_id, Action.ORGANISE)
    check_terms(terms)
    old = repository.terms_of(event)
    entered = set(
        Entry.objects.filter(category__event=event, standing__in=[*TAKES_A_PLACE, EntryStatus.WAITING])
        .values_list("category__key", flat=True)
        .distinct()
    )
    for category in old.categories:
        if category.key in entered:
            after = next((one for one in terms.categories if one.key == category.key), None)
            if after is None or _promise(after) != _promise(category):
                raise EventHasEntriesError("terms", category=category.title)
    for category in old.categories:
        after = next((one for one in terms.categories if one.key == category.key), None)
        if after is None or _how(after) != _how(category):
            _check_not_drawn(event, category)
    taken = dict(event.categories.values_list("key", "taken"))
    for category in terms.categories:
        if category.most is not None and category.most < taken.get(category.key, 0):
            raise EventHasEntriesError(
                "more-entries", category=category.title, taken=taken[category.key], most=category.most
            )
    if event.forms.exists() and (terms.deadline, terms.currency) != (old.deadline, old.currency):
        raise EventHasEntriesError("deadline")
    with transaction.atomic():
        repository.save_terms(event, terms)
        _store_categories(event, terms)
        changed = record_audit(event, guest_id, AuditKind.CHANGED, now)
        for category in terms.categories:
            _settle_tie_breaks(event, terms, category, now=now, audit=changed)
        for row in event.categories.filter(state=Category.State.OPEN):
            move_up(row, now=now)


def publish(event: Event, guest_id: UUID | None, *, now: datetime) -> None:
    """Show the event to everybody and take entries. Raises NotOfficialError, AccountNeededError, NoBankAccountError."""
    check_may(event, guest_id, Action.ORGANISE)
    if lacks_an_account(repository.terms_of(event)):
        raise NoBankAccountError()
    if not accounts.has_account(guest_id):
        raise AccountNeededError()
    with transaction.atomic():
        if Event.objects.filter(pk=event.pk, state=Event.State.DRAFT).update(state=Event.State.OPEN):
            record_audit(event, guest_id, AuditKind.PUBLISHED, now)
    event.refresh_from_db()


def unpublish(event: Event, guest_id: UUID | None, *, now: datetime) -> None:
    """Make an event a draft again that nobody has registered for yet. Raises NotOfficialError, EventHasEntriesError."""
    check_may(event, guest_id, Action.ORGANISE)
    with transaction.atomic():
        if not Event.objects.filter(pk=event.pk, state=Event.State.OPEN, forms=None).update(state=Event.State.DRAFT):
            raise EventHasEntriesError("published")
        record_audit(event, guest_id, AuditKind.UNPUBLISHED, now)
    event.refresh_from_db()


def extend(event: Event, guest_id: UUID | None, to: date, *, now: datetime, why: str = "") -> Notice:
    """Move the deadline later; the public notice with both days is made with it, never without (K-010, K-011).

    Raises:
        NotOfficialError, EventTermsError, StaleCompetitionError.
    """
    check_may(event, guest_id, Action.ORGANISE)
    terms, extension = extended(repository.terms_of(event), to, now=now, why=why)
    with transaction.atomic():
        repository.save_terms(event, terms, closed_at=None)
        days = {"was": extension.was.isoformat(), "to": extension.to.isoformat()}
        audit = record_audit(event, guest_id, AuditKind.EXTENDED, now, **days)
        notice = Notice.objects.create(
            event=event, at=now, text=why, deadline_was=extension.was, deadline_is=extension.to, audit=audit
        )
        for category in event.categories.filter(state=Category.State.OPEN):
            move_up(category, now=now)
    return notice


def announce(event: Event, guest_id: UUID | None, text: str, *, now: datetime) -> Notice:
    """Say something in public on the event's page; `notices` puts it right or withdraws it. Raises NotOfficialError."""
    check_may(event, guest_id, Action.ORGANISE)
    with transaction.atomic():
        audit = record_audit(event, guest_id, AuditKind.ANNOUNCED, now, text=text)
        return Notice.objects.create(event=event, at=now, text=text, audit=audit, is_free=True)


class NotConfirmedError(NotAllowedError):
    """Something that would lose results, and was not confirmed."""

    code = "not-confirmed"


def check_confirmed(title: str, typed: str, results: int) -> None:
    """Pass if nothing was played, or the title of what is to be cancelled was typed. Raises NotConfirmedError."""
    if results and " ".join(typed.split()).casefold() != " ".join(title.split()).casefold():
        raise NotConfirmedError(results=results, title=title)


def cancel_event(event: Event, guest_id: UUID | None, *, now: datetime, why: str = "", confirmed: str = "") -> int:
    """Cancel the whole event (K-014); every fee goes back. Give how many entries ended.

    Once something was played, `confirmed` is the event's title. Undone by `undersubscribed.hold_event`.

    Raises:
        NotOfficialError, NotConfirmedError.
    """
    check_may(event, guest_id, Action.ORGANISE)
    check_confirmed(repository.terms_of(event).title, confirmed, contests.result_count(event))
    with transaction.atomic():
        was: dict[str, dict[str, str]] = {}
        for category in event.categories.filter(state=Category.State.OPEN):
            was[category.key] = cancel_entries(category, now)
            Category.objects.filter(pk=category.pk).update(state=Category.State.CANCELLED)
        Event.objects.filter(pk=event.pk).update(state=Event.State.CANCELLED)
        says = f"{_('The event is cancelled.')} {why}".strip()
        ended = sum(len(entries) for entries in was.values())
        audit = record_audit(event, guest_id, AuditKind.EVENT_CANCELLED, now, entries=ended, _undo=was)
        Notice.objects.create(event=event, at=now, text=says, audit=audit)
    event.refresh_from_db()
    return ended


def copy_of(terms: EventTerms, *, first_day: date, deadline: date, title: str) -> EventTerms:
    """Last year's event on other days: everything but the days, the deadline and what was extended."""
    shift = first_day - terms.days[0].date
    days = tuple(replace(day, date=day.date + shift) for day in terms.days)
    items = programme.moved(terms.programme, shift)
    return replace(terms, title=title, days=days, deadline=deadline, extensions=(), programme=items)


def cancel_entries(category: Category, now: datetime, *, only: Collection[int] | None = None) -> dict[str, str]:
    """End the entries of a category, or some by their ids, and give their fees back; tell all of them.

    Returns how each stood before, by its key. Within a transaction.
    """
    was: dict[str, str] = {}
    for entry in category.entries.select_related("form__event", "category").order_by("id"):
        if (only is None or entry.pk in only) and end_entry(
            entry, EntryStatus.CANCELLED, now=now, gives_back=True, moves_up=False
        ):
            was[entry.key] = entry.standing
            queue(emails.cancelled, entry.pk)
    return was


def _store_categories(event: Event, terms: EventTerms) -> None:
    for category in terms.categories:
        Category.objects.update_or_create(event=event, key=category.key, defaults={"most": category.most})
    event.categories.exclude(key__in=[category.key for category in terms.categories]).delete()


def _how(category: CategoryTerms) -> tuple[object, ...]:
    """How a category is played, as its draw was made for it."""
    return (category.format, category.format_values, category.tie_terms, category.match)


def _check_not_drawn(event: Event, category: CategoryTerms) -> None:
    row = event.categories.filter(key=category.key).first()
    found = contests.shown(row) if row else None
    if found is not None and (found.contest.draws or found.contest.lots):
        raise CategoryDrawnError(category=category.title)


def _settle_tie_breaks(
    event: Event, terms: EventTerms, category: CategoryTerms, *, now: datetime, audit: AuditEntry
) -> None:
    """Let a contest that is drawn rank by the tie-breaks as they stand now."""
    found = contests.shown(event.categories.get(key=category.key))
    if found is None:
        return
    wanted = contests.regulation_of(terms, category)
    if found.contest.regulation != wanted:
        at = now.isoformat(timespec="seconds")
        settled = records.apply(found.record, Settle(regulation=wanted), at=at)
        contests.STORE.write(found.row, found.record.log, settled.log, audit=audit)


def _promise(category: Any) -> tuple[object, ...]:
    """Return the terms on which somebody relied when they entered."""
    people = (category.members, category.most_members)
    return (category.kind, category.fee, category.youngest, category.oldest, category.gender, people)
