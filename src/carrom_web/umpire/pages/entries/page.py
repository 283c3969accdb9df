"""What a sheet's keeper tells (POST), and how the sheet stands (GET), as JSON; no template (docs/wire.md)."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Audience, Route
from carrom_web.matches import queries as matches
from carrom_web.umpire import actions, answers, messages, queries, wire

ROUTE = Route("umpire/<uuid:match_id>/entries/", name="sheet-entries", audience=Audience.UMPIRE)


@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Store what is told and give its number; both ways give how the sheet stands."""
    guest_id = guest_id_of(request)
    number = None
    try:
        actions.check_keeper(match_id, guest_id)
        if request.method == "POST":
            number = actions.tell(match_id, guest_id, messages.read_telling(request.body))
        loaded = matches.load(match_id)
        stands = wire.situation(loaded, queries.stored(loaded))
    except CarromError as error:
        return answers.refusal(error)
    return answers.answer({"number": number, "situation": stands})
