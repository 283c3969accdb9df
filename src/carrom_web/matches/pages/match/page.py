"""A match: the board, its score, its rulings. Anyone who has the address may watch.

A match on a real board has no board here: its score and rulings as its umpire tells them (`scorekeeping_phrases.html`).

Template `matches/pages/match/page.html` gets:
    match_id    the UUID as text
    title       "Asha and Anjali"
    socket_path "/ws/matches/<id>/" for the WebSocket (docs/wire.md)
    record_url  address of the match as a text record
    whole       `hooks.ParentPage`, the event, league or season that it is part of; or None
    seated      whether the one who asks plays (true) or watches (false)
    notifies    whether the one who asks may be notified of their turn
    hint_url    address of hints for the one who asks; empty where there are none
    report_reasons  choices of what a player may be reported for
    facts       what may be declared (`declaration_phrases.facts_json`), for {{ facts|json_script:"facts" }}
    view        `view` of docs/wire.md as a dict, for {{ view|json_script:"view" }}: the page can draw it at once
    entries     the newest entries as `wire.entries_json` gives them, for {{ entries|json_script:"entries" }}
"""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.middleware import may_run_wasm
from carrom_web.core.offline import opens_offline
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import cards, models, selectors, wire
from carrom_web.matches.coach import may_have_hints
from carrom_web.matches.declaration_phrases import facts_json

ROUTE = Route("matches/<uuid:match_id>/", name="match", audience=ANYONE)


@require_safe
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show a match as it stands."""
    try:
        loaded = selectors.load(match_id)
    except selectors.UnknownMatchError:
        raise Http404 from None
    guest_id = guest_id_of(request)
    context = {
        "match_id": str(match_id),
        "title": cards.title(loaded),
        "socket_path": f"/ws/matches/{match_id}/",
        "record_url": reverse("record", args=[match_id]),
        "whole": selectors.parent_of(match_id),
        "notifies": loaded.days is not None and bool(loaded.seats_of(guest_id)),
        "seated": bool(loaded.seats_of(guest_id)),
        "hint_url": reverse("hint", args=[match_id]) if may_have_hints(loaded, guest_id) else "",
        "report_reasons": models.Report.Reason.choices,
        "facts": facts_json(loaded.state.match.ruleset),
        "view": wire.view(loaded),
        "entries": wire.entries_json(selectors.last_entries(match_id, loaded.state)),
    }
    if not loaded.state.match.head.positions:  # on a real board: nothing lies on the screen
        return render(request, "matches/pages/match/watch.html", context)
    response = may_run_wasm(render(request, "matches/pages/match/page.html", context))
    is_own = context["seated"] and loaded.state.match.phase == "over"
    return opens_offline(response, private=True) if is_own else response
