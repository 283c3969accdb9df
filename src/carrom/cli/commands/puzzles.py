"""Make puzzles from recorded matches or from boards that computers play for it, and list those of a file.

A board makes a puzzle if one stroke is clearly the best for a strong player's hand: by the coach's simulation, on
boards with 5 % other friction and 3 % other bounce as well. No two puzzles of a file show nearly the same. Same sources
and seed, same puzzles. The file is written after each source that adds to it: the same command goes on with what is
there. A record that is broken makes no puzzles and is named with the reason; exit status 1 if all are.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from carrom.cli.errors import UsageError
from carrom.cli.inputs import (
    CannotReadError,
    CannotWriteError,
    add_workers,
    chosen,
    print_json,
    read_text,
    workers_of,
)
from carrom.cli.progress import progress
from carrom.laws.rulesets.every import RULESETS

if TYPE_CHECKING:
    from carrom.puzzles.collection import Collection
    from carrom.puzzles.puzzle import Puzzle
    from carrom.puzzles.sources import Made

MOST_BOARDS = 100_000
THEMES = ("due", "safety", "queen", "last", "two", "combination", "bank", "cut")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", metavar="FILE", nargs="?", help="list the puzzles of this file (default: the included)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--from",
        dest="records",
        metavar="RECORD",
        nargs="+",
        help="records of matches, and folders with such; - reads stdin",
    )
    what.add_argument("--self-play", type=int, metavar="BOARDS", help="let computers play so many boards at most")
    parser.add_argument("-o", "--output", metavar="FILE", help="file to write or to continue; .gz compresses it")
    parser.add_argument("--count", type=int, help="stop with so many puzzles (default: all that are found)")
    parser.add_argument(
        "--share",
        type=int,
        default=25,
        help="of --count, how many percent have the same main theme (default: %(default)s)",
    )
    parser.add_argument("--seed", type=int, default=1, help="of boards and errors (default: %(default)s)")
    parser.add_argument("--ruleset", default="icf", help="laws of self-play (default: %(default)s)")
    parser.add_argument(
        "--players",
        metavar="BOT[:BOT],...",
        help="who plays, board by board: a computer against itself, or two (default: easy with four hands)",
    )
    parser.add_argument(
        "--themes", metavar="THEME,...", help=f"make only these: {', '.join(THEMES)} (default: all but safety)"
    )
    add_workers(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(asked: argparse.Namespace) -> int:
    """Make puzzles, or list them. Raises UsageError, PuzzleFileError, UnknownNameError, CannotWriteError."""
    from carrom.puzzles.collection import Collection

    making = asked.records is not None or asked.self_play is not None
    if making is (asked.output is None) or (making and asked.file is not None):
        raise UsageError("puzzles-output")
    if not making:
        return _listed(asked)
    if not (1 <= asked.share <= 100 and (asked.count is None or asked.count >= 1)):
        raise UsageError("puzzles-range", most=MOST_BOARDS)
    if asked.self_play is not None and not 1 <= asked.self_play <= MOST_BOARDS:
        raise UsageError("puzzles-range", most=MOST_BOARDS)
    path, held = Path(asked.output), Collection(asked.count, asked.share / 100)
    for puzzle in _read(path) if path.exists() else ():
        held.add(puzzle)
    before = len(held)
    sources, total, unit = _sources(asked, held)
    refused: Counter[str] = Counter()
    errors: list[Made] = []
    looked = 0
    if not held.is_full():
        for made in progress(sources, total=total, unit=unit):
            looked += 1
            refused.update({str(reason): times for reason, times in made.refused.items()})
            refused["found"] += len(made.puzzles)
            if made.error is not None:
                errors.append(made)
                print(f"{made.name}: {made.error}", file=sys.stderr)
            if sum([held.add(puzzle) for puzzle in made.puzzles]):
                _save(path, held)
            if held.is_full():
                break
    _save(path, held)
    _report(asked, held, before, looked, unit, refused, errors)
    return 1 if errors and len(errors) == looked else 0


def _sources(asked: argparse.Namespace, held: "Collection") -> tuple["Iterator[Made]", int, str]:
    """The sources of puzzles, how many there are, and the name of one."""
    from carrom.puzzles import sources
    from carrom.puzzles.collection import source_of
    from carrom.puzzles.finding import USUAL
    from carrom.puzzles.puzzle import Theme

    wanted = USUAL
    if asked.themes is not None:
        wanted = frozenset(
            Theme(chosen(name, {each: each for each in THEMES}, "theme")) for name in asked.themes.split(",")
        )
    if asked.self_play is not None:
        chosen(asked.ruleset, RULESETS, "ruleset")
        numbers = [sources.self_play_number(source_of(each), asked.seed, asked.ruleset) for each in held]
        first = max((number for number in numbers if number is not None), default=-1) + 1
        left = max(0, asked.self_play - first)
        boards = sources.from_self_play(
            left,
            seed=asked.seed,
            first=first,
            ruleset=asked.ruleset,
            players=asked.players.split(",") if asked.players else sources.PLAYERS,
            themes=wanted,
            workers=workers_of(asked),
        )
        return boards, left, "board"
    texts: list[tuple[str, str]] = []
    unread: list[Made] = []
    for name in _names(asked.records):
        try:
            texts.append((name, read_text(name)))
        except CannotReadError as error:
            unread.append(sources.Made(name, error=error))
    found = chain(unread, sources.from_records(texts, seed=asked.seed, themes=wanted, workers=workers_of(asked)))
    return found, len(texts) + len(unread), "record"


def _names(given: list[str]) -> list[str]:
    """The files, in place of folders all that lie in them. Raises CannotReadError: nothing lies there."""
    found: list[str] = []
    for name in given:
        path = Path(name)
        inside = sorted(str(each) for each in path.iterdir() if each.is_file()) if path.is_dir() else [name]
        if not inside:
            raise CannotReadError("empty", path=name)
        found += inside
    return found


def _report(
    asked: argparse.Namespace,
    held: "Collection",
    before: int,
    looked: int,
    unit: str,
    refused: Counter[str],
    errors: "list[Made]",
) -> None:
    themes = {theme.value: times for theme, times in sorted(held.themes().items())}
    if asked.json:
        print_json(
            {
                "puzzles": len(held),
                "new": len(held) - before,
                "themes": themes,
                "looked_at": looked,
                "found": refused["found"],
                "refused": {reason: times for reason, times in sorted(refused.items()) if reason != "found"},
                "broken": [{"record": one.name, "code": _code(one), "text": str(one.error)} for one in errors],
            }
        )
        return
    print(f"{len(held)} puzzles in {asked.output}, {len(held) - before} of them new, from {looked} {unit}s")
    print(", ".join(f"{theme} {times}" for theme, times in themes.items()))
    positions = sum(refused.values())
    if positions:
        print(f"{positions} positions: {', '.join(f'{why} {times}' for why, times in refused.most_common())}")


def _code(made: "Made") -> str:
    return made.error.code if made.error is not None else ""


def _listed(asked: argparse.Namespace) -> int:
    from carrom.puzzles.collection import shipped

    puzzles = _read(Path(asked.file)) if asked.file is not None else list(shipped().values())
    if asked.json:
        print_json(
            [
                {
                    "id": each.id,
                    "situation": each.line,
                    "goal": each.goal.value,
                    "themes": [theme.value for theme in each.themes],
                    "solution": list(each.solution_values),
                    "chance": each.chance,
                    "margin": each.margin,
                    "limit": each.limit,
                    "rating": round(each.rating.value),
                    "source": each.source,
                }
                for each in puzzles
            ]
        )
        return 0
    for each in puzzles:
        print(f"{each.id} {each.goal:<15} {round(each.rating.value):>5} {', '.join(each.themes)}")
    return 0


def _read(path: Path) -> "list[Puzzle]":
    from carrom.puzzles.collection import load_puzzles

    try:
        return load_puzzles(path)
    except OSError as error:
        raise CannotReadError("reason", path=path, why=error.strerror or str(error)) from None


def _save(path: Path, held: "Collection") -> None:
    from carrom.puzzles.collection import save_puzzles

    try:
        save_puzzles(path, held)
    except OSError as error:
        raise CannotWriteError(path=path, why=error.strerror or str(error)) from None
