"""Paying at a service on the pages of a registration and of a group: which buttons there are, and where one leads.

Templates `competitions/events/pay_online.html` and `continue_paying.html` get:
    pays_at      list of {value}: the services by which it can be paid here now
    is_coming    whether a payment is approved and its money on its way
    approve_url  where the payer goes on, once a payment has started: a link, for a form may not lead to another site
    continue_at  what the service there is called
"""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from carrom.tournament.event import ONLINE, EventTerms, Method
from carrom_web.competitions.events import link_tokens, selectors
from carrom_web.competitions.events.forms import FormError
from carrom_web.competitions.events.models import Group, Order, Registration
from carrom_web.competitions.events.payment_accounts import ways_to_pay
from carrom_web.competitions.events.presenters import own_link, site_of
from carrom_web.competitions.events.services import orders

NAMES = {Method.PAYPAL: "PayPal", Method.STRIPE: "Stripe"}  # brands, the same in every language
BACK = {Method.PAYPAL: "event-paypal-back", Method.STRIPE: "event-stripe-back"}


def begin(request: HttpRequest, payer: Registration | Group) -> Order:
    """Begin the payment that a page asks for.

    Raises:
        FormError: by no service. And what `orders.start_order` raises.
    """
    asked = request.POST.get("service", Method.PAYPAL.value)
    if asked not in ONLINE:
        raise FormError("no-method")
    service, site = Method(asked), site_of(request)
    return orders.start_order(
        payer,
        service,
        back_url=site + reverse(BACK[service]),
        cancel_url=site + link_of(payer),
        now=timezone.now(),
    )


def link_of(payer: Registration | Group) -> str:
    """Return the page of who pays."""
    if isinstance(payer, Registration):
        return own_link(payer)
    return reverse("event-group", args=[link_tokens.group_token(payer)])


def shown(payer: Registration | Group, terms: EventTerms, *, order: Order | None, is_owed: bool) -> dict[str, Any]:
    """Return what the templates need."""
    online = set(terms.pays) & set(ONLINE)
    ways = ways_to_pay(payer.event.club_id, terms) if is_owed and online else ()
    return {
        "pays_at": [{"value": one.value} for one in ways if one in ONLINE],
        "is_coming": bool(is_owed and online and selectors.open_payment(payer)),
        "approve_url": order.approve_url if order else "",
        "continue_at": NAMES[Method(order.service)] if order else "",
    }
