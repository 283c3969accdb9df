"""What a stroke, a board or anything else would bring, judged and forgotten, as JSON; no template."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from carrom.errors import CarromError
from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Audience, Route
from carrom_web.umpire import actions, answers, messages, wire

ROUTE = Route("umpire/<uuid:match_id>/draft/", name="sheet-draft", audience=Audience.UMPIRE)


@require_POST
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Give the ruling before it is recorded."""
    try:
        loaded, entry = actions.draft(match_id, guest_id_of(request), messages.read_draft(request.body))
    except CarromError as error:
        return answers.refusal(error)
    before = loaded.state.match
    return answers.answer({"version": loaded.state.version, "entry": wire.entry_json(before, entry)})
