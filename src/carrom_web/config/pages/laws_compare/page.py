"""Two rulesets side by side: the values in which they differ, and the strokes that they rule differently.

Template gets: rulesets (slug, title), left, right, alone, differing (how many strokes), strokes (title, situations:
given, left, right, picture), groups of values (title, differing, `law_pages.rows`), nav. All of it is worked out by
the engine when it is asked for.
"""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.laws.compare import DifferingStroke, differing_strokes
from carrom.laws.ruleset import Ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.laws.values import group_of, parameters, says
from carrom_web.config import law_pages
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import ruleset_title
from carrom_web.matches.law_texts import outcome_text

ROUTE = Route("laws/compare/", name="laws-compare", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Compare the two that are asked for; at first KAGW with ICF."""
    left, right = request.GET.get("a", "icf"), request.GET.get("b", "kagw")
    if left not in RULESETS or right not in RULESETS:
        raise Http404
    one, other = RULESETS[left], RULESETS[right]
    strokes = differing_strokes(one, other)
    context = {
        "nav": "laws",
        "rulesets": [{"slug": slug, "title": ruleset_title(ruleset)} for slug, ruleset in RULESETS.items()],
        "left": {"slug": left, "title": ruleset_title(one)},
        "right": {"slug": right, "title": ruleset_title(other)},
        "alone": one.side_count != other.side_count,
        "differing": len(strokes),
        "strokes": _by_what_fell(strokes),
        "groups": _groups(one, other),
    }
    return render(request, "config/pages/laws_compare/page.html", context)


def _by_what_fell(strokes: Sequence[DifferingStroke]) -> list[dict[str, object]]:
    """The strokes that differ, those with most situations first."""
    by_stroke: dict[str, list[dict[str, str]]] = {}
    for stroke in strokes:
        situation = {
            "given": _(stroke.situation.given),
            "left": outcome_text(stroke.left),
            "right": outcome_text(stroke.right),
            "picture": law_pages.picture(stroke.situation.board),
        }
        by_stroke.setdefault(_(stroke.situation.stroke), []).append(situation)
    groups = sorted(by_stroke.items(), key=lambda group: -len(group[1]))
    return [{"title": title, "situations": situations} for title, situations in groups]


def _groups(one: Ruleset, other: Ruleset) -> list[dict[str, object]]:
    by_group: dict[str, list[tuple[str, str, str, str, bool]]] = {}
    for name in parameters():
        a, b = getattr(one, name), getattr(other, name)
        row = (name, _(says(name)), law_pages.shown(a), law_pages.shown(b), a != b)
        by_group.setdefault(group_of(name), []).append(row)
    return [
        {
            "title": _(title),
            "rows": law_pages.rows(sorted(rows, key=lambda row: not row[4])),
            "differing": sum(row[4] for row in rows),
        }
        for title, rows in by_group.items()
    ]
