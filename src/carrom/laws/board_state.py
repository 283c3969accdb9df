"""The state of one board for the laws: how many of each kind are up, what is owed, whose turn it is.

Holds no coordinates. What is owed is a debt, not a piece: up + down is always nine white, nine black, one queen.
Pairs `(a, b)` belong to the sides A and B.
"""

from dataclasses import dataclass, replace

from carrom.terms import Piece, Queen, Seat, Side

COINS = 9  # of each colour
Pair = tuple[int, int]
Warnings = tuple[tuple[Side, str, int], ...]  # side, fact key, how often it was warned for; sorted


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardState:
    """A board between two strokes. Hashable: rulings may be cached by (board, facts).

    Counts take a piece that comes back as up, even while it is still in somebody's hand. A queen waiting for her
    cover is down; an early queen that waits for the end of the turn is up.
    """

    white_up: int = COINS  # white coins up
    black_up: int = COINS  # black coins up
    queen: Queen = Queen.ON_BOARD  # whether she is up, awaits her cover or is covered
    queen_side: Side | None = None  # who pocketed or covered her; None while she is on the board
    white_side: Side | None = Side.A  # who has white; None while colours are open
    owed: Pair = (0, 0)  # coins each side has still to give back
    earned: tuple[bool, bool] = (False, False)  # once had an own coin down on this board, all nine up again or not
    score: Pair = (0, 0)  # game score before this board
    to_play: Side = Side.A  # the side whose turn it is
    seat: Seat = Seat.SOUTH  # who strikes next
    players: int = 2  # 2, or 4 in doubles
    solo: bool = False  # one side clears all nineteen; only `to_play` A exists
    broken: bool = False  # the opening break has been made
    attempt: int = 1  # which attempt at the break comes next, while not broken
    first_of_turn: bool = True  # nothing was pocketed by this side in this turn yet
    strokes: int = 0  # strokes made on this board
    early_queen: bool = False  # pocketed too early in this turn; she goes back at its end
    reprieved: bool = False  # a covering stroke was already put off once by a pocketed striker with an own coin
    covered_this_turn: bool = False  # the side to play has covered the queen in the turn that goes on
    passes: int = 0  # turns passed one after another
    warnings: Warnings = ()  # in this match so far

    @property
    def own_up(self) -> int:
        """Coins up of the side to play (while colours are open: of white)."""
        return self.up_of(self.to_play)

    @property
    def own_owed(self) -> int:
        """Coins owed by the side to play."""
        return self.owed_by(self.to_play)

    @property
    def opponent_owed(self) -> int:
        """Coins owed by the side that waits."""
        return self.owed_by(self.to_play.other)

    @property
    def queen_down(self) -> bool:
        """Whether the queen is off the surface for the count: awaiting her cover, or covered."""
        return self.queen is not Queen.ON_BOARD

    def colour_of(self, side: Side) -> Piece | None:
        """The colour a side plays; None while colours are open."""
        if self.white_side is None:
            return None
        return Piece.WHITE if side is self.white_side else Piece.BLACK

    def side_of(self, colour: Piece) -> Side | None:
        """The side that plays a colour; None while colours are open."""
        if self.white_side is None:
            return None
        return self.white_side if colour is Piece.WHITE else self.white_side.other

    def up_of(self, side: Side) -> int:
        """How many coins of a side are up; while colours are open A counts white, B black."""
        white = Side.A if self.white_side is None else self.white_side
        return self.white_up if side is white else self.black_up

    def owed_by(self, side: Side) -> int:
        """Coins owed by a side."""
        return self.owed[side is Side.B]

    def score_of(self, side: Side) -> int:
        """A side's game score before this board."""
        return self.score[side is Side.B]

    def warnings_of(self, side: Side, fact: str) -> int:
        """How often a side was warned for a fact in this match."""
        return next((times for warned, key, times in self.warnings if warned is side and key == fact), 0)


def opening_board(
    *,
    to_play: Side = Side.A,
    seat: Seat = Seat.SOUTH,
    players: int = 2,
    score: Pair = (0, 0),
    colours_open: bool = False,
    solo: bool = False,
    white_side: Side | None = None,
) -> BoardState:
    """The state before the first stroke of a board; the breaker has white unless `white_side` says otherwise."""
    return BoardState(
        to_play=to_play,
        seat=seat,
        players=players,
        score=score,
        solo=solo,
        white_side=None if colours_open else (white_side or to_play),
    )


def may_forgo(board: BoardState, side: Side, count: int) -> bool:
    """Whether `count` coins that come back of `side` may be forgone: one must stay up, or the board could not end."""
    return board.up_of(side) > count


def with_dues_down(board: BoardState, side: Side, count: int, *, owed_again: bool) -> BoardState:
    """The board when `count` coins that should have come back of `side` stay down.

    Forgone, or not claimed in time: the claim is lost (`owed_again` false). No room: owed again.

    Raises:
        ValueError: the side would have no coin left up.
    Law: ICF 79 to 83, 87.
    """
    if count < 0 or not may_forgo(board, side, count):
        raise ValueError(f"{count} of {board.up_of(side)} coins cannot stay down: at least one must be up")
    white = board.side_of(Piece.WHITE) is side
    owed = list(board.owed)
    owed[side is Side.B] += count if owed_again else 0
    earned = [board.earned[0], board.earned[1]]
    earned[side is Side.B] = earned[side is Side.B] or count > 0
    return replace(
        board,
        white_up=board.white_up - (count if white else 0),
        black_up=board.black_up - (0 if white else count),
        owed=(owed[0], owed[1]),
        earned=(earned[0], earned[1]),
    )
