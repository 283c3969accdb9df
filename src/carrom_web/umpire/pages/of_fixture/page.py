"""Begins the sheet of a match of an event that was called to a board; whoever may umpire there keeps it.

Template `umpire/pages/of_fixture/page.html` gets:
    event    title of the event
    category its title; fixture: its name
    a, b     who plays
    board    the number of the board
    laws     the title of the laws
    nav      "umpire"
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from carrom_web.accounts.actions import guest_for, remember
from carrom_web.accounts.queries import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.common.pages import Audience, Route
from carrom_web.tournaments import queries as events
from carrom_web.tournaments import sheets
from carrom_web.tournaments.actions import drawing
from carrom_web.tournaments.actions.organising import NotOfficialError
from carrom_web.tournaments.showing import told_kindly
from carrom_web.umpire import actions

ROUTE = Route("umpire/events/<slug:slug>/<slug:key>/<path:fixture>/", name="umpire-fixture", audience=Audience.UMPIRE)


@require_http_methods(["GET", "HEAD", "POST"])
@told_kindly
def page(request: HttpRequest, slug: str, key: str, fixture: str) -> HttpResponse:
    """Ask; with POST begin the sheet and go there."""
    guest_id = guest_id_of(request)
    event = events.event_at(slug, guest_id)
    if not events.may_any(event, guest_id, (Action.UMPIRE, Action.DRAW)):
        raise NotOfficialError("Only the umpires of this event keep its matches.")
    called = sheets.called(event, key, fixture)
    if called.table.match_id is not None:
        return HttpResponse(status=302, headers={"Location": reverse("sheet", args=[called.table.match_id])})
    if request.method == "POST":
        guest = guest_for(request)
        match_id = actions.begin_sheet(sheets.head_of(called), guest.pk)
        drawing.attach(called.table, match_id)
        where = {"Location": reverse("sheet", args=[match_id])}
        return remember(HttpResponse(status=303, headers=where), guest, request)
    context = {
        "nav": "umpire",
        "event": called.terms.title,
        "category": called.category.title,
        "fixture": fixture,
        "a": " & ".join(called.a),
        "b": " & ".join(called.b),
        "board": called.table.board,
        "laws": called.laws.title,
    }
    return render(request, "umpire/pages/of_fixture/page.html", context)
