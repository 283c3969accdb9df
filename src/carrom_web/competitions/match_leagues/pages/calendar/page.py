"""The fixtures of a league, or of one team (`?team=`), as an iCalendar file that a phone's calendar follows."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.match_leagues import exports, repository, selectors
from carrom_web.competitions.match_leagues.permissions import LEAGUE_VIEWER
from carrom_web.competitions.match_leagues.presenters import handle_domain_errors, site_of
from carrom_web.core.calendar import calendar_response
from carrom_web.core.pages import Route

ROUTE = Route("leagues/matches/<slug:slug>/fixtures.ics", name="match-league-calendar", audience=LEAGUE_VIEWER)


@require_safe
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give it."""
    seen = repository.seen(selectors.league_at(slug, guest_id_of(request)))
    team = request.GET.get("team", "")
    if team and team not in seen.teams:
        raise selectors.UnknownTeamError("address")
    return calendar_response(exports.calendar(seen, site_of(request), team=team), filename=slug)
