"""Printed draws in the usual layout of each format: brackets with lines, groups as tables, rounds as lists.

Score sheets of a round too: filled in where a match was scored, else blank with the names, their code leads to where
the fixture is scored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext as _

from carrom.play.record import Record
from carrom.printing.bracket import Box, BracketPaper, Tree
from carrom.printing.listing import Listing, Part
from carrom.printing.sheet import Sheet, blank_sheet, sheet_of
from carrom.terms import Side
from carrom.tournament.bracket_resolution import Meeting, State, reported_tie_matches
from carrom.tournament.event import EventTerms
from carrom.tournament.fixtures import WinnerOf
from carrom.tournament.format import Layout, find
from carrom.tournament.teams import match_name
from carrom_web.competitions.events import contests, draw_labels, labels
from carrom_web.competitions.events.models import BoardCall, Category, Event
from carrom_web.competitions.events.printouts import lang, lines_of, score_text, sides_of
from carrom_web.competitions.events.services import line_ups as events_line_ups
from carrom_web.matches import printouts
from carrom_web.matches import selectors as match_queries

THIRD_PLACE, LOSERS = "third-place", "losers"
MOST_IN_A_TABLE = 16  # entrants of a group that a table of everybody against everybody still holds


def heading_of(terms: EventTerms, category: Category) -> str:
    """The title of a category's papers."""
    return f"{terms.title}: {terms.category(category.key).title}"


def bracket_printout(category: Category, terms: EventTerms, link: str) -> BracketPaper | None:
    """The brackets of a knock-out; None where the format has none, or before the draw."""
    shown = contests.shown(category)
    if shown is None:
        return None
    trees = _trees(shown, [one for one in shown.meetings if layout_of(shown, one) is Layout.BRACKET])
    if not trees:
        return None
    return BracketPaper(
        title=heading_of(terms, category),
        lines=_about(category, terms),
        trees=trees,
        part=_("Part %(number)s of %(count)s"),
        link=link,
        lang=lang(),
    )


def _trees(shown: contests.ContestView, meetings: Sequence[Meeting]) -> list[Tree]:
    """The brackets: the losers' side of a double elimination is one of its own, each flight is one."""
    found: dict[tuple[str, bool], list[Meeting]] = {}
    for meeting in meetings:
        if meeting.state is not State.EMPTY:
            found.setdefault((meeting.fixture.group, meeting.fixture.stage == LOSERS), []).append(meeting)
    several = len(found) > 1
    trees = []
    for (group, lost), ones in found.items():
        ones.sort(key=lambda one: one.fixture.stage == THIRD_PLACE)  # below the final
        inside = {one.fixture.id for one in ones}
        title = _("Losers' side") if lost else _("Winners' side") if several and not group else group.capitalize()
        boxes = [_box(shown, one, inside) for one in ones]
        trees.append(Tree(title=title, boxes=boxes, rounds=_rounds(ones, lost=lost)))
    return trees


def _box(shown: contests.ContestView, meeting: Meeting, inside: set[str]) -> Box:
    fixture, result = meeting.fixture, meeting.result
    a, b = sides_of(shown, meeting)
    is_third = fixture.stage == THIRD_PLACE
    fed = [slot.fixture for slot in (fixture.a, fixture.b) if isinstance(slot, WinnerOf) and slot.fixture in inside]
    if fixture.only_if_b_wins in inside and fixture.only_if_b_wins not in fed:
        fed.append(fixture.only_if_b_wins or "")
    scores = ("", "")
    note = ""
    if result is not None:
        note = draw_labels.short_decided_label(result) or draw_labels.result_label(result)
    if result is not None and result.is_played:
        scores = (draw_labels.score_with_points(result, Side.A), draw_labels.score_with_points(result, Side.B))
    winner = meeting.winner if meeting.state is not State.BYE else None
    return Box(
        id=fixture.id,
        round=fixture.round,
        a=a,
        b=b,
        score_a=scores[0],
        score_b=scores[1],
        winner="a" if winner and winner == meeting.a else "b" if winner and winner == meeting.b else "",
        note=draw_labels.stage_label(shown.record.format, fixture.stage, "", 0) if is_third else note,
        feeders=() if is_third else tuple(dict.fromkeys(fed)),
    )


def _rounds(meetings: Sequence[Meeting], *, lost: bool) -> Mapping[int, str]:
    """Name the rounds of a bracket by the number of their matches; those of losers by their number."""
    numbers = sorted({one.fixture.round for one in meetings})
    counts = {
        number: sum(one.fixture.round == number and one.fixture.stage != THIRD_PLACE for one in meetings)
        for number in numbers
    }
    by_count = not lost and len(set(counts.values())) == len(counts)
    return {
        number: draw_labels.bracket_label(counts[number], place, is_bracket=by_count)
        for place, number in enumerate(numbers, 1)
    }


def draw_listing(category: Category, terms: EventTerms, link: str) -> Listing | None:
    """The fixtures of a category: groups as tables, rounds as lists with room for results; None before the draw."""
    shown = contests.shown(category)
    if shown is None:
        return None
    parts: list[Part] = []
    meetings = [one for one in shown.meetings if layout_of(shown, one) is not Layout.BRACKET]
    for group, ones in _by_group(shown, meetings).items():
        rows = _rows_of_group(shown, ones)
        if 2 < len(rows) <= MOST_IN_A_TABLE:
            parts.append(_table_of_all(shown, group, ones, rows))
    rounds: dict[str, list[tuple[str, ...]]] = {}
    for meeting in meetings:
        fixture = meeting.fixture
        heading = _("Round %(round)s") % {"round": fixture.round}
        name = fixture.id if fixture.board is None else f"{fixture.id} ({fixture.board})"
        score = _("bye") if meeting.state is State.BYE else score_text(meeting) or "________"
        rounds.setdefault(heading, []).append((name, *sides_of(shown, meeting), score))
    columns = (_("Match"), "", "", _("Result"))
    parts += [Part(heading=name, columns=columns, rows=rows, wide=(1, 2)) for name, rows in rounds.items()]
    if not parts:
        return None
    return Listing(
        title=heading_of(terms, category), lines=_about(category, terms), parts=parts, link=link, lang=lang()
    )


def layout_of(shown: contests.ContestView, meeting: Meeting) -> Layout:
    """How a fixture is drawn on paper; brackets have a paper of their own."""
    return find(shown.record.format).layout(meeting.fixture)


def _by_group(shown: contests.ContestView, meetings: Sequence[Meeting]) -> dict[str, list[Meeting]]:
    """The groups in which everybody meets everybody; where there is but one, its name is empty."""
    found: dict[str, list[Meeting]] = {}
    for one in meetings:
        if layout_of(shown, one) is Layout.TABLE:
            found.setdefault(one.fixture.group, []).append(one)
    return found


def _rows_of_group(shown: contests.ContestView, meetings: Sequence[Meeting]) -> list[str]:
    keys = {key for one in meetings for key in one.keys}
    order = {one.key: number for number, one in enumerate(shown.contest.entrants)}
    return sorted(keys, key=lambda key: order.get(key, len(order)))


def _table_of_all(shown: contests.ContestView, group: str, meetings: Sequence[Meeting], keys: Sequence[str]) -> Part:
    """Everybody against everybody: a row and a column for each, with what was won at the right."""
    cells: dict[tuple[str, str], list[str]] = {}
    won = dict.fromkeys(keys, 0)
    for one in meetings:
        if one.a and one.b:
            result = one.result
            for mine, theirs, side in ((one.a, one.b, Side.A), (one.b, one.a, Side.B)):
                score = ""
                if result is not None and result.is_played:
                    score = f"{draw_labels.score_label(result, side)}-{draw_labels.score_label(result, side.other)}"
                elif result is not None:
                    score = "+" if result.winner is side else "–"
                cells.setdefault((mine, theirs), []).append(score)
            if one.winner:
                won[one.winner] += 1
    numbers = [str(number) for number in range(1, len(keys) + 1)]
    rows = [
        (
            str(number),
            shown.name(key),
            *("■" if key == other else " ".join(filter(None, cells.get((key, other), []))) for other in keys),
            str(won[key]),
            "",
        )
        for number, key in enumerate(keys, 1)
    ]
    title = draw_labels.stage_label(shown.record.format, meetings[0].fixture.stage, group, 0) if group else ""
    columns = ("", title, *numbers, _("Won"), _("Place"))
    heading = title or _("Round robin")
    return Part(heading=heading, columns=columns, rows=rows, wide=(1,), numbers=(0, len(columns) - 2))


def _about(category: Category, terms: EventTerms) -> list[str]:
    own = terms.category(category.key)
    return [*lines_of(terms), f"{labels.who_may(own)}; {labels.how_played(own, terms.ruleset)}"]


def rounds_of(shown: contests.ContestView) -> list[int]:
    """The rounds that have fixtures for which a sheet can be printed."""
    return sorted({one.fixture.round for one in shown.meetings if one.a and one.b})


def score_sheets(event: Event, category: Category, terms: EventTerms, site: str, *, only: int | None) -> list[Sheet]:
    """The sheets of all matches of a round, or of all rounds, whose two sides are known; of a tie, of each match."""
    shown = contests.shown(category)
    if shown is None:
        return []
    tables = {
        table.fixture: table
        for table in BoardCall.objects.filter(category=category)
        .exclude(match=None, ended_at__isnull=False)
        .order_by("pk")
    }
    found = []
    for meeting in shown.meetings:
        if not meeting.a or not meeting.b or only not in (None, meeting.fixture.round):
            continue
        for name, names, score in _matches(shown, meeting):
            table = tables.get(name)
            if table is not None and table.match_id is not None and {table.a, table.b} == {meeting.a, meeting.b}:
                link = f"{site}{reverse('match', args=[table.match_id])}"
                record = Record(tuple(match_queries.record(table.match_id)))
                found.append(sheet_of(record, printouts.words(), link=link))
            else:
                board = table.board if table is not None else meeting.fixture.board
                found.append(_blank(event, category, terms, site, name=name, names=names, score=score, board=board))
    return found


def _matches(shown: contests.ContestView, meeting: Meeting) -> list[tuple[str, tuple[str, ...], str]]:
    """Return the matches of a fixture: the name of each match, who plays it as far as that is open, its result."""
    contest, fixture = shown.contest, meeting.fixture.id
    if contest.tie is None:
        return [(fixture, sides_of(shown, meeting), score_text(meeting))]
    keys = (meeting.a or "", meeting.b or "")
    results = reported_tie_matches(contest, fixture, *keys)
    line_ups = [events_line_ups.line_up_of(contest, fixture, key) for key in keys]
    are_open = events_line_ups.are_open(contest, fixture, *keys)
    found = []
    for number in range(1, len(contest.tie.order) + 1):
        names = tuple(
            " & ".join(shown.persons(line_up.matches[number - 1])) if are_open and line_up else shown.name(key)
            for key, line_up in zip(keys, line_ups, strict=True)
        )
        score = replace(meeting, result=results[number]) if number in results else None
        found.append((match_name(fixture, number), names, score_text(score) if score else ""))
    return found


def _blank(
    event: Event,
    category: Category,
    terms: EventTerms,
    site: str,
    *,
    name: str,
    names: tuple[str, ...],
    score: str,
    board: int | None,
) -> Sheet:
    own = terms.category(category.key)
    where = [own.title, name, *([_("Board %(number)s") % {"number": board}] if board else [])]
    tags = {"event": terms.title, "place": ", ".join(where), "date": _day(terms)}
    return blank_sheet(
        contests.ruleset_of(terms, own),
        printouts.words(),
        link=f"{site}{reverse('umpire-fixture', args=[event.slug, category.key, name])}",
        leads_to=_("Score this match on a phone"),
        tags=tags,
        names=names,
        notes=(_("Reported result: %(result)s") % {"result": score},) if score else (),
    )


def _day(terms: EventTerms) -> str:
    """The day of play, where there is but one: a sheet of an event of several days is dated by hand."""
    return terms.days[0].date.isoformat() if len(terms.days) == 1 else ""
