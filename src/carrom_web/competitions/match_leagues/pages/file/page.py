"""A whole league as one file: terms, record, teams with their addresses, the log. For its organisers."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.match_leagues import exports, selectors
from carrom_web.competitions.match_leagues.permissions import WHOLE_FILE_READER
from carrom_web.competitions.match_leagues.presenters import handle_domain_errors
from carrom_web.core.pages import Route

ROUTE = Route("leagues/matches/<slug:slug>/whole-league.json", name="match-league-file", audience=WHOLE_FILE_READER)


@require_safe
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give it."""
    league = selectors.league_at(slug, guest_id_of(request))
    answer = HttpResponse(exports.whole_file(league), content_type="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    return answer
