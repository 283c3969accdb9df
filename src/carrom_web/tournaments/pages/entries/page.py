"""Who has entered, category by category; whole names only of those who agreed to be named, for officials all.

Template `tournaments/pages/entries/page.html` gets what `showing.head` gives, and:
    categories  list of {title, count, rows, waiting}; rows as `showing.entry_row` gives them
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.tournaments import queries
from carrom_web.tournaments.showing import category_rows, entry_row, head, told_kindly
from carrom_web.tournaments.state_store import terms_of

ROUTE = Route("events/<slug:slug>/entries/", name="event-entries")


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entries."""
    guest_id = guest_id_of(request)
    event = queries.event_at(slug, guest_id)
    terms, public = terms_of(event), not queries.is_official(event, guest_id)
    rows = [entry_row(entry, terms, public=public) for entry in queries.entries_of(event)]
    context = head(request, event, terms, here="event-entries")
    context["categories"] = [
        category
        | {
            "rows": [row for row in rows if row["key"] == category["key"] and not row["waits"]],
            "waiting": [row for row in rows if row["key"] == category["key"] and row["waits"]],
        }
        for category in category_rows(event, terms)
    ]
    return render(request, "tournaments/pages/entries/page.html", context)
