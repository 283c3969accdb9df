"""The entries of a sheet as they are stored, for the Python of its page: JSON, no template (docs/wire.md)."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from carrom import serialization
from carrom.errors import CarromError, UnreadableError
from carrom_web.core.pages import Route
from carrom_web.matches import selectors as matches
from carrom_web.umpire import json_responses
from carrom_web.umpire.permissions import SCORER_SCRIPT

ROUTE = Route("umpire/<uuid:match_id>/record/", name="sheet-record", audience=SCORER_SCRIPT)


class UnreadableEntryNumberError(UnreadableError):
    """The address asks for entries from something that is not a number."""


@require_safe
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Return the entries from the number `from` on, in order; from the head on without it."""
    try:
        first = request.GET.get("from", "0")
        if not (first.isascii() and first.isdecimal() and len(first) < 10):
            raise UnreadableEntryNumberError("entry-number")
        entries = matches.record(match_id)[int(first) :]
    except CarromError as error:
        return json_responses.refusal(error)
    return json_responses.answer({"entries": [serialization.to_plain(entry) for entry in entries]})
