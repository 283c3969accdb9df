"""Where the umpire puts back what his law puts back: the queen, jumped pieces. The same place for the same position.

Law: ICF 65, 93, 94: on the centre circle, covering it fully, or as much of it as is free; a piece that cannot lie
there lies as near as it goes, on the side away from the player in turn.
"""

from carrom.equipment.measurements import OUTER_CIRCLE_RADIUS
from carrom.equipment.position import Position, turn
from carrom.laws.ruling import Return
from carrom.play.free_places import Point, nearest_place
from carrom.terms import Seat


def place_for(back: Return, position: Position, in_turn: Seat) -> Point:
    """Where the umpire lays a piece that comes back after a stroke by the player at `in_turn`."""
    return nearest_to_centre(position, in_turn)


def nearest_to_centre(position: Position, in_turn: Seat) -> Point:
    """The free place nearest to the centre; of several the one farthest from the player in turn, then at his right."""

    def away(x: float, y: float) -> float:
        right, far = turn(x, y, -in_turn.quarter_turns)
        return round(far, 9) + 1e-6 * right

    def on_the_board(x: float, y: float) -> bool:
        return max(abs(x), abs(y)) <= 2 * OUTER_CIRCLE_RADIUS

    place = nearest_place(position, (0.0, 0.0), legal=on_the_board, prefer=away)
    if place is None:
        raise ValueError("no place is free near the centre")
    return place
