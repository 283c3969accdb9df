"""A table of verdicts, looked up by the thousand: no board and stroke is judged twice.

It contains no laws. A new question goes to `carrom.laws.judge.verdict`, packed and unpacked
(`carrom.play.packed`); its answer is cached as seen by the side to play, and serves every board that differs in nothing
a verdict depends on. So every ruleset has such a table, also one that somebody wrote this morning.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from carrom.laws.board_state import BoardState
from carrom.laws.judge import verdict, verdict_and_questions
from carrom.laws.ruleset import Ruleset
from carrom.laws.ruling import UMPIRE, BoardOutcome, Return, Verdict
from carrom.physics import rounds
from carrom.physics.native import native
from carrom.play import packed
from carrom.terms import Piece, Seat, Side

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
SEATS = tuple(Seat)

MOST = 1 << 18  # cached verdicts; then the table is cleared. Some 50 MB
FEWEST = 1 << 10
_SELDOM = {name: packed.bits_of(*fields) for name, fields in packed.SELDOM_ASKED.items()}
_board_of = lru_cache(maxsize=1024)(packed.unpack_board)  # many strokes are asked about on one board,
_facts_of = lru_cache(maxsize=4096)(packed.unpack_facts)  # and the same strokes on many


@dataclass(frozen=True, slots=True, eq=False)
class KnownVerdicts:
    """Verdicts that a table had at some time, as `carrom.physics.rounds` looks them up. Stays true while it grows.

    Shapes: slots (s,), known (m, KNOWN_COLUMNS), asked_for (1,).
    """

    slots: Ints
    known: Ints
    asked_for: Ints


class VerdictTable:
    """The verdicts of one ruleset that were asked for so far. Safe on threads.

    One row holds of a verdict, beside its board and stroke (`carrom.physics.rounds`): `after`, the board it leads to,
    packed as its side to play sees it; `passes`, whether that is the other side; `turns`, quarter turns from the seat
    that struck to the one that strikes next; `keeps`, whether the turn continues; `over`; `returns`, a number of what
    comes back (`back`), 0 for nothing.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.asked = 0  # questions that went to the judge
        self._lock = Lock()
        self._asked_for = ~sum(_SELDOM.values())  # bits of a stroke that any verdict so far was made of
        self._begin()

    def _begin(self) -> None:
        self._count = 0
        self._known = np.zeros((FEWEST, rounds.KNOWN_COLUMNS), np.int64)
        self._back: list[tuple[Return, ...]] = [()]
        self._back_from: dict[tuple[int, Seat], tuple[Return, ...]] = {}
        self._back_numbers: dict[tuple[Return, ...], int] = {(): 0}
        self._ends: dict[tuple[int, int, int, int], BoardOutcome] = {}
        self._slots = np.full(2 * FEWEST, -1, np.int64)  # of the rows, by their hash; -1: free
        self._show()

    def known(self) -> KnownVerdicts:
        """Return the verdicts that are known now. Waits for nobody."""
        return self._view

    def _show(self) -> None:
        """Let others look up in the arrays as they are now."""
        self._view = KnownVerdicts(self._slots, self._known, np.array([self._asked_for]))

    def look_up(self, boards: Ints, strokes: Ints) -> "Verdicts":
        """The verdict on each stroke on its board.

        Shapes: boards, strokes (n,), packed.

        Raises:
            ContradictoryFactsError: a board or a stroke that could not have been so.
        """
        boards, strokes = np.ascontiguousarray(boards), strokes.copy()
        rows = np.empty(len(boards), np.int64)
        with self._lock:
            if self._count > MOST:
                self._begin()
            view = self._view
            native().find_verdicts(boards, strokes, view.slots, view.known, packed.BITS, view.asked_for, rows)
            unknown = np.flatnonzero(rows < 0)
            if len(unknown):
                asked = list(zip(boards[unknown].tolist(), strokes[unknown].tolist(), strict=True))
                row_of = {question: self._row(*question) for question in dict.fromkeys(asked)}
                rows[unknown] = [row_of[question] for question in asked]
            found = np.ascontiguousarray(self._known[rows].T)
        flags = found[rounds.K_FLAGS]
        return Verdicts(
            table=self,
            boards=boards,
            strokes=strokes,
            after=found[rounds.K_AFTER],
            passes=(flags & rounds.PASSED) != 0,
            turns=found[rounds.K_TURNS],
            keeps=(flags & rounds.GOES_ON) != 0,
            over=(flags & rounds.ENDED) != 0,
            returns=found[rounds.K_RETURNS],
        )

    def ask(self, boards: Ints, strokes: Ints) -> None:
        """Ask the laws for verdicts that were not known a moment ago: of few questions, most of them differ.

        Shapes: boards, strokes (n,), packed; what is never asked is taken out of the strokes (`find_verdicts`).

        Raises:
            ContradictoryFactsError: as of `look_up`.
        """
        with self._lock:
            if self._count > MOST:
                self._begin()
            for board, stroke in dict.fromkeys(zip(boards.tolist(), strokes.tolist(), strict=True)):
                self._row(board, stroke)

    def back(self, number: int, seat: Seat = Seat.SOUTH) -> tuple[Return, ...]:
        """Return the pieces that come back by a number of `Verdicts.returns` where `seat` struck."""
        known = self._back_from.get((number, seat))
        if known is None:
            turns = seat.quarter_turns
            known = self._back_from[number, seat] = tuple(
                back if back.placer == UMPIRE else replace(back, placer=turned(back.placer, turns))
                for back in self._back[number]
            )
        return known

    def outcome(self, board: int, stroke: int, own_score: int, other_score: int) -> BoardOutcome:
        """How a board ends, as side A sees it that struck.

        Raises:
            ValueError: it goes on.
        """
        key = (board, stroke, own_score, other_score)
        known = self._ends.get(key)
        if known is None:
            self.asked += 1
            scored = packed.unpack_board(board, score=(own_score, other_score))
            known = verdict(scored, packed.unpack_facts(stroke), self.ruleset).outcome
            if known is None:
                raise ValueError("the board goes on")
            if len(self._ends) > MOST:
                self._ends.clear()
            self._ends[key] = known
        return known

    def outcome_of(self, packed_board: int, stroke: int, board: BoardState) -> BoardOutcome:
        """How a board ends, by its packed self and as it is.

        Raises:
            ValueError: it goes on.
        """
        side = board.to_play
        outcome = self.outcome(packed_board, stroke, board.score_of(side), board.score_of(side.other))
        if side is Side.A or outcome.winner is None:
            return outcome
        return replace(outcome, winner=outcome.winner.other)

    # --- an open hash table

    def _place(self, board: int, stroke: int) -> tuple[int, int]:
        """Row and slot of one question; -1 and the free slot where it belongs if it was never asked."""
        last = len(self._slots) - 1
        slot = rounds.hash_of(board, stroke) & last
        while (row := int(self._slots[slot])) >= 0:
            if self._known[row, rounds.K_BOARD] == board and self._known[row, rounds.K_STROKE] == stroke:
                break
            slot = slot + 1 & last
        return row, slot

    def _row(self, board: int, stroke: int) -> int:
        """The row of one question, asked now if it was not before."""
        row, slot = self._place(board, stroke & self._asked_for)
        if row >= 0:
            return row
        self.asked += 1
        came_to, asked_for = verdict_and_questions(_board_of(board), _facts_of(stroke), self.ruleset)
        seldom = asked_for & _SELDOM.keys()
        more = sum(_SELDOM[name] for name in seldom) & ~self._asked_for if seldom else 0
        if more:  # what stands here already holds for every value of what it did not ask for
            self._asked_for |= more
            self._slots = self._slots.copy()  # by those that others look up in now no later row is found
            self._show()
            row, slot = self._place(board, stroke & self._asked_for)
        stroke &= self._asked_for
        row, after = self._count, came_to.after
        back = self._back_numbers.setdefault(came_to.returns, len(self._back))
        if back == len(self._back):
            self._back.append(came_to.returns)
        flags = rounds.PASSED if after.to_play is not Side.A else 0
        flags |= rounds.GOES_ON if came_to.keeps_turn else 0
        flags |= rounds.ENDED if came_to.outcome is not None else 0
        if came_to.returns:
            flags |= rounds.QUEEN_BACK if any(each.piece is Piece.QUEEN for each in came_to.returns) else 0
        self._known[row] = (board, stroke, packed.pack_board(after), flags, after.seat.quarter_turns, back)
        self._slots[slot] = row  # last: others may look it up now
        self._count += 1
        if self._count == len(self._known):
            self._grow()
        return row

    def _grow(self) -> None:
        """Make twice the room."""
        rows = self._known[:, : rounds.K_STROKE + 1].tolist()
        self._known = np.concatenate([self._known, np.zeros_like(self._known)])
        last = 2 * len(self._known) - 1
        slots = [-1] * (last + 1)
        for row, question in enumerate(rows):
            slot = rounds.hash_of(*question) & last
            while slots[slot] >= 0:
                slot = slot + 1 & last
            slots[slot] = row
        self._slots = np.array(slots, np.int64)
        self._show()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Verdicts:
    """The verdicts on n strokes, as arrays; see `VerdictTable`. Shapes: all (n,)."""

    table: VerdictTable
    boards: Ints
    strokes: Ints
    after: Ints
    passes: Bools
    keeps: Bools
    turns: Ints
    over: Bools
    returns: Ints

    def __len__(self) -> int:
        return len(self.after)

    def outcome(self, row: int, board: BoardState) -> BoardOutcome:
        """How the board ends on one stroke.

        Raises:
            ValueError: it goes on.
        """
        return self.table.outcome_of(int(self.boards[row]), int(self.strokes[row]), board)

    def verdict(self, row: int, board: BoardState) -> Verdict:
        """One of them in full: equal to `judge.verdict` of the board that was packed, and its stroke."""
        side = board.to_play.other if self.passes[row] else board.to_play
        seat = turned(board.seat, int(self.turns[row]))
        after = packed.unpack_board(int(self.after[row]), side, seat, board.score, board.strokes + 1)
        over = bool(self.over[row])
        return Verdict(
            after=replace(after, warnings=board.warnings) if board.warnings else after,
            returns=self.table.back(int(self.returns[row]), board.seat),
            keeps_turn=bool(self.keeps[row]),
            next_seat=None if over else seat,
            outcome=self.outcome(row, board) if over else None,
        )


def turned(seat: Seat, quarter_turns: int) -> Seat:
    """The seat so many quarter turns on, anticlockwise."""
    return SEATS[(seat.quarter_turns + quarter_turns) % 4]


@lru_cache(maxsize=32)
def table_of(ruleset: Ruleset) -> VerdictTable:
    """The table of a ruleset that this process has."""
    return VerdictTable(ruleset)
