"""The programme of an event: days and times, categories, officials, prizes, sponsors, notices.

Template `competitions/events/pages/programme/page.html` gets what `CompetitionKind.context` gives, and:
    days        list of {title, rows: [(time, what)]}
    categories  list of {title, says: sentences}
    facts       label and value of each setting that everybody sees
    officials   list of {role, names}
    prize_money  rows (`prize_money.public_rows`)
    prizes      list of {title, rows: [(who, what)]}
    sponsors    rows (`sponsors.sponsor_rows`)
    notices     rows (`presenters.notice_rows`), the newest first
    map_link    address of a map; "" without one
    pdf         address of the same on paper
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events import announced, prize_money, selectors
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.presenters import notice_rows
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.sponsors import sponsor_rows
from carrom_web.core.pages import Route
from carrom_web.core.setting_fields import shown_rows

ROUTE = Route("events/<slug:slug>/programme/", name="event-programme", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it."""
    event = KIND.at(slug, guest_id_of(request))
    terms = terms_of(event)
    context = KIND.context(request, event, terms, here="event-programme") | {
        "days": announced.day_rows(terms),
        "categories": [{"title": one.title, "says": announced.category_parts(terms, one)} for one in terms.categories],
        "facts": shown_rows(terms),
        "officials": announced.officials_of(event),
        "prize_money": prize_money.public_rows(event, terms),
        "prizes": announced.prize_rows(terms),
        "sponsors": sponsor_rows(event, terms),
        "notices": notice_rows(selectors.notices_of(event), terms),
        "map_link": announced.map_link(terms.venue),
        "pdf": reverse("event-print", args=[slug, "programme"]),
    }
    return render(request, "competitions/events/pages/programme/page.html", context)
