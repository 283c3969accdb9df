"""What is played at a board of an event now: where the code on its label leads. No template.

An umpire comes to the sheet of the match, or to where it is begun; everybody else watches it, or sees the day.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from carrom_web.accounts.queries import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.common.pages import Route
from carrom_web.tournaments import queries
from carrom_web.tournaments.models import Table
from carrom_web.tournaments.showing import told_kindly
from carrom_web.tournaments.state_store import terms_of

ROUTE = Route("events/<slug:slug>/boards/<int:board>/", name="event-board")


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str, board: int) -> HttpResponse:
    """Go there."""
    guest_id = guest_id_of(request)
    event = queries.event_at(slug, guest_id)
    if not 1 <= board <= terms_of(event).boards:
        raise Http404
    rows = Table.objects.filter(category__event=event, board=board, ended_at=None).select_related("category")
    table = rows.first()
    keeps = queries.may_any(event, guest_id, (Action.UMPIRE, Action.DRAW))
    if table is None:
        where = reverse("event-play", args=[slug])
    elif keeps:
        where = reverse("umpire-fixture", args=[slug, table.category.key, table.fixture])
    elif table.match_id is not None:
        where = reverse("match", args=[table.match_id])
    else:
        where = f"{reverse('event-play', args=[slug])}#board-{board}"
    return HttpResponse(status=302, headers={"Location": where})
