"""A category's draw and standings, for everybody; those who may draw also find what they can do with each fixture.

Template `competitions/events/pages/draw/page.html` gets what `CompetitionKind.context` gives, and:
    category   {key, title, who, how}
    tabs_of    the other categories: list of {url, title, here}
    body       fixtures and standings as HTML (`competitions/events/draw.html` has what it is made of); none before
    the draw
    drawn      whether there is a draw; entries: {certain, others}, what there is to be drawn and what keeps the rest
    may        whether the reader may draw; offers: {draw, redraw, back, any}, what can be done with the whole now
    lines      the acts that hold, the newest first (for those who may draw), and more_lines, how many are not listed
    problem    a sentence about what was tried last
    seed_lists rating lists that can seed the first draw: list of (value, title); for those who may draw
    to_seed    entries to be drawn, whose seeds can be typed: list of {field, name, seed}
    asked      what is not done yet: {do, title, button, fields to send again, version} and its `consequence_rows`

What is done with one fixture is on a page of its own (`fixture_page`), which is also fetched into this one.
"""

import hashlib
import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.log import Entry
from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.commands import (
    Act,
    Clear,
    ClearTieMatch,
    Draw,
    Enter,
    Leave,
    NameLineUp,
    Swap,
    Tell,
    TellTieMatch,
)
from carrom.tournament.event import EventTerms
from carrom.tournament.record import Consequences, effective
from carrom.tournament.scoring import not_played
from carrom.tournament.teams import match_name
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import contests, draw_parts, fixture_page, labels, seeding, selectors
from carrom_web.competitions.events.consequence_rows import consequence_rows
from carrom_web.competitions.events.entry_counts import entry_counts
from carrom_web.competitions.events.forms import FormError
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.models import BoardCall, Category, Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import calls, draws, results, undoing
from carrom_web.core.cache import Identity, ProcessCache
from carrom_web.core.pages import Route
from carrom_web.core.rows import only_row
from carrom_web.core.translation import localized

ROUTE = Route(
    "events/<slug:slug>/draws/<slug:key>/", name="event-draw", audience=KIND.viewer, post=KIND.official(Action.DRAW)
)
NOT_PLAYED: tuple[draws.NotPlayed, ...] = ("walk-over", "no-show", "disqualified")
SEED = "seed-"  # fields of seeds: this and the key of the entry
NEWEST = 12  # lines of what was done that the page shows unasked
CACHE_SIZE = 48
BODIES: ProcessCache[Hashable, str] = ProcessCache(CACHE_SIZE)
PARTS: ProcessCache[Hashable, str] = ProcessCache(8 * CACHE_SIZE)  # of 10 to 40 kB each, with the meetings they show
FIXTURES: ProcessCache[Hashable, str] = ProcessCache(64 * CACHE_SIZE)  # of half a kB each: one of a part has changed
_LINES_BEFORE_BLOCKS = re.compile(r"\n+(?=</?(?:details|div|li|ol|p|section|summary|t[dhr]|tbody|thead|ul)\b)")
_PLACE, _PLACES = "<!--part %s-->", re.compile(r"<!--part \d+-->")  # where the fixtures of a part come
_EMPTY_LINES = re.compile(r"\n{2,}")
ASKS = {
    "swap": (gettext_lazy("What this swap changes"), gettext_lazy("Swap them")),
    "clear": (gettext_lazy("Withdrawing this result hides others"), gettext_lazy("Withdraw it")),
    "undo": (gettext_lazy("Undoing this hides results"), gettext_lazy("Undo it")),
    "boards": (gettext_lazy("This correction hides other results"), gettext_lazy("Correct the result")),
    "winner": (gettext_lazy("This correction hides other results"), gettext_lazy("Correct the result")),
    "not-played": (gettext_lazy("This correction hides other results"), gettext_lazy("Correct the result")),
}
"""Previews, with the title of the consequences and the button that does it."""


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show the draw; with POST do one thing with it."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    category = only_row(event.categories.filter(key=key))
    if category is None:
        raise Http404
    if request.method != "POST":
        return _show(request, event, category)
    fixture = request.POST.get("fixture", "")
    try:
        asked = _to_be_sure_of(request, event, key, guest_id)
        if asked is not None:
            return _shown_after(request, event, category, fixture, asked=asked)
        _do(request, event, key, guest_id)
    except CarromError as error:
        return _shown_after(request, event, category, fixture, problem=localized(error), status=409)
    where = f"{request.path}#fixture-{fixture}"
    if request.POST.get("back") == "play":
        where = reverse("event-play", args=[slug])
    return HttpResponse(status=303, headers={"Location": where})


def _shown_after(request: HttpRequest, event: Event, category: Category, fixture: str, **posted: Any) -> HttpResponse:
    """Say what was wrong, or ask, where it was done: at its fixture, or on the page of the whole draw."""
    found = contests.shown(category)
    if found is not None and fixture in found.followed.by_fixture:
        return fixture_page.show(request, event, category, fixture, **posted)
    return _show(request, event, category, **posted)


def _to_be_sure_of(request: HttpRequest, event: Event, key: str, guest_id: UUID | None) -> dict[str, Any] | None:
    """Return the question before an action that hides results of other matches; None: it is done at once.

    An exchange by hand is always shown first.
    """
    posted = request.POST
    what = posted.get("do", "")
    if "sure" in posted:
        if "version" in posted and what != "swap":
            draws.check_version(event, key, _number(posted["version"]))
        return None
    if what not in ASKS:
        return None
    found = contests.shown(event.categories.get(key=key), whole_names=True)
    if found is None:
        return None
    changes = _consequences(request, event, key, found)
    if changes is None:
        return None
    fixture = posted.get("fixture", "")
    hidden = tuple(one for one in changes.count_no_more if one.fixture != fixture)
    if what != "swap" and not hidden:
        return None
    fields = [(name, value) for name, value in posted.items() if name not in ("csrfmiddlewaretoken", "do")]
    rows = consequence_rows(found, replace(changes, count_no_more=hidden))
    title, button = ASKS[what]
    return {"do": what, "title": title, "button": button, "fields": fields, "version": found.row.version, **rows}


def _consequences(request: HttpRequest, event: Event, key: str, found: contests.ContestView) -> Consequences | None:
    """Return the consequences of the request; None where it cannot hide anything."""
    posted = request.POST
    what, fixture = posted.get("do", ""), posted.get("fixture", "")
    if what == "swap":
        return undoing.consequences_of_swap(event, key, *_two_sides(posted))
    if what == "undo":
        return undoing.consequences_of_undoing(event, key, _number(posted.get("line", "")))
    if what == "clear":
        return undoing.consequences_of_clearing(event, key, fixture)
    meeting = found.meeting(fixture)
    if meeting.state is not State.DECIDED or fixture != meeting.fixture.id or found.contest.tie is not None:
        return None
    if what == "boards":
        result = results.reported_result(
            event, found, key, fixture, posted.get("boards", ""), time_up="time_up" in posted
        )
    elif what == "winner":
        result = results.reported_winner(found, fixture, posted.get("winner", ""))
    else:
        result = not_played(meeting, loser=_side(posted.get("loser", "")), how=_how(posted.get("how", "")))
    return undoing.consequences_of_result(event, key, result)


def _side(name: str) -> Side | None:
    return {"a": Side.A, "b": Side.B}.get(name)


def _how(name: str) -> draws.NotPlayed:
    return next((one for one in NOT_PLAYED if one == name), "walk-over")


def _do(request: HttpRequest, event: Event, key: str, guest_id: UUID | None) -> None:
    posted, now = request.POST, timezone.now()
    fixture, asked = posted.get("fixture", ""), posted.get("do", "")
    loser = _side(posted.get("loser", ""))
    if asked == "draw":
        typed = {
            key: text
            for key in contests.names_to_draw(event.categories.get(key=key))
            if (text := posted.get(SEED + key, "").strip())
        }
        draws.draw(event, guest_id, key, draws.Seeds(typed, posted.get("seeds_from", "")), now=now)
    elif asked == "redraw":
        draws.redraw(event, guest_id, key, now=now)
    elif asked == "undo":
        draws.undo(event, guest_id, key, _number(posted.get("line", "")), now=now)
    elif asked == "bring-back":
        draws.bring_back(event, guest_id, key, now=now)
    elif asked == "boards":
        draws.report_boards(
            event, guest_id, key, fixture, posted.get("boards", ""), time_up="time_up" in posted, now=now
        )
    elif asked == "not-played":
        draws.report_not_played(event, guest_id, key, fixture, _how(posted.get("how", "")), loser, now=now)
    elif asked == "winner":
        draws.report_winner(event, guest_id, key, fixture, posted.get("winner", ""), now=now)
    elif asked == "clear":
        draws.clear(event, guest_id, key, fixture, now=now)
    elif asked == "swap":
        version = _number(posted.get("version", ""))
        draws.swap(event, guest_id, key, *_two_sides(posted), now=now, version=version)
    elif asked == "late":
        draws.enter_late(event, guest_id, key, now=now)
    elif asked == "leave":
        draws.leave(event, guest_id, key, posted.get("entrant", ""), now=now)
    elif asked == "call":
        calls.call(event, guest_id, key, fixture, _number(posted.get("board", "")), now=now)
    elif asked == "call-off":
        calls.call_off(event, guest_id, _number(posted.get("table", "")), now=now)
    else:
        raise FormError("unknown-action")


def _two_sides(posted: Mapping[str, Any]) -> tuple[str, Side, str, Side]:
    """The two sides that a form exchanges. Raises FormError."""
    other, _, side = posted.get("with", "").rpartition("/")
    sides = {"a": Side.A, "b": Side.B}
    if posted.get("side") not in sides or side not in sides:
        raise FormError("no-exchange")
    return posted.get("fixture", ""), sides[posted["side"]], other, sides[side]


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
    terms, guest_id = terms_of(event), guest_id_of(request)
    own = terms.category(category.key)
    shown = contests.shown(category, whole_names=selectors.is_official(event, guest_id))
    may = selectors.may(event, guest_id, Action.DRAW)
    all_lines = request.GET.get("log") == "all"
    context = KIND.context(request, event, terms, here="event-draws") | {
        "category": {
            "key": own.key,
            "title": own.title,
            "who": labels.who_else(own),
            "how": labels.how_played(own, terms.ruleset),
        },
        "tabs_of": [
            {"url": reverse("event-draw", args=[event.slug, one.key]), "title": one.title, "here": one.key == own.key}
            for one in terms.categories
        ],
        "drawn": shown is not None and bool(shown.contest.draws),
        "is_ladder": own.format == "ladder",
        "may": may,
        "is_over": shown is not None and shown.is_over,
        "papers": {
            what: reverse("event-print", args=[event.slug, f"{what}-{own.key}"])
            for what in ("draw", "standings", "certificates")
        },
        "problem": problem,
        "asked": asked,
        "entries": entry_counts(category),
        "ignored": contests.ignored_values(terms, own),
    }
    if shown is not None and context["drawn"]:
        context["body"] = _body(request, event, category, shown, may=may)
    if may:
        context["offers"] = _offers(shown)
        context["seed_lists"] = [] if context["drawn"] else seeding.choices(event.club_id)
        context["to_seed"] = [] if context["drawn"] else _to_seed(request, category, shown)
    if may and shown is not None:
        authors = contests.authors(shown.row)
        lines = [line for line in reversed(effective(shown.record)) if not isinstance(line.act, Enter)]
        context |= {
            "lines": [
                _line(shown, line, terms, authors.get(line.number, ""))
                for line in (lines if all_lines else lines[:NEWEST])
            ],
            "more_lines": 0 if all_lines else max(0, len(lines) - NEWEST),
            "late": [shown.name(one.key) for one in contests.late_entrants(shown, category)],
            "entrants": [(one.key, shown.name(one.key)) for one in shown.contest.entrants if one.left is None],
        }
    return render(request, "competitions/events/pages/draw/page.html", context, status=status)


def _body(request: HttpRequest, event: Event, category: Category, shown: contests.ContestView, *, may: bool) -> str:
    """Fixtures and standings as HTML: the same for all who see the same, so cached by all its inputs."""
    tables = {table.fixture: table for table in BoardCall.objects.filter(category=category, ended_at=None)}
    part, fixture = _number(request.GET.get("part", "")), request.GET.get("fixture", "")
    names = repr((shown.names, shown.people if shown.contest.tie is not None else {}))
    who = request.path, hashlib.sha256(names.encode()).digest(), may, get_language()
    calls = tuple((one.fixture, one.pk, one.board, one.match_id) for one in tables.values())

    def make() -> str:
        parts = draw_parts.parts(shown, part=part, fixture=fixture)
        context = {
            "event": event,
            "category": {"key": category.key},
            "parts": [{**one, "body": _PLACE % one["number"]} for one in parts],
            "is_bracket": draw_parts.is_bracket(shown),
            "may": may,
            "is_over": shown.is_over,
            **draw_parts.standings(shown),
        }
        around = _compact(render_to_string("competitions/events/draw.html", context))
        bodies = {_PLACE % one["number"]: _part_body(event, category, shown, one, tables, who) for one in parts}
        return SafeString(_PLACES.sub(lambda found: bodies[found[0]], around))

    return BODIES.get_or_set((*who, shown.followed, calls, part, fixture[:40]), make)


def _part_body(
    event: Event,
    category: Category,
    shown: contests.ContestView,
    part: dict[str, Any],
    tables: Mapping[str, BoardCall],
    who: tuple[str, bytes, bool, str],
) -> str:
    """The fixtures of a part as HTML: after a result most parts are as they were, with the same meetings.

    `who` are the path, all names, whether the reader may draw, and their language.
    """
    met: Sequence[Meeting] | None = part["meetings"]
    at_boards = {name: (one.pk, one.board, one.match_id) for name, one in tables.items()}
    of_teams = shown.followed if shown.contest.tie is not None else None  # a tie shows more than its meeting
    own = (*who, of_teams)
    context = {"event": event, "category": {"key": category.key}, "part": part, "may": who[2]}

    def fixture(one: Meeting) -> str:
        row = draw_parts.fixture_row(shown, one, tables.get(one.fixture.id))
        return _compact(render_to_string("competitions/events/draw_fixture.html", {**context, "fixture": row}))

    def make() -> str:
        fixtures = [
            FIXTURES.get_or_set((*own, Identity((one,)), at_boards.get(one.fixture.id)), partial(fixture, one))
            for one in met or ()
        ]
        return _compact(render_to_string("competitions/events/draw_part.html", {**context, "fixtures": fixtures}))

    calls = tuple((one.fixture.id, at_boards[one.fixture.id]) for one in met or () if one.fixture.id in at_boards)
    key = (*own, part["number"], part["count"], None if met is None else Identity(met), calls)
    return PARTS.get_or_set(key, make)


def _compact(html: str) -> SafeString:
    """The same without lines that browsers do not show: with 192 fixtures they are a twentieth of the page."""
    return SafeString(_EMPTY_LINES.sub("\n", _LINES_BEFORE_BLOCKS.sub("", html)))


def _to_seed(request: HttpRequest, category: Category, shown: contests.ContestView | None) -> list[dict[str, str]]:
    """The entries to be drawn with their seeds: as typed just now, or of a draw that was undone."""
    seeds = {one.key: str(one.seed) for one in shown.contest.entrants if one.seed and not one.rating} if shown else {}
    return [
        {"field": SEED + key, "name": name, "seed": request.POST.get(SEED + key, seeds.get(key, ""))}
        for key, name in contests.names_to_draw(category).items()
    ]


def _offers(shown: contests.ContestView | None) -> dict[str, bool]:
    """Return the possible actions on the whole draw: the first or next draw, drawing again, bringing back."""
    if shown is None:
        return {"any": True, "draw": True, "redraw": False, "back": False}
    contest = shown.contest
    last = {one.id for one in contest.draws[-1].fixtures} if contest.draws else set()
    posted = {one.fixture for one in (*contest.results, *(match.result for match in contest.tie_matches))}
    offers = {
        "draw": not contest.draws or (not shown.is_over and all(one.is_settled for one in shown.meetings)),
        "redraw": bool(last) and not last & posted,
        "back": shown.followed.can_bring_back,
    }
    return offers | {"any": any(offers.values())}


def _line(shown: contests.ContestView, line: Entry[Act], terms: EventTerms, by: str) -> dict[str, Any]:
    what = {
        Draw: _("Drawn"),
        Tell: _("Result"),
        Clear: _("Result withdrawn"),
        Swap: _("Swapped by hand"),
        Leave: _("Removed"),
        NameLineUp: _("Line-up"),
        TellTieMatch: _("Result"),
        ClearTieMatch: _("Result withdrawn"),
    }
    act = line.act
    return {
        "number": line.number,
        "at": labels.moment_label(datetime.fromisoformat(line.at), terms),
        "by": by,
        "what": what.get(type(act), type(act).__name__.lower()),
        "about": _about(shown, act),
    }


def _about(shown: contests.ContestView, act: object) -> str:
    """Of which fixture or of whom an act speaks."""
    match act:
        case Tell(result):
            return f"{result.fixture}: {shown.name(result.a)} – {shown.name(result.b)}"  # its draw may be undone
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
