"""The audit log of a club, for its organisers; changes of roles only for its owner. `?file=csv`: all of it.

Template `people/pages/club_log/page.html` gets what `LogView.context` gives, and:
    club    {name, slug}
    file    address of the whole log as CSV
    nav     "umpire"
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.permissions import ClubMember
from carrom_web.clubs.rights import Action
from carrom_web.core.files import csv_answer
from carrom_web.core.pages import Route
from carrom_web.people.audit_labels import log_view

ROUTE = Route("clubs/<slug:slug>/log/", name="club-log", audience=ClubMember(Action.ORGANISE))


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it."""
    club = clubs.club_named(slug)
    log = log_view(club, sees_roles=clubs.may(club.pk, guest_id_of(request), Action.HAND_OVER))
    if request.GET.get("file") == "csv":
        return csv_answer(log.csv_rows(), f"{slug}-log.csv")
    about = {"nav": "umpire", "club": {"name": club.name, "slug": club.slug}, "file": "?file=csv"}
    return render(request, "people/pages/club_log/page.html", about | log.context(request))
