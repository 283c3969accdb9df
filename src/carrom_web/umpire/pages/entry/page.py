"""One entry of a sheet as its scorer corrects it, as JSON; no template (docs/wire.md)."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom_web.core.pages import Route
from carrom_web.matches import selectors as matches
from carrom_web.umpire import corrections, json_responses
from carrom_web.umpire.permissions import SCORER_SCRIPT

ROUTE = Route("umpire/<uuid:match_id>/history/<int:number>/", name="sheet-entry-form", audience=SCORER_SCRIPT)


@require_safe
def page(request: HttpRequest, match_id: UUID, number: int) -> HttpResponse:
    """Return what an entry said, and what may be said in its place."""
    found = corrections.entry_form(matches.record(match_id), matches.load(match_id).state.match, number)
    if found is None:
        raise Http404
    return json_responses.answer(found)
