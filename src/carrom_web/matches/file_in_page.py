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
from carrom.match.entries import Entry
from carrom.match.requests import MakeStroke
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

if TYPE_CHECKING:
    from carrom.physics.motion import Motion

Json = dict[str, Any]
Kernel = Callable[[str], str]
MOST_STROKES = 600  # as many as an import takes


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
    """Derive one match of a file: {parameters, entries: {path: {position, lying, text}}}, or {refused}.

    A path has the numbers of an entry and of its variation with points between them, as in "4.0.4"; that of the start
    is "0". `position` is where the pieces lie after the entry, `lying` where its stroke left them if that is elsewhere.
    """
    speak(asked["language"])
    found: dict[str, Json] = {}

    def derived(path: Path, before: PlayState | None, entry: Entry) -> None:
        followed = entry.followed
        found[".".join(map(str, path))] = {
            "position": _plain(followed.position),
            "lying": _plain(followed.lying),
            "text": "" if before is None else rendering.entry_text(before.match, entry),
        }

    try:
        file = read_match_file(asked["text"])
        if file.count(MakeStroke) > MOST_STROKES:
            return {"refused": {"code": "long", "text": ""}}
        record = file.record(asked["number"] - 1, simulate=engine_of(kernel), derived=derived)
    except CarromError as error:
        return {"refused": {"code": error.code, "text": localized(error)}, "entries": found}
    return {"parameters": surface_of(record.head).parameters, "entries": found}


def _plain(position: Position | None) -> list[list[float]] | None:
    return None if position is None else [list(piece) for piece in position.pieces]


def answer_page(text: str, kernel: Kernel) -> str:
    """The worker's interface: one text in, one text out."""
    return json.dumps(derive(json.loads(text), kernel), ensure_ascii=False, separators=(",", ":"))
