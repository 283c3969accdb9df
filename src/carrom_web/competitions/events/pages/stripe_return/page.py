"""The return from Stripe: asks there how the payment stands, and shows the page of who paid."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from carrom.tournament.event import Method
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.paying import link_of
from carrom_web.competitions.events.services import orders
from carrom_web.competitions.events.services.payments import NothingToPayError
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("payments/stripe/", name="event-stripe-back", audience=ANYONE)


@require_safe
@KIND.answered
def page(request: HttpRequest) -> HttpResponse:
    """Look at the payment and go there. A payment whose money takes days is no error: the page says so."""
    order = orders.known_order(service=Method.STRIPE, service_id=request.GET.get("session", ""))
    if order is None:
        raise NothingToPayError("unknown-order")
    if order.state in orders.OPEN:
        orders.look_at(order, now=timezone.now())
    return HttpResponse(status=303, headers={"Location": link_of(order.payer)})
