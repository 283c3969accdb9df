"""Slams: boards that a side clears in its first turn. A figure for statistics; no law gives points for one.

Reads what counts of a record (`carrom.play.record.counting`); decides nothing.
Law: ICF 26.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from carrom.laws.ruling import BoardEnd
from carrom.match.entries import Entry
from carrom.play.tallies import turn_numbers
from carrom.terms import Queen

Slam = Literal["white", "black"]


def slams(counting: Sequence[Entry]) -> Mapping[int, Slam]:
    """The boards that were slams, by the number of the entry that ended each.

    White: the breaker pockets all nine of his coins and covers the queen in the first turn of the board. Black: the
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
