"""The entries by category; full names only of those who agreed to be named, and of all for officials.

Template `competitions/events/pages/entries/page.html` gets what `CompetitionKind.context` gives, and:
    categories  list of {title, count, rows, waiting}; rows as `presenters.listed_rows` gives them
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.presenters import category_rows, listed_rows
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/entries/", name="event-entries", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entries."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    terms, public = terms_of(event), not selectors.is_official(event, guest_id)
    rows = listed_rows(event, public=public)
    context = KIND.context(request, event, terms, here="event-entries")
    context["categories"] = [
        category
        | {
            "rows": [row for row in rows if row["key"] == category["key"] and not row["waits"]],
            "waiting": [row for row in rows if row["key"] == category["key"] and row["waits"]],
        }
        for category in category_rows(event, terms)
    ]
    return render(request, "competitions/events/pages/entries/page.html", context)
