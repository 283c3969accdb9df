"""Refusing a place for a due that the laws forbid."""

from carrom.equipment.position import Position
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Reason
from carrom.match.awaiting import Due
from carrom.play import places
from carrom.play.context import is_finite_number
from carrom.play.errors import NotANumberError, PlaceForbiddenError, PlaceOutsideError, PlaceOverlapsError

_ERRORS: dict[Reason, tuple[type[PlaceForbiddenError], str]] = {
    Reason.PLACE_OUTSIDE_CIRCLE: (PlaceOutsideError, "outside-circle"),
    Reason.PLACE_ON_CENTRE: (PlaceOutsideError, "on-centre"),
    Reason.PLACE_TAKEN: (PlaceOverlapsError, "taken"),
    Reason.PLACE_MAKES_SHOT: (PlaceForbiddenError, "makes-shot"),
}


def check_place(position: Position, due: Due, x: float, y: float, ruleset: Ruleset) -> None:
    """Pass if this due may be laid at x, y.

    Raises:
        NotANumberError, PlaceOutsideError, PlaceOverlapsError, PlaceForbiddenError.
    """
    for number in (x, y):
        if not is_finite_number(number):
            raise NotANumberError("place", number=number)
    found = places.fault(position, due, x, y, ruleset)
    if found is not None:
        kind, key = _ERRORS.get(found.reason, (PlaceForbiddenError, "piece"))
        raise kind(key, reason=found.reason, clauses=found.clauses)
