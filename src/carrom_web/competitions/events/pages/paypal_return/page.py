"""The return from PayPal: captures the payment, and shows the page of who paid."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.paying import link_of
from carrom_web.competitions.events.services import orders
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("payments/paypal/", name="event-paypal-back", audience=ANYONE)


@require_safe
@KIND.answered
def page(request: HttpRequest) -> HttpResponse:
    """Finish the order and go there."""
    order = orders.finish_order(request.GET.get("token", ""), now=timezone.now())
    return HttpResponse(status=303, headers={"Location": link_of(order.payer)})
