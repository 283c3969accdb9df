"""Where PayPal sends the payer back to: the money of the order is taken, and his registration shown."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from carrom_web.common.pages import Route
from carrom_web.tournaments.actions import paying
from carrom_web.tournaments.showing import own_link, told_kindly

ROUTE = Route("payments/paypal/", name="event-paypal-back")


@require_safe
@told_kindly
def page(request: HttpRequest) -> HttpResponse:
    """Finish the order and go to the registration."""
    order = paying.finish_order(request.GET.get("token", ""), now=timezone.now())
    return HttpResponse(status=303, headers={"Location": own_link(order.form)})
