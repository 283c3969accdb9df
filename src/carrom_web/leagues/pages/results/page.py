"""The results of a league as an RSS feed."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.leagues import files, queries, state_store
from carrom_web.leagues.showing import site_of, told_kindly

ROUTE = Route("leagues/matches/<slug:slug>/results.rss", name="match-league-results")


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Give it."""
    seen = state_store.seen(queries.league_at(slug, guest_id_of(request)))
    text = files.results_feed(seen, site_of(request))
    return HttpResponse(text, content_type="application/rss+xml; charset=utf-8")
