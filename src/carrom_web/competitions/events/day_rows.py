"""The day of an event on one screen, as rows: boards now, what comes next, results, tables, what was done last."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from carrom.tournament import format as formats
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.event import EventTerms
from carrom.tournament.fixtures import Known
from carrom.tournament.format import Layout
from carrom_web.audit.models import AuditEntry
from carrom_web.competitions.events import contests, draw_labels
from carrom_web.competitions.events.audit import AuditKind
from carrom_web.competitions.events.models import BoardCall, Category, Event
from carrom_web.competitions.events.services import day
from carrom_web.competitions.events.services.pad import ways_of

MOST_NEXT = 8
MOST_RESULTS = 8
MOST_EXCHANGED = 24


def day_rows(event: Event, terms: EventTerms) -> dict[str, Any]:
    """What the page of the day shows to officials, with whole names.

    boards, list of {number, key, fixture, title, a, b, ...} or {number} of a free one; next and more; results;
    parts, by category {key, title, heading, rows, leaves, arrival, stops}; last, what can be undone; over, who won.
    """
    shown = [(row, found) for row in event.categories.order_by("pk") if (found := _shown(row)) is not None]
    calls = list(BoardCall.objects.filter(category__event=event, ended_at=None).select_related("category", "match"))
    at_board = {(call.category.key, call.fixture): call for call in calls}
    busy = {(call.category.key, side) for call in calls for side in (call.a, call.b)}
    by_key = {row.key: found for row, found in shown}
    by_board = {call.board: call for call in calls if call.category.key in by_key}
    free = [number for number in range(1, terms.boards + 1) if number not in by_board]
    waiting = [
        (row, found, one)
        for row, found in shown
        for one in found.meetings
        if one.state is State.READY and found.contest.tie is None and (row.key, one.fixture.id) not in at_board
    ]
    step = day.last_step(event)
    many = len(terms.categories) > 1
    return {
        "boards": [
            _board(terms, by_key[by_board[number].category.key], by_board[number], many=many)
            if number in by_board
            else {"number": number}
            for number in range(1, terms.boards + 1)
        ],
        "free": free,
        "next": [_next(terms, *one, busy=busy, free=free, many=many) for one in waiting[:MOST_NEXT]],
        "more": max(0, len(waiting) - MOST_NEXT),
        "results": _results(terms, shown, many=many),
        "parts": [_part(terms, row, found) for row, found in shown],
        "last": _last(event, step, by_key) if step is not None else None,
        "is_over": bool(shown) and all(found.is_over for _row, found in shown),
    }


def _shown(row: Category) -> contests.ContestView | None:
    return contests.shown(row, whole_names=True)


def _stage(terms: EventTerms, key: str, found: contests.ContestView, meeting: Meeting, *, many: bool) -> str:
    title = draw_labels.headings((one.fixture for one in found.meetings), found.record.format)
    stage = "" if formats.find(found.record.format).draws_one_match else title[draw_labels.part_of(meeting.fixture)]
    return ", ".join(filter(None, (terms.category(key).title if many else "", stage)))


def pad_fields(terms: EventTerms, key: str, found: contests.ContestView, meeting: Meeting) -> dict[str, Any]:
    """What the result pad needs of a fixture (`pad_button.html`); `ways` is empty where it takes no result of it."""
    return {
        "key": key,
        "fixture": meeting.fixture.id,
        "a": found.name(meeting.a),
        "b": found.name(meeting.b),
        "ways": " ".join(ways_of(found, terms, terms.category(key))),
        "games": contests.ruleset_of(terms, terms.category(key)).match_wins_needed,
    }


def _board(terms: EventTerms, found: contests.ContestView, call: BoardCall, *, many: bool) -> dict[str, Any]:
    meeting, key = found.meeting(call.fixture), call.category.key
    fixture = meeting.fixture
    others = [] if formats.find(found.record.format).layout(fixture) is Layout.TABLE else _others(found, meeting)
    return pad_fields(terms, key, found, meeting) | {
        "number": call.board,
        "title": _stage(terms, key, found, meeting, many=many),
        "match": reverse("match", args=[call.match_id]) if call.match_id else "",
        "sides": [
            {"side": "a", "name": found.name(meeting.a), "other": found.name(meeting.b)},
            {"side": "b", "name": found.name(meeting.b), "other": found.name(meeting.a)},
        ],
        "others": others,
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


def _next(
    terms: EventTerms,
    row: Category,
    found: contests.ContestView,
    meeting: Meeting,
    *,
    busy: set[tuple[str, str]],
    free: list[int],
    many: bool,
) -> dict[str, Any]:
    can_play = not any((row.key, key) in busy for key in meeting.keys)
    return pad_fields(terms, row.key, found, meeting) | {
        "title": _stage(terms, row.key, found, meeting, many=many),
        "call_to": free[0] if free and can_play else 0,
    }


def _results(
    terms: EventTerms, shown: list[tuple[Category, contests.ContestView]], *, many: bool
) -> list[dict[str, Any]]:
    """The last results of each category, the newest first."""
    rows = []
    for row, found in shown:
        for result in reversed(found.contest.results[-MOST_RESULTS:]):
            meeting = found.followed.by_fixture.get(result.fixture)
            if meeting is None or meeting.state is not State.DECIDED or meeting.result != result:
                continue
            says = result_sentence(found, meeting)
            title = _stage(terms, row.key, found, meeting, many=many)
            rows.append(pad_fields(terms, row.key, found, meeting) | {"says": says, "title": title})
    return rows[: MOST_RESULTS * len(shown)]


def result_sentence(found: contests.ContestView, meeting: Meeting) -> str:
    """How a match ended: "Asha beat Meera, 25-14"."""
    result = meeting.result
    if result is None:
        return ""
    if result.both_lose:
        return _("%(a)s and %(b)s did not come") % {"a": found.name(meeting.a), "b": found.name(meeting.b)}
    score = draw_labels.total_label(result)
    if result.winner is None:
        named = {"a": found.name(meeting.a), "b": found.name(meeting.b), "score": score}
        return _("%(a)s and %(b)s tied, %(score)s") % named
    named = {"winner": found.name(meeting.winner), "loser": found.name(meeting.loser)}
    if not result.is_played:
        return _("%(winner)s won without playing against %(loser)s") % named
    if score in ("+/–", "–/+"):
        return _("%(winner)s beat %(loser)s") % named
    shown_score = score if meeting.winner == meeting.a else draw_labels.total_label(result.turned())
    return _("%(winner)s beat %(loser)s, %(score)s") % (named | {"score": shown_score})


def _part(terms: EventTerms, row: Category, found: contests.ContestView) -> dict[str, Any]:
    """A category's table, who may leave, and what it means to come in now."""
    contest = found.contest
    form = formats.find(contest.format)
    gone = {one.key for one in contest.entrants if one.left is not None}
    met = [one for one in found.meetings if len(one.keys) == 2]
    played = sum(one.state is State.DECIDED for one in met)
    total = sum(not one.is_settled or one.state is State.DECIDED for one in found.meetings)
    most = int(contest.options.get("rounds", 0) or 0)
    return {
        "key": row.key,
        "title": terms.category(row.key).title,
        "heading": _heading(found, most),
        "played": played,
        "total": 0 if form.draws_one_match and not most else total,
        "is_bracket": Layout.BRACKET in form.layouts,
        "rows": [
            {
                "place": one.place,
                "name": found.name(one.key),
                "won": one.won,
                "played": one.played,
                "is_gone": one.key in gone,
            }
            for one in found.standings
        ],
        "leaves": [_leaving(found, one.key) for one in found.standings if one.key not in gone]
        if not found.is_over
        else [],
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


def _heading(found: contests.ContestView, most: int) -> str:
    form = formats.find(found.record.format)
    if found.is_over:
        return _("Finished")
    if form.draws_one_match:
        return str(_(form.title))
    waiting = [one for one in found.meetings if not one.is_settled]
    if form.layout(waiting[0].fixture) is Layout.ROUNDS and most if waiting else False:
        return _("Round %(round)s of %(rounds)s") % {"round": found.contest.rounds, "rounds": most}
    titles = draw_labels.headings((one.fixture for one in found.meetings), found.record.format)
    return titles[draw_labels.part_of(waiting[0].fixture)] if waiting else ""


def _leaving(found: contests.ContestView, key: str) -> dict[str, str]:
    """What it means that somebody leaves, now or after the match that they play."""
    waiting = next((one for one in found.meetings if key in one.keys and one.state is State.READY), None)
    other = "" if waiting is None else found.name(waiting.b if waiting.a == key else waiting.a)
    return {"entrant": key, "name": found.name(key), "other": other}


def arrival_sentence(found: contests.ContestView) -> str:
    """What it means for somebody to come in now."""
    means = day.arrival(found.contest)
    match means.how:
        case "next-round":
            return _("Plays from round %(round)s on; no match that was drawn changes.") % {"round": means.round}
        case "next-match":
            return _("Plays as soon as a board is free.")
        case "bye":
            return _("Takes the free place beside %(name)s.") % {"name": found.name(means.beside)}
        case "redraw":
            return _("Nothing is played yet, so everything is drawn again with them.")
    return _("All places are drawn and something is played: they can only play outside the table.")


def _last(event: Event, step: AuditEntry, by_key: dict[str, contests.ContestView]) -> dict[str, Any]:
    """What was done last: {id, says}."""
    found = by_key.get(str(step.detail.get("category", "")))
    fixture = str(step.detail.get("fixture", ""))
    meeting = found.followed.by_fixture.get(fixture) if found is not None else None
    says = str(AuditKind(step.kind).label)
    if found is not None and meeting is not None:
        if step.kind in (AuditKind.RESULT, AuditKind.RESULT_OF_SHEET) and meeting.result is not None:
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
