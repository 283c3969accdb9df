"""The papers of an event as PDF: lists, draws, order of play, results for everybody; the rest for its officials.

`announcement.pdf`, `programme.pdf`, `entries.pdf`, `order.pdf`, `results.pdf`, `draw-<category>.pdf` and
`standings-<category>.pdf` are public; `badges.pdf`, `boards.pdf`, `sheets-<category>.pdf` (`?round=2`),
`certificates-<category>.pdf`, `medals.pdf` and `engraving.pdf` are for officials. `?paper=letter` sets on US Letter,
`?paper=a3` brackets on A3.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom.printing.bracket import bracket_pdf
from carrom.printing.certificates import certificates_pdf, medals_pdf
from carrom.printing.labels import labels_pdf
from carrom.printing.listing import Listing, badges_pdf, listing_pdf
from carrom.printing.paper import Paper, sheets_pdf
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events import award_printouts, draw_printouts, printouts, results_files
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Category, Event
from carrom_web.competitions.events.permissions import PRINTOUT_READER
from carrom_web.competitions.events.presenters import site_of
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/prints/<slug:name>.pdf", name="event-print", audience=PRINTOUT_READER)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Return one paper."""
    event = KIND.at(slug, guest_id_of(request))
    size = printouts.paper_of(request.GET.get("paper"))
    what, _dash, key = name.partition("-")
    made = _for_officials(request, event, what, key, size) or _for_all(request, event, what, key, size)
    if made is None:
        raise Http404
    response = HttpResponse(made, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{slug}-{name}.pdf"'
    return response


def _for_officials(request: HttpRequest, event: Event, what: str, key: str, size: Paper) -> bytes | None:
    """A paper with personal data, or that only officials need; None: it is none of these."""
    terms, lang = terms_of(event), printouts.lang()
    upright: Paper = "a4" if size == "a3" else size
    if what == "badges":
        return badges_pdf(terms.title, printouts.badges(event, terms), lang=lang, paper=upright)
    if what == "certificates":
        if found := award_printouts.certificates(_category(event, key), terms):
            return certificates_pdf(found, lang=lang, paper=upright, **award_printouts.look_of(event))
        raise Http404
    if what == "medals":
        found_medals = award_printouts.medals(event, terms)
        return medals_pdf(found_medals, lang=lang, paper=upright, **award_printouts.look_of(event))
    if what == "engraving":
        link = request.build_absolute_uri(reverse("event-results", args=[event.slug]))
        return listing_pdf(award_printouts.engraving_printout(event, terms, link), paper=upright)
    if what == "boards":
        return labels_pdf(printouts.board_labels(event, terms, site_of(request)), paper=upright)
    if what == "sheets":
        number = request.GET.get("round", "")
        only = int(number) if number.isascii() and number.isdecimal() and len(number) < 4 else None
        if sheets := draw_printouts.score_sheets(event, _category(event, key), terms, site_of(request), only=only):
            return sheets_pdf(sheets, paper=upright)
        raise Http404
    return None


def _for_all(request: HttpRequest, event: Event, what: str, key: str, size: Paper) -> bytes | None:
    terms = terms_of(event)

    def link(name: str, *more: str) -> str:
        return request.build_absolute_uri(reverse(name, args=[event.slug, *more]))

    upright: Paper = "a4" if size == "a3" else size
    if what == "draw":
        category = _category(event, key)
        brackets = draw_printouts.bracket_printout(category, terms, link("event-draw", key))
        groups = draw_printouts.draw_listing(category, terms, link("event-draw", key))
        if brackets is not None and (groups is None or request.GET.get("part") == "bracket"):
            return bracket_pdf(brackets, size=size)
        return listing_pdf(groups, paper=upright) if groups is not None else None
    listing: Listing | None = None
    if what == "announcement":
        listing = printouts.announcement(event, terms, link("event"))
    elif what == "programme":
        listing = printouts.programme_printout(event, terms, link("event-programme"))
    elif what == "entries":
        listing = printouts.entry_list(event, terms, link("event-entries"))
    elif what == "order":
        listing = printouts.order_printout(event, terms, link("event-play"))
    elif what == "results":
        listing = printouts.results_printout(results_files.result_rows(event, terms), terms, link("event-results"))
    elif what == "standings":
        listing = printouts.standings_printout(_category(event, key), terms, link("event-draw", key))
    return listing_pdf(listing, paper=upright) if listing is not None else None


def _category(event: Event, key: str) -> Category:
    category = event.categories.filter(key=key).first()
    if category is None:
        raise Http404
    return category
