"""The standings of a season for other sites and spreadsheets: `table.json`, `table.csv`; no template (docs/api.md)."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from carrom.league.solo_files import rows_of, standings_values
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.solo_leagues import repository
from carrom_web.competitions.solo_leagues.kind import KIND
from carrom_web.core.files import as_csv
from carrom_web.core.pages import Route

ROUTE = Route("leagues/solo/<slug:slug>/table.<slug:kind>", name="solo-table-file", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """Return the file."""
    season, now = KIND.at(slug, guest_id_of(request)), timezone.now()
    state, today, tables = repository.standings_of(season, now)
    if kind == "json":
        data = standings_values(state, tables, today=today)
        data["url"] = request.build_absolute_uri(reverse("solo-season", args=[slug]))
        answer = HttpResponse(json.dumps(data, ensure_ascii=False), content_type="application/json")
    elif kind == "csv":
        answer = HttpResponse(as_csv(rows_of(tables)), content_type="text/csv; charset=utf-8")
        answer.headers["Content-Disposition"] = f'attachment; filename="{slug}.csv"'
    else:
        raise Http404
    if season.state != season.State.DRAFT:
        answer.headers["Access-Control-Allow-Origin"] = "*"  # public data, for a club's own pages
    return answer
