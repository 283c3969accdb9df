"""The parts of a picture of a board: frame, markings, pockets and pieces as SVG text in millimetres.

Attributes only, no style sheet, no script, no gradient: the text may stand in a file, a page with a
strict policy, or a document. Groups drawn here lie in the board's axes, y away from SOUTH.
"""

import math
from collections.abc import Iterable

from carrom.equipment.markings import MARKINGS, Arrow, Circle, Line
from carrom.equipment.position import PlacedPiece
from carrom.svg.paint import Paint
from carrom.terms import Piece, piece_of

HALF = 1000 * (MARKINGS.half_surface + MARKINGS.frame_width)  # the whole board, frame included
LETTERS = {Piece.WHITE: "w", Piece.BLACK: "b", Piece.QUEEN: "q", Piece.STRIKER: "s"}
_STAR = "M0 8.6L2.3 2.3 8.6 0 2.3-2.3 0-8.6-2.3-2.3-8.6 0-2.3 2.3z"


def mm(metres: float) -> str:
    """Metres as millimetres to the thousandth, in the shortest form."""
    return short(1000 * metres, 3)


def short(value: float, digits: int = 2) -> str:
    """A number to so many digits, without needless zeros."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def frame(paint: Paint) -> str:
    """Four mitred bars round a surface whose corners the pockets round off; the upper and left bar are lighter."""
    half, out, r = 1000 * MARKINGS.half_surface, HALF, 1000 * MARKINGS.pockets[0].radius
    h, hr = short(half), short(half - r)
    hole = (
        f"M-{hr}-{h}H{hr}A{short(r)} {short(r)} 0 0 1 {h}-{hr}V{hr}A{short(r)} {short(r)} 0 0 1 {hr} {h}"
        f"H-{hr}A{short(r)} {short(r)} 0 0 1-{h} {hr}V-{hr}A{short(r)} {short(r)} 0 0 1-{hr}-{h}z"
    )
    o, inner, c = short(out), short(half - 6), short(out - 20)
    bars = "".join(
        f'<path fill="{paint.frame_light if n in (2, 3) else paint.frame}" transform="rotate({90 * n})" '
        f'd="M-{c}-{o}H{c}A20 20 0 0 1 {short(out - 5.86)}-{short(out - 5.86)}L{inner}-{inner}H-{inner}'
        f'L-{short(out - 5.86)}-{short(out - 5.86)}A20 20 0 0 1-{c}-{o}z"/>'
        for n in range(4)
    )
    return (
        f'{bars}<rect x="-{short(out - 4)}" y="-{short(out - 4)}" width="{short(2 * out - 8)}" '
        f'height="{short(2 * out - 8)}" rx="17" fill="none" stroke="#fff" stroke-opacity=".1" stroke-width="3"/>'
        f'<path fill="{paint.surface}" d="{hole}"/>'
        f'<path fill="none" stroke="#1e0c04" stroke-opacity=".55" stroke-width="4" d="{hole}"/>'
    )


def markings(paint: Paint) -> str:
    """Base lines, circles and arrows of all sides, the circles in the middle and a quiet ornament."""
    board = MARKINGS
    lines = "".join(_line(line) for side in board.sides for line in (side.rear, side.front))
    rings = [board.outer, board.centre, *(circle for side in board.sides for circle in side.circles)]
    fills = [board.centre_fill, *(fill for side in board.sides for fill in side.fills)]
    thin = f'fill="none" stroke="{paint.ink}" stroke-width="{mm(board.thin_line)}"'
    return (
        f'<g fill="none" stroke="{paint.ink}" stroke-width=".9" opacity=".34">{_rosette()}</g>'
        f'<g stroke="{paint.ink}">{lines}</g>'
        f"<g {thin}>{''.join(_ring(circle) for circle in rings)}</g>"
        f'<g fill="{paint.red}">{"".join(_disc(circle) for circle in fills)}</g>'
        f'<g fill="{paint.ink}">{"".join(_arrow(arrow, thin) for arrow in board.arrows)}</g>'
    )


def pockets(paint: Paint) -> str:
    """Four holes, each with a faint rim inside."""
    return "".join(
        f'<circle fill="{paint.pocket}" cx="{mm(hole.x)}" cy="{mm(hole.y)}" r="{mm(hole.radius)}"/>'
        f'<circle fill="none" stroke="#fff" stroke-opacity=".07" stroke-width="2.5" '
        f'cx="{mm(hole.x + math.copysign(0.002, hole.x))}" cy="{mm(hole.y + math.copysign(0.002, hole.y))}" '
        f'r="{mm(hole.radius - 0.004)}"/>'
        for hole in MARKINGS.pockets
    )


def symbols(paint: Paint, suffix: str) -> str:
    """The four kinds of discs to be used by id `p-w`, `p-b`, `p-q`, `p-s` and the suffix."""

    def body(fill: str, edge: str, r: float, width: float) -> str:
        return f'<circle r="{short(r)}" fill="{fill}" stroke="{edge}" stroke-width="{width}"/>'

    def ring(r: float, width: float) -> str:
        return f'<circle r="{short(r)}" fill="none" stroke-width="{width}"/>'

    return (
        f'<g id="p-w{suffix}">{body(paint.white, paint.white_edge, 15.25, 1.3)}'
        f'<g stroke="{paint.white_mark}">{ring(10.6, 1.3)}{ring(6.2, 1.3)}</g></g>'
        f'<g id="p-b{suffix}">{body(paint.black, paint.black_edge, 15.25, 1.3)}'
        f'<g stroke="{paint.black_mark}" stroke-opacity=".75">{ring(10.8, 1.1)}</g>'
        f'<circle r="2.6" fill="{paint.black_mark}"/></g>'
        f'<g id="p-q{suffix}">{body(paint.queen, paint.queen_edge, 15.25, 1.3)}'
        f'<path fill="{paint.queen_mark}" d="{_STAR}"/></g>'
        f'<g id="p-s{suffix}">{body(paint.striker, paint.striker_edge, 19.85, 1.6)}'
        f'<g stroke="{paint.striker_mark}">{ring(15, 2.6)}<path stroke-width="2" d="M-6 0H6M0-6V6"/></g></g>'
    )


def shades(pieces: Iterable[PlacedPiece]) -> str:
    """A flat shadow under each disc."""
    return "".join(
        f'<circle cx="{mm(p.x + 0.0012)}" cy="{mm(p.y - 0.003)}" r="{"20.6" if p.number == 0 else "16"}"/>'
        for p in pieces
    )


def discs(pieces: Iterable[PlacedPiece], suffix: str) -> str:
    """The discs themselves, each with its number, so that a script can follow it."""
    return "".join(
        f'<use href="#p-{LETTERS[piece_of(p.number)]}{suffix}" x="{mm(p.x)}" y="{mm(p.y)}" data-piece="{p.number}"/>'
        for p in pieces
    )


def _line(line: Line) -> str:
    return (
        f'<line x1="{mm(line.x1)}" y1="{mm(line.y1)}" x2="{mm(line.x2)}" y2="{mm(line.y2)}" '
        f'stroke-width="{mm(line.thickness)}"/>'
    )


def _ring(circle: Circle) -> str:
    """A circle whose line ends at its outer edge."""
    return f'<circle cx="{mm(circle.x)}" cy="{mm(circle.y)}" r="{mm(circle.radius - MARKINGS.thin_line / 2)}"/>'


def _disc(circle: Circle) -> str:
    return f'<circle cx="{mm(circle.x)}" cy="{mm(circle.y)}" r="{mm(circle.radius)}"/>'


def _arrow(arrow: Arrow, thin: str) -> str:
    """Drawn along its own axis, x towards the pocket, then turned to the diagonal."""
    angle = math.degrees(math.atan2(arrow.tip_y - arrow.tail_y, arrow.tip_x - arrow.tail_x))
    tail, tip = 1000 * math.hypot(arrow.tail_x, arrow.tail_y), 1000 * math.hypot(arrow.tip_x, arrow.tip_y)
    r = 1000 * arrow.arc.radius
    x, y = r * math.cos(math.radians(70)), r * math.sin(math.radians(70))
    middle = tail + r

    def barb(up: int) -> str:
        return (
            f'<path d="M0 0l-4.6 2.3 1-2.3-1-2.3z" '
            f'transform="translate({short(middle + x)} {short(up * y)}) rotate({-20 * up})"/>'
        )

    return (
        f'<g transform="rotate({short(angle)})"><path {thin} d="M{short(tail)} 0H{short(tip - 8)}'
        f'M{short(middle + x)} {short(y)}A{short(r)} {short(r)} 0 1 1 {short(middle + x)} {short(-y)}"/>'
        f'<path d="M{short(tip)} 0l-13 4.6 2.5-4.6-2.5-4.6z"/>{barb(1)}{barb(-1)}</g>'
    )


def _rosette() -> str:
    """An ornament of eight leaves inside the outer circle; it has no meaning."""

    def at(r: float, degrees: float) -> str:
        return f"{short(r * math.cos(math.radians(degrees)))} {short(r * math.sin(math.radians(degrees)))}"

    return "".join(
        f'<path d="M{at(19, a)}Q{at(46, a + 17)} {at(83, a)}Q{at(46, a - 17)} {at(19, a)}z"/>'
        for a in range(0, 360, 45)
    )
