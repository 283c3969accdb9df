"""The seasons of 19-coin solo: those that run, and those that are over.

Template `solo_leagues/pages/seasons/page.html` gets:
    rows      list of `queries.index_rows`
    organises whether the reader may announce a season
    nav       "leagues"
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.solo_leagues import queries

ROUTE = Route("leagues/solo/", name="solo-seasons")


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show them."""
    guest_id = guest_id_of(request)
    context = {
        "nav": "leagues",
        "rows": queries.index_rows(guest_id),
        "organises": bool(queries.clubs_to_organise(guest_id)),
    }
    return render(request, "solo_leagues/pages/seasons/page.html", context)
