"""The requests of a match: one class for each kind, with who may make it and when.

Holds values only. A request becomes one entry of the record (`carrom.match.entries`); `kind` is its name there.
"""

from dataclasses import dataclass
from typing import ClassVar, Literal

from carrom.equipment.arrangement import Aim
from carrom.laws.facts import StrokeFacts
from carrom.match.occasion_requests import Begin as Begin
from carrom.match.occasion_requests import CallMatch as CallMatch
from carrom.match.occasion_requests import Late as Late
from carrom.match.occasion_requests import Protest as Protest
from carrom.match.occasion_requests import Rearrange as Rearrange
from carrom.match.occasion_requests import Rename as Rename
from carrom.match.occasion_requests import Substitute as Substitute
from carrom.match.occasion_requests import TimeOut as TimeOut
from carrom.match.occasion_requests import Trial as Trial
from carrom.match.snapshot import Tally
from carrom.terms import Side, Stroke

OfferKind = Literal["draw", "replay", "take_back", "fact", "stand_in"]  # "fact": a `Declare` about the other side
Penalty = Literal["warning", "points", "board", "game", "match"]
SheetEnd = Literal["finished", "own_last", "opponent_last", "breach", "drawn", "replayed", "cleared", "stopped"]


@dataclass(frozen=True, slots=True)
class Toss:
    """Answers `toss`. `winner` is said by an umpire; None: chance decides."""

    kind: ClassVar[str] = "toss"
    winner: Side | None = None


@dataclass(frozen=True, slots=True)
class Choose:
    """Answers `choice` with one of its options."""

    kind: ClassVar[str] = "choose"
    choice: str


@dataclass(frozen=True, slots=True)
class MakeStroke:
    """Answers `stroke` in a match with positions."""

    kind: ClassVar[str] = "stroke"
    stroke: Stroke


@dataclass(frozen=True, slots=True)
class StateFacts:
    """Answers `stroke` in a match without positions: what happened, as the umpire tells it."""

    kind: ClassVar[str] = "facts"
    facts: StrokeFacts


@dataclass(frozen=True, slots=True)
class Pass:
    """Answers `stroke` by not making one."""

    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Place:
    """Answers `placing`: the first due, `piece`, with its centre at x, y (board axes, metres)."""

    kind: ClassVar[str] = "place"
    piece: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Forgo:
    """Answers `placing`: the whole claim is given up, the coins stay down.

    Without positions coins count as placed at once: there an umpire says so before the next stroke.
    """

    kind: ClassVar[str] = "forgo"


@dataclass(frozen=True, slots=True)
class Claim:
    """Answers `claim`: how many of the extra points are demanded."""

    kind: ClassVar[str] = "claim"
    points: int


@dataclass(frozen=True, slots=True)
class ChooseColour:
    """Before the first stroke of a board, where colours are chosen: the toss winner plays this colour on it."""

    kind: ClassVar[str] = "colour"
    colour: Literal["white", "black"]


@dataclass(frozen=True, slots=True)
class TurnRack:
    """Before the first stroke of a board, where the rack is aimed: the breaker turns an arm to this pocket."""

    kind: ClassVar[str] = "rack"
    pocket: Aim


@dataclass(frozen=True, slots=True)
class Ready:
    """Answers `ready`: the author's side is ready (the umpire: everybody), or a step of the ceremony is done."""

    kind: ClassVar[str] = "ready"


@dataclass(frozen=True, slots=True)
class AtCap:
    """Answers `cap`: the player stops the board at its cap, or plays it on (`solo.AT_CAP`)."""

    kind: ClassVar[str] = "cap"
    answer: Literal["stop", "play_on"]


@dataclass(frozen=True, slots=True)
class Concede:
    """Any time: the author's side gives up the game or the match; an umpire says which `side` does."""

    kind: ClassVar[str] = "concede"
    what: Literal["game", "match"] = "match"
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Any time, where the head allows it: strikes out the last stroke and all that followed it.

    By an umpire: strikes out the last entry that counts, whatever it is, also after the end of the match.
    """

    kind: ClassVar[str] = "take_back"


@dataclass(frozen=True, slots=True)
class Offer:
    """Any time: a board drawn, a board replayed, a stroke taken back, if the other side agrees."""

    kind: ClassVar[str] = "offer"
    what: Literal["draw", "replay", "take_back"]


@dataclass(frozen=True, slots=True)
class Reply:
    """To an offer, named by its entry's number."""

    kind: ClassVar[str] = "reply"
    offer: int
    accept: bool


@dataclass(frozen=True, slots=True)
class Declare:
    """Until the next release: facts that only a person sees, about the side `about`.

    About the last stroke they are judged with it again (`made` true); without a stroke they are judged by themselves.
    Declared by a player against the other side it is a claim: an offer, which holds once that side agrees.
    """

    kind: ClassVar[str] = "declare"
    facts: tuple[str, ...]
    about: Side
    made: bool = True


@dataclass(frozen=True, slots=True)
class Penalise:
    """By an official, any time, with their reason: what the laws leave to them.

    "points": so many off the score of the game in play, which never falls below 0. "board", "game", "match": the other
    side wins it; `disqualified` says that the side is out for good, which ends the match. "warning" is only noted.
    """

    kind: ClassVar[str] = "penalise"
    what: Penalty
    side: Side
    reason: str
    points: int = 0
    disqualified: bool = False
    player: int | None = None  # which of the side's players, counted from 0; None: the side


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Until the next stroke: the last declaration of the author's side (the umpire's: of anybody) holds no more.

    An official takes their last penalty back in the same way.
    """

    kind: ClassVar[str] = "withdraw"


@dataclass(frozen=True, slots=True)
class Restore:
    """By the umpire: the position before the last stroke; it is played again."""

    kind: ClassVar[str] = "restore"


@dataclass(frozen=True, slots=True, kw_only=True)
class TellBoard:
    """By an umpire, while a stroke is awaited in a match without positions: how the board in play ended (score sheet).

    `ended`: the winner "finished"; the loser pocketed their own last coin ("own_last") or the winner's
    ("opponent_last"); they lost it by a "breach"; it was "drawn" by agreement; it is "replayed". `coins_left` are those
    of the side that had some left: of the loser, after "own_last" of the winner. `queen`: who covered her; None:
    nobody. `extra` points were demanded. `breaker`, `points` and `total`: who broke, what the winner got and what the
    game stands at after it, as a sheet on paper has it, to be compared with what the laws say; None: as they say. Alone
    a board was "cleared" in so many `strokes`, or "stopped" at the cap.
    """

    kind: ClassVar[str] = "board"
    ended: SheetEnd = "finished"
    winner: Side | None = None
    coins_left: int = 0
    queen: Side | None = None
    extra: int = 0
    breaker: Side | None = None
    points: int | None = None
    total: Tally | None = None
    strokes: int | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """By an umpire, until the next stroke: the last stroke was another one; what followed from it is struck out."""

    kind: ClassVar[str] = "correct"
    facts: StrokeFacts


@dataclass(frozen=True, slots=True, kw_only=True)
class Amend:
    """By an umpire, any time: the entry of this number, however old, was another one. Later entries stay.

    One of `facts` (of a stroke), `board` (a board entered as a whole, also in place of the rest of its strokes) and
    `points` (extra points that were demanded) says what holds instead; none of them: the entry is left out. Later
    entries keep their facts and are judged again in order. `turns` says what becomes of a later stroke where another
    player's turn has come: "keep", it cannot hold any more; "follow", it is judged as that player's (entered under the
    wrong name).
    Law: L-124.
    """

    kind: ClassVar[str] = "amend"
    number: int
    facts: StrokeFacts | None = None
    board: TellBoard | None = None
    points: int | None = None
    turns: Literal["keep", "follow"] = "keep"
    why: str = ""  # their reason, for people


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperBoard:
    """A board as it stands on a second person's paper; `winner` None: it counts for nobody."""

    game: int
    board: int
    winner: Side | None
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify:
    """By a second person, any time: the boards on their own paper (compared by `carrom.play.second_sheet`)."""

    kind: ClassVar[str] = "verify"
    name: str
    boards: tuple[PaperBoard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Appeal:
    """By an umpire, while a stroke is awaited: play stops, and its clock with it, until they have decided.

    A side asked for it; None: the umpire stops play (a damaged surface, powder in a pocket, a coin in its mouth).
    `stroke` is the number of the entry of the stroke that it is about; None: it is about no stroke.
    """

    kind: ClassVar[str] = "appeal"
    about: str
    side: Side | None = None
    stroke: int | None = None


@dataclass(frozen=True, slots=True)
class Decide:
    """Answers `appeal`: granted or refused. What is granted is then entered as what it is: a fact, a correction."""

    kind: ClassVar[str] = "decide"
    granted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """By an umpire, any time: something that the sheet keeps and that changes nothing (a protest, a spectator)."""

    kind: ClassVar[str] = "note"
    text: str
    side: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attest:
    """By who keeps a set played alone, any time: who saw it, and where a film of it lies. The last one holds."""

    kind: ClassVar[str] = "attest"
    witness: str = ""
    film: str = ""


@dataclass(frozen=True, slots=True)
class ClaimAbsence:
    """While a player of the other side is awaited who has left: the author's side takes the board, or the match.

    Whether they have left, and for how long, is known to the caller; a record says only that it was so.
    """

    kind: ClassVar[str] = "absence"
    what: Literal["board", "match"] = "board"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """In a match without an umpire: a computer of this `level` plays for a player from now on; None: a person does.

    `agreed` false: the author's side offers it, and it holds once the other side accepts.
    """

    kind: ClassVar[str] = "stand_in"
    side: Side
    player: int
    name: str
    level: str | None = None
    agreed: bool = True


# what only an umpire does who leads the ceremony (`carrom.play.officiating`)


Request = (
    Toss
    | Choose
    | MakeStroke
    | StateFacts
    | Pass
    | Place
    | Forgo
    | Claim
    | ChooseColour
    | TurnRack
    | Ready
    | AtCap
    | Concede
    | TakeBack
    | Offer
    | Reply
    | Declare
    | Penalise
    | Withdraw
    | Restore
    | TellBoard
    | Correct
    | Amend
    | Verify
    | Appeal
    | Decide
    | Note
    | Attest
    | ClaimAbsence
    | StandIn
    | CallMatch
    | Late
    | Trial
    | Begin
    | TimeOut
    | Substitute
    | Rename
    | Rearrange
    | Protest
)
