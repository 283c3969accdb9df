"""A category's draw and standings, for everybody; whoever may draw also finds what he can do with each fixture.

Template `tournaments/pages/draw/page.html` gets what `showing.head` gives, and:
    category   {key, title, who, how}
    tabs_of    the other categories: list of {url, title, here}
    parts      list of {title, fixtures, here, is_open}; here: the first that is not played out; a fixture:
               {id, a, b, why, state, note, scores, is_ready, ...}
    standings  list of {place, name, won, tied, lost, values}; columns: list of headings
    drawn      whether there is a draw
    may        whether the reader may draw; offers: {draw, redraw, back, any}, what can be done with the whole now
    lines      the acts that hold, the newest first (for whoever may draw)
    problem    a sentence about what was tried last; tried: {fixture, boards, time_up} as they were sent
    has_places whether the standings say anything: in a bracket, once something was played
    seed_lists rating lists that can seed the first draw: list of (value, title); for whoever may draw
    asked      an exchange by hand that is not stored yet: {fields to send again, fixtures, no_more, again, places}
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError, UnreadableError
from carrom.terms import Side
from carrom.tournament.acts import Clear, ClearTieMatch, Draw, Enter, Leave, NameLineUp, Swap, Tell, TellTieMatch
from carrom.tournament.event import EventTerms
from carrom.tournament.format import find
from carrom.tournament.record import Line, Record, brought_back, holding
from carrom.tournament.resolving import Meeting, State
from carrom.tournament.results import Result
from carrom.tournament.teams import match_name
from carrom_web.accounts.queries import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.common.pages import Route
from carrom_web.tournaments import contests, draw_words, queries, seeding, words
from carrom_web.tournaments.actions import drawing
from carrom_web.tournaments.actions.organising import NotOfficialError, check_may
from carrom_web.tournaments.consequence_rows import consequence_rows
from carrom_web.tournaments.models import Category, Event, Table
from carrom_web.tournaments.showing import head, told_kindly
from carrom_web.tournaments.state_store import terms_of
from carrom_web.tournaments.tie_rows import tie_rows

ROUTE = Route("events/<slug:slug>/draws/<slug:key>/", name="event-draw")
BRACKETS = ("knockout", "double-elimination")
NOT_PLAYED = ("walk-over", "no-show", "disqualified")


class UnknownDeedError(UnreadableError):
    """A form that asks for nothing that this page can do."""

    code = "unknown-deed"


@require_http_methods(["GET", "HEAD", "POST"])
@told_kindly
def page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show the draw; with POST do one thing with it."""
    guest_id = guest_id_of(request)
    event = queries.event_at(slug, guest_id)
    category = event.categories.filter(key=key).first()
    if category is None:
        raise Http404
    if request.method != "POST":
        return _show(request, event, category)
    try:
        if request.POST.get("do") == "swap" and "sure" not in request.POST:
            return _show(request, event, category, asked=_exchange(request, event, key, guest_id))
        _do(request, event, key, guest_id)
    except NotOfficialError:
        raise  # his session has ended: what he typed is kept (`common.kept_forms`)
    except CarromError as error:
        return _show(request, event, category, problem=str(error), status=409)
    where = f"{request.path}#fixture-{request.POST.get('fixture', '')}"
    if request.POST.get("back") == "play":
        where = reverse("event-play", args=[slug])
    return HttpResponse(status=303, headers={"Location": where})


def _do(request: HttpRequest, event: Event, key: str, guest_id: UUID | None) -> None:
    told, now = request.POST, timezone.now()
    fixture, asked = told.get("fixture", ""), told.get("do", "")
    loser = {"a": Side.A, "b": Side.B}.get(told.get("loser", ""))
    if asked == "draw":
        drawing.draw(event, guest_id, key, now=now, seeds_from=told.get("seeds_from", ""))
    elif asked == "redraw":
        drawing.redraw(event, guest_id, key, now=now)
    elif asked == "undo":
        drawing.undo(event, guest_id, key, _number(told.get("line", "")), now=now)
    elif asked == "bring-back":
        drawing.bring_back(event, guest_id, key, now=now)
    elif asked == "boards":
        drawing.tell_boards(event, guest_id, key, fixture, told.get("boards", ""), time_up="time_up" in told, now=now)
    elif asked == "not-played":
        how = next((one for one in NOT_PLAYED if one == told.get("how")), "walk-over")
        drawing.tell_not_played(event, guest_id, key, fixture, how, loser, now=now)  # type: ignore[arg-type]
    elif asked == "clear":
        drawing.clear(event, guest_id, key, fixture, now=now)
    elif asked == "swap":
        version = _number(told.get("version", ""))
        drawing.swap(event, guest_id, key, *_two_sides(told), now=now, version=version)
    elif asked == "late":
        drawing.enter_late(event, guest_id, key, now=now)
    elif asked == "leave":
        drawing.leave(event, guest_id, key, told.get("entrant", ""), now=now)
    elif asked == "call":
        drawing.call(event, guest_id, key, fixture, _number(told.get("board", "")), now=now)
    elif asked == "call-off":
        drawing.call_off(event, guest_id, _number(told.get("table", "")), now=now)
    else:
        raise UnknownDeedError("Nothing was asked that this page can do.")


def _two_sides(told: Mapping[str, Any]) -> tuple[str, Side, str, Side]:
    """The two sides that a form exchanges. Raises UnknownDeedError."""
    other, _, side = told.get("with", "").rpartition("/")
    sides = {"a": Side.A, "b": Side.B}
    if told.get("side") not in sides or side not in sides:
        raise UnknownDeedError("Choose with whom to exchange.")
    return told.get("fixture", ""), sides[told["side"]], other, sides[side]


def _exchange(request: HttpRequest, event: Event, key: str, guest_id: UUID | None) -> dict[str, Any]:
    """What an exchange by hand would change, and what is sent again to do it."""
    check_may(event, guest_id, Action.DRAW)
    found = drawing.contest_of(event, key)[1]
    changes = drawing.consequences_of_swap(event, key, *_two_sides(request.POST))
    return {
        "fields": [(name, request.POST.get(name, "")) for name in ("fixture", "side", "with")],
        "version": found.row.version,
        **consequence_rows(found, changes),
    }


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _show(
    request: HttpRequest,
    event: Event,
    category: Category,
    *,
    problem: str = "",
    asked: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    terms = terms_of(event)
    own = terms.category(category.key)
    shown = contests.shown(category)
    may = queries.may(event, guest_id_of(request), Action.DRAW)
    tables = {table.fixture: table for table in Table.objects.filter(category=category, ended_at=None)}
    context = head(request, event, terms, here="event-draws") | {
        "category": {
            "key": own.key,
            "title": own.title,
            "who": words.who_else(own),
            "how": words.how_played(own, terms.ruleset),
        },
        "tabs_of": [
            {"url": reverse("event-draw", args=[event.slug, one.key]), "title": one.title, "here": one.key == own.key}
            for one in terms.categories
        ],
        "drawn": shown is not None and bool(shown.contest.draws),
        "parts": _parts(shown, tables, seeding.source_of(category)) if shown else [],
        "is_bracket": own.format in BRACKETS,
        "is_ladder": own.format == "ladder",
        "may": may,
        "is_over": shown is not None and shown.is_over,
        "papers": {
            what: reverse("event-print", args=[event.slug, f"{what}-{own.key}"])
            for what in ("draw", "standings", "certificates")
        },
        "problem": problem,
        "tried": {name: request.POST.get(name, "") for name in ("fixture", "boards", "time_up")} if problem else {},
        "asked": asked,
        "free_boards": [
            board
            for board in range(1, terms.boards + 1)
            if board not in Table.objects.filter(category__event=event, ended_at=None).values_list("board", flat=True)
        ],
        "confirmed": category.entries.filter(standing="confirmed").count(),
        "ignored": contests.ignored_values(terms, own),
    }
    if may:
        context["offers"] = _offers(shown)
        context["seed_lists"] = [] if context["drawn"] else seeding.choices(event.club)
    if shown is not None:
        context |= _standings(shown)
    if may and shown is not None:
        context |= {
            "lines": [
                _line(shown, line, terms) for line in reversed(holding(shown.record)) if not isinstance(line.act, Enter)
            ],
            "sides": _sides(shown),
            "late": [shown.name(one.key) for one in contests.late_entrants(shown, category)],
            "entrants": [(one.key, shown.name(one.key)) for one in shown.contest.entrants if one.left is None],
        }
    return render(request, "tournaments/pages/draw/page.html", context, status=status)


def _offers(shown: contests.Shown | None) -> dict[str, bool]:
    """What can be done with the whole draw now: the first or next draw, drawing anew, bringing back."""
    if shown is None:
        return {"any": True, "draw": True, "redraw": False, "back": False}
    contest = shown.contest
    last = {one.id for one in contest.draws[-1].fixtures} if contest.draws else set()
    told = {one.fixture for one in (*contest.results, *(match.result for match in contest.tie_matches))}
    offers = {
        "draw": not contest.draws or (not shown.is_over and all(one.is_settled for one in shown.meetings)),
        "redraw": bool(last) and not last & told,
        "back": _can_bring_back(shown.record),
    }
    return offers | {"any": any(offers.values())}


def _can_bring_back(record: Record) -> bool:
    try:
        brought_back(record)
    except CarromError:
        return False
    return True


def _parts(shown: contests.Shown, tables: dict[str, Table], seeds: str) -> list[dict[str, Any]]:
    """The fixtures by stage, group and round, in the order in which they were drawn; what is played out is folded."""
    parts: dict[draw_words.Part, list[Meeting]] = {}
    for meeting in shown.meetings:
        parts.setdefault(draw_words.part_of(meeting.fixture), []).append(meeting)
    titles = draw_words.headings((one.fixture for one in shown.meetings), shown.record.format)
    unsettled = [part for part, found in parts.items() if not all(one.is_settled for one in found)]
    current = unsettled[0] if unsettled else list(parts)[-1] if parts else None
    return [
        {
            "title": titles[part],
            "fixtures": [_fixture(shown, one, tables.get(one.fixture.id), seeds) for one in found],
            "here": part == current,
            "is_open": part in unsettled or part == current,
        }
        for part, found in parts.items()
    ]


def _fixture(shown: contests.Shown, meeting: Meeting, table: Table | None, seeds: str) -> dict[str, Any]:
    fixture, result = meeting.fixture, meeting.result
    sides = []
    tie = tie_rows(shown.contest, meeting, shown.persons) if shown.contest.tie is not None else None
    for name, side, slot, key in (("a", Side.A, fixture.a, meeting.a), ("b", Side.B, fixture.b, meeting.b)):
        sides.append(
            {
                "name": draw_words.side_words(shown, slot, key),
                "side": name,
                "known": bool(key),
                "score": _score(result, side, tie),
                "won": meeting.winner is not None and bool(meeting.winner) and meeting.winner == key,
            }
        )
    return {
        "id": fixture.id,
        "sides": sides,
        "state": _state(meeting, tie) if result is None or result.is_played else "",
        "is_ready": meeting.state is State.READY,
        "is_decided": meeting.state is State.DECIDED,
        "is_bye": meeting.state is State.BYE,
        "note": draw_words.result_words(result) if result else "",
        "scores": draw_words.scores_words(result) if result and tie is None else "",
        "tie": tie,
        "why": [
            draw_words.why_words(shown, one) for one in find(shown.record.format).why_these(shown.contest, fixture.id)
        ]
        + seeding.why_seeded({one.key: one for one in shown.contest.entrants}, meeting, shown.names, seeds),
        "table": table,
        "match": reverse("match", args=[table.match_id]) if table and table.match_id else "",
    }


def _state(meeting: Meeting, tie: dict[str, Any] | None) -> str:
    """How far a fixture is; a tie is in play from its first match on."""
    if tie is not None and tie["told"] and meeting.state is State.READY:
        return _("in play")
    return draw_words.state_words(meeting)


def _score(result: Result | None, side: Side, tie: dict[str, Any] | None) -> str:
    """What one side has; of a tie in play so far."""
    if tie is not None:
        return str(tie[side.value]) if tie["told"] else ""
    return draw_words.score_words(result, side) if result and result.how in ("played", "time") else ""


def _standings(shown: contests.Shown) -> dict[str, Any]:
    rows = shown.standings
    asked = [name for name in shown.contest.regulation.order if any(row.value(name) is not None for row in rows)]
    return {
        "has_places": shown.record.format not in BRACKETS or any(row.played for row in rows),
        "columns": [draw_words.tie_break_words(name) for name in asked],
        "standings": [
            {
                "place": row.place,
                "name": shown.name(row.key),
                "played": row.played,
                "won": row.won,
                "tied": row.tied,
                "lost": row.lost,
                "values": [_plain(row.value(name)) for name in asked],
                "apart_by": draw_words.tie_break_words(row.apart_by) if row.apart_by else "",
            }
            for row in rows
        ],
    }


def _plain(number: object) -> str:
    if number is None:
        return ""
    if isinstance(number, float):
        return f"{number:g}"
    return str(number)


def _line(shown: contests.Shown, line: Line, terms: EventTerms) -> dict[str, Any]:
    what = {
        Draw: _("Drawn"),
        Tell: _("Result"),
        Clear: _("Result taken back"),
        Swap: _("Exchanged by hand"),
        Leave: _("Taken out"),
        NameLineUp: _("Line-up"),
        TellTieMatch: _("Result"),
        ClearTieMatch: _("Result taken back"),
    }
    act = line.act
    return {
        "number": line.number,
        "at": words.moment_words(datetime.fromisoformat(line.at), terms),
        "by": line.by,
        "what": what.get(type(act), type(act).__name__.lower()),
        "about": _about(shown, act),
    }


def _about(shown: contests.Shown, act: object) -> str:
    """Of which fixture or of whom an act speaks."""
    match act:
        case Tell(result):
            meeting = shown.meeting(result.fixture)
            return f"{result.fixture}: {shown.name(meeting.a)} – {shown.name(meeting.b)}"
        case Clear(fixture):
            return fixture
        case Leave(key):
            return shown.name(key)
        case TellTieMatch(number, result):
            return match_name(result.fixture, number)
        case ClearTieMatch(number, fixture):
            return match_name(fixture, number)
        case NameLineUp(fixture, team):
            return f"{fixture} {shown.name(team)}"
    return ""


def _sides(shown: contests.Shown) -> list[dict[str, str]]:
    """The sides of fixtures that are not settled and hold a known name: with whom one can be exchanged by hand."""
    found = []
    for meeting in shown.meetings:
        if meeting.state in (State.READY, State.WAITING, State.BYE):
            for name, slot, key in (("a", meeting.fixture.a, meeting.a), ("b", meeting.fixture.b, meeting.b)):
                if key and type(slot).__name__ == "Known":
                    found.append({"value": f"{meeting.fixture.id}/{name}", "name": shown.name(key)})
    return found
