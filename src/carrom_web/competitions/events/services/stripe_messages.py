"""Messages of Stripe to the webhook of a club: each names a payment to look at; how it stands is asked."""

from datetime import datetime
from typing import Any

from carrom.tournament.event import Method
from carrom_web.competitions.events.models import Order, WebhookDelivery
from carrom_web.competitions.events.services import orders

ABOUT_CHECKOUTS = (
    "checkout.session.completed",
    "checkout.session.async_payment_succeeded",
    "checkout.session.async_payment_failed",
    "checkout.session.expired",
)
ABOUT_REFUNDS = ("charge.refunded", "charge.refund.updated", "refund.created", "refund.updated", "refund.failed")


def receive(club_id: int, message: Any, *, now: datetime) -> bool:
    """Deal with a message for a club whose signature was checked; False if it was known or is about nothing here.

    A refund that is reported before its payment is found with the payment.

    Raises:
        PaymentServiceError: Stripe cannot say now how it stands; the message is to be sent again.
    """
    if not isinstance(message, dict):
        return False
    message_id, kind = str(message.get("id", ""))[:80], str(message.get("type", ""))[:60]
    about = message["data"]["object"] if isinstance(message.get("data"), dict) else None
    if not message_id or not isinstance(about, dict) or WebhookDelivery.objects.filter(pk=message_id).exists():
        return False
    order = None
    if kind in ABOUT_CHECKOUTS:
        order = _order_of(club_id, service_id=str(about.get("id", "")))
        if order is not None and order.state != Order.State.CAPTURED:
            orders.look_at(order, now=now)
    elif kind in ABOUT_REFUNDS:
        order = _order_of(club_id, capture_id=str(about.get("payment_intent") or ""))
        if order is not None:
            orders.record_stripe_refunds(order, now=now)
    WebhookDelivery.objects.get_or_create(pk=message_id, defaults={"kind": kind})
    return order is not None


def _order_of(club_id: int, **given: str) -> Order | None:
    """A payment of this club: of others its account may tell nothing."""
    order = orders.known_order(service=Method.STRIPE, **given)
    return order if order is not None and order.event.club_id == club_id else None
