"""One ruleset: half a page in plain words, then each clause: its home, what it sets, and a worked example.

Template gets: ruleset (slug, title), nature, plain ({title, says, clauses: [{id, title, text}]}), groups
(`law_pages.groups`), other (the slug to compare with at first), nav.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.laws.rulesets.every import RULESETS
from carrom.laws.texts.lookup import clause, documents
from carrom.laws.texts.plain import in_plain_words
from carrom_web.config import law_pages
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import ruleset_title

ROUTE = Route("laws/<slug:slug>/", name="laws-ruleset", audience=ANYONE)


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the clauses of a ruleset."""
    if slug not in RULESETS or slug not in documents():
        raise Http404
    context = {
        "nav": "laws",
        "ruleset": {"slug": slug, "title": ruleset_title(RULESETS[slug])},
        "nature": _(documents()[slug].nature),
        "plain": _in_plain_words(slug),
        "groups": law_pages.groups(slug),
        "other": next(known for known in RULESETS if known != slug),
    }
    return render(request, "config/pages/laws_ruleset/page.html", context)


def _in_plain_words(slug: str) -> list[dict[str, object]]:
    return [
        {
            "title": _(part.title),
            "says": _(part.says),
            "clauses": [law_pages.clause_json(clause(one)) for one in part.clauses],
        }
        for part in in_plain_words(slug)
    ]
