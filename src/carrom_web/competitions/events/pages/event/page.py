"""An event as everybody sees it: when, where, categories, fees, notices.

Template `competitions/events/pages/event/page.html` gets what `CompetitionKind.context` gives, and:
    categories  rows (`presenters.category_rows`)
    notices     rows (`presenters.notice_rows`)
    facts       label and value of each setting that everybody sees
    fees        list of sentences
    pays        how fees are paid
    officials   list of {role, names}
    prizes      list of {title, rows: [(who, what)]}
    sponsors    rows (`sponsors.sponsor_rows`)
    map_link    address of a map; "" without one
    register    address of the form; "" when entries are closed
    playing     matches at boards now, soon: the next of the order of play (rows of `the_day`); none once all is over
    prize_money  rows (`prize_money.public_rows`)
    winners     list of {title, url, photos, rows: [{place, name}]} of the categories that are over
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom.tournament.event import EventTerms
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events import announced, labels, photos, prize_money, selectors
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.live_schedule import day_of
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.presenters import category_rows, notice_rows
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.sponsors import sponsor_rows
from carrom_web.core.pages import Route
from carrom_web.core.setting_fields import shown_rows

ROUTE = Route("events/<slug:slug>/", name="event", audience=KIND.viewer)
SOON, BEST = 4, 3


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event."""
    event = KIND.at(slug, guest_id_of(request))
    terms = terms_of(event)
    context = KIND.context(request, event, terms, here="event")
    context |= {
        "categories": category_rows(event, terms),
        "notices": notice_rows(selectors.notices_of(event), terms),
        "facts": shown_rows(terms),
        "fees": labels.fee_label(terms),
        "pays": [labels.method_label(method) for method in terms.pays],
        "officials": announced.officials_of(event),
        "prizes": announced.prize_rows(terms),
        "sponsors": sponsor_rows(event, terms),
        "map_link": announced.map_link(terms.venue),
        "prize_money": prize_money.public_rows(event, terms),
        "register": reverse("event-register", args=[slug]) if context["is_open"] else "",
    }
    context |= _the_day(event, terms)
    return render(request, "competitions/events/pages/event/page.html", context)


def _the_day(event: Event, terms: EventTerms) -> dict[str, Any]:
    """Return present and next matches, and the winners."""
    if event.state != Event.State.OPEN:
        return {}
    day = day_of(event, terms)
    is_over = any(shown.is_over for shown in day["contests"].values())
    found_photos = photos.public_photos(event) if is_over else {}
    known = [one for one in day["plan"] if all(one["entries"])]
    return {
        "playing": [board for board in day["boards"] if board["table"]],
        "soon": known[:SOON],
        "winners": [
            {
                "title": terms.category(key).title,
                "url": f"{reverse('event-results', args=[event.slug])}#results-{key}",
                "photos": found_photos.get(key, []),
                "rows": [
                    {"place": row.place, "name": shown.name(row.key)} for row in shown.standings if row.place <= BEST
                ],
            }
            for key, shown in day["contests"].items()
            if shown.is_over
        ],
    }
