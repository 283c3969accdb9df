"""A place in a text that is being read: words, numbers, quoted texts, and errors that say where."""

import json
import math
import re
from typing import NoReturn

from carrom.errors import CarromError, UnreadableError


class NotationError(UnreadableError):
    """A text that is no position, stroke, situation or match file; `line` and `column` count from 1.

    Codes: `not-a-record`, `unknown-version`, `truncated`, `text-too-long`, `bad-character`, `bad-syntax`,
    `bad-number`, `bad-value`, `bad-situation`, `bad-json`, `unknown-word`, `key-twice`, `wrong-order`, `missing-key`,
    `unexpected-text`, `wrong-entry-number`, `several-matches`; a position that cannot lie so has the code of
    `carrom.equipment.validity`. What the laws refuse when a match is derived has their code, else
    `derived-otherwise` or `other-version`.
    """

    own_codes = True
    location_id = "at-place"

    def __init__(self, reason: str, /, *, line: int = 1, column: int = 1, **parameters: object) -> None:
        super().__init__(reason, line=line, column=column, **parameters)
        self.line = line
        self.column = column


class UnwritableError(UnreadableError):
    """A value that no text could give back: a number that is not finite, a value of the wrong type."""

    code = "unwritable"


MOST_CHARACTERS = 16_000_000
_WORD = re.compile(r"[\w.:+/@-]+")
_NUMBER = re.compile(r"[+-]?\d{1,40}(\.\d{1,40})?([eE][+-]?\d{1,4})?(?![\w.])", re.ASCII)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


class Cursor:
    """Reads one line from left to right; `line` is its number in the whole text, `offset` how far it is indented."""

    __slots__ = ("line", "offset", "place", "text")

    def __init__(self, text: str, line: int = 1, offset: int = 0) -> None:
        self.text = text
        self.line = line
        self.offset = offset
        self.place = 0

    def fail(self, reason: str, *, at: int | None = None, **parameters: object) -> NoReturn:
        """Raise the NotationError that says what is wrong here, or at an earlier place of this line."""
        raise NotationError(reason, line=self.line, column=self._column(at), **parameters)

    def refuse(self, error: CarromError, *, at: int | None = None) -> NoReturn:
        """Raise an error of the game's own checks, under its own code, with the place where it was read."""
        refused = NotationError("refused", line=self.line, column=self._column(at), cause=error)
        refused.code = error.code
        raise refused

    def _column(self, at: int | None) -> int:
        return (self.place if at is None else at) + self.offset + 1

    def skip_space(self) -> None:
        """Go to the next thing that is no space."""
        while self.text.startswith(" ", self.place):
            self.place += 1

    def at_end(self) -> bool:
        """Whether nothing but spaces is left."""
        self.skip_space()
        return self.place >= len(self.text)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Match a pattern here without going on."""
        self.skip_space()
        return pattern.match(self.text, self.place)

    def looks_like(self, text: str) -> bool:
        """Whether this text comes next."""
        self.skip_space()
        return self.text.startswith(text, self.place)

    def take(self, text: str) -> bool:
        """Go past this text if it comes next."""
        if self.looks_like(text):
            self.place += len(text)
            return True
        return False

    def expect(self, text: str) -> None:
        """Go past this text. Raises NotationError: something else stands here."""
        if not self.take(text):
            self.fail("bad-syntax.expected", expected=repr(text), found=self.rest())

    def rest(self) -> str:
        """The text from here on, shortened for a sentence."""
        self.skip_space()
        rest = self.text[self.place : self.place + 20]
        return repr(rest) if rest else "the end of the line"

    def word(self, what: str) -> str:
        """Read a bare word. Raises NotationError: there is none."""
        match = self.match(_WORD)
        if match is None:
            self.fail("bad-syntax.expected", expected=what, found=self.rest())
        self.place = match.end()
        return match.group()

    def peek_word(self) -> str:
        """The bare word that comes next; empty if none does."""
        match = self.match(_WORD)
        return match.group() if match else ""

    def number_text(self) -> str:
        """Read the text of a number. Raises NotationError: there is none."""
        match = self.match(_NUMBER)
        if match is None:
            self.fail("bad-number.expected", found=self.rest())
        self.place = match.end()
        return match.group()

    def real(self) -> float:
        """Read a float. Raises NotationError: none, or one that no float can hold."""
        start = self.place
        value = float(self.number_text())
        if not math.isfinite(value):
            self.fail("bad-number.too-large", at=start)
        return value

    def whole(self) -> int:
        """Read an int. Raises NotationError: none, or one with a point or an exponent."""
        start = self.place
        text = self.number_text()
        if not text.lstrip("+-").isdigit():
            self.fail("bad-number.not-whole", at=start, found=text)
        return int(text)

    def quoted(self) -> str:
        """Read a text in double quotes. Raises NotationError: it does not end, or holds a bad escape."""
        match = self.match(_QUOTED)
        if match is None:
            self.fail("bad-syntax.expected", expected="a text in double quotes", found=self.rest())
        try:
            value = json.loads(match.group())
        except ValueError:
            self.fail("bad-syntax.quoted")
        self.place = match.end()
        self.expect_gap("a quoted text")
        return str(value)

    def expect_gap(self, what: str) -> None:
        """Pass before a space, a closing bracket or the end of the line. Raises NotationError: something else."""
        if self.text[self.place : self.place + 1] not in {"", " ", ")", "]"}:
            self.fail("bad-syntax.expected", expected=f"a space after {what}", found=self.rest())

    def end(self) -> None:
        """Pass at the end of the line. Raises NotationError: more follows."""
        if not self.at_end():
            self.fail("unexpected-text.line", found=self.rest())


def quote(text: str) -> str:
    """A text in double quotes, whatever it holds; what nobody could see is escaped."""
    escaped = json.dumps(text, ensure_ascii=False)
    return "".join(char if char.isprintable() else _escape(char) for char in escaped)


def _escape(char: str) -> str:
    code = ord(char)
    if code > 0xFFFF:
        code -= 0x10000
        return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
    return f"\\u{code:04x}"


def check_text(text: str) -> str:
    """Return the text with plain line ends, if it can be a text of this notation at all.

    Raises:
        NotationError: too long, or it holds characters that no text has.
    """
    text = check_length(text).removeprefix("\ufeff").replace("\r\n", "\n")
    bad = re.search(r"[\x00-\x09\x0b-\x1f\x7f]", text)
    if bad:
        line = text.count("\n", 0, bad.start()) + 1
        column = bad.start() - text.rfind("\n", 0, bad.start())
        raise NotationError("bad-character", line=line, column=column, character=bad.group())
    return text


def check_length(text: str) -> str:
    """Return a text that is not too long to be read. Raises NotationError."""
    if len(text) > MOST_CHARACTERS:
        raise NotationError("text-too-long", count=len(text), most=MOST_CHARACTERS)
    return text
