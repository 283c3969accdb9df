"""A scorer's entries (POST); the state of the sheet and its scorer (GET); as JSON, no template (docs/wire.md)."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from carrom import serialization
from carrom.errors import CarromError
from carrom_web.accounts.selectors import device_of, guest_id_of
from carrom_web.core.pages import Route
from carrom_web.matches import selectors as matches
from carrom_web.umpire import json_responses, messages, scorer_lock, selectors, services, wire
from carrom_web.umpire.permissions import FOLLOWING_SCRIPT, SCORER_NOW_OR_BEFORE

ROUTE = Route(
    "umpire/<uuid:match_id>/entries/", name="sheet-entries", audience=FOLLOWING_SCRIPT, post=SCORER_NOW_OR_BEFORE
)


@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Store an entry and return its number; both methods return the state of the sheet."""
    guest_id, device = guest_id_of(request), device_of(request)
    number = entry = None
    try:
        if request.method == "POST":
            number = services.report(match_id, guest_id, messages.read_report(request.body), device=device)
        who = scorer_lock.sheet_access(match_id, guest_id, device)
        loaded = matches.load(match_id)
        if number is not None:
            [stored] = selectors.StoredRecord(match_id, number).newest(1)
            entry = serialization.to_plain(stored)
        stands = wire.situation(loaded, selectors.stored(loaded))
    except CarromError as error:
        return json_responses.refusal(error)
    return json_responses.answer(
        {"number": number, "entry": entry, "situation": stands, "scorer": scorer_lock.lock_json(who)}
    )
