"""Notifications by web push: a switch for this device, and all devices of the reader.

GET   template `push/pages/notifications/page.html`: devices, list of {id, label, since, last}; has_account;
      wants_turns, whether the account wants emails about matches by correspondence
POST  do=on       endpoint, key, secret: this device gets notifications. Answered in JSON, {} or {problem}
      do=is-on    endpoint: {on}, whether this device gets the reader's
      do=emails   wants_turns: whether the account wants them; back to this page
      do=off      device: its number in the list, or endpoint; back to this page
"""

import time
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from carrom_web.accounts.models import Account
from carrom_web.accounts.selectors import account_of, device_of, guest_id_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.core.browsers import label_of
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.rate_limits import RateLimit
from carrom_web.core.translation import localized
from carrom_web.push import services
from carrom_web.push.addresses import check_endpoint
from carrom_web.push.errors import PushError
from carrom_web.push.models import LONGEST_ENDPOINT, Device

ROUTE = Route("notifications/", name="notifications", audience=ANYONE)
SWITCHED = RateLimit(burst=20, per_second=0.1)  # of one address: each may make a guest, and an address to send to


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the devices; with POST switch one on or off."""
    guest_id, given = guest_id_of(request), request.POST
    if request.method != "POST":
        account = account_of(request)
        context = {
            "nav": "account",
            "devices": [_row(one) for one in services.devices_of(guest_id)],
            "has_account": account is not None,
            "wants_turns": account is not None and account.wants_turns,
        }
        return render(request, "push/pages/notifications/page.html", context)
    if given.get("do") == "on":
        return _switch_on(request)
    if given.get("do") == "emails":
        account = account_of(request)
        if account is not None:
            Account.objects.filter(pk=account.pk).update(wants_turns="wants_turns" in given)
    endpoint = given.get("endpoint", "")[:LONGEST_ENDPOINT]
    found = services.device_at(guest_id, endpoint) if endpoint else None
    if given.get("do") == "is-on":
        return JsonResponse({"on": found is not None})
    if given.get("do") == "off":
        number = given.get("device", "")
        pk = found.pk if found else int(number) if number.isascii() and number.isdigit() and len(number) < 19 else 0
        services.switch_off(guest_id, pk)
    return redirect("notifications")


def _switch_on(request: HttpRequest) -> HttpResponse:
    given = request.POST
    endpoint, key, secret = (given.get(name, "") for name in ("endpoint", "key", "secret"))
    try:
        if not SWITCHED.allows(request.META.get("REMOTE_ADDR"), time.monotonic()):
            raise PushError("often")
        check_endpoint(endpoint)  # before a guest is made of anybody
        guest = guest_for(request)
        services.switch_on(
            guest,
            endpoint,
            key,
            secret,
            language=get_language() or "en",
            label=label_of(request.headers.get("User-Agent", "")),
            session=device_of(request),
        )
    except PushError as error:
        return JsonResponse({"problem": localized(error)}, status=409)
    return remember(JsonResponse({}), guest, request)


def _row(device: Device) -> dict[str, Any]:
    return {"id": device.pk, "label": device.label, "since": device.made_at, "last": device.taken_at}
