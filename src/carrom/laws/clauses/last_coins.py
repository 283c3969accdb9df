"""The opponent's last coin, and the own last coin.

Law: ICF 53, 97, 103, 106 to 108, 111.
"""

from carrom.laws.clauses.draft import Behaviour, Draft, QueenFate, QueenRight
from carrom.laws.clauses.points import (
    OWN_LAST_POINTS,
    extra_points,
    lost_board,
    settle,
    won_board,
)
from carrom.laws.clauses.queen import apply_fate, queen
from carrom.laws.ruling import BoardEnd, Reason
from carrom.terms import Piece, Queen


def may_finish(draft: Draft, *, own: bool) -> bool:
    """Whether a side's last coin can end the board now: not while what it owes must be paid first (AMB-11)."""
    if draft.rules.own_last_while_owing == "finish":
        return True
    return draft.board.owed_by(draft.side if own else draft.other) == 0


def opponent_last(draft: Draft) -> None:
    """The opponent's last coin fell."""
    if draft.settled or draft.board.solo or not draft.opponent_last or not may_finish(draft, own=False):
        return
    rules = draft.rules
    if draft.own_last and rules.both_last == "by_queen":
        return
    if draft.board.queen is Queen.COVERED:
        OPPONENT_LAST_QUEEN_COVERED[rules.opponent_last_queen_covered](draft)
    else:
        OPPONENT_LAST_QUEEN_UP[rules.opponent_last_queen_up](draft)


def loses_by_opponent_last(draft: Draft) -> None:
    """The side in turn loses the board: its coins up, and the queen as it stood before the stroke."""
    board = draft.board
    if board.queen is Queen.COVERED:
        theirs = board.queen_side is draft.other
        why = Reason.OPPONENT_LAST_QUEEN_THEIRS if theirs else Reason.OPPONENT_LAST_QUEEN_OWN
    elif board.queen is Queen.AWAITING_COVER:
        why = Reason.OPPONENT_LAST_COVERING
    elif draft.queen_now:
        why = Reason.OPPONENT_LAST_WITH_QUEEN
    elif draft.striker:
        why = Reason.OPPONENT_LAST_QUEEN_UP_WITH_STRIKER
    elif draft.fouls:
        why = Reason.OPPONENT_LAST_QUEEN_UP_IMPROPER
    else:
        why = Reason.OPPONENT_LAST_QUEEN_UP
    counts = OPPONENT_LAST_COVERING[draft.rules.opponent_last_covering](draft)
    draft.find(why, draft.side)
    if draft.striker and draft.own_pocketed and draft.rules.opponent_last_own_returns:
        draft.own_left += draft.own_pocketed
        draft.find(Reason.COINS_OF_STROKE_RETURN, draft.side, count=draft.own_pocketed)
    lost_board(draft, draft.side, why, extra=extra_points(draft), queen_counts=counts)


def coins_and_queen(draft: Draft) -> bool | None:
    """The queen counts by her standing before the stroke."""
    return None


def coins_only(draft: Draft) -> bool | None:
    """A queen that own coins cover in this very stroke is not paid."""
    queen(draft)
    if draft.fate is not QueenFate.COVERED:
        return None
    apply_fate(draft)
    return False


def returns(draft: Draft) -> None:
    """The opponent's last coin comes back."""
    if not draft.opponent_out:
        draft.find(Reason.OPPONENT_LAST_RETURNS, draft.other, count=1)
        draft.opponent_out = 1


def returns_with_penalty(draft: Draft) -> None:
    """It comes back, and the stroke is a foul."""
    draft.foul(Reason.OPPONENT_LAST_RETURNS)
    draft.opponent_out = max(draft.opponent_out, 1)


def own_last(draft: Draft) -> None:
    """The own last coin fell: a finish, a lost board, or it comes back."""
    if draft.settled or not draft.own_last or not may_finish(draft, own=True):
        return
    if draft.board.solo and draft.own is Piece.BLACK:
        return  # `count_stroke` says whether the board is cleared
    fate, rules = draft.fate, draft.rules
    if fate is QueenFate.PENDING:
        return  # a pocketed striker puts the cover off: the coins come out again
    if fate is QueenFate.COVERED or (fate is QueenFate.SAME and draft.board.queen is Queen.COVERED):
        if not draft.clean:
            LAST_WITH_FOUL[rules.last_with_foul](draft)
        elif draft.board.solo:
            return  # the blacks come next
        elif draft.queen_now:
            QUEEN_WITH_LAST_OWN[rules.queen_with_last_own](draft)
        else:
            finishes(draft)
    else:
        OWN_LAST_QUEEN_UP[rules.own_last_queen_up](draft)


def finishes(draft: Draft) -> None:
    """All nine are down and the queen is covered: the board is won."""
    apply_fate(draft)
    why = Reason.ALL_OWN_POCKETED
    if draft.queen_now:
        why = Reason.ALL_OWN_AND_QUEEN_POCKETED
    elif draft.pending:
        why = Reason.LAST_OWN_COVERS
    draft.find(why, draft.side)
    won_board(draft, draft.side, why, loser_up=draft.opponent_left + draft.opponent_out)


def queen_and_last_void(draft: Draft) -> None:
    """No coin would be left to cover the queen: both come back."""
    draft.fate = QueenFate.BACK
    draft.find(Reason.QUEEN_AND_LAST_VOID, draft.side)
    last_returns(draft)


def loses_by_own_last(draft: Draft) -> None:
    """The queen is up: the opponent wins the board, unless she fell and the coin comes out again or pays a debt.

    Alone nobody wins it: the coin comes back.

    Law: ICF 95, 98 to 101, 107, 108.
    """
    if draft.board.solo:
        returns_uncovered(draft)
        return
    if draft.fate is not QueenFate.SAME:
        if not draft.clean:
            LAST_WITH_FOUL[draft.rules.last_with_foul](draft)
            return
        if draft.queen_now and draft.right is QueenRight.OWING:
            return
    if draft.striker:
        why = Reason.OWN_LAST_QUEEN_UP_WITH_STRIKER
    elif draft.fouls:
        why = Reason.OWN_LAST_QUEEN_UP_IMPROPER
    else:
        why = Reason.OWN_LAST_QUEEN_UP
    draft.find(why, draft.side)
    draft.end(BoardEnd.WON, why, draft.other)
    points = OWN_LAST_POINTS[draft.rules.own_last_points](draft, draft.other)
    settle(draft, why, draft.other, points, extra=extra_points(draft))


def last_returns(draft: Draft) -> None:
    """The last coin comes back and the turn ends."""
    draft.find(Reason.LAST_OWN_RETURNS, draft.side, count=1)
    draft.own_out = max(draft.own_out, 1)
    draft.last_returns = True


def returns_uncovered(draft: Draft) -> None:
    """With the queen uncovered it cannot end the board: it comes back."""
    draft.find(Reason.OWN_LAST_QUEEN_UP, draft.side)
    last_returns(draft)


def last_returns_with_penalty(draft: Draft) -> None:
    """It comes back, and the stroke is a foul."""
    last_returns(draft)
    draft.foul(Reason.OWN_LAST_QUEEN_UP)


def returns_beside_penalty(draft: Draft) -> None:
    """After a foul the last coin comes back beside what the foul costs."""
    last_returns(draft)


def striker_rule(draft: Draft) -> None:
    """Charge for the foul or the striker once."""


OPPONENT_LAST_QUEEN_UP: dict[str, Behaviour] = {
    "lose_board": loses_by_opponent_last,
    "return": returns,
    "return_and_penalty": returns_with_penalty,
}
OPPONENT_LAST_QUEEN_COVERED: dict[str, Behaviour] = {
    "opponent_wins": loses_by_opponent_last,
    "lose_board": loses_by_opponent_last,
    "return": returns,
    "return_and_penalty": returns_with_penalty,
}
OPPONENT_LAST_COVERING = {"coins_and_queen": coins_and_queen, "coins": coins_only}
OWN_LAST_QUEEN_UP: dict[str, Behaviour] = {
    "lose_board": loses_by_own_last,
    "return": returns_uncovered,
    "return_and_penalty": last_returns_with_penalty,
}
QUEEN_WITH_LAST_OWN: dict[str, Behaviour] = {"wins": finishes, "void": queen_and_last_void}
LAST_WITH_FOUL: dict[str, Behaviour] = {"return_and_penalty": returns_beside_penalty, "striker_rule": striker_rule}
