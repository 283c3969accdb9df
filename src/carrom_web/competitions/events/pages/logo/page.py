"""The logo of a sponsor, as a picture; the address has its digest, and changes with it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.competitions.events import sponsors
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.picture_answers import picture_answer
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/logos/<slug:digest>.png", name="event-logo", audience=KIND.viewer)


@require_safe
def page(request: HttpRequest, slug: str, digest: str) -> HttpResponse:
    """Answer with it, where the event names its sponsor."""
    event = KIND.at(slug, guest_id_of(request))
    row = next((one for one in sponsors.logos_of(event, terms_of(event)).values() if one.digest == digest), None)
    if row is None:
        raise Http404
    return picture_answer(request, bytes(row.content), "image/png", digest, may_be_stored=True)
