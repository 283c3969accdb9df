"""The figures of a match, simulated or reported: points, dues and queen over its strokes, and what each side did.

Template `matches/pages/statistics/page.html` gets:
    match_id     the UUID as text
    title        "Asha and Tomasz"
    laws         the ruleset and how long the match is
    result       how it ended, or empty
    figures      `matches.chart.figures`
    can_analyse  it is over, and its strokes were simulated
"""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom.play.record import Record
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.translation import ruleset_title
from carrom_web.matches import cards, chart, phrases, selectors

ROUTE = Route("matches/<uuid:match_id>/statistics/", name="statistics", audience=ANYONE)


@require_safe
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Show the figures of a match as it stands."""
    try:
        loaded = selectors.load(match_id)
    except selectors.UnknownMatchError:
        raise Http404 from None
    match = loaded.state.match
    context = {
        "match_id": str(match_id),
        "title": cards.title(loaded),
        "laws": f"{ruleset_title(match.ruleset)} · {phrases.format_phrase(match.ruleset)}",
        "result": phrases.result_text(match),
        "can_analyse": match.phase == "over" and loaded.state.position is not None,
        "figures": chart.figures(Record(tuple(selectors.record(match_id)))),
    }
    return render(request, "matches/pages/statistics/page.html", context)
