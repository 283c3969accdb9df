"""An event as everybody sees it: when, where, categories, fees, notices.

Template `tournaments/pages/event/page.html` gets what `showing.head` gives, and:
    categories  rows (`showing.category_rows`)
    notices     rows (`showing.notice_rows`)
    fees        list of sentences
    pays        how fees are paid
    officials   list of {name, role}
    register    address of the form; "" when entries are closed
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.clubs import queries as clubs
from carrom_web.clubs.rights import Role
from carrom_web.common.pages import Route
from carrom_web.tournaments import queries, words
from carrom_web.tournaments.showing import category_rows, head, notice_rows, told_kindly
from carrom_web.tournaments.state_store import terms_of

ROUTE = Route("events/<slug:slug>/", name="event")
OFFICIALS = (Role.TECHNICAL_DIRECTOR, Role.CHIEF_REFEREE, Role.ASSISTANT_CHIEF_REFEREE, Role.UMPIRE, Role.REGISTRAR)


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event."""
    event = queries.event_at(slug, guest_id_of(request))
    terms = terms_of(event)
    context = head(request, event, terms, here="event")
    officials = [
        {"name": person.name, "role": words.role_words(role)}
        for person in clubs.people(event.club)
        for role in person.roles
        if role in OFFICIALS and person.name
    ]
    context |= {
        "categories": category_rows(event, terms),
        "notices": notice_rows(queries.notices_of(event), terms),
        "fees": words.fee_words(terms),
        "pays": [words.method_words(method) for method in terms.pays],
        "officials": officials,
        "register": reverse("event-register", args=[slug]) if context["is_open"] else "",
    }
    return render(request, "tournaments/pages/event/page.html", context)
