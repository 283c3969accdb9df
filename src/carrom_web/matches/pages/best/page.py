"""The best players: of a week by the points gained, of all time by rating; and by which rules matches count.

Template `matches/pages/best/page.html` gets:
    groups    list of {value, label, chosen}
    weeks     list of {value, label, chosen}: "" is all time
    rows      list of {place, name, rating, gain (None: all time), results, is_own}
    own       the same of the reader, where they are not in `rows`; or None. `is_provisional` says so
    near      points between two who are rated about the same
    hours     after which a match is abandoned

GET `?group=points-25 singles&week=2026-11-23`; a week is named by its Monday.
"""

from datetime import date, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.rating.families import GROUPS
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import online_ratings
from carrom_web.matches.models import OnlineRating

ROUTE = Route("lobby/best/", name="best", audience=ANYONE)
MOST, WEEKS = 50, 8


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the board of the best."""
    asked = request.GET.get("group", "")
    group = asked if asked in GROUPS else online_ratings.groups_played()[0]
    now = online_ratings.week_of(timezone.now())
    mondays = [now - number * timedelta(days=7) for number in range(WEEKS)]
    named = {one.isoformat(): one for one in mondays}
    week = None if request.GET.get("week") == "all" else named.get(request.GET.get("week", ""), now)
    guest_id = guest_id_of(request)
    found = online_ratings.best_of_week(group, week) if week else online_ratings.best_of_all_time(group)
    rows = [_row(place, row, week=week, is_own=row.guest_id == guest_id) for place, row in enumerate(found[:MOST], 1)]
    own = None
    if guest_id is not None and not any(row["is_own"] for row in rows):
        mine = OnlineRating.objects.filter(guest_id=guest_id, group=group).select_related("guest")
        newest = (mine.filter(week=week) if week else mine.filter(is_newest=True)).first()
        own = _row(0, newest, week=week, is_own=True) if newest else None
    context = {
        "nav": "lobby",
        "groups": [
            {"value": value, "label": label, "chosen": value == group}
            for value, label in online_ratings.labels().items()
        ],
        "weeks": [
            *({"value": one.isoformat(), "label": _label(one, now), "chosen": one == week} for one in mondays),
            {"value": "all", "label": _("All time"), "chosen": week is None},
        ],
        "rows": rows,
        "own": own,
        "near": round(online_ratings.NEAR),
        "hours": round(online_ratings.ABANDONED_AFTER.total_seconds() / 3600),
    }
    return render(request, "matches/pages/best/page.html", context)


def _row(place: int, row: OnlineRating, *, week: date | None, is_own: bool) -> dict[str, Any]:
    return {
        "place": place,
        "name": row.guest.name,
        "rating": round(row.value),
        "gain": round(row.gain) if week else None,
        "results": row.results if week else row.total,
        "is_own": is_own,
        "is_provisional": row.deviation > online_ratings.TERMS.provisional_above,
    }


def _label(monday: date, now: date) -> str:
    return _("This week") if monday == now else _("Week of %(day)s") % {"day": date_format(monday)}
