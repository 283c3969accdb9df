"""Everything that was done with an event: who, when, what, and where it can be undone or corrected.

Template `competitions/events/pages/log/page.html` gets what `presenters.head` and `LogView.context` give, and:
    file     address of the whole log as CSV
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.audit_labels import log_view
from carrom_web.competitions.events.permissions import event_official
from carrom_web.competitions.events.presenters import handle_domain_errors, head
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/log/", name="event-log", audience=event_official(Action.ORGANISE))


@require_safe
@handle_domain_errors
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show it."""
    event = selectors.event_at(slug, guest_id_of(request))
    terms = terms_of(event)
    context = head(request, event, terms, here="event-log") | log_view(event, terms).context(request)
    context["file"] = reverse("event-file", args=[slug, "log.csv"])
    return render(request, "competitions/events/pages/log/page.html", context)
