"""The consequences of a stroke, a board or another entry, judged and forgotten, as JSON; no template.

What cannot be is an answer like any other: `refused`, with code and sentence.
"""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from carrom.errors import CarromError
from carrom.match.requests import Amend
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.core.pages import Route
from carrom_web.matches import selectors
from carrom_web.matches.selectors import as_judged
from carrom_web.umpire import json_responses, messages, services, wire
from carrom_web.umpire.changes import changes
from carrom_web.umpire.permissions import SCORER_SCRIPT

ROUTE = Route("umpire/<uuid:match_id>/draft/", name="sheet-draft", audience=SCORER_SCRIPT)


@require_POST
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Return the ruling before it is recorded."""
    guest_id = guest_id_of(request)
    try:
        wanted = messages.read_draft(request.body)
    except CarromError as error:
        return json_responses.refusal(error)
    try:
        loaded, entry = services.draft(match_id, guest_id, wanted)
    except CarromError as error:
        return json_responses.answer({"refused": wire.refused(error)})
    match = as_judged(match_id, loaded.state.match, entry)
    said = {"version": loaded.state.version, "entry": wire.entry_json(match, entry)}
    if isinstance(wanted, Amend):
        said["changes"] = changes(selectors.record(match_id), loaded.state, entry)
    return json_responses.answer(said)
