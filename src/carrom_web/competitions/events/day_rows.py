"""The day of an event on one screen, as rows: boards now, next matches, results, tables, the last actions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom.terms import Side
from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.event import EventTerms
from carrom.tournament.fixtures import Known
from carrom.tournament.format import Layout
from carrom.tournament.results import Result
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.events import contests, draw_labels
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import BoardCall, Category, Event
from carrom_web.competitions.events.services import day
from carrom_web.competitions.events.services.pad import ways_of

MOST_NEXT = 8
RESULTS = (AuditKind.RESULT, AuditKind.RESULT_CONFIRMED, AuditKind.RESULT_OF_SHEET)
MOST_RESULTS = 8
MOST_EXCHANGED = 24


@dataclass(frozen=True, slots=True)
class _Shown:
    """A category that is drawn, with what each row of it needs."""

    key: str
    title: str
    """Shown beside its rows; empty where it is the only one."""
    terms: EventTerms
    found: contests.ContestView
    headings: Mapping[draw_labels.Part, str]
    pad: Mapping[str, Any]

    def stage(self, meeting: Meeting) -> str:
        """In which part of which draw a match stands."""
        return ", ".join(filter(None, (self.title, self.headings.get(draw_labels.part_of(meeting.fixture), ""))))

    def fields(self, meeting: Meeting) -> dict[str, Any]:
        """Return a fixture's values for the result pad, with its place."""
        return {**self.pad, **_sides(self.found, meeting), "title": self.stage(meeting)}


def day_rows(event: Event, terms: EventTerms) -> dict[str, Any]:
    """Return the rows of the day's page for officials, with whole names.

    boards, list of {number, key, fixture, title, a, b, ...} or {number} of a free one; next and more; results;
    parts, by category {key, title, heading, rows, leaves, arrival, stops}; last, what can be undone; is_over.
    """
    by_key = {one.key: one for row in event.categories.order_by("pk") if (one := _shown(row, terms)) is not None}
    calls = list(BoardCall.objects.filter(category__event=event, ended_at=None).select_related("category", "match"))
    at_board = {(call.category.key, call.fixture) for call in calls}
    busy = {(call.category.key, side) for call in calls for side in (call.a, call.b)}
    by_board = {call.board: call for call in calls if call.category.key in by_key}
    free = [number for number in range(1, terms.boards + 1) if number not in by_board]
    waiting = [
        (one, meeting)
        for one in by_key.values()
        for meeting in one.found.meetings
        if meeting.state is State.READY
        and one.found.contest.tie is None
        and (one.key, meeting.fixture.id) not in at_board
    ]
    step = day.last_step(event)
    return {
        "boards": [
            _board(by_key[by_board[number].category.key], by_board[number])
            if number in by_board
            else {"number": number}
            for number in range(1, terms.boards + 1)
        ],
        "free": free,
        "next": [_next(*one, busy=busy, free=free) for one in waiting[:MOST_NEXT]],
        "more": max(0, len(waiting) - MOST_NEXT),
        "results": [row for one in by_key.values() for row in _results(one)],
        "parts": [_part(one) for one in by_key.values()],
        "last": _last(event, step, by_key) if step is not None else None,
        "is_over": bool(by_key) and all(one.found.is_over for one in by_key.values()),
    }


def _shown(row: Category, terms: EventTerms) -> _Shown | None:
    found = contests.shown(row, whole_names=True)
    if found is None:
        return None
    one_by_one = formats.find(found.record.format).draws_one_match
    fixtures = () if one_by_one else (one.fixture for one in found.meetings)
    return _Shown(
        key=row.key,
        title=terms.category(row.key).title if len(terms.categories) > 1 else "",
        terms=terms,
        found=found,
        headings=draw_labels.headings(fixtures, found.record.format),
        pad=_of_category(terms, row.key, found),
    )


def pad_fields(terms: EventTerms, key: str, found: contests.ContestView, meeting: Meeting) -> dict[str, Any]:
    """Return a fixture's values for the result pad (`pad_button.html`); `ways` is empty where it takes none."""
    return {**_of_category(terms, key, found), **_sides(found, meeting)}


def _of_category(terms: EventTerms, key: str, found: contests.ContestView) -> dict[str, Any]:
    own = terms.category(key)
    return {
        "key": key,
        "ways": " ".join(ways_of(found, terms, own)),
        "games": contests.ruleset_of(terms, own).match_wins_needed,
    }


def _sides(found: contests.ContestView, meeting: Meeting) -> dict[str, str]:
    return {"fixture": meeting.fixture.id, "a": found.name(meeting.a), "b": found.name(meeting.b)}


def _board(one: _Shown, call: BoardCall) -> dict[str, Any]:
    found, meeting = one.found, one.found.meeting(call.fixture)
    is_table = formats.find(found.record.format).layout(meeting.fixture) is Layout.TABLE
    a, b = found.name(meeting.a), found.name(meeting.b)
    return one.fields(meeting) | {
        "number": call.board,
        "match": reverse("match", args=[call.match_id]) if call.match_id else "",
        "sides": [{"side": "a", "name": a, "other": b}, {"side": "b", "name": b, "other": a}],
        "others": [] if is_table else _others(found, meeting),
    }


def _others(found: contests.ContestView, meeting: Meeting) -> list[dict[str, str]]:
    """With whom a side can be exchanged: those of the same round who have not played."""
    return [
        {"value": f"{one.fixture.id}/{side}", "name": found.name(key)}
        for one in found.meetings
        if one.fixture.round == meeting.fixture.round
        and one.fixture.id != meeting.fixture.id
        and one.state in (State.READY, State.BYE)
        for side, slot, key in (("a", one.fixture.a, one.a), ("b", one.fixture.b, one.b))
        if key and isinstance(slot, Known)
    ][:MOST_EXCHANGED]


def _next(one: _Shown, meeting: Meeting, *, busy: set[tuple[str, str]], free: list[int]) -> dict[str, Any]:
    can_play = not any((one.key, key) in busy for key in meeting.keys)
    return one.fields(meeting) | {"call_to": free[0] if free and can_play else 0}


def _results(one: _Shown) -> list[dict[str, Any]]:
    """The last results of a category, the newest first."""
    rows = []
    for result in reversed(one.found.contest.results[-MOST_RESULTS:]):
        meeting = one.found.followed.by_fixture.get(result.fixture)
        if meeting is not None and meeting.state is State.DECIDED and meeting.result == result:
            rows.append(one.fields(meeting) | {"says": result_sentence(one.found, meeting)})
    return rows


def result_sentence(found: contests.ContestView, meeting: Meeting, of: Result | None = None) -> str:
    """How a match ended, or, with `of`, would end: "Asha beat Meera, 25-14"."""
    result = of or meeting.result
    if result is None:
        return ""
    if result.both_lose:
        return _("%(a)s and %(b)s did not come") % {"a": found.name(meeting.a), "b": found.name(meeting.b)}
    score = draw_labels.total_label(result)
    if result.winner is None:
        named = {"a": found.name(meeting.a), "b": found.name(meeting.b), "score": score}
        return _("%(a)s and %(b)s tied, %(score)s") % named
    is_a = result.winner is Side.A
    named = {"winner": found.name(result.a if is_a else result.b), "loser": found.name(result.b if is_a else result.a)}
    if not result.is_played:
        return _("%(winner)s won without playing against %(loser)s") % named
    if score in ("+/–", "–/+"):
        return _("%(winner)s beat %(loser)s") % named
    shown_score = score if is_a else draw_labels.total_label(result.turned())
    return _("%(winner)s beat %(loser)s, %(score)s") % (named | {"score": shown_score})


def _part(one: _Shown) -> dict[str, Any]:
    """A category's table, who may leave, and what it means to come in now."""
    found, contest = one.found, one.found.contest
    form = formats.find(contest.format)
    gone = {each.key for each in contest.entrants if each.left is not None}
    met = [each for each in found.meetings if len(each.keys) == 2]
    played = sum(each.state is State.DECIDED for each in met)
    total = sum(not each.is_settled or each.state is State.DECIDED for each in found.meetings)
    most = int(contest.options.get("rounds", 0) or 0)
    return {
        "key": one.key,
        "title": one.terms.category(one.key).title,
        "heading": _heading(one, most),
        "played": played,
        "total": 0 if form.draws_one_match and not most else total,
        "is_bracket": Layout.BRACKET in form.layouts,
        "rows": [
            {
                "place": each.place,
                "name": found.name(each.key),
                "won": each.won,
                "played": each.played,
                "is_gone": each.key in gone,
            }
            for each in found.standings
        ],
        "leaves": [] if found.is_over else _leaving(found, gone),
        "arrival": arrival_sentence(found) if not found.is_over else "",
        "can_come": day.arrival(contest).how != "full" and not found.is_over,
        "stops": form.draws_one_match and not most,
        "can_redraw": _can_redraw(found),
        "winner": found.name(found.standings[0].key) if found.is_over and found.standings else "",
    }


def _can_redraw(found: contests.ContestView) -> bool:
    if not found.contest.draws:
        return False
    last = {one.id for one in found.contest.draws[-1].fixtures}
    return not any(one.fixture.id in last and one.result is not None for one in found.meetings)


def _heading(one: _Shown, most: int) -> str:
    """How far a category is."""
    form = formats.find(one.found.record.format)
    if one.found.is_over:
        return _("Finished")
    if form.draws_one_match:
        return _(form.title)
    first = next((each for each in one.found.meetings if not each.is_settled), None)
    if first is not None and form.layout(first.fixture) is Layout.TABLE:
        return ""  # several groups play at once
    if first is not None and most and form.layout(first.fixture) is Layout.ROUNDS:
        return _("Round %(round)s of %(rounds)s") % {"round": first.fixture.round, "rounds": most}
    return one.headings[draw_labels.part_of(first.fixture)] if first is not None else ""


def _leaving(found: contests.ContestView, gone: set[str]) -> list[dict[str, str]]:
    """Return the players who may leave, and their opponents in matches that run or wait."""
    against: dict[str, str] = {}
    for one in found.meetings:
        if one.state is State.READY and one.a and one.b:
            against.setdefault(one.a, one.b)
            against.setdefault(one.b, one.a)
    return [
        {
            "entrant": row.key,
            "name": found.name(row.key),
            "other": found.name(against[row.key]) if row.key in against else "",
        }
        for row in found.standings
        if row.key not in gone
    ]


def arrival_sentence(found: contests.ContestView) -> str:
    """Describe the effects of a late arrival."""
    means = day.arrival(found.contest)
    match means.how:
        case "next-round":
            return _("Plays from round %(round)s on; the matches already drawn stay.") % {"round": means.round}
        case "next-match":
            return _("Plays as soon as a board is free.")
        case "bye":
            return _("Takes the free place next to %(name)s.") % {"name": found.name(means.beside)}
        case "redraw":
            return _("Nothing has been played yet, so everything is drawn again with them.")
    return _("All places are drawn and matches have been played: they can only play outside the table.")


def _last(event: Event, step: AuditEntry, by_key: Mapping[str, _Shown]) -> dict[str, Any]:
    """Return the last step: {id, says}."""
    shown = by_key.get(str(step.detail.get("category", "")))
    found = shown.found if shown is not None else None
    fixture = str(step.detail.get("fixture", ""))
    meeting = found.followed.by_fixture.get(fixture) if found is not None else None
    says = str(AuditKind(step.kind).label)
    if found is not None and meeting is not None:
        if step.kind in RESULTS and meeting.result is not None:
            says = result_sentence(found, meeting)
        else:
            says = f"{says}: {found.name(meeting.a)} – {found.name(meeting.b)}"
    elif "entrant" in step.detail:
        says = f"{says}: {step.detail['entrant']}"
    elif step.kind == AuditKind.LATE_PLAYER:
        name = event.forms.filter(number=step.detail.get("form")).values_list("name", flat=True).first()
        says = f"{says}: {name or ''}"
    return {"id": step.pk, "says": says}


def matches_label(count: int) -> str:
    """So many matches, in words."""
    return ngettext("%(count)s match", "%(count)s matches", count) % {"count": count}
