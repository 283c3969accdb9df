"""A try at a puzzle: the solver's own stroke or place, as engine and laws see it. No errors are added."""

from dataclasses import dataclass

import numpy as np

from carrom.match.awaiting import Decision
from carrom.match.entries import Entry
from carrom.match.requests import MakeStroke, Place
from carrom.physics.motion import Motion
from carrom.play.handlers import answer
from carrom.play.lessons import Put
from carrom.play.rng import SeededRng
from carrom.play.state import PlayState, follow
from carrom.puzzles.goals import Task, due_of
from carrom.puzzles.puzzle import Goal, Puzzle
from carrom.terms import Seat, Stroke


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """The result of a try.

    Attributes:
        reached: whether the goal is reached.
        before, after: the match before and after it.
        entry: what the match recorded, with the ruling of a stroke.
        motion: of a stroke.
        left: how often a club player in the opponent's place pockets something, where the goal is to leave little;
            None: it is not, or the stroke is not a safety.
    """

    reached: bool
    before: PlayState
    after: PlayState
    entry: Entry
    motion: Motion | None = None
    left: float | None = None


def attempt(puzzle: Puzzle, made: Stroke | Put) -> Attempt:
    """Play a try.

    Raises:
        CarromError: a stroke or a place that the laws or the equipment do not allow; a stroke for a place.
    """
    before, task = puzzle.state, Task(puzzle.state)
    if isinstance(made, Put):
        due = due_of(before) if before.match.awaiting.kind is Decision.PLACING else None
        request: Place | MakeStroke = Place((due.number if due else None) or 0, made.x, made.y)
    else:
        request = MakeStroke(made)
    entry, motion = answer(
        before, request, author=Seat.SOUTH.value, request_id="1", time="", rng=SeededRng(0), entries=()
    )
    after = follow(before, entry)
    if isinstance(made, Put):
        left: float | None = task.left_by(made)
        reached = left is not None and left <= puzzle.limit
    elif puzzle.goal is Goal.SAFE:
        left = task.left_after(made)
        reached = left is not None and left <= puzzle.limit
    else:
        left = None
        reached = bool(task.reached(puzzle.goal, np.array([[made.offset, made.angle, made.speed]]))[0])
    return Attempt(reached=reached, before=before, after=after, entry=entry, motion=motion, left=left)
