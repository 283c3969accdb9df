"""The day: what is played at which board now, what comes next, and the order of play with what does not fit.

Template `tournaments/pages/play/page.html` gets what `showing.head` gives, and:
    boards   list of {number, table, a, b, title, url}; free ones too
    plan     list of {start, end, board, title, a, b, url}
    unfit    sentences about matches that do not fit the event's hours
    waiting  how many fixtures wait for their sides
"""

from datetime import datetime, timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from carrom.tournament.day import DayTerms, Hours, ToPlay, matches_to_play
from carrom.tournament.event import Day, EventTerms
from carrom.tournament.order_of_play import Plan, Planned, order_of_play
from carrom_web.accounts.queries import guest_id_of
from carrom_web.common.pages import Route
from carrom_web.tournaments import contests, draw_words, queries
from carrom_web.tournaments.models import Event, Table
from carrom_web.tournaments.showing import head, told_kindly
from carrom_web.tournaments.state_store import terms_of

ROUTE = Route("events/<slug:slug>/play/", name="event-play")
WHY_NOT = {
    "longer-than-hours": "is longer than the hours of the event",
    "no-time-left": "finds no time before the event closes",
    "waits-for": "waits for a match that does not fit",
}


@require_safe
@told_kindly
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the day."""
    event = queries.event_at(slug, guest_id_of(request))
    terms = terms_of(event)
    shown = _contests(event, terms)
    tables = {
        table.board: table
        for table in Table.objects.filter(category__event=event, ended_at=None).select_related("category")
    }
    matches = [match for key, one in shown.items() for match in _to_play(key, one, terms)]
    plan = _plan(matches, terms, list(tables.values()))
    context = head(request, event, terms, here="event-play") | {
        "boards": [_board(event, terms, shown, number, tables.get(number)) for number in range(1, terms.boards + 1)],
        "plan": [_planned(event, terms, shown, one) for one in plan.planned] if plan else [],
        "unfit": [f"{_title(terms, one.key)}, {one.key.partition(' ')[2]} {_(WHY_NOT[one.why])}." for one in plan.unfit]
        if plan
        else [],
        "boards_needed": plan.boards_needed if plan else None,
        "ends": _clock(plan.ends, terms) if plan and plan.ends else "",
    }
    return render(request, "tournaments/pages/play/page.html", context)


def _contests(event: Event, terms: EventTerms) -> dict[str, contests.Shown]:
    rows = {row.key: row for row in event.categories.all()}
    found = {one.key: contests.shown(rows[one.key]) for one in terms.categories if one.key in rows}
    return {key: one for key, one in found.items() if one is not None}


def _to_play(key: str, shown: contests.Shown, terms: EventTerms) -> list[ToPlay]:
    minutes = terms.category(key).match.expected_minutes
    return list(matches_to_play(key, shown.contest, shown.meetings, minutes=minutes))


def _plan(matches: list[ToPlay], terms: EventTerms, tables: list[Table]) -> Plan | None:
    """The order of play from now on; what is at its board stays there (K-005)."""
    if not matches:
        return None
    now = timezone.now().astimezone(terms.zone).replace(second=0, microsecond=0)
    whole = [_hours(day, terms) for day in terms.days]
    left = [(max(opens, now), closes) for opens, closes in whole if now < closes]
    hours = left or whole  # once the event is over: as it would have been
    minutes = {match.key: match.minutes for match in matches}
    at_boards = []
    for table in tables:
        key = f"{table.category.key} {table.fixture}"
        if key in minutes and left and left[0][0] == now:
            end = max(now, table.called_at.astimezone(terms.zone) + timedelta(minutes=minutes[key]))
            at_boards.append(Planned(key, table.board, now.isoformat(), end.isoformat()))
    spans = tuple(Hours(opens.isoformat(), closes.isoformat()) for opens, closes in hours)
    return order_of_play(
        matches, DayTerms(boards=terms.boards, hours=spans, rest_minutes=terms.rest_minutes), at_boards
    )


def _hours(day: Day, terms: EventTerms) -> tuple[datetime, datetime]:
    opens, closes = (datetime.combine(day.date, at, tzinfo=terms.zone) for at in (day.opens, day.closes))
    return opens, closes


def _board(
    event: Event, terms: EventTerms, shown: dict[str, contests.Shown], number: int, table: Table | None
) -> dict[str, Any]:
    if table is None or table.category.key not in shown:
        return {"number": number, "table": None}
    found = shown[table.category.key]
    return {
        "number": number,
        "table": table,
        "a": found.name(table.a),
        "b": found.name(table.b),
        "title": terms.category(table.category.key).title,
        "fixture": table.fixture,
        "url": reverse("match", args=[table.match_id]) if table.match_id else "",
    }


def _planned(event: Event, terms: EventTerms, shown: dict[str, contests.Shown], one: Planned) -> dict[str, Any]:
    key, _space, fixture = one.key.partition(" ")
    meeting = shown[key].meeting(fixture)
    return {
        "start": _clock(one.start, terms),
        "board": one.board,
        "title": terms.category(key).title,
        "fixture": fixture,
        "a": draw_words.side_words(shown[key], meeting.fixture.a, meeting.a),
        "b": draw_words.side_words(shown[key], meeting.fixture.b, meeting.b),
        "url": reverse("event-draw", args=[event.slug, key]) + f"#fixture-{fixture}",
    }


def _title(terms: EventTerms, key: str) -> str:
    return terms.category(key.partition(" ")[0]).title


def _clock(text: str, terms: EventTerms) -> str:
    moment = datetime.fromisoformat(text).astimezone(terms.zone)
    return f"{moment:%H:%M}" if len(terms.days) == 1 else f"{moment:%a %H:%M}"
