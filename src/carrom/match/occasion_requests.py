"""The requests around play: calling a match, late players, trial boards, time-outs, other players, protests."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from carrom.terms import Side


@dataclass(frozen=True, slots=True)
class CallMatch:
    """While the players' report is awaited: the match is called, the reporting time runs from now."""

    kind: ClassVar[str] = "call"


@dataclass(frozen=True, slots=True)
class Late:
    """A side is not at the board though its time is over: it loses the match. None: neither side is."""

    kind: ClassVar[str] = "late"
    side: Side | None


@dataclass(frozen=True, slots=True)
class Trial:
    """Answers the offer of a trial board: it was played, or it is waived. What falls in it counts nothing."""

    kind: ClassVar[str] = "trial"
    played: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Begin:
    """Before the first stroke of a board: all that is left of the ceremony is done and answered at once.

    `toss` says who won it. `choices` has what its winner chose, and after the break the seat that the other side took.
    `trials` trial boards were played, the rest was waived. An answer is given exactly where the laws ask for it.
    `colour` is what the winner of the toss plays on this board, where colours are chosen; None: the breaker has white.
    """

    kind: ClassVar[str] = "begin"
    toss: Side | None = None
    choices: tuple[str, ...] = ()
    trials: int | None = None
    colour: Literal["white", "black"] | None = None


@dataclass(frozen=True, slots=True)
class TimeOut:
    """Between two strokes: a side takes one of its time-outs. The umpire's `Ready` ends it."""

    kind: ClassVar[str] = "time_out"
    side: Side


@dataclass(frozen=True, slots=True)
class Substitute:
    """Before the first stroke of a board, where the laws let one: somebody else plays for a player of a side."""

    kind: ClassVar[str] = "substitute"
    side: Side
    player: int
    name: str


@dataclass(frozen=True, slots=True)
class Rename:
    """A player on a real board has another name from now on: it was wrong, or nobody knew it. The same person plays."""

    kind: ClassVar[str] = "rename"
    side: Side
    player: int
    name: str


@dataclass(frozen=True, slots=True)
class Rearrange:
    """While a stroke is awaited, where the laws let the umpire: the coins that are up are laid again, the counts stay.

    "shuffle": at random places round the centre; "neutral": colours in turn round it; "rack": as at the break, the
    places of coins that are down left out.
    """

    kind: ClassVar[str] = "rearrange"
    how: Literal["shuffle", "neutral", "rack"]


@dataclass(frozen=True, slots=True)
class Protest:
    """Any time, also after the end: a side protests, and play goes on under it.

    `last_board`: about the board that ended last, which has its time limit; else about the board in play.
    """

    kind: ClassVar[str] = "protest"
    side: Side
    text: str
    last_board: bool = False
