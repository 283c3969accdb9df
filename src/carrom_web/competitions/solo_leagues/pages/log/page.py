"""Everything that was done in a season: who, when, what and why; with filters, and as `log.csv`.

Template `competitions/solo_leagues/pages/log/page.html` gets what `presenters.head` and `LogView.context` give, and:
    file     address of the whole log as CSV
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.solo_leagues import repository, selectors
from carrom_web.competitions.solo_leagues.permissions import SEASON_ORGANISER
from carrom_web.competitions.solo_leagues.presenters import handle_domain_errors, head, log_view
from carrom_web.core.pages import Route

ROUTE = Route("leagues/solo/<slug:slug>/log/", name="solo-log", audience=SEASON_ORGANISER)


@require_safe
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it."""
    season = selectors.season_at(slug, guest_id_of(request))
    context = head(request, season, repository.terms_of(season), here="solo-organise")
    context |= log_view(season).context(request) | {"file": reverse("solo-log-file", args=[slug])}
    return render(request, "competitions/solo_leagues/pages/log/page.html", context)
