"""The fixtures of a league, or of one team (`?team=`), as an iCalendar file that a phone's calendar follows."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.leagues import files, queries, state_store
from carrom_web.leagues.showing import site_of, told_kindly

ROUTE = Route("leagues/matches/<slug:slug>/fixtures.ics", name="match-league-calendar")


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give it."""
    seen = state_store.seen(queries.league_at(slug, guest_id_of(request)))
    team = request.GET.get("team", "")
    if team and team not in seen.teams:
        raise queries.UnknownTeamError("There is no team under this address. Check the link.")
    text = files.calendar(seen, site_of(request), team=team)
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response.headers["Content-Disposition"] = f'inline; filename="{slug}.ics"'
    return response
