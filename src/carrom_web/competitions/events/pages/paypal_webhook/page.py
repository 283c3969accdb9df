"""PayPal's webhook. Messages that are not proved to be PayPal's are refused, and change nothing."""

import json

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from carrom.errors import CarromError
from carrom_web.competitions.events import paypal
from carrom_web.competitions.events.online_payments import PaymentRefusedError, PaymentServiceError
from carrom_web.competitions.events.payment_accounts import site_account
from carrom_web.competitions.events.permissions import PAYMENT_SERVICE
from carrom_web.competitions.events.services import paypal_messages
from carrom_web.core.pages import Route
from carrom_web.core.permissions import NOBODY

ROUTE = Route("payments/paypal/heard/", name="event-paypal-heard", audience=NOBODY, post=PAYMENT_SERVICE)


@csrf_exempt
@require_POST
def page(request: HttpRequest) -> HttpResponse:
    """Answer 200 when it is dealt with, 400 when it is not PayPal's, 503 when PayPal should tell it again."""
    return answered(request, site_account())


def answered(request: HttpRequest, account: paypal.Account) -> HttpResponse:
    """Deal with a message about payments to an account, and say how that went."""
    try:
        paypal_messages.receive(account, json.loads(request.body), now=timezone.now())
    except (PaymentServiceError, PaymentRefusedError) as error:
        return HttpResponse(error.code, status=503, content_type="text/plain")
    except (CarromError, ValueError, KeyError, TypeError):
        return HttpResponse("unreadable", status=400, content_type="text/plain")
    return HttpResponse("received", content_type="text/plain")
