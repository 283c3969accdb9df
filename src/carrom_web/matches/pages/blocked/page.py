"""Whom somebody has blocked, and taking it back.

Template `matches/pages/blocked/page.html` gets:
    blocks    list of {id, name, at}
    nav       "play"

POST `unblock=ID` takes one back and leads here again (303).
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import talk
from carrom_web.matches.proposals import visitor_name

ROUTE = Route("blocked/", name="blocked", audience=ANYONE)


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: HttpRequest) -> HttpResponse:
    """Show the list; with POST take one off it."""
    guest_id = guest_id_of(request)
    if request.method == "POST":
        wanted = request.POST.get("unblock", "")
        if guest_id is not None and wanted.isdigit() and len(wanted) < 19:
            talk.unblock(guest_id, int(wanted))
        return HttpResponse(status=303, headers={"Location": request.path})
    blocks = talk.blocks_of(guest_id) if guest_id else []
    rows = [{"id": one.pk, "name": one.blocked.name or visitor_name(), "at": one.made_at} for one in blocks]
    return render(request, "matches/pages/blocked/page.html", {"nav": "play", "blocks": rows})
