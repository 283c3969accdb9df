"""A championship as everybody sees it: its standings, events, rules.

`?now=1` counts running events as if they ended now. Template
`competitions/championships/pages/championship/page.html` gets what
`CompetitionKind.context` gives, and:
    tables   list of {name, columns: [{title, note, url}], rows, why, files: {csv, json, pdf}}; `why` are sentences
    legs     rows (`presenters.leg_rows`)
    rules    sentences
    given    list of {leg, name, points, why}
    running  whether an event runs; with_running: whether it counts on this page
    socket   of the event that runs or comes next: when something changes there, the page fetches itself; "" without
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.championships import event_results, repository
from carrom_web.competitions.championships.forms import table_label
from carrom_web.competitions.championships.kind import KIND
from carrom_web.competitions.championships.presenters import leg_rows, rules_of, socket_of, tables_of
from carrom_web.core.pages import Route

ROUTE = Route("championships/<slug:slug>/", name="championship", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the championship."""
    championship = KIND.at(slug, guest_id_of(request))
    book = repository.state(championship)
    legs = event_results.leg_results(championship, book)
    with_running = bool(request.GET.get("now"))
    names = event_results.names_in(legs)
    context = KIND.context(request, championship, book, here="championship") | {
        "tables": tables_of(championship, book, legs, with_running=with_running),
        "legs": leg_rows(legs),
        "rules": rules_of(book, table_label(book.counting.table)),
        "given": [
            {
                "leg": book.legs[one.leg].title,
                "name": names.get(book.who(one.person)) or "",
                "points": one.points,
                "why": one.why,
            }
            for one in book.given
            if one.leg in book.legs
        ],
        "running": any(leg.state == "running" for leg in legs),
        "with_running": with_running,
        "socket": socket_of(legs),
    }
    return render(request, "competitions/championships/pages/championship/page.html", context)
