"""A match file in the Python of a page: what followed from each entry, worked out before anything is sent.

The page's worker runs this in Pyodide (`static/notation/laws_worker.js`): the library's own reader and laws. Strokes
are simulated by the page's kernel, whose results are the installed engine's to the bit.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from carrom.equipment.position import PlacedPiece, Position
from carrom.errors import CarromError
from carrom.match.entries import Entry, Head
from carrom.match.requests import Amend, MakeStroke
from carrom.notation.derivation import Path
from carrom.notation.record import read_match_file
from carrom.physics.surface import ENGINE, Surface
from carrom.physics.trace import Trace, trace_of
from carrom.play.context import Simulate
from carrom.play.state import PlayState
from carrom.play.surfaces import surface_of
from carrom.terms import Seat, Stroke
from carrom_web.core.page_catalogue import speak
from carrom_web.core.translation import localized
from carrom_web.matches import rendering
from carrom_web.matches.record_limits import MOST_CORRECTIONS, MOST_ENTRIES, MOST_STROKES, RecordFileError

if TYPE_CHECKING:
    from carrom.physics.motion import Motion

Json = dict[str, Any]
Kernel = Callable[[str], str]


class NotSimulatedError(CarromError):
    """The page's kernel refuses a stroke that the laws allow."""

    code = "not-simulated"


@dataclass(frozen=True, slots=True)
class PageMotion:
    """A stroke that the page's kernel has simulated, as far as the laws ask for it."""

    final: Position
    trace: Trace
    engine: str = ENGINE


def engine_of(kernel: Kernel) -> Simulate:
    """The page's kernel as the engine of a match; `kernel` takes and gives JSON (`static/notation/laws_worker.js`)."""

    def simulate(position: Position, stroke: Stroke, seat: Seat, surface: Surface) -> "Motion":
        asked = {
            "position": [list(piece) for piece in position.pieces],
            "stroke": {"offset": stroke.offset, "angle": stroke.angle, "speed": stroke.speed},
            "seat": seat.value,
            "parameters": surface.parameters,
        }
        came = json.loads(kernel(json.dumps(asked)))
        if "refused" in came:
            raise NotSimulatedError
        final = Position(tuple(PlacedPiece(number, x, y) for number, x, y in came["final"]))
        return cast("Motion", PageMotion(final, trace_of(bytes(came["fallen"]), *came["facts"])))

    return simulate


def derive(asked: Json, kernel: Kernel) -> Json:
    """Derive one match of a file: {parameters, entries: {path: {position, lying, text}}, refused}.

    `refused` says why it ends before its end, or None; `parameters` of the surface are None if nothing was derived.
    A path has the numbers of an entry and of its variation with points between them, as in "4.0.4"; that of the start
    is "0". `position` is where the pieces lie after the entry, `lying` where its stroke left them if that is elsewhere.
    """
    speak(asked["language"])
    found: dict[str, Json] = {}
    said: Json = {"parameters": None, "entries": found, "refused": None}

    def derived(path: Path, before: PlayState | None, entry: Entry) -> None:
        followed = entry.followed
        if isinstance(entry.asked, Head):
            said["parameters"] = surface_of(entry.asked).parameters
        found[".".join(map(str, path))] = {
            "position": _plain(followed.position),
            "lying": _plain(followed.lying),
            "text": "" if before is None else rendering.entry_text(before.match, entry),
        }

    try:
        file = read_match_file(asked["text"])
        if file.count(MakeStroke) > MOST_STROKES:
            raise RecordFileError("long", most=MOST_STROKES)
        if file.count() > MOST_ENTRIES or file.count(Amend) > MOST_CORRECTIONS:
            raise RecordFileError("entries", most=MOST_ENTRIES, corrections=MOST_CORRECTIONS)
        file.record(asked["number"] - 1, simulate=engine_of(kernel), derived=derived)
    except CarromError as error:
        said["refused"] = {"code": error.code, "text": localized(error)}
    return said


def _plain(position: Position | None) -> list[list[float]] | None:
    return None if position is None else [list(piece) for piece in position.pieces]


def answer_page(text: str, kernel: Kernel) -> str:
    """The worker's interface: one text in, one text out."""
    return json.dumps(derive(json.loads(text), kernel), ensure_ascii=False, separators=(",", ":"))
