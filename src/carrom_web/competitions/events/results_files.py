"""The results of an event as files: JSON and CSV with stable keys and columns (docs/results.md), public names only.

Everything is read from the categories' contests; of a match that was scored on a sheet its boards are entered one by
one.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from carrom.match.snapshot import BoardResult, Tally
from carrom.terms import Side
from carrom.tournament.bracket_resolution import NOBODY, Meeting, State, reported_tie_matches
from carrom.tournament.category import CategoryTerms
from carrom.tournament.event import EventTerms
from carrom.tournament.ranking import Row
from carrom.tournament.results import Result
from carrom.tournament.teams import match_name
from carrom_web.competitions.events import contests
from carrom_web.competitions.events.models import BoardCall, Category, Entry, Event
from carrom_web.competitions.events.repository import terms_of
from carrom_web.matches import repository as matches

NAME, VERSION = "carrom-event-results", 1
TALLIES = ("points", "games", "boards", "queens", "slams")
STANDINGS = ("category", "place", "entry", "name", "club", "played", "won", "tied", "lost", "byes", "reached")
FIXTURES = (
    "category", "fixture", "stage", "group", "round", "place", "board", "entry_a", "name_a", "entry_b", "name_b",
    "state", "winner", "how", *(f"{name}_{side}" for name in TALLIES for side in "ab"), "scores", "detail",
    "decided_by",
)  # fmt: skip
BOARDS = (
    "category", "fixture", "entry_a", "name_a", "entry_b", "name_b", "game", "board", "winner", "points", "how",
    "score_a", "score_b",
)  # fmt: skip
SIDES: Mapping[Side | None, str] = {Side.A: "a", Side.B: "b", None: ""}
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A category with all that its files tell; `shown` None: not drawn yet."""

    terms: CategoryTerms
    state: str
    shown: contests.ContestView | None
    clubs: Mapping[str, str]
    sheets: Mapping[str, tuple[str, str, tuple[BoardResult, ...]]]  # by fixture: who was side A and B, and its boards

    def boards_of(self, meeting: Meeting, match: str = "") -> tuple[BoardResult, ...]:
        """The boards of a fixture that was scored on a sheet, as its sides are named now; empty where none was.

        `match` names one of a tie.
        """
        a, b, boards = self.sheets.get(match or meeting.fixture.id, ("", "", ()))
        result = meeting.result
        if {a, b} != {meeting.a, meeting.b} or (not match and (result is None or not result.is_played)):
            return ()
        return boards if a == meeting.a else tuple(_turned(board) for board in boards)


def result_rows(event: Event, terms: EventTerms, *, only: str = "", whole_names: bool = False) -> list[ResultRow]:
    """The categories of an event in the order of its announcement, or one of them, with names as in public or whole."""
    rows = {row.key: row for row in event.categories.all()}
    asked = [one for one in terms.categories if one.key in rows and only in ("", one.key)]
    return [_category_rows(rows[one.key], one, whole_names=whole_names) for one in asked]


def _category_rows(row: Category, terms: CategoryTerms, *, whole_names: bool) -> ResultRow:
    clubs = dict(Entry.objects.filter(category=row).values_list("key", "form__club_name"))
    return ResultRow(terms, row.state, contests.shown(row, whole_names=whole_names), clubs, _sheets(row))


def _sheets(row: Category) -> dict[str, tuple[str, str, tuple[BoardResult, ...]]]:
    """The boards of the category's matches by fixture; of one that was started again those of the newest match."""
    tables = BoardCall.objects.filter(category=row).exclude(match=None).select_related("match").order_by("pk")
    return {
        table.fixture: (table.a, table.b, matches.state_of(table.match).match.boards) for table in tables if table.match
    }


def _turned(board: BoardResult) -> BoardResult:
    """The board with its sides named the other way round."""
    winner = board.winner.other if board.winner else None
    return replace(board, winner=winner, score=Tally(board.score.b, board.score.a))


def as_json(event: Event, terms: EventTerms, categories: Iterable[ResultRow], *, now: datetime) -> str:
    """The results as JSON in one line: with indentation Python takes five times as long and writes twice as much."""
    return json.dumps(as_values(event, terms, categories, now=now), ensure_ascii=False, separators=(",", ":"))


def as_values(event: Event, terms: EventTerms, categories: Iterable[ResultRow], *, now: datetime) -> Json:
    """The results as plain values."""
    return {
        "format": NAME,
        "version": VERSION,
        "made_at": now.astimezone(terms.zone).isoformat(timespec="seconds"),
        "event": {
            "slug": event.slug,
            "title": terms.title,
            "club": event.club.name,
            "venue": terms.venue.name,
            "days": [day.date.isoformat() for day in terms.days],
            "time_zone": terms.time_zone,
            "ruleset": terms.ruleset,
            "state": event.state,
        },
        "categories": [_category(one) for one in categories],
    }


def published(event: Event, now: datetime) -> Json:
    """The results of all categories as everybody sees them."""
    terms = terms_of(event)
    return as_values(event, terms, result_rows(event, terms), now=now)


def standings_in(values: Mapping[str, Any]) -> list[Json]:
    """The standings of every category."""
    return [{"title": one["title"], "rows": one["standings"]} for one in values["categories"]]


def _category(one: ResultRow) -> Json:
    head = {"key": one.terms.key, "title": one.terms.title, "kind": one.terms.kind.value, "state": one.state}
    shown = one.shown
    if shown is None:
        return head | {"format": one.terms.format, "is_drawn": False, "is_over": False, "tie_breaks": []} | {
            "entries": [], "standings": [], "fixtures": [],
        }  # fmt: skip
    entrants = shown.contest.entrants
    return head | {
        "format": shown.record.format,
        "is_drawn": bool(shown.contest.draws),
        "is_over": shown.is_over,
        "tie_breaks": _asked(shown),
        "entries": [
            {
                "entry": entrant.key,
                "name": shown.name(entrant.key),
                "club": one.clubs.get(entrant.key, ""),
                "seed": entrant.seed,
                "left_before_round": entrant.left,
            }
            for entrant in entrants
        ],
        "standings": [
            {name: value for name, value in _standing(one, row).items() if name != "category"}
            | {"tie_breaks": dict(row.values), "apart_by": row.apart_by}
            for row in shown.standings
        ],
        "fixtures": [_fixture_json(one, meeting) for meeting in shown.meetings],
    }


def _fixture_json(one: ResultRow, meeting: Meeting) -> Json:
    flat = _fixture(one, meeting)
    result = meeting.result
    about = {name: flat[name] for name in FIXTURES[1:12]}
    return about | {
        "result": _result_json(result) if result is not None else None,
        "boards": [_board(board) for board in one.boards_of(meeting)],
        "matches": _ties(one, meeting),
    }


def _ties(one: ResultRow, meeting: Meeting) -> list[Json]:
    """The matches of a tie of teams."""
    if one.shown is None or one.shown.contest.tie is None or not meeting.a or not meeting.b:
        return []
    match_results = reported_tie_matches(one.shown.contest, meeting.fixture.id, meeting.a, meeting.b)
    return [
        {
            "number": number,
            "result": _result_json(result),
            "boards": [_board(board) for board in one.boards_of(meeting, match_name(meeting.fixture.id, number))],
        }
        for number, result in sorted(match_results.items())
    ]


def _result_json(result: Result) -> Json:
    tallies = {name: _pair(getattr(result, name)) for name in TALLIES}
    how = {"winner": SIDES[result.winner], "how": result.how, "both_lose": result.both_lose}
    manner = {"detail": result.detail if result.is_played else "", "decided_by": result.decided_by}
    return how | tallies | {"scores": [_pair(score) for score in result.scores]} | manner


def _board(board: BoardResult) -> Json:
    return {
        "game": board.game,
        "board": board.board,
        "winner": SIDES[board.winner],
        "points": board.points,
        "how": board.how,
        "score": _pair(board.score),
    }


def _pair(tally: Tally) -> Json:
    return {"a": tally.a, "b": tally.b}


def _asked(shown: contests.ContestView) -> list[str]:
    """The tie-breaks of a category in their order; absences where there were any."""
    values = {name for row in shown.standings for name, _value in row.values}
    regulation = shown.contest.regulation
    return [name for name in regulation.ranking if name in regulation.order or name in values]


def standings_rows(categories: Sequence[ResultRow]) -> Iterator[Sequence[object]]:
    """The places as rows of CSV, the heads first: the fixed columns, then the tie-breaks that the regulations name."""
    names = tuple(dict.fromkeys(name for one in categories if one.shown for name in _asked(one.shown)))
    yield (*STANDINGS, *names, "apart_by")
    for one in categories:
        for row in one.shown.standings if one.shown else ():
            values = ("" if row.value(name) is None else f"{row.value(name):g}" for name in names)
            yield (*_standing(one, row).values(), *values, row.apart_by)


def _standing(one: ResultRow, row: Row) -> Json:
    name = one.shown.name(row.key) if one.shown else ""
    counts = (row.played, row.won, row.tied, row.lost, row.byes, row.reached)
    values = (one.terms.title, row.place, row.key, name, one.clubs.get(row.key, ""), *counts)
    return dict(zip(STANDINGS, values, strict=True))


def fixture_rows(categories: Iterable[ResultRow]) -> Iterator[Sequence[object]]:
    """All fixtures as rows of CSV, the heads first."""
    yield FIXTURES
    for one in categories:
        for meeting in one.shown.meetings if one.shown else ():
            yield tuple(_fixture(one, meeting).values())


def _fixture(one: ResultRow, meeting: Meeting) -> Json:
    assert one.shown is not None  # noqa: S101  # it has meetings
    fixture, result = meeting.fixture, meeting.result
    sides = [(key or "", one.shown.name(key) if key else "") for key in (meeting.a, meeting.b)]
    values: list[object] = [one.terms.title, fixture.id, fixture.stage, fixture.group, fixture.round, fixture.place]
    values += [fixture.board or "", *sides[0], *sides[1], meeting.state.value]
    if result is None:
        winner = "" if meeting.state is not State.BYE else "a" if meeting.a != NOBODY else "b"
        values += [winner, "", *("",) * 2 * len(TALLIES), "", "", ""]
    else:
        scores = " ".join(f"{score.a}-{score.b}" for score in result.scores)
        values += [SIDES[result.winner], result.how]
        values += [number for name in TALLIES for number in getattr(result, name)]
        values += [scores, result.detail if result.is_played else "", result.decided_by]
    return dict(zip(FIXTURES, values, strict=True))


def board_rows(categories: Iterable[ResultRow]) -> Iterator[Sequence[object]]:
    """The boards of all matches that were scored on sheets as rows of CSV, the heads first."""
    yield BOARDS
    for one in categories:
        for meeting in one.shown.meetings if one.shown else ():
            flat = _fixture(one, meeting)
            about = [flat[name] for name in BOARDS[:6]]
            for board in one.boards_of(meeting):
                ended = [board.game, board.board, SIDES[board.winner], board.points, board.how, *board.score]
                yield (*about, *ended)
