"""The decision that a match waits for: what it is, who may take it, and the possible answers.

Holds values only. `carrom.play.domain` says where a piece may lie and from where a stroke may be made.
"""

from dataclasses import dataclass
from enum import StrEnum

from carrom.laws.ruling import Reason, Region
from carrom.terms import Piece, Seat, Side


class Decision(StrEnum):
    """The kinds of decision (design: the match as a state machine)."""

    TOSS = "toss"  # anybody seated may ask for it; chance decides, or the umpire says who won
    CHOICE = "choice"  # one of `options`: break, or a side of the board
    STROKE = "stroke"  # a stroke, or a pass where `may_pass`
    PLACING = "placing"  # the first of `dues` at a place, or forgo them all where `may_forgo`
    CLAIM = "claim"  # 0 to `most` extra points
    CAP = "cap"  # solo: stop or play on
    READY = "ready"  # each side says that it is ready, or the umpire for all; or a step of the ceremony (`why`)
    APPEAL = "appeal"  # the umpire grants or refuses
    OVER = "over"  # nobody


BREAK = "break"  # the other options of a choice are names of seats: where the chooser's first player will sit


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """A coin that a side gives back now and that `placer` sets down.

    `number` is the piece's (`terms.piece_of`), None in a match without positions.
    """

    piece: Piece
    side: Side | None  # who owes it; None: the queen
    placer: Seat
    region: Region
    why: Reason
    clauses: tuple[str, ...] = ()
    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Awaiting:
    """A decision, who may take it (`seats`: any one of them), and what may be answered.

    The page and the computers read it; `carrom.play.handlers.answer` accepts nothing else but what may
    come at any time (conceding, offers, taking back, declared facts).
    """

    kind: Decision
    seats: tuple[Seat, ...] = ()
    options: tuple[str, ...] = ()  # choice: BREAK and names of seats; ready: the steps that follow
    why: str = ""  # toss: "match" or "extra_board"; claim: the outcome's reason; appeal: its matter; ready: the step
    dues: tuple[Due, ...] = ()  # placing: first the one to be placed now
    may_forgo: bool = False  # placing: nothing of this claim has been placed yet
    may_pass: bool = False  # stroke
    most: int = 0  # claim


OVER = Awaiting(kind=Decision.OVER)
