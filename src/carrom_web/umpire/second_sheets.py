"""A second person's paper on the web: the form, what it says, how it differs from the sheet. Reads, never writes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from carrom.match.requests import PaperBoard
from carrom.match.state import MatchState
from carrom.play.record import Record
from carrom.play.second_sheet import LONGEST_NAME, MOST_POINTS, Difference, boards_that_count, second_sheets
from carrom.terms import Side
from carrom_web.core.translation import gettext as _
from carrom_web.matches import phrases

Json = dict[str, Any]
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Row:
    """A board of the form: where it stands, what was put in, what is wrong with it."""

    game: int
    board: int
    winner: str = ""  # a side, "nobody", or not said
    points: str = ""
    error: str = ""

    @property
    def key(self) -> str:
        """The end of its fields' names."""
        return f"{self.game}-{self.board}"


@dataclass(frozen=True, slots=True)
class FilledSheet:
    """The form as it was filled in; `boards` once nothing in it is wrong."""

    name: str
    rows: tuple[Row, ...]
    error: str = ""
    boards: tuple[PaperBoard, ...] = ()


def blank(match: MatchState, name: str) -> FilledSheet:
    """The form for the boards that have ended. It says nothing of how they ended on the sheet."""
    return FilledSheet(name, tuple(Row(board.game, board.board) for board in boards_that_count(match)))


def filled(match: MatchState, said: Mapping[str, str]) -> FilledSheet:
    """The boards that somebody entered from their paper, or what is wrong."""
    name = " ".join(said.get("name", "").split())[:LONGEST_NAME]
    sides = {side.value: side for side in (list(Side) if match.head.men > 1 else [Side.A])}
    rows, boards = [], []
    for row in blank(match, name).rows:
        winner, points = said.get(f"winner-{row.key}", ""), said.get(f"points-{row.key}", "").strip()
        error = "" if winner in {*sides, NOBODY} else _("Enter who won this board.")
        number = int(points) if points.isascii() and points.isdecimal() and len(points) < 3 else None
        if winner == NOBODY:
            number = 0
        elif number is None or number > MOST_POINTS:
            error = error or _("Points must be a whole number from 0 to 99.")
        rows.append(Row(row.game, row.board, winner, points, error))
        if not error and number is not None:
            boards.append(PaperBoard(game=row.game, board=row.board, winner=sides.get(winner), points=number))
    error = "" if name else _("Enter your name: it is shown with the sheet.")
    if error or any(row.error for row in rows):
        return FilledSheet(name, tuple(rows), error)
    return FilledSheet(name, tuple(rows), boards=tuple(boards))


def second_sheets_json(record: Record) -> list[Json]:
    """Every paper that was handed in, with how it differs from the sheet as it stands now."""
    match = record.state.match
    return [
        {
            "entry": paper.entry,
            "name": paper.name,
            "time": datetime.fromisoformat(paper.time) if paper.time else None,
            "agrees": paper.agrees,
            "later": paper.later,
            "boards": len(paper.boards),
            "differences": [difference_json(match, each) for each in paper.differences],
        }
        for paper in second_sheets(record)
    ]


def difference_json(match: MatchState, difference: Difference) -> Json:
    """A board on which sheet and paper differ, in words."""
    sheet, paper = difference.sheet, difference.paper
    return {
        "game": difference.game,
        "board": difference.board,
        "name": board_name(match, difference.game, difference.board),
        "sheet": "–" if sheet is None else _result(match, sheet.winner, sheet.points),
        "paper": "–" if paper is None else _result(match, paper.winner, paper.points),
    }


def board_name(match: MatchState, game: int, board: int) -> str:
    """A board by its numbers: its game's too, where there are several."""
    many = match.ruleset.match_wins_needed > 1 and match.ruleset.board_limit != 1
    return f"{game}.{board}" if many else str(game if match.ruleset.board_limit == 1 else board)


def _result(match: MatchState, winner: Side | None, points: int) -> str:
    if winner is None:
        return str(points) if match.head.men == 1 else _("nobody")
    return f"{phrases.side_called(match, winner)} {points}"
