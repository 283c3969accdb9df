"""Counts that pages, texts and computers show: what is down, up and owed for each side. Knows no page."""

from dataclasses import dataclass

from carrom.laws.board_state import COINS
from carrom.match.state import MatchState
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
    """Where the queen stands, and whose she is while she is down."""

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
    """Where the queen stands; before the first board she is on it."""
    board = match.board
    if board is None:
        return QueenTally(standing=Queen.ON_BOARD, side=None, early=False)
    return QueenTally(standing=board.queen, side=board.queen_side, early=board.early_queen)


def stroke_number(match: MatchState) -> int:
    """Which stroke of the board comes next, counted from 1; 0 before the board is set up."""
    return 0 if match.board is None else match.board.strokes + 1
