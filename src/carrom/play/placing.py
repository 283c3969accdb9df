"""Refusing a place for a due that the laws forbid."""

from carrom.equipment.position import Position
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import Reason
from carrom.match.awaiting import Due
from carrom.play import places
from carrom.play.context import is_finite_number
from carrom.play.errors import NotANumberError, PlaceForbiddenError, PlaceOutsideError, PlaceOverlapsError

_SENTENCES = {
    Reason.PLACE_OUTSIDE_CIRCLE: "The coin would not lie wholly inside the outer circle.",
    Reason.PLACE_ON_CENTRE: "The coin would cover part of the centre circle.",
    Reason.PLACE_TAKEN: "A piece lies there; it may not be moved.",
    Reason.PLACE_MAKES_SHOT: "The coin would make a shot that the laws forbid.",
}
_ERRORS: dict[Reason, type[PlaceForbiddenError]] = {
    Reason.PLACE_OUTSIDE_CIRCLE: PlaceOutsideError,
    Reason.PLACE_ON_CENTRE: PlaceOutsideError,
    Reason.PLACE_TAKEN: PlaceOverlapsError,
}


def check_place(position: Position, due: Due, x: float, y: float, ruleset: Ruleset) -> None:
    """Pass if this due may be laid at x, y.

    Raises:
        NotANumberError, PlaceOutsideError, PlaceOverlapsError, PlaceForbiddenError.
    """
    for number in (x, y):
        if not is_finite_number(number):
            raise NotANumberError(f"A place is two finite numbers of metres, not {number!r}.")
    found = places.fault(position, due, x, y, ruleset)
    if found is not None:
        kind = _ERRORS.get(found.reason, PlaceForbiddenError)
        sentence = _SENTENCES.get(found.reason, "The laws forbid this place.")
        raise kind(found.reason, found.clauses, f"{sentence} Move it.")
