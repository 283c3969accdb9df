"""The whole log of a season as CSV, for its organisers; no template."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events.entry_files import as_csv
from carrom_web.competitions.solo_leagues import selectors
from carrom_web.competitions.solo_leagues.permissions import SEASON_ORGANISER
from carrom_web.competitions.solo_leagues.presenters import handle_domain_errors, log_view
from carrom_web.core.pages import Route

ROUTE = Route("leagues/solo/<slug:slug>/log.csv", name="solo-log-file", audience=SEASON_ORGANISER)


@require_safe
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the file."""
    season = selectors.season_at(slug, guest_id_of(request))
    answer = HttpResponse(as_csv(log_view(season).csv_rows()), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}-log.csv"'
    return answer
