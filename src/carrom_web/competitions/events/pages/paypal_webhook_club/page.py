"""The webhook of a club's own account at PayPal. Messages that are not proved to be PayPal's are refused."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from carrom_web.clubs import selectors as clubs
from carrom_web.competitions.events.pages.paypal_webhook.page import answered
from carrom_web.competitions.events.payment_accounts import account_for
from carrom_web.competitions.events.permissions import PAYMENT_SERVICE
from carrom_web.core.pages import Route
from carrom_web.core.permissions import NOBODY

ROUTE = Route("payments/paypal/heard/<slug:slug>/", name="club-paypal-heard", audience=NOBODY, post=PAYMENT_SERVICE)


@csrf_exempt
@require_POST
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer as the site's own webhook does, about payments to this account alone."""
    return answered(request, account_for(clubs.club_named(slug).pk))
