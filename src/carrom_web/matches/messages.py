"""What a page may say on its socket (`docs/wire.md`), read strictly: text comes in, a value or an error goes out."""

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from carrom.equipment.arrangement import Aim as Pocket
from carrom.errors import UnreadableError
from carrom.match import requests
from carrom.match.solo import AT_CAP
from carrom.terms import Seat, Side, Stroke

LARGEST = 65_536  # bytes
LARGEST_NUMBER = 2**53
_REQUEST_ID = re.compile(r"[0-9A-Za-z-]{8,64}")

Phase = Literal["place", "aim", "pull"]
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

    have: int | None


@dataclass(frozen=True, slots=True)
class Known:
    """The page wants to know whether a request was stored."""

    id: str


@dataclass(frozen=True, slots=True)
class Aim:
    """Somebody aims: shown to the others, never stored."""

    seat: Seat | None
    offset: float
    angle: float
    speed: float
    phase: Phase


@dataclass(frozen=True, slots=True)
class Here:
    """The page is still open."""


@dataclass(frozen=True, slots=True)
class PlayHere:
    """This tab plays from now on."""


@dataclass(frozen=True, slots=True)
class Differs:
    """The page simulated its own stroke to another end than the server: a fault of the program."""

    number: int
    part: Part


Message = Ask | Sync | Known | Aim | Here | PlayHere | Differs


def read_message(text: str) -> Message:
    """Give what a page said.

    Raises:
        TooLargeError, UnreadableMessageError, UnknownKindError: with a sentence that says what is wrong.
    """
    if len(text) > LARGEST or len(text.encode(errors="surrogatepass")) > LARGEST:
        raise TooLargeError(most=LARGEST)
    try:
        plain = json.loads(text, parse_constant=_no_constant, parse_int=_whole)
    except (ValueError, RecursionError):
        raise UnreadableMessageError("not-json") from None
    if not isinstance(plain, dict):
        raise UnreadableMessageError("not-an-object")
    members = _Members(plain)
    kind = members.text("kind")
    if kind in _REQUESTS:
        asked = Ask(members.request_id("id"), members.whole("after"), _REQUESTS[kind](members))
        members.end()
        return asked
    if kind in _OTHERS:
        message = _OTHERS[kind](members)
        members.end()
        return message
    raise UnknownKindError(kind=kind[:40])


def request_id_in(text: str) -> str | None:
    """Give the id of a message that could otherwise not be read, so that its page knows which one was refused."""
    if len(text) > LARGEST:
        return None
    try:
        plain = json.loads(text)
    except (ValueError, RecursionError):
        return None
    found = plain.get("id") if isinstance(plain, dict) else None
    return found if isinstance(found, str) and _REQUEST_ID.fullmatch(found) else None


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _whole(text: str) -> int:
    if len(text) > 17:
        raise ValueError("too many digits")
    return int(text)


class _Members:
    """The members of one message; each is taken once, and nothing may be left over."""

    def __init__(self, plain: dict[str, Any]) -> None:
        self._left = plain

    def take(self, name: str) -> Any:
        if name not in self._left:
            raise UnreadableMessageError("missing", name=name)
        return self._left.pop(name)

    def end(self) -> None:
        if self._left:
            raise UnreadableMessageError("unknown-members", names=[name[:40] for name in sorted(self._left)[:5]])

    def text(self, name: str) -> str:
        value = self.take(name)
        if not isinstance(value, str) or len(value) > 64:
            raise UnreadableMessageError("not-a-short-text", name=name)
        return value

    def request_id(self, name: str) -> str:
        value = self.text(name)
        if not _REQUEST_ID.fullmatch(value):
            raise UnreadableMessageError("not-a-uuid", name=name)
        return value

    def whole(self, name: str) -> int:
        value = self.take(name)
        if type(value) is not int or not 0 <= value <= LARGEST_NUMBER:
            raise UnreadableMessageError("not-a-whole-number", name=name)
        return value

    def number(self, name: str) -> float:
        value = self.take(name)
        if type(value) not in (int, float) or not math.isfinite(value):
            raise UnreadableMessageError("not-a-finite-number", name=name)
        return float(value)

    def flag(self, name: str) -> bool:
        value = self.take(name)
        if not isinstance(value, bool):
            raise UnreadableMessageError("not-true-or-false", name=name)
        return value

    def one_of(self, name: str, values: tuple[str, ...]) -> str:
        value = self.text(name)
        if value not in values:
            raise UnreadableMessageError("not-a-choice", name=name, choices=values)
        return value

    def seat(self, name: str) -> Seat | None:
        value = self._left.pop(name, None)
        if value is None:
            return None
        if value not in tuple(Seat):
            raise UnreadableMessageError("not-a-seat", name=name)
        return Seat(value)


def _stroke(members: _Members) -> requests.MakeStroke:
    return requests.MakeStroke(Stroke(members.number("offset"), members.number("angle"), members.number("speed")))


def _concede(members: _Members) -> requests.Concede:
    return requests.Concede("game" if members.one_of("what", ("match", "game")) == "game" else "match")


def _offer(members: _Members) -> requests.Offer:
    what: Any = members.one_of("what", ("draw", "replay", "take_back"))
    return requests.Offer(what)


def _at_cap(members: _Members) -> requests.AtCap:
    answer: Any = members.one_of("answer", AT_CAP)
    return requests.AtCap(answer)


def _penalise(members: _Members) -> requests.Penalise:
    what: Any = members.one_of("what", get_args(requests.Penalty))
    side = Side(members.one_of("about", tuple(side.value for side in Side)))
    reason, points = members.text("reason"), members.whole("points")
    return requests.Penalise(what, side, reason, points, members.flag("disqualified"))


def _colour(members: _Members) -> requests.ChooseColour:
    colour: Any = members.one_of("colour", ("white", "black"))
    return requests.ChooseColour(colour)


def _rack(members: _Members) -> requests.TurnRack:
    return requests.TurnRack(Pocket(members.one_of("pocket", tuple(pocket.value for pocket in Pocket))))


def _declare(members: _Members) -> requests.Declare:
    about = Side(members.one_of("about", tuple(side.value for side in Side)))
    return requests.Declare((members.text("fact"),), about, members.flag("made"))


def _aim(members: _Members) -> Aim:
    phase: Any = members.one_of("phase", get_args(Phase))
    return Aim(members.seat("seat"), members.number("offset"), members.number("angle"), members.number("speed"), phase)


def _differs(members: _Members) -> Differs:
    part: Any = members.one_of("part", get_args(Part))
    return Differs(members.whole("number"), part)


def _sync(members: _Members) -> Sync:
    have = members._left.pop("have", None)
    return Sync(have if type(have) is int else None)


_REQUESTS: dict[str, Callable[[_Members], requests.Request]] = {
    "toss": lambda members: requests.Toss(),
    "choose": lambda members: requests.Choose(members.text("choice")),
    "stroke": _stroke,
    "pass": lambda members: requests.Pass(),
    "place": lambda members: requests.Place(members.whole("piece"), members.number("x"), members.number("y")),
    "forgo": lambda members: requests.Forgo(),
    "claim": lambda members: requests.Claim(members.whole("points")),
    "colour": _colour,
    "rack": _rack,
    "ready": lambda members: requests.Ready(),
    "cap": _at_cap,
    "declare": _declare,
    "withdraw": lambda members: requests.Withdraw(),
    "penalise": _penalise,
    "restore": lambda members: requests.Restore(),
    "concede": _concede,
    "take_back": lambda members: requests.TakeBack(),
    "offer": _offer,
    "reply": lambda members: requests.Reply(members.whole("offer"), members.flag("accept")),
}
_OTHERS: dict[str, Callable[[_Members], Message]] = {
    "sync": _sync,
    "known": lambda members: Known(members.request_id("id")),
    "aim": _aim,
    "here": lambda members: Here(),
    "play_here": lambda members: PlayHere(),
    "differs": _differs,
}
