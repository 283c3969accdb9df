"""Read the record of a match: print it, verify it, draw it.

Every stroke is simulated and every ruling made again from what was asked. Without an option every entry is printed as
a line. --verify says how much was checked; exit status 1 if the match leads elsewhere than its file says. --statistics
prints what each side did, and points, dues and queen board by board; with --json also from stroke to stroke. --svg DIR
writes a picture for each entry that changed the position, named by its number; --film FILE shows them as one film.
"""

import argparse
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.cli.errors import UsageError
from carrom.cli.inputs import (
    CannotWriteError,
    add_record_arguments,
    check_named,
    print_json,
    record_named,
    theme_named,
    write_bytes,
    write_text,
)
from carrom.cli.progress import progress
from carrom.cli.rendering import Names, names_of, render_entry, render_figures
from carrom.equipment.position import Position
from carrom.match.entries import Entry
from carrom.match.requests import MakeStroke
from carrom.notation.record import NotDerivedError
from carrom.play.record import Record
from carrom.play.replay import Verification, verify
from carrom.play.statistics import statistics
from carrom.play.tallies import turn_numbers
from carrom.terms import Seat

if TYPE_CHECKING:
    from carrom.printing.pictures import FilmKind


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    add_record_arguments(parser)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--verify", action="store_true", help="check every ruling and position again")
    what.add_argument("--statistics", action="store_true", help="points, dues and queen, by side and by board")
    what.add_argument("--svg", metavar="DIR", help="draw the positions into this folder, which is created")
    what.add_argument("--film", metavar="FILE", help="write them as one .gif or .webp (needs `carrom[prints]`)")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument(
        "--seat", choices=[*Seat], default=Seat.SOUTH, type=str, help="the seat from which pictures are seen"
    )
    parser.add_argument(
        "--theme", metavar="NAME", default="light", help="colours of the pictures: light, dark, or a plugin's"
    )


def run(asked: argparse.Namespace) -> int:
    """Tell, verify or draw. Raises NotationError, BrokenRecordError."""
    try:
        record = record_named(asked)
    except NotDerivedError as error:
        if not asked.verify:
            raise
        return _other(error, as_json=asked.json)
    if asked.verify:
        return _verify(record, as_json=asked.json)
    if asked.svg is not None:
        return _draw(record, Path(asked.svg), Seat(asked.seat), theme_named(asked.theme), as_json=asked.json)
    if asked.film is not None:
        return _film(record, asked.film, Seat(asked.seat), theme_named(asked.theme), as_json=asked.json)
    if asked.statistics:
        return _statistics(record, as_json=asked.json)
    names = names_of(record.head)
    struck = set(record.state.match.struck)
    if asked.json:
        turns = turn_numbers(record.entries, struck)
        print_json([_as_json(entry, names, struck, turns) for entry in record.entries])
        return 0
    width = len(str(len(record.entries) - 1))
    for entry in record.entries:
        mark = "x" if entry.number in struck else " "
        print(f"{entry.number:>{width}}{mark} {render_entry(entry, names)}")
        for each in entry.followed.instead:
            print(f"{'':>{width}}{mark} {each.number:>{width}}: {render_entry(each, names)}")
    return 0


def _as_json(
    entry: Entry, names: Names, struck: Collection[int], turns: Mapping[int, int], *, inside: bool = False
) -> dict[str, object]:
    """An entry as it is reported, with those that it lets hold instead of struck ones."""
    counts = entry.number not in struck or inside
    said: dict[str, object] = {
        "number": entry.number,
        "turn": turns.get(entry.number) if counts else None,
        "kind": entry.kind,
        "author": entry.author,
        "by": entry.by,
        "time": entry.time,
        "struck": entry.number in struck and not inside,
        "text": render_entry(entry, names),
    }
    if entry.followed.instead:
        gone = entry.number in struck
        held = (_as_json(each, names, (), {} if gone else turns, inside=True) for each in entry.followed.instead)
        said["instead"] = [each | {"struck": gone} for each in held]
        said["lapsed"] = [lapse.number for lapse in entry.followed.lapsed]
    return said


def _statistics(record: Record, *, as_json: bool) -> int:
    figures = statistics(record)
    if as_json:
        print_json(asdict(figures))
    else:
        print("\n".join(render_figures(figures, names_of(record.head))))
    return 0


def _shown(entries: Sequence[Entry]) -> Iterable[Entry]:
    return progress(entries, total=len(entries), unit="entry")


def _verify(record: Record, *, as_json: bool) -> int:
    result = verify(record, watched=_shown)
    if as_json:
        print_json(
            {
                "holds": result.holds,
                "entries": result.entries,
                "judged": result.judged,
                "simulated": result.simulated,
                "faults": [{"entry": f.entry, "kind": f.kind, "description": f.description} for f in result.faults],
                "ruled_otherwise": list(result.ruled_otherwise),
                "other_engine": list(result.other_engine),
            }
        )
    else:
        print("\n".join(_lines(result)))
    return 0 if result.holds else 1


def _other(error: NotDerivedError, *, as_json: bool) -> int:
    """Report a file that leads elsewhere than it says."""
    if as_json:
        print_json({"holds": False, "code": error.code, "line": error.line, "description": str(error)})
    else:
        print(error)
    return 1


def _lines(result: Verification) -> list[str]:
    lines = [f"entry {fault.entry}: {fault.kind}: {fault.description}" for fault in result.faults]
    lines += [f"entry {number}: newer laws rule differently; the record counts" for number in result.ruled_otherwise]
    lines += [f"entry {number}: from another engine, not simulated again" for number in result.other_engine]
    checked = f"{result.entries} entries, {result.judged} rulings, {result.simulated} strokes checked"
    verdict = "every ruling and position is the same" if result.holds else f"{len(result.faults)} are different now"
    return [*lines, f"{checked}: {verdict}"]


def _draw(record: Record, folder: Path, seat: Seat, theme: str, *, as_json: bool) -> int:
    from carrom import svg

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CannotWriteError(path=folder, why=error.strerror) from None
    written = []
    for entry, position in _changed(record):
        file = folder / f"{entry.number:04d}.svg"
        write_text(file, svg.board(position, seat=seat, theme=theme, title=_title(entry)))
        written.append(str(file))
    if as_json:
        print_json(written)
    else:
        print(f"{len(written)} pictures in {folder}")
    return 0


def _film(record: Record, name: str, seat: Seat, theme: str, *, as_json: bool) -> int:
    kind: FilmKind = check_named(name, "--film", "gif", "webp")
    positions = [position for _entry, position in _changed(record)]
    if not positions:
        raise UsageError("no-positions")
    from carrom.printing.films import positions_film

    write_bytes(Path(name), positions_film(positions, kind=kind, seat=seat, theme=theme))
    if as_json:
        print_json({"positions": len(positions), "file": name})
    else:
        print(f"{len(positions)} positions in {name}")
    return 0


def _changed(record: Record) -> Iterator[tuple[Entry, Position]]:
    """Every entry that changed what lies on the board, with what lies there then."""
    before = None
    for entry in _shown(record.entries):
        position = entry.followed.position
        if position is not None and position != before:
            yield entry, position
            before = position


def _title(entry: Entry) -> str:
    what = "stroke" if isinstance(entry.asked, MakeStroke) else entry.kind
    return f"After entry {entry.number}, {what} by {entry.author}"
