"""The target of a board's label: the match that is on it now, to score for its umpire, to watch for others.

Template `umpire/pages/board/page.html`, shown while nobody plays there, gets:
    board     {name, club, club_url}
    is_away   whether the board was put away
    last      {title, result, url} of the last match there that is over, or none
    begin     address of the form of a new sheet on this board, for readers who may start one; else empty
    nav       "umpire"

Answers: 302 to the sheet, to the match, or to what an event of the club called to the board of this number; cached by
no browser, since the label stays and the match does not; 404 for a code that no label has, 429 for many attempts.
"""

import time

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.rights import Action as ClubAction
from carrom_web.competitions.events import selectors as events
from carrom_web.core.error_page import error_page
from carrom_web.core.pages import Route
from carrom_web.core.permissions import ANYONE
from carrom_web.core.rate_limits import RateLimit
from carrom_web.matches import cards
from carrom_web.matches import selectors as matches
from carrom_web.umpire import scorer_lock, selectors
from carrom_web.umpire.rights import Action

ROUTE = Route("b/<str:code>/", name="board", audience=ANYONE)
WRONG_CODES = RateLimit(burst=30, per_second=0.2)


@require_safe
def page(request: HttpRequest, code: str) -> HttpResponse:
    """Lead to the match on a board, or say that nobody plays there."""
    board = clubs.board_with_code(code)
    if board is None:
        return _unknown(request)
    guest_id = guest_id_of(request)
    sheet = selectors.sheet_on(board)
    if sheet is not None:
        who = scorer_lock.sheet_access(sheet.pk, guest_id)
        answer: HttpResponse = redirect("sheet" if who.writes or Action.TAKE_OVER in who.actions else "match", sheet.pk)
    elif board.retired_at is None and (table := events.called_to(board.club_id, board.name)) is not None:
        answer = redirect("event-board", table.category.event.slug, table.board)
    else:
        may_begin = board.retired_at is None and clubs.may(board.club_id, guest_id, ClubAction.BEGIN)
        last = selectors.last_on(board)
        loaded = None if last is None else matches.load(last.pk)
        context = {
            "nav": "umpire",
            "board": {"name": board.name, "club": board.club.name, "club_url": reverse("club", args=[board.club.slug])},
            "is_away": board.retired_at is not None,
            "last": None if loaded is None else cards.card(loaded),
            "begin": f"{reverse('umpire')}?board={board.code}" if may_begin else "",
        }
        answer = render(request, "umpire/pages/board/page.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


def _unknown(request: HttpRequest) -> HttpResponse:
    if WRONG_CODES.allows(request.META.get("REMOTE_ADDR"), time.monotonic()):
        raise Http404
    return error_page(
        request,
        status=429,
        code="too-many-codes",
        title=_("Too many codes"),
        what=_("Too many unknown codes were tried from this address in a short time."),
        todo=_("Wait a minute, then scan the label again."),
    )
