"""A match in large for a projector, for viewing only.

A match on the screen has its board drawn, a match on a real board has not. Query: `swap=1` shows the other side first.

Template `matches/pages/screen/page.html` gets:
    match_id    the UUID as text
    title       "Asha and Tomasz"
    about       laws and length, and the table or round of a sheet
    socket_path "/ws/matches/<id>/" (docs/wire.md)
    has_board   whether pieces are drawn
    swap        whether the sides change places on this page
    link, qr    address of the match as text and as `common.qr.qr_of`; none where only this machine could open it
    view, entries  as the page of the match has them
"""

import ipaddress
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.core.links import qr_of
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import cards, selectors, wire

ROUTE = Route("matches/<uuid:match_id>/screen/", name="screen", audience=ANYONE)
NEWEST = 10  # entries: the newest one that still counts is shown


@require_safe
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show a match from afar."""
    try:
        loaded = selectors.load(match_id)
    except selectors.UnknownMatchError:
        raise Http404 from None
    view = wire.view(loaded)
    head = loaded.state.match.head
    link = request.build_absolute_uri(reverse("match", args=[match_id]))
    words = [dict(head.tags).get("place", ""), view["ruleset"]["title"], view["format"]["words"]]
    context = {
        "match_id": str(match_id),
        "title": cards.title(loaded),
        "about": " · ".join(word for word in words if word),
        "socket_path": f"/ws/matches/{match_id}/",
        "has_board": head.positions,
        "swap": request.GET.get("swap") == "1",
        "link": link,
        "qr": None if _is_this_machine(request.get_host()) else qr_of(link),
        "view": view,
        "entries": wire.entries_json(selectors.last_entries(match_id, loaded.state, most=NEWEST)),
    }
    return render(request, "matches/pages/screen/page.html", context)


def _is_this_machine(host: str) -> bool:
    name = host.rsplit(":", 1)[0].strip("[]")
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"
