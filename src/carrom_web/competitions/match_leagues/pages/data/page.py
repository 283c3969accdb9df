"""Tables and fixtures of a league as JSON, for other sites and programs."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.match_leagues import exports, repository
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.core.pages import Route

ROUTE = Route("leagues/matches/<slug:slug>/league.json", name="match-league-data", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give it; a page of any site may read it, as it holds what everybody sees."""
    seen = repository.seen(KIND.at(slug, guest_id_of(request)))
    answer = JsonResponse(exports.data(seen), json_dumps_params={"ensure_ascii": False})
    if seen.row.state != seen.row.State.DRAFT:
        answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer
