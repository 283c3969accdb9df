"""The day: current matches by board, next matches, and the order of play with matches that do not fit.

Template `competitions/events/pages/play/page.html` gets what `CompetitionKind.context` gives, and:
    playing  list of {number, table, a, b, title, url}: what is at the boards, with pad (`pad_fields`) for who may enter
             results; free: the numbers of the others
    plan     list of {start, board, title, fixture, a, b, url, can_be_called, call_to}, and among
             them by time the breaks, {is_break, start, end, title}; breaks: those alone, where nothing is planned
    may      whether the reader calls matches to boards; keeps: whether they keep sheets
    unfit    sentences about matches that do not fit the event's hours
    boards_needed  for officials: how many boards would be enough; ends: when the last match ends
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from carrom.tournament.event import EventTerms
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import selectors
from carrom_web.competitions.events.day_rows import pad_fields
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.live_schedule import day_of, with_breaks
from carrom_web.competitions.events.repository import terms_of
from carrom_web.core.pages import Route

ROUTE = Route("events/<slug:slug>/play/", name="event-play", audience=KIND.viewer)


@require_safe
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the day."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    terms = terms_of(event)
    day = day_of(event, terms, whole_names=selectors.is_official(event, guest_id))
    free = [board["number"] for board in day["boards"] if not board["table"]]
    may = selectors.may(event, guest_id, Action.DRAW)
    busy = selectors.at_boards(event, terms) if may else {}
    context = KIND.context(request, event, terms, here="event-play") | day
    context |= {
        "playing": [board | _pad(terms, day, board, may=may) for board in day["boards"] if board["table"]],
        "free": free,
        "may": may,
        "keeps": selectors.may_any(event, guest_id, (Action.UMPIRE, Action.DRAW)),
        "plan": [
            one
            if "is_break" in one
            else one
            | {
                "call_to": one["board"] if one["board"] in free else next(iter(free), 0),
                "can_be_called": one["can_be_called"]
                and not any((one["key"], entry or "") in busy for entry in one["entries"]),
            }
            for one in (with_breaks(day) if day["plan"] else ())
        ],
    }
    return render(request, "competitions/events/pages/play/page.html", context)


def _pad(terms: EventTerms, day: dict[str, Any], board: dict[str, Any], *, may: bool) -> dict[str, Any]:
    """Return the values of a board's result pad, for those who may enter results."""
    if not may:
        return {}
    found = day["contests"][board["key"]]
    return {"pad": pad_fields(terms, board["key"], found, found.meeting(board["fixture"]))}
