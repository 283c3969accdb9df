"""The table of a league for a club's own site, in a frame: nothing but the table, the next and the last fixtures.

Template `competitions/match_leagues/pages/embed/page.html` gets tables, deductions, terms, title, league (address of
the league's page).
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.competitions.match_leagues import repository
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.presenters import deductions, named, table_rows
from carrom_web.core.embedding import may_be_framed
from carrom_web.core.pages import Route

ROUTE = Route("leagues/matches/<slug:slug>/embed/", name="match-league-embed", audience=KIND.follower)


@require_safe
@may_be_framed
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it; never a draft, whoever looks."""
    seen = repository.seen(KIND.at(slug))
    tables = []
    for table in seen.league.tables:
        rows = table_rows(seen, table)
        tables.append({"pool": table.pool, "rows": rows, "more": named(rows)})
    context = {
        "tables": tables,
        "deductions": deductions(seen),
        "terms": seen.terms,
        "title": seen.terms.title,
        "address": request.build_absolute_uri(reverse("match-league", args=[slug])),
        "new_tab": True,
    }
    return render(request, "competitions/match_leagues/pages/embed/page.html", context)
