"""A championship as everybody sees it: its standings, events, rules.

`?now=1` counts running events as if they ended now. Template `championships/pages/championship/page.html` gets what
`showing.head` gives, and:
    tables   list of {name, columns: [{title, note, url}], rows, files: {csv, json, pdf}}
    legs     rows (`showing.leg_rows`)
    rules    sentences
    given    list of {leg, name, points, why}
    running  whether an event runs; with_running: whether it counts on this page
    socket   of the event that runs or comes next: when something changes there, the page fetches itself; "" without
    embed    the address for a club's own site
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.championships import queries, reading, state_store
from carrom_web.championships.forms import table_words
from carrom_web.championships.showing import head, leg_rows, rules_of, tables_of, told_kindly
from carrom_web.common.pages import Route

ROUTE = Route("championships/<slug:slug>/", name="championship")


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the championship."""
    championship = queries.championship_at(slug)
    book = state_store.book(championship)
    legs = reading.told(championship, book)
    with_running = bool(request.GET.get("now"))
    names = reading.names_in(legs)
    context = head(request, championship, book, here="championship") | {
        "tables": tables_of(championship, book, legs, with_running=with_running),
        "legs": leg_rows(legs),
        "rules": rules_of(book, table_words(book.counting.table)),
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
        "socket": _socket(legs),
        "embed": request.build_absolute_uri(reverse("championship-embed", args=[slug])),
    }
    return render(request, "championships/pages/championship/page.html", context)


def _socket(legs: list[reading.LegTold]) -> str:
    """The socket of the event whose results will change this page next."""
    for state in ("running", "coming"):
        for leg in legs:
            if leg.state == state and leg.category is not None and leg.category.event.state == "published":
                return f"/ws/events/{leg.category.event.slug}/"
    return ""
