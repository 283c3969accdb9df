"""From the engine's trace of a simulated stroke to the laws' facts, as an umpire would report them.

Neutral and complete for every ruleset: it says what happened, never whether it was allowed.
"""

from typing import TYPE_CHECKING

from carrom.equipment.measurements import COIN_RADIUS, FRONT_LINE
from carrom.equipment.position import Position, turn
from carrom.laws.facts import StrokeFacts
from carrom.laws.placement import direction_of as direction_of
from carrom.terms import Seat, Stroke, piece_of

if TYPE_CHECKING:
    from carrom.physics.motion import Motion
    from carrom.physics.trace import Trace


def facts_from_motion(motion: "Motion", before: Position, stroke: Stroke, seat: Seat) -> StrokeFacts:
    """The facts of a simulated stroke; `before` is the position that it was made on."""
    return facts_from_trace(motion.trace, before, stroke, seat)


def facts_from_trace(trace: "Trace", before: Position, stroke: Stroke, seat: Seat) -> StrokeFacts:
    """The facts of a simulated stroke, also of one in a batch (`StrokeResults.trace`)."""
    pocketed = tuple(number for number in trace.pocketed if number != 0)
    first = trace.first_contact
    return StrokeFacts(
        pocketed=tuple(piece_of(number) for number in pocketed),
        striker_pocketed=trace.striker_pocketed,
        left_board=tuple(piece_of(number) for number in sorted(trace.jumped) if number),
        striker_left_board=0 in trace.jumped,
        touched=first is not None,
        first_contact=None if first is None else piece_of(first),
        struck=frozenset(piece_of(number) for number in pocketed if number in trace.struck),
        spread=bool(trace.spread_numbers),
        direction=direction_of(stroke.angle),
        crossed_front_line=trace.crossed_front_line,
        stayed_behind_line=trace.stayed_behind_line,
        touched_own_frame=trace.touched_own_frame,
        came_back_into_own_half=trace.came_back_into_own_half,
        struck_behind_line=first is not None and not trace.crossed_front_line and is_behind_line(before, first, seat),
    )


def is_behind_line(position: Position, number: int, seat: Seat) -> bool:
    """Whether a piece lies on or behind the front line of the one who sits at `seat`.

    Raises:
        KeyError: the piece is not on the surface.
    """
    for piece in position.pieces:
        if piece.number == number:
            _, y = turn(piece.x, piece.y, -seat.quarter_turns)
            return y - COIN_RADIUS < -FRONT_LINE
    raise KeyError(number)
