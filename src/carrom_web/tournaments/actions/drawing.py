"""Draws and results: each is one act of the category's record, stored if nobody has written since, and in the log."""

import json
import random
import re
from collections.abc import Callable
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F, Q

from carrom.errors import NotAllowedError, UnreadableError
from carrom.terms import Side
from carrom.tournament import record as records
from carrom.tournament.acts import Act, Clear, Enter, Leave, Swap, Tell
from carrom.tournament.record import Consequences, Record
from carrom.tournament.regulation import USUAL, Regulation
from carrom.tournament.resolving import State
from carrom.tournament.results import Result
from carrom.tournament.scoring import BoardTold, not_played, result_at_limit, result_of_boards, result_of_match
from carrom_web.clubs.rights import Action
from carrom_web.matches import queries as match_queries
from carrom_web.tournaments import announcements, contests, state_store
from carrom_web.tournaments.actions.organising import check_may, note_deed
from carrom_web.tournaments.models import Category, Contest, Event, Table

_DICE = random.SystemRandom()
_BOARD = re.compile(r"(\d{1,3})\s*[-:]\s*(\d{1,3})(q?)", re.ASCII | re.IGNORECASE)
NotPlayed = Literal["walk-over", "no-show", "disqualified"]


class BoardsUnreadableError(UnreadableError):
    """A line of boards that cannot be read."""

    code = "boards-unreadable"


class NotReadyError(NotAllowedError):
    """A fixture whose sides are not known yet, or that is settled."""

    code = "not-ready"


class BoardBusyError(NotAllowedError):
    """A match is called to that board, or there is no such board."""

    code = "board-busy"


def draw(event: Event, guest_id: UUID | None, key: str, *, now: datetime) -> None:
    """Draw a category: the whole bracket, or its next round. The first draw takes the confirmed entries.

    Raises:
        NotOfficialError, NothingToDrawError, TooFewError, CannotPairError, StaleContestError.
    """

    def drawn(record: Record, at: str, by: str) -> Record:
        return records.drawn(record, _DICE, at=at, by=by)

    _change(event, guest_id, key, drawn, "drawn", now)


def redraw(event: Event, guest_id: UUID | None, key: str, *, now: datetime) -> None:
    """Draw the last round anew, before anything of it is played. Raises what `draw` raises, and ActError."""

    def drawn(record: Record, at: str, by: str) -> Record:
        return records.redrawn(record, _DICE, at=at, by=by)

    _change(event, guest_id, key, drawn, "drawn anew", now)


def undo(event: Event, guest_id: UUID | None, key: str, number: int, *, now: datetime) -> None:
    """Undo an act by the number of its line; results stay and count again where they fit. Raises ActError."""

    def undone(record: Record, at: str, by: str) -> Record:
        return records.undone(record, number, at=at, by=by)

    _change(event, guest_id, key, undone, "undone", now, line=number)


def bring_back(event: Event, guest_id: UUID | None, key: str, *, now: datetime) -> None:
    """Bring back what was undone last. Raises ActError: nothing was."""

    def back(record: Record, at: str, by: str) -> Record:
        return records.brought_back(record, at=at, by=by)

    _change(event, guest_id, key, back, "brought back", now)


def tell_boards(
    event: Event, guest_id: UUID | None, key: str, fixture: str, line: str, *, time_up: bool, now: datetime
) -> Result:
    """Store the result of a match told board by board: "5-0 0-3q 8-0", q where the winner covered the queen.

    With `time_up` the leader has won, as the category says for its limit of time (L-095).

    Raises:
        BoardsUnreadableError, NotReadyError, ResultError, MatchNotOverError, StaleContestError.
    """
    category, found = _found(event, key)
    meeting = found.meeting(fixture)
    if not meeting.a or not meeting.b:
        raise NotReadyError("Its two sides are not known yet.")
    terms = state_store.terms_of(event)
    match_terms = terms.category(key).match
    laws = contests.ruleset_of(terms, terms.category(key))
    boards = read_boards(line)
    if time_up:
        result = result_at_limit(
            fixture, meeting.a, meeting.b, boards, laws, at_limit=match_terms.at_limit, board_open=False
        )
    else:
        result = result_of_boards(fixture, meeting.a, meeting.b, boards, laws)
    _tell(event, guest_id, category, result, now)
    return result


def tell_not_played(
    event: Event,
    guest_id: UUID | None,
    key: str,
    fixture: str,
    how: NotPlayed,
    loser: Side | None,
    *,
    reason: str = "",
    now: datetime,
) -> Result:
    """Store that a side did not or may not play; `loser` None: neither. Undone by `clear`.

    Raises:
        NotReadyError, ResultError, StaleContestError.
    """
    category, found = _found(event, key)
    result = not_played(found.meeting(fixture), loser=loser, how=how, reason=reason)
    _tell(event, guest_id, category, result, now)
    return result


def clear(event: Event, guest_id: UUID | None, key: str, fixture: str, *, now: datetime) -> None:
    """Take back the result of a fixture. What stands on it waits again. Raises ActError, StaleContestError."""
    _category, found = _found(event, key)
    meeting = found.meeting(fixture)
    if meeting.result is None:
        raise NotReadyError("There is no result to take back.")
    act = Clear(fixture, meeting.result.a, meeting.result.b)
    _do(event, guest_id, key, act, "result taken back", now, fixture=fixture)


def swap(
    event: Event,
    guest_id: UUID | None,
    key: str,
    fixture: str,
    side: Side,
    other: str,
    other_side: Side,
    *,
    now: datetime,
) -> None:
    """Exchange two sides of a draw by hand. Raises ActError, StaleContestError."""
    _do(
        event,
        guest_id,
        key,
        Swap(fixture, side, other, other_side),
        "edited by hand",
        now,
        fixture=fixture,
        other=other,
    )


def consequences_of_swap(
    event: Event, key: str, fixture: str, side: Side, other: str, other_side: Side
) -> Consequences:
    """What exchanging two sides would change. Raises ActError: it may not be done."""
    _category, found = _found(event, key)
    return records.preview(found.record, Swap(fixture, side, other, other_side))


def leave(event: Event, guest_id: UUID | None, key: str, entrant: str, *, reason: str = "", now: datetime) -> None:
    """Take an entrant out from the next round on. Raises UnknownEntrantError, StaleContestError."""
    _category, found = _found(event, key)
    from_round = found.contest.rounds + 1 if found.contest.rounds else 1
    open_rounds = [one.fixture.round for one in found.meetings if entrant in (one.a, one.b) and not one.is_settled]
    act = Leave(entrant, min(open_rounds, default=from_round), reason)
    _do(event, guest_id, key, act, "taken out", now, entrant=found.name(entrant))


def call(event: Event, guest_id: UUID | None, key: str, fixture: str, board: int, *, now: datetime) -> Table:
    """Call a fixture to a board that is free.

    Raises:
        NotOfficialError, NotReadyError, BoardBusyError.
    """
    check_may(event, guest_id, Action.DRAW)
    category, found = _found(event, key)
    meeting = found.meeting(fixture)
    if meeting.state is not State.READY or not meeting.a or not meeting.b:
        raise NotReadyError("This match cannot be called: its sides are not known yet, or it is settled.")
    terms = state_store.terms_of(event)
    busy = set(Table.objects.filter(category__event=event, ended_at=None).values_list("board", flat=True))
    if not 1 <= board <= terms.boards or board in busy:
        raise BoardBusyError(f"Board {board} is not free. Choose another one.")
    try:
        with transaction.atomic():
            note_deed(event, guest_id, "called", now, fixture=fixture, board=board)
            return Table.objects.create(
                category=category, fixture=fixture, a=meeting.a, b=meeting.b, board=board, called_at=now
            )
    except IntegrityError:
        raise BoardBusyError("This match has been called already.") from None


def call_off(event: Event, guest_id: UUID | None, table_id: int, *, now: datetime) -> None:
    """Take a call back; the board is free again. Raises NotOfficialError."""
    check_may(event, guest_id, Action.DRAW)
    note_deed(event, guest_id, "call taken back", now, table=table_id)
    Table.objects.filter(pk=table_id, category__event=event, ended_at=None).update(ended_at=now)


def attach(table: Table, match_id: UUID) -> None:
    """Say in which match a called fixture is kept. Raises NotReadyError: it is kept already, or over."""
    if not Table.objects.filter(pk=table.pk, match=None, ended_at=None).update(match_id=match_id):
        raise NotReadyError("This match is kept already, or over.")
    announcements.changed(table.category.event_id)


def take_results(*, now: datetime) -> int:
    """Take the results of all matches of events that have ended, or were corrected, since they were looked at."""
    changed = Table.objects.filter(match__version__gt=F("heard"))
    due = changed.filter(Q(match__phase="over") | Q(ended_at__isnull=False)).select_related("category__event", "match")
    return sum(take_result(table, now=now) for table in due)


def take_result(table: Table, *, now: datetime) -> bool:
    """Store the result of the match that is kept for a fixture; False if nothing changes.

    A correction on the sheet corrects the event too; an end that was undone on the sheet is taken back.
    """
    found = contests.shown(table.category)
    if found is None or table.match_id is None:
        return False
    loaded = match_queries.load(table.match_id)
    state, version = loaded.state.match, loaded.state.version
    sides = (table.fixture, table.a, table.b)
    told = next((one for one in found.contest.results if (one.fixture, one.a, one.b) == sides), None)
    act: Act | None = None
    if state.result is not None:
        result = result_of_match(*sides, boards=state.boards, games=state.games, match=state.result)
        act = Tell(result) if told != result else None
    elif told is not None and told.how in ("played", "conceded", "agreed", "disqualified"):
        act = Clear(*sides)
    with transaction.atomic():
        if act is not None:
            contests.store(found.row, records.done(found.record, act, at=now.isoformat(timespec="seconds")))
            note_deed(table.category.event, None, "result of the sheet", now, fixture=table.fixture)
        ended = None if state.result is None else now
        Table.objects.filter(pk=table.pk).update(ended_at=ended, heard=version)
    return act is not None


def read_boards(line: str) -> list[BoardTold]:
    """Read "5-0 0-3q 0-0": the points of each board, q where the winner covered the queen.

    Raises:
        BoardsUnreadableError: the first part that is none, and how it is written.
    """
    boards = []
    for part in re.split(r"[\s,;]+", line.strip()):
        found = _BOARD.fullmatch(part)
        if not found:
            raise BoardsUnreadableError(
                f"{part!r} is no board. Write each as points, such as 5-0, with spaces between."
            )
        a, b = int(found[1]), int(found[2])
        if a and b:
            raise BoardsUnreadableError(f"{part}: only the winner of a board has points.")
        winner = Side.A if a else Side.B if b else None
        boards.append(BoardTold(winner=winner, points=a or b, queen=winner if found[3] else None))
    return boards


def _tell(event: Event, guest_id: UUID | None, category: Category, result: Result, now: datetime) -> None:
    _do(event, guest_id, category.key, Tell(result), "result", now, fixture=result.fixture, how=result.how)
    open_tables = Table.objects.filter(category=category, fixture=result.fixture, ended_at=None)
    open_tables.filter(a=result.a, b=result.b).update(ended_at=now)


def _do(event: Event, guest_id: UUID | None, key: str, act: Act, what: str, now: datetime, **detail: object) -> None:
    def done(record: Record, at: str, by: str) -> Record:
        return records.done(record, act, at=at, by=by)

    _change(event, guest_id, key, done, what, now, **detail)


def _change(
    event: Event,
    guest_id: UUID | None,
    key: str,
    change: Callable[[Record, str, str], Record],
    what: str,
    now: datetime,
    **detail: object,
) -> None:
    check_may(event, guest_id, Action.DRAW)
    with transaction.atomic():
        category = event.categories.get(key=key)
        found = contests.shown(category)
        at = now.isoformat(timespec="seconds")
        if found is None:
            record = _begun(event, category, at)
            text = json.dumps(records.write(record), ensure_ascii=False, separators=(",", ":"))
            row = Contest.objects.create(category=category, record=text)
        else:
            row, record = found.row, found.record
        by = note_deed(event, guest_id, what, now, category=key, **detail).by
        contests.store(row, change(record, at, by))


def _begun(event: Event, category: Category, at: str) -> Record:
    """The record of a category before its first draw: its format, its entrants."""
    terms = state_store.terms_of(event).category(category.key)
    regulation = Regulation(order=terms.tie_breaks) if terms.tie_breaks else USUAL
    record = Record(format=terms.format, options=dict(terms.format_values), regulation=regulation)  # type: ignore[arg-type]
    for entrant in contests.entrants_of(category):
        record = records.done(record, Enter(entrant), at=at)
    return record


def _found(event: Event, key: str) -> tuple[Category, contests.Shown]:
    category = event.categories.get(key=key)
    found = contests.shown(category)
    if found is None:
        raise NotReadyError("This category is not drawn yet.")
    return category, found
