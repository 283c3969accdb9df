"""A link to a sheet: the person who opens it gives a name and gets the link's role.

Template `umpire/pages/link/page.html` gets:
    title     "Asha and Tomasz"
    place     table or round, may be empty
    host      name of who made the link, may be empty
    role      "umpire", "player", "verifier" or "follower"
    until     when the link expires
    form      `umpire.forms.Accept`; POST it here
    errors    as in the form of a new sheet
    nav       "umpire"

Opening it alone gives nothing, so that a program which looks at links for previews becomes nobody. Answers: 303 to the
sheet or the match once it was accepted, 404 for a forged one, 410 for one that has expired or was taken back, 429 for
many acceptances.
"""

import time

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom_web.accounts.selectors import guest_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.core.error_page import error_page
from carrom_web.core.links import LinkState
from carrom_web.core.pages import Route
from carrom_web.core.rate_limits import RateLimit
from carrom_web.matches import selectors as matches
from carrom_web.matches.cards import title
from carrom_web.umpire import scorer_lock, services
from carrom_web.umpire.forms import Accept
from carrom_web.umpire.permissions import SHEET_LINK_HOLDER
from carrom_web.umpire.rights import WRITES_AS, Role

ROUTE = Route("umpire/links/<str:token>/", name="sheet-link", audience=SHEET_LINK_HOLDER)
ACCEPTED = RateLimit(burst=60, per_second=0.5)

LEADS_TO = {Role.VERIFIER: "sheet-verify"}


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the link gives; with POST take it."""
    link = scorer_lock.link_in(token)
    if link is None:
        raise Http404
    state = link.state(timezone.now())
    if state is not LinkState.OPEN:
        return ended(request, state)
    guest = guest_of(request)
    form = Accept(request.POST or None, initial={"name": guest.name if guest else ""})
    if request.method == "POST" and form.is_valid():
        if not ACCEPTED.allows(request.META.get("REMOTE_ADDR"), time.monotonic()):
            return _too_many(request)
        guest = guest_for(request, name=form.cleaned_data["name"])
        services.accept_link(link, guest.pk)
        leads_to = "sheet" if Role(link.role) in WRITES_AS else LEADS_TO.get(Role(link.role), "match")
        answer = HttpResponse(status=303, headers={"Location": reverse(leads_to, args=[link.sheet_id])})
        return remember(answer, guest, request)
    loaded = matches.load(link.sheet_id)
    context = {
        "nav": "umpire",
        "title": title(loaded),
        "place": dict(loaded.state.match.head.tags).get("place", ""),
        "host": link.made_by.name if link.made_by else "",
        "role": link.role,
        "until": link.expires_at,
        "form": form,
        "errors": [{"id": form["name"].id_for_label, "text": text} for texts in form.errors.values() for text in texts],
    }
    return render(request, "umpire/pages/link/page.html", context, status=422 if form.errors else 200)


def _too_many(request: HttpRequest) -> HttpResponse:
    return error_page(
        request,
        status=429,
        code="too-many-links",
        title=_("Too many links"),
        what=_("Too many links were opened from this address in a short time."),
        safe=_("The link is still valid."),
        todo=_("Wait a minute, then open it again."),
    )


def ended(request: HttpRequest, state: LinkState) -> HttpResponse:
    """Say that a link gives nothing any more."""
    is_expired = state is LinkState.EXPIRED
    return error_page(
        request,
        status=410,
        code="link-expired" if is_expired else "link-revoked",
        title=_("This link has expired") if is_expired else _("This link was cancelled"),
        what=_("Links are valid for some hours, and this time is over.")
        if is_expired
        else _("The person who created this link has ended its access."),
        safe=_("Entries made with it stay on the sheet."),
        todo=_("Ask the person who sent it for a new one."),
    )
