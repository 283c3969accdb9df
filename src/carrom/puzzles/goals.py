"""Whether strokes, or places of a due, reach a puzzle's goal: engine and laws say it, of many at once.

What one solver's stroke comes to and what a hand's errors make of the solution is asked of the same function.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from carrom.bots import evaluation
from carrom.bots.agent import view_of
from carrom.bots.evaluation import COLOURS, Standings, best_helpful, kind_columns
from carrom.bots.noise import Noise
from carrom.bots.outcomes import Outcomes, imagine
from carrom.bots.view import View
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import BoardEnd
from carrom.match.awaiting import Due
from carrom.physics.surface import TOURNAMENT, Surface
from carrom.play.batch import Batch
from carrom.play.lessons import Put
from carrom.play.state import PlayState
from carrom.puzzles.opponents import best_chance
from carrom.puzzles.puzzle import Goal
from carrom.terms import Piece, Seat, Stroke

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

REFERENCE = Noise(1.0)  # the hand H
OTHER_FRICTIONS, OTHER_RESTITUTIONS = (0.95, 1.0, 1.05), (0.97, 1.0, 1.03)


@dataclass(frozen=True)
class Task:
    """A board with a solver, and what strokes on it are judged by."""

    state: PlayState

    @property
    def view(self) -> View:
        """The board as the solver sees it."""
        return view_of(self.state, Seat.SOUTH)

    @property
    def ruleset(self) -> Ruleset:
        """The laws."""
        return self.state.match.ruleset

    def reached(self, goal: Goal, strokes: Floats, *, limit: float = 0.0, surface: Surface = TOURNAMENT) -> Bools:
        """Return whether strokes reach a goal. Shapes: strokes (n, 3), each one that may be made; result (n,)."""
        if goal is Goal.SAFE:
            left = [self.left_after(Stroke(*stroke), surface) for stroke in strokes.tolist()]
            return np.array([chance is not None and chance <= limit for chance in left], np.bool_)
        return self.led_to(strokes, surface).reached(goal)

    def led_to(self, strokes: Floats, surface: Surface = TOURNAMENT) -> "LedTo":
        """The outcomes of strokes, for several goals. Shapes: strokes (n, 3)."""
        view = self.view
        return LedTo(view, imagine(view, strokes, surface, self.ruleset), len(strokes))

    def left_after(self, stroke: Stroke, surface: Surface = TOURNAMENT) -> float | None:
        """Return how often a club player in the opponent's place succeeds after a stroke, by their best one.

        None: it is no safety, since the turn stays, a coin is owed, or the board is over.
        """
        view = self.view
        batch = Batch.copies(1, view.position, view.board, self.ruleset, surface=surface)
        batch.play([[stroke.offset, stroke.angle, stroke.speed]], strict=False)
        board = batch.board(0)
        if batch.over[0] or board.to_play is view.me or board.owed_by(view.me) > view.board.owed_by(view.me):
            return None
        return best_chance(batch.position(0), board, self.ruleset, surface=surface)

    def left_by(self, put: Put, surface: Surface = TOURNAMENT) -> float:
        """How often a club player in the opponent's place pockets the due from a place, by their best stroke."""
        due, board = due_of(self.state), self.view.board
        if due.number is None:
            raise ValueError("a due of a puzzle has a number")
        theirs = replace(board, to_play=board.to_play.other, seat=board.seat.opposite)
        position = self.view.position.with_piece(due.number, *put)
        return best_chance(position, theirs, self.ruleset, only=due.number, surface=surface)


@dataclass(frozen=True, eq=False)
class LedTo:
    """The outcomes of `count` strokes of the solver. Shapes of results: (count,)."""

    view: View
    outcomes: Outcomes
    count: int

    def reached(self, goal: Goal) -> Bools:
        """Return whether they reach a goal."""
        view, verdicts = self.view, self.outcomes.verdicts
        plays_on = self.outcomes.to_play(view.me)
        before = Standings.of(view.board, view.me)
        after = Standings(verdicts.after, plays_on, view.me)
        goes_on = verdicts.keeps.astype(np.bool_) & (after.owed <= before.owed)
        won = np.zeros(len(plays_on), np.bool_)
        for rows, outcome in self.outcomes.ends(view.board):
            won[rows] = outcome.winner is view.me or outcome.end is BoardEnd.CLEARED
            goes_on[rows] = won[rows]
        down = _own_up(before) - _own_up(after)
        mine = after.queen == evaluation.MINE
        match goal:
            case Goal.WIN:
                found = won
            case Goal.POCKET:
                found = goes_on & (down >= 1)
            case Goal.TWO:
                found = goes_on & (down >= 2)
            case Goal.QUEEN:
                found = goes_on & (before.queen == evaluation.UP) & (mine | (after.queen == evaluation.I_COVER))
            case Goal.COVER:
                found = goes_on & (before.queen == evaluation.I_COVER) & mine
            case Goal.QUEEN_AND_COVER:
                found = goes_on & (before.queen == evaluation.UP) & mine
            case _:
                found = np.zeros(len(plays_on), np.bool_)
        out = np.zeros(self.count, np.bool_)
        out[self.outcomes.rows] = found
        return out

    def guessed_left(self) -> Floats:
        """The chance of the opponent's best straight stroke by geometry, after safeties; else infinity."""
        view, verdicts = self.view, self.outcomes.verdicts
        mine = self.outcomes.to_play(view.me)
        sights = view.sights(self.outcomes.settled(), REFERENCE, ~mine)
        after = Standings(verdicts.after, mine, view.me)
        theirs, queens = COLOURS[int(after.colour[0])][1], kind_columns(sights.kinds, Piece.QUEEN)
        is_up = after.queen == evaluation.UP
        left = best_helpful(sights.theirs, kind_columns(sights.kinds, theirs), queens, is_up, after.their_up)
        is_safety = ~mine & ~verdicts.over & (after.owed <= Standings.of(view.board, view.me).owed)
        out = np.full(self.count, np.inf)
        out[self.outcomes.rows] = np.where(is_safety, left, np.inf)
        return out

    def fell(self) -> Bools:
        """The pieces that fell. Shapes: result (count, 20)."""
        out = np.zeros((self.count, self.outcomes.layouts.shape[1]), np.bool_)
        out[self.outcomes.rows] = np.isnan(self.outcomes.layouts[:, :, 0]) & ~np.isnan(self.view.layout[0, :, 0])
        return out


def _own_up(boards: Standings) -> NDArray[np.int64]:
    """Coins that the solver has still to pocket: alone, those of both colours."""
    return boards.white_up + boards.black_up if boards.solo else boards.up


def due_of(state: PlayState) -> Due:
    """The due that the solver places."""
    return state.match.awaiting.dues[0]


@lru_cache(maxsize=1)
def other_surfaces() -> tuple[Surface, ...]:
    """The board with friction and bounce a little otherwise; the usual one is among them."""
    return tuple(
        replace(
            TOURNAMENT,
            board_friction=TOURNAMENT.board_friction * friction,
            disc_restitution=TOURNAMENT.disc_restitution * restitution,
            frame_restitution=TOURNAMENT.frame_restitution * restitution,
        )
        for friction in OTHER_FRICTIONS
        for restitution in OTHER_RESTITUTIONS
    )


def holds_everywhere(task: Task, goal: Goal, stroke: Stroke, limit: float = 0.0) -> bool:
    """Whether a stroke, made exactly, reaches a goal on each of `other_surfaces`."""
    made = np.array([[stroke.offset, stroke.angle, stroke.speed]])
    return all(task.reached(goal, made, limit=limit, surface=surface)[0] for surface in other_surfaces())
