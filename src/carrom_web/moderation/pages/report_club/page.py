"""Report a club to the operators of the site.

Template `moderation/pages/report_club/page.html` gets:
    club     the club
    reasons  list of (value, label)
    chosen, text  what was sent before it was refused
    is_sent  whether the report has just been stored
    refused  a sentence about what was refused, or ""
    nav      "umpire"

POST `reason` and `text`. Answers: 303 here with `?sent=1`; 409 with `refused`; 429 an error page.
"""

import time

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import NotAllowedError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.clubs import selectors as clubs
from carrom_web.core.error_page import error_page
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.rate_limits import RateLimit
from carrom_web.core.translation import localized
from carrom_web.moderation import services
from carrom_web.moderation.models import ReportReason

ROUTE = Route("clubs/<slug:slug>/report/", name="report-club", audience=ANYONE)
REPORTS = RateLimit(burst=5, per_second=0.005)  # of one address


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask what is wrong; with POST store it."""
    try:
        club = clubs.visible_club(slug, guest_id_of(request))
    except clubs.UnknownClubError:
        raise Http404 from None
    refused = ""
    if request.method == "POST":
        if not REPORTS.allows(request.META.get("REMOTE_ADDR", ""), time.monotonic()):
            return error_page(
                request,
                status=429,
                code="too-many-reports",
                title=_("Too many reports"),
                what=_("Too many reports have come from your address."),
                safe=_("What you reported before is stored."),
                todo=_("Wait a few minutes, then try again."),
            )
        guest = guest_for(request)
        try:
            sent = request.POST
            services.report_club(club, guest, sent.get("reason", ""), sent.get("text", ""), now=timezone.now())
        except NotAllowedError as error:
            refused = localized(error)
        else:
            address = reverse("report-club", args=[slug]) + "?sent=1"
            return remember(HttpResponse(status=303, headers={"Location": address}), guest, request)
    context = {
        "club": club,
        "reasons": ReportReason.choices,
        "chosen": request.POST.get("reason", ""),
        "text": request.POST.get("text", ""),
        "is_sent": request.GET.get("sent") == "1",
        "refused": refused,
        "nav": "umpire",
    }
    return render(request, "moderation/pages/report_club/page.html", context, status=409 if refused else 200)
