"""Whose turn it is after a stroke.

Law: ICF 48, 64, 72 to 77, 95 to 101, 125.
"""

from collections.abc import Callable

from carrom.laws.clauses.draft import Draft, QueenFate, QueenRight
from carrom.laws.clauses.queen import apply_fate
from carrom.laws.ruling import Reason
from carrom.terms import Piece


def turn(draft: Draft) -> None:
    """Say whether the side in turn goes on, and let the queen stand where the stroke put her."""
    if draft.settled:
        return
    if draft.board.solo:
        apply_fate(draft)
        if draft.made:  # one turn by name; what is declared next is reported as in the turn that two sides would have
            draft.first_of_turn = not keeps_turn(draft)
        draft.keeps = True
        draft.reprieved = draft.reprieved and draft.fate is QueenFate.PENDING
        return
    if draft.dropped:
        draft.keeps = RIM_DROP_TURN[draft.rules.rim_drop_turn](draft)
        draft.first_of_turn = draft.first_of_turn and draft.fate is QueenFate.SAME
        draft.find(Reason.TURN_UNAFFECTED if draft.keeps else Reason.TURN_PASSES, draft.side)
    elif draft.made:
        draft.keeps = keeps_turn(draft)
        if draft.keeps:
            draft.first_of_turn = False
            draft.find(Reason.TURN_CONTINUES, draft.side)
        elif draft.fouls and draft.rules.foul_ends_turn:
            draft.find(Reason.TURN_LOST_BY_FOUL, draft.side)
        elif draft.striker:
            draft.find(Reason.TURN_LOST_BY_STRIKER, draft.side)
        else:
            draft.find(Reason.TURN_PASSES, draft.side)
    elif not draft.keeps:
        draft.find(Reason.TURN_LOST_BY_FOUL if draft.fouls else Reason.TURN_PASSES, draft.side)
    if draft.early_queen or draft.fate is QueenFate.WAITS:
        draft.early_queen = draft.keeps
        if draft.keeps and draft.board.early_queen:
            draft.find(Reason.QUEEN_WAITS_ON, draft.side)
        elif not draft.keeps:
            draft.find(Reason.QUEEN_BACK_AT_TURN_END, draft.side)
            draft.fate = QueenFate.BACK
    elif not draft.keeps and (draft.fate is QueenFate.PENDING or (draft.pending and draft.fate is QueenFate.SAME)):
        draft.find(Reason.QUEEN_NOT_COVERED, draft.side, (Piece.QUEEN,))  # no stroke of this turn is left to cover her
        draft.fate = QueenFate.BACK
    apply_fate(draft)
    if draft.fate is not QueenFate.PENDING:
        draft.reprieved = False


def keeps_turn(draft: Draft) -> bool:
    """Whether the stroke keeps the turn."""
    rules = draft.rules
    if draft.last_returns or (draft.fouls and rules.foul_ends_turn):
        return False
    if draft.pending and draft.fate is QueenFate.BACK:
        return False
    if draft.striker:
        return striker_keeps_turn(draft)
    if draft.queen_now and draft.fate in (QueenFate.BACK, QueenFate.WAITS):
        early = draft.right is QueenRight.NONE and not draft.fouls
        if not early:
            return False
        return draft.own_pocketed > 0 or EARLY_QUEEN_TURN[rules.early_queen_turn]
    if draft.own_pocketed:
        return not draft.opponent_pocketed or KEEPS[rules.opponent_with_own]
    return draft.queen_now


def striker_keeps_turn(draft: Draft) -> bool:
    """Whether a proper stroke that pocketed the striker keeps the turn."""
    rules = draft.rules
    if draft.queen_now:
        if draft.right is QueenRight.OWING:
            return False
        if draft.own_pocketed and draft.right is not QueenRight.EARNED:
            return KEEPS[rules.striker_queen_own_first]
        if not draft.own_pocketed and (
            draft.right is not QueenRight.EARNED or (draft.opponent_pocketed and rules.opponent_with_queen != "none")
        ):
            return False
        return STRIKER_QUEEN_TURN[rules.striker_queen_turn](draft)
    if draft.own_pocketed:
        return KEEPS[rules.striker_own_turn]
    return KEEPS[rules.striker_alone_turn]


KEEPS = {"keep": True, "ends": False}
STRIKER_QUEEN_TURN: dict[str, Callable[[Draft], bool]] = {
    "keep": lambda draft: True,
    "ends": lambda draft: False,
    "ends_without_own": lambda draft: draft.own_pocketed > 0,
}
EARLY_QUEEN_TURN = {"continues": True, "ends": False}
RIM_DROP_TURN: dict[str, Callable[[Draft], bool]] = {
    "unaffected": lambda draft: True,
    "as_stroke": lambda draft: draft.own_pocketed > 0 or draft.queen_now,
}
