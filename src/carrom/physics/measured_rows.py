"""Measurements of a board, from a CSV file. Standard library only.

A row is a slide (a disc slid freely and came to rest), a rebound (straight up and down between two frames), a hit
(the striker struck a coin at rest in full) or a pocket (a disc came over one, and fell or did not).
docs/physics/calibration.md and docs/physics/measuring-pockets.md tell how to measure them.
"""

import csv
import io
import math
from dataclasses import dataclass

from carrom.errors import UnreadableError

MOST_ROWS = 10_000


class MeasuredRowsError(UnreadableError):
    """A CSV that holds no such rows; `line` and `column` (counted in cells) start at 1, 0 where there is none.

    Codes: `bad-header` (a column that is missing, unknown or there twice), `bad-row` (too few or too many cells),
    `unknown-kind`, `missing-value`, `bad-value` (no number, or out of its range).
    """

    own_codes = True

    def __init__(self, reason: str, /, *, line: int, column: int = 0, **parameters: object) -> None:
        super().__init__(reason, line=line, column=column, **parameters)
        self.line = line
        self.column = column

    @property
    def location_id(self) -> str:
        """In which line it is, and in which column if it is about one cell."""
        return "at-cell" if self.column else "at-line"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A straight slide, with or without rebounds. Units: SI.

    At least one of `time` and `speed` is there.
    """

    line: int
    rebounds: int  # 0: a slide
    first: float  # the way to the first frame; of a slide the whole way
    last: float  # the way from the last frame to rest; 0 for a slide
    time: float | None  # from the release to rest
    speed: float | None  # at the release
    disc: str = "striker"  # or coin


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """How far the striker and the coin that it struck in full slid afterwards. Units: metres."""

    line: int
    striker: float
    coin: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Pocketing:
    """How a disc came to a pocket, and whether it fell. SI units; `offset` and `angle` as in `pocket_rule.way_over`."""

    line: int
    disc: str
    speed: float  # where its centre passed the chord
    offset: float
    angle: float
    fell: bool


@dataclass(frozen=True, slots=True)
class _Column:
    says: str
    least: float
    most: float
    to_si: float = 1.0


_COLUMNS = {
    "distance_cm": _Column("how far it slid", 0.1, 150, 0.01),
    "start_cm": _Column("from its rim to the frame that it meets first", 0.1, 150, 0.01),
    "rebounds": _Column("how many", 1, 20),
    "rest_cm": _Column("from its rim at rest to the frame that it met last", 0.1, 150, 0.01),
    "time_s": _Column("from the release to rest", 0.01, 60),
    "speed_m_s": _Column("at the release, or where it comes over the pocket", 0.01, 20),
    "striker_cm": _Column("how far the striker slid after the hit", 0.1, 150, 0.01),
    "coin_cm": _Column("how far the coin slid after the hit", 0.1, 150, 0.01),
    "offset_cm": _Column("how far to the left of the pocket's centre its own passes", -2.2, 2.2, 0.01),
    "angle_deg": _Column("how far its way is turned to the left of the diagonal", -50, 50, math.pi / 180),
}
_NEEDED = {
    "slide": ("distance_cm",),
    "rebound": ("start_cm", "rest_cm"),
    "hit": ("striker_cm", "coin_cm"),
    "pocket": ("disc", "speed_m_s", "offset_cm", "fell"),
}
_MAY = {
    "slide": {"time_s", "speed_m_s"},
    "rebound": {"rebounds", "time_s", "speed_m_s", "disc"},
    "hit": set[str](),
    "pocket": {"angle_deg"},
}
_WORDS = ("kind", "disc", "fell", "note")
_WORDS_SAY = {"disc": "striker or coin", "fell": "yes or no"}
_FELL = {"yes": True, "no": False}

MeasuredRow = Run | Hit | Pocketing


def read_rows(text: str) -> tuple[MeasuredRow, ...]:
    """The rows of a CSV: a header, then a row each; lines that begin with # and empty ones are passed over.

    Raises:
        MeasuredRowsError: with line and column.
    """
    lines = [
        (number, line)
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1)
        if line.strip(" ,;\t") and not line.lstrip().startswith("#")
    ]
    if not lines:
        raise MeasuredRowsError("bad-header.empty", line=1)
    if len(lines) > MOST_ROWS:
        raise MeasuredRowsError("bad-row.too-many", line=lines[MOST_ROWS][0], most=MOST_ROWS)
    header = _header(*lines[0])
    return tuple(_row(number, _cells(number, line, len(header)), header) for number, line in lines[1:])


def _header(number: int, line: str) -> list[str]:
    names = [name.strip().lower() for name in _split(number, line)]
    known = (*_WORDS, *_COLUMNS)
    for column, name in enumerate(names, start=1):
        if name not in known:
            raise MeasuredRowsError("bad-header.unknown-column", line=number, column=column, name=name, known=known)
        if name in names[: column - 1]:
            raise MeasuredRowsError("bad-header.column-twice", line=number, column=column, name=name)
    if "kind" not in names:
        raise MeasuredRowsError("bad-header.no-kind", line=number)
    return names


def _split(number: int, line: str) -> list[str]:
    try:
        (cells,) = csv.reader(io.StringIO(line), strict=True, skipinitialspace=True)
    except (csv.Error, ValueError) as error:
        raise MeasuredRowsError("bad-row.not-csv", line=number, error=error) from None
    return cells


def _cells(number: int, line: str, width: int) -> list[str]:
    cells = [cell.strip() for cell in _split(number, line)]
    if len(cells) > width:
        raise MeasuredRowsError(
            "bad-row.too-many-cells", line=number, column=width + 1, count=len(cells), columns=width
        )
    return cells + [""] * (width - len(cells))  # empty cells at the end may be left out


def _row(number: int, cells: list[str], header: list[str]) -> MeasuredRow:
    at = {name: column for column, name in enumerate(header, start=1)}
    given = {name: cell for name, cell in zip(header, cells, strict=True) if cell}
    kind = given.get("kind", "")
    if kind not in _NEEDED:
        raise MeasuredRowsError("unknown-kind", line=number, column=at["kind"], kind=kind)
    for name in _NEEDED[kind]:
        if name not in given:
            raise MeasuredRowsError(
                "missing-value",
                line=number,
                column=at.get(name, 0),
                kind=kind,
                name=name,
                description=_WORDS_SAY.get(name) or _COLUMNS[name].says,
            )
    for name in given:
        if name not in ("kind", "note", *_NEEDED[kind]) and name not in _MAY[kind]:
            raise MeasuredRowsError("bad-value.not-of-this-kind", line=number, column=at[name], kind=kind, name=name)
    values = {name: _number(name, cell, number, at[name]) for name, cell in given.items() if name in _COLUMNS}
    if kind == "hit":
        return Hit(line=number, striker=values["striker_cm"], coin=values["coin_cm"])
    if kind == "pocket":
        return _pocketing(number, given, values, at)
    if "time_s" not in values and "speed_m_s" not in values:
        raise MeasuredRowsError("missing-value.time-or-speed", line=number, kind=kind)
    disc = _disc(number, given.get("disc", "striker"), at)
    rebounds = values.get("rebounds", 1.0) if kind == "rebound" else 0.0
    if rebounds != int(rebounds):
        raise MeasuredRowsError("bad-value.rebounds", line=number, column=at["rebounds"])
    return Run(
        line=number,
        rebounds=int(rebounds),
        first=values["start_cm"] if kind == "rebound" else values["distance_cm"],
        last=values.get("rest_cm", 0.0),
        time=values.get("time_s"),
        speed=values.get("speed_m_s"),
        disc=disc,
    )


def _pocketing(number: int, given: dict[str, str], values: dict[str, float], at: dict[str, int]) -> Pocketing:
    disc = _disc(number, given["disc"], at)
    fell = _FELL.get(given["fell"].lower())
    if fell is None:
        raise MeasuredRowsError("bad-value.fell", line=number, column=at["fell"], cell=given["fell"][:40])
    return Pocketing(
        line=number,
        disc=disc,
        speed=values["speed_m_s"],
        offset=values["offset_cm"],
        angle=values.get("angle_deg", 0.0),
        fell=fell,
    )


def _disc(number: int, disc: str, at: dict[str, int]) -> str:
    if disc not in ("striker", "coin"):
        raise MeasuredRowsError("bad-value.disc", line=number, column=at["disc"], disc=disc)
    return disc


def _number(name: str, cell: str, line: int, column: int) -> float:
    kind = _COLUMNS[name]
    try:
        value = float(cell)
    except ValueError:
        reason = "bad-value.comma" if "," in cell else "bad-value.not-a-number"
        raise MeasuredRowsError(reason, line=line, column=column, name=name, cell=cell[:40]) from None
    if not (math.isfinite(value) and kind.least <= value <= kind.most):
        raise MeasuredRowsError(
            "bad-value.out-of-range",
            line=line,
            column=column,
            name=name,
            least=kind.least,
            most=kind.most,
            cell=cell[:40],
        )
    return value * kind.to_si
