"""The day of an event: current matches by board, the order of play from now on, and matches that do not fit.

An order of play takes a second for hundreds of matches, so it is cached until something it depends on changes.
"""

from collections.abc import Hashable
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils import formats, timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from carrom.tournament.bracket_resolution import State
from carrom.tournament.day import DayTerms, Hours, ToPlay, matches_to_play
from carrom.tournament.entries import by_key
from carrom.tournament.event import EventTerms
from carrom.tournament.order_of_play import Plan, Planned, order_of_play
from carrom.tournament.play_days import Day
from carrom_web.competitions.events import contests, draw_labels
from carrom_web.competitions.events.models import BoardCall, Contest, Event
from carrom_web.core.cache import ProcessCache

WHY_NOT = {
    "longer-than-hours": "is longer than the hours of the event",
    "no-time-left": "finds no time before the event closes",
    "waits-for": "waits for a match that does not fit",
}
CACHE_SIZE = 32
TheDay = dict[str, Any]
_CACHE: ProcessCache[Hashable, TheDay] = ProcessCache(CACHE_SIZE)


def day_of(event: Event, terms: EventTerms, *, whole_names: bool = False) -> TheDay:
    """Return the values of the day's page: boards; plan (matches not called yet); breaks; unfit; ends; boards_needed.

    How many boards would be needed is worked out for officials alone.

    Names are those of the public pages, or, for officials, whole. What does not fit is said in sentences. It is
    shared by all who ask while nothing changes: read it, do not write it.
    """
    now = timezone.now()
    rest = timedelta(minutes=terms.rest_minutes)
    calls = BoardCall.objects.filter(category__event=event).filter(Q(ended_at=None) | Q(ended_at__gt=now - rest))
    read = list(calls.select_related("category").order_by("pk"))
    tables, over = [one for one in read if one.ended_at is None], [one for one in read if one.ended_at is not None]
    rows = list(Contest.objects.filter(category__event=event).select_related("category").order_by("pk"))
    versions = tuple((row.pk, row.version, row.changed_at) for row in rows)
    at_boards = tuple((one.pk, one.board, one.match_id) for one in tables)
    minute = now.replace(second=0, microsecond=0)
    key = (event.pk, event.version, minute, get_language(), versions, at_boards, whole_names)
    return _CACHE.get_or_set(key, lambda: _day(event, terms, rows, tables, over, whole_names=whole_names))


def _day(
    event: Event,
    terms: EventTerms,
    rows: list[Contest],
    tables: list[BoardCall],
    over: list[BoardCall],
    *,
    whole_names: bool,
) -> TheDay:
    """The day with the matches at boards; `over` are those that their players may still rest from."""
    by_category = {row.category.key: row for row in rows}
    keys = [one.key for one in terms.categories if one.key in by_category]
    shown = {key: contests.view_of(by_category[key], whole_names=whole_names) for key in keys}
    at = {table.board: table for table in tables}
    called = {f"{table.category.key} {table.fixture}" for table in tables}
    matches = [match for key, one in shown.items() for match in _to_play(key, one, terms)]
    plan = plan_of(_rested(terms, shown, matches, over), terms, tables, counts_boards=whole_names)
    return {
        "contests": shown,
        "boards": [_board(event, terms, shown, number, at.get(number)) for number in range(1, terms.boards + 1)],
        "plan": _planned(event, terms, shown, [one for one in plan.planned if one.key not in called]) if plan else [],
        "breaks": breaks_of(terms),
        "unfit": [f"{_title(terms, one.key)}, {one.key.partition(' ')[2]} {_(WHY_NOT[one.why])}." for one in plan.unfit]
        if plan
        else [],
        "boards_needed": plan.boards_needed if plan else None,
        "ends": clock(plan.ends, terms) if plan and plan.ends else "",
    }


def _to_play(key: str, shown: contests.ContestView, terms: EventTerms) -> list[ToPlay]:
    minutes = terms.category(key).match.expected_minutes
    return list(matches_to_play(key, shown.contest, shown.meetings, minutes=minutes))


def _rested(
    terms: EventTerms, shown: dict[str, contests.ContestView], matches: list[ToPlay], over: list[BoardCall]
) -> list[ToPlay]:
    """The matches, none before those who play it have rested from the one they have just played.

    Within a tie others play the next match, so its matches tire nobody.
    """
    rest = timedelta(minutes=terms.rest_minutes)
    until: dict[str, datetime] = {}
    ended = [(table.ended_at, table) for table in over if table.ended_at is not None]
    for ended_at, table in sorted(ended, key=lambda one: one[0]):
        one = shown.get(table.category.key)
        played = {each.fixture.id for each in one.meetings if each.is_settled} if one else set()
        if one is None or table.fixture not in played or one.contest.tie is not None:
            continue  # a call that was taken back tired nobody
        members = by_key(one.contest.entrants)
        for person in (person for key in (table.a, table.b) if key in members for person in members[key].persons):
            until[person] = ended_at + rest
    return [
        replace(match, not_before=max(until[person] for person in match.persons & until.keys()).isoformat())
        if match.persons & until.keys()
        else match
        for match in matches
    ]


def plan_of(
    matches: list[ToPlay], terms: EventTerms, tables: list[BoardCall], *, counts_boards: bool = True
) -> Plan | None:
    """The order of play from now on; what is at its board stays there (K-005)."""
    if not matches:
        return None
    now = timezone.now().astimezone(UTC).replace(second=0, microsecond=0)
    days = [_hours(day, terms) for day in terms.days]
    whole = [part for day in terms.days for part in _parts(day, terms)]
    if not whole:
        return None
    left = [(max(opens, now), closes) for opens, closes in whole if now < closes]
    hours = left or whole  # once the event is over: as it would have been
    minutes = {match.key: match.minutes for match in matches}
    at_boards = []
    for table in tables:
        key = f"{table.category.key} {table.fixture}"
        if key in minutes and left and any(opens <= now < closes for opens, closes in days):
            end = max(now, table.called_at.astimezone(UTC) + timedelta(minutes=minutes[key]))
            at_boards.append(Planned(key, table.board, now.isoformat(), end.isoformat()))
    spans = tuple(Hours(opens.isoformat(), closes.isoformat()) for opens, closes in hours)
    day = DayTerms(boards=terms.boards, hours=spans, rest_minutes=terms.rest_minutes)
    return order_of_play(matches, day, at_boards, counts_boards=counts_boards)


def _hours(day: Day, terms: EventTerms) -> tuple[datetime, datetime]:
    return _moment(day, day.opens, terms), _moment(day, day.closes, terms)


def _moment(day: Day, at: time, terms: EventTerms) -> datetime:
    # In UTC: of two times of one zone Python compares and adds what clocks show, also where they change.
    return day.local(at).replace(tzinfo=terms.zone).astimezone(UTC)


def _parts(day: Day, terms: EventTerms) -> list[tuple[datetime, datetime]]:
    """The hours of a day that its breaks leave. In a night that skips an hour a break may come to nothing."""
    opens, closes = _hours(day, terms)
    found = []
    for begins, ends in sorted((_moment(day, one.begins, terms), _moment(day, one.ends, terms)) for one in day.breaks):
        if begins < ends:
            if opens < begins:
                found.append((opens, min(begins, closes)))
            opens = max(opens, ends)
    return [*found, (opens, closes)] if opens < closes else found


def breaks_of(terms: EventTerms) -> list[dict[str, Any]]:
    """The breaks that are not over yet, by time: {at, until, start, end, title, is_break}."""
    now = timezone.now()
    moments = (
        (_moment(day, one.begins, terms), _moment(day, one.ends, terms), one.title)
        for day in terms.days
        for one in day.breaks
    )
    return [
        {
            "at": at,
            "until": until,
            "start": clock(at.isoformat(), terms),
            "end": formats.date_format(until.astimezone(terms.zone).replace(tzinfo=None), "H:i"),
            "title": title,
            "is_break": True,
        }
        for at, until, title in sorted(moments)
        if at < until and now < until
    ]


def with_breaks(day: TheDay) -> list[dict[str, Any]]:
    """The rows of the order of play with the breaks among them, by time; a break before the matches after it."""
    return sorted([*day["breaks"], *day["plan"]], key=lambda row: row["at"])


def _board(
    event: Event, terms: EventTerms, shown: dict[str, contests.ContestView], number: int, table: BoardCall | None
) -> dict[str, Any]:
    if table is None or table.category.key not in shown:
        return {"number": number, "table": None}
    found = shown[table.category.key]
    return {
        "number": number,
        "table": table,
        "key": table.category.key,
        "entries": (table.a, table.b),
        "a": found.name(table.a),
        "b": found.name(table.b),
        "title": terms.category(table.category.key).title,
        "fixture": table.fixture,
        "url": reverse("match", args=[table.match_id]) if table.match_id else "",
    }


def _planned(
    event: Event, terms: EventTerms, shown: dict[str, contests.ContestView], planned: list[Planned]
) -> list[dict[str, Any]]:
    """The rows of matches that are not called yet; hundreds of them begin and end at a few times."""
    moments = {text: datetime.fromisoformat(text) for one in planned for text in (one.start, one.end)}
    clocks = {text: clock(text, terms) for text in {one.start for one in planned}}
    titles = {key: terms.category(key).title for key in shown}
    urls = {key: reverse("event-draw", args=[event.slug, key]) for key in shown}
    rows = []
    for one in planned:
        key, _space, fixture = one.key.partition(" ")
        found = shown[key]
        meeting = found.meeting(fixture)
        rows.append(
            {
                "key": key,
                "entries": (meeting.a, meeting.b),
                "can_be_called": meeting.state is State.READY and found.contest.tie is None,
                "at": moments[one.start],
                "until": moments[one.end],
                "start": clocks[one.start],
                "board": one.board,
                "title": titles[key],
                "fixture": fixture,
                "a": draw_labels.side_label(found, meeting.fixture.a, meeting.a),
                "b": draw_labels.side_label(found, meeting.fixture.b, meeting.b),
                "url": f"{urls[key]}#fixture-{fixture}",
            }
        )
    return rows


def _title(terms: EventTerms, key: str) -> str:
    return terms.category(key.partition(" ")[0]).title


def clock(text: str, terms: EventTerms) -> str:
    """A planned time by the event's own clocks, with the day where it has several."""
    moment = datetime.fromisoformat(text).astimezone(terms.zone).replace(tzinfo=None)
    return formats.date_format(moment, "H:i" if len(terms.days) == 1 else "D H:i")
