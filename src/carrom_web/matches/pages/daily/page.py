"""The daily rack: play today's, see how others did; the results of earlier days, the best, and streaks.

Template `matches/pages/daily/page.html` gets:
    day, is_today
    earlier, later  addresses of the days around, or ""
    picture     the rack as SVG
    rows        list of {place, name, strokes, url, is_own}; `url` is "" while others still play
    finished    how many cleared it; `median`: what half of them needed at most, or None
    own         {strokes, url, is_over} of the reader's attempt, or None
    best        list of {name, strokes, days}
    streaks     list of `daily.Streak`
    name        what the reader is called
    refused     a sentence, or ""

POST `day=2026-11-26` and `name` begins the attempt: 303 to its match; of a day that is over, or a second time, 409. GET
`?day=2026-11-25` shows that day. 429: too many matches of one address.
"""

import re
import time
from datetime import date, timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_http_methods

from carrom.equipment.position import Position
from carrom.svg import board
from carrom_web.accounts.selectors import guest_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import localized
from carrom_web.matches import daily
from carrom_web.matches.proposals import NEW_MATCHES, TooManyMatchesError

ROUTE = Route("daily/", name="daily", audience=ANYONE)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show a day; with POST begin the attempt at today's rack."""
    if request.method != "POST":
        return _shown(request, _day(request.GET.get("day")))
    if not NEW_MATCHES.allows(request.META.get("REMOTE_ADDR", ""), time.monotonic()):
        return _shown(request, daily.today(), localized(TooManyMatchesError()), status=429)
    guest = guest_for(request, name=request.POST.get("name", ""))
    try:
        match_id = daily.begin(guest, _day(request.POST.get("day")))
    except daily.DailyError as error:
        return remember(_shown(request, daily.today(), localized(error), status=409), guest, request)
    answer = HttpResponse(status=303, headers={"Location": reverse("match", args=[match_id])})
    return remember(answer, guest, request)


def _shown(request: HttpRequest, day: date, refused: str = "", *, status: int = 200) -> HttpResponse:
    guest = guest_of(request)
    today = daily.today()
    own = daily.attempt(guest.pk if guest else None, day)
    position = daily.rack(day).position
    context: dict[str, Any] = {
        "nav": "play",
        "day": day,
        "is_today": day == today,
        "earlier": f"?day={day - timedelta(days=1)}" if day > daily.FIRST else "",
        "later": f"?day={day + timedelta(days=1)}" if day < today else "",
        "picture": _picture(position) if position else "",
        "rows": [
            {
                "place": place,
                "name": row.guest.name,
                "strokes": row.strokes,
                "url": reverse("share", args=[row.match_id]) if day < today else "",
                "is_own": own is not None and row.pk == own.pk,
            }
            for place, row in enumerate(daily.results(day)[: daily.MOST], 1)
        ],
        "finished": daily.finished(day),
        "median": daily.median(day),
        "own": own and {"strokes": own.strokes, "url": reverse("match", args=[own.match_id])},
        "best": daily.best(),
        "streaks": daily.streaks(),
        "name": guest.name if guest else "",
        "refused": refused,
    }
    return render(request, "matches/pages/daily/page.html", context, status=status)


def _picture(position: Position) -> str:
    """The rack as SVG; for readers who hear the page its heading says what lies there."""
    svg = re.sub(r"<title>.*?</title><desc>.*?</desc>", "", board(position, size=None), flags=re.DOTALL)
    return mark_safe(svg.replace('role="img"', 'aria-hidden="true"', 1))  # noqa: S308  # made of numbers


def _day(text: str | None) -> date:
    """A day that was asked for; today without one. Raises Http404: there was no rack."""
    try:
        day = date.fromisoformat(text) if text else daily.today()
    except ValueError:
        raise Http404 from None
    if not daily.FIRST <= day <= daily.today():
        raise Http404
    return day
