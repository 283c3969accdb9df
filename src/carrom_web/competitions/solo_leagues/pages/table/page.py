"""The standings alone, to be shown in a frame on a club's own site.

`?division=KEY` shows one division, `?rows=10` the first ten places, `?theme=light` or `dark` one theme.

Template `competitions/solo_leagues/pages/table/page.html` gets:
    title, url   the season and its page
    tables       list of {key, title, rows: list of `solo_standings.Row`}
    socket       where it is told that something has changed
    theme        "light", "dark", or "": the reader's own
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.competitions.solo_leagues import repository
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.core.embedding import may_be_framed
from carrom_web.core.pages import Route

ROUTE = Route("leagues/solo/<slug:slug>/table/", name="solo-table", audience=KIND.follower)
MOST_ROWS = 500


@require_safe
@may_be_framed
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the table; a draft to nobody, since a frame is no place for what only some may see."""
    season = KIND.at(slug)
    tables = repository.standings_of(season, timezone.now())[2]
    only, number, theme = (request.GET.get(name, "") for name in ("division", "rows", "theme"))
    shown = [one for one in tables if only in ("", one.division.key)]
    if not shown:
        raise Http404
    most = int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else MOST_ROWS
    context = {
        "title": repository.terms_of(season).title,
        "url": request.build_absolute_uri(reverse("solo-season", args=[slug])),
        "tables": [
            {"key": one.division.key, "title": one.division.title or _("Standings"), "rows": one.rows[:most]}
            for one in shown
        ],
        "socket": f"/ws/leagues/solo/{slug}/",
        "theme": theme if theme in ("light", "dark") else "",
    }
    return render(request, "competitions/solo_leagues/pages/table/page.html", context)
