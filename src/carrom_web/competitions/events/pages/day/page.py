"""The day on one screen: boards now, next, results, table; and one action for everything that does not go as planned.

Template `competitions/events/pages/day/page.html` gets what `CompetitionKind.context` and `day_rows` give, and:
    problem    a sentence about what was tried last
    reports    list of {id, by, says}: what players have entered and nobody has confirmed
    keepers    the clubs that may keep an evening of none
    screen     the address of the view for a television
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.terms import Side
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs import selectors as clubs
from carrom_web.clubs.rights import Action
from carrom_web.clubs.selectors import UnknownClubError
from carrom_web.competitions.events import report_rows
from carrom_web.competitions.events.day_rows import day_rows
from carrom_web.competitions.events.forms import FormError
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import calls, day, draws, evenings, reports
from carrom_web.competitions.events.services.organising import NotOfficialError, UnknownCategoryError
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route("events/<slug:slug>/day/", name="event-day", audience=KIND.official(Action.DRAW))
SIDES = {"a": Side.A, "b": Side.B}


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the day; with POST do one thing."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    if request.method != "POST":
        return _show(request, event)
    asked = request.POST.get("do", "")
    try:
        if asked not in DOES:
            raise FormError("unknown-action")
        _check_category(event, request.POST.get("key"))
        DOES[asked](event, guest_id, request.POST, timezone.now())
    except NotOfficialError:
        raise  # the session has ended: the form is recovered
    except CarromError as error:
        return _show(request, event, problem=localized(error), status=409)
    return HttpResponse(status=303, headers={"Location": reverse("event-day", args=[event.slug])})


def _show(request: HttpRequest, event: Event, *, problem: str = "", status: int = 200) -> HttpResponse:
    terms, guest_id = terms_of(event), guest_id_of(request)
    context = KIND.context(request, event, terms, here="event-day") | day_rows(event, terms)
    context |= {
        "problem": problem,
        "keepers": clubs.clubs_to_organise(guest_id) if event.club.for_evenings else [],
        "reports": report_rows.reports_to_officials(event),
        "is_own": event.club.for_evenings,
        "screen": reverse("event-screen", args=[event.slug]),
    }
    return render(request, "competitions/events/pages/day/page.html", context, status=status)


def _check_category(event: Event, key: str | None) -> None:
    """Pass if a form names a category that there is, or none. Raises UnknownCategoryError."""
    if key is not None and not event.categories.filter(key=key).exists():
        raise UnknownCategoryError()


def _missing(event: Event, guest_id: UUID | None, given: Any, now: datetime) -> None:
    loser = SIDES.get(given.get("loser", ""))
    draws.report_not_played(event, guest_id, given.get("key", ""), given.get("fixture", ""), "no-show", loser, now=now)


def _exchange(event: Event, guest_id: UUID | None, given: Any, now: datetime) -> None:
    other, _slash, other_side = given.get("with", "").rpartition("/")
    sides = SIDES.get(given.get("side", ""), Side.A), SIDES.get(other_side, Side.A)
    draws.swap(event, guest_id, given.get("key", ""), given.get("fixture", ""), sides[0], other, sides[1], now=now)


def _call(event: Event, guest_id: UUID | None, given: Any, now: datetime) -> None:
    board = _number(given.get("board", ""))
    calls.call(event, guest_id, given.get("key", ""), given.get("fixture", ""), board, now=now)


def _later(event: Event, guest_id: UUID | None, given: Any, now: datetime) -> None:
    day.call_later(event, guest_id, given.get("key", ""), given.get("fixture", ""), now=now)


def _late(event: Event, guest_id: UUID | None, given: Any, now: datetime) -> None:
    day.let_in(event, guest_id, given.get("key", ""), given.get("name", ""), now=now)


def _leave(event: Event, guest_id: UUID | None, given: Any, now: datetime) -> None:
    entrant, _space, moment = given.get("who", "").partition(" ")
    when: day.When = "after" if moment == "after" else "now"
    day.leave(event, guest_id, given.get("key", ""), entrant, when, now=now)


def _again(event: Event, guest_id: UUID | None, given: Any, now: datetime) -> None:
    draws.redraw(event, guest_id, given.get("key", ""), now=now)


def _stop(event: Event, guest_id: UUID | None, given: Any, now: datetime) -> None:
    day.stop(event, guest_id, given.get("key", ""), now=now)


def _accept(event: Event, guest_id: UUID | None, given: Any, now: datetime) -> None:
    reports.accept(event, guest_id, _number(given.get("report", "")), now=now)


def _undo(event: Event, guest_id: UUID | None, given: Any, now: datetime) -> None:
    day.undo(event, guest_id, _number(given.get("step", "")), now=now)


def _number(text: str) -> int:
    """A number as a form sends it; 0, which nothing has, where it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def _keep(event: Event, guest_id: UUID | None, given: Any, now: datetime) -> None:
    own = clubs.clubs_to_organise(guest_id)
    club = next((one for one in own if one.slug == given.get("club")), None)
    if club is None:
        raise UnknownClubError()
    evenings.keep(event, guest_id, club, now=now)


DOES: dict[str, Callable[[Event, UUID | None, Any, datetime], None]] = {
    "missing": _missing,
    "exchange": _exchange,
    "call": _call,
    "later": _later,
    "late": _late,
    "leave": _leave,
    "draw-again": _again,
    "stop": _stop,
    "accept": _accept,
    "undo": _undo,
    "keep": _keep,
}
