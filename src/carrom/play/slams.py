"""Slams: boards that a side clears in its first turn. They are statistics; no law gives points for one.

Reads what counts of a record (`carrom.play.record.counting`); decides nothing.
Law: ICF 26.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from carrom.laws.ruling import BoardEnd
from carrom.match.entries import Entry
from carrom.match.snapshot import Tally
from carrom.play.record import Record
from carrom.play.statistics import statistics
from carrom.play.tallies import turn_numbers
from carrom.terms import Queen, Side

Slam = Literal["white", "black"]


@dataclass(frozen=True, slots=True)
class BoardTallies:
    """Tallies of a match's boards besides their points: on how many each side covered the queen, and slams."""

    queens: Tally
    slams: Tally


def board_tallies(entries: Iterable[Entry]) -> BoardTallies:
    """Queens and slams of each side in the boards of a whole record; a board that is replayed gives neither."""
    record = Record(tuple(entries))
    boards = [board for board in statistics(record).boards if board.how != "replayed"]
    counting = record.counting
    ended = slams(counting)
    winners = [entry.followed.board_results[-1].winner for entry in counting if entry.number in ended]
    return BoardTallies(
        queens=Tally(*(sum(board.queen_side is side for board in boards) for side in Side)),
        slams=Tally(*(winners.count(side) for side in Side)),
    )


def slams(counting: Sequence[Entry]) -> Mapping[int, Slam]:
    """The boards that were slams, by the number of the entry that ended each.

    White: the breaker pockets all nine of their coins and covers the queen in the first turn of the board. Black: the
    other side pockets all its coins that are up in its own first turn, the queen with them or not. A board from a
    score sheet tells no turns.
    """
    turns = turn_numbers(counting)
    return {entry.number: slam for entry in counting if (slam := _slam(entry, turns.get(entry.number)))}


def _slam(entry: Entry, turn: int | None) -> Slam | None:
    """The slam that an entry completes in this turn of its board, if it does."""
    ruling, results = entry.followed.ruling, entry.followed.board_results
    if turn is None or ruling is None or not results:
        return None
    outcome, after, winner = ruling.outcome, ruling.after, results[-1].winner
    if outcome is None or outcome.end is not BoardEnd.WON or winner is None or after.up_of(winner):
        return None
    if turn == 1 and winner is results[-1].breaking_side:
        return "white" if after.queen is Queen.COVERED and after.queen_side is winner else None
    return "black" if turn == 2 and winner is not results[-1].breaking_side else None
