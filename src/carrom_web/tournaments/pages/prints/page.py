"""The papers of an event as PDF: entries, a draw, standings for everybody; badges and certificates for its officials.

`entries.pdf`, `draw-<category>.pdf`, `standings-<category>.pdf`, `badges.pdf`, `certificates-<category>.pdf`.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom.prints.listing import Listing, badges_pdf, certificates_pdf, listing_pdf
from carrom_web.accounts.queries import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.common.pages import Route
from carrom_web.tournaments import papers, queries
from carrom_web.tournaments.actions.organising import check_may
from carrom_web.tournaments.models import Category, Event
from carrom_web.tournaments.showing import told_kindly
from carrom_web.tournaments.state_store import terms_of

ROUTE = Route("events/<slug:slug>/prints/<slug:name>.pdf", name="event-print")


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Give one paper."""
    guest_id = guest_id_of(request)
    event = queries.event_at(slug, guest_id)
    terms = terms_of(event)
    what, _dash, key = name.partition("-")
    if what == "badges":
        check_may(event, guest_id, Action.REGISTER)
        made = badges_pdf(terms.title, papers.badges(event, terms), lang=papers.lang())
    elif what == "certificates":
        check_may(event, guest_id, Action.DRAW)
        found = papers.certificates(_category(event, key), terms)
        if not found:
            raise Http404
        made = certificates_pdf(found, lang=papers.lang())
    else:
        listing = _listing(request, event, what, key)
        if listing is None:
            raise Http404
        made = listing_pdf(listing)
    response = HttpResponse(made, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{slug}-{name}.pdf"'
    return response


def _listing(request: HttpRequest, event: Event, what: str, key: str) -> Listing | None:
    terms = terms_of(event)
    if what == "entries":
        return papers.entry_list(event, terms, request.build_absolute_uri(reverse("event-entries", args=[event.slug])))
    if what not in ("draw", "standings"):
        return None
    category = _category(event, key)
    link = request.build_absolute_uri(reverse("event-draw", args=[event.slug, key]))
    return (papers.draw_paper if what == "draw" else papers.standings_paper)(category, terms, link)


def _category(event: Event, key: str) -> Category:
    category = event.categories.filter(key=key).first()
    if category is None:
        raise Http404
    return category
