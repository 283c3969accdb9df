"""Everything that was done with an event: who, when, what, and where it can be undone or corrected.

Template `competitions/events/pages/log/page.html` gets what `presenters.head` gives, and:
    deeds    list of `audit_labels.deed_row`, the newest first
    by, what, category  what is looked for; kinds: list of {value, title}; categories likewise; people: names
    page, pages, newer, older  where one is
    file     address of the whole log as CSV
"""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.audit_labels import WORDS, deed_row
from carrom_web.competitions.events.permissions import event_official
from carrom_web.competitions.events.presenters import handle_domain_errors, head
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/log/", name="event-log", audience=event_official(Action.ORGANISE))
A_PAGE = 60


@require_safe
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it."""
    event = selectors.event_at(slug, guest_id_of(request))
    terms = terms_of(event)
    asked = {name: request.GET.get(name, "") for name in ("by", "what", "category")}
    rows = event.deeds.order_by("-pk")
    kinds = sorted(set(event.deeds.values_list("what", flat=True)))
    people = sorted(set(event.deeds.exclude(by="").values_list("by", flat=True)), key=str.casefold)
    if asked["by"]:
        rows = rows.filter(by=asked["by"])
    if asked["what"]:
        rows = rows.filter(what=asked["what"])
    if asked["category"]:
        rows = rows.filter(detail__category=asked["category"])
    found = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    query = {name: value for name, value in asked.items() if value}

    def at(number: int) -> str:
        return f"?{urlencode(query | {'page': str(number)})}"

    context = head(request, event, terms, here="event-log") | asked
    context |= {
        "deeds": [deed_row(event, terms, deed) for deed in found],
        "kinds": [{"value": kind, "title": _(WORDS[kind][0]) if kind in WORDS else kind} for kind in kinds],
        "categories": [{"value": one.key, "title": one.title} for one in terms.categories],
        "people": people,
        "page": found.number,
        "pages": found.paginator.num_pages,
        "newer": at(found.number - 1) if found.has_previous() else "",
        "older": at(found.number + 1) if found.has_next() else "",
        "file": reverse("event-file", args=[slug, "log.csv"]),
    }
    return render(request, "competitions/events/pages/log/page.html", context)
