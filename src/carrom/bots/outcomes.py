"""The outcomes of many simulated strokes: final places and verdicts, as arrays."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from carrom.bots.view import View
from carrom.laws.board_state import BoardState
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import BoardOutcome
from carrom.physics.simulate import simulate_layouts
from carrom.physics.surface import Surface
from carrom.play import packed
from carrom.play.verdict_table import Verdicts, table_of
from carrom.terms import QUEEN_NUMBER, Piece, Side

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Results of those of n strokes that can be made, in the player's axes.

    Shapes: rows (m,), of the strokes; layouts (m, 20, 2) where each piece lies, NaN where it fell.
    """

    rows: Ints
    layouts: Floats
    verdicts: Verdicts
    striker: Side
    queen_was_up: bool

    @cached_property
    def queen_returns(self) -> Bools:
        """Whether the queen comes back. Shapes: (m,)."""
        numbers, which = np.unique(self.verdicts.returns, return_inverse=True)
        table = self.verdicts.table
        back = [any(each.piece is Piece.QUEEN for each in table.back(number)) for number in numbers.tolist()]
        return np.array(back, np.bool_)[which]

    def settled(self) -> Floats:
        """The layouts once the umpire has put the queen back, about where an umpire would. Coins are left out of it.

        So is a queen that was down before the stroke: whose chances are asked for is settled by what was up then.
        """
        if not self.queen_was_up or not self.queen_returns.any():
            return self.layouts
        layouts = self.layouts.copy()
        layouts[self.queen_returns, QUEEN_NUMBER] = 0.0
        return layouts

    def to_play(self, side: Side) -> Bools:
        """Whether it is a side's turn next. Shapes: (m,)."""
        return np.asarray(self.verdicts.passes != (self.striker is side))

    def ends(self, board: BoardState) -> list[tuple[Ints, BoardOutcome]]:
        """The strokes that end the board they were made on, alike ones together, and how."""
        verdicts = self.verdicts
        over = np.flatnonzero(verdicts.over)
        found = []
        for stroke in np.unique(verdicts.strokes[over]).tolist():
            alike = over[verdicts.strokes[over] == stroke]
            found.append((alike, verdicts.outcome(int(alike[0]), board)))
        return found


def imagine(view: View, strokes: Floats, surface: Surface, ruleset: Ruleset) -> Outcomes:
    """Let the engine play strokes (n, 3) of offset, angle, speed, each on the board as it lies; have them judged."""
    results = simulate_layouts(view.layout, strokes, surface)
    rows = np.flatnonzero(results.status == 0)
    facts, layouts = packed.pack_results(results, strokes, view.layout), results.layouts
    if len(rows) < len(strokes):
        facts, layouts = facts[rows], layouts[rows]
    verdicts = table_of(ruleset).look_up(np.full(len(rows), packed.pack_board(view.board)), facts)
    return Outcomes(rows, layouts, verdicts, view.board.to_play, Piece.QUEEN in view.kinds)
