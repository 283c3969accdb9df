"""Where the umpire puts back what his law puts back: the queen, jumped pieces. The same place for the same position.

The places are told by `laws.placement`; here they meet numbered pieces and the seat of the player in turn.
Law: ICF 65, 93, 94.
"""

from carrom.equipment.position import PlacedPiece, Position, turn
from carrom.laws.centre_places import centre_dues, centre_spot, umpire_spots
from carrom.laws.ruleset import Ruleset
from carrom.terms import Seat


def put_back(numbers: tuple[int, ...], position: Position, in_turn: Seat) -> tuple[PlacedPiece, ...]:
    """Where the umpire lays these pieces, in their order, after a stroke by the player at `in_turn`."""
    spots = umpire_spots(_centres(position), len(numbers), _away_from(in_turn))
    return tuple(PlacedPiece(number, x, y) for number, (x, y) in zip(numbers, spots, strict=True))


def put_dues_at_centre(
    numbers: tuple[int, ...], position: Position, in_turn: Seat, ruleset: Ruleset
) -> tuple[PlacedPiece, ...]:
    """Where dues lie that go to the centre, two at once touching over it where the laws say so (B-029 to B-033)."""
    spots = centre_dues(ruleset, _centres(position), len(numbers), _away_from(in_turn))
    return tuple(PlacedPiece(number, x, y) for number, (x, y) in zip(numbers, spots, strict=True))


def nearest_to_centre(position: Position, in_turn: Seat) -> tuple[float, float]:
    """The free place nearest to the centre; of several the one farthest from the player in turn."""
    return centre_spot(_centres(position), _away_from(in_turn))


def _centres(position: Position) -> tuple[tuple[float, float], ...]:
    return tuple((piece.x, piece.y) for piece in position.pieces)


def _away_from(seat: Seat) -> tuple[float, float]:
    return turn(0.0, 1.0, seat.quarter_turns)
