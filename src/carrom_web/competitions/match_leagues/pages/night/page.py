"""A league night: every tie or match of a match day as a card, the table with the night's results beside it.

Template `competitions/match_leagues/pages/night/page.html` gets what `CompetitionKind.context` gives, and:
    night     {title, day, before, after}: `before` and `after` the addresses of the match days around it, or ""
    cards     list of `night_rows.Cards.card`
    left      how much is still to be played, a sentence
    tables    `night_rows.moved_tables`
    chat      the night as a text to paste
    last      what can be undone, {number, what}; None
    may       whether they are an official
"""

from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.tournament.bracket_resolution import State
from carrom.tournament.contest import UnknownFixtureError
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.match_leagues import repository, selectors
from carrom_web.competitions.match_leagues.audit_labels import detail_label, kind_label
from carrom_web.competitions.match_leagues.kind import KIND
from carrom_web.competitions.match_leagues.models import League
from carrom_web.competitions.match_leagues.night_rows import (
    Cards,
    chat_text,
    left_sentence,
    meetings_of,
    moved_tables,
    nights,
)
from carrom_web.competitions.match_leagues.permissions import LEAGUE_DRAWER
from carrom_web.competitions.match_leagues.presenters import day_label, night_label
from carrom_web.competitions.match_leagues.services import night as services
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route(
    "leagues/matches/<slug:slug>/nights/<slug:night>/",
    name="match-league-night",
    audience=KIND.viewer,
    post=LEAGUE_DRAWER,
)


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str, night: str) -> HttpResponse:
    """Show the night; with POST undo the last step."""
    guest_id = guest_id_of(request)
    league = KIND.at(slug, guest_id)
    if request.method != "POST":
        return _show(request, league, night)
    try:
        _undo(request, league, timezone.now())
    except CarromError as error:
        return _show(request, league, night, problem=localized(error), status=409)
    return HttpResponse(status=303, headers={"Location": request.path})


def _undo(request: HttpRequest, league: League, now: datetime) -> None:
    step = request.POST.get("step", "")
    services.undo(league, guest_id_of(request), int(step) if step.isdecimal() and len(step) < 19 else 0, now=now)


def _show(request: HttpRequest, league: League, name: str, *, problem: str = "", status: int = 200) -> HttpResponse:
    guest_id, seen = guest_id_of(request), repository.seen(league)
    met = meetings_of(seen, name)
    if not met:
        raise UnknownFixtureError(fixture=name)
    may = selectors.may(league, guest_id, Action.DRAW)
    shows = Cards(seen, guest_id, back=request.path)
    cards = [shows.card(one) for one in met if one.state is not State.EMPTY]
    title = night_label(seen, met[0])
    context = KIND.context(request, seen.row, seen, here="match-league-fixtures") | {
        "night": {"title": title, "day": _days(seen, met), **_around(seen, name)},
        "cards": cards,
        "left": left_sentence(cards),
        "tables": moved_tables(seen, met) if name.isdecimal() else [],
        "chat": chat_text(seen, title, cards),
        "last": _last(seen) if may else None,
        "may": may,
        "problem": problem,
    }
    return render(request, "competitions/match_leagues/pages/night/page.html", context, status=status)


def _days(seen: repository.LeagueView, met: list[Any]) -> str:
    """When it is played: one day, or from the first to the last."""
    days = sorted({slot.day for one in met if (slot := seen.league.slots.get(one.fixture.id))})
    return " – ".join(day_label(day) for day in ([days[0], days[-1]] if len(days) > 1 else days))


def _around(seen: repository.LeagueView, name: str) -> dict[str, str]:
    names = nights(seen)
    at = names.index(name)
    around = {"before": names[at - 1] if at else "", "after": names[at + 1] if at + 1 < len(names) else ""}
    return {key: seen.addresses.of("match-league-night", other) if other else "" for key, other in around.items()}


def _last(seen: repository.LeagueView) -> dict[str, Any] | None:
    step = services.last_step(seen.row)
    if step is None:
        return None
    fixture = str(step.detail.get("fixture", "")).partition("/")[0]
    names = ""
    if fixture:
        meeting = seen.league.meeting(fixture)
        names = f"{seen.name(meeting.a)} – {seen.name(meeting.b)}"
    return {
        "number": step.pk,
        "what": kind_label(step.kind),
        "about": names or detail_label(seen, step, sees_persons=True),
    }
