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
from carrom.play import packed
from carrom.terms import Seat, Side

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
SEATS = tuple(Seat)

MOST = 1 << 18  # cached verdicts; then the table is cleared. Some 50 MB
FEWEST = 1 << 10
_SELDOM = {name: packed.bits_of(*fields) for name, fields in packed.SELDOM_ASKED.items()}
_MIXED = (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xD6E8FEB86659FD93)
_MIX, _WORD = np.array(_MIXED, np.uint64), (1 << 64) - 1


class VerdictTable:
    """The verdicts of one ruleset that were asked for so far. Safe on threads.

    One row holds of a verdict: `after`, the board it leads to, packed as its side to play sees it; `passes`,
    whether that is the other side; `turns`, quarter turns from the seat that struck to the one that strikes next;
    `keeps`, whether the turn continues; `over`; `returns`, a number of what comes back (`back`), 0 for nothing.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.asked = 0  # questions that went to the judge
        self._lock = Lock()
        self._asked_for = ~sum(_SELDOM.values())  # bits of a stroke that any verdict so far was made of
        self._begin()

    def _begin(self) -> None:
        self._count = 0
        self._boards, self._strokes = np.zeros(FEWEST, np.int64), np.zeros(FEWEST, np.int64)
        self._after = np.zeros(FEWEST, np.int64)
        self._rest = np.zeros((FEWEST, 5), np.int32)
        self._back: list[tuple[Return, ...]] = [()]
        self._back_from: dict[tuple[int, Seat], tuple[Return, ...]] = {}
        self._back_numbers: dict[tuple[Return, ...], int] = {(): 0}
        self._ends: dict[tuple[int, int, int, int], BoardOutcome] = {}
        self._slots = np.full(2 * FEWEST, -1, np.int32)  # of the rows, by their hash; -1: free

    def look_up(self, boards: Ints, strokes: Ints) -> "Verdicts":
        """The verdict on each stroke on its board.

        Shapes: boards, strokes (n,), packed.

        Raises:
            ContradictoryFactsError: a board or a stroke that could not have been so.
        """
        strokes = packed.normal(boards, strokes)
        with self._lock:
            if self._count > MOST:
                self._begin()
            rows = self._found(boards, strokes & self._asked_for)
            unknown = np.flatnonzero(rows < 0)
            if len(unknown):
                asked = list(zip(boards[unknown].tolist(), strokes[unknown].tolist(), strict=True))
                row_of = {question: self._row(*question) for question in dict.fromkeys(asked)}
                rows[unknown] = [row_of[question] for question in asked]
            rest = self._rest[rows]
            return Verdicts(
                table=self,
                boards=boards,
                strokes=strokes,
                after=self._after[rows],
                passes=rest[:, 0] != 0,
                turns=rest[:, 1],
                keeps=rest[:, 2] != 0,
                over=rest[:, 3] != 0,
                returns=rest[:, 4],
            )

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

    # --- an open hash table, looked up for all at once

    def _hashes(self, boards: Ints, strokes: Ints) -> Ints:
        mixed = boards.astype(np.uint64) * _MIX[0] ^ strokes.astype(np.uint64) * _MIX[1]
        mixed = (mixed ^ mixed >> np.uint64(29)) * _MIX[2]
        return np.asarray(mixed >> np.uint64(33) & np.uint64(len(self._slots) - 1), np.int64)

    def _hash(self, board: int, stroke: int) -> int:
        """The same of one."""
        mixed = (board * _MIXED[0] ^ stroke * _MIXED[1]) & _WORD
        mixed = (mixed ^ mixed >> 29) * _MIXED[2] & _WORD
        return mixed >> 33 & len(self._slots) - 1

    def _found(self, boards: Ints, strokes: Ints) -> Ints:
        """The row of each question, -1 where it was never asked."""
        slots = self._hashes(boards, strokes)
        rows = self._slots[slots].astype(np.int64)
        wrong = np.flatnonzero((rows >= 0) & ((self._boards[rows] != boards) | (self._strokes[rows] != strokes)))
        while len(wrong):
            slots[wrong] = slots[wrong] + 1 & len(self._slots) - 1
            found = self._slots[slots[wrong]].astype(np.int64)
            rows[wrong] = found
            other = (self._boards[found] != boards[wrong]) | (self._strokes[found] != strokes[wrong])
            wrong = wrong[(found >= 0) & other]
        return rows

    def _place(self, board: int, stroke: int) -> tuple[int, int]:
        """Row and slot of one question; -1 and the free slot where it belongs if it was never asked."""
        slot = self._hash(board, stroke)
        while (row := int(self._slots[slot])) >= 0:
            if self._boards[row] == board and self._strokes[row] == stroke:
                break
            slot = slot + 1 & len(self._slots) - 1
        return row, slot

    def _row(self, board: int, stroke: int) -> int:
        """The row of one question, asked now if it was not before."""
        row, slot = self._place(board, stroke & self._asked_for)
        if row >= 0:
            return row
        self.asked += 1
        questions = packed.unpack_board(board), packed.unpack_facts(stroke), self.ruleset
        came_to, asked_for = verdict_and_questions(*questions)
        more = sum(bits for name, bits in _SELDOM.items() if name in asked_for and not self._asked_for & bits)
        if more:  # what stands here already holds for every value of what it did not ask for
            self._asked_for |= more
            row, slot = self._place(board, stroke & self._asked_for)
        stroke &= self._asked_for
        row, after = self._count, came_to.after
        back = self._back_numbers.setdefault(came_to.returns, len(self._back))
        if back == len(self._back):
            self._back.append(came_to.returns)
        self._boards[row], self._strokes[row] = board, stroke
        self._after[row] = packed.pack_board(after)
        passes, over = after.to_play is not Side.A, came_to.outcome is not None
        self._rest[row] = (passes, after.seat.quarter_turns, came_to.keeps_turn, over, back)
        self._slots[slot] = row
        self._count += 1
        if self._count == len(self._boards):
            self._grow()
        return row

    def _grow(self) -> None:
        """Make twice the room."""
        self._boards, self._strokes, self._after = (
            np.concatenate([column, np.zeros_like(column)]) for column in (self._boards, self._strokes, self._after)
        )
        self._rest = np.concatenate([self._rest, np.zeros_like(self._rest)])
        self._slots = np.full(2 * len(self._slots), -1, np.int32)
        free = self._hashes(self._boards[: self._count], self._strokes[: self._count]).tolist()
        slots = self._slots.tolist()
        for row, slot in enumerate(free):
            while slots[slot] >= 0:
                slot = slot + 1 & len(slots) - 1
            slots[slot] = row
        self._slots = np.array(slots, np.int32)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Verdicts:
    """The verdicts on n strokes, as arrays; see `VerdictTable`. Shapes: all (n,)."""

    table: VerdictTable
    boards: Ints
    strokes: Ints
    after: Ints
    passes: Bools
    keeps: Bools
    turns: NDArray[np.int32]
    over: Bools
    returns: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.after)

    def outcome(self, row: int, board: BoardState) -> BoardOutcome:
        """How the board ends on one stroke.

        Raises:
            ValueError: it goes on.
        """
        side = board.to_play
        scores = board.score_of(side), board.score_of(side.other)
        outcome = self.table.outcome(int(self.boards[row]), int(self.strokes[row]), *scores)
        if side is Side.A or outcome.winner is None:
            return outcome
        return replace(outcome, winner=outcome.winner.other)

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
