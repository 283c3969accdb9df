"""An event as everybody sees it: when, where, categories, fees, notices.

Template `tournaments/pages/event/page.html` gets what `showing.head` gives, and:
    categories  rows (`showing.category_rows`)
    notices     rows (`showing.notice_rows`)
    fees        list of sentences
    pays        how fees are paid
    officials   list of {role, names}
    register    address of the form; "" when entries are closed
    playing     matches at boards now, soon: the next of the order of play (rows of `the_day`); none once all is over
    winners     list of {title, url, rows: [{place, name}]} of the categories that are over
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom.tournament.event import EventTerms
from carrom_web.accounts.queries import guest_id_of
from carrom_web.clubs import queries as clubs
from carrom_web.clubs.rights import Role
from carrom_web.common.pages import Route
from carrom_web.tournaments import queries, words
from carrom_web.tournaments.models import Event
from carrom_web.tournaments.showing import category_rows, head, notice_rows, told_kindly
from carrom_web.tournaments.state_store import terms_of
from carrom_web.tournaments.the_day import day_of

ROUTE = Route("events/<slug:slug>/", name="event")
SOON, BEST = 4, 3
OFFICIALS = (Role.TECHNICAL_DIRECTOR, Role.CHIEF_REFEREE, Role.ASSISTANT_CHIEF_REFEREE, Role.UMPIRE, Role.REGISTRAR)


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event."""
    event = queries.event_at(slug, guest_id_of(request))
    terms = terms_of(event)
    context = head(request, event, terms, here="event")
    people = clubs.people(event.club)
    officials = [
        {"role": words.role_words(role), "names": names}
        for role in OFFICIALS
        if (names := [person.name for person in people if role in person.roles and person.name])
    ]
    context |= {
        "categories": category_rows(event, terms),
        "notices": notice_rows(queries.notices_of(event), terms),
        "fees": words.fee_words(terms),
        "pays": [words.method_words(method) for method in terms.pays],
        "officials": officials,
        "register": reverse("event-register", args=[slug]) if context["is_open"] else "",
    }
    context |= _the_day(event, terms)
    return render(request, "tournaments/pages/event/page.html", context)


def _the_day(event: Event, terms: EventTerms) -> dict[str, Any]:
    """What is played now and next, and who has won."""
    if event.state != Event.State.PUBLISHED:
        return {}
    day = day_of(event, terms)
    known = [one for one in day["plan"] if all(one["entries"])]
    return {
        "playing": [board for board in day["boards"] if board["table"]],
        "soon": known[:SOON],
        "winners": [
            {
                "title": terms.category(key).title,
                "url": f"{reverse('event-results', args=[event.slug])}#results-{key}",
                "rows": [
                    {"place": row.place, "name": shown.name(row.key)} for row in shown.standings if row.place <= BEST
                ],
            }
            for key, shown in day["contests"].items()
            if shown.is_over
        ],
    }
