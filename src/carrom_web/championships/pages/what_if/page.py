"""What does she need in the next event? A place that is certain to do, and one with which it is possible.

GET with person, target, entrants, weight, table. Template `championships/pages/what_if/page.html` gets what
`showing.head` gives, and form, tables (list of (number, name, here)), answer (sentences), errors.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.errors import CarromError
from carrom.tournament.championship import needs
from carrom_web.championships import queries, reading, state_store
from carrom_web.championships.book import Book, decimal
from carrom_web.championships.forms import WhatIf
from carrom_web.championships.showing import error_list, head, number, told_kindly
from carrom_web.common.pages import Route

ROUTE = Route("championships/<slug:slug>/what-if/", name="championship-what-if")


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask, and answer."""
    championship = queries.championship_at(slug)
    book = state_store.book(championship)
    legs = reading.told(championship, book)
    chosen = request.GET.get("table", "")
    index = int(chosen) if chosen.isdecimal() and int(chosen[:4]) < len(book.tables) else 0
    counted, lines = reading.table_of(book, legs, book.tables[index])
    names = reading.names_in(legs)
    coming = next((one for one in legs if one.leg.table == book.tables[index] and one.state != "over"), None)
    people = [(line.key, f"{line.place}. {names.get(line.key) or _('(deleted)')}") for line in lines]
    usual = max((len(one.event.places) for one in counted if one.event is not None), default=8)
    entrants = (coming.leg.entrants if coming else 0) or usual
    given = {"entrants": entrants, "weight": coming.leg.weight if coming else "1", "target": 1}
    asked = "person" in request.GET
    form = WhatIf(request.GET if asked else None, initial=given, people=people)
    answer: list[str] = []
    if asked and form.is_valid():
        try:
            answer = _answer(book, counted, form, names)
        except CarromError as error:
            form.add_error(None, _(str(error)))
    context = head(request, championship, book, here="championship-what-if") | {
        "form": form,
        "people": people,
        "next": coming.leg.title if coming else "",
        "tables": [(place, name or _("Standings"), place == index) for place, name in enumerate(book.tables)],
        "index": index,
        "answer": answer,
        "errors": error_list(form) if asked else [],
    }
    status = 422 if asked and form.errors else 200
    return render(request, "championships/pages/what_if/page.html", context, status=status)


def _answer(book: Book, counted: list[reading.LegTold], form: WhatIf, names: dict[str, str]) -> list[str]:
    told, terms = form.cleaned_data, book.counting.terms
    events = [one.event for one in counted if one.event is not None]
    weight = decimal(told["weight"])
    found = needs(terms, events, told["person"], entrants=told["entrants"], target=told["target"], weight=weight)
    who = {"name": names.get(told["person"]) or _("(deleted)"), "target": told["target"]}
    if found.possible is None:
        return [_("%(name)s cannot be at place %(target)s or better after the next event.") % who]
    told_so = []
    table = terms.points(told["entrants"])
    if found.certain is None:
        told_so.append(_("No place makes it certain: it depends on the others too.") % who)
    elif found.certain == told["entrants"]:
        told_so.append(_("%(name)s only has to come: any place is enough.") % who)
    else:
        more = {"place": found.certain, "points": number(table[found.certain - 1] * weight)}
        if found.certain == 1:
            told_so.append(_("Winning it (%(points)s points) is certain to be enough.") % (who | more))
        else:
            told_so.append(_("Place %(place)s or better (%(points)s points) is certain to be enough.") % (who | more))
    if found.possible != found.certain:
        more = {"place": found.possible, "points": number(table[found.possible - 1] * weight)}
        told_so.append(_("Place %(place)s (%(points)s points) is the worst with which it is possible.") % (who | more))
    told_so.append(_("Shared places and bonuses are not foreseen; whoever would be level counts as not behind."))
    return told_so
