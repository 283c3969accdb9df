"""The day: what is played at which board now, what comes next, and the order of play with what does not fit.

Template `tournaments/pages/play/page.html` gets what `showing.head` gives, and:
    boards   list of {number, table, a, b, title, url}; free ones too
    plan     list of {start, board, title, fixture, a, b, url}
    unfit    sentences about matches that do not fit the event's hours
    boards_needed  how many boards would be enough; ends: when the last match ends
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.tournaments import queries
from carrom_web.tournaments.showing import head, told_kindly
from carrom_web.tournaments.state_store import terms_of
from carrom_web.tournaments.the_day import day_of

ROUTE = Route("events/<slug:slug>/play/", name="event-play")


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the day."""
    event = queries.event_at(slug, guest_id_of(request))
    terms = terms_of(event)
    context = head(request, event, terms, here="event-play") | day_of(event, terms)
    return render(request, "tournaments/pages/play/page.html", context)
