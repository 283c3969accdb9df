"""Both sides' last coins in one stroke.

Law: ICF 102, 104, 105, 109, 110, 112.
"""

from carrom.laws.clauses.draft import Behaviour, Draft, QueenRight
from carrom.laws.clauses.last_coins import OPPONENT_LAST_COVERING
from carrom.laws.clauses.points import OWN_LAST_POINTS, extra_points, lost_board, queen_or_one, settle
from carrom.laws.ruling import BoardEnd, Reason
from carrom.terms import Queen, Side


def both_last(draft: Draft) -> None:
    """Neither side has a coin up after the stroke: who has won."""
    if draft.settled or draft.board.solo or not (draft.own_last and draft.opponent_last):
        return
    BOTH_LAST[draft.rules.both_last](draft)


def by_queen(draft: Draft) -> None:
    """The queen decides: up, the opponent wins; covered at the latest by this stroke, the side in turn does.

    After a foul or with the striker pocketed the opponent wins.
    """
    board = draft.board
    if board.queen is Queen.COVERED:
        if board.queen_side is draft.side:
            covered_by_own(draft)
        else:
            covered_by_opponent(draft)
    elif board.queen is Queen.AWAITING_COVER:
        in_covering_stroke(draft)
    elif draft.queen_now and draft.right is not QueenRight.OWING:
        queen_in_stroke(draft)
    else:
        why = Reason.BOTH_LAST_QUEEN_UP if draft.clean else Reason.BOTH_LAST_QUEEN_UP_FOUL
        won(draft, draft.other, why)


def queen_in_stroke(draft: Draft) -> None:
    """The queen fell with them."""
    if draft.clean:
        take_queen(draft)
        won(draft, draft.side, Reason.BOTH_LAST_WITH_QUEEN)
    elif draft.striker:
        won(draft, draft.other, Reason.BOTH_LAST_WITH_QUEEN_STRIKER)
    else:
        won(draft, draft.other, Reason.BOTH_LAST_WITH_QUEEN_IMPROPER)


def in_covering_stroke(draft: Draft) -> None:
    """It was the covering stroke."""
    if draft.clean:
        take_queen(draft)
        won(draft, draft.side, Reason.BOTH_LAST_COVERING)
    elif draft.striker:
        won(draft, draft.other, Reason.BOTH_LAST_COVERING_STRIKER)
    else:
        won(draft, draft.other, Reason.BOTH_LAST_COVERING_IMPROPER)


def covered_by_own(draft: Draft) -> None:
    """The side in turn had covered the queen."""
    if draft.clean:
        won(draft, draft.side, Reason.BOTH_LAST_QUEEN_OWN)
    else:
        won(draft, draft.other, Reason.BOTH_LAST_QUEEN_OWN_FOUL, one=True)


def covered_by_opponent(draft: Draft) -> None:
    """The opponent had covered the queen."""
    if draft.clean:
        won(draft, draft.side, Reason.BOTH_LAST_QUEEN_THEIRS, one=True)
    else:
        won(draft, draft.other, Reason.BOTH_LAST_QUEEN_THEIRS_FOUL)


def take_queen(draft: Draft) -> None:
    """The queen is covered by the side in turn."""
    draft.queen, draft.queen_side = Queen.COVERED, draft.side


def won(draft: Draft, winner: Side, why: Reason, *, one: bool = False) -> None:
    """End the board: the queen's points, one above the limit; or `one` point in any case."""
    draft.find(why, winner)
    draft.end(BoardEnd.WON, why, winner)
    if one:
        draft.find(Reason.COINS_SCORE, winner, count=1)
        points = 1
    else:
        points = queen_or_one(draft, winner)
    settle(draft, why, winner, points, extra=0 if winner is draft.side else extra_points(draft))


def lose_board(draft: Draft) -> None:
    """The side in turn loses the board; with the queen up it pays what its own last coin too early costs (P-040)."""
    why = Reason.BOTH_LAST_LOSES_BOARD
    draft.find(why, draft.side)
    if draft.board.queen is Queen.ON_BOARD and not draft.queen_now:
        draft.find(Reason.OWN_LAST_QUEEN_UP, draft.side)
        draft.end(BoardEnd.WON, why, draft.other)
        points = OWN_LAST_POINTS[draft.rules.own_last_points](draft, draft.other)
        settle(draft, why, draft.other, points, extra=extra_points(draft))
        return
    counts = OPPONENT_LAST_COVERING[draft.rules.opponent_last_covering](draft)
    lost_board(draft, draft.side, why, extra=extra_points(draft), queen_counts=counts)


def draw_replay(draft: Draft) -> None:
    """With the queen covered nobody scores, a new board is racked. Else both coins are ruled apart.

    A foul but that of the opponent's coin itself, or a pocketed striker, spoils the finish (L-020, L-147).
    """
    spoilt = draft.striker or any(why is not Reason.OPPONENT_COIN_FOUL for why, _ in draft.fouls)
    if draft.board.queen is Queen.COVERED and not spoilt:
        draft.find(Reason.BOTH_LAST_REPLAYED)
        draft.end(BoardEnd.REPLAYED, Reason.BOTH_LAST_REPLAYED)


def as_opponent_last(draft: Draft) -> None:
    """The opponent's last coin is ruled first, then the own one."""


BOTH_LAST: dict[str, Behaviour] = {
    "by_queen": by_queen,
    "lose_board": lose_board,
    "draw_replay": draw_replay,
    "as_opponent_last": as_opponent_last,
}
