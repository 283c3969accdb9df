"""All rating lists.

Template `competitions/ratings/pages/ratings/page.html` gets rows (list of {url, title, club, closed}), may_begin, nav.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.rights import Action
from carrom_web.competitions.ratings import selectors
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("ratings/", name="ratings", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the list of lists."""
    guest_id = guest_id_of(request)
    rows = [
        {
            "url": reverse("rating-list", args=[row.slug]),
            "title": row.title,
            "club": row.club.name,
            "closed": row.closed,
        }
        for row in selectors.all_lists()
    ]
    may_begin = any(clubs.may(club.pk, guest_id, Action.ORGANISE) for club in clubs.clubs_of(guest_id))
    return render(
        request,
        "competitions/ratings/pages/ratings/page.html",
        {"nav": "leagues", "rows": rows, "may_begin": may_begin},
    )
