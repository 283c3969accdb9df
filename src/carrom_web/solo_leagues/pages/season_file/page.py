"""The whole season as a file, for its organisers; no template."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Audience, Route
from carrom_web.solo_leagues import queries, season_file
from carrom_web.solo_leagues.actions.deeds import check_organises
from carrom_web.solo_leagues.showing import told_kindly

ROUTE = Route("leagues/solo/<slug:slug>/season.json", name="solo-season-file", audience=Audience.ORGANISER)


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give it."""
    guest_id = guest_id_of(request)
    season = queries.season_at(slug, guest_id)
    check_organises(season, guest_id)
    answer = HttpResponse(season_file.write(season), content_type="application/json; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    answer.headers["Cache-Control"] = "no-store"
    return answer
