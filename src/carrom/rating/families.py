"""Families of rulesets that share a rating: those that play the same kind of game, judged by their values."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from carrom.laws.ruleset import Ruleset

Kind = Literal["singles", "doubles"]
FAMILIES: Mapping[str, str] = MappingProxyType(
    {
        "points-25": "the queen is worth less than five, as in games to 25",
        "points-29": "the queen is worth five, as in games to 29",
    }
)
KINDS: tuple[Kind, ...] = ("singles", "doubles")


def family_of(ruleset: Ruleset) -> str | None:
    """The family of a ruleset; None: nobody meets anybody in it, so there is nothing to rate.

    What separates the families is what the queen is worth: at five she decides most boards and is played for first, at
    three and only below a score she often is not. Length is no family: a board, a game and a match of the same laws ask
    for the same skill. So a club's own ruleset finds its family by itself.
    """
    if ruleset.score_mode == "strokes":
        return None
    return "points-29" if ruleset.queen_points >= 5 else "points-25"


def group_of(family: str, kind: Kind) -> str:
    """The name under which one family's singles or doubles are rated: "points-25 singles"."""
    return f"{family} {kind}"


GROUPS: tuple[str, ...] = tuple(group_of(family, kind) for family in FAMILIES for kind in KINDS)
"""All groups; each has ratings of its own."""
