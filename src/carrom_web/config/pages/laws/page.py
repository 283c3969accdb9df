"""The laws: every ruleset, and a search through all their clauses.

Template gets: rulesets (`law_pages.ruleset_cards`), query, found (`law_pages.found`), count (how many), nav.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.config import law_pages
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("laws/", name="laws", audience=ANYONE)
LONGEST_QUERY = 80


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the rulesets, and what was searched for."""
    query = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    found = law_pages.found(query)
    context = {
        "nav": "laws",
        "rulesets": law_pages.ruleset_cards(),
        "query": query,
        "found": found,
        "count": sum(len(document["clauses"]) for document in found),
    }
    return render(request, "config/pages/laws/page.html", context)
