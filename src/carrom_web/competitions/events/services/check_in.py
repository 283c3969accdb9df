"""A registrar's actions on the day: check somebody in, withdraw a registration, let it back in.

Each is in the audit log.
"""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from carrom.errors import NotAllowedError
from carrom.tournament.event import Method
from carrom.tournament.registration import EntryStatus
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import announcements, contests, emails, repository, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Category, Entry, Event, LedgerEntry, Member, Registration
from carrom_web.competitions.events.services import payments, registration
from carrom_web.competitions.events.services.applications import Application
from carrom_web.competitions.events.services.organising import check_may, record_audit
from carrom_web.outbox.backend import queue


class NoWayBackError(NotAllowedError):
    """A withdrawal that cannot be taken back."""

    code = "no-way-back"


def admit(
    event: Event,
    guest_id: UUID | None,
    application: Application,
    *,
    paid_by: Method | None,
    is_here: bool,
    now: datetime,
) -> Registration:
    """Enter somebody who stands at the desk, take the fee and check them in: all of it, or nothing.

    Raises:
        NotOfficialError: they may not enter people, or not take payments. CarromError: what `registration.hand_in`
        raises.
    """
    check_may(event, guest_id, Action.REGISTER)
    with transaction.atomic():
        form = registration.hand_in(event, application, now=now)
        owed = selectors.account_of(form).balance
        if paid_by is not None and owed > 0:
            payments.record_payment(form, guest_id, method=paid_by, cents=owed, now=now)
        if is_here:
            Registration.objects.filter(pk=form.pk).update(came_at=now)
        record_audit(event, guest_id, AuditKind.WALK_IN, now, form=form.number)
    form.refresh_from_db()
    return form


def check_in(form: Registration, guest_id: UUID | None, *, came: bool, now: datetime) -> None:
    """Note that somebody is there on the day, or that this was an error. Raises NotOfficialError."""
    check_may(form.event, guest_id, Action.REGISTER)
    with transaction.atomic():
        Registration.objects.filter(pk=form.pk).update(came_at=now if came else None)
        record_audit(
            form.event,
            guest_id,
            AuditKind.CHECKED_IN if came else AuditKind.CHECK_IN_CLEARED,
            now,
            form=form.number,
        )


def withdraw(form: Registration, guest_id: UUID | None, *, now: datetime) -> None:
    """Withdraw a registration at the desk, at its owner's request. Raises NotOfficialError."""
    check_may(form.event, guest_id, Action.REGISTER)
    with transaction.atomic():
        registration.withdraw(form, now=now)
        record_audit(form.event, guest_id, AuditKind.WITHDRAWN, now, form=form.number)


def let_back(form: Registration, guest_id: UUID | None, key: str, *, now: datetime) -> None:
    """Let an entry that was withdrawn stand again, as long as its category is not drawn and has a place.

    A fee that the withdrawal gave back is charged once more; one that was not returned counts. The partner of a pair is
    asked again, since it may have been they who did not want to play.

    Raises:
        NotOfficialError, NoWayBackError: nothing was stored.
    """
    check_may(form.event, guest_id, Action.REGISTER)
    rows = form.entries.select_related("form__event", "category").filter(standing=EntryStatus.WITHDRAWN)
    entry = rows.filter(category__key=key).order_by("pk").last()
    if entry is None or not form.name or form.event.state != Event.State.OPEN:
        raise NoWayBackError("not-withdrawn")
    if is_drawn(entry.category):
        raise NoWayBackError("drawn")
    try:
        with transaction.atomic():
            _let_stand(form, entry, now)
            record_audit(form.event, guest_id, AuditKind.READMITTED, now, form=form.number, category=key)
    except IntegrityError:
        raise NoWayBackError("other-registration") from None


def is_drawn(category: Category) -> bool:
    """Whether anybody stands in the draw of a category."""
    found = contests.shown(category)
    return found is not None and bool(found.contest.entrants)


def _let_stand(form: Registration, entry: Entry, now: datetime) -> None:
    if not repository.take_place(entry.category):
        raise NoWayBackError("no-place")
    if not Entry.objects.filter(pk=entry.pk, standing=EntryStatus.WITHDRAWN).update(standing=EntryStatus.HELD):
        raise NoWayBackError("already-back")
    Registration.objects.filter(pk=form.pk).update(withdrawn_at=None)
    members = Member.objects.filter(entry=entry)
    members.update(active=True)
    if not entry.team:
        partners = members.filter(position__gt=0)
        partners.update(agreed_at=None)
        for mate in partners:
            queue(emails.partner_asked, mate.pk)
    if owed := selectors.fee_to_charge(entry):
        repository.move(form.event, form.pk, LedgerEntry.Kind.CHARGE, owed, at=now, entry=entry, note="let back in")
    queue(emails.let_back, entry.pk)
    registration.settle(form, now=now)
    announcements.changed_after_commit(form.event_id)
