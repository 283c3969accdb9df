"""The record of processing of a club, for its organisers. `?file=pdf`: to print.

Template `people/pages/club_processing/page.html` gets:
    club    {name, slug}
    parts   list of {heading, columns, rows}: tables (`people.processing.RecordPart`)
    today   the day of the record
    nav     "events"
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.printing.listing import Listing, Part, listing_pdf
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.permissions import ClubMember
from carrom_web.clubs.rights import Action
from carrom_web.core.pages import Route
from carrom_web.people.processing import record_of

ROUTE = Route("clubs/<slug:slug>/processing/", name="club-processing", audience=ClubMember(Action.ORGANISE))


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it, or print it."""
    club = clubs.club_named(slug)
    parts, today = record_of(club), timezone.localdate()
    if request.GET.get("file") != "pdf":
        about = {"nav": "events", "club": {"name": club.name, "slug": club.slug}, "parts": parts, "today": today}
        return render(request, "people/pages/club_processing/page.html", about)
    listing = Listing(
        title=_("Record of processing"),
        lines=[club.name, date_format(today, "DATE_FORMAT")],
        parts=[
            Part(heading=one.heading, columns=one.columns, rows=one.rows, wide=tuple(range(1, len(one.columns))))
            for one in parts
        ],
        link=request.build_absolute_uri(reverse("club-processing", args=[slug])),
        lang=(get_language() or "en").split("-")[0],
    )
    response = HttpResponse(listing_pdf(listing), content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{slug}-processing.pdf"'
    return response
