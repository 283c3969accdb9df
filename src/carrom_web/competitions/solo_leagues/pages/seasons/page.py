"""The seasons of 19-coin solo: those that run, and those that are over.

Template `competitions/solo_leagues/pages/seasons/page.html` gets:
    rows      list of `selectors.index_rows`
    organises whether the reader may announce a season
    nav       "leagues"
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.selectors import clubs_to_organise
from carrom_web.competitions.solo_leagues import selectors
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("leagues/solo/", name="solo-seasons", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show them."""
    guest_id = guest_id_of(request)
    context = {
        "nav": "leagues",
        "rows": selectors.index_rows(guest_id),
        "organises": bool(clubs_to_organise(guest_id)),
    }
    return render(request, "competitions/solo_leagues/pages/seasons/page.html", context)
