"""The lines of a match's record: its head, then each request with its immediate consequences.

Holds values only. One request (`carrom.match.requests`) makes one entry; the entry's number is the match's version.
Entries are folded by `carrom.match.state.follow` and `carrom.play.state.follow`, which apply what is stored and judge
nothing.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from carrom.equipment.position import PlacedPiece, Position
from carrom.laws.facts import StrokeFacts
from carrom.laws.ruling import Ruling
from carrom.match.requests import Request
from carrom.match.rules import Values
from carrom.match.snapshot import BoardResult, GameResult, MatchResult, MatchSnapshot
from carrom.terms import Side

FORMAT = 1  # of the record; older formats keep a reader

UMPIRE = "umpire"
CLOCK = "clock"
WITNESS = "witness"  # who verifies a sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One player of a side. `level` is a computer's level, None for a person."""

    side: Side
    name: str
    kind: Literal["person", "computer"] = "person"
    level: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """Seconds for a stroke and for a placing; None: no clock."""

    stroke: float | None = None
    placing: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The terms of a match: all of entry 0 that was asked for. Nothing of it changes later.

    `values` are the ruleset's values that differ from the defaults of `Ruleset`, ordered by name, so that no old
    edition of a document is needed to read the record (`rules.stored_values`). Where the players sit at first is stated
    by `sides.first_seats`: A's first player SOUTH, B's NORTH; in doubles A's pair SOUTH and NORTH, B's EAST and WEST.

    `take_back` says who may strike out strokes without asking: "never" (not by agreement either), "agreed" (only if
    the other side accepts an offer), "own" (back to before one's own side's last stroke: against a computer),
    "last" (back to before the last stroke, no matter who made it: two players at one screen).
    """

    kind: ClassVar[str] = "head"

    ruleset: str
    edition: int
    values: Values = ()
    base: str = ""  # the included ruleset on which a club's own is founded: its clauses are cited; "" if it ships
    players: tuple[Player, ...]
    men: Literal[1, 2, 4] = 2  # how many play
    breaks: Literal["toss"] | Side = "toss"
    seed: int | None = None
    surface: str = "tournament"
    surface_values: tuple[tuple[str, float], ...] = ()  # what differs from the default surface, ordered by name
    clocks: Clocks = Clocks()
    take_back: Literal["never", "agreed", "own", "last"] = "agreed"
    asks_claims: bool = False  # whether the winner of a board is asked for extra points; else all are demanded
    positions: bool = True  # False: scored by an umpire who states facts
    ceremony: bool = False  # an umpire leads: reporting, checks, trial boards, "Play" (`match.ceremony`); no positions
    tags: tuple[tuple[str, str], ...] = ()  # event, place, date: for people, never read by the program
    format: int = FORMAT


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapse:
    """An entry that cannot hold any more after an earlier one was corrected, and why: a stable code and a sentence.

    Codes: "board-over", "board-open" (the board before it goes on now), "other-player", else that of the refusal.
    """

    number: int
    code: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """The immediate effects of a request.

    `standing`, `position` and `hand` are what holds after the entry, whole. Results are those that this entry brought.
    An entry that strikes out names what it struck, and how many of the results so far stay. `instead` are entries that
    hold in place of struck ones, under their original numbers; their results are among this one's.
    To know what counts, read `carrom.play.record.counting`.
    """

    standing: MatchSnapshot
    position: Position | None = None  # None: a match without positions
    hand: tuple[int, ...] = ()  # pieces taken up and not yet placed
    facts: StrokeFacts | None = None
    ruling: Ruling | None = None
    lying: Position | None = None  # where the stroke left the pieces, if `position` is not that
    returned: tuple[PlacedPiece, ...] = ()  # what the umpire's law put back at once
    no_room: tuple[int, ...] = ()  # dues that went back down and are owed again: no place was free
    sides_changed: bool = False
    board_results: tuple[BoardResult, ...] = ()
    game_results: tuple[GameResult, ...] = ()
    match_result: MatchResult | None = None
    struck_out: tuple[int, ...] = ()
    boards_remaining: int | None = None  # with `struck_out`: so many of the boards' results stay
    games_remaining: int | None = None
    instead: "tuple[Entry, ...]" = ()
    lapsed: tuple[Lapse, ...] = ()  # entries that were struck out with others and hold no more


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of a record.

    `author` is a seat's name, "umpire", "clock" or "witness"; `time` an ISO text; `laws` and `engine` name the versions
    that served it (`engine` is empty where nothing was simulated). `by` is the name of the person who reported it and
    `role` as what ("umpire", "player", "referee"): for people, never read by the program; empty where the author says
    it all.
    """

    number: int
    request_id: str
    author: str
    time: str
    laws: int
    engine: str = ""
    by: str = ""
    role: str = ""
    asked: Head | Request
    followed: Effects

    @property
    def kind(self) -> str:
        """The kind of what was asked."""
        return self.asked.kind
