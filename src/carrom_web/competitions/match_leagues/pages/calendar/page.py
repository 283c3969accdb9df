"""The fixtures of a league, or of one team (`?team=`), as an iCalendar file that a phone's calendar follows."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.match_leagues import exports, repository, selectors
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.presenters import site_of
from carrom_web.core.calendar import calendar_response
from carrom_web.core.pages import Route

ROUTE = Route("leagues/matches/<slug:slug>/fixtures.ics", name="match-league-calendar", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give it."""
    seen = repository.seen(KIND.at(slug, guest_id_of(request)))
    team = request.GET.get("team", "")
    if team and team not in seen.names:
        raise selectors.UnknownTeamError("address")
    return calendar_response(exports.calendar(seen, site_of(request), team=team), filename=slug)
