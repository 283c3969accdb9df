"""Days off: the reader's clocks in matches by correspondence stand still (docs/correspondence.md).

Template `matches/pages/days_off/page.html` gets:
    until    the reader's last day off, while they have days off; else None
    first    today, and
    last     the last day that the year's days off reach; None: no day is left
    count    days that are left this year
    refused  a sentence why they could not begin, or ""
    nav      "play"

POST `until=2026-12-24` begins them, `do=end` ends them: 303 to this page, 422 with `refused`.
"""

from datetime import date, timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_http_methods

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized
from carrom_web.matches import cards, days_off

ROUTE = Route("matches/days-off/", name="days-off", audience=ANYONE)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the form; with POST begin or end days off."""
    if request.method != "POST":
        return _form(request)
    now, guest_id = timezone.now(), guest_id_of(request)
    back = HttpResponse(status=303, headers={"Location": request.path})
    if request.POST.get("do") == "end":
        if guest_id is not None:
            days_off.end(guest_id, now)
        return back
    guest = guest_for(request)
    try:
        days_off.begin(guest.pk, _day(request.POST.get("until", "")), now)
    except days_off.DaysOffError as error:
        return remember(_form(request, localized(error)), guest, request)
    return remember(back, guest, request)


def _day(written: str) -> date:
    """Return a day as a browser's field writes it. Raises DaysOffError: it is none."""
    try:
        day = parse_date(written)
    except ValueError:  # such as 31 February
        day = None
    if day is None:
        raise days_off.DaysOffError("past")
    return day


def _form(request: HttpRequest, refused: str = "") -> HttpResponse:
    guest_id, now = guest_id_of(request), timezone.now()
    left = days_off.left_in(guest_id, now.year) if guest_id else days_off.A_YEAR
    context = {
        "nav": "play",
        "until": cards.last_day_off(guest_id),
        "first": now.date(),
        "last": days_off.last_day(guest_id, now) if guest_id else (now + days_off.A_YEAR - timedelta(days=1)).date(),
        "count": left.days,
        "refused": refused,
    }
    return render(request, "matches/pages/days_off/page.html", context, status=422 if refused else 200)
