"""A seat offered by link: the host passes the address on, and the person who opens it may sit down.

Template `matches/pages/invitation/page.html` gets:
    is_host   whether the one who asks made the invitation: show the link and wait (the page asks for itself again
              every few seconds, by <meta http-equiv="refresh" content="4">, and then leads to the match)
    link      the whole address of this page, to be passed on
    qr        {width, path}: the link as a QR code; <svg viewBox="0 0 width width"><path stroke="#000" d="path"/></svg>
              on a white ground (the path is made of lines one unit thick)
    host      the host's name
    by_days   whether it is by correspondence, so that the host need not wait here
    words     what will be played: list of sentences
    form      for a visitor: a form with the field `name`; POST it here with {% csrf_token %} to sit down
    errors    as in the form of a new match
    nav       "play"

A table of four is shown by `table_page`. Answers: 303 to the match once it has started, for its players; for everybody
else `taken.html` (409 for a person who wanted to sit down), which says that the seats are taken and leads to the match,
with `card` as on the start page; 404.
"""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom_web.accounts.selectors import guest_id_of, guest_of
from carrom_web.accounts.services import guest_for, remember
from carrom_web.core.links import qr_of
from carrom_web.core.pages import Route
from carrom_web.matches import cards, correspondence, selectors, services
from carrom_web.matches.forms import NewMatch, SitDown
from carrom_web.matches.pages.invitation import table_page
from carrom_web.matches.permissions import INVITATION_HOLDER

ROUTE = Route("invitations/<uuid:invitation_id>/", name="invitation", audience=INVITATION_HOLDER)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Show the invitation; with POST sit down and begin the match."""
    invitation = selectors.invitation(invitation_id)
    if invitation is None:
        raise Http404
    is_host = invitation.host_id == guest_id_of(request)
    guest = guest_of(request)
    if invitation.match_id is not None:
        loaded = selectors.load(invitation.match_id)
        if loaded.seats_of(guest_id_of(request)):
            return _to_match(invitation.match_id)
        late = 409 if request.method == "POST" else 200
        taken = {"nav": "play", "card": cards.card(loaded)}
        return render(request, "matches/pages/invitation/taken.html", taken, status=late)
    if invitation.is_table:
        return table_page.answer(request, invitation)
    sent = request.POST if request.method == "POST" else None
    sit_down = SitDown(sent, initial={"name": guest.name if guest else ""})
    status = 200
    if request.method == "POST" and is_host:
        sit_down.add_error(None, _("This seat is for another player: share the link."))
        status = 422
    elif request.method == "POST":
        if sit_down.is_valid():
            guest = guest_for(request, name=sit_down.cleaned_data["name"])
            wish = NewMatch.of_wish(invitation.wish)
            head = wish.head(own_name=invitation.host.name, other_name=guest.name)
            try:
                match_id = services.accept(invitation, head, wish.players(invitation.host_id, guest.pk))
            except services.InvitationTakenError:
                return HttpResponse(status=303, headers={"Location": request.path})
            return remember(_to_match(match_id), guest, request)
        status = 422
    link = request.build_absolute_uri(request.path)
    context = {
        "nav": "play",
        "is_host": is_host,
        "link": link,
        "qr": qr_of(link),
        "host": invitation.host.name,
        "by_days": correspondence.days_of(invitation.wish.get("clock")) is not None,
        "words": NewMatch.of_wish(invitation.wish).words(),
        "form": sit_down,
        "errors": [
            {"field": name, "id": "id_name", "text": text} for name, texts in sit_down.errors.items() for text in texts
        ],
    }
    return render(request, "matches/pages/invitation/page.html", context, status=status)


def _to_match(match_id: UUID) -> HttpResponse:
    return HttpResponse(status=303, headers={"Location": reverse("match", args=[match_id])})
