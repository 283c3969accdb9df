"""A second person's paper: its boards, compared with those of the sheet. Agreement is computed, never stored.

So a correction made afterwards shows by itself whether sheet and paper agree now.
"""

from dataclasses import dataclass

from carrom.match import entries
from carrom.match.requests import PaperBoard, Verify
from carrom.match.snapshot import BoardResult
from carrom.match.state import MatchState
from carrom.play.context import Context, Result
from carrom.play.errors import NotAnOptionError, OutOfTurnError
from carrom.play.record import Record

LONGEST_NAME = 60
MOST_POINTS = 99


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A board on which sheet and paper differ; None: it is not on the one or on the other."""

    game: int
    board: int
    sheet: BoardResult | None
    paper: PaperBoard | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A second person's sheet: when, by which entry, and how it differs from the sheet as it stands now."""

    entry: int
    name: str
    time: str
    boards: tuple[PaperBoard, ...]
    differences: tuple[Difference, ...]
    later: int  # boards that ended after it was handed in and are not on it

    @property
    def agrees(self) -> bool:
        """Whether every board on it stands on the sheet in the same way, and none of the sheet's until then lacks."""
        return not self.differences


def verify(asked: Context, request: Verify) -> Result:
    """Record the boards of a second person's paper; nothing changes.

    Raises:
        OutOfTurnError: by a player, or in a match that nobody keeps by hand.
        NotAnOptionError: no name, no board, the same board twice, or numbers that no board has.
    """
    if asked.author not in (entries.WITNESS, entries.UMPIRE) or asked.state.position is not None:
        raise OutOfTurnError("verify")
    if not 0 < len(request.name.strip()) <= LONGEST_NAME:
        raise NotAnOptionError("verifier")
    places = [(board.game, board.board) for board in request.boards]
    if not places or len(set(places)) != len(places):
        raise NotAnOptionError("paper-boards")
    for board in request.boards:
        if min(board.game, board.board) < 1 or not 0 <= board.points <= MOST_POINTS:
            raise NotAnOptionError("paper-numbers")
        if board.winner is None and board.points and asked.match.head.men > 1:
            raise NotAnOptionError("paper-nobody")
    return asked.unchanged()


def boards_that_count(match: MatchState) -> tuple[BoardResult, ...]:
    """The boards that a paper has too: those that ended, without those that were played again."""
    return tuple(board for board in match.boards if board.how != "replayed")


def differences(match: MatchState, paper: tuple[PaperBoard, ...]) -> tuple[Difference, ...]:
    """Return the differences of sheet and paper, in order; a board that is on neither does not count."""
    sheet = {(board.game, board.board): board for board in boards_that_count(match)}
    by_place = {(board.game, board.board): board for board in paper}
    found = []
    for place in sorted({*sheet, *by_place}):
        here, there = sheet.get(place), by_place.get(place)
        if here is None or there is None or (here.winner, here.points) != (there.winner, there.points):
            found.append(Difference(game=place[0], board=place[1], sheet=here, paper=there))
    return tuple(found)


def second_sheets(record: Record) -> tuple[Paper, ...]:
    """Return the sheets of second persons, the last one of each name, compared with the sheet as it stands now."""
    match, ended = record.state.match, _ended_by(record)
    last = {entry.asked.name: entry for entry in record.counting if isinstance(entry.asked, Verify)}
    found = []
    for name, entry in last.items():
        if not isinstance(entry.asked, Verify):
            continue
        all_found = differences(match, entry.asked.boards)
        later = [each for each in all_found if each.paper is None and _is_later(each, entry.number, ended)]
        found.append(
            Paper(
                entry=entry.number,
                name=name,
                time=entry.time,
                boards=entry.asked.boards,
                differences=tuple(each for each in all_found if each not in later),
                later=len(later),
            )
        )
    return tuple(found)


def _ended_by(record: Record) -> dict[tuple[int, int], int]:
    """The entry that first ended each board, struck out since or not."""
    found: dict[tuple[int, int], int] = {}
    for entry in record.entries:
        for board in entry.followed.board_results:
            found.setdefault((board.game, board.board), entry.number)
    return found


def _is_later(difference: Difference, entry: int, ended: dict[tuple[int, int], int]) -> bool:
    return ended.get((difference.game, difference.board), 0) > entry
