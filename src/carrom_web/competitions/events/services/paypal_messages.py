"""Messages of PayPal to the site's webhook, or to that of a club."""

from datetime import datetime
from typing import Any

from carrom.tournament.event import Method
from carrom_web.competitions.events import paypal
from carrom_web.competitions.events.models import Order, WebhookDelivery
from carrom_web.competitions.events.online_payments import Captured
from carrom_web.competitions.events.services import orders


def receive(account: paypal.Account, message: Any, *, now: datetime) -> bool:
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
        dealt = _order_at(account, service_id=str(resource.get("id", ""))) is not None
        if dealt:
            orders.finish_order(str(resource["id"]), now=now)
    elif kind == "PAYMENT.CAPTURE.COMPLETED":
        related = resource.get("supplementary_data", {}).get("related_ids", {})
        order = _order_at(account, service_id=str(related.get("order_id", "")))
        if order is not None:
            amount = resource["amount"]
            cents = paypal.cents_of(amount["value"])
            orders.record_capture(order, Captured(str(resource["id"]), cents, amount["currency_code"]), now=now)
            dealt = True
    elif kind == "PAYMENT.CAPTURE.REFUNDED":
        captures = [link["href"].rsplit("/", 1)[-1] for link in resource.get("links", []) if link.get("rel") == "up"]
        order = _order_at(account, capture_id=captures[0]) if captures else None
        if order is not None:
            cents = paypal.cents_of(resource["amount"]["value"])
            orders.record_refund_of(order, str(resource["id"]), cents, now=now)
            dealt = True
    WebhookDelivery.objects.get_or_create(pk=message_id, defaults={"kind": kind})
    return dealt


def _order_at(account: paypal.Account, **given: str) -> Order | None:
    """A payment that was started at this account: of others it may tell nothing."""
    order = orders.known_order(service=Method.PAYPAL, **given)
    if order is None or order.account != account.key:
        return None
    return order if account.club in (0, order.event.club_id) else None
