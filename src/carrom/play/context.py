"""The input and output of a request handler."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from carrom.equipment.arrangement import Rng, opening
from carrom.equipment.position import Position
from carrom.laws.board_state import BoardState
from carrom.laws.placement import rack_aim
from carrom.match.entries import Effects, Entry
from carrom.match.progression import Course
from carrom.match.state import MatchState
from carrom.play.errors import NotAwaitedError, NotSeatedError
from carrom.play.state import PlayState
from carrom.terms import Seat, Side, Stroke

if TYPE_CHECKING:
    from carrom.physics.motion import Motion
    from carrom.physics.surface import Surface

Simulate = Callable[[Position, Stroke, Seat, "Surface"], "Motion"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """The effects of a request, and the motion if a stroke was simulated."""

    followed: Effects
    motion: "Motion | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """A request's surroundings: the state it is put to, who asks and when, chance, the record so far, the engine."""

    state: PlayState
    author: str
    rng: Rng
    entries: tuple[Entry, ...] = ()
    time: str = ""  # when it is asked, as an ISO text; empty: not known
    simulate: Simulate | None = None

    @property
    def match(self) -> MatchState:
        """The match without its position."""
        return self.state.match

    @property
    def seat(self) -> Seat:
        """The seat of the author. Raises NotSeatedError: they have none."""
        for seated in self.match.seats:
            if seated.seat.value == self.author:
                return seated.seat
        raise NotSeatedError(seat=self.author)

    @property
    def side(self) -> Side:
        """The author's side. Raises NotSeatedError: nobody's."""
        return self.match.side_at(self.seat)

    @property
    def board(self) -> BoardState:
        """The board in play. Raises NotAwaitedError: none is."""
        if self.match.board is None:
            raise NotAwaitedError("no-board")
        return self.match.board

    def set_up(self, course: Course) -> Position | None:
        """Return the position when a course has brought a new board; None where no positions are recorded."""
        if not self.match.head.positions or course.standing.breaker is None:
            return None
        return opening(self.rng, course.standing.breaker, rack_aim(self.match.ruleset))

    def gone_on(self, course: Course) -> Result:
        """Return the effects of a decision that moved no piece, but may have ended a board or brought a new one."""
        position, hand = self.state.position, self.state.hand
        if course.new_board:
            position, hand = self.set_up(course), ()
        return Result(
            followed=Effects(
                standing=course.standing,
                position=position,
                hand=hand,
                sides_changed=course.sides_changed,
                board_results=course.board_results,
                game_results=course.game_results,
                match_result=course.match_result,
            )
        )

    def unchanged(self) -> Result:
        """Nothing followed but the entry itself."""
        state = self.state
        return Result(
            followed=Effects(
                standing=state.match.standing,
                position=state.position,
                hand=state.hand,
                match_result=state.match.result,
            )
        )


def engine(simulate: Simulate | None) -> Simulate:
    """The engine to simulate with: the one passed in, else the installed one, which is loaded now."""
    if simulate is not None:
        return simulate
    from carrom.physics import simulate as installed

    return installed.simulate


def is_finite_number(value: object) -> bool:
    """Whether something is a number that can be measured: no truth value, not infinite, not NaN."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
