"""The browsers on which the reader is signed in: to sign out one, or all others.

Template `accounts/pages/devices/page.html` gets:
    devices  list of {id, browser, since, seen, is_here}
    nav      "account"

POST here: do=end with device, do=end_others. Answers: 303 here.
"""

from typing import cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from carrom_web.accounts import sign_ins
from carrom_web.accounts.models import Account
from carrom_web.core.pages import Route
from carrom_web.core.permissions import SIGNED_IN

ROUTE = Route("accounts/devices/", name="account-devices", audience=SIGNED_IN, for_banned=True)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show them; with POST sign out."""
    account = cast(Account, request.user)
    if request.method == "POST":
        device = request.POST.get("device", "")
        if request.POST.get("do") == "end_others":
            sign_ins.end_others(account, request)
        elif device.isdecimal() and len(device) < 19:
            sign_ins.end(account, sign_in_id=int(device))
        response = redirect("account-devices")
        response.status_code = 303
        return response
    own = request.session.get(sign_ins.KEY)
    context = {
        "nav": "account",
        "devices": [
            {"id": one.pk, "browser": one.browser, "since": one.since, "seen": one.seen_at, "is_here": one.pk == own}
            for one in sign_ins.devices_of(account)
        ],
    }
    return render(request, "accounts/pages/devices/page.html", context)
