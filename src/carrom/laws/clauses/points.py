"""The points of a finished board, and who gets them."""

from collections.abc import Callable

from carrom.laws.clauses.draft import Draft
from carrom.laws.ruling import BoardEnd, BoardOutcome, Reason, with_claim
from carrom.terms import Queen, Side


def queen_pays(draft: Draft, winner: Side, *, lost: bool) -> bool:
    """Whether the queen still adds points at the score before the board.

    `lost`: the board was lost by a last coin, where the laws say "22 or more" without saying whose (AMB-13).

    Law: ICF 52, 54, 102 to 112.
    """
    limit = draft.rules.queen_pays_up_to
    if limit is None:
        return True
    read = draft.side if lost and draft.rules.queen_limit_reads == "striker" else winner
    return draft.board.score_of(read) <= limit


def won_board(draft: Draft, winner: Side, why: Reason, *, loser_up: int) -> None:
    """The winner finished: a point for each coin of the loser up, and the queen if they covered her.

    Law: ICF 52 to 54.
    """
    draft.end(BoardEnd.WON, why, winner)
    points = coin_points(draft, winner, loser_up)
    if draft.queen is Queen.COVERED:
        if draft.queen_side is winner:
            points += queen_points(draft, winner, lost=False)
        elif draft.queen_side is not None:
            to_loser = LOSER_QUEEN_POINTS[draft.rules.loser_queen_points](draft, draft.queen_side)
            settle(draft, why, winner, points, extra=0, to_loser=to_loser)
            return
    settle(draft, why, winner, points, extra=0)


def lost_board(draft: Draft, loser: Side, why: Reason, *, extra: int = 0, queen_counts: bool | None = None) -> None:
    """The loser gives the board away: their coins up, and the queen unless she is theirs.

    `queen_counts` overrides whether she is paid.

    Law: ICF 51, 91, 103, 106, 111, 121, 126.
    """
    winner = loser.other
    draft.end(BoardEnd.WON, why, winner)
    up = draft.own_left if loser is draft.side else draft.opponent_left
    points = coin_points(draft, winner, up)
    if queen_counts is None:
        queen_counts = LOST_BOARD_POINTS[draft.rules.lost_board_points](draft, loser)
    if queen_counts:
        points += queen_points(draft, winner, lost=True)
    elif draft.queen is Queen.COVERED and draft.queen_side is loser:
        draft.find(Reason.QUEEN_LOSER_NOTHING, loser)
    settle(draft, why, winner, points, extra=extra)


def queen_unless_losers(draft: Draft, loser: Side) -> bool:
    """The queen counts unless the loser has covered her."""
    return not (draft.queen is Queen.COVERED and draft.queen_side is loser)


def queen_if_winners(draft: Draft, loser: Side) -> bool:
    """The queen counts only if the winner has covered her."""
    return draft.queen is Queen.COVERED and draft.queen_side is loser.other


def no_queen(draft: Draft, loser: Side) -> bool:
    """The queen is not paid."""
    return False


LOST_BOARD_POINTS = {
    "coins_up_and_queen": queen_unless_losers,
    "coins_up_and_covered_queen": queen_if_winners,
    "coins_up": no_queen,
}


def queen_or_one(draft: Draft, winner: Side) -> int:
    """Three, or one when the queen does not pay any more: she is all there is."""
    if queen_pays(draft, winner, lost=True):
        draft.find(Reason.QUEEN_SCORES, winner, count=draft.rules.queen_points)
        return draft.rules.queen_points
    draft.find(Reason.QUEEN_OVER_LIMIT, winner, count=1)
    return 1


def queen_only(draft: Draft, winner: Side) -> int:
    """The queen's points, or none when she does not pay any more."""
    return queen_points(draft, winner, lost=True)


def queen_and_coins_up(draft: Draft, winner: Side) -> int:
    """The queen's points and one for every coin left (all are the winner's)."""
    up = draft.opponent_left if winner is draft.other else draft.own_left
    return coin_points(draft, winner, up) + queen_points(draft, winner, lost=True)


OWN_LAST_POINTS = {
    "queen_or_one": queen_or_one,
    "queen": queen_only,
    "queen_and_coins_up": queen_and_coins_up,
}


def coin_points(draft: Draft, winner: Side, up: int) -> int:
    """Points for coins up."""
    points = up * draft.rules.coin_points
    draft.find(Reason.COINS_SCORE, winner, count=points)
    return points


def queen_points(draft: Draft, winner: Side, *, lost: bool) -> int:
    """Points for the queen, none above the limit."""
    if queen_pays(draft, winner, lost=lost):
        draft.find(Reason.QUEEN_SCORES, winner, count=draft.rules.queen_points)
        return draft.rules.queen_points
    draft.find(Reason.QUEEN_OVER_LIMIT, winner, count=0)
    return 0


def nothing(draft: Draft, loser: Side) -> int:
    """The loser has nothing of a queen that they covered."""
    draft.find(Reason.QUEEN_LOSER_NOTHING, loser)
    return 0


LOSER_QUEEN_POINTS: dict[bool, Callable[[Draft, Side], int]] = {
    False: nothing,
    True: lambda draft, loser: queen_points(draft, loser, lost=False),
}


def extra_points(draft: Draft) -> int:
    """How many points the winner may demand for the stroke that gave them the board.

    Law: ICF 102 to 112.
    """
    if not draft.rules.demanded_extra_point:
        return 0
    extra = 0
    if draft.striker:
        draft.find(Reason.EXTRA_POINT_STRIKER, draft.other, count=1)
        extra += 1
    if draft.fouls:
        draft.find(Reason.EXTRA_POINT_IMPROPER, draft.other, count=1)
        extra += 1
    return extra


def settle(draft: Draft, why: Reason, winner: Side, base: int, *, extra: int, to_loser: int = 0) -> None:
    """Store what the board pays: cap, extra points as demanded."""
    cap = draft.rules.board_points_cap
    if cap is not None and draft.rules.extra_beyond_cap:
        base, cap = min(base, cap), None
    outcome = BoardOutcome(BoardEnd.WON, why, winner, 0, base, extra, cap, to_loser)
    outcome = with_claim(outcome, draft.facts.claims_extra)
    if cap is not None and base + extra > cap:
        draft.find(Reason.POINTS_CAPPED, winner, count=cap)
    draft.outcome = outcome


def points(draft: Draft) -> None:
    """Points of a board; debts left at its end are written off.

    Law: ICF 55.
    """
    if draft.outcome is None:
        return
    for side in (draft.side, draft.other):
        owed = draft.owed[side is Side.B]
        if owed:
            draft.find(Reason.OWED_WRITTEN_OFF, side, count=owed)
    draft.owed = (0, 0)
