"""Counts for pages, texts and computers: pieces down, up and owed for each side, turns."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from carrom.laws.board_state import COINS
from carrom.match.entries import Entry
from carrom.match.state import MatchState
from carrom.play.record import counting
from carrom.terms import Piece, Queen, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class SideTally:
    """How a side stands. `colour` is None while colours are open or no board is in play."""

    side: Side
    colour: Piece | None
    down: int
    up: int
    owed: int
    score: int  # of the game in play, before the board in play
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class QueenTally:
    """The state of the queen, and her side while she is down."""

    standing: Queen
    side: Side | None
    early: bool  # pocketed too early: she goes back at the end of the turn


def side_tally(match: MatchState, side: Side) -> SideTally:
    """A side's counts; before the first board all nine coins are up."""
    board = match.board
    colour = None if board is None else board.colour_of(side)
    up = COINS if board is None else board.up_of(side)
    return SideTally(
        side=side,
        colour=colour,
        down=COINS - up,
        up=up,
        owed=0 if board is None else board.owed_by(side),
        score=match.score.of(side),
        games=match.games_won.of(side),
    )


def side_tallies(match: MatchState) -> tuple[SideTally, ...]:
    """Every side's counts; a solo match has only A's."""
    return tuple(side_tally(match, side) for side in ((Side.A,) if match.head.men == 1 else tuple(Side)))


def queen_tally(match: MatchState) -> QueenTally:
    """Return the state of the queen; before the first board she is on it."""
    board = match.board
    if board is None:
        return QueenTally(standing=Queen.ON_BOARD, side=None, early=False)
    return QueenTally(standing=board.queen, side=board.queen_side, early=board.early_queen)


def stroke_number(match: MatchState) -> int:
    """Return the number of the board's next stroke, counted from 1; 0 before the board is set up."""
    return 0 if match.board is None else match.board.strokes + 1


def turn_numbers(entries: Iterable[Entry], struck: Iterable[int] = ()) -> Mapping[int, int]:
    """The turn to which each stroke or pass of a record belongs, by the entry's number; from 1 on every board.

    A turn is one stroke or several, as long as the rulings keep it; `struck` are entries that count no more.

    Law: K-017.
    """
    numbers = dict[int, int]()
    turn, goes_on = 0, False
    for entry in counting(entries, frozenset(struck)):
        ruling, facts = entry.followed.ruling, entry.followed.facts
        if ruling is not None and facts is not None:
            if facts.made or facts.passed:
                turn += not goes_on
                numbers[entry.number] = turn
                goes_on = ruling.keeps_turn
            else:
                goes_on = goes_on and ruling.keeps_turn
        if entry.followed.board_results:
            turn, goes_on = 0, False
    return numbers
