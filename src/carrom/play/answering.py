"""Answering a match: from a request to the entry that is stored. Pure; nothing is stored here.

Reads laws, physics and the score; asks the dice that are passed in, never a clock.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from carrom.equipment.position import Position
from carrom.match.entries import Entry, Head, Request
from carrom.play.state import PlayState
from carrom.terms import Seat, Stroke

if TYPE_CHECKING:
    from carrom.physics.motion import Motion
    from carrom.physics.surface import Surface


class Dice(Protocol):
    """Where chance comes from; `random.Random` fits. What it gave is recorded."""

    def random(self) -> float:
        """A number from 0 up to but not including 1."""
        ...


Simulate = Callable[[Position, Stroke, Seat, "Surface"], "Motion"]


def start(head: Head, dice: Dice, *, request_id: str = "start", author: str = "umpire", time: str = "") -> Entry:
    """Entry 0 of a match: `follow(None, entry)` is its first state.

    Raises:
        BadHeadError: players, ruleset, values or surface that cannot be played with.
    """
    raise NotImplementedError


def answer(
    state: PlayState,
    request: Request,
    *,
    author: str,
    request_id: str,
    time: str,
    dice: Dice,
    entries: Sequence[Entry] = (),
    simulate: Simulate | None = None,
) -> tuple[Entry, "Motion | None"]:
    """The entry that a request makes, and the motion if a stroke was simulated. The state itself is not changed.

    `author` is a seat's name ("south"), "umpire" or "clock". `entries` is the record so far: needed by requests in
    `STRIKES_OUT` only, which go back to an earlier state. `simulate` replaces the engine (tests, a process pool).

    Raises:
        CarromError with a stable code; see `carrom.play.refusals`. Nothing has happened then.
        BrokenInvariantError: a bug in the laws or the simulation; nothing must be stored.
    """
    raise NotImplementedError


STRIKES_OUT = frozenset({"take_back", "reply", "declare", "restore"})
