"""The points of a fixture and the order of tie-breaks, as data."""

from dataclasses import dataclass, replace
from typing import Literal

from carrom.match.snapshot import Tally
from carrom.messages import gettext_noop as _
from carrom.settings import setting
from carrom.tournament.teams import TieTerms
from carrom.tournament.tie_breaks import TIE_BREAKS

A_GAME = Tally(25, 0)
ONE_GAME = Tally(1, 0)
ABSENCES = "absences"  # the tie-break that puts those last who did not come
MOST_POINTS = 20  # for one match
TIE_BREAK_CHOICES = {name: one.label for name, one in TIE_BREAKS.items()}
TIE_BREAK_HELP = {name: one.says for name, one in TIE_BREAKS.items()}
ORDER = ("points", "head_to_head", "net_points", "board_wins", "points_for", "lots")


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulation:
    """Points for a win, a tie, a loss; the score of a match nobody played; the tie-breaks from first to last.

    `order` names tie-breaks (`tie_breaks.TIE_BREAKS`); each looks only at those whom all before it left level.
    A match that was not played counts in every column of the table as one won without losing a point or a game:
    `walk_over_score` and `walk_over_games` are those of the whole match. Sides that did not come (or were sent away)
    stand below all who are level with them on points and came, whatever the tie-breaks say (`absent_last`; see
    docs/walk-overs.md).

    `withdrawn`: the results of entrants who have left stand, count for nobody, or stand only if they have played half
    of their fixtures (round robin). Buchholz counts a bye's opponent as nobody, with no points.
    """

    win: int = setting(2, least=0, most=MOST_POINTS, label=_("Points for a win"), group="table", shown_as="%(value)s")
    tie: int = setting(1, least=0, most=MOST_POINTS, label=_("Points for a tie"), group="table", shown_as="%(value)s")
    loss: int = setting(0, least=0, most=MOST_POINTS, label=_("Points for a loss"), group="table", shown_as="%(value)s")
    no_show: int = setting(
        0,
        least=-MOST_POINTS,
        most=MOST_POINTS,
        label=_("Points for an absent player"),
        says=_("or a disqualified one"),
        group="table",
        shown_as="%(value)s",
    )
    bye: int = 2
    bye_score: Tally = A_GAME
    walk_over_score: Tally = A_GAME
    walk_over_games: Tally = ONE_GAME
    absent_last: bool = True
    order: tuple[str, ...] = setting(
        ORDER,
        ordered=True,
        label=_("Ties in the table are broken by"),
        says=_("after the points"),
        choices=TIE_BREAK_CHOICES,
        choice_help=TIE_BREAK_HELP,
        group="table",
        shown_as="%(value)s",
    )
    withdrawn: Literal["stands", "void", "void_below_half"] = setting(
        "stands",
        label=_("Results of players who withdraw"),
        choices={
            "stands": _("count"),
            "void": _("do not count"),
            "void_below_half": _("count if they played half of their matches"),
        },
        group="table",
        shown_as="%(value)s",
    )

    @property
    def ranking(self) -> tuple[str, ...]:
        """The tie-breaks as they are asked: `order`, with absences after the points where it does not name them."""
        if not self.absent_last or ABSENCES in self.order:
            return self.order
        first = self.order[:1] if self.order[:1] == ("points",) else ()
        return (*first, ABSENCES, *self.order[len(first) :])

    def of_games(self, games: int) -> "Regulation":
        """The regulation for matches that are won with so many games, each worth `walk_over_score` if not played."""
        score = self.walk_over_score
        return replace(self, walk_over_score=Tally(games * score.a, games * score.b), walk_over_games=Tally(games, 0))

    def of_ties(self, tie: TieTerms) -> "Regulation":
        """The regulation for ties of teams: one that was not played counts as if all its matches were won."""
        matches = len(tie.order)
        worth = sum(tie.worth(number) for number in range(1, matches + 1))
        return replace(self, walk_over_score=Tally(worth, 0), walk_over_games=Tally(matches, 0))


USUAL = Regulation()


def decisive(regulation: Regulation) -> Regulation:
    """The regulation with the drawing of lots at its end, where places must be distinguished."""
    return regulation if "lots" in regulation.order else replace(regulation, order=(*regulation.order, "lots"))
