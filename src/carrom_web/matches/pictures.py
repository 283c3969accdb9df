"""Pictures and films to pass on: a match as a card, a moment as a board, a stroke as a film. They name no person.

A moment is named by the number of its entry. What is drawn for one never changes, so browsers may store it, and this
process remembers what was asked for last. The card alone shows names, and a score that grows.
"""

import math
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal, get_args
from uuid import UUID

from django.utils.translation import gettext as _

from carrom.equipment.position import Position
from carrom.errors import NotAllowedError
from carrom.match.entries import Entry
from carrom.match.requests import MakeStroke
from carrom.play.context import engine
from carrom.play.record import Record
from carrom.play.state import PlayState
from carrom.play.surfaces import surface_of
from carrom.printing import films, pictures
from carrom.svg import board, score_card
from carrom.svg.paint import Theme
from carrom.terms import Seat, Side
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
PICTURE_SIZE, CARD_WIDTH = 800, 960  # pixels of a board's side, of a card
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
    return films.motion_film(motion, seat=view, theme=theme, kind=_film_kind(kind))


def _motion_of(one: Moment) -> "Motion":
    """The stored motion of a stroke; of one that was imported, made again."""
    from carrom.physics.motion import Motion

    row = models.Entry.objects.filter(match_id=one.match_id, number=one.number).values_list("motion", flat=True).first()
    if row is not None:
        return Motion.of_drawing(Motion.from_bytes(bytes(row)))
    asked = one.entry.asked
    assert isinstance(asked, MakeStroke) and one.before.position is not None  # noqa: S101
    return engine(None)(one.before.position, asked.stroke, one.seat, surface_of(one.before.match.head))


def _boards(match_id: UUID, kind: str, theme: Theme) -> bytes:
    """The board after every stroke that counts: a whole match in half a minute."""
    found = moments(match_id)
    struck = found[-1].after.match.struck if found else ()
    shown = [one for one in found if one.is_stroke and one.number not in struck]
    if not shown:
        raise NoPictureError("stroke")
    positions = [shown[0].before.position, *(one.after.position for one in shown)]
    return films.positions_film(positions, theme=theme, kind=_film_kind(kind))


def _film_kind(kind: str) -> pictures.FilmKind:
    return "webp" if kind == "webp" else "gif"
