"""Printed score sheets: each a page of A4 or Letter, as one PDF, the same bytes for the same sheets.

Typst sets it; its text comes as data, so no name can be read as markup.
"""

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Literal

from carrom.parts import need
from carrom.printing.fonts import families, fonts_for, foot
from carrom.printing.sheet import Sheet

Paper = Literal["a4", "us-letter", "a3"]
SIZES: Mapping[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "us-letter": (215.9, 279.4), "a3": (297.0, 420.0)}
"""Width and height of a sheet, upright, in millimetres."""

ROOM = 178.0  # millimetres of a page of A4 for the tables of games
NOTE = 4.0  # a line of notes
HIGHEST, LOWEST = 8.0, 3.6  # of a row, millimetres
HIGHEST_BOX = 9.5  # of a row of strokes
MOST_ROWS = 46  # more go on a second page


def sheet_pdf(sheet: Sheet, *, paper: Paper = "a4") -> bytes:
    """The sheet as a PDF."""
    return sheets_pdf([sheet], paper=paper)


def sheets_pdf(sheets: Sequence[Sheet], *, paper: Paper = "a4") -> bytes:
    """Many sheets as one PDF, each on a page of its own."""
    return b"".join(_set(sheets, "pdf", paper))


def sheet_png(sheet: Sheet, *, paper: Paper = "a4", ppi: float = 110) -> list[bytes]:
    """The sheet's pages as pictures."""
    return _set([sheet], "png", paper, ppi=ppi)


def _set(
    sheets: Sequence[Sheet], kind: Literal["pdf", "png"], paper: Paper, *, ppi: float | None = None
) -> list[bytes]:
    first = sheets[0]
    values: dict[str, object] = {"lang": first.words.lang, "paper": paper, "title": first.title}
    return set_pages("sheet", values | {"sheets": [data(sheet, paper) for sheet in sheets]}, kind, ppi=ppi)


def set_pages(
    template: str, values: dict[str, object], kind: Literal["pdf", "png"], *, ppi: float | None = None
) -> list[bytes]:
    """Set `template`.typ of this package with values: one PDF, or a picture a page.

    The values name their language as `lang`; fonts, and the foot about characters that no font has, are added here.

    Raises:
        MissingPartError: printing is not installed.
    """
    need("prints")
    import typst  # 60 MB: only who prints loads it

    written = json.dumps(values, ensure_ascii=False)
    more = {"fonts": families(str(values["lang"])), "no_glyph": foot(written)}
    text = json.dumps(values | more, ensure_ascii=False)
    made: bytes | list[bytes] = typst.compile(
        Path(str(files("carrom.printing") / f"{template}.typ")),
        format=kind,
        ppi=ppi,
        sys_inputs={template: text},
        font_paths=fonts_for(written),
        timestamp=0,
    )
    return made if isinstance(made, list) else [made]


def data(sheet: Sheet, paper: Paper = "a4") -> dict[str, object]:
    """Return the data for the typesetter: the sheet's texts, and sizes that let all rows fit."""
    words = sheet.words
    alone = bool(sheet.boards)
    signers = (words.the_player, words.the_witness) if alone else (words.side_a, words.side_b, words.the_umpire)
    return {
        "lang": words.lang,
        "title": sheet.title,
        "laws": sheet.laws,
        "about": [list(pair) for pair in sheet.about],
        "sides": [{"letter": letter, "name": name} for letter, name in sheet.sides],
        "columns": [
            words.board,
            words.breaks,
            words.left,
            words.queen,
            *(text % {"side": side} for text in (words.points_of, words.score_of) for side, _name in sheet.sides),
            words.remarks,
        ],
        "games": [asdict(game) for game in sheet.games],
        "boards": [asdict(board) for board in sheet.boards],
        "notes": list(sheet.notes),
        "result": list(sheet.result),
        "signatures": [words.signature % {"who": who} for who in signers],
        "footer": words.set_footer if alone else words.footer,
        "counted": words.strokes,
        "average": words.average,
        "leads_to": sheet.leads_to,
        "link": sheet.link,
        "qr": qr_svg(sheet.link) if sheet.link else "",
        "row": row_height(sheet, paper),
        "size": round(min(9.0, 1.9 * row_height(sheet, paper)), 2),
        "pages": 1 if sheet.rows <= MOST_ROWS else 2,
    }


def row_height(sheet: Sheet, paper: Paper = "a4") -> float:
    """Millimetres of a row, so that all tables fill the page and do not pass it."""
    whole = ROOM + SIZES[paper][1] - SIZES["a4"][1]
    if sheet.boards:
        lines = sum(-(-board.boxes // 15) for board in sheet.boards)
        return round(min(HIGHEST_BOX, (whole - 4 * len(sheet.boards)) / lines), 2)
    lines = sheet.rows + 2 * len(sheet.games)  # each with its heads and the line below
    room = whole - 2.5 * len(sheet.games) - NOTE * -(-sum(map(len, sheet.notes)) // 110)
    return round(min(HIGHEST, max(LOWEST, room / max(lines, 1))), 2)


def qr_svg(link: str) -> str:
    """A QR code of an address, as a picture."""
    import segno

    made = io.BytesIO()
    segno.make(link, error="m").save(made, kind="svg", border=0, xmldecl=False, svgns=True)
    return made.getvalue().decode("utf-8")
