"""Films of a board, as animated GIF or WebP: a stroke as it ran, or positions one after another."""

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from carrom.equipment.position import Position, turn
from carrom.printing.pictures import Drawn, FilmKind, Frame, film
from carrom.svg import drawing, piece_picture
from carrom.svg.board_picture import picture
from carrom.svg.paint import Theme
from carrom.terms import Piece, Seat, piece_of

if TYPE_CHECKING:
    from carrom.physics.motion import Motion

SIZE = 440  # pixels of a side
EACH = 0.7  # s that a position is shown
A_SECOND = 20  # pictures; GIF counts hundredths of a second
MOST_FRAMES = 200
WAIT, HOLD = 0.5, 1.5  # s before the release, and at rest
_WHOLE = 2 * drawing.HALF  # mm of a picture's side


def motion_film(
    motion: "Motion",
    *,
    kind: FilmKind = "gif",
    seat: Seat = Seat.SOUTH,
    theme: Theme = "light",
    size: int = SIZE,
    slower: float = 1.0,
) -> bytes:
    """A simulated stroke that plays again and again, as the one who sits at `seat` sees it.

    Args:
        kind: "gif" or "webp".
        size: pixels of a side.
        slower: how many times slower than it was.

    Raises:
        MissingPartError: `prints` is not installed. ValueError: `slower` is not above zero.
    """
    if not (slower > 0 and math.isfinite(slower)):
        raise ValueError("slower must be above zero")
    return _film(_of_a_stroke(motion, slower, seat), seat, theme, size, kind)


def positions_film(
    positions: Iterable[Position | None],
    *,
    kind: FilmKind = "gif",
    seat: Seat = Seat.SOUTH,
    theme: Theme = "light",
    size: int = SIZE,
    seconds: float = EACH,
) -> bytes:
    """Positions one after another (None: an empty board), for `seconds` each; of more than 200, every second or nth.

    Raises:
        MissingPartError: `prints` is not installed. ValueError: there is none.
    """
    shown = list(positions)
    if not shown:
        raise ValueError("a film needs a position")
    step = math.ceil(len(shown) / MOST_FRAMES)
    chosen = shown if step == 1 else [*shown[:-1:step], shown[-1]]
    frames = (Frame(seconds, _discs(one, seat)) for one in chosen)
    return _film(frames, seat, theme, size, kind)


def _of_a_stroke(motion: "Motion", slower: float, seat: Seat) -> Iterator[Frame]:
    whole = slower * motion.duration
    step = max(1 / A_SECOND, whole / MOST_FRAMES)
    count = math.ceil(whole / step)
    for number in range(count + 1):
        discs = tuple(_placed(disc.number, disc.x, disc.y, seat) for disc in motion.at(number * step / slower))
        yield Frame(step + (WAIT if number == 0 else HOLD if number == count else 0.0), discs)


def _discs(position: Position | None, seat: Seat) -> tuple[Drawn, ...]:
    pieces = position.pieces if position is not None else ()
    return tuple(_placed(one.number, one.x, one.y, seat) for one in pieces)


def _placed(number: int, x: float, y: float, seat: Seat) -> Drawn:
    """A disc of the board's axes as it lies in the picture of the one who sits at `seat`."""
    across, up = turn(x, y, -seat.quarter_turns)
    half = drawing.HALF / 1000
    return Drawn(piece_of(number).value, (across + half) / (2 * half), (half - up) / (2 * half))


def _film(frames: Iterable[Frame], seat: Seat, theme: Theme, size: int, kind: FilmKind) -> bytes:
    empty = picture("", seat=seat, theme=theme, size=size, title="", says="")
    discs = {
        piece.value: (piece_picture(piece, theme=theme, size=None), (44 if piece is Piece.STRIKER else 34) / _WHOLE)
        for piece in Piece
    }
    return film(empty, discs, frames, size=size, kind=kind)
