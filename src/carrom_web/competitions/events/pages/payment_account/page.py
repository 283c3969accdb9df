"""The accounts of a club at payment services, for its owner: to store one, and to remove it. No secret is shown.

Template `competitions/events/pages/payment_account/page.html` gets:
    club        {name, slug}
    paypal      {form, is_stored, is_readable, address}: client, secret, webhook; whether the club has an account there,
                whether its secret can be read, where the service is to send its messages
    stripe      the same with secret and webhook; is_test: whether nobody really pays with this key
    site_takes  whether fees by PayPal go to the site's account otherwise
    done        a sentence about what was just done
    nav         "events"

POST: do=store or store-stripe with the form, do=remove or remove-stripe. Answers: 303 here.
"""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.models import Club
from carrom_web.clubs.permissions import ClubMember
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import paypal, stripe
from carrom_web.competitions.events.account_forms import PayPalForm, StripeForm
from carrom_web.competitions.events.payment_accounts import own_account, site_account, stripe_account
from carrom_web.competitions.events.services import payment_accounts
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route(
    "clubs/<slug:slug>/payments/",
    name="club-payments",
    audience=ClubMember(Action.HAND_OVER, Action.TAKE_PAYMENTS, every=True),
)


@sensitive_post_parameters("secret", "webhook")
@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; with POST store or remove an account."""
    club, guest_id, asked = clubs.club_named(slug), guest_id_of(request), request.POST.get("do", "")
    if request.method != "POST":
        return _show(request, club)
    here = reverse("club-payments", args=[slug])
    if asked in ("remove", "remove-stripe"):
        remove = payment_accounts.remove_stripe if asked == "remove-stripe" else payment_accounts.remove_account
        remove(club, guest_id, now=timezone.now())
        return HttpResponse(status=303, headers={"Location": f"{here}?done=removed"})
    if asked == "store-stripe":
        store: Callable[..., None] = payment_accounts.store_stripe
        form: PayPalForm | StripeForm = StripeForm(
            request.POST, is_stored=_is_readable(stripe_account(club.pk)), auto_id="id_stripe_%s"
        )
    else:
        store = payment_accounts.store_account
        form = PayPalForm(request.POST, is_stored=_is_readable(own_account(club.pk)))
    if form.is_valid() and _stores(store, club, guest_id, form):
        return HttpResponse(status=303, headers={"Location": f"{here}?done={asked}"})
    return _show(request, club, form, status=422)


def _stores(store: Callable[..., None], club: Club, guest_id: UUID | None, form: PayPalForm | StripeForm) -> bool:
    """Whether the service accepts an account; the form says why not."""
    try:
        store(club, guest_id, **form.given(), now=timezone.now())
    except CarromError as error:
        form.add_error("secret", localized(error))
        return False
    return True


def _is_readable(account: paypal.Account | stripe.Account | None) -> bool:
    return account is not None and bool(account.secret)


def _show(
    request: HttpRequest, club: Club, form: PayPalForm | StripeForm | None = None, *, status: int = 200
) -> HttpResponse:
    at_paypal, at_stripe = own_account(club.pk), stripe_account(club.pk)
    done = {
        "store": _("PayPal accepts this account. Fees of new payments go there."),
        "store-stripe": _("Stripe accepts this account. Choose Card, by Stripe, in the events that take it."),
        "removed": _("The account is removed."),
    }
    initial = {"client": at_paypal.client, "webhook": at_paypal.webhook} if at_paypal else {}
    context: dict[str, Any] = {
        "nav": "events",
        "club": {"name": club.name, "slug": club.slug},
        "paypal": {
            "form": form
            if isinstance(form, PayPalForm)
            else PayPalForm(initial=initial, is_stored=_is_readable(at_paypal)),
            "is_stored": at_paypal is not None,
            "is_readable": _is_readable(at_paypal),
            "address": request.build_absolute_uri(reverse("club-paypal-heard", args=[club.slug])),
        },
        "stripe": {
            "form": form
            if isinstance(form, StripeForm)
            else StripeForm(is_stored=_is_readable(at_stripe), auto_id="id_stripe_%s"),
            "is_stored": at_stripe is not None,
            "is_readable": _is_readable(at_stripe),
            "is_test": at_stripe is not None and stripe.is_test(at_stripe),
            "address": request.build_absolute_uri(reverse("club-stripe-heard", args=[club.slug])),
        },
        "site_takes": paypal.is_set_up(site_account()),
        "done": done.get(request.GET.get("done", ""), ""),
    }
    return render(request, "competitions/events/pages/payment_account/page.html", context, status=status)
