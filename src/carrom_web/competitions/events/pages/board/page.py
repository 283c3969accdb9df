"""The current match at a board of an event, for the code on its label. No template.

An umpire gets the sheet of the match, or the form to start it; everybody else watches it, or sees the day.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import BoardCall
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/boards/<int:board>/", name="event-board", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str, board: int) -> HttpResponse:
    """Go there."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    if not 1 <= board <= terms_of(event).boards:
        raise Http404
    rows = BoardCall.objects.filter(category__event=event, board=board, ended_at=None).select_related("category")
    table = rows.first()
    keeps = selectors.may_any(event, guest_id, (Action.UMPIRE, Action.DRAW))
    if table is None:
        where = reverse("event-play", args=[slug])
    elif keeps:
        where = reverse("umpire-fixture", args=[slug, table.category.key, table.fixture])
    elif table.match_id is not None:
        where = reverse("match", args=[table.match_id])
    else:
        where = f"{reverse('event-play', args=[slug])}#board-{board}"
    return HttpResponse(status=302, headers={"Location": where})
