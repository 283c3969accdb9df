"""A picture of a board with its pieces, as a standalone SVG.

Reads a position and the equipment's markings; knows no laws and no match.
"""

from html import escape
from typing import NamedTuple

from carrom.equipment.markings import MARKINGS
from carrom.equipment.measurements import BASE_MIDDLE
from carrom.equipment.position import PlacedPiece, Position, turn
from carrom.svg import drawing
from carrom.svg.paint import PAINTS, Paint, Theme
from carrom.terms import STRIKER_NUMBER, Piece, Seat

SHADE = "#321905"  # of a disc on the board
CELLS = 8  # columns a to h, rows 1 to 8 from one's own edge, as the board is read aloud


class Window(NamedTuple):
    """A square part of the board: its middle in the board's axes and half its side, in metres."""

    x: float  # m
    y: float  # m
    half: float  # m


def board(
    position: Position,
    *,
    seat: Seat = Seat.SOUTH,
    striker: tuple[float, float] | None = None,
    theme: Theme = "light",
    size: int | None = 640,
    cells: bool = False,
    numbers: bool = False,
    over: str = "",
    title: str | None = None,
    window: Window | None = None,
) -> str:
    """Draw a board as the one who sits at `seat` sees it, their own edge below.

    Args:
        position: the pieces, in the board's axes.
        seat: whose view.
        striker: where its centre lies, in the board's axes, if it is on the board.
        theme: "light" or "dark".
        size: width and height in pixels; None leaves the size to the page.
        cells: write the columns a to h and the rows 1 to 8 on the frame.
        numbers: write each piece's number beside its mark.
        over: more SVG over the pieces, in millimetres and the board's axes (y away from SOUTH).
        title: what a screen reader says first; the description lists all pieces.
        window: the part that is shown; None: the whole board.
    """
    paint = PAINTS[theme]
    placed = [] if striker is None else [PlacedPiece(STRIKER_NUMBER, *striker)]
    everything = [*position.pieces, *placed]
    return picture(
        f'<g fill="{SHADE}" fill-opacity=".3">{drawing.shades(everything)}</g>'
        f"<g>{drawing.discs(everything, f'-{theme}')}</g><g>{over}</g>",
        seat=seat,
        theme=theme,
        size=size,
        title=title or "Carrom board",
        says=description(position, seat=seat, striker=striker),
        beside=f"{_cell_names(paint) if cells else ''}{_numbers(position, seat, paint) if numbers else ''}",
        window=window,
    )


def picture(
    inside: str,
    *,
    seat: Seat,
    theme: Theme,
    size: int | None,
    title: str,
    says: str,
    beside: str = "",
    window: Window | None = None,
) -> str:
    """An empty board and what lies on it.

    Args:
        inside: SVG in millimetres and the board's axes; discs are used by id (`drawing.discs`).
        title: what a screen reader says first; `says` follows.
        beside: SVG over all that, in the axes of the one who looks, y downwards.
        window: the part that is shown; None: the whole board.
    """
    paint = PAINTS[theme]
    shown = Window(0.0, 0.0, drawing.HALF / 1000) if window is None else window
    x, y = turn(shown.x, shown.y, -seat.quarter_turns)
    left, top = drawing.mm(x - shown.half), drawing.mm(-y - shown.half)
    whole = drawing.mm(2 * shown.half)
    dimensions = "" if size is None else f' width="{size}" height="{size}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {whole} {whole}"{dimensions} role="img">'
        f"<title>{escape(title)}</title><desc>{escape(says)}</desc>"
        f"<defs>{drawing.symbols(paint, f'-{theme}')}</defs>"
        f'<g transform="rotate({90 * seat.quarter_turns}) scale(1,-1)">'
        f"<g>{drawing.frame(paint)}</g><g>{drawing.markings(paint)}</g><g>{drawing.pockets(paint)}</g>"
        f"{inside}</g>{beside}</svg>\n"
    )


def piece_picture(piece: Piece, *, theme: Theme = "light", size: int | None = 22) -> str:
    """Draw one disc by itself, as a sign beside a name or a count."""
    suffix = f"-{theme}"
    dimensions = "" if size is None else f' width="{size}" height="{size}"'
    half = 22 if piece is Piece.STRIKER else 17
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{half} -{half} {2 * half} {2 * half}"{dimensions} '
        f'role="img"><title>{piece.value}</title><defs>{drawing.symbols(PAINTS[theme], suffix)}</defs>'
        f'<use href="#p-{drawing.LETTERS[piece]}{suffix}"/></svg>\n'
    )


def description(position: Position, *, seat: Seat = Seat.SOUTH, striker: tuple[float, float] | None = None) -> str:
    """Tell in words what lies where, by cells as the one at `seat` counts them."""
    parts = []
    for kind in (Piece.QUEEN, Piece.WHITE, Piece.BLACK):
        lying = position.of(kind)
        if lying:
            count = "" if kind is Piece.QUEEN else f"{len(lying)} "
            parts.append(f"{count}{kind} at {', '.join(cell_name(piece.x, piece.y, seat) for piece in lying)}")
    if striker is not None:
        parts.append(f"striker at {cell_name(*striker, seat)}")
    return f"Seen from {seat}: {'; '.join(parts) or 'no pieces on the board'}."


def cell_name(x: float, y: float, seat: Seat = Seat.SOUTH) -> str:
    """Name the cell of a point: columns a to h from the left, rows 1 to 8 from one's own edge."""
    own = turn(x, y, -seat.quarter_turns)
    column, row = (
        min(max(int((value + MARKINGS.half_surface) / (2 * MARKINGS.half_surface) * CELLS), 0), CELLS - 1)
        for value in own
    )
    return f"{'abcdefgh'[column]}{row + 1}"


def striker_place(seat: Seat, offset: float) -> tuple[float, float]:
    """Return the place of the striker of a stroke, in the board's axes."""
    return turn(offset, -BASE_MIDDLE, seat.quarter_turns)


def _cell_names(paint: Paint) -> str:
    """Letters below and above, figures left and right, never mirrored."""
    step = 2000 * MARKINGS.half_surface / CELLS
    middle = 1000 * (MARKINGS.half_surface + MARKINGS.frame_width / 2)
    texts = []
    for index in range(CELLS):
        along = -1000 * MARKINGS.half_surface + (index + 0.5) * step
        for side in (-middle, middle):
            texts.append(_text(along, side, "abcdefgh"[index]))
            texts.append(_text(side, -along, str(index + 1)))
    style = 'font-family="system-ui,sans-serif" font-size="24" text-anchor="middle" dominant-baseline="central"'
    return f'<g fill="{paint.frame_text}" aria-hidden="true" {style}>{"".join(texts)}</g>'


def _numbers(position: Position, seat: Seat, paint: Paint) -> str:
    """Each piece's number on a small plate at its lower right, upright for the one who looks."""
    out = []
    for piece in position.seen_from(seat).pieces:
        x, y = 1000 * piece.x + 13, -1000 * piece.y + 13
        at = f'cx="{drawing.short(x)}" cy="{drawing.short(y)}"'
        out.append(f'<circle {at} r="9.5" fill="{paint.page}" stroke="{paint.text}"/>')
        out.append(_text(x, y, str(piece.number)))
    style = 'font-family="system-ui,sans-serif" font-size="12" text-anchor="middle" dominant-baseline="central"'
    return f'<g fill="{paint.text}" aria-hidden="true" {style}>{"".join(out)}</g>'


def _text(x: float, y: float, words: str) -> str:
    return f'<text x="{drawing.short(x)}" y="{drawing.short(y)}">{escape(words)}</text>'
