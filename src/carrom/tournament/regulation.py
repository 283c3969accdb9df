"""What a fixture is worth, and in which order ties are broken: the organiser's table, as data."""

from dataclasses import dataclass, replace
from typing import Literal

from carrom.match.standing import Tally

A_GAME = Tally(25, 0)
ORDER = ("points", "head_to_head", "net_points", "board_wins", "points_for", "lots")


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulation:
    """Points for a win, a tie, a loss; the score of a match nobody played; the tie-breaks from first to last.

    `order` names tie-breaks (`tie_breaks.TIE_BREAKS`); each looks only at those whom all before it left level.
    `withdrawn`: the results of whoever has left stand, count for nobody, or stand only if he has played half of his
    fixtures (round robin). Buchholz counts a bye's opponent as nobody, with no points.
    """

    win: int = 2
    tie: int = 1
    loss: int = 0
    no_show: int = 0  # for whoever did not come or was sent away
    bye: int = 2
    bye_score: Tally = A_GAME
    walk_over_score: Tally = A_GAME
    order: tuple[str, ...] = ORDER
    withdrawn: Literal["stands", "void", "void_below_half"] = "stands"


USUAL = Regulation()


def decisive(regulation: Regulation) -> Regulation:
    """The regulation with the drawing of lots at its end, where places must be told apart."""
    return regulation if "lots" in regulation.order else replace(regulation, order=(*regulation.order, "lots"))
