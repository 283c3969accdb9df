"""How long a match is, as values of its ruleset."""

from collections.abc import Mapping
from types import MappingProxyType

LENGTHS: Mapping[str, Mapping[str, object]] = MappingProxyType(
    {
        "board": MappingProxyType({"board_limit": 1, "match_wins_needed": 1, "boards_per_set": 1}),
        "game": MappingProxyType({"match_wins_needed": 1}),
        "match": MappingProxyType({}),
        "best_of_3": MappingProxyType({"board_limit": 1, "game_target": None, "match_wins_needed": 2}),
        "best_of_5": MappingProxyType({"board_limit": 1, "game_target": None, "match_wins_needed": 3}),
        "eight_boards": MappingProxyType(
            {"board_limit": 8, "game_target": 25, "limit_winner": "board_wins", "match_wins_needed": 1}
        ),
    }
)
"""One board (solo: a set of one); one game (ICF: to 25 points or 8 boards); the match that the ruleset asks
(ICF: best of three games); the most of 3 or 5 boards (C-061); 25 points or the most wins in 8 boards (C-060)."""
