"""Reading a match file from its text: line by line, each checked against its type before the next is read.

A second reader, in JavaScript, shares no code with this one (`static/notation/match_file.js`); both refuse with the
same code and line. What is read here is only what the file says; `carrom.notation.derivation` says whether it holds.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from carrom.json_readers import BadJsonError
from carrom.laws.facts import StrokeFacts
from carrom.match.entries import Effects, Head, Player
from carrom.match.snapshot import MatchResult
from carrom.notation.cursor import Cursor, NotationError, check_text
from carrom.notation.derivation import CHECK, RESULT, Path
from carrom.notation.match_file import FileEntry, FileMatch, MatchFile, Variation
from carrom.notation.match_writer import AUTHORS, FIRST_LINE
from carrom.notation.pieces import read_piece, read_pieces
from carrom.notation.situation import read_situation
from carrom.notation.values import read_fields, read_name, read_value
from carrom.serialization import from_plain

_T = TypeVar("_T")
_AUTHORS = {letter: author for author, letter in AUTHORS.items()}
_MOMENT = re.compile(r"[0-9A-Za-z.:+/@_-]+")
_PIECE = re.compile(r"[qwb][0-9]{0,3}\(")
_PAIR = re.compile(r"([0-9]{1,6}):([0-9]{1,6})(?![^ ])")
_CHECK = re.compile(r"[0-9a-f]{8}(?![^ ])")
_BESIDE = ("at", "by", "role", "laws", "engine")
_BESIDE_ENTRY, _BESIDE_MATCH = (*_BESIDE, "chance"), (*_BESIDE, "values", "defaults", "author")
_HEAD = ("kind", "ruleset", "edition", "players", "tags")
DEEPEST = 8  # variations within variations

Lines = dict[tuple[int, Path], int]
"""The line of each entry of a text, of a result and a checksum, by the place of its match and its path."""


def read_file(text: str) -> tuple[MatchFile, Lines]:
    """Read what a match file says, and where.

    Raises:
        NotationError: with line, column and code.
    """
    reader = _Reader()
    rows = check_text(text).split("\n")
    for number, row in enumerate(rows, start=1):
        cursor = Cursor(row.rstrip(" "), number)
        if not cursor.at_end():
            reader.read(cursor)
    return reader.file(len(rows)), reader.lines


class _Level:
    """The entries of a match, or of a variation, as far as they were read."""

    def __init__(self, first: int, path: Path) -> None:
        self.first = first
        self.path = path
        self.entries: list[FileEntry] = []


class _Reader:
    """Reads line by line. Each kind of line has a method, which knows where such a line may stand."""

    def __init__(self) -> None:
        self.lines: Lines = {}
        self._has_first_line = False
        self._matches: list[FileMatch] = []
        self._match: FileMatch | None = None
        self._levels: list[_Level] = []
        self._comments: list[str] = []
        self._day = ""
        self._kinds: dict[str, Callable[[Cursor, FileMatch], None]] = {
            "tag": self._tag,
            "player": self._player,
            "from": self._from,
            "laid": self._laid,
            "result": self._result,
            "check": self._check,
            "end": self._end,
        }

    def file(self, last: int) -> MatchFile:
        """Return everything that was read. Raises NotationError: it is cut off."""
        if not self._has_first_line:
            raise NotationError("not-a-record", first=FIRST_LINE)
        if self._match is not None:
            raise NotationError("truncated", line=last)
        if not self._matches:
            raise NotationError("missing-key.match", line=last)
        return MatchFile(matches=tuple(self._matches), closing=tuple(self._comments))

    def read(self, cursor: Cursor) -> None:
        """Read one line. Raises NotationError."""
        if not self._has_first_line:
            self._first_line(cursor)
        elif cursor.looks_like("#"):
            self._comments.append(cursor.text[cursor.place + 1 :].removeprefix(" "))
            cursor.place = len(cursor.text)
        elif self._match is None:
            self._open(cursor)
        elif cursor.take("("):
            self._branch(cursor)
        elif cursor.take(")"):
            self._return(cursor)
        elif cursor.take("="):
            self._derived(cursor, self._match)
        elif cursor.text[cursor.place].isdigit() and cursor.text[cursor.place].isascii():
            self._entry(cursor, self._match)
        else:
            start = cursor.place
            word = read_name(cursor)
            if word not in self._kinds:
                cursor.fail("unknown-word.line", at=start, word=word)
            self._kinds[word](cursor, self._match)
        cursor.end()

    def _first_line(self, cursor: Cursor) -> None:
        name, version = FIRST_LINE.split()
        if not cursor.looks_like(f"{name} "):
            cursor.fail("not-a-record", first=FIRST_LINE)
        cursor.take(name)
        given = cursor.rest()
        if not cursor.take(version) or not cursor.at_end():
            cursor.fail("unknown-version", given=given, version=int(version))
        self._has_first_line = True

    # --- a match and its head ---

    def _open(self, cursor: Cursor) -> None:
        start = cursor.place
        if not cursor.take("match "):
            cursor.fail("missing-key.expected", at=start, expected="'match'", found=cursor.rest())
        self._day = ""
        if cursor.at_end() or cursor.looks_like("|"):
            cursor.fail("bad-syntax.expected", expected="a ruleset and its edition", found=cursor.rest())
        ruleset, edition = read_value(cursor), read_value(cursor)
        fields = read_fields(cursor, "|")
        for name in _HEAD:
            if name in fields:
                cursor.fail("bad-value.elsewhere", at=start, name=name)
        plain = {"kind": "head", "ruleset": ruleset, "edition": edition, "players": [], **fields}
        head = _typed(Head, plain, cursor)
        beside = self._beside(cursor, _BESIDE_MATCH)
        self._match = _typed(
            FileMatch, {"head": {"kind": "head", "ruleset": "", "edition": 1, "players": []}, **beside}, cursor
        )
        self._match = replace(self._match, head=head, comments=self._taken())
        self._levels = [_Level(1, ())]
        self.lines[len(self._matches), (0,)] = cursor.line

    def _beside(self, cursor: Cursor, known: tuple[str, ...]) -> dict[str, Any]:
        """Return what stands after the bar: when, who reported it, versions, chance."""
        found: dict[str, Any] = {}
        if not cursor.take("|"):
            return found
        if cursor.at_end():
            cursor.fail("bad-syntax.expected", expected="a name", found=cursor.rest())
        while not cursor.at_end():
            start = cursor.place
            name = read_name(cursor)
            if name not in known:
                cursor.fail("unknown-word.expected", at=start, expected=" or ".join(known), found=repr(name))
            if name in found:
                cursor.fail("key-twice", at=start, name=name)
            special = {"at": self._time, "author": self._author}.get(name)
            found[name] = read_value(cursor) if special is None else special(cursor)
        return {"time" if name == "at" else name: value for name, value in found.items()}

    def _time(self, cursor: Cursor) -> str:
        if cursor.looks_like('"'):
            text = cursor.quoted()
            cursor.expect_gap("a time")
            return text
        moment = cursor.match(_MOMENT)
        if moment is None:
            cursor.fail("bad-syntax.expected", expected="a time", found=cursor.rest())
        cursor.place = moment.end()
        cursor.expect_gap("a time")
        day, letter, rest = moment[0].partition("T")
        if letter and day and rest:
            self._day = day
            return moment[0]
        if letter or not self._day:
            cursor.fail("bad-value.time", at=moment.start(), time=moment[0])
        return f"{self._day}T{moment[0]}"

    def _author(self, cursor: Cursor) -> str:
        if cursor.looks_like('"'):
            author = cursor.quoted()
            cursor.expect_gap("an author")
            return author
        start = cursor.place
        letter = read_name(cursor)
        if letter not in _AUTHORS:
            cursor.fail("unknown-word.expected", at=start, expected=" or ".join(_AUTHORS), found=repr(letter))
        return _AUTHORS[letter]

    def _before_entries(self, cursor: Cursor, name: str) -> None:
        if self._levels[-1].entries or len(self._levels) > 1 or self._is_closing():
            cursor.fail("wrong-order.head", at=0, name=name)

    def _is_closing(self) -> bool:
        return self._match is not None and (self._match.result is not None or bool(self._match.check))

    def _tag(self, cursor: Cursor, match: FileMatch) -> None:
        self._before_entries(cursor, "tag")
        name, value = read_value(cursor), read_value(cursor)
        cursor.end()
        tags = _typed(tuple[tuple[str, str], ...], [[name, value]], cursor)
        if name in dict(match.head.tags):
            cursor.fail("key-twice", at=0, name=name)
        self._match = replace(match, head=replace(match.head, tags=match.head.tags + tags))

    def _player(self, cursor: Cursor, match: FileMatch) -> None:
        self._before_entries(cursor, "player")
        plain: dict[str, Any] = {"side": read_value(cursor), "name": read_value(cursor)}
        if not cursor.at_end() and cursor.peek_word() != "level":
            plain["kind"] = read_value(cursor)
        if cursor.take("level "):
            plain["level"] = read_value(cursor)
        cursor.end()
        players = (*match.head.players, _typed(Player, plain, cursor))
        self._match = replace(match, head=replace(match.head, players=players))

    def _from(self, cursor: Cursor, match: FileMatch) -> None:
        self._before_entries(cursor, "from")
        if match.situation:
            cursor.fail("key-twice", at=0, name="from")
        cursor.skip_space()
        start, line = cursor.place, cursor.text[cursor.place :]
        try:
            read_situation(line)
        except NotationError as error:
            cursor.fail("bad-situation", at=start, cause=error)
        cursor.place = len(cursor.text)
        self._match = replace(match, situation=line)

    # --- entries ---

    def _entry(self, cursor: Cursor, match: FileMatch) -> None:
        level = self._levels[-1]
        if self._is_closing():
            cursor.fail("wrong-order.closing", at=0)
        start, expected = cursor.place, level.first + len(level.entries)
        number = read_value(cursor)
        if number != expected or not isinstance(number, int):
            cursor.fail("wrong-entry-number", at=start, number=expected, found=number)
        author = self._author(cursor)
        plain = {"number": number, "author": author, "asked": _asked(cursor)}
        plain.update(self._beside(cursor, _BESIDE_ENTRY))
        cursor.end()
        entry = _typed(FileEntry, plain, cursor)
        self.lines[len(self._matches), (*level.path, number)] = cursor.line
        level.entries.append(replace(entry, comments=self._taken()))

    def _branch(self, cursor: Cursor) -> None:
        level = self._levels[-1]
        if not level.entries or self._is_closing():
            cursor.fail("wrong-order.variation", at=0)
        if len(self._levels) > DEEPEST:
            cursor.fail("bad-syntax.deep", at=0)
        above = level.entries[-1]
        self._levels.append(_Level(above.number, (*level.path, above.number, len(above.variations))))

    def _return(self, cursor: Cursor) -> None:
        if len(self._levels) < 2:
            cursor.fail("unexpected-text.variation", at=0)
        ended = self._levels.pop()
        if not ended.entries:
            cursor.fail("missing-key.variation", at=0)
        made = Variation(entries=tuple(ended.entries), closing=self._taken())
        entries = self._levels[-1].entries
        entries[-1] = replace(entries[-1], variations=(*entries[-1].variations, made))

    def _laid(self, cursor: Cursor, match: FileMatch) -> None:
        self._put("laid", read_pieces(cursor), cursor, match)

    def _derived(self, cursor: Cursor, match: FileMatch) -> None:
        start = cursor.place
        name = read_name(cursor)
        if name == "position":
            self._put(name, read_pieces(cursor), cursor, match)
            return
        types: dict[str, type] = {"facts": StrokeFacts, "followed": Effects}
        if name not in types:
            cursor.fail("unknown-word.expected", at=start, expected="facts, position or followed", found=repr(name))
        fields = read_fields(cursor, "|")
        cursor.end()
        self._put(name, _typed(types[name], fields, cursor), cursor, match)

    def _put(self, name: str, value: object, cursor: Cursor, match: FileMatch) -> None:
        """Store what stands below an entry, or below the head."""
        if self._is_closing():
            cursor.fail("wrong-order.closing", at=0)
        entries = self._levels[-1].entries
        if not entries and (len(self._levels) > 1 or name in ("facts", "position")):
            cursor.fail("wrong-order.below", at=0, name=name)
        if entries and entries[-1].variations:
            cursor.fail("wrong-order.below", at=0, name=name)
        holder: Any = entries[-1] if entries else match
        if getattr(holder, name) is not None:
            cursor.fail("key-twice", at=0, name=name)
        if entries:
            entries[-1] = replace(holder, **{name: value})
        else:
            self._match = replace(holder, **{name: value})

    # --- the end of a match ---

    def _closes(self, cursor: Cursor) -> None:
        if len(self._levels) > 1:
            cursor.fail("bad-syntax.open-variation", at=0)

    def _result(self, cursor: Cursor, match: FileMatch) -> None:
        self._closes(cursor)
        if match.result is not None:
            cursor.fail("key-twice", at=0, name="result")
        if match.check:
            cursor.fail("wrong-order.closing", at=0)
        plain: dict[str, Any] = {"winner": read_value(cursor)}
        for name in ("games", "points"):
            pair = cursor.match(_PAIR)
            if pair is None:
                cursor.fail("bad-syntax.expected", expected="two whole numbers, such as 2:1", found=cursor.rest())
            cursor.place = pair.end()
            plain[name] = [int(pair[1]), int(pair[2])]
        if not cursor.at_end():
            plain["how"] = read_value(cursor)
        cursor.end()
        self._match = replace(match, result=_typed(MatchResult, plain, cursor))
        self.lines[len(self._matches), RESULT] = cursor.line

    def _check(self, cursor: Cursor, match: FileMatch) -> None:
        self._closes(cursor)
        if match.check:
            cursor.fail("key-twice", at=0, name="check")
        found = cursor.match(_CHECK)
        if found is None:
            cursor.fail("bad-syntax.expected", expected="eight digits of a checksum", found=cursor.rest())
        cursor.place = found.end()
        self._match = replace(match, check=found[0])
        self.lines[len(self._matches), CHECK] = cursor.line

    def _end(self, cursor: Cursor, match: FileMatch) -> None:
        self._closes(cursor)
        start, count = cursor.place, len(self._levels[0].entries)
        given = read_value(cursor)
        if given != count or not isinstance(given, int):
            cursor.fail("truncated.entries", at=start, count=count, given=given)
        self._matches.append(replace(match, entries=tuple(self._levels[0].entries), closing=self._taken()))
        self._match = None

    def _taken(self) -> tuple[str, ...]:
        taken, self._comments = tuple(self._comments), []
        return taken


def _asked(cursor: Cursor) -> dict[str, Any]:
    """Return a request as JSON has it."""
    cursor.skip_space()
    if cursor.text[cursor.place : cursor.place + 1] in tuple("+-0123456789"):
        stroke = {name: read_value(cursor) for name in ("offset", "angle", "speed")}
        return {"kind": "stroke", "stroke": stroke}
    if cursor.match(_PIECE) is not None:
        piece = read_piece(cursor)
        return {"kind": "place", "piece": piece.number, "x": piece.x, "y": piece.y}
    start = cursor.place
    kind = read_name(cursor)
    fields = read_fields(cursor, "|")
    if kind in ("facts", "correct"):
        fields = {"facts": fields}
    if "kind" in fields:
        cursor.fail("bad-value.elsewhere", at=start, name="kind")
    return {"kind": kind, **fields}


def _typed(kind: Any, plain: object, cursor: Cursor) -> Any:
    """Return a value of this type. Raises NotationError: what the line says is none."""
    try:
        return from_plain(kind, plain)
    except BadJsonError as error:
        cursor.fail("bad-value", at=0, error=error)
