"""A sheet: a match on a real board, reported by its scorer. Those who may take it over follow it here until they do.

Everybody else follows it on the match's own page.

Template `umpire/pages/sheet/page.html` gets:
    match_id    the UUID as text
    title       "Asha and Tomasz"
    place       table or round, may be empty
    facts       what may be declared (`declaring.facts_json`), for {{ facts|json_script:"facts" }}
    fouls       the fouls with a key of their own (`foul_keys`), for {{ fouls|json_script:"foul-keys" }}
    situation   `umpire.wire.situation`, for {{ situation|json_script:"situation" }}: the page draws it at once
    scorer      who keeps the sheet (`scorer_lock.lock_json`), for {{ scorer|json_script:"scorer-now" }}
    offline     `offline.addresses`, for {{ offline|json_script:"offline" }}: how it goes on without a network
    stroke_seconds  seconds for a stroke under these laws, or none
"""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import device_of, guest_id_of
from carrom_web.core.middleware import may_run_wasm
from carrom_web.core.pages import Route
from carrom_web.matches import selectors as matches
from carrom_web.matches.cards import title
from carrom_web.matches.declaration_phrases import facts_json, foul_keys
from carrom_web.umpire import offline, scorer_lock, selectors, wire
from carrom_web.umpire.permissions import FOLLOWER
from carrom_web.umpire.rights import Action

ROUTE = Route("umpire/<uuid:match_id>/", name="sheet", audience=FOLLOWER)


@require_safe
@ensure_csrf_cookie
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show a sheet to its scorer, to who may take it over, and to a former scorer whose right has ended."""
    who = scorer_lock.sheet_access(match_id, guest_id_of(request), device_of(request))
    if not (who.is_scorer or Action.TAKE_OVER in who.actions or who.ended):
        return redirect("match", match_id)
    loaded = matches.load(match_id)
    head = loaded.state.match.head
    context = {
        "match_id": str(match_id),
        "title": title(loaded),
        "place": dict(head.tags).get("place", ""),
        "fouls": [] if head.men == 1 else foul_keys(loaded.state.match.ruleset),
        "facts": facts_json(loaded.state.match.ruleset, by_official=True),
        "situation": wire.situation(loaded, selectors.stored(loaded)),
        "scorer": scorer_lock.lock_json(who),
        "offline": offline.addresses(match_id),
        "stroke_seconds": loaded.state.match.ruleset.stroke_seconds,
    }
    return may_run_wasm(render(request, "umpire/pages/sheet/page.html", context))
