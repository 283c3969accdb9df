"""The values of a match file: of each match what was asked and played, and what somebody wrote beside it.

Holds values only. As text: `carrom.notation.match_text`; as JSON: `carrom.serialization` of these classes, whose schema
is `carrom.notation.schema`. The results are derived by `carrom.notation.derivation`.
"""

from dataclasses import dataclass
from typing import Literal

from carrom.equipment.position import Position
from carrom.laws.facts import StrokeFacts
from carrom.match.entries import UMPIRE, Effects, Head
from carrom.match.requests import Request
from carrom.match.snapshot import MatchResult

VERSION = 2
Comments = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """Entries that could have stood instead of one and those after it; `closing` are remarks after the last."""

    entries: "tuple[FileEntry, ...]"
    closing: Comments = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEntry:
    """One request as it was asked: its number, by whom, when.

    `chance` are random numbers that it drew, `laid` is where the pieces were laid by chance; without them chance comes
    from the seed of the match. `laws` and `engine` served it if they were other than the match's.
    Derived, and so optional: `facts`, what the stroke did; `position`, where all lay then; `followed`, everything.
    """

    number: int
    author: str
    asked: Request
    time: str = ""
    by: str = ""
    role: str = ""
    laws: int | None = None
    engine: str | None = None
    chance: tuple[float, ...] = ()
    laid: Position | None = None
    facts: StrokeFacts | None = None
    position: Position | None = None
    followed: Effects | None = None
    comments: Comments = ()
    variations: tuple[Variation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileMatch:
    """One match: its head, the situation (as a line) from which it began if that was no opening, its entries.

    The head's `values` are those that differ from its edition of the ruleset; `defaults` names values that are a new
    ruleset's there. With `values` "whole" they are all that differ from a new ruleset's, as in a record.
    `laws` and `engine` are the versions that served it; None: those of the reader. Derived, and so optional: `result`,
    and `check`, the first eight digits of a SHA-256 over everything that happened (`derivation.checksum`).
    """

    head: Head
    values: Literal["edition", "whole"] = "edition"
    defaults: tuple[str, ...] = ()
    author: str = UMPIRE
    time: str = ""
    by: str = ""
    role: str = ""
    laws: int | None = None
    engine: str | None = None
    situation: str = ""
    laid: Position | None = None
    followed: Effects | None = None
    entries: tuple[FileEntry, ...] = ()
    result: MatchResult | None = None
    check: str = ""
    comments: Comments = ()
    closing: Comments = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFile:
    """The matches of a file, in order; `closing` are remarks after the last."""

    format: Literal["carrom-match"] = "carrom-match"
    version: Literal[2] = 2
    matches: tuple[FileMatch, ...]
    closing: Comments = ()
