"""Pictures and films to pass on: a match as a card, a moment as a board, a stroke as a film. They name no person.

A moment is named by the number of its entry. What is drawn for one never changes, so browsers may store it, and this
process remembers what was asked for last. The card alone shows names, and a score that grows.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal, get_args
from uuid import UUID

from django.utils.translation import gettext as _

from carrom.equipment.position import Position, turn
from carrom.errors import NotAllowedError
from carrom.match.entries import Entry
from carrom.match.requests import MakeStroke
from carrom.play.context import engine
from carrom.play.record import Record
from carrom.play.state import PlayState
from carrom.play.surfaces import surface_of
from carrom.printing import pictures
from carrom.svg import board, drawing, piece_picture, score_card
from carrom.svg.board_picture import picture
from carrom.svg.paint import Theme
from carrom.terms import Piece, Seat, Side, piece_of
from carrom_web.core.cache import ProcessCache
from carrom_web.core.rate_limits import RateLimit
from carrom_web.matches import models, phrases, rendering, selectors

if TYPE_CHECKING:
    from carrom.physics.motion import Motion

What = Literal["card", "board", "stroke", "boards"]
WHATS: tuple[str, ...] = get_args(What)
KINDS = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "webp": "image/webp",
}
OF: dict[str, tuple[str, ...]] = {
    "card": ("svg", "png"),
    "board": ("svg", "png"),
    "stroke": ("svg", "gif", "webp"),
    "boards": ("gif", "webp"),
}
SIZE, CARD_WIDTH = 440, 960  # pixels of a film's side, of a card
PICTURE_SIZE = 800
A_SECOND = 20  # pictures of a film; GIF counts hundredths of a second
BEFORE, AFTER, EACH = 0.5, 1.5, 0.7  # s before the release, at rest, of each stroke of a whole match
MOST_FRAMES = 200
LIMIT = RateLimit(burst=40, per_second=0.5)  # of one address, what is not remembered
_RECENT: ProcessCache[tuple[object, ...], bytes] = ProcessCache(64)


class NoPictureError(NotAllowedError):
    """Nothing that could be drawn so. Reasons: moment, stroke, board, kind."""

    code = "no-picture"


class TooManyPicturesError(NotAllowedError):
    """One address asks for picture after picture."""

    code = "too-many-pictures"


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of a match, and how it stood before and after; before the first as after it."""

    match_id: UUID
    entry: Entry
    before: PlayState
    after: PlayState

    @property
    def number(self) -> int:
        """The number of its entry."""
        return self.entry.number

    @property
    def is_stroke(self) -> bool:
        """Whether it is a simulated stroke, so that it can be shown again."""
        return isinstance(self.entry.asked, MakeStroke) and self.before.position is not None

    @property
    def seat(self) -> Seat:
        """Whose view it is shown from: that of the player who did it."""
        return Seat(self.entry.author) if self.entry.author in tuple(Seat) else Seat.SOUTH

    @property
    def position(self) -> Position:
        """Return the position after it. Raises NoPictureError: it is a match on a real board."""
        if self.after.position is None:
            raise NoPictureError("board")
        return self.after.position


def moments(match_id: UUID) -> list[Moment]:
    """Every entry in order; the first, the match's head, is the board before anything was played."""
    record = Record(tuple(selectors.record(match_id)))
    states = record.states
    return [
        Moment(match_id, entry, states[max(number - 1, 0)], states[number])
        for number, entry in enumerate(record.entries)
    ]


def moment(match_id: UUID, number: int) -> Moment:
    """One of them. Raises NoPictureError: there is none of this number."""
    found = moments(match_id)
    if not 0 <= number < len(found):
        raise NoPictureError("moment")
    return found[number]


def words_of(one: Moment) -> str:
    """Describe the moment in a sentence."""
    return rendering.entry_text(one.before.match, one.entry) if one.number else _("The match begins")


def drawn(
    match_id: UUID, what: str, number: int, kind: str, *, theme: Theme, address: str, seat: Seat | None = None
) -> bytes:
    """The file of a picture.

    Raises:
        NoPictureError: there is nothing that could be drawn so.
        TooManyPicturesError: this address asked for too many.
    """
    if kind not in OF.get(what, ()):
        raise NoPictureError("kind")
    version = selectors.load(match_id).state.version if what in ("card", "boards") else 0
    key = (match_id, what, number, kind, theme, seat, version)
    found = _RECENT.get(key)
    if found is not None:
        return found
    if not LIMIT.allows(address, time.monotonic()):
        raise TooManyPicturesError
    make = partial(_card, match_id, kind, theme)
    if what == "boards":
        make = partial(_boards, match_id, kind, theme)
    elif what != "card":
        make = partial(_moment, moment(match_id, number), what, kind, theme, seat)
    return _RECENT.set(key, make())


def _card(match_id: UUID, kind: str, theme: Theme) -> bytes:
    match = selectors.load(match_id).state.match
    if match.head.men == 1:
        names: tuple[str, str] = (phrases.side_called(match, Side.A), "")
    else:
        names = (phrases.side_called(match, Side.A), phrases.side_called(match, Side.B))
    svg = score_card(names, match.boards, match.games, theme=theme, title=phrases.result_text(match) or _("Score card"))
    if kind == "svg":
        return svg.encode()
    width, height = (int(word) for word in svg.split('viewBox="0 0 ')[1].split('"')[0].split())
    return pictures.png(svg, width=CARD_WIDTH, height=math.ceil(CARD_WIDTH * height / width))


def _moment(one: Moment, what: str, kind: str, theme: Theme, seat: Seat | None) -> bytes:
    view = seat or one.seat
    if what == "board":
        svg = board(one.position, seat=view, theme=theme, size=PICTURE_SIZE)
        return svg.encode() if kind == "svg" else pictures.png(svg, width=PICTURE_SIZE, height=PICTURE_SIZE)
    if not one.is_stroke:
        raise NoPictureError("stroke")
    motion = _motion_of(one)
    if kind == "svg":
        from carrom.svg import animation

        return animation(motion, seat=view, theme=theme, size=PICTURE_SIZE).encode()
    return _film(_of_a_stroke(motion, view), view, theme, kind)


def _motion_of(one: Moment) -> "Motion":
    """The stored motion of a stroke; of one that was imported, made again."""
    from carrom.physics.motion import Motion

    row = models.Entry.objects.filter(match_id=one.match_id, number=one.number).values_list("motion", flat=True).first()
    if row is not None:
        return Motion.of_drawing(Motion.from_bytes(bytes(row)))
    asked = one.entry.asked
    assert isinstance(asked, MakeStroke) and one.before.position is not None  # noqa: S101
    return engine(None)(one.before.position, asked.stroke, one.seat, surface_of(one.before.match.head))


def _of_a_stroke(motion: "Motion", view: Seat) -> Iterator[pictures.Frame]:
    step = max(1 / A_SECOND, motion.duration / MOST_FRAMES)
    count = math.ceil(motion.duration / step)
    for number in range(count + 1):
        discs = tuple(_placed(disc.number, disc.x, disc.y, view) for disc in motion.at(number * step))
        seconds = step + (BEFORE if number == 0 else AFTER if number == count else 0.0)
        yield pictures.Frame(seconds, discs)


def _boards(match_id: UUID, kind: str, theme: Theme) -> bytes:
    """The board after every stroke that counts: a whole match in half a minute."""
    found = moments(match_id)
    struck = found[-1].after.match.struck if found else ()
    shown = [one for one in found if one.is_stroke and one.number not in struck]
    if not shown:
        raise NoPictureError("stroke")
    step = math.ceil(len(shown) / MOST_FRAMES)
    frames = [_still(shown[0].before.position, EACH), *(_still(one.after.position, EACH) for one in shown[::step])]
    return _film(iter(frames), Seat.SOUTH, theme, kind)


def _still(position: Position | None, seconds: float) -> pictures.Frame:
    pieces = position.pieces if position is not None else ()
    return pictures.Frame(seconds, tuple(_placed(one.number, one.x, one.y, Seat.SOUTH) for one in pieces))


def _placed(number: int, x: float, y: float, view: Seat) -> pictures.Drawn:
    """A disc of the board's axes as it lies in the picture of who sits at `view`."""
    across, up = turn(x, y, -view.quarter_turns)
    half = drawing.HALF / 1000
    return pictures.Drawn(piece_of(number).value, (across + half) / (2 * half), (half - up) / (2 * half))


def _film(frames: Iterator[pictures.Frame], view: Seat, theme: Theme, kind: str) -> bytes:
    empty = picture("", seat=view, theme=theme, size=SIZE, title="", says="")
    discs = {
        piece.value: (piece_picture(piece, theme=theme, size=None), (44 if piece is Piece.STRIKER else 34) / _WHOLE)
        for piece in Piece
    }
    return pictures.film(empty, discs, frames, size=SIZE, kind="webp" if kind == "webp" else "gif")


_WHOLE = 2 * drawing.HALF  # mm of a picture's side
