"""All events, the next first.

Template `competitions/events/pages/events/page.html` gets:
    rows       list of {url, title, when, where, state, is_open, past}
    may_begin  whether the reader organises for a club
    nav        "events"
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import labels, selectors
from carrom_web.competitions.events.presenters import state_label
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE

ROUTE = Route("events/", name="events", audience=ANYONE)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the list."""
    guest_id, now = guest_id_of(request), timezone.now()
    rows = []
    for event in selectors.events_to_show(guest_id):
        terms = terms_of(event)
        rows.append(
            {
                "url": reverse("event", args=[event.slug]),
                "title": terms.title,
                "club": event.club.name,
                "when": labels.days_label(terms.days),
                "where": terms.venue.name,
                "state": state_label(event, terms, now),
                "is_open": event.state == "published" and now < event.closes_at,
                "past": now.astimezone(terms.zone).date() > terms.days[-1].date,
            }
        )
    may_begin = any(clubs.may(club.pk, guest_id, Action.ORGANISE) for club in clubs.clubs_of(guest_id))
    coming = [row for row in rows if not row["past"]][::-1]
    groups = [(_("Now and next"), coming), (_("Over"), [row for row in rows if row["past"]])]
    context = {
        "nav": "events",
        "rows": rows,
        "groups": [{"title": title, "rows": found} for title, found in groups if found],
        "may_begin": may_begin,
    }
    return render(request, "competitions/events/pages/events/page.html", context)
