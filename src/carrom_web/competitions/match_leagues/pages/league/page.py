"""A match league as everybody sees it: its table, what was played last, what comes next, the play-offs.

Template `competitions/match_leagues/pages/league/page.html` gets what `CompetitionKind.context` gives, and:
    tables      for `competitions/match_leagues/tables.html`; deductions
    entered     list of {name, club, url}: who has entered, before the fixtures are made
    last, next  parts (`presenters.by_heading`) of a few fixtures; playoffs: parts of all of them
    rules       list of (label, value): the settings; how: list of sentences that follow from them
    before      list of {title, url}: earlier seasons
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom.tournament.bracket_resolution import State
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events import draw_labels
from carrom_web.competitions.match_leagues import day_report, repository, selectors
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.presenters import (
    by_heading,
    deductions,
    fixture_row,
    how_label,
    named,
    pairing_rows,
    sorted_by_day,
    table_rows,
)
from carrom_web.core.pages import Route
from carrom_web.core.setting_fields import shown_rows

ROUTE = Route("leagues/matches/<slug:slug>/", name="match-league", audience=KIND.viewer)
A_FEW = 6


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it."""
    league = KIND.at(slug, guest_id_of(request))
    seen = repository.seen(league)
    sheets = selectors.sheets_in(league)
    met = sorted_by_day(seen, seen.league.meetings)
    decided = [one for one in met if one.state is State.DECIDED][-A_FEW:]
    ready = [one for one in met if one.state is State.READY][:A_FEW]
    tables = []
    for table in seen.league.tables if seen.league.is_drawn else ():
        rows = table_rows(seen, table)
        why = draw_labels.order_label([row.row for row in table.rows], seen.name)
        tables.append({"pool": table.pool, "rows": rows, "more": named(rows), "is_final": table.is_final, "why": why})
    entrants = [] if seen.league.is_drawn else [one.key for one in seen.league.season.entrants]
    context = KIND.context(request, seen.row, seen, here="match-league") | {
        "tables": tables,
        "deductions": deductions(seen),
        "entered": [
            {
                "name": seen.name(key),
                "club": seen.clubs.get(key, ""),
                "url": seen.addresses.of("match-league-team", key),
            }
            for key in entrants
        ],
        "last": by_heading(fixture_row(seen, one, sheets.get(one.fixture.id)) for one in decided),
        "next": by_heading(fixture_row(seen, one, sheets.get(one.fixture.id)) for one in ready),
        "playoffs": by_heading(pairing_rows(seen, sheets)),
        "rules": shown_rows(seen.terms),
        "how": how_label(seen),
        "before": [
            {"title": one.title, "url": reverse("match-league", args=[one.slug]), "day": one.first_day}
            for one in selectors.seasons_before(league)
        ],
        "prints": [reverse("match-league-print", args=[slug, name]) for name in ("table", "fixtures")],
        "data": reverse("match-league-data", args=[slug]),
        "reports": reverse("match-league-weekly-list", args=[slug]) if day_report.numbers_of(seen) else "",
        "tv": reverse("match-league-tv", args=[slug]),
    }
    return render(request, "competitions/match_leagues/pages/league/page.html", context)
