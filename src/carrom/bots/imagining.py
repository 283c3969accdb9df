"""Rounds of a search: what thousands of strokes are worth, in one compiled call (`carrom.physics.rounds`).

Strokes are played, their verdicts looked up and the boards that they lead to weighed without Python. The laws are asked
here, for what was never asked before, and for how boards end.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from carrom.bots import chances
from carrom.bots.evaluation import WORTH_FIELDS, WORTH_WEIGHTS
from carrom.bots.noise import Noise
from carrom.laws.board_state import BoardState
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import BoardOutcome
from carrom.physics import kernel, rounds
from carrom.physics.kernel_inputs import parameters_of, sliding_table
from carrom.physics.native import native
from carrom.physics.simulate import simulate_layouts
from carrom.physics.surface import Surface
from carrom.play import packed
from carrom.play.verdict_table import VerdictTable, table_of
from carrom.terms import Piece, Side

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

Wanted = Mapping[int, tuple[int, int]]  # by a colour's index: masks of what a side is after, and of what the other is
_NO_SEGMENTS, _NO_EVENTS = np.empty((0, kernel.SEGMENT_COLUMNS)), np.empty((0, kernel.EVENT_COLUMNS))
_NOTHING_NOW = np.zeros((2, kernel.DISCS))


@dataclass(eq=False, kw_only=True)
class Imagining:
    """Terms that all rounds of one search have in common, and as arrays what the compiled round takes of them.

    Attributes:
        me: the side that counts; `strikes`: whether it is the one that strikes.
        next_turns: quarter turns from each seat to the one that plays when the turn passes.
        queen: how it is known that she comes back (`carrom.physics.rounds`, Q_QUEEN).
    """

    ruleset: Ruleset
    surface: Surface
    noise: Noise
    me: Side
    strikes: bool
    next_turns: int
    alone: bool
    wanted: Wanted
    queen: int

    def __post_init__(self) -> None:
        """Look everything up once: rulesets and surfaces have many fields."""
        self._table = table_of(self.ruleset)
        self._played_by = parameters_of(self.surface), sliding_table(), packed.BITS, packed.PACKING
        self._hand = chances.sight_figures(self.noise)
        self._fields = WORTH_FIELDS[self.me]
        asked = [0] * rounds.ROUND_QUESTIONS
        asked[rounds.Q_STRIKER] = self.strikes
        asked[rounds.Q_NEXT], asked[rounds.Q_PARTNER] = self.next_turns, 2 * self.next_turns % 4
        asked[rounds.Q_ALONE], asked[rounds.Q_QUEEN] = self.alone, self.queen
        for colour, (mine, theirs) in self.wanted.items():
            asked[rounds.Q_MINE + colour], asked[rounds.Q_THEIRS + colour] = mine, theirs
        self._questions = np.array(asked)

    def of(
        self,
        strokes: Floats,
        rows: Ints,
        layouts: Floats,
        boards: Ints,
        careful: int = rounds.AS_THEY_REST,
        now: Floats = _NOTHING_NOW,
    ) -> "Imagined":
        """Play strokes and weigh what they lead to.

        Args:
            careful: which chances count, or whether only the side that goes on (`carrom.physics.rounds`, Q_CAREFUL).
            now: chances as the pieces lie before the strokes, for the side and for the other, if these count.
        Shapes: strokes (n, 3); rows (n,), which layout (m, 20, 2) and board (m,), packed, each is made on; now (2, 20).

        Raises:
            ImpossibleError: of layouts; a stroke that cannot be played is not made.
            ContradictoryFactsError: a board that could not have been so.
        """
        n, known, asked = len(strokes), self._table.known(), self._questions.copy()
        asked[rounds.Q_ASKED_FOR], asked[rounds.Q_CAREFUL] = known.asked_for[0], careful
        weighed_by = self._hand, now, self._fields, WORTH_WEIGHTS
        worths, said, facts = np.empty(n), np.empty(n, np.int64), np.empty(n, np.int64)
        left, summary = np.empty((n, kernel.DISCS, 2)), np.empty(rounds.SUMMARY, np.int64)
        native().imagine_strokes(
            strokes,
            rows,
            layouts,
            boards,
            *self._played_by,
            known.slots,
            known.known,
            asked,
            *weighed_by,
            _NO_SEGMENTS,
            _NO_EVENTS,
            worths,
            said,
            facts,
            left,
            summary,
        )
        some, every = summary.tolist()
        found = Imagined(worths, said, facts, rows, boards, self._table, some, every)
        if not every & rounds.WAS_JUDGED:
            self._judge(strokes, layouts, left, found, asked, weighed_by)
            found.some, found.every = int(np.bitwise_or.reduce(said)), int(np.bitwise_and.reduce(said))
        return found

    def _judge(
        self,
        strokes: Floats,
        layouts: Floats,
        left: Floats,
        found: "Imagined",
        asked: Ints,
        weighed_by: tuple[Floats, Floats, Ints, Floats],
    ) -> None:
        """Ask the laws for the verdicts that were not known, and fill in what their strokes are worth."""
        worths, said, facts, rows, boards = found.worths, found.said, found.facts, found.rows, found.boards
        for row in (said >= rounds.REFUSED).nonzero()[0].tolist():
            if said[row] // rounds.REFUSED not in kernel.STROKE_STATUSES:
                simulate_layouts(layouts[rows[row]][None], strokes[row : row + 1], self.surface)  # says why
        unknown = (said == rounds.WAS_MADE).nonzero()[0]
        while len(unknown):
            on, some = rows.take(unknown), (worths.take(unknown), said.take(unknown), facts.take(unknown))
            self._table.ask(boards.take(on), some[2])
            known = self._table.known()
            asked[rounds.Q_ASKED_FOR] = known.asked_for[0]
            native().weigh_outcomes(
                left[: len(unknown)],
                on,
                boards,
                packed.BITS,
                known.slots,
                known.known,
                asked,
                *weighed_by,
                *some,
            )
            worths[unknown], said[unknown], facts[unknown] = some
            still = some[1] == rounds.WAS_MADE  # the table was emptied meanwhile
            unknown, left = unknown[still], left[: len(unknown)][still]

    def in_turn(
        self,
        surfaces: tuple[Surface, ...],
        strokes: Floats,
        rows: Ints,
        layouts: Floats,
        boards: Ints,
        careful: int = rounds.AS_THEY_REST,
        now: Floats = _NOTHING_NOW,
    ) -> "Imagined":
        """Play strokes and weigh what they lead to, each on the next of some surfaces in place of its own (`of`).

        Samples of a stroke that follow one another meet all surfaces. Where each stroke has a multiple of that many
        samples, the same errors of the hand meet the same surfaces: strokes can still be compared.
        """
        n, some_said, all_said = len(strokes), 0, -1
        worths, said, facts = np.empty(n), np.empty(n, np.int64), np.empty(n, np.int64)
        for first, surface in enumerate(surfaces[:n]):
            some = slice(first, None, len(surfaces))
            on_it = replace(self, surface=surface)
            part = on_it.of(strokes[some].copy(), rows[some].copy(), layouts, boards, careful, now)
            worths[some], said[some], facts[some] = part.worths, part.said, part.facts
            some_said, all_said = some_said | part.some, all_said & part.every
        return Imagined(worths, said, facts, rows, boards, self._table, some_said, all_said)

    def chances_now(self, layout: Floats) -> Floats:
        """Return the chances of either side's pieces as they lie, where the boards' colours are those before a stroke.

        Shapes: layout (1, 20, 2), result (2, 20).
        """
        mine, theirs = self.wanted[packed.COLOURS_OPEN]
        now = np.zeros((2, kernel.DISCS))
        native().guess_chances(layout, np.array([mine, 0]), self._hand, now[:1])
        if not self.alone:
            native().guess_chances(layout, np.array([theirs, self.next_turns]), self._hand, now[1:])
        return now


@dataclass(slots=True, eq=False)
class Imagined:
    """Results of strokes. Shapes: boards (m,), all others (n,).

    Attributes:
        worths: of the boards that strokes lead to; mean nothing where a board is over, a stroke not made or unweighed.
        facts: what the strokes came to, packed; `rows`: of the boards, packed, that they were made on.
        some: what is said of some strokes (`said`); `every`: of all.
    """

    worths: Floats
    said: Ints
    facts: Ints
    rows: Ints
    boards: Ints
    table: VerdictTable
    some: int
    every: int

    @property
    def made(self) -> Bools:
        """Whether the stroke can be made."""
        return np.asarray((self.said & rounds.WAS_MADE) != 0, np.bool_)

    @property
    def keeps(self) -> Bools:
        """Whether the side that struck goes on."""
        return np.asarray((self.said & rounds.GOES_ON) != 0, np.bool_)

    def over(self) -> list[int]:
        """The strokes after which the board is over."""
        if not self.some & rounds.ENDED:
            return []
        found: list[int] = (self.said & rounds.ENDED).nonzero()[0].tolist()
        return found

    def board(self, row: int) -> int:
        """The board that one stroke was made on, packed."""
        return int(self.boards[self.rows[row]])

    def outcome(self, row: int, board: BoardState) -> BoardOutcome:
        """How the board that was packed ends on one stroke.

        Raises:
            ValueError: it goes on.
        """
        return self.table.outcome_of(self.board(row), int(self.facts[row]), board)


@lru_cache(maxsize=8)
def pieces_of(colour: Piece | None) -> int:
    """The mask of the pieces that a side of this colour is after; all without one."""
    coins = {Piece.WHITE: packed.WHITES, Piece.BLACK: packed.BLACKS}
    return packed.THE_QUEEN | (packed.WHITES | packed.BLACKS if colour is None else coins[colour])
