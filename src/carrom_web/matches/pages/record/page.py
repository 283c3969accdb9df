"""A match as a text record, to keep or to replay with `carrom replay`. A download; no template."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom.notation.record import write_entries
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.matches import selectors

ROUTE = Route("matches/<uuid:match_id>/record/", name="record", audience=ANYONE)


@require_safe
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Return the whole record as a text file."""
    try:
        selectors.load(match_id)
    except selectors.UnknownMatchError:
        raise Http404 from None
    response = HttpResponse(write_entries(selectors.record(match_id)), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="carrom-{match_id}.txt"'
    return response
