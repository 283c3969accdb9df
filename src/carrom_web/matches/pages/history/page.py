"""One's own page: all matches of the reader, the latest first, filtered; what they add up to; records to bring.

Template `matches/pages/history/page.html` gets:
    matches   list of {url, title, ruleset, format, score, turn, is_over, result, has_strokes, is_imported, share_url,
              review_url, sheet_url, at, opponent (empty: both sides are the reader's, or there is one only),
              outcome (won, lost, level, "")}
    turns     cards of the matches by correspondence that wait for the reader, with `until`
    shows     "all", "over" or "open"
    filters   list of {name, label, choices, chosen}
    query     what was chosen, for links to other pages, "&ruleset=icf" or ""
    results   `own_figures.RulesetResults`
    best      `own_figures.BestBoard`
    ratings   list of {label, value, is_provisional, results, graph}: online, with an SVG or None
    graph     SVG of the solo average, or None
    besides   list of `OwnFigures`: what the reader has done apart from matches
    until     their last day off, while they have days off; else None
    has_days  whether they play a match by correspondence
    name      what the reader is called
    page, pages, total
    nav       "play"

GET `?shows=over|open&ruleset=icf&against=person&outcome=won&page=2`. A page beyond the last one is the last one; a
filter that does not exist is none.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_of
from carrom_web.core.hooks import registry
from carrom_web.core.offline import opens_offline
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import cards, own_figures, selectors
from carrom_web.matches.models import Played

ROUTE = Route("matches/", name="history", audience=ANYONE)
SHOWS = {"all": None, "over": True, "open": False}


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show one page of them."""
    guest = guest_of(request)
    shows = request.GET.get("shows", "all")
    shows = shows if shows in SHOWS else "all"
    own = selectors.OwnMatches([], 1, 1, 0)
    filters = _filters(request, own_figures.rulesets_of(guest.pk) if guest else [])
    only = {one["name"]: one["chosen"] for one in filters if one["chosen"]}
    if guest is not None:
        own = selectors.own_matches(guest.pk, page=request.GET.get("page"), over=SHOWS[shows], only=only)
    imported = selectors.imported_sides([loaded.match_id for loaded, _at in own.matches])
    review, matches = reverse("analysis"), []
    for loaded, at in own.matches:
        assert guest is not None  # noqa: S101
        links = {
            "review_url": f"{review}?match={loaded.match_id}",
            "sheet_url": reverse("score-sheet", args=[loaded.match_id]),
            "share_url": reverse("share", args=[loaded.match_id]),
            "is_imported": loaded.match_id in imported,
        }
        card = cards.own_card(loaded, guest.pk, imported=imported.get(loaded.match_id))
        matches.append({**card, **links, "at": at})
    context = {
        "nav": "play",
        "turns": [cards.turn_card(loaded) for loaded in selectors.own_turns(guest.pk)] if guest else [],
        "until": cards.last_day_off(guest.pk) if guest else None,
        "has_days": guest is not None and selectors.plays_by_correspondence(guest.pk),
        "name": guest.name if guest else "",
        "matches": matches,
        "shows": shows,
        "filters": filters,
        "query": f"&{urlencode(only)}" if only else "",
        "results": own_figures.by_ruleset(guest.pk) if guest else [],
        "best": own_figures.best_boards(guest.pk) if guest else [],
        "ratings": own_figures.ratings(guest.pk) if guest else [],
        "graph": own_figures.solo_graph(guest.pk) if guest else None,
        "besides": registry.hook.own_figures(guest_id=guest.pk) if guest else [],
        "page": own.page,
        "pages": own.pages,
        "total": own.total,
    }
    return opens_offline(render(request, "matches/pages/history/page.html", context), private=True)


def _filters(request: HttpRequest, rulesets: list[tuple[str, str]]) -> list[dict[str, Any]]:
    kinds: list[tuple[str, str, Sequence[tuple[str, object]]]] = [
        ("ruleset", _("Laws"), rulesets),
        ("against", _("Opponent"), Played.Against.choices),
        ("outcome", _("Result"), Played.Outcome.choices),
    ]
    return [
        {
            "name": name,
            "label": label,
            "choices": choices,
            "chosen": request.GET.get(name, "") if request.GET.get(name) in dict(choices) else "",
        }
        for name, label, choices in kinds
    ]
