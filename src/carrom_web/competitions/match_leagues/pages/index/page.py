"""The index of long competitions: match leagues, seasons of 19-coin solo, championships, rating lists.

Template `competitions/match_leagues/pages/index/page.html` gets:
    parts   list of {title, rows}: rows of {kind, title, url, club, when, state, is_open}
    asked   what was searched for
    kinds   list of {slug, title, here}: only one kind
    begin   list of {url, title}: what the reader may announce
    nav     "leagues"
"""

from datetime import date, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.match_leagues import index
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("leagues/", name="leagues", audience=ANYONE)
SHOWN_AT_ONCE = 60


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show it, or what a search finds."""
    guest_id = guest_id_of(request)
    kinds = index.indexed_kinds()
    asked, only = request.GET.get("q", "").strip()[:80], request.GET.get("kind", "")
    rows = index.rows(guest_id, only=only)
    if asked:
        rows = [row for row in rows if _matches(row, asked)]
    rows.sort(key=_newest_first, reverse=True)
    mine = [row for row in rows if row["is_open"] and row.get("is_mine")]
    running = [row for row in rows if row["is_open"] and not row.get("is_mine")]
    over = [row for row in rows if not row["is_open"]]
    context = {
        "nav": "leagues",
        "asked": asked,
        "only": only,
        "kinds": [{"slug": kind.key, "title": kind.plural} for kind in kinds],
        "parts": [
            {"title": title, "rows": found[:SHOWN_AT_ONCE], "more": max(0, len(found) - SHOWN_AT_ONCE)}
            for title, found in ((_("Mine"), mine), (_("Running and announced"), running), (_("Over"), over))
            if found
        ],
        "begin": [{"url": reverse(f"{kind.prefix}-new"), "title": kind.plural} for kind in kinds],
    }
    return render(request, "competitions/match_leagues/pages/index/page.html", context)


def _matches(row: dict[str, Any], asked: str) -> bool:
    text = f"{row['title']} {row['club']}".casefold()
    return all(word in text for word in asked.casefold().split())


def _newest_first(row: dict[str, Any]) -> tuple[str, str]:
    day = row["day"]
    if isinstance(day, datetime):
        day = day.date()
    return (day.isoformat() if isinstance(day, date) else str(day or ""), row["title"])
