"""Input and output shared by the commands: files, standard input, JSON, rulesets by name; errors with a code."""

import argparse
import json
import math
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from carrom.cli.errors import UsageError
from carrom.equipment.position import PlacedPiece, Position
from carrom.equipment.validity import check_position
from carrom.errors import UnreadableError
from carrom.json_readers import shown
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruleset_file import read_ruleset
from carrom.laws.rulesets.every import RULESETS
from carrom.notation.cursor import NotationError
from carrom.notation.pieces import read_position, read_stroke
from carrom.notation.situation import looks_like_a_situation, read_situation
from carrom.physics.surface import SURFACES, Surface
from carrom.physics.surface_file import read_surface
from carrom.serialization import BadJsonError, parse
from carrom.svg.paint import PAINTS, Theme
from carrom.terms import Stroke
from carrom.workers import BACKENDS, Workers

if TYPE_CHECKING:
    from carrom.play.record import Record

Kind = TypeVar("Kind", bound=str)  # of a file, as its name ends
PIXELS = 800  # of a picture's side
MOST_BYTES = 64_000_000
MOST_WORKERS = 10_000


class CannotReadError(UnreadableError):
    """A file is not there, may not be read, is too long or no UTF-8."""

    code = "cannot-read"


class CannotWriteError(UnreadableError):
    """A file cannot be written."""

    code = "cannot-write"


class OtherFormatError(UnreadableError):
    """A file is named as another format than what is written."""

    code = "other-format"


class UnknownNameError(UnreadableError):
    """Nothing has this name."""

    code = "unknown-name"


class BadInputError(BadJsonError):
    """JSON that is not what a command takes."""


def read_text(name: str) -> str:
    """The text of a file, `-` being standard input. Raises CannotReadError."""
    where = "standard input" if name == "-" else name
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1) if hasattr(sys.stdin, "buffer") else sys.stdin.read().encode()
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotReadError("reason", path=where, why=reason) from None
    if len(data) > MOST_BYTES:
        raise CannotReadError("too-large", path=where, most=MOST_BYTES)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CannotReadError("encoding", path=where, offset=error.start) from None


def add_record_arguments(parser: argparse.ArgumentParser, *, is_optional: bool = False) -> None:
    """Add the arguments with which a command takes a record (`record_named`)."""
    parser.add_argument(
        "file",
        nargs="?" if is_optional else None,
        metavar="RECORD",
        help="a match file, text or JSON, as `carrom play --record` writes it; - reads stdin",
    )
    parser.add_argument("--match", type=int, metavar="N", help="which match of the file, if it has several")


def record_named(asked: argparse.Namespace) -> "Record":
    """Read the record that a command was asked about. Raises CannotReadError, NotationError, UnknownNameError."""
    from carrom.notation.record import read_match_file

    file = read_match_file(read_text(asked.file))
    count = len(file.said.matches)
    if asked.match is None and count != 1:
        raise NotationError("several-matches", count=count)
    number = 1 if asked.match is None else asked.match
    if not 1 <= number <= count:
        raise UnknownNameError(
            "choice", what="match", name=str(number), known=[str(one) for one in range(1, count + 1)]
        )
    return file.record(number - 1)


def write_text(path: Path, text: str) -> None:
    """Write a file. Raises CannotWriteError."""
    try:
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotWriteError(path=path, why=reason) from None


def check_named(name: str, option: str, *kinds: Kind) -> Kind:
    """The kind of file that a name asks for: its ending, the first if it has none. Raises OtherFormatError."""
    ending = Path(name).suffix.lower()
    if name == "-" or not ending:
        return kinds[0]
    for kind in kinds:
        if ending == f".{kind}":
            return kind
    better = Path(name).with_suffix(f".{kinds[0]}")
    written = "/".join(kind.upper() for kind in kinds)
    raise OtherFormatError(option=option, kind=written, name=name, ending=ending, better=better)


def in_pixels(svg: str) -> bytes:
    """A square SVG as PNG, of 800 pixels a side. Raises MissingPartError."""
    from carrom.printing.pictures import png

    return png(svg, width=PIXELS, height=PIXELS)


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file; `-` is standard output. Raises CannotWriteError."""
    try:
        if path == Path("-"):
            sys.stdout.buffer.write(data)
        else:
            path.write_bytes(data)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CannotWriteError(path=path, why=reason) from None


def read_json_object(name: str, known: frozenset[str] | None = None) -> dict[str, Any]:
    """An object from JSON; a key twice, an unknown one, NaN and infinity are refused. Raises BadJsonError."""
    data = parse(read_text(name))
    if not isinstance(data, dict):
        raise BadInputError("not-an-object")
    unknown = sorted(set(data) - known) if known is not None else []
    if unknown:
        raise BadInputError("unknown-key", key=unknown[0], known=sorted(known or ()))
    return data


def position_from(value: object) -> Position:
    """A position from JSON: its notation, or a list of [number, x, y]. Raises BadJsonError, CarromError."""
    if isinstance(value, str):
        return _position_in(value)
    if not isinstance(value, list):
        raise BadInputError("position")
    pieces = []
    for item in value:
        if not isinstance(item, list) or len(item) != 3 or isinstance(item[0], bool) or not isinstance(item[0], int):
            raise BadInputError("piece", item=shown(item))
        pieces.append(PlacedPiece(item[0], real(item[1], "x"), real(item[2], "y")))
        if len(pieces) > 19:
            raise BadInputError("pieces")
    position = Position(tuple(sorted(pieces)))
    check_position(position)
    return position


def position_named(text: str, *, seed: int = 0) -> Position:
    """A position: notation, a situation, `opening` (gaps by the seed), `-` (stdin), or @FILE. Raises NotationError."""
    if text == "opening":
        from carrom.equipment.arrangement import opening
        from carrom.play.rng import SeededRng

        return opening(SeededRng(seed))
    if text == "-":
        return _position_in(read_text("-"))
    return _position_in(read_text(text[1:]) if text.startswith("@") else text)


def _position_in(text: str) -> Position:
    """The pieces of a text, of which a situation has more. Raises NotationError."""
    return read_situation(text).position if looks_like_a_situation(text) else read_position(text)


def surface_named(text: str) -> Surface:
    """A surface by its name, or from a TOML or JSON file. Raises UnknownNameError, SurfaceFileError, SurfaceError."""
    if text in SURFACES:
        return SURFACES[text]
    if not Path(text).suffix and not Path(text).exists():
        raise UnknownNameError("surface", name=text, surfaces=tuple(SURFACES))
    return read_surface(text)


def stroke_from(value: object) -> Stroke:
    """A stroke from JSON: its notation, or {offset, angle, speed}. Raises BadJsonError, CarromError."""
    if isinstance(value, str):
        return read_stroke(value)
    names = ("offset", "angle", "speed")
    if not isinstance(value, dict) or set(value) != set(names):
        raise BadInputError("stroke")
    return Stroke(*(real(value[name], name) for name in names))


def real(value: object, name: str) -> float:
    """A finite float. Raises BadJsonError."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadInputError("not-a-number", name=name, value=shown(value))
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise BadInputError("too-large", name=name)
    return number


def print_json(value: object) -> None:
    """Print a value as JSON, exact in every float; a line for each member of an object or list."""
    if isinstance(value, dict) and value:
        lines = [f"{json.dumps(str(key), ensure_ascii=False)}: {_dumped(item)}" for key, item in value.items()]
        print("{\n " + ",\n ".join(lines) + "\n}")
    elif isinstance(value, list) and value:
        print("[\n " + ",\n ".join(map(_dumped, value)) + "\n]")
    else:
        print(_dumped(value))


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def chosen(value: str, known: Mapping[str, Any], what: str) -> Any:
    """One of several by name. Raises UnknownNameError: there is none of that name."""
    if value not in known:
        raise UnknownNameError("choice", what=what, name=value, known=tuple(known))
    return known[value]


def word(value: object, read: Callable[[str], Any], what: str) -> Any:
    """A word of a closed set from JSON, read by its enum. Raises BadJsonError."""
    try:
        return read(value) if isinstance(value, str) else read("")
    except ValueError:
        raise BadInputError("word", value=shown(value), what=what) from None


def warn_of_missing_glyphs(*printed: object) -> list[str]:
    """Warn of the characters on a paper that no font here has; give them as "U+1F3AF"."""
    from carrom.printing.fonts import NO_GLYPH, named, without_glyph_in

    missing = without_glyph_in(*printed)
    if missing:
        sentence = NO_GLYPH % {"characters": named(missing)}
        print(
            f"warning: no-glyph: {sentence} To print them, install a font of their script on this computer.",
            file=sys.stderr,
        )
    return [f"U+{ord(one):04X}" for one in missing]


RULESET_HELP = "a ruleset's slug, or a TOML file with a club's own"


def ruleset_named(name: str) -> Ruleset:
    """A ruleset by its slug, or by the name of a TOML file. Raises UnknownNameError, RulesetFileError."""
    return read_ruleset(name) if name.endswith(".toml") else chosen(name, RULESETS, "ruleset")


def theme_named(name: str) -> Theme:
    """The name of a theme of pictures, if there is one. Raises UnknownNameError."""
    chosen(name, PAINTS, "theme")
    return name


def add_workers(parser: argparse.ArgumentParser, usual: int = 1, in_words: str = "1") -> None:
    """Add the options that say where tasks run; `usual` processes if nothing is said."""
    parser.add_argument("--workers", type=int, metavar="N", help=f"processes (default: {in_words}; with Ray all)")
    parser.add_argument(
        "--backend", choices=BACKENDS, default="processes", help="ray: the cluster of RAY_ADDRESS, or one started here"
    )
    parser.set_defaults(usual_workers=usual)


def workers_of(asked: argparse.Namespace) -> Workers:
    """Return where tasks are asked to run. Raises UsageError."""
    if asked.workers is not None and not 1 <= asked.workers <= MOST_WORKERS:
        raise UsageError("workers", most=MOST_WORKERS)
    usual = 0 if asked.backend == "ray" else asked.usual_workers
    return Workers(usual if asked.workers is None else asked.workers, asked.backend)
