"""The sheet of a week's sets: one row a player, typed, pasted or read from a CSV file; what is typed stays."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from carrom.errors import CarromError, UnreadableError
from carrom.league.solo_violations import Fault
from carrom_web.competitions.solo_leagues.models import Player
from carrom_web.competitions.solo_leagues.services.sets import Report
from carrom_web.competitions.solo_leagues.services.week_sets import EnteredSet
from carrom_web.core.translation import localized

MOST_ROWS = 300
MOST_CELLS = 20
LONGEST = 80  # signs of a cell
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_SEPARATORS = ("\t", ";", ",")


class SheetError(UnreadableError):
    """A text or a file that holds no sheet."""

    code = "bad-sheet"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """A row as it was typed: whose it is (a key, or a name that nobody here has), the boards, the day."""

    player: str = ""
    name: str = ""
    cells: tuple[str, ...] = ()
    day: str = ""
    is_sure: bool = False
    cell_errors: Mapping[int, str] = field(default_factory=dict)
    errors: tuple[str, ...] = ()
    asks_if_sure: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no board was typed."""
        return not any(self.cells)

    @property
    def is_bad(self) -> bool:
        """Whether anything is wrong with it."""
        return bool(self.errors or self.cell_errors)

    @property
    def total(self) -> int | None:
        """The strokes of all boards; None while one cannot be read."""
        numbers = [_number(cell) for cell in self.cells if cell]
        return None if not numbers or None in numbers else sum(one for one in numbers if one is not None)


def rows_posted(post: Mapping[str, Any], boards: int) -> list[SheetRow]:
    """The rows of a form, as they were typed."""
    count = _number(str(post.get("rows", ""))) or 0
    rows = []
    for number in range(min(count, MOST_ROWS)):
        cells = tuple(str(post.get(f"c-{number}-{board}", "")).strip()[:LONGEST] for board in range(1, boards + 1))
        rows.append(
            SheetRow(
                player=str(post.get(f"p-{number}", ""))[:LONGEST],
                name=str(post.get(f"n-{number}", ""))[:LONGEST],
                cells=(*cells, *str(post.get(f"x-{number}", ""))[:LONGEST].split()),
                day=str(post.get(f"d-{number}", "")).strip()[:LONGEST],
                is_sure=post.get(f"q-{number}") == "on",
            )
        )
    return rows


def read_lines(text: str) -> list[tuple[str, tuple[str, ...], str]]:
    """The lines of a pasted table or a CSV file: a name, the boards, a day or "". A heading is left out.

    Raises:
        SheetError: there are none, or too many.
    """
    lines = [line for line in text.replace("\ufeff", "").splitlines() if line.strip()]
    if len(lines) > MOST_ROWS:
        raise SheetError("too-large", most=MOST_ROWS)
    found = [_line(line) for line in lines]
    found = [one for number, one in enumerate(found) if number or any(cell.isdecimal() for cell in one[1])]
    if not any(cells for _name, cells, _day in found):
        raise SheetError("nothing")
    return found


def _line(line: str) -> tuple[str, tuple[str, ...], str]:
    separator = next((one for one in _SEPARATORS if one in line), None)
    if separator is not None:
        parts = [part.strip().strip('"').strip() for part in line.split(separator)]
    else:  # a name, then numbers: "Asha Nair 21 24 19 27 23"
        words = line.split()
        start = next((at for at, word in enumerate(words) if at and word[0].isdecimal()), len(words))
        parts = [" ".join(words[:start]), *words[start:]]
    days = [part for part in parts[1:] if _DAY.fullmatch(part)]
    cells = [part[:LONGEST] for part in parts[1:] if part not in days[:1]]
    while cells and not cells[-1]:
        cells.pop()
    return parts[0][:LONGEST], tuple(cells[:MOST_CELLS]), days[0] if days else ""


def filled(
    rows: Sequence[SheetRow],
    lines: Iterable[tuple[str, tuple[str, ...], str]],
    players: Sequence[Player],
    *,
    boards: int,
    day: str,
) -> list[SheetRow]:
    """The rows with these lines in them: in the empty row of their player, else in a row of their own at the top."""
    made, above = list(rows), []
    for name, cells, own_day in lines:
        key = _player_named(name, players)
        whole = (*cells, *[""] * (boards - len(cells)))
        row = SheetRow(player=key, name=name, cells=whole, day=own_day or day)
        at = next((at for at, one in enumerate(made) if key and one.player == key and one.is_empty), None)
        if at is None:
            above.append(row)
        else:
            made[at] = replace(row, day=own_day or made[at].day or day)
    return above + made


def _player_named(name: str, players: Sequence[Player]) -> str:
    """The key of the player of this name, or of the only one whose name begins so; "" for nobody."""
    asked = " ".join(name.split()).casefold()
    whole = [one.key for one in players if one.name.casefold() == asked]
    begins = [one.key for one in players if asked and one.name.casefold().startswith(asked)]
    return whole[0] if len(whole) == 1 else begins[0] if not whole and len(begins) == 1 else ""


def read_rows(
    rows: Sequence[SheetRow], players: Mapping[str, Player], *, boards: int
) -> tuple[list[SheetRow], list[EnteredSet]]:
    """The rows with what cannot be read in them, and the sets of those that can, in their order."""
    read, entered = [], []
    for row in rows:
        one = row if row.is_empty else _read(row, players, boards)
        read.append(one)
        if not one.is_empty and not one.is_bad:
            strokes = tuple(int(cell) for cell in one.cells if cell)
            report = Report(strokes=strokes, day=date.fromisoformat(one.day), is_sure=one.is_sure)
            entered.append(EnteredSet(players[one.player], report))
    return read, entered


def _read(row: SheetRow, players: Mapping[str, Player], boards: int) -> SheetRow:
    errors, cells = [], {}
    if row.player not in players:
        errors.append(_("Nobody here is called “%(name)s”. Choose who it is.") % {"name": row.name})
    for number, cell in enumerate(row.cells, 1):
        if cell and _number(cell) is None:
            cells[number] = _("“%(text)s” is not a number of strokes.") % {"text": cell}
    extra = row.cells[boards:]
    if any(extra):
        errors.append(_("A set has %(n)s boards; this line has more.") % {"n": boards})
    try:
        date.fromisoformat(row.day)
    except ValueError:
        errors.append(_("“%(day)s” is not a day; write it as 2026-02-28.") % {"day": row.day})
    return replace(row, errors=tuple(errors), cell_errors=cells)


def with_faults(rows: Sequence[SheetRow], found: Sequence[tuple[Fault | CarromError, ...]]) -> list[SheetRow]:
    """The rows with what the season has against their sets, beside the board that it is about."""
    faults = iter(found)
    return [row if row.is_empty or row.is_bad else _faulty(row, next(faults)) for row in rows]


def _faulty(row: SheetRow, faults: tuple[Fault | CarromError, ...]) -> SheetRow:
    given = [number for number, cell in enumerate(row.cells, 1) if cell]
    cells, errors, asks = {}, [], row.is_sure
    for fault in faults:
        board = fault.parameters.get("board") if isinstance(fault, Fault) else None
        if isinstance(fault, Fault) and fault.is_question:
            asks = True
        if isinstance(board, int) and board <= len(given):
            at = given[board - 1]
            shown = replace(fault, parameters={**fault.parameters, "board": at}) if isinstance(fault, Fault) else fault
            cells[at] = localized(shown)
        elif isinstance(fault, Fault) and fault.code == "number-of-boards" and len(given) < len(row.cells):
            at = next(number for number, cell in enumerate(row.cells, 1) if not cell)
            cells[at] = localized(fault)
        else:
            errors.append(localized(fault))
    return replace(row, cell_errors=cells, errors=tuple(errors), asks_if_sure=asks)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None
