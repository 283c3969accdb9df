"""A computer that is a program of its own, in any language: JSON lines over standard input and output.

`exec:COMMAND` names one in an arena, alone and in a match of commands (`carrom.bots.registry.find_any`), never on the
site. docs/bots/protocol.md says what is sent and what may be answered. A program that is late, ends or answers what
cannot be done raises BotProgramError, and so forfeits its board.
"""

import contextlib
import json
import queue
import shlex
import subprocess
import threading
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from carrom.bots.agent import Computer
from carrom.bots.noise import Noise, Rng
from carrom.bots.protocol import asked_seat, open_offer
from carrom.bots.registry import PREFIX
from carrom.bots.search import Found
from carrom.bots.tried import within_domain
from carrom.errors import CarromError
from carrom.match.awaiting import Decision
from carrom.match.requests import MakeStroke, Request
from carrom.play.domain import domain, stroke_domain
from carrom.play.situation import NotBetweenStrokesError, situation_of
from carrom.play.state import PlayState
from carrom.play.surfaces import surface_of
from carrom.serialization import BadJsonError, from_plain, parse, to_plain
from carrom.terms import Seat, Side, piece_of

VERSION = 1
START_S = 30.0  # for the answer to the greeting
PATIENCE_S = 30.0  # for a decision
MOST_CHARACTERS = 65_536  # of a line
TOLERANCE = 1e-9  # metres, radians, metres a second
DECISIONS = {
    Decision.STROKE: "stroke",
    Decision.PLACING: "placing",
    Decision.CHOICE: "choice",
    Decision.CLAIM: "claim",
    Decision.CAP: "cap",
}


class BotProgramError(CarromError):
    """A program that plays could not be started, is late, has ended, or answered what cannot be read or done."""

    code = "bot-program"


@dataclass(frozen=True, slots=True)
class Hello:
    """A program's introduction: its name, and the decisions that it takes; the others are taken for it."""

    name: str
    decides: frozenset[str] = frozenset({"stroke"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Program(Computer):
    """A computer player that asks a program. The process starts with the first question."""

    command: str
    patience: float = PATIENCE_S
    _line: "list[_Line]" = field(default_factory=list, compare=False, repr=False)

    def __getstate__(self) -> list[object]:
        """Leave the process out: where it is unpickled another one is started."""
        return [self.name, self.strength, self.noise, self.command, self.patience]

    def __setstate__(self, state: list[object]) -> None:
        """Be as it was, without a process."""
        for name, value in zip(("name", "strength", "noise", "command", "patience"), state, strict=True):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_line", [])

    def think(self, state: PlayState, rng: Rng, budget: int | None = None) -> Found:
        """Return the stroke that the program means. Raises BotProgramError, NotAwaitedError."""
        allowed = stroke_domain(state)
        request = self._ask(state, allowed.seat, rng, budget)
        if not isinstance(request, MakeStroke):
            raise BotProgramError("another", name=self.name, kind="null" if request is None else request.kind)
        meant = np.array([[request.stroke.offset, request.stroke.angle, request.stroke.speed]])
        if not np.isfinite(meant).all() or np.abs(within_domain(meant, allowed) - meant)[0, [0, 2]].max() > TOLERANCE:
            raise BotProgramError("stroke", name=self.name)
        return Found(request.stroke, 0.0, 0)

    def answer(self, state: PlayState, rng: Rng, *, seat: Seat | None = None, budget: int | None = None) -> Request:
        """Return the program's request; where it leaves a decision, what every computer does.

        Raises:
            NothingToAnswerError: the match awaits nothing from this seat. BotProgramError.
        """
        seat = asked_seat(state) if seat is None else seat
        kind = state.match.awaiting.kind
        is_its_own = kind is not Decision.STROKE and DECISIONS.get(kind) in self._started().hello.decides
        if is_its_own and open_offer(state, seat) is None and seat in state.match.awaiting.seats:
            request = self._ask(state, seat, rng, budget)
            if request is not None:
                return request
        return Computer.answer(self, state, rng, seat=seat, budget=budget)

    def greeting(self) -> Hello:
        """Start the program, if it does not run, and return what it says of itself. Raises BotProgramError."""
        return self._started().hello

    def close(self) -> None:
        """End the process."""
        while self._line:
            self._line.pop().close()

    def _started(self) -> "_Line":
        if not self._line or self._line[0].has_ended:
            self.close()
            self._line.append(_Line(self.command, self.name))
        return self._line[0]

    def _ask(self, state: PlayState, seat: Seat, rng: Rng, budget: int | None) -> Request | None:
        line = self._started()
        try:
            asked = question(state, seat, hand=self.noise.magnitude, seed=int(rng.random() * 2**53), budget=budget)
            given = line.exchange(asked, self.patience)
        except BotProgramError:
            self.close()
            raise
        if "stroke" in given:
            given = {"request": {"kind": "stroke", "stroke": given["stroke"]}}
        if given.get("request") is None:
            return None
        try:
            request: Request = from_plain(Request, given["request"])
        except (BadJsonError, CarromError) as error:
            raise BotProgramError("request", name=self.name, why=str(error)) from None
        return request


def program(name: str) -> Program:
    """Return the computer of a name with the prefix `exec:`; a hand may stand at its end, as in "exec:./bot@1.5"."""
    command, at, hand = name.removeprefix(PREFIX).rpartition("@")
    try:
        noise = Noise(float(hand)) if at else None
    except ValueError:
        noise = None
    if noise is None:
        command, noise = name.removeprefix(PREFIX), Noise(1.0)
    return Program(name=name, strength=0.0, noise=noise, command=command)


def question(state: PlayState, seat: Seat, *, hand: float, seed: int, budget: int | None = None) -> dict[str, Any]:
    """Return what a program is asked, without its number (docs/bots/protocol.md). Axes are those of the player."""
    match, position = state.match, state.position
    try:
        situation = to_plain(situation_of(state))
    except NotBetweenStrokesError:
        situation = None
    pieces = position.seen_from(seat).pieces if position is not None else ()
    surface = surface_of(match.head)
    return {
        "kind": "decide",
        "awaiting": DECISIONS.get(match.awaiting.kind, match.awaiting.kind),
        "seat": seat,
        "side": match.side_at(seat),
        "ruleset": match.head.ruleset,
        "situation": situation,
        "pieces": [
            {"number": piece.number, "kind": piece_of(piece.number), "x": piece.x, "y": piece.y} for piece in pieces
        ],
        "colour": match.board.colour_of(match.side_at(seat)) if match.board is not None else None,
        "score": {side: match.score.of(side) for side in Side},
        "domain": to_plain(domain(state)),
        "surface": {
            "board_friction": surface.board_friction,
            "disc_restitution": surface.disc_restitution,
            "disc_friction": surface.disc_friction,
            "frame_restitution": surface.frame_restitution,
        },
        "hand": hand,
        "seed": seed,
        "budget": budget,
    }


class _Line:
    """A process, and the lines to and from it. One question at a time."""

    def __init__(self, command: str, name: str) -> None:
        self._name = name
        self._number = 0
        try:
            words = shlex.split(command)
            self._process = subprocess.Popen(  # noqa: S603  # the one who names the command runs it
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
            )
        except (OSError, ValueError, IndexError) as error:
            raise BotProgramError("start", name=name, why=str(error)) from None
        self._said: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            self._say({"kind": "hello", "version": VERSION})
            self.hello = self._greeting(self._hear(START_S))
        except BotProgramError:
            self.close()
            raise

    @property
    def has_ended(self) -> bool:
        """Whether the process is gone."""
        return self._process.poll() is not None

    def exchange(self, asked: dict[str, Any], patience: float) -> dict[str, Any]:
        """Return the answer to a question. Raises BotProgramError."""
        self._number += 1
        self._say({**asked, "id": self._number})
        given = self._hear(patience)
        if given.get("id") != self._number:
            raise BotProgramError("id", name=self._name)
        return given

    def close(self) -> None:
        """End the process: by the end of its input, or by force."""
        with contextlib.suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _greeting(self, given: dict[str, Any]) -> Hello:
        decides = given.get("decides", ["stroke"])
        if given.get("kind") != "hello" or given.get("version") != VERSION or not isinstance(decides, list):
            raise BotProgramError("hello", name=self._name, version=VERSION)
        return Hello(str(given.get("name", ""))[:80] or self._name, frozenset(map(str, decides)))

    def _say(self, message: dict[str, Any]) -> None:
        try:
            assert self._process.stdin is not None  # noqa: S101
            self._process.stdin.write(json.dumps(message) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise BotProgramError("ended", name=self._name) from None

    def _hear(self, patience: float) -> dict[str, Any]:
        try:
            line = self._said.get(timeout=patience)
        except queue.Empty:
            raise BotProgramError("late", name=self._name, seconds=round(patience)) from None
        if not line:
            raise BotProgramError("ended", name=self._name)
        try:
            given = parse(line)
        except CarromError as error:
            raise BotProgramError("line", name=self._name, why=str(error)) from None
        if not isinstance(given, dict):
            raise BotProgramError("line", name=self._name, why=line[:40])
        return given

    def _listen(self) -> None:
        """Hand on each line, and an empty one when there will be no more."""
        assert self._process.stdout is not None  # noqa: S101
        with contextlib.suppress(OSError, ValueError):
            while line := self._process.stdout.readline(MOST_CHARACTERS):
                self._said.put(line)
        self._said.put("")
