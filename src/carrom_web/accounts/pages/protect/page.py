"""The steps until an account is protected, one after the other.

Template `accounts/pages/protect/page.html` gets:
    steps  list of {words, is_done}
    onward (address, words) of the page on which the next step is done, or none
    nav    "account"
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts import selectors
from carrom_web.accounts.protection import lack_of, next_step
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE, Lack

ROUTE = Route("accounts/protect/", name="account-protect", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the steps, and lead to the next."""
    lack = lack_of(selectors.guest_id_of(request))
    steps = {Lack.ACCOUNT: _("An account"), Lack.ADDRESS: _("A confirmed email address")}
    steps |= {Lack.FACTOR: _("A passkey on your phone or computer, or codes from an app")}
    if not settings.LETTERS_ARRIVE:
        del steps[Lack.ADDRESS]
    order = list(Lack)
    context = {
        "nav": "account",
        "steps": [
            {"words": words, "is_done": lack is None or order.index(step) < order.index(lack)}
            for step, words in steps.items()
        ],
        "onward": None if lack is None else next_step(lack, request),
    }
    return render(request, "accounts/pages/protect/page.html", context)
