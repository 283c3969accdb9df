"""Taking over a sheet from its current scorer; JSON, no template (docs/wire.md)."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from carrom.errors import CarromError
from carrom_web.accounts.selectors import device_of, guest_id_of
from carrom_web.core.pages import Route
from carrom_web.matches import selectors as matches
from carrom_web.umpire import json_responses, messages, scorer_lock, selectors, services, wire
from carrom_web.umpire.permissions import TAKE_OVER_SCRIPT

ROUTE = Route("umpire/<uuid:match_id>/take-over/", name="sheet-take-over", audience=TAKE_OVER_SCRIPT)


@require_POST
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Return the scorer lock to the one who asks, and how the sheet stands."""
    guest_id, device = guest_id_of(request), device_of(request)
    try:
        services.take_over(match_id, guest_id, count=messages.read_take_over(request.body), device=device)
        who = scorer_lock.sheet_access(match_id, guest_id, device)
        loaded = matches.load(match_id)
        stands = wire.situation(loaded, selectors.stored(loaded))
    except CarromError as error:
        return json_responses.refusal(error)
    return json_responses.answer({"number": None, "situation": stands, "scorer": scorer_lock.lock_json(who)})
