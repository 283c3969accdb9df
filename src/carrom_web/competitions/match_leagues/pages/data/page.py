"""Tables and fixtures of a league as JSON, for whoever shows them elsewhere."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.match_leagues import exports, repository, selectors
from carrom_web.competitions.match_leagues.permissions import LEAGUE_VIEWER
from carrom_web.competitions.match_leagues.presenters import handle_domain_errors
from carrom_web.core.pages import Route

ROUTE = Route("leagues/matches/<slug:slug>/league.json", name="match-league-data", audience=LEAGUE_VIEWER)


@require_safe
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give it; a page of any site may read it, as it holds what everybody sees."""
    seen = repository.seen(selectors.league_at(slug, guest_id_of(request)))
    answer = JsonResponse(exports.data(seen), json_dumps_params={"ensure_ascii": False})
    if seen.row.state != seen.row.State.DRAFT:
        answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer
