"""Renewing a link to a competition that has ended: by a letter to its holder, or by an official at once.

Template `competitions/link_pages/renewal/page.html` gets:
    title      the competition's
    way        "here" (an official, or from the letter), "letter", or "ask": nobody has stored where to write
    is_sent    whether the letter was just sent
    nav        "events"

POST here: `way` is done. Answers: 303 to the page that the link opens, 429 for too many letters.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.rights import Action
from carrom_web.competitions.link_expiry import Renewal, read_renewal, refuse_renewal, renew, send_renewal
from carrom_web.core.error_page import error_page
from carrom_web.core.pages import Route
from carrom_web.core.permissions import LinkHolder
from carrom_web.core.rate_limits import RateLimit

LETTERS = RateLimit(burst=3, per_second=1 / 3600)  # for one link
RENEWER = LinkHolder("renewal of a link", lambda token: read_renewal(token).holder, refuse_renewal)
ROUTE = Route("links/<str:token>/", name="link-renewal", audience=RENEWER)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Say how the link is renewed; with POST do it."""
    try:
        renewal = read_renewal(token)
    except CarromError as error:
        return refuse_renewal(request, error, {})
    holder, way = renewal.holder, _way(renewal, request)
    is_sent = False
    if request.method == "POST" and way == "here":
        renew(renewal, timezone.now())
        return HttpResponse(status=303, headers={"Location": renewal.path})
    if request.method == "POST" and way == "letter":
        if not LETTERS.allows(renewal.token, timezone.now().timestamp()):
            return _too_many(request)
        send_renewal(renewal, request.build_absolute_uri("/"))
        is_sent = True
    context = {"nav": "events", "title": holder.competition.title, "way": way, "is_sent": is_sent}
    return render(request, "competitions/link_pages/renewal/page.html", context)


def _way(renewal: Renewal, request: HttpRequest) -> str:
    holder = renewal.holder
    if renewal.by_letter or clubs.may(holder.competition.club_id, guest_id_of(request), Action.SEE_PERSONS):
        return "here"
    return "letter" if holder.email else "ask"


def _too_many(request: HttpRequest) -> HttpResponse:
    return error_page(
        request,
        status=429,
        code="too-many-letters",
        title=_("Look into your mailbox"),
        what=_("We have sent several letters for this link."),
        todo=_("Wait an hour if none arrives, then try again."),
    )
