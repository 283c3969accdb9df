"""Let computers play matches against each other, and write them all to one match file: data to learn from.

  carrom self-play 10000 -o matches.carrom.gz --players easy,club:strong --workers 2

The matches go round --players: a name plays against itself, two with a colon against each other; a hand may follow, as
in easy@1.5. Each match depends on the seed and its own number alone, wherever it is played. A file that is there
already is continued, also one that was cut off. `carrom replay FILE --match N` prints or
verifies one of them, `carrom.notation.record.read_matches` reads all.
"""

import argparse
import gzip
import re
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.cli.errors import UsageError
from carrom.cli.inputs import (
    CannotReadError,
    CannotWriteError,
    add_workers,
    chosen,
    print_json,
    workers_of,
    write_bytes,
)
from carrom.cli.progress import progress
from carrom.laws.rulesets.every import RULESETS

if TYPE_CHECKING:
    from carrom.bots.self_play import SelfPlay

MOST_MATCHES = 10_000_000
LENGTHS = ("board", "game", "match")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("matches", type=int, metavar="N", help="how many matches the file holds in the end")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="a match file; .gz compresses it")
    parser.add_argument(
        "--players", metavar="BOT[:BOT],...", default="easy", help="who plays, in turn (default: %(default)s)"
    )
    parser.add_argument("--ruleset", default="icf", help="name of a ruleset (default: %(default)s)")
    parser.add_argument("--length", choices=LENGTHS, default="board", help="of a match (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of racks and random numbers (default: %(default)s)")
    parser.add_argument(
        "--budget",
        type=int,
        metavar="STROKES",
        help="strokes to simulate for each decision, about (default: its own)",
    )
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(asked: argparse.Namespace) -> int:
    """Play and write. Raises UsageError, UnknownBotError, UnknownNameError, CannotReadError, CannotWriteError."""
    from carrom.bots.self_play import SelfPlay, check
    from carrom.workers import run_tasks

    if not 1 <= asked.matches <= MOST_MATCHES:
        raise UsageError("self-play-range", most=MOST_MATCHES)
    if asked.budget is not None and asked.budget < 1:
        raise UsageError("budget")
    chosen(asked.ruleset, RULESETS, "ruleset")
    budget = "" if asked.budget is None else f"/{asked.budget}"
    terms = SelfPlay(
        name=f"{asked.ruleset}/{asked.length}/{asked.players}{budget}/{asked.seed}",
        ruleset=asked.ruleset,
        players=tuple(asked.players.split(",")),
        length=asked.length,
        budget=asked.budget,
        is_tagged=True,
    )
    check(terms)
    path = Path(asked.output)
    there = _matches_in(path, terms)
    tasks = [(terms, number) for number in range(there, asked.matches)]
    for text in progress(run_tasks(_text_of, tasks, workers_of(asked)), total=len(tasks), unit="match"):
        _append(path, text)
    if asked.json:
        print_json({"matches": max(there, asked.matches), "new": len(tasks), "bytes": path.stat().st_size})
        return 0
    held = max(there, asked.matches)
    matches = "1 match" if held == 1 else f"{held} matches"
    print(f"{matches} in {path}, {len(tasks)} of them new, {path.stat().st_size:,} bytes")
    return 0


def _text_of(terms: "SelfPlay", number: int) -> str:
    """One match as text, below the first line of a file."""
    from carrom.bots.self_play import play_number
    from carrom.notation.record import write_entries

    return write_entries(play_number(terms, number)).partition("\n")[2]


def _matches_in(path: Path, terms: "SelfPlay") -> int:
    """Return how many matches a file has already; start it if it is not there, drop what was cut off after the last.

    Raises:
        CannotReadError: it cannot be read, or has other matches. CannotWriteError: it cannot be written.
    """
    from carrom.bots.self_play import TAG
    from carrom.notation.match_writer import FIRST_LINE
    from carrom.notation.values import write_value

    text, is_whole = _text_in(path)
    ends = [found.end() for found in re.finditer(r"^end \d+\n", text, re.MULTILINE)]
    whole = text[: ends[-1]] if ends else f"{FIRST_LINE}\n"
    tags = re.findall(rf"^tag {TAG} .*$", whole, re.MULTILINE)
    expected = [f"tag {TAG} {write_value(f'{terms.name}/{number}')}" for number in range(len(ends))]
    if tags != expected or not (text.startswith(FIRST_LINE) or FIRST_LINE.startswith(text)):
        raise CannotReadError("other-matches", path=path)
    if whole != text or not (is_whole and path.exists()):
        write_bytes(path, _packed(path, whole))
    return len(tags)


def _text_in(path: Path) -> tuple[str, bool]:
    """Return the text of a file up to where it was cut off, and whether that is all; "" if it is not there.

    Raises:
        CannotReadError: it cannot be read.
    """
    try:
        data = path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise CannotReadError("reason", path=path, why=error.strerror or str(error)) from None
    if path.suffix != ".gz":
        return data.decode(errors="replace"), True
    parts, left = _unpacked(data)
    return b"".join(parts).decode(errors="replace"), not left


def _unpacked(data: bytes) -> tuple[list[bytes], bytes]:
    """The parts that were packed one after the other, as far as they are whole, and what is left."""
    parts: list[bytes] = []
    while data:
        part = zlib.decompressobj(wbits=31)
        try:
            text = part.decompress(data)
        except zlib.error:
            break
        if not part.eof:
            break
        parts.append(text)
        data = part.unused_data
    return parts, data


def _packed(path: Path, text: str) -> bytes:
    return gzip.compress(text.encode(), mtime=0) if path.suffix == ".gz" else text.encode()


def _append(path: Path, text: str) -> None:
    """Write one more match. Raises CannotWriteError."""
    try:
        with path.open("ab") as file:
            file.write(_packed(path, text))
    except OSError as error:
        raise CannotWriteError(path=path, why=error.strerror or str(error)) from None
