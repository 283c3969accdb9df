"""Strokes by phase: whites, queen or blacks; from a record with strokes.

A stroke a piece clears a board (B-039), so each stroke loses one and saves one for every piece more that is down after
it than before: a miss loses one, two coins at once save one, a coin that comes back loses two. Over a cleared board
what is lost is its strokes less nineteen. Boards entered as a whole have no strokes and are left out.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from carrom.laws.board_state import COINS, BoardState
from carrom.laws.facts import StrokeFacts
from carrom.match.requests import TellBoard
from carrom.play.effective_entries import counted
from carrom.play.record import Record
from carrom.terms import Piece, Queen

Phase = Literal["whites", "queen", "blacks"]
PHASES: tuple[Phase, ...] = ("whites", "queen", "blacks")
PIECES = 2 * COINS + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseFigures:
    """One phase: strokes, pieces that it brought down for good, and what it lost and saved.

    `misses` are strokes with which nothing more came down, `fouls` those after which fewer were down than before.
    """

    phase: Phase
    strokes: int = 0
    pieces: int = 0
    misses: int = 0
    fouls: int = 0
    saved: int = 0  # strokes saved by several pieces at once

    @property
    def lost(self) -> int:
        """Strokes more than a stroke a piece; below zero: fewer."""
        return self.strokes - self.pieces


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPhases:
    """One board: its phases in order; `left` pieces were up when it was stopped."""

    board: int
    phases: tuple[PhaseFigures, ...]
    left: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPhases:
    """The boards of a set that were entered stroke by stroke, with all of them together."""

    boards: tuple[BoardPhases, ...]

    @property
    def together(self) -> tuple[PhaseFigures, ...]:
        """The phases over all boards."""
        return summed(board.phases for board in self.boards)


def phases_of(record: Record) -> SetPhases:
    """The phases of every finished board of a set played alone; none for a match of two sides.

    Corrections count as they hold now.
    """
    match = record.state.match
    if match.head.men != 1:
        return SetPhases(boards=())
    boards: list[BoardPhases] = []
    strokes: list[tuple[Phase, int]] = []
    last: BoardState | None = None
    for point in counted(record.entries, match.struck):
        before, followed = point.before.match.board, point.entry.followed
        facts, ruling = followed.facts, followed.ruling
        is_stroke = facts is not None and facts.made and not isinstance(point.entry.asked, TellBoard)
        if before is not None and facts is not None and ruling is not None and is_stroke:
            last = ruling.after
            strokes.append((phase_of(before, facts), _down(last) - _down(before)))
        for result in followed.board_results:
            if last is not None and result.how != "replayed" and result.strokes == len(strokes):
                boards.append(BoardPhases(board=result.board, phases=_figures(strokes), left=PIECES - _down(last)))
            strokes, last = [], None
    return SetPhases(boards=tuple(boards))


def phase_of(board: BoardState, facts: StrokeFacts) -> Phase:
    """Return the phase of a stroke.

    Blacks: once all whites are down and the queen is covered. The queen: she waited for her cover, or fell, or was all
    that could be played for, one white being left besides her. Else the whites.

    Law: B-016 to B-018.
    """
    if board.white_up == 0 and board.queen is Queen.COVERED:
        return "blacks"
    hunted = board.queen is Queen.ON_BOARD and (Piece.QUEEN in facts.pocketed or board.white_up == 1)
    return "queen" if hunted or board.queen is Queen.AWAITING_COVER else "whites"


def summed(boards: Iterable[Iterable[PhaseFigures]]) -> tuple[PhaseFigures, ...]:
    """The phases of several boards or sets together."""
    found = {phase: PhaseFigures(phase=phase) for phase in PHASES}
    for phases in boards:
        for one in phases:
            so_far = found[one.phase]
            found[one.phase] = PhaseFigures(
                phase=one.phase,
                strokes=so_far.strokes + one.strokes,
                pieces=so_far.pieces + one.pieces,
                misses=so_far.misses + one.misses,
                fouls=so_far.fouls + one.fouls,
                saved=so_far.saved + one.saved,
            )
    return tuple(found.values())


def _figures(strokes: Iterable[tuple[Phase, int]]) -> tuple[PhaseFigures, ...]:
    return summed(
        [
            PhaseFigures(
                phase=phase,
                strokes=1,
                pieces=gained,
                misses=int(gained == 0),
                fouls=int(gained < 0),
                saved=max(0, gained - 1),
            )
        ]
        for phase, gained in strokes
    )


def _down(board: BoardState) -> int:
    """How many pieces are down; a queen that waits for her cover is."""
    return PIECES - board.white_up - board.black_up - (board.queen is Queen.ON_BOARD)
