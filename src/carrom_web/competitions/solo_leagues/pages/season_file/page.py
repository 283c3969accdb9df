"""The whole season as a file, for its organisers; no template."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.solo_leagues import season_file, selectors
from carrom_web.competitions.solo_leagues.permissions import SEASON_ORGANISER
from carrom_web.competitions.solo_leagues.presenters import handle_domain_errors
from carrom_web.core.pages import Route

ROUTE = Route("leagues/solo/<slug:slug>/season.json", name="solo-season-file", audience=SEASON_ORGANISER)


@require_safe
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give it."""
    season = selectors.season_at(slug, guest_id_of(request))
    answer = HttpResponse(season_file.write(season), content_type="application/json; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
