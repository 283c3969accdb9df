"""Carrom: laws as code, physics, notation, and computer players.

The names below are public and stable; each is loaded when it is first used, so that importing this package loads
nothing. docs/api.md describes them.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from carrom import bots as bots
    from carrom import svg as svg
    from carrom.equipment.position import PlacedPiece as PlacedPiece
    from carrom.equipment.position import Position as Position
    from carrom.errors import CarromError as CarromError
    from carrom.game import Match as Match
    from carrom.laws.board_state import BoardState as BoardState
    from carrom.laws.facts import StrokeFacts as StrokeFacts
    from carrom.laws.judge import judge as judge
    from carrom.laws.rulesets.every import RULESETS as RULESETS
    from carrom.notation.pieces import read_position as read_position
    from carrom.notation.pieces import write_position as write_position
    from carrom.notation.record import read_match as read_match
    from carrom.notation.record import read_matches as read_matches
    from carrom.notation.record import write_match as write_match
    from carrom.notation.record import write_matches as write_matches
    from carrom.notation.situation import read_situation as read_situation
    from carrom.notation.situation import write_situation as write_situation
    from carrom.physics.simulate import simulate as simulate
    from carrom.physics.simulate import simulate_batch as simulate_batch
    from carrom.physics.surface import SURFACES as SURFACES
    from carrom.physics.surface import Surface as Surface
    from carrom.play.batch import Batch as Batch
    from carrom.play.game import play_stroke as play_stroke
    from carrom.play.situation import Situation as Situation
    from carrom.terms import Piece as Piece
    from carrom.terms import Queen as Queen
    from carrom.terms import Seat as Seat
    from carrom.terms import Side as Side
    from carrom.terms import Stroke as Stroke

    __version__: str

_HOMES = {
    "Batch": "carrom.play.batch",
    "BoardState": "carrom.laws.board_state",
    "CarromError": "carrom.errors",
    "Match": "carrom.game",
    "Piece": "carrom.terms",
    "PlacedPiece": "carrom.equipment.position",
    "Position": "carrom.equipment.position",
    "Queen": "carrom.terms",
    "RULESETS": "carrom.laws.rulesets.every",
    "SURFACES": "carrom.physics.surface",
    "Seat": "carrom.terms",
    "Side": "carrom.terms",
    "Situation": "carrom.play.situation",
    "Stroke": "carrom.terms",
    "StrokeFacts": "carrom.laws.facts",
    "Surface": "carrom.physics.surface",
    "judge": "carrom.laws.judge",
    "play_stroke": "carrom.play.game",
    "read_match": "carrom.notation.record",
    "read_matches": "carrom.notation.record",
    "read_position": "carrom.notation.pieces",
    "read_situation": "carrom.notation.situation",
    "simulate": "carrom.physics.simulate",
    "simulate_batch": "carrom.physics.simulate",
    "write_match": "carrom.notation.record",
    "write_matches": "carrom.notation.record",
    "write_position": "carrom.notation.pieces",
    "write_situation": "carrom.notation.situation",
}
_PACKAGES = frozenset({"bots", "svg"})
__all__ = [*sorted(_HOMES), *sorted(_PACKAGES)]


def __getattr__(name: str) -> Any:
    """Fetch a public name when it is first used."""
    if name == "__version__":
        from importlib import metadata  # slow to import

        return metadata.version("carrom")
    from importlib import import_module

    if name in _PACKAGES:
        return import_module(f"carrom.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'carrom' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return [*__all__, "__version__"]
