"""A page's messages on its socket (`docs/wire.md`), read strictly: text in, a value or an error out.

Messages are read by their classes (`carrom.serialization`), of which `kind` names one. A request has its id and the
last event of its page beside its own members, which are those of the class in `carrom.match.requests`, or of one here
where a page says less.
"""

import dataclasses
import re
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, get_args

from carrom import serialization
from carrom.errors import UnreadableError
from carrom.match import requests
from carrom.serialization import BadJsonError
from carrom.terms import Seat, Side, Stroke

LARGEST = 65_536  # bytes
LONGEST = 64  # characters of a text within
LONGEST_LINE = 200  # of what a player writes
_REQUEST_ID = re.compile(r"[0-9A-Za-z-]{8,64}")

Phase = Literal["place", "aim", "pull"]
Phrase = Literal["hello", "luck", "nice", "played", "close", "thanks", "moment", "again"]
Part = Literal["discs", "events", "segments", "final"]


class UnreadableMessageError(UnreadableError):
    """A message that is not of the protocol."""

    code = "unreadable-message"


class UnknownKindError(UnreadableError):
    """A message of a kind that the protocol does not have."""

    code = "unknown-kind"


class TooLargeError(UnreadableError):
    """A message that is too long."""

    code = "message-too-large"


@dataclass(frozen=True, slots=True)
class Ask:
    """A request that will be stored: its id, the last event its page has seen, what is asked."""

    id: str
    after: int
    request: requests.Request


@dataclass(frozen=True, slots=True)
class Sync:
    """The page wants to know how the match stands."""

    kind: ClassVar[str] = "sync"
    have: int | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """The page wants to know whether a request was stored."""

    kind: ClassVar[str] = "known"
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """Somebody aims: shown to the others, never stored."""

    kind: ClassVar[str] = "aim"
    seat: Seat | None = None
    offset: float
    angle: float
    speed: float
    phase: Phase


@dataclass(frozen=True, slots=True)
class Here:
    """The page is still open."""

    kind: ClassVar[str] = "here"


@dataclass(frozen=True, slots=True)
class PlayHere:
    """This tab plays from now on."""

    kind: ClassVar[str] = "play_here"


@dataclass(frozen=True, slots=True)
class Differs:
    """The page simulated its own stroke to another end than the server: a fault of the program."""

    kind: ClassVar[str] = "differs"
    number: int
    part: Part


@dataclass(frozen=True, slots=True)
class Say:
    """A player says one of the set phrases."""

    kind: ClassVar[str] = "say"
    said_as: ClassVar[str] = "phrase"
    phrase: Phrase


@dataclass(frozen=True, slots=True)
class Write:
    """A player writes words to the others."""

    kind: ClassVar[str] = "write"
    said_as: ClassVar[str] = "text"
    text: str


@dataclass(frozen=True, slots=True)
class _Toss:
    """A toss without its winner, which a page may not name."""

    kind: ClassVar[str] = "toss"

    def request(self) -> requests.Toss:
        return requests.Toss()


@dataclass(frozen=True, slots=True)
class _Stroke:
    kind: ClassVar[str] = "stroke"
    offset: float
    angle: float
    speed: float

    def request(self) -> requests.MakeStroke:
        return requests.MakeStroke(Stroke(self.offset, self.angle, self.speed))


@dataclass(frozen=True, slots=True)
class _Concede:
    """A page concedes for its own side alone."""

    kind: ClassVar[str] = "concede"
    what: Literal["game", "match"]

    def request(self) -> requests.Concede:
        return requests.Concede(self.what)


@dataclass(frozen=True, slots=True)
class _Declare:
    kind: ClassVar[str] = "declare"
    fact: str
    about: Side
    made: bool

    def request(self) -> requests.Declare:
        return requests.Declare((self.fact,), self.about, self.made)


@dataclass(frozen=True, slots=True)
class _Penalise:
    kind: ClassVar[str] = "penalise"
    what: requests.Penalty
    about: Side
    reason: str
    points: int
    disqualified: bool

    def request(self) -> requests.Penalise:
        return requests.Penalise(self.what, self.about, self.reason, self.points, self.disqualified)


@dataclass(frozen=True, slots=True)
class _StandIn:
    """Whether a computer plays on for somebody who has left, or they are `back`; which one is for the site to say."""

    kind: ClassVar[str] = "stand_in"
    side: Side
    player: int
    back: bool

    def request(self) -> requests.StandIn:
        return requests.StandIn(side=self.side, player=self.player, name="", level=None if self.back else "")


Message = Ask | Sync | Known | Aim | Here | PlayHere | Differs | Say | Write
_Other = Sync | Known | Aim | Here | PlayHere | Differs | Say | Write
_OfPages = _Toss | _Stroke | _Concede | _Declare | _Penalise | _StandIn
_Request = (
    _OfPages
    | requests.Choose
    | requests.Pass
    | requests.Place
    | requests.Forgo
    | requests.Claim
    | requests.ChooseColour
    | requests.TurnRack
    | requests.Ready
    | requests.AtCap
    | requests.Withdraw
    | requests.Restore
    | requests.TakeBack
    | requests.ClaimAbsence
    | requests.Offer
    | requests.Reply
)
_KINDS_OF_OTHERS = frozenset(one.kind for one in get_args(_Other))
_KINDS = _KINDS_OF_OTHERS.union(one.kind for one in get_args(_Request))


@dataclass(frozen=True, slots=True)
class _Envelope:
    """The members that every request has beside its own."""

    id: str
    after: int


def read_message(text: str) -> Message:
    """Return what a page said.

    Raises:
        TooLargeError, UnreadableMessageError, UnknownKindError: with a sentence that says what is wrong.
    """
    if len(text) > LARGEST or len(text.encode(errors="surrogatepass")) > LARGEST:
        raise TooLargeError(most=LARGEST)
    try:
        message = _message(serialization.parse(text))
    except BadJsonError as error:
        raise UnreadableMessageError("json", cause=error) from None
    for part in (message, message.request) if isinstance(message, Ask) else (message,):
        _check_limits(part)
    return message


def _message(members: Any) -> Message:
    if not isinstance(members, dict):
        raise UnreadableMessageError("not-an-object")
    kind = members.get("kind")
    if isinstance(kind, str) and kind not in _KINDS:
        raise UnknownKindError(kind=kind[:40])
    if isinstance(kind, str) and kind in _KINDS_OF_OTHERS:
        other: Message = serialization.from_plain(_Other, members)
        return other
    envelope = {name: members.pop(name) for name in ("id", "after") if name in members}
    head = serialization.from_plain(_Envelope, envelope)
    request = serialization.from_plain(_Request, members)
    return Ask(head.id, head.after, request.request() if isinstance(request, _OfPages) else request)


def _check_limits(part: Any) -> None:
    """Check what types do not say: numbers count from 0, texts are short, an id looks like one."""
    for field in dataclasses.fields(part):
        value = getattr(part, field.name)
        if type(value) is int and value < 0:
            raise UnreadableMessageError("below-zero", name=field.name)
        most = LONGEST_LINE if isinstance(part, Write) else LONGEST
        if isinstance(value, str) and len(value) > most:
            raise UnreadableMessageError("long-text", name=field.name, most=most)
        if field.name == "id" and not _REQUEST_ID.fullmatch(value):
            raise UnreadableMessageError("not-a-uuid", name=field.name)


def request_id_in(text: str) -> str | None:
    """Return the id of a message that could otherwise not be read, so that its page knows which one was refused."""
    if len(text) > LARGEST:
        return None
    try:
        plain = serialization.parse(text)
    except BadJsonError:
        return None
    found = plain.get("id") if isinstance(plain, dict) else None
    return found if isinstance(found, str) and _REQUEST_ID.fullmatch(found) else None
