"""The whole log of a league as CSV."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events.entry_files import as_csv
from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.audit_labels import log_view
from carrom_web.competitions.match_leagues.permissions import LEAGUE_DRAWER
from carrom_web.competitions.match_leagues.presenters import handle_domain_errors
from carrom_web.core.pages import Route

ROUTE = Route("leagues/matches/<slug:slug>/log.csv", name="match-league-log-file", audience=LEAGUE_DRAWER)


@require_safe
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give it."""
    guest_id = guest_id_of(request)
    seen = repository.seen(selectors.league_at(slug, guest_id))
    view = log_view(seen, sees_persons=selectors.may(seen.row, guest_id, Action.SEE_PERSONS))
    answer = HttpResponse(as_csv(view.csv_rows()), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}-log.csv"'
    return answer
