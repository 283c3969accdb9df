"""Solo: one player clears all nineteen pieces, whites and queen before blacks; every release counts.

Source: BACA 19-coin carrom, B-003 to B-042.
"""

from collections.abc import Callable

from carrom.laws.clauses.draft import Draft, QueenRight
from carrom.laws.ruling import BoardEnd, Reason
from carrom.terms import Piece, Queen


def blacks(draft: Draft) -> None:
    """Blacks that fell while whites are up: do they come back."""
    if draft.settled or not draft.board.solo or not draft.opponent_pocketed:
        return
    rules = draft.rules
    if draft.queen_now and not draft.own_pocketed:
        comes_back = not blacks_stay_with_queen(draft)
        why = Reason.BLACK_RETURNS_WITH_QUEEN if comes_back else Reason.BLACK_STAYS_WITH_QUEEN
    else:
        comes_back = BLACK_WITH_WHITE[rules.black_with_white] if draft.own_pocketed else BLACK_ALONE[rules.black_alone]
        why = Reason.BLACK_RETURNS if comes_back else Reason.BLACK_STAYS
    if comes_back:
        draft.opponent_out = draft.opponent_pocketed
    draft.find(why, draft.side, (Piece.BLACK,), draft.opponent_pocketed)


def count_stroke(draft: Draft) -> None:
    """The strokes of the board so far; it is cleared when nothing is up and nothing owed.

    A stroke that is settled but cleared nothing goes on; a capped board is the player's own choice (`match`).
    """
    if not draft.board.solo or draft.outcome is not None:
        return
    strokes = draft.board.strokes + 1
    if draft.made:
        draft.find(Reason.SOLO_STROKE_COUNTS, draft.side, count=strokes)
    nothing_up = draft.own_left == 0 and draft.opponent_left == 0 and not draft.facts.left_board
    if nothing_up and draft.queen is Queen.COVERED and draft.owed == (0, 0):
        draft.find(Reason.SOLO_CLEARED, draft.side, count=strokes)
        draft.end(BoardEnd.CLEARED, Reason.SOLO_CLEARED)
    cap = draft.rules.stroke_cap
    if draft.made and cap is not None and strokes >= cap:
        draft.find(Reason.SOLO_CAPPED, draft.side, count=cap)


def blacks_stay_with_queen(draft: Draft) -> bool:
    """Whether blacks stay down that fell with the queen and no white; she waits for her cover then.

    B-022 says so of every stroke, B-028 of the break that both come back.
    """
    return BLACK_WITH_QUEEN_STAYS[draft.rules.black_with_queen](draft)


BLACK_ALONE = {"return": True, "stay": False}
BLACK_WITH_WHITE = {"return": True, "stay": False}
BLACK_WITH_QUEEN_STAYS: dict[str, Callable[[Draft], bool]] = {
    "return": lambda draft: False,
    "stay": lambda draft: draft.right not in (QueenRight.NONE, QueenRight.OWING),
    "stay_after_break": lambda draft: draft.board.broken,
    "stay_always": lambda draft: True,
}
