"""How long a match is, as values of its ruleset."""

from collections.abc import Mapping
from types import MappingProxyType

LENGTHS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "board": MappingProxyType({"board_limit": 1, "match_wins_needed": 1, "boards_per_set": 1}),
        "game": MappingProxyType({"match_wins_needed": 1}),
        "match": MappingProxyType({}),
    }
)
"""One board (solo: a set of one); one game (ICF: to 25 points or 8 boards); the match that the ruleset asks
(ICF: best of three games)."""
