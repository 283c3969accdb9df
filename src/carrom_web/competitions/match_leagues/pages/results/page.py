"""The results of a league as an RSS feed."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.match_leagues import exports, repository
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.presenters import site_of
from carrom_web.core.pages import Route

ROUTE = Route("leagues/matches/<slug:slug>/results.rss", name="match-league-results", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give it."""
    seen = repository.seen(KIND.at(slug, guest_id_of(request)))
    text = exports.results_feed(seen, site_of(request))
    return HttpResponse(text, content_type="application/rss+xml; charset=utf-8")
