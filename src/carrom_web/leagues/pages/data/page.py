"""Tables and fixtures of a league as JSON, for whoever shows them elsewhere."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.leagues import files, queries, state_store
from carrom_web.leagues.showing import told_kindly

ROUTE = Route("leagues/matches/<slug:slug>/league.json", name="match-league-data")


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give it; a page of any site may read it, as it holds what everybody sees."""
    seen = state_store.seen(queries.league_at(slug, guest_id_of(request)))
    answer = JsonResponse(files.data(seen), json_dumps_params={"ensure_ascii": False})
    if seen.row.state != seen.row.State.DRAFT:
        answer.headers["Access-Control-Allow-Origin"] = "*"
    return answer
