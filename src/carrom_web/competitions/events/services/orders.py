"""Fees paid at a payment service, by one registration or by a group for all of its own, and refunded there.

An order remembers what it pays for whom. Money counts once, however often and in whatever order the payer, the service
and the desk speak of it: an order is captured by one conditional update, a refund has the service's own id.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from carrom.tournament import registration as desk
from carrom.tournament.event import Method
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import emails, paypal, repository, selectors, stripe
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import Group, LedgerEntry, Order, Registration
from carrom_web.competitions.events.online_payments import Captured, PaymentRefusedError, PaymentServiceError
from carrom_web.competitions.events.payment_accounts import account_at, account_of_order
from carrom_web.competitions.events.services.organising import check_may, record_audit
from carrom_web.competitions.events.services.payments import NothingToPayError, NothingToRefundError
from carrom_web.competitions.events.services.registration import settle
from carrom_web.outbox.backend import queue

SERVICES: Mapping[str, Any] = {Method.PAYPAL: paypal, Method.STRIPE: stripe}
PAYPAL_LASTS = timedelta(hours=2)  # so long an order can surely be approved there
OPEN = (Order.State.CREATED, Order.State.PENDING)


def start_order(
    payer: Registration | Group, service: Method = Method.PAYPAL, *, back_url: str, cancel_url: str, now: datetime
) -> Order:
    """Begin a payment of everything that is owed; return the order with the address to pay at.

    Raises:
        MethodNotAcceptedError, NothingToPayError, PaymentServiceError, PaymentRefusedError: nothing was started.
    """
    terms = repository.terms_of(payer.event)
    desk.check_method(terms, service)
    account = account_at(payer.event.club_id, service)
    _look_at_open_ones(payer, now)
    shares = selectors.owed_shares(payer)
    if not shares:
        raise NothingToPayError("paid")
    order = _order_of(payer, service, account.key, shares, now)
    if order.service_id:
        return order
    number = f", {payer.number}" if isinstance(payer, Registration) else f", {payer.club_name}"
    try:
        made = SERVICES[service].create_order(
            account,
            key=order.key,
            cents=order.amount,
            currency=terms.currency,
            title=f"{terms.title}{number}",
            invoice=str(payer.pk),
            back_url=back_url,
            cancel_url=cancel_url,
        )
    except PaymentRefusedError:
        Order.objects.filter(pk=order.pk).update(state=Order.State.REPLACED)  # the next try has a key of its own
        raise
    order.service_id, order.approve_url = made.service_id, made.approve_url
    order.save(update_fields=["service_id", "approve_url"])
    return order


def _orders_of(payer: Registration | Group) -> Any:
    return Order.objects.filter(form=payer) if isinstance(payer, Registration) else Order.objects.filter(group=payer)


def _look_at_open_ones(payer: Registration | Group, now: datetime) -> None:
    """Record what was paid meanwhile at Stripe, where nobody has to come back for the money to be taken.

    Raises:
        NothingToPayError: a payment is on its way. PaymentServiceError: nobody knows.
    """
    for order in _orders_of(payer).filter(service=Method.STRIPE, state__in=OPEN).exclude(service_id=""):
        try:
            look_at(order, now=now)
        except PaymentServiceError as error:
            if error.message_id != "payment-service.other-account":
                raise
            Order.objects.filter(pk=order.pk, state__in=OPEN).update(state=Order.State.REPLACED)
        order.refresh_from_db()
        if order.state == Order.State.PENDING:
            raise NothingToPayError("on-its-way")


def _order_of(
    payer: Registration | Group, service: Method, account: str, shares: Mapping[str, int], now: datetime
) -> Order:
    """Return the open order that pays exactly this, made now if there is none; any other is closed."""
    before = _orders_of(payer).filter(service=service, state=Order.State.CREATED).first()
    if before is not None:
        is_old = service is Method.PAYPAL and now - before.made_at > PAYPAL_LASTS
        if before.account == account and before.shares == shares and not is_old:
            return before
        if service is Method.STRIPE and before.service_id and not _expire(before):
            raise NothingToPayError("on-its-way")
        Order.objects.filter(pk=before.pk, state=Order.State.CREATED).update(state=Order.State.REPLACED)
    of = {"form": payer} if isinstance(payer, Registration) else {"group": payer}
    order, _made = Order.objects.get_or_create(
        **of,
        service=service.value,
        state=Order.State.CREATED,
        defaults={"amount": sum(shares.values()), "shares": dict(shares), "account": account, "made_at": now},
    )
    return order


def _expire(order: Order) -> bool:
    """Close a checkout of another amount, so that nobody pays there any more; False: it was paid a moment ago."""
    return stripe.expire(account_of_order(order), order.service_id)


def look_at(order: Order, *, now: datetime) -> None:
    """Ask Stripe how a payment stands, and store it; the answer counts, no matter who asks and how often.

    Raises:
        PaymentServiceError: nobody knows; ask again.
    """
    found = stripe.checkout(account_of_order(order), order.service_id)
    if found.captured is not None:
        record_capture(order, found.captured, now=now)
        if found.captured.refunded:
            record_stripe_refunds(order, now=now)
        return
    state = {
        stripe.State.PROCESSING: Order.State.PENDING,
        stripe.State.FAILED: Order.State.REFUSED,
        stripe.State.EXPIRED: Order.State.REPLACED,
    }.get(found.state)
    if state is not None:
        Order.objects.filter(pk=order.pk, state__in=OPEN).update(state=state)


def finish_order(service_id: str, service: Method = Method.PAYPAL, *, now: datetime) -> Order:
    """Take the money of an approved order and record it; however often and by whomever this is asked, once.

    Raises:
        NothingToPayError: no such order was started here.
        PaymentRefusedError, PaymentServiceError: nothing was recorded.
    """
    order = known_order(service=service, service_id=service_id)
    if order is None:
        raise NothingToPayError("unknown-order")
    if order.state == Order.State.CAPTURED:
        return order
    taken = SERVICES[service].capture(account_of_order(order), service_id, key=order.key)
    return record_capture(order, taken, now=now)


def record_capture(order: Order, taken: Captured, *, now: datetime) -> Order:
    """Store that money came in by an order; the same capture again changes nothing.

    What came in is recorded, also where it is not what was asked for. Money for an entry that has ended meanwhile is
    recorded as well: it is then to be given back.

    Raises:
        PaymentServiceError: it came in another currency than the event's.
    """
    currency = repository.terms_of(order.event).currency
    if taken.currency != currency:
        raise PaymentServiceError("other-currency", currency=taken.currency, expected=currency)
    with transaction.atomic():
        open_ones = Order.objects.filter(pk=order.pk).exclude(state=Order.State.CAPTURED)
        if open_ones.update(state=Order.State.CAPTURED, capture_id=taken.capture_id):
            for form, cents in _shared(order, taken.cents):
                movement = repository.move(
                    order.event,
                    form.pk,
                    LedgerEntry.Kind.PAYMENT,
                    cents,
                    at=now,
                    method=order.service,
                    reference=_reference(order, taken.capture_id, form),
                    note=order.group.club_name if order.group else "",
                )
                settle(form, now=now)
                queue(emails.receipt, movement.pk)
    order.refresh_from_db()
    return order


def _reference(order: Order, service_id: str, form: Registration) -> str:
    return f"{service_id}/{form.number}" if order.group_id else service_id


def _shared(order: Order, cents: int) -> list[tuple[Registration, int]]:
    """Whose money came in: as the order asked for it, in the order of the registrations; any rest is the last one's."""
    if order.form is not None:
        return [(order.form, cents)]
    forms = list(order.event.forms.filter(number__in=order.shares).select_related("event").order_by("number"))
    found = []
    for form in forms:
        own = cents if form is forms[-1] else min(cents, order.shares[str(form.number)])
        cents -= own
        if own:
            found.append((form, own))
    return found


def refund_online(form: Registration, guest_id: UUID | None, *, now: datetime) -> list[LedgerEntry]:
    """Give back what is due by the services by which it came, payment by payment.

    Raises:
        NotOfficialError, NothingToRefundError, PaymentServiceError: what was refunded before it is recorded.
    """
    check_may(form.event, guest_id, Action.TAKE_PAYMENTS)
    currency = repository.terms_of(form.event).currency
    due = -selectors.account_of(form).balance
    if due <= 0:
        raise NothingToRefundError("nothing")
    refunded: list[LedgerEntry] = []
    for order in selectors.orders_that_paid(form):
        left, count = _left_of(order, form)
        cents = min(due, left)
        if cents <= 0:
            continue
        key = f"{order.key}-refund-{form.number}-{count}"  # the same state refunds once
        reference = SERVICES[order.service].refund(
            account_of_order(order), order.capture_id, cents=cents, currency=currency, key=key
        )
        movement = record_refund_of(order, reference, cents, form=form, now=now)
        if movement is not None:
            refunded.append(movement)
            record_audit(
                form.event, guest_id, AuditKind.REFUND, now, form=form.number, cents=cents, method=order.service
            )
        due -= cents
    return refunded


def _left_of(order: Order, form: Registration) -> tuple[int, int]:
    """Return what a registration paid by an order and did not get back, and how many refunds of it there were."""
    back = form.movements.filter(kind=LedgerEntry.Kind.REFUND, note=order.capture_id).values_list("amount", flat=True)
    came = form.movements.filter(
        kind=LedgerEntry.Kind.PAYMENT, reference=_reference(order, order.capture_id, form)
    ).values_list("amount", flat=True)
    return -sum(came) - sum(back), len(back)


def record_refund_of(
    order: Order, reference: str, cents: int, *, now: datetime, form: Registration | None = None
) -> LedgerEntry | None:
    """Store that a service gave money back; None if that was known.

    Without `form`, as when it was given back at the service itself, it is that of the payer; in a group of who is owed
    most of it.
    """
    owner = form or order.form
    try:
        with transaction.atomic():
            Order.objects.filter(pk=order.pk).update(state=Order.State.CAPTURED)  # one at a time
            if owner is None:
                owner = _who_is_owed(order)
            return repository.move(
                order.event,
                owner.pk,
                LedgerEntry.Kind.REFUND,
                cents,
                at=now,
                method=order.service,
                reference=reference,
                note=order.capture_id,
            )
    except IntegrityError:
        return None


def _who_is_owed(order: Order) -> Registration:
    forms = order.event.forms.filter(number__in=order.shares).order_by("number")
    return min(forms, key=lambda form: selectors.account_of(form).balance)


def record_stripe_refunds(order: Order, *, now: datetime) -> None:
    """Store what Stripe has given back of a payment, and what it could not give back after all.

    Raises:
        PaymentServiceError: nobody knows.
    """
    currency = repository.terms_of(order.event).currency
    for one in stripe.refunds_of(account_of_order(order), order.capture_id, currency):
        if not one.has_failed:
            record_refund_of(order, one.refund_id, one.cents, now=now)
            continue
        line = LedgerEntry.objects.filter(kind=LedgerEntry.Kind.REFUND, reference=one.refund_id).first()
        if line is not None:
            _undo_refund(line, now)


def _undo_refund(line: LedgerEntry, now: datetime) -> None:
    """Add the line that takes a refund back which the payer's bank has refused: it is owed again."""
    try:
        with transaction.atomic():
            LedgerEntry.objects.create(
                event=line.event,
                form=line.form,
                kind=LedgerEntry.Kind.REFUND,
                amount=-line.amount,
                at=now,
                method=line.method,
                reference=f"{line.reference} failed",
                note=line.note,
            )
    except IntegrityError:
        return  # known


def known_order(**given: str) -> Order | None:
    """Return the order with these values, which must not be empty; None: there is none."""
    rows = Order.objects.select_related("form__event", "form__group", "group__event")
    return rows.filter(**given).first() if all(given.values()) else None
