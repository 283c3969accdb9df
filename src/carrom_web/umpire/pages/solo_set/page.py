"""A set of 19-coin solo on a real board, counted stroke by stroke by its player. Everybody else watches.

Boards are entered as a whole (`board` of docs/wire.md) at the address of the sheet; strokes of the board in play are
counted on the device alone. The sheet of the same match tells them with the laws' help.

Template `umpire/pages/solo_set/page.html` gets:
    match_id   the UUID as text
    title      the player's name
    view       `view` of docs/wire.md, for {{ view|json_script:"view" }}
    log        the newest entries, as `umpire.wire.situation` has them, for {{ log|json_script:"log" }}
    seen       {witness, film}, for {{ seen|json_script:"seen" }}
    pieces     nineteen: who tells a board of fewer strokes is asked
    whole      `hooks.ParentPage`, the season that it is a set of; or None
    offline    `offline.addresses`, for {{ offline|json_script:"offline" }}
"""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.pages import Route
from carrom_web.matches import selectors as matches
from carrom_web.matches.cards import title
from carrom_web.umpire import offline, scorer_lock, selectors, solo, wire
from carrom_web.umpire.permissions import FOLLOWER

ROUTE = Route("umpire/solo/<uuid:match_id>/", name="solo-set", audience=FOLLOWER)


@require_safe
@ensure_csrf_cookie
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show a set to who plays it."""
    who = scorer_lock.sheet_access(match_id, guest_id_of(request))
    if not who.sheet.is_solo:
        return redirect("sheet", match_id)
    if not who.has_lock:
        return redirect("match", match_id)
    loaded = matches.load(match_id)
    situation = wire.situation(loaded, selectors.stored(loaded))
    seen = selectors.attested(loaded)
    context = {
        "match_id": str(match_id),
        "title": title(loaded),
        "view": situation["view"],
        "log": situation["log"],
        "seen": {"witness": seen.witness if seen else "", "film": seen.film if seen else ""},
        "pieces": solo.PIECES,
        "whole": matches.parent_of(match_id),
        "offline": offline.addresses(match_id),
    }
    return render(request, "umpire/pages/solo_set/page.html", context)
