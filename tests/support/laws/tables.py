"""The tables of outcomes, computed in a second way: by rows and columns, without stages and values.

Three documents: the ICF laws (72 to 112), the Polish rules and the common laws. What a table says is a `Reported`; a
test holds the engine's rulings against it over the whole grid of situations.
"""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from carrom.laws.board_state import BoardState
from carrom.laws.facts import StrokeFacts
from carrom.terms import Piece, Queen, Side

COINS = 9
MOST = 12  # points of a board


class Situation(NamedTuple):
    """A board and a stroke, seen by the side that strikes."""

    own: int
    opponent: int
    queen: str  # up, pending, covered_own, covered_opponent
    owed: int = 0
    earned: bool = False
    score: int = 0
    opponent_score: int = 0
    fell: int = 0  # own coins
    theirs: int = 0  # the other side's coins
    queen_fell: bool = False
    striker: bool = False
    improper: bool = False
    direct: bool = False  # the striker itself hit one of the other side's coins that fell
    off: int = 0  # coins of the other side that left the board
    striker_off: bool = False

    @property
    def right(self) -> str:
        """The columns of the queen: E earned, N never, R retained with all nine up, U while owing."""
        if self.owed:
            return "U"
        return "E" if self.own < COINS else "R" if self.earned else "N"


QUEENS = {
    "up": (Queen.ON_BOARD, None),
    "pending": (Queen.AWAITING_COVER, Side.A),
    "covered_own": (Queen.COVERED, Side.A),
    "covered_opponent": (Queen.COVERED, Side.B),
}


def asked(one: Situation) -> tuple[BoardState, StrokeFacts]:
    """The situation as the judge is asked about it; the side that strikes is A, with white."""
    queen, queen_side = QUEENS[one.queen]
    board = BoardState(
        white_up=one.own,
        black_up=one.opponent,
        queen=queen,
        queen_side=queen_side,
        owed=(one.owed, 0),
        earned=(one.earned, True),
        score=(one.score, one.opponent_score),
        broken=True,
        first_of_turn=one.queen != "pending",
    )
    facts = StrokeFacts(
        pocketed=(Piece.WHITE,) * one.fell + (Piece.BLACK,) * one.theirs + (Piece.QUEEN,) * one.queen_fell,
        striker_pocketed=one.striker,
        left_board=(Piece.BLACK,) * one.off,
        striker_left_board=one.striker_off,
        struck=frozenset({Piece.BLACK} if one.direct else ()),
        improper=one.improper,
    )
    return board, facts


class Reported(NamedTuple):
    """What a table says: how a board ended, or how it stands when it goes on."""

    board: str
    points: int = 0
    own: int = -1
    owed: int = -1
    opponent: int = -1
    queen: str = ""
    next: str = ""


def situations() -> Iterator[Situation]:
    """Boards and strokes of every kind."""
    debts = ((0, False), (0, True), (1, True), (2, True))  # owed, earned: with all nine up
    for own, opponent, queen in product(
        (1, 2, 3, 6, 9), (1, 2, 4, 9), ("up", "pending", "covered_own", "covered_opponent")
    ):
        for fell, theirs, queen_fell in product(range(min(own, 3) + 1), range(min(opponent, 2) + 1), (False, True)):
            if queen_fell and queen != "up":
                continue
            for owed, earned in debts if own == COINS else ((0, True),):
                for striker, improper in product((False, True), repeat=2):
                    yield Situation(
                        own=own,
                        opponent=opponent,
                        queen=queen,
                        owed=owed,
                        earned=earned,
                        fell=fell,
                        theirs=theirs,
                        queen_fell=queen_fell,
                        striker=striker,
                        improper=improper,
                    )


def with_scores(one: Situation) -> Iterator[Situation]:
    """The same at scores on both sides of every limit of the queen's points."""
    for score, other in ((0, 0), (21, 22), (22, 21), (22, 23), (23, 22)):
        yield one._replace(score=score, opponent_score=other)


def with_mishaps(one: Situation) -> Iterator[Situation]:
    """The same hit directly or not, with a coin or the striker off the board or not."""
    for direct, off, striker_off in product((False, True), (0, 1), (False, True)):
        if (direct and not one.theirs) or off > one.opponent - one.theirs or (striker_off and one.striker):
            continue
        yield one._replace(direct=direct, off=off, striker_off=striker_off)


def goes_on(one: Situation, *, out: int, due: int, queen: str, keeps: bool, opponent: int) -> Reported:
    """The board goes on: `out` coins of the stroke come out, `due` more and the old debt as far as coins are down."""
    up = one.own - one.fell + out
    paid = min(due + one.owed, COINS - up)
    return Reported("on", 0, up + paid, due + one.owed - paid, opponent, queen, "own" if keeps else "opponent")


def lost(points: int) -> Reported:
    """The other side wins the board."""
    return Reported("opponent", min(points, MOST))


def won(points: int) -> Reported:
    """The striking side wins the board."""
    return Reported("own", min(points, MOST))


def icf(one: Situation) -> Reported:
    """Laws 48 to 125."""
    extra = one.striker + one.improper
    a, b = one.own - one.fell, one.opponent - one.theirs
    own_last, opponent_last = one.fell > 0 and a == 0, one.theirs > 0 and b == 0
    theirs_pays = 3 if one.opponent_score <= 21 else 0
    mine_pays = 3 if one.score <= 21 else 0
    state = "stroke" if one.queen_fell else one.queen
    if own_last and opponent_last:
        if state == "up":
            return lost((theirs_pays or 1) + extra)
        if not extra:
            return won(1 if state == "covered_opponent" else mine_pays or 1)
        return lost((1 if state == "covered_own" else theirs_pays or 1) + extra)
    if opponent_last:
        return lost(a + (0 if state == "covered_own" else theirs_pays) + extra)
    if own_last and state == "up":
        return lost((theirs_pays or 1) + extra)
    if own_last and not extra:
        return won(b + (0 if state == "covered_opponent" else mine_pays))
    queen, keeps = icf_queen(one)
    return goes_on(one, out=one.fell if extra else 0, due=extra, queen=queen, keeps=keeps, opponent=b)


def icf_queen(one: Situation) -> tuple[str, bool]:
    """Where the queen is after a stroke that ends no board, and whether the turn goes on."""
    if one.queen == "pending":
        if one.improper or not one.fell:
            return "up", False
        return ("pending" if one.striker else "covered_own"), True
    if not one.queen_fell:
        return one.queen, one.fell > 0 and not one.improper
    if one.improper or one.right == "U":
        return "up", False
    if one.striker:
        return "up", one.fell > 0 or one.right == "E"
    if one.fell == 0:
        return ("up", False) if one.right == "N" else ("pending", True)
    return ("pending" if one.right in "NR" and one.fell == 1 else "covered_own"), True


def polish(one: Situation) -> Reported:
    """P-022 to P-040, the ICF laws where they are silent."""
    a, b = one.own - one.fell, one.opponent - one.theirs
    theirs_pays = 3 if one.opponent_score <= 22 else 0
    mine_pays = 3 if one.score <= 22 else 0
    queen, keeps = polish_queen(one)
    if one.theirs and b == 0:
        too_early = one.fell > 0 and a == 0 and one.queen == "up" and not one.queen_fell
        return lost(a + (theirs_pays if too_early or queen == "covered_opponent" else 0))
    if one.fell and a == 0:
        if one.queen == "up" and not one.queen_fell:
            return lost(b + theirs_pays)
        if not one.striker and not one.improper:
            return won(b + (mine_pays if queen == "covered_own" else 0))
    if one.improper:
        return goes_on(one, out=one.fell, due=1 + one.striker, queen=queen, keeps=False, opponent=b)
    due = (2 if one.fell else 1) if one.striker else 0
    return goes_on(one, out=0, due=due, queen=queen, keeps=keeps, opponent=b)


def polish_queen(one: Situation) -> tuple[str, bool]:
    """As the ICF laws, but any own coin that falls with her covers her, and the striker alone with her ends the turn.

    P-031 says that of the striker; only P-032, an own coin in the same stroke, keeps the turn.
    """
    if one.queen_fell and one.right in "NR" and one.fell and not one.improper and not one.striker:
        return "covered_own", True
    queen, keeps = icf_queen(one)
    return queen, keeps and (one.fell > 0 or not one.striker)


def common(one: Situation) -> Reported:
    """L-012 to L-149: a foul costs one coin and the turn, the other side's coins come back, a last coin too early."""
    other_foul = bool(one.improper or one.off or one.striker_off)
    spoilt = other_foul or one.striker or (one.direct and one.theirs > 0)
    queen, keeps = common_queen(one, spoilt=spoilt)
    last = one.fell > 0 and one.own == one.fell
    if last and one.theirs == one.opponent and one.queen.startswith("covered") and not (other_foul or one.striker):
        return Reported("replayed")
    if last and queen.startswith("covered") and not spoilt:
        return won(one.opponent + (3 if queen == "covered_own" else 0))
    cost = (2 if one.striker and one.off else 1) if spoilt else 0
    keeps = keeps and not spoilt and not last
    return goes_on(one, out=int(last), due=cost, queen=queen, keeps=keeps, opponent=one.opponent)


def common_queen(one: Situation, *, spoilt: bool) -> tuple[str, bool]:
    """Where the queen is after the stroke, and whether a stroke without a foul keeps the turn."""
    if one.queen == "pending":
        covered = one.fell > 0 and not one.theirs and not spoilt
        return ("covered_own", True) if covered else ("up", False)
    if not one.queen_fell:
        return one.queen, one.fell > 0
    if spoilt:
        return "up", False
    if one.own == COINS and not one.earned:
        return "up", one.fell > 0
    if not one.fell:
        return "pending", True
    return ("up", False) if one.theirs else ("covered_own", True)
