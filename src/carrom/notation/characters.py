"""A board drawn with characters, for a terminal: every piece has a place of its own.

Two pieces that do not overlap never share a character: its diagonal is shorter than a coin is wide.
"""

from carrom.equipment.markings import MARKINGS
from carrom.equipment.position import PlacedPiece, Position, turn
from carrom.terms import STRIKER_NUMBER, Piece, Seat, piece_of

COLUMNS, ROWS = 55, 27
_SIGNS = {Piece.WHITE: "O", Piece.BLACK: "#", Piece.QUEEN: "Q", Piece.STRIKER: "X"}
LEGEND = "O white   # black   Q queen   X striker"


def ascii_board(
    position: Position, *, seat: Seat = Seat.SOUTH, striker: tuple[float, float] | None = None, legend: bool = True
) -> str:
    """Draw a board as the one at `seat` sees it, their own edge below, on 29 lines of 57 characters and a legend.

    Args:
        striker: where its centre lies, in the board's axes, if it is on the board.
    """
    grid = [[" "] * COLUMNS for _ in range(ROWS)]
    _draw_markings(grid)
    placed = [*position.pieces, *([] if striker is None else [PlacedPiece(STRIKER_NUMBER, *striker)])]
    for number, x, y in placed:
        column, row = cell(*turn(x, y, -seat.quarter_turns))
        grid[row][column] = _SIGNS[piece_of(number)]
    edge = "+" + "-" * COLUMNS + "+"
    lines = [edge, *("|" + "".join(row) + "|" for row in grid), edge]
    return "\n".join([*lines, LEGEND] if legend else lines)


def cell(x: float, y: float) -> tuple[int, int]:
    """Column and row of a point; row 0 is the far edge."""
    half = MARKINGS.half_surface
    column = int((x + half) / (2 * half) * COLUMNS)
    row = int((half - y) / (2 * half) * ROWS)
    return min(max(column, 0), COLUMNS - 1), min(max(row, 0), ROWS - 1)


def _draw_markings(grid: list[list[str]]) -> None:
    """Base lines as dots, base circles as `o`, the outer circle as dots, pockets as `@`."""
    for side in MARKINGS.sides:
        (x1, y1), (x2, y2) = ((circle.x, circle.y) for circle in side.circles)
        steps = 2 * COLUMNS
        for step in range(steps + 1):
            part = step / steps
            _put(grid, x1 + part * (x2 - x1), y1 + part * (y2 - y1), ".")
        _put(grid, x1, y1, "o")
        _put(grid, x2, y2, "o")
    radius = MARKINGS.outer.radius
    for x, y in ((1.0, 0.0), (0.7, 0.7), (0.0, 1.0), (-0.7, 0.7), (-1.0, 0.0), (-0.7, -0.7), (0.0, -1.0), (0.7, -0.7)):
        _put(grid, x * radius, y * radius, ".")
    _put(grid, 0.0, 0.0, "+")
    for pocket in MARKINGS.pockets:
        _put(grid, pocket.x, pocket.y, "@")


def _put(grid: list[list[str]], x: float, y: float, sign: str) -> None:
    column, row = cell(x, y)
    grid[row][column] = sign
