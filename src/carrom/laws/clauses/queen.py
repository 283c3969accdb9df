"""The queen: who may pocket her, when she is covered, when she comes back.

Law: ICF 15, 48, 92, 95 to 101.
"""

from collections.abc import Callable

from carrom.laws.clauses.draft import Behaviour, Draft, QueenFate, QueenRight
from carrom.laws.clauses.solo import blacks_stay_with_queen
from carrom.laws.ruling import Reason
from carrom.terms import Piece, Queen

QUEEN = (Piece.QUEEN,)


def queen(draft: Draft) -> None:
    """Say what this stroke does to the queen."""
    if draft.settled:
        return
    if draft.dropped:
        dropped(draft)
    elif draft.pending:
        covering_stroke(draft)
    elif draft.queen_now:
        pocketed(draft)
    elif draft.queen is Queen.COVERED and not draft.clean:
        covered_before(draft)


def set_fate(draft: Draft, fate: QueenFate, why: Reason) -> None:
    """Write down what happens to her, and why."""
    draft.fate = fate
    draft.find(why, draft.side, QUEEN)


def apply_fate(draft: Draft) -> None:
    """The state of the queen after the stroke."""
    if draft.fate is QueenFate.COVERED:
        draft.queen, draft.queen_side = Queen.COVERED, draft.side
    elif draft.fate is QueenFate.PENDING:
        draft.queen, draft.queen_side = Queen.AWAITING_COVER, draft.side
    elif draft.fate is not QueenFate.SAME:
        draft.queen, draft.queen_side = Queen.ON_BOARD, None


def foul_voids(draft: Draft) -> bool:
    """Whether the fouls of this stroke send an uncovered queen back."""
    if not draft.fouls or draft.rules.foul_voids_cover is False:
        return False
    if draft.rules.pending_queen_back_on_opponent_foul:
        return True
    return any(why is not Reason.OPPONENT_COIN_FOUL for why, _ in draft.fouls)


def covered_before(draft: Draft) -> None:
    """She is covered: no foul reaches her, unless the laws send back one that was covered earlier in this very turn."""
    by_opponents_coin = any(why is Reason.OPPONENT_COIN_FOUL for why, _ in draft.fouls)
    reached = draft.rules.pending_queen_back_on_opponent_foul == "covered_too" and draft.board.covered_this_turn
    if by_opponents_coin and reached:
        set_fate(draft, QueenFate.BACK, Reason.QUEEN_BACK_AFTER_FOUL)
    else:
        draft.find(Reason.QUEEN_SAFE, draft.queen_side)


def covering_stroke(draft: Draft) -> None:
    """She was pocketed by the stroke before: this one must cover her."""
    if not draft.made and not draft.fouls and not draft.facts.passed:
        return  # nothing was struck and the turn goes on
    rules = draft.rules
    if draft.own_pocketed and draft.opponent_pocketed and rules.cover_fails_with_opponent_coin:
        set_fate(draft, QueenFate.BACK, Reason.QUEEN_COVER_SPOILT)
    elif foul_voids(draft):
        set_fate(draft, QueenFate.BACK, Reason.QUEEN_COVER_FAILED)
    elif draft.own_pocketed == 0:
        set_fate(draft, QueenFate.BACK, Reason.QUEEN_NOT_COVERED)
    elif draft.striker and rules.foul_voids_cover is not False:
        if rules.foul_voids_cover is True:
            set_fate(draft, QueenFate.BACK, Reason.QUEEN_COVER_FAILED)
        else:
            COVER_REPRIEVE[rules.cover_reprieve](draft)
    else:
        set_fate(draft, QueenFate.COVERED, Reason.QUEEN_COVERED_AFTER)


def put_off(draft: Draft) -> None:
    """The next stroke is again a covering stroke (ICF 101)."""
    draft.reprieved = True
    set_fate(draft, QueenFate.PENDING, Reason.QUEEN_COVER_PUT_OFF)


def put_off_once(draft: Draft) -> None:
    """The same, but only once in a row."""
    if draft.reprieved:
        set_fate(draft, QueenFate.BACK, Reason.QUEEN_NOT_COVERED)
    else:
        put_off(draft)


def pocketed(draft: Draft) -> None:
    """She fell in this stroke."""
    if foul_voids(draft):
        set_fate(draft, QueenFate.BACK, Reason.QUEEN_BACK_AFTER_FOUL)
    elif draft.right is QueenRight.OWING:
        set_fate(draft, QueenFate.BACK, Reason.QUEEN_WHILE_OWING)
    elif draft.striker:
        early = draft.own_pocketed == 0 and draft.right is not QueenRight.EARNED
        why = Reason.QUEEN_TOO_EARLY_WITH_STRIKER if early else Reason.QUEEN_BACK_AFTER_FOUL
        set_fate(draft, QueenFate.BACK, why)
    elif draft.own_pocketed == 0:
        pocketed_alone(draft)
    elif draft.rules.cover_in_first_stroke_min == "never" and draft.right is QueenRight.NONE:
        EARLY_QUEEN_RETURN[draft.rules.early_queen_return](draft)
    elif draft.opponent_pocketed and draft.rules.cover_fails_with_opponent_coin:
        set_fate(draft, QueenFate.BACK, Reason.QUEEN_COVER_SPOILT)
    else:
        pocketed_with_own(draft)


def pocketed_alone(draft: Draft) -> None:
    """No own coin fell with her."""
    if draft.own_left == 0:
        set_fate(draft, QueenFate.BACK, Reason.QUEEN_AFTER_LAST)
    elif draft.right is QueenRight.NONE and not (
        draft.board.solo and draft.opponent_pocketed and blacks_stay_with_queen(draft)
    ):
        EARLY_QUEEN_RETURN[draft.rules.early_queen_return](draft)
    elif draft.opponent_pocketed and draft.rules.opponent_with_queen != "none":
        set_fate(draft, QueenFate.BACK, Reason.OPPONENT_WITH_QUEEN)
    elif COVER_WINDOW[draft.rules.cover_window](draft):
        set_fate(draft, QueenFate.COVERED, Reason.QUEEN_COVERED_BEFORE)
    elif draft.right is QueenRight.RETAINED:
        set_fate(draft, QueenFate.PENDING, Reason.QUEEN_RIGHT_RETAINED)
    else:
        set_fate(draft, QueenFate.PENDING, Reason.QUEEN_TO_COVER)


def pocketed_with_own(draft: Draft) -> None:
    """Own coins fell with her: they cover, but the first own coin of all earns only the right.

    Law: ICF 97.
    """
    least = draft.rules.cover_in_first_stroke_min
    is_break = draft.broken and not draft.board.broken
    if is_break and COVER_AT_BREAK[draft.rules.cover_at_break](draft):
        set_fate(draft, QueenFate.COVERED, Reason.QUEEN_COVERED_NOW)
        return
    if (
        least != "never"
        and draft.own_pocketed < least
        and COVER_IN_FIRST_STROKE_WHEN[draft.rules.cover_in_first_stroke_when](draft)
    ):
        set_fate(draft, QueenFate.PENDING, Reason.QUEEN_FIRST_COIN)
        return
    set_fate(draft, QueenFate.COVERED, Reason.QUEEN_COVERED_NOW)


def at_once(draft: Draft) -> None:
    """Pocketed too early she comes back at once."""
    set_fate(draft, QueenFate.BACK, Reason.QUEEN_TOO_EARLY)


def end_of_turn(draft: Draft) -> None:
    """Pocketed too early she waits for the end of the turn; alone no turn ends, she comes back at once."""
    if draft.board.solo:
        at_once(draft)
        return
    set_fate(draft, QueenFate.WAITS, Reason.QUEEN_TOO_EARLY_WAITS)


def dropped(draft: Draft) -> None:
    """She hung at a pocket and fell between two strokes: the player in turn must cover her (AMB-9)."""
    if draft.queen_now:
        if draft.own_pocketed and draft.right is not QueenRight.NONE:
            set_fate(draft, QueenFate.COVERED, Reason.QUEEN_COVERED_NOW)
        else:
            set_fate(draft, QueenFate.PENDING, Reason.QUEEN_TO_COVER)
    elif draft.pending and draft.own_pocketed:
        set_fate(draft, QueenFate.COVERED, Reason.QUEEN_COVERED_AFTER)


EARLY_QUEEN_RETURN: dict[str, Behaviour] = {"at_once": at_once, "end_of_turn": end_of_turn}
COVER_REPRIEVE: dict[str, Behaviour] = {"repeats": put_off, "once": put_off_once}
COVER_AT_BREAK: dict[str, Callable[[Draft], bool]] = {
    "as_ever": lambda draft: False,
    "with_black": lambda draft: draft.opponent_pocketed > 0,
    "always": lambda draft: True,
}
COVER_WINDOW: dict[str, Callable[[Draft], bool]] = {
    "same_or_next_stroke": lambda draft: False,
    "same_turn": lambda draft: not draft.board.first_of_turn and draft.right is QueenRight.EARNED,
}
COVER_IN_FIRST_STROKE_WHEN: dict[str, Callable[[Draft], bool]] = {
    "all_up": lambda draft: draft.right is not QueenRight.EARNED,
    "none_ever_down": lambda draft: draft.right is QueenRight.NONE,
    "never": lambda draft: False,
}
