"""The pieces that come back, in which order, who places them and where; what stays owed.

Law: ICF 65, 72, 78 to 86, 93.
"""

from collections.abc import Callable

from carrom.laws.board_state import COINS
from carrom.laws.clauses.draft import Draft, QueenFate, opponent_seat
from carrom.laws.ruling import UMPIRE, Placer, Reason, Region, Return
from carrom.terms import Piece, Queen, Side


def returns(draft: Draft) -> None:
    """Settle what comes back: jumped pieces, then the queen, then coins; a board that is over returns nothing."""
    board = draft.board
    first = draft.side is Side.A
    earned = [board.earned[0], board.earned[1]]
    stayed = draft.own_pocketed > 0 and not (draft.fouls and draft.own_out == draft.own_pocketed)
    earned[not first] = earned[not first] or stayed or draft.own_left + draft.own_pocketed < COINS
    earned[first] = (
        earned[first]
        or draft.opponent_pocketed > draft.opponent_out
        or draft.opponent_left + draft.opponent_pocketed < COINS
    )
    draft.earned = (earned[0], earned[1])
    if draft.board.white_side is None:
        colours(draft)
    if draft.outcome is not None:
        return
    if draft.facts.left_board and draft.made:
        jumped(draft)
    if draft.fate is QueenFate.BACK:
        placer = QUEEN_PLACER[draft.rules.queen_placer](draft)
        draft.returns.append(Return(Piece.QUEEN, Reason.QUEEN_PLACED, placer, Region.CENTRE))
    owed = list(draft.owed)
    owes = owed[0] or owed[1] or draft.own_dues or draft.other_dues
    if owes or draft.own_out or draft.opponent_out or draft.own_left == 0 or draft.opponent_left == 0:
        draft.own_left, owed[not first] = settle(draft, own=True)
        draft.opponent_left, owed[first] = settle(draft, own=False)
        draft.owed = (owed[0], owed[1])


def colours(draft: Draft) -> None:
    """The first coin pocketed decides the colours; a queen, or a piece off the board, decides nothing."""
    if draft.own_pocketed:
        draft.white_side = draft.side if draft.own is Piece.WHITE else draft.other
        draft.find(Reason.COLOUR_DECIDED, draft.side, (draft.own,))
    elif draft.queen_now or (draft.facts.left_board and draft.made):
        draft.find(Reason.COLOURS_OPEN)


def settle(draft: Draft, *, own: bool) -> tuple[int, int]:
    """Let one side's coins come back: those of the stroke, then what is due as far as coins are down.

    Gives: coins up, coins owed after it.
    """
    side = draft.side if own else draft.other
    up = draft.own_left if own else draft.opponent_left
    out = draft.own_out if own else draft.opponent_out
    fresh = draft.own_dues if own else draft.other_dues
    before = draft.owed[side is Side.B]
    done = draft.board.solo and (not own or draft.queen is Queen.COVERED)  # alone, blacks or whites may all be down
    if up == 0 and out + before + len(fresh) == 0 and not done:
        draft.find(Reason.LAST_OWN_RETURNS, side, count=1)
        out = 1  # a side with nothing up could not end the board
    due = before + len(fresh)
    room = COINS - up - out
    pay_now = OWED_PAID[draft.rules.owed_paid](draft) or (up == 0 and out == 0)
    paid = min(due if pay_now else len(fresh), room)  # an old debt may wait, what this stroke costs does not
    old = min(paid, before) if pay_now else 0
    new = paid - old
    if before and not pay_now and room > paid:
        draft.find(Reason.OWED_WAITS, side, count=before)
    colour = draft.own if own else draft.opponent
    place(draft, colour, Reason.COINS_OF_STROKE_RETURN if own else Reason.OPPONENT_COIN_RETURNS, out, own=own)
    if old:
        draft.find(Reason.OWED_PAID, side, count=old)
        place(draft, colour, Reason.OWED_PAID, old, own=own)
    if new:
        place(draft, colour, Reason.DUE_PLACED, new, own=own)
    left = due - paid
    if not draft.rules.owed:
        return up + out + paid, 0
    if left > before - old:
        draft.find(Reason.DUE_OWED, side, count=left)
    return up + out + paid, left


def place(draft: Draft, colour: Piece, why: Reason, times: int, *, own: bool) -> None:
    """Add coins that come back, with who places them and where."""
    if not times:
        return
    after_stroke = own or why is Reason.OPPONENT_COIN_RETURNS  # sent back by this stroke, and not for a debt
    placer = PENALTY_PLACER[draft.rules.penalty_placer](draft, after_stroke)
    draft.returns.extend([Return(colour, why, placer, Region(draft.rules.penalty_region))] * times)


def jumped(draft: Draft) -> None:
    """Pieces that left the surface come back first, in the order the laws give."""
    rules = draft.rules
    placer = QUEEN_PLACER[rules.off_board_placer](draft)
    for piece in COIN_OFF_ORDER[rules.coin_off_order](draft):
        draft.returns.append(Return(piece, Reason.COIN_OFF_BOARD, placer, Region.CENTRE, jumped=True))


def queen_first(draft: Draft) -> tuple[Piece, ...]:
    """Queen, own coins, opponent's coins (ICF 65)."""
    order = (Piece.QUEEN, draft.own, draft.opponent)
    return tuple(sorted(draft.facts.left_board, key=order.index))


def as_they_left(draft: Draft) -> tuple[Piece, ...]:
    """In the order in which they left."""
    return draft.facts.left_board


def by_opponent(draft: Draft, after_stroke: bool) -> Placer:
    """The other side places what the stroke brought back, its own coins too; what that side owes, the side in turn.

    Law: ICF 78; K-062.
    """
    return opponent_seat(draft.board) if after_stroke else draft.board.seat


COIN_OFF_ORDER: dict[str, Callable[[Draft], tuple[Piece, ...]]] = {"queen_first": queen_first, "free": as_they_left}
PENALTY_PLACER: dict[str, Callable[[Draft, bool], Placer]] = {
    "opponent": by_opponent,
    "player": lambda draft, after_stroke: draft.board.seat,
    "official": lambda draft, after_stroke: UMPIRE,
}
QUEEN_PLACER: dict[str, Callable[[Draft], Placer]] = {
    "umpire": lambda draft: UMPIRE,
    "opponent": lambda draft: opponent_seat(draft.board),
    "player": lambda draft: draft.board.seat,
    "any": lambda draft: UMPIRE,
}
OWED_PAID: dict[str, Callable[[Draft], bool]] = {
    "after_stroke": lambda draft: True,
    "end_of_turn": lambda draft: draft.board.solo or not draft.keeps,  # alone no turn ends
}
