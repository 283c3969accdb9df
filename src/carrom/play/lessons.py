"""Playable lessons: steps with positions and goals, judged by the engine and the laws.

A lesson is one module of `play/course/` with a `LESSON`, whose texts are marked for translation. Nothing is stored
between strokes: everything that was done in a step is played again from its beginning, so that a page may send it, and
the same actions always come to the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from carrom.equipment.measurements import COIN_RADIUS, SPEED_LIMIT
from carrom.equipment.position import PlacedPiece, Position
from carrom.errors import NotAllowedError
from carrom.laws.board_state import BoardState
from carrom.laws.judge import judge
from carrom.laws.placement import directions, due_ring, refusal_of_due, striker_places
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Reason
from carrom.match.rules import shipped
from carrom.physics.motion import Motion
from carrom.physics.simulate import simulate
from carrom.play.domain import LEAST_SPEED, PlacingDomain
from carrom.play.facts_from_motion import facts_from_motion
from carrom.play.lesson_goals import PUT_GOALS, Goal, Missed, is_guarded, is_reached, why_missed
from carrom.terms import QUEEN_NUMBER, Piece, Queen, Seat, Side, Stroke, piece_of


class Part(StrEnum):
    """The subject of a lesson: the parts of the course, in their order."""

    START = "start"
    RULES = "rules"
    FINER = "finer"


class BadActionError(NotAllowedError):
    """An action that this step does not have, or that the laws do not allow."""

    code = "bad-lesson-action"


class Put(NamedTuple):
    """A coin put back, in metres as SOUTH sees them."""

    x: float
    y: float


Action = Stroke | Put


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing to learn.

    Args:
        key: stable; what somebody has done is remembered by it.
        title, says: a heading, and what to do, in a sentence or two.
        goals: in order, each with its words; every action must reach at least the next one. A `Reason` is reached when
            the ruling finds it.
        pieces: number, x and y in millimetres as SOUTH, who plays white, sees them.
        board: the state of the board; counts are those of the pieces.
        shown: actions that reach the goals, for those who want to see it done.
        hint: what to try where it does not work; praise: what was learnt.
        due: the number of the coin that is put back, where that is the task.
        rules: the clauses behind it, by their ids.
        queen_side: who sank the queen, where she is not on the board.
        earned: whether one's own side has sunk a coin before.
        colours_open: whether the first coin still decides who has white.
    """

    key: str
    title: str
    says: str
    goals: tuple[tuple[Goal | Reason, str], ...]
    pieces: tuple[tuple[int, float, float], ...]
    shown: tuple[Action, ...]
    hint: str
    praise: str
    queen: Queen = Queen.ON_BOARD
    due: int | None = None
    rules: tuple[str, ...] = ()
    queen_side: Side = Side.B
    earned: bool = True
    colours_open: bool = False

    @property
    def position(self) -> Position:
        """The position of the pieces, in metres."""
        return Position(tuple(sorted(PlacedPiece(n, x / 1000, y / 1000) for n, x, y in self.pieces)))

    def board(self, laws: Ruleset) -> BoardState:
        """The state of the board: A plays white from SOUTH, or all nineteen pieces where the ruleset is for one."""
        kinds = [piece_of(number) for number, _x, _y in self.pieces]
        return BoardState(
            white_up=kinds.count(Piece.WHITE),
            black_up=kinds.count(Piece.BLACK),
            queen=self.queen,
            queen_side=None if self.queen is Queen.ON_BOARD else self.queen_side,
            white_side=None if self.colours_open else Side.A,
            earned=(self.earned, self.earned or not self.colours_open),
            first_of_turn=self.queen is not Queen.AWAITING_COVER,
            solo=laws.side_count == 1,
            broken=True,
            strokes=9,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """Steps in their order, under one ruleset."""

    key: str
    title: str
    says: str
    ruleset: str
    part: Part
    order: int  # in its part
    steps: tuple[Step, ...]

    def step(self, key: str) -> Step:
        """A step by its key. Raises KeyError."""
        return {step.key: step for step in self.steps}[key]

    @property
    def laws(self) -> Ruleset:
        """The ruleset that it teaches."""
        return shipped()[self.ruleset]


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of the actions of a step: how many goals, or why the last action missed."""

    reached: int
    position: Position
    motion: Motion | None = None  # of the last action
    missed: Missed | None = None
    refused: Reason | None = None  # a place that the laws do not allow


def attempt(lesson: Lesson, step: Step, actions: Sequence[Action]) -> Attempt:
    """Play the actions of a step from its beginning; none may follow one that missed, or the last goal.

    Raises:
        BadActionError: an action that cannot follow, or that the laws do not allow.
        CarromError: a stroke that cannot be simulated.
    """
    result, board = Attempt(0, step.position), step.board(lesson.laws)
    for action in actions:
        if result.missed or result.refused or result.reached == len(step.goals):
            raise BadActionError
        goals = [goal for goal, _words in step.goals[result.reached :]]
        if isinstance(action, Put):
            result = _put(lesson.laws, step, goals[0], result, action)
        else:
            result, board = _struck(lesson.laws, goals, result, board, action)
    return result


def placing(lesson: Lesson, step: Step) -> PlacingDomain:
    """Return the places for the coin that a step puts back. Raises BadActionError: the step has none."""
    if step.due is None:
        raise BadActionError
    ring = due_ring(lesson.laws)
    return PlacingDomain(
        seats=(Seat.SOUTH,),
        piece=step.due,
        piece_kind=piece_of(step.due),
        queue=(step.due,),
        radius=COIN_RADIUS,
        ring=(ring.least, ring.most),
        avoid=tuple((piece.x, piece.y, 2 * COIN_RADIUS) for piece in step.position.pieces),
        suggested=(0.0, -(ring.least + ring.most) / 2),
        may_forgo=False,
        reason=Reason.DUE_PLACED,
        clauses=(),
    )


def _put(laws: Ruleset, step: Step, goal: Goal | Reason, before: Attempt, put: Put) -> Attempt:
    if step.due is None:
        raise BadActionError
    pieces = before.position.pieces
    queen = next(((piece.x, piece.y) for piece in pieces if piece.number == QUEEN_NUMBER), None)
    refusal = refusal_of_due(laws, put, [(piece.x, piece.y) for piece in pieces], queen)
    if refusal is not None:
        return Attempt(before.reached, before.position, refused=refusal.reason)
    if goal is Goal.GUARDED and not is_guarded(before.position, put):
        return Attempt(before.reached, before.position, missed=Missed.NOT_YET)
    return Attempt(before.reached + 1, before.position.with_piece(step.due, *put))


def _struck(
    laws: Ruleset, goals: Sequence[Goal | Reason], before: Attempt, board: BoardState, stroke: Stroke
) -> tuple[Attempt, BoardState]:
    position = before.position
    places = striker_places(laws, tuple((piece.x, piece.y) for piece in position.pieces))
    allowed = places.allow(stroke.offset) and directions(laws).allow(stroke.angle)
    if not allowed or not LEAST_SPEED <= stroke.speed <= SPEED_LIMIT or goals[0] in PUT_GOALS:
        raise BadActionError
    motion = simulate(position, stroke, Seat.SOUTH)
    facts = facts_from_motion(motion, position, stroke, Seat.SOUTH)
    ruling = judge(board, facts, laws)
    reached = 0
    while reached < len(goals) and is_reached(goals[reached], facts, ruling, stroke, motion):
        reached += 1
    if ruling.over and reached < len(goals):
        reached = 0  # nothing can follow
    missed = None if reached else why_missed(goals[0], facts, stroke)
    return Attempt(before.reached + reached, motion.final, motion, missed), ruling.after
