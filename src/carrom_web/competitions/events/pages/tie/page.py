"""A tie of two teams, for everybody: who has handed in, then who plays whom, match by match, and the score so far.

Template `competitions/events/pages/tie/page.html` gets what `CompetitionKind.context` gives, and:
    category   {key, title}; fixture: its id; teams: two of {side, key, name, is_in, at, own: a captain's address}
    tie        `tie_rows.tie_rows`, each match with table, match (address of the live page)
    until      when captains have to have handed in, in the event's own time; None
    may        whether the reader may draw; may_keep: whether they may keep matches
    forms      for those who may draw: two of {side, team, form (`LineUpForm`), bad}, while the line-ups are closed
    free_boards, deadline_value, problem
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from carrom.errors import CarromError
from carrom.terms import Side
from carrom.tournament.teams import TieTerms, match_name
from carrom_web.accounts.selectors import guest_id_of
from carrom_web.accounts.services import tidy_name
from carrom_web.clubs.rights import Action
from carrom_web.competitions.events import contests, draw_labels, link_tokens, selectors
from carrom_web.competitions.events.forms import FormError
from carrom_web.competitions.events.kind import KIND
from carrom_web.competitions.events.line_up_form import LineUpForm
from carrom_web.competitions.events.models import BoardCall, Entry, Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.competitions.events.services import calls, draws, line_ups, ties
from carrom_web.competitions.events.tie_rows import tie_rows
from carrom_web.core.pages import Route
from carrom_web.core.translation import localized

ROUTE = Route(
    "events/<slug:slug>/draws/<slug:key>/ties/<str:fixture>/",
    name="event-tie",
    audience=KIND.viewer,
    post=KIND.official(Action.DRAW),
)
NOT_PLAYED = ("walk-over", "no-show", "disqualified")
SIDES = {"a": Side.A, "b": Side.B}


@require_http_methods(["GET", "HEAD", "POST"])
@KIND.answered
def page(request: HttpRequest, slug: str, key: str, fixture: str) -> HttpResponse:
    """Show the tie; with POST do one thing with it."""
    guest_id = guest_id_of(request)
    event = KIND.at(slug, guest_id)
    if not event.categories.filter(key=key).exists():
        raise Http404
    found = draws.contest_of(event, key)[1]
    if found.contest.tie is None:
        raise Http404
    found.meeting(fixture)
    if request.method != "POST":
        return _show(request, event, key, fixture)
    if request.POST.get("do") == "line-up":
        return _line_up(request, event, key, fixture)
    try:
        _do(request, event, key, fixture, guest_id)
    except CarromError as error:
        return _show(request, event, key, fixture, problem=localized(error), status=409)
    where = f"{request.path}#match-{request.POST.get('match', '')}"
    return HttpResponse(status=303, headers={"Location": where})


def _do(request: HttpRequest, event: Event, key: str, fixture: str, guest_id: UUID | None) -> None:
    data, now = request.POST, timezone.now()
    asked, name = data.get("do", ""), match_name(fixture, _number(data.get("match", "")))
    if asked == "boards":
        draws.report_boards(event, guest_id, key, name, data.get("boards", ""), time_up="time_up" in data, now=now)
    elif asked == "not-played":
        how = next((one for one in NOT_PLAYED if one == data.get("how")), "walk-over")
        loser = SIDES.get(data.get("loser", ""))
        draws.report_not_played(event, guest_id, key, name, how, loser, now=now)  # type: ignore[arg-type]
    elif asked == "clear":
        draws.clear(event, guest_id, key, name, now=now)
    elif asked == "clear-tie":
        draws.clear(event, guest_id, key, fixture, now=now)
    elif asked == "call":
        calls.call(event, guest_id, key, name, _number(data.get("board", "")), now=now)
    elif asked == "call-off":
        calls.call_off(event, guest_id, _number(data.get("table", "")), now=now)
    elif asked == "deadline":
        until = _moment(data.get("until", ""), event)
        ties.set_deadline(event, guest_id, key, fixture, until, whole_round="round" in data, now=now)
    elif asked == "take-back":
        ties.take_line_ups_back(event, guest_id, key, fixture, now=now)
    elif asked == "decide":
        if data.get("winner") not in SIDES:
            raise FormError("winner")
        why = tidy_name(data.get("reason", ""), 200)
        ties.decide(event, guest_id, key, fixture, SIDES[data["winner"]], reason=why, now=now)
    else:
        raise FormError("unknown-action")


def _line_up(request: HttpRequest, event: Event, key: str, fixture: str) -> HttpResponse:
    """Take a line-up that the desk hands in for a captain."""
    guest_id = guest_id_of(request)
    found = draws.contest_of(event, key)[1]
    side = request.POST.get("side", "")
    meeting = found.meeting(fixture)
    team = {"a": meeting.a, "b": meeting.b}.get(side)
    if not team:
        return _show(request, event, key, fixture, problem=_("Choose the team."), status=409)
    form = _form(found, team, request.POST)
    if not form.is_valid():
        return _show(request, event, key, fixture, bad={side: form}, status=422)
    try:
        ties.hand_in(event, key, fixture, team, form.line_up(), guest_id=guest_id, is_captain=False, now=timezone.now())
    except CarromError as error:
        return _show(request, event, key, fixture, problem=localized(error), status=409)
    return HttpResponse(status=303, headers={"Location": request.path})


def _form(found: contests.ContestView, team: str, data: Any = None) -> LineUpForm:
    entrant = found.contest.entrant(team)
    terms = found.contest.tie or TieTerms()
    return LineUpForm(terms, entrant, found.persons(entrant.persons), data, auto_id=f"{team}_%s")


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 9 else 0


def _moment(text: str, event: Event) -> datetime | None:
    """A moment in the event's own time zone; None where the field is empty. Raises FormError."""
    if not text:
        return None
    try:
        return datetime.fromisoformat(text).replace(tzinfo=terms_of(event).zone)
    except ValueError:
        raise FormError("deadline") from None


def _show(
    request: HttpRequest,
    event: Event,
    key: str,
    fixture: str,
    *,
    problem: str = "",
    bad: dict[str, LineUpForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    guest_id, terms = guest_id_of(request), terms_of(event)
    whole_names = selectors.is_official(event, guest_id_of(request))
    category, found = draws.contest_of(event, key, whole_names=whole_names)
    meeting = found.meeting(fixture)
    may = selectors.may(event, guest_id, Action.DRAW)
    of = ties.name_of(category)
    until = line_ups.deadline(of, fixture)
    tie = tie_rows(found.contest, meeting, found.persons)
    tables = {one.fixture: one for one in BoardCall.objects.filter(category=category, ended_at=None)}
    for row in tie["matches"]:
        table = tables.get(row["name"])
        row |= {
            "table": table,
            "match": reverse("match", args=[table.match_id]) if table and table.match_id else "",
            "keep": reverse("umpire-fixture", args=[event.slug, key, row["name"]]),
        }
    teams = _teams(found, meeting, line_ups.handed_in(of, found.contest, fixture), event, guest_id, fixture)
    busy = set(BoardCall.objects.filter(category__event=event, ended_at=None).values_list("board", flat=True))
    forms = []
    if may and not tie["is_open"]:
        forms = [
            {"side": one["side"], "team": one["name"], "form": (bad or {}).get(one["side"]) or _form(found, one["key"])}
            | {"bad": one["side"] in (bad or {})}
            for one in teams
            if one["key"]
        ]
    context = KIND.context(request, event, terms, here="event-draws") | {
        "category": {"key": key, "title": terms.category(key).title},
        "fixture": fixture,
        "teams": teams,
        "tie": tie,
        "is_decided": meeting.is_settled,
        "until": until.astimezone(terms.zone) if until else None,
        "is_late": until is not None and timezone.now() > until,
        "may": may,
        "may_keep": selectors.may_any(event, guest_id, (Action.UMPIRE, Action.DRAW)),
        "forms": forms,
        "free_boards": [board for board in range(1, terms.boards + 1) if board not in busy],
        "problem": problem,
    }
    return render(request, "competitions/events/pages/tie/page.html", context, status=status)


def _teams(
    found: contests.ContestView,
    meeting: Any,
    handed_in: dict[str, Any],
    event: Event,
    guest_id: UUID | None,
    fixture: str,
) -> list[dict[str, Any]]:
    rows = []
    entries = {
        one.key: one
        for one in Entry.objects.filter(category=found.row.category_id, key__in=meeting.keys).select_related("form")
    }
    for side, slot, key in (("a", meeting.fixture.a, meeting.a), ("b", meeting.fixture.b, meeting.b)):
        entry = entries.get(key or "")
        own = ""
        if entry is not None and guest_id is not None and entry.form.guest_id == guest_id:
            own = reverse("event-line-up", args=[link_tokens.line_up_token(entry, fixture)])
        at = handed_in.get(key or "")
        rows.append(
            {
                "side": side,
                "key": key or "",
                "name": draw_labels.side_label(found, slot, key),
                "is_in": bool(key) and key in handed_in,
                "at": at.astimezone(terms_of(event).zone) if at else None,
                "own": own,
                "won": bool(meeting.winner) and meeting.winner == key,
            }
        )
    return rows
