"""The acts of organisers in a rating list, and its state after all that hold.

Persons are keys, never names.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import ClassVar

from carrom.errors import NotAllowedError
from carrom.rating.families import GROUPS
from carrom.rating.glicko import Rating
from carrom.rating.history import Start, Terms
from carrom.terms import Side
from carrom_web.competitions.repository import Close, CompetitionFold

FROM_FILE = "file:"  # the beginning of the name of a source that is in the log


class RatingListChangeError(NotAllowedError):
    """A change that a rating list cannot take."""

    code = "bad-rating-change"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce:
    """It is called so and rates so, from its first result on."""

    kind: ClassVar[str] = "announce"
    title: str
    terms: Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceResult:
    """A match of a source, with the keys of its players; `key` is its own there."""

    key: str
    day: date
    group: str
    a: tuple[str, ...]
    b: tuple[str, ...]
    winner: Side | None
    points_a: int = 0
    points_b: int = 0
    about: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The results of a source count: "category:12", "match:<id>", or a source of another app (`sources`).

    A source of another site, "file:0001", is gone: its title and results are here, as a file brought them along.
    """

    kind: ClassVar[str] = "mark"
    source: str
    title: str = ""
    results: tuple[SourceResult, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmark:
    """They count no more."""

    kind: ClassVar[str] = "unmark"
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StartList:
    """Somebody's rating on a day, brought from elsewhere."""

    person: str
    day: date
    value: float
    deviation: float
    volatility: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bring:
    """A rating list from elsewhere."""

    kind: ClassVar[str] = "bring"
    title: str
    group: str
    starts: tuple[StartList, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hide:
    """A person is hidden from the list; others' results against them still count for the others."""

    kind: ClassVar[str] = "hide"
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveOut:
    """One result does not count, for a reason."""

    kind: ClassVar[str] = "leave-out"
    source: str
    key: str
    why: str


Act = Announce | Mark | Unmark | Bring | Hide | LeaveOut | Close


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingListState:
    """How a list stands."""

    title: str = ""
    terms: Terms = field(default_factory=Terms)
    sources: tuple[str, ...] = ()
    brought: tuple[Bring, ...] = ()
    same: Mapping[str, str] = field(default_factory=dict)  # keys of merged players, by who they are: not in the log
    hidden: frozenset[str] = frozenset()
    left_out: Mapping[tuple[str, str], str] = field(default_factory=dict)
    from_files: Mapping[str, Mark] = field(default_factory=dict)  # the sources whose results are in the log
    closed: bool = False

    @property
    def titles_from_files(self) -> dict[str, str]:
        """The titles of the sources whose results are in the log."""
        return {source: mark.title for source, mark in self.from_files.items()}

    def who(self, key: str) -> str:
        """The key under which a person is rated, after merges."""
        return self.same.get(key, key)

    def starts(self, group: str) -> list[Start]:
        """The ratings that were brought along for a group."""
        return [
            Start(self.who(one.person), one.day, Rating(one.value, one.deviation, one.volatility))
            for bring in self.brought
            if bring.group == group
            for one in bring.starts
        ]


def after(book: RatingListState, act: Act) -> RatingListState:
    """How it stands after one more act."""
    match act:
        case Announce():
            return replace(book, title=act.title, terms=act.terms)
        case Mark():
            sources = tuple(dict.fromkeys((*book.sources, act.source)))
            from_files = {**book.from_files, act.source: act} if act.source.startswith(FROM_FILE) else book.from_files
            return replace(book, sources=sources, from_files=from_files)
        case Unmark():
            return replace(book, sources=tuple(one for one in book.sources if one != act.source))
        case Bring():
            return replace(book, brought=(*book.brought, act))
        case Hide():
            return replace(book, hidden=book.hidden | {act.person})
        case LeaveOut():
            return replace(book, left_out={**book.left_out, (act.source, act.key): act.why})
        case Close():
            return replace(book, closed=True)


def check(book: RatingListState, act: Act) -> None:
    """Pass if an act can be done now.

    Raises:
        RatingListChangeError: what is in the way, and what to do.
    """
    if book.closed:
        raise RatingListChangeError("closed")
    match act:
        case Announce() if not act.title.strip():
            raise RatingListChangeError("no-title")
        case Mark() if act.source in book.sources:
            raise RatingListChangeError("counts-already")
        case Unmark() if act.source not in book.sources:
            raise RatingListChangeError("not-counting")
        case Bring() if act.group not in GROUPS or not act.starts:
            raise RatingListChangeError("no-ratings")
        case LeaveOut() if not act.why.strip():
            raise RatingListChangeError("no-reason")
        case LeaveOut() if (act.source, act.key) in book.left_out:
            raise RatingListChangeError("left-out-already")


class RatingListFold(CompetitionFold[RatingListState, Act]):
    """How a list follows from acts."""

    def start(self) -> RatingListState:
        """Nothing is announced."""
        return RatingListState()

    def apply(self, state: RatingListState, act: Act) -> RatingListState:
        """How it stands after an act."""
        return after(state, act)

    def check(self, state: RatingListState, act: Act, *, at: str) -> None:
        """Pass if an act can be done now."""
        check(state, act)
