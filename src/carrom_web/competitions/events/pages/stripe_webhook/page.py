"""The webhook of a club's own account at Stripe. Messages without a good signature are refused, and change nothing."""

import json

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from carrom.errors import CarromError
from carrom_web.clubs import selectors as clubs
from carrom_web.competitions.events.online_payments import PaymentRefusedError, PaymentServiceError
from carrom_web.competitions.events.permissions import STRIPE
from carrom_web.competitions.events.services import stripe_messages
from carrom_web.core.pages import Route
from carrom_web.core.permissions import NOBODY

ROUTE = Route("payments/stripe/heard/<slug:slug>/", name="club-stripe-heard", audience=NOBODY, post=STRIPE)


@csrf_exempt
@require_POST
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer 200 when it is dealt with, 400 when it is not Stripe's, 503 when Stripe should send it again."""
    try:
        stripe_messages.receive(clubs.club_named(slug).pk, json.loads(request.body), now=timezone.now())
    except (PaymentServiceError, PaymentRefusedError) as error:
        return HttpResponse(error.code, status=503, content_type="text/plain")
    except (CarromError, ValueError, KeyError, TypeError):
        return HttpResponse("unreadable", status=400, content_type="text/plain")
    return HttpResponse("received", content_type="text/plain")
