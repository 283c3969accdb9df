"""Fees: paid at the desk or by PayPal, refunded, with every payment in an append-only ledger."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from carrom.errors import NotAllowedError
from carrom.tournament import registration as desk
from carrom.tournament.event import Method
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import emails, paypal, repository, selectors
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import LedgerEntry, Order, Registration, WebhookDelivery
from carrom_web.competitions.events.payment_accounts import account_for, account_of_order
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
        NotOfficialError. NothingToRefundError: no such line, one of PayPal's, or taken back already.
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


def start_order(form: Registration, *, back_url: str, cancel_url: str, now: datetime) -> Order:
    """Begin a payment by PayPal of everything that is owed; return the order with the address to pay at.

    Raises:
        MethodNotAcceptedError, NothingToPayError, PaymentServiceError: nothing was started.
    """
    terms = repository.terms_of(form.event)
    desk.check_method(terms, Method.PAYPAL)
    owed = selectors.account_of(form).balance
    if owed <= 0:
        raise NothingToPayError("paid")
    account = account_for(form.event.club_id)
    started = Order.objects.filter(form=form, amount=owed, state=Order.State.CREATED, account=account.key)
    order = started.exclude(paypal_id="").first()
    if order is not None:
        return order
    order = Order.objects.create(form=form, amount=owed, account=account.key, made_at=now)
    made = paypal.create_order(
        account,
        key=order.key,
        cents=owed,
        currency=terms.currency,
        title=f"{terms.title}, registration {form.number}",
        invoice=str(form.pk),
        back_url=back_url,
        cancel_url=cancel_url,
    )
    order.paypal_id, order.approve_url = made.paypal_id, made.approve_url
    order.save(update_fields=["paypal_id", "approve_url"])
    return order


def finish_order(paypal_id: str, *, now: datetime) -> Order:
    """Take the money of an approved order and record it; however often and by whomever this is asked, once.

    Raises:
        NothingToPayError: no such order was started here.
        PaymentRefusedError, PaymentServiceError: nothing was recorded.
    """
    order = _known_order(paypal_id=paypal_id)
    if order is None:
        raise NothingToPayError("unknown-order")
    if order.state == Order.State.CAPTURED:
        return order
    taken = paypal.capture(account_of_order(order), paypal_id, key=order.key)
    return record_capture(order, taken, now=now)


def record_capture(order: Order, taken: paypal.Captured, *, now: datetime) -> Order:
    """Store that money came in by an order; the same capture again changes nothing.

    Money that came for an entry that has ended meanwhile is recorded as well: it is then to be given back.
    """
    terms = repository.terms_of(order.form.event)
    if taken.currency != terms.currency:
        raise paypal.PaymentServiceError("other-currency", currency=taken.currency, expected=terms.currency)
    try:
        with transaction.atomic():
            Order.objects.filter(pk=order.pk).update(state=Order.State.CAPTURED, capture_id=taken.capture_id)
            movement = repository.move(
                order.form.event,
                order.form_id,
                LedgerEntry.Kind.PAYMENT,
                taken.cents,
                at=now,
                method=Method.PAYPAL.value,
                reference=taken.capture_id,
            )
            settle(order.form, now=now)
            queue(emails.receipt, movement.pk)
    except IntegrityError:
        if not LedgerEntry.objects.filter(kind=LedgerEntry.Kind.PAYMENT, reference=taken.capture_id).exists():
            raise
    order.refresh_from_db()
    return order


def refund_by_paypal(form: Registration, guest_id: UUID | None, *, now: datetime) -> list[LedgerEntry]:
    """Give back by PayPal what is due, capture by capture.

    Raises:
        NotOfficialError, NothingToRefundError, PaymentServiceError: what was refunded before it is recorded.
    """
    check_may(form.event, guest_id, Action.TAKE_PAYMENTS)
    terms = repository.terms_of(form.event)
    due = -selectors.account_of(form).balance
    if due <= 0:
        raise NothingToRefundError("nothing")
    refunded: list[LedgerEntry] = []
    for order in form.orders.filter(state=Order.State.CAPTURED).order_by("-pk"):
        left = _left_of(order)
        cents = min(due, left)
        if cents <= 0:
            continue
        key = f"{order.key}-refund-{left}"  # the same state refunds once
        reference = paypal.refund(
            account_of_order(order), order.capture_id, cents=cents, currency=terms.currency, key=key
        )
        movement = record_paypal_refund(order, reference, cents, now=now)
        if movement is not None:
            refunded.append(movement)
            record_audit(form.event, guest_id, AuditKind.REFUND, now, form=form.number, cents=cents, method="paypal")
        due -= cents
    return refunded


def record_paypal_refund(order: Order, reference: str, cents: int, *, now: datetime) -> LedgerEntry | None:
    """Store that PayPal gave money back; None if that was known."""
    try:
        with transaction.atomic():
            return repository.move(
                order.form.event,
                order.form_id,
                LedgerEntry.Kind.REFUND,
                cents,
                at=now,
                method=Method.PAYPAL.value,
                reference=reference,
                note=order.capture_id,
            )
    except IntegrityError:
        return None


def _left_of(order: Order) -> int:
    """Return the part of a capture that has not been refunded."""
    back = LedgerEntry.objects.filter(kind=LedgerEntry.Kind.REFUND, note=order.capture_id).values_list(
        "amount", flat=True
    )
    return order.amount - sum(back)


def receive_webhook(account: paypal.Account, message: Any, *, now: datetime) -> bool:
    """Deal with a message about an account whose signature was checked; False if it was known or is about nothing here.

    The message says where to look; what is recorded is asked of PayPal itself or has an id that counts once.
    """
    if not isinstance(message, dict):
        return False
    message_id, kind = str(message.get("id", "")), str(message.get("event_type", ""))
    resource = message.get("resource")
    if not message_id or not isinstance(resource, dict) or WebhookDelivery.objects.filter(pk=message_id).exists():
        return False
    dealt = False
    if kind == "CHECKOUT.ORDER.APPROVED":
        dealt = _order_at(account, paypal_id=str(resource.get("id", ""))) is not None
        if dealt:
            finish_order(str(resource["id"]), now=now)
    elif kind == "PAYMENT.CAPTURE.COMPLETED":
        related = resource.get("supplementary_data", {}).get("related_ids", {})
        order = _order_at(account, paypal_id=str(related.get("order_id", "")))
        if order is not None:
            amount = resource["amount"]
            cents = paypal.cents_of(amount["value"])
            record_capture(order, paypal.Captured(str(resource["id"]), cents, amount["currency_code"]), now=now)
            dealt = True
    elif kind == "PAYMENT.CAPTURE.REFUNDED":
        captures = [link["href"].rsplit("/", 1)[-1] for link in resource.get("links", []) if link.get("rel") == "up"]
        order = _order_at(account, capture_id=captures[0]) if captures else None
        if order is not None:
            record_paypal_refund(order, str(resource["id"]), paypal.cents_of(resource["amount"]["value"]), now=now)
            dealt = True
    WebhookDelivery.objects.get_or_create(pk=message_id, defaults={"kind": kind})
    return dealt


def _order_at(account: paypal.Account, **given: str) -> Order | None:
    """A payment that was started at this account: of others it may tell nothing."""
    order = _known_order(**given)
    if order is None or order.account != account.key:
        return None
    return order if account.club in (0, order.form.event.club_id) else None


def _known_order(**given: str) -> Order | None:
    return Order.objects.select_related("form__event").filter(**given).first() if all(given.values()) else None
