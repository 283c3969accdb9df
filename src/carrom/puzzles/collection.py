"""Puzzles in a file, no two of them alike: reading, writing, adding; and those that come with carrom.

A file has a line of JSON for each puzzle after a line that says what it is; a name that ends in .gz is compressed.
"""

import gzip
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from carrom.errors import CarromError, UnreadableError
from carrom.play.lessons import Put
from carrom.puzzles.puzzle import Goal, Puzzle, Theme
from carrom.terms import Piece, Stroke

VERSION = 1
SHIPPED = "shipped.jsonl.gz"
ALIKE = 0.012  # metres that each piece may lie from that of the other puzzle, mirrored or not
OF_A_SOURCE = 2  # puzzles of one board: its pieces stay the same for long
MOST_SHARE = 0.25  # of a collection have the same main theme, unless it says otherwise


class PuzzleFileError(UnreadableError):
    """A file that holds no puzzles, or a line of it that is none."""

    code = "bad-puzzle-file"


@dataclass
class Collection:
    """Puzzles in the order in which they came.

    Args:
        count: as many as are wanted; None: all.
        share: of them, that may have the same main theme.
    """

    count: int | None = None
    share: float = MOST_SHARE
    puzzles: list[Puzzle] = field(default_factory=list)
    _ids: set[str] = field(default_factory=set)
    _kinds: dict[tuple[int, ...], list[Puzzle]] = field(default_factory=dict)
    _themes: Counter[Theme] = field(default_factory=Counter)
    _sources: Counter[str] = field(default_factory=Counter)

    def __len__(self) -> int:
        return len(self.puzzles)

    def __iter__(self) -> Iterator[Puzzle]:
        return iter(self.puzzles)

    def is_full(self) -> bool:
        """Whether there are as many as are wanted."""
        return self.count is not None and len(self) >= self.count

    def add(self, puzzle: Puzzle) -> bool:
        """Add a puzzle; False: it is full, has one like it, or enough of its board or of its main theme."""
        place = source_of(puzzle)
        most = math.inf if self.count is None else math.ceil(self.share * self.count)
        if self.is_full() or self._themes[puzzle.theme] >= most or (place and self._sources[place] >= OF_A_SOURCE):
            return False
        others = self._kinds.setdefault(_counts(puzzle), [])
        if puzzle.id in self._ids or any(are_alike(puzzle, other) for other in others):
            return False
        others.append(puzzle)
        self.puzzles.append(puzzle)
        self._ids.add(puzzle.id)
        self._themes[puzzle.theme] += 1
        self._sources[place] += 1
        return True

    def themes(self) -> Mapping[Theme, int]:
        """How many have each main theme."""
        return dict(self._themes)


def source_of(puzzle: Puzzle) -> str:
    """The record, or the board of self-play, that a puzzle comes from: its source without the entry."""
    return puzzle.source.rpartition("#")[0]


def are_alike(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles show nearly the same, as they are or in a mirror; colours that are swapped count for nothing.

    Both are seen by their solver, so that turning a board changes nothing.
    """
    first, second = _pieces(one), _pieces(other)
    if [role for role, _x, _y in first] != [role for role, _x, _y in second]:
        return False
    return any(_match(first, [(role, sign * x, y) for role, x, y in second]) for sign in (1.0, -1.0))


def _match(first: list[tuple[str, float, float]], second: list[tuple[str, float, float]]) -> bool:
    """Whether each piece of one has its own piece of the other nearby."""
    left = list(second)
    for role, x, y in first:
        near = [each for each in left if each[0] == role and math.dist((x, y), each[1:]) <= ALIKE]
        if not near:
            return False
        left.remove(min(near, key=lambda each: math.dist((x, y), each[1:])))
    return True


def _pieces(puzzle: Puzzle) -> list[tuple[str, float, float]]:
    """Own coins, those of the opponent and the queen, with their places, by role."""
    situation = puzzle.situation
    own = situation.board.colour_of(situation.board.to_play)
    roles = {Piece.QUEEN: "queen", Piece.WHITE: "white", Piece.BLACK: "black"}
    if own is not None and not situation.board.solo:
        roles |= {own: "own", Piece.BLACK if own is Piece.WHITE else Piece.WHITE: "theirs"}
    found = [(roles[kind], piece.x, piece.y) for kind in Piece for piece in situation.position.of(kind)]
    return sorted(found)


def _counts(puzzle: Puzzle) -> tuple[int, ...]:
    roles = [role for role, _x, _y in _pieces(puzzle)]
    return tuple(roles.count(role) for role in ("own", "theirs", "queen", "white", "black"))


def write_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Puzzles as the text of a file."""
    lines = [{"carrom-puzzles": VERSION}, *map(_row, puzzles)]
    return "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines)


def read_puzzles(text: str) -> list[Puzzle]:
    """The puzzles of a file's text. Raises PuzzleFileError: with the number of the line."""
    lines = text.splitlines()
    if not lines or _parsed(lines[0], 1).get("carrom-puzzles") != VERSION:
        raise PuzzleFileError("other")
    return [_puzzle(_parsed(line, number), number) for number, line in enumerate(lines[1:], start=2) if line]


def save_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a file in one piece: if the program is stopped, the old one is still there. Raises OSError."""
    data = write_puzzles(puzzles).encode()
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(gzip.compress(data, 9, mtime=0) if path.suffix == ".gz" else data)
    part.replace(path)


def load_puzzles(path: Path) -> list[Puzzle]:
    """Read a file. Raises PuzzleFileError, OSError."""
    return read_puzzles(_text(path.read_bytes()))


@cache
def shipped() -> Mapping[str, Puzzle]:
    """The puzzles that come with carrom, by their ids, in the order of their file."""
    data = files("carrom.puzzles").joinpath(SHIPPED).read_bytes()
    return {puzzle.id: puzzle for puzzle in read_puzzles(_text(data))}


def _text(data: bytes) -> str:
    try:
        return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode()
    except (OSError, EOFError, UnicodeDecodeError):
        raise PuzzleFileError("other") from None


def _row(puzzle: Puzzle) -> dict[str, Any]:
    row = {
        "line": puzzle.line,
        "goal": puzzle.goal.value,
        "themes": [theme.value for theme in puzzle.themes],
        "solution": list(puzzle.solution_values),
        "chance": puzzle.chance,
        "margin": puzzle.margin,
    }
    if puzzle.limit:
        row["limit"] = puzzle.limit
    if puzzle.source:
        row["source"] = puzzle.source
    return row


def _parsed(line: str, number: int) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:
        row = None
    if not isinstance(row, dict):
        raise PuzzleFileError("line", line=number)
    return row


def _puzzle(row: dict[str, Any], number: int) -> Puzzle:
    try:
        goal, values = Goal(row["goal"]), [float(value) for value in row["solution"]]
        puzzle = Puzzle(
            line=str(row["line"]),
            goal=goal,
            themes=tuple(Theme(theme) for theme in row["themes"]),
            solution=Put(*values) if goal is Goal.GUARD else Stroke(*values),
            chance=float(row["chance"]),
            margin=float(row["margin"]),
            limit=float(row.get("limit", 0.0)),
            source=str(row.get("source", "")),
        )
    except (KeyError, TypeError, ValueError) as error:
        if isinstance(error, CarromError):
            raise
        raise PuzzleFileError("line", line=number) from None
    if not puzzle.themes:
        raise PuzzleFileError("line", line=number)
    return puzzle
