"""What a sheet's keeper tells (POST); how it stands and who keeps it (GET); as JSON, no template (docs/wire.md)."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom_web.accounts.queries import device_of, guest_id_of
from carrom_web.common import typed_json
from carrom_web.common.pages import Audience, Route
from carrom_web.matches import queries as matches
from carrom_web.umpire import actions, answers, messages, pen, queries, wire
from carrom_web.umpire.rights import Action

ROUTE = Route("umpire/<uuid:match_id>/entries/", name="sheet-entries", audience=Audience.UMPIRE)


@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Store what is told and give its number; both ways give how the sheet stands."""
    guest_id, device = guest_id_of(request), device_of(request)
    number = entry = None
    try:
        if request.method == "POST":
            number = actions.tell(match_id, guest_id, messages.read_telling(request.body), device=device)
        who = actions.check(match_id, guest_id, Action.FOLLOW, device=device)
        loaded = matches.load(match_id)
        if number is not None:
            [stored] = queries.StoredRecord(match_id, number).newest(1)
            entry = typed_json.plain(stored)
        stands = wire.situation(loaded, queries.stored(loaded))
    except CarromError as error:
        return answers.refusal(error)
    return answers.answer({"number": number, "entry": entry, "situation": stands, "pen": pen.pen_json(who)})
