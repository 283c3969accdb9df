"""Matches as text or JSON: what was asked and played, from which everything else is derived again when it is read.

    carrom-match 2

    match icf 1 breaks a | laws 2 engine "4"
    player a Asha
    player b Tomasz
    1 S 0.1203 -0.21 2.4
    2 N b12(0.1,0.0)
    end 2

`docs/notation.md` describes the format.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from carrom.json_readers import BadJsonError
from carrom.match.entries import Entry
from carrom.notation import match_reader, match_writer
from carrom.notation.cursor import NotationError, check_length
from carrom.notation.derivation import DerivationError, Derived, Remark, file_match, record_of
from carrom.notation.match_file import FileEntry, MatchFile
from carrom.notation.match_reader import Lines
from carrom.notation.situation import read_situation
from carrom.play.context import Simulate
from carrom.play.record import Record
from carrom.serialization import from_plain, parse, write

MEDIA_TYPE, JSON_MEDIA_TYPE = "text/vnd.carrom.match", "application/vnd.carrom.match+json"
EXTENSION, JSON_EXTENSION = ".carrom", ".carrom.json"


class HasEntries(Protocol):
    """Anything with the entries of a match: a record, or a match in progress."""

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries in order, the head first."""
        ...


class NotDerivedError(NotationError):
    """A file that can be read, but what was asked in it cannot follow, or leads elsewhere than it says."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A match file as it was read: what it says, and where each entry stands in its text (nowhere, in JSON)."""

    said: MatchFile
    lines: Lines

    def record(self, place: int = 0, *, simulate: Simulate | None = None, derived: Derived | None = None) -> Record:
        """Derive the match at this place of the file; `simulate` and `derived` as `derivation.record_of` has them.

        Raises:
            NotDerivedError: what was asked cannot follow, or leads elsewhere than the file says; with its line.
        """
        try:
            return record_of(self.said.matches[place], simulate=simulate, derived=derived)
        except DerivationError as error:
            path = error.path
            if not self.lines:
                refused = NotDerivedError("entry", match=place + 1, number=max(path[-1], 0), cause=error)
            else:
                refused = NotDerivedError("refused", line=self.lines[place, path], cause=error)
            refused.code = error.code
            raise refused from None

    def count(self, kind: type = object) -> int:
        """How many requests of a kind all matches have, those of variations among them: what deriving them takes."""
        return sum(_count(match.entries, kind) for match in self.said.matches)


def _count(entries: Iterable[FileEntry], kind: type) -> int:
    return sum(
        isinstance(entry.asked, kind) + sum(_count(variation.entries, kind) for variation in entry.variations)
        for entry in entries
    )


def read_match_file(text: str) -> ReadFile:
    """Read what a match file says, as text or as JSON, and derive nothing yet.

    Raises:
        NotationError: with line, column and code.
    """
    if not text.lstrip("\ufeff \r\n").startswith("{"):
        return ReadFile(*match_reader.read_file(text))
    try:
        said = from_plain(MatchFile, parse(check_length(text).removeprefix("\ufeff")))
        for match in said.matches:
            if match.situation:
                read_situation(match.situation)
    except BadJsonError as error:
        raise NotationError("bad-json", line=int(str(error.parameters.get("line", 1))), error=error) from None
    return ReadFile(said, {})


def write_match_file(file: MatchFile, *, as_json: bool = False) -> str:
    """Write a match file as text, or as JSON of the same content. Raises UnwritableError."""
    return f"{write(file, brief=True)}\n" if as_json else match_writer.write_file(file)


def read_match(text: str) -> Record:
    """Read the one match of a text: everything that was asked in it is judged and simulated again.

    Raises:
        NotationError: it cannot be read, or what was asked leads elsewhere than it says; with line, column and code.
    """
    file = read_match_file(text)
    if len(file.said.matches) != 1:
        raise NotationError("several-matches", count=len(file.said.matches))
    return file.record()


def read_matches(text: str) -> tuple[Record, ...]:
    """Read every match of a text, as `read_match`. Raises NotationError."""
    file = read_match_file(text)
    return tuple(file.record(place) for place in range(len(file.said.matches)))


def read_entries(text: str) -> tuple[Entry, ...]:
    """Read the entries of the one match of a text. Raises NotationError."""
    return read_match(text).entries


def write_match(match: HasEntries, *, remark: Remark | None = None, derived: bool = False) -> str:
    """Write a match as a match file.

    Args:
        match: a record, or a match in progress.
        remark: gives a sentence about an entry, written as a comment before it.
        derived: also write what followed from each request, for programs that know neither laws nor engine.

    Raises:
        UnwritableError: a value that no text could give back.
    """
    return write_entries(match.entries, remark=remark, derived=derived)


def write_matches(matches: Iterable[HasEntries], *, derived: bool = False) -> str:
    """Write several matches as one file, as `write_match`. Raises UnwritableError."""
    return write_match_file(MatchFile(matches=tuple(file_match(one.entries, derived=derived) for one in matches)))


def write_entries(entries: Sequence[Entry], *, remark: Remark | None = None, derived: bool = False) -> str:
    """Write the entries of a match, as `write_match`. Raises UnwritableError."""
    return write_match_file(MatchFile(matches=(file_match(entries, remark=remark, derived=derived),)))
