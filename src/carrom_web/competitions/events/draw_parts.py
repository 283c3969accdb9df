"""A draw as rows of pages: its fixtures in parts, the standings. Reads nothing.

A large draw is not shown whole: parts that do not fit are listed with their number of matches, and each is fetched
alone.
"""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting, State
from carrom.tournament.format import Layout, find
from carrom.tournament.results import Result
from carrom_web.competitions.events import draw_labels
from carrom_web.competitions.events.contests import ContestView
from carrom_web.competitions.events.models import BoardCall
from carrom_web.competitions.events.tie_rows import tie_rows

MOST = 192  # fixtures on one page; a bracket is always whole, since it is read as one picture


def parts(shown: ContestView, *, part: int = 0, fixture: str = "") -> list[dict[str, Any]]:
    """The meetings by stage, group and round, in the order in which they were drawn; what is played out is folded.

    On a page is the part that is being played, then the one that was asked for (by its number or a fixture of it), then
    those to be played, then those played, the newest first, as far as there is room.
    """
    found: dict[draw_labels.Part, list[Meeting]] = {}
    for meeting in shown.meetings:
        found.setdefault(draw_labels.part_of(meeting.fixture), []).append(meeting)
    titles = draw_labels.headings((one.fixture for one in shown.meetings), shown.record.format)
    unsettled = [key for key, met in found.items() if not all(one.is_settled for one in met)]
    current = unsettled[0] if unsettled else next(reversed(found), None)
    wanted = [
        key
        for number, (key, met) in enumerate(found.items(), 1)
        if number == part or any(one.fixture.id == fixture for one in met)
    ]
    on_page = set(found)
    if not is_bracket(shown):
        on_page = _that_fit(found, first=[*wanted, *([current] if current else [])], then=unsettled)
    return [
        {
            "number": number,
            "title": titles[key],
            "count": len(met),
            "meetings": met if key in on_page else None,
            "here": key == current,
            "is_open": key in on_page and (key in unsettled or key == current or key in wanted),
        }
        for number, (key, met) in enumerate(found.items(), 1)
    ]


def is_bracket(shown: ContestView) -> bool:
    """Whether the whole draw is brackets."""
    return find(shown.record.format).layouts == (Layout.BRACKET,)


def _that_fit(
    found: dict[draw_labels.Part, list[Meeting]], *, first: list[draw_labels.Part], then: list[draw_labels.Part]
) -> set[draw_labels.Part]:
    """The parts for which a page has room: these first, whatever their size; then these, then the newest."""
    chosen = set(first)
    room = MOST - sum(len(found[key]) for key in chosen)
    for key in dict.fromkeys([*then, *reversed(found)]):
        if key not in chosen and len(found[key]) <= room:
            chosen.add(key)
            room -= len(found[key])
    return chosen


def fixture_row(shown: ContestView, meeting: Meeting, table: BoardCall | None) -> dict[str, Any]:
    """A fixture with who meets whom, how far it is and how it ended."""
    fixture, result = meeting.fixture, meeting.result
    tie = tie_rows(shown.contest, meeting, shown.persons) if shown.contest.tie is not None else None
    sides: list[dict[str, Any]] = [
        {
            "name": draw_labels.side_label(shown, slot, key),
            "side": name,
            "known": bool(key),
            "is_bye": draw_labels.is_bye(slot, key),
            "score": _score(result, side, tie),
            "won": meeting.winner is not None and bool(meeting.winner) and meeting.winner == key,
        }
        for name, side, slot, key in (("a", Side.A, fixture.a, meeting.a), ("b", Side.B, fixture.b, meeting.b))
    ]
    sides.sort(key=lambda side: side["is_bye"])  # a bye comes second, whichever side it was drawn on
    return {
        "id": fixture.id,
        "sides": sides,
        "state": _state(meeting, tie) if result is None or result.is_played else "",
        "is_ready": meeting.state is State.READY,
        "is_decided": meeting.state is State.DECIDED,
        "is_bye": meeting.state is State.BYE,
        "note": draw_labels.result_label(result) if result else "",
        "scores": draw_labels.scores_label(result) if result and tie is None else "",
        "tie": tie,
        "table": table,
        "match": reverse("match", args=[table.match_id]) if table and table.match_id else "",
    }


def _state(meeting: Meeting, tie: Mapping[str, Any] | None) -> str:
    """How far a fixture is; a tie is in play from its first match on."""
    if tie is not None and tie["reported"] and meeting.state is State.READY:
        return _("in play")
    return draw_labels.state_label(meeting)


def _score(result: Result | None, side: Side, tie: Mapping[str, Any] | None) -> str:
    """Return a side's score; of a tie in play the present one."""
    if tie is not None:
        return str(tie[side.value]) if tie["reported"] else ""
    return draw_labels.score_label(result, side) if result and result.how in ("played", "time") else ""


def standings(shown: ContestView) -> dict[str, Any]:
    """The places with the tie-breaks that were asked: has_places, columns, standings with cells, why, walk_overs."""
    rows = shown.standings
    asked = [name for name in shown.contest.regulation.ranking if any(row.value(name) is not None for row in rows)]
    return {
        "has_places": not is_bracket(shown) or any(row.played for row in rows),
        "why": draw_labels.order_label(rows, shown.name),
        "walk_overs": draw_labels.walk_over_label(shown.contest.regulation),
        "columns": [draw_labels.tie_break_label(name) for name in asked],
        "standings": [
            {
                "place": str(row.place),
                "name": shown.name(row.key),
                "cells": number_cells(
                    [
                        (str(row.played), True),
                        (str(row.won), False),
                        (str(row.tied), True),
                        (str(row.lost), True),
                        *((_plain(draw_labels.figure_of(row, name)), False) for name in asked),
                    ]
                ),
            }
            for row in rows
        ],
    }


def number_cells(cells: Iterable[tuple[str, bool]]) -> SafeString:
    """Cells of numbers as HTML, each with whether a phone has no room for it: a template takes ten times as long."""
    return SafeString(
        "".join([f'<td class="{"n wide" if is_wide else "n"}">{escape(cell)}</td>' for cell, is_wide in cells])
    )


def exchangeable(shown: ContestView) -> list[dict[str, str]]:
    """The sides of fixtures that are not settled and hold a known name: with whom one can be exchanged by hand."""
    return [
        {"value": f"{meeting.fixture.id}/{name}", "name": shown.name(key)}
        for meeting in shown.meetings
        if meeting.state in (State.READY, State.WAITING, State.BYE)
        for name, slot, key in (("a", meeting.fixture.a, meeting.a), ("b", meeting.fixture.b, meeting.b))
        if key and type(slot).__name__ == "Known"
    ]


def _plain(number: object) -> str:
    if number is None:
        return ""
    return f"{number:g}" if isinstance(number, float) else str(number)
