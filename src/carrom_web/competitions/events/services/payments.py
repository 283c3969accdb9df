"""Fees that the desk takes and gives back by hand, with every payment in an append-only ledger."""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from carrom.errors import NotAllowedError
from carrom.tournament import registration as desk
from carrom.tournament.event import Method
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import emails, repository, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import LedgerEntry, Registration
from carrom_web.competitions.events.services.organising import check_may, record_audit
from carrom_web.competitions.events.services.registration import settle, unsettle
from carrom_web.outbox.backend import queue


class NothingToPayError(NotAllowedError):
    """All is paid, or the amount is no amount."""

    code = "nothing-to-pay"


class NothingToRefundError(NotAllowedError):
    """More than there is to give back."""

    code = "nothing-to-refund"


def record_payment(
    form: Registration,
    guest_id: UUID | None,
    *,
    method: Method,
    cents: int,
    now: datetime,
    note: str = "",
    reference: str = "",
) -> LedgerEntry:
    """Record money that the registrar took, under the next receipt number; `reference` is the bank's, and counts once.

    Raises:
        NotOfficialError: they may not take payments.
        MethodNotAcceptedError: the event takes no payment of this kind (K-003).
        NothingToPayError: less than a cent, or more than is owed.
    """
    check_may(form.event, guest_id, Action.TAKE_PAYMENTS)
    terms = repository.terms_of(form.event)
    desk.check_method(terms, method)
    with transaction.atomic():
        owed = selectors.account_of(form).balance
        if not 0 < cents <= owed:
            raise NothingToPayError("owed", owed=owed / 100, currency=terms.currency)
        record_audit(form.event, guest_id, AuditKind.PAYMENT, now, form=form.number, cents=cents, method=method.value)
        movement = repository.move(
            form.event,
            form.pk,
            LedgerEntry.Kind.PAYMENT,
            cents,
            at=now,
            method=method.value,
            note=note,
            reference=reference,
        )
        settle(form, now=now)
        queue(emails.receipt, movement.pk)
    return movement


def take_back(form: Registration, guest_id: UUID | None, line_id: int, *, now: datetime) -> LedgerEntry:
    """Take a payment or a refund back that the desk recorded by mistake: one more line of the ledger undoes it.

    The receipt of a payment is void then; what that money had confirmed only holds its place again, unless it is drawn.

    Raises:
        NotOfficialError. NothingToRefundError: no such line, one of a payment service, or taken back already.
    """
    check_may(form.event, guest_id, Action.TAKE_PAYMENTS)
    line = next((one for one in selectors.lines_by_hand(form.event).get(form.pk, ()) if one.pk == line_id), None)
    if line is None:
        raise NothingToRefundError("no-line")
    try:
        with transaction.atomic():
            voiding = LedgerEntry.objects.create(
                event=form.event,
                form=form,
                kind=line.kind,
                amount=-line.amount,
                at=now,
                method=line.method,
                reference=f"line {line.pk} taken back",  # once, even with concurrent requests
                note=selectors.note_of_void(line),
            )
            is_payment = line.kind == LedgerEntry.Kind.PAYMENT
            kind = AuditKind.PAYMENT_CLEARED if is_payment else AuditKind.REFUND_CLEARED
            record_audit(form.event, guest_id, kind, now, form=form.number, cents=abs(line.amount))
            if line.kind == LedgerEntry.Kind.PAYMENT:
                unsettle(form, now=now)
                queue(emails.receipt_void, voiding.pk, line.receipt or 0)
            else:
                settle(form, now=now)
    except IntegrityError:
        raise NothingToRefundError("already-taken-back") from None
    return voiding


def record_refund(
    form: Registration, guest_id: UUID | None, *, cents: int, now: datetime, note: str = ""
) -> LedgerEntry:
    """Record money that was given back by hand. Raises NotOfficialError, NothingToRefundError."""
    check_may(form.event, guest_id, Action.TAKE_PAYMENTS)
    with transaction.atomic():
        due = -selectors.account_of(form).balance
        if not 0 < cents <= due:
            raise NothingToRefundError("due", due=max(0, due) / 100, currency=repository.terms_of(form.event).currency)
        record_audit(form.event, guest_id, AuditKind.REFUND, now, form=form.number, cents=cents)
        return repository.move(
            form.event, form.pk, LedgerEntry.Kind.REFUND, cents, at=now, method=form.method, note=note
        )
